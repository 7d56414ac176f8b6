"""Every claim of the attention inspector fails with a model that is spoilt where the claim looks."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from claims import failing
from spoiling import Spoil, replaced
from torch import Tensor

from playground import catalog
from playground.concepts.attention import model, net
from playground.engine.kit import attention as at

CLAIMS = [claim.id for claim in catalog.declaration("attention").claims]


def with_places(true: Any, W: Any, shape: net.Shape, *rest: Any) -> Tensor:
    """Tokens that know their places, whatever was asked for."""
    found: Tensor = true(W, shape._replace(encoding="sinusoidal"), *rest)
    return found


def without_places(true: Any, W: Any, shape: net.Shape, *rest: Any) -> Tensor:
    """Tokens that do not know their places, whatever was asked for."""
    found: Tensor = true(W, shape._replace(encoding="none"), *rest)
    return found


def swapped(true: Any, *given: Any) -> Any:
    """Draws whose scaled and unscaled sums have changed places."""
    draws = true(*given)
    return draws._replace(total=draws.total[[1, 0, 3, 2]])


def unpaired(true: Any, places: Tensor, *rest: Any) -> Tensor:
    """Waves with a sine that has lost its cosine."""
    rows: Tensor = true(places, *rest).clone()
    rows[:, 1] = 0.0
    return rows


asleep = replaced(net, "gradient", lambda true, theta, *given: torch.zeros_like(theta))
SPOILT: dict[str, Spoil] = {
    "T1": replaced(at, "attend", lambda true, *given: _scaled(true(*given), 1 + 1e-13)),
    "T1 library": replaced(at, "attend", lambda true, *given: _moved(true(*given), 1e-12)),
    "reverse": asleep,
    "no positions": replaced(net, "embedded", with_places),
    "induction": asleep,
    "previous": asleep,
    "one layer": replaced(model, "shape_of", lambda true, params: true(params)._replace(masked=False)),
    "no mask": replaced(model, "_honest", lambda true, theta, shape, batch: _seeing(theta, shape, batch)),
    "T2": replaced(model, "draw", swapped),
    "T2 scaled": replaced(model, "draw", swapped),
    "T3": replaced(net, "embedded", with_places),
    "T3 waves": replaced(net, "embedded", without_places),
    "T3 distance": replaced(at, "sinusoidal", unpaired),
    "T4": asleep,
    "patches": asleep,
}


def _scaled(done: Any, factor: float) -> Any:
    return done._replace(weights=done.weights * factor)


def _moved(done: Any, by: float) -> Any:
    return done._replace(output=done.output + by)


def _seeing(theta: Tensor, shape: net.Shape, batch: net.Batch) -> float:
    """The accuracy without the mask that should have been put on."""
    return net.judged(net.run(theta, shape, batch).logits, batch).accuracy


def test_every_claim_has_a_spoilt_model() -> None:
    assert set(SPOILT) == set(CLAIMS)


@pytest.mark.slow
@pytest.mark.parametrize("name", CLAIMS)
def test_a_spoilt_model_fails_its_claim(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    SPOILT[name](monkeypatch)
    assert failing("attention", (name,)) == {name}
