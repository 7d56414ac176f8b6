"""Every panel that has a net gives its weights as a file; what it opens it reads back as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor

from playground.engine.declarations.concept import Concept
from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput
from playground.engine.run.session import Session
from playground.export.weights import check_weights, write_weights


def same(first: dict[str, Tensor], second: Any) -> bool:
    return set(first) == set(second) and all(torch.equal(part, second[name]) for name, part in first.items())


def given(session: Session) -> Any:
    """The weights of a session, or None where it has no net."""
    assert session.concept.model.weights is not None
    try:
        return session.concept.model.weights(session.params, session.data, session.state)
    except BadInput:
        return None


def test_weights_are_written_and_read_back(concept: Concept, variants: list[ConceptParams], tmp_path: Path) -> None:
    card = concept.declaration.card
    assert bool(card.weights) == (concept.model.weights is not None)
    if not card.weights:
        with pytest.raises(BadInput, match="has no net"):
            check_weights(concept.declaration)
        return
    session = next(session for params in variants if given(session := Session(concept, params)) is not None)
    session.advance(3)
    target = tmp_path / "net.safetensors"
    write_weights(target, session)
    stored = load_file(target)
    assert stored
    assert same(stored, given(session))
    if any(one.kind == "weights" for one in card.opens):
        session.load(target)
        modes = concept.declaration.params.specs()["mode"].choices
        assert any(_in_mode(session, mode, stored) for mode in modes), "the panel does not know its own file again"


def _in_mode(session: Session, mode: str, stored: dict[str, Tensor]) -> bool:
    if session.params.plain()["mode"] != mode:
        session.set({"mode": mode})
    found = given(session)
    return found is not None and same(stored, found)
