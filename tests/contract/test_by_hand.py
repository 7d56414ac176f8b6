"""What the notes work out "By hand" can be worked out from the text on the screen alone, at all presets and beyond."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import by_hand
import formula_draws
import pytest

from playground import catalog
from playground.engine.declarations.concept import Concept, Declaration
from playground.engine.frame import Frame
from playground.engine.run.session import Session
from playground.texts.notes import Paragraph, parse
from playground.texts.template import fill

HEADING = "By hand"
STEPS = (1, 3, 20)  # where presets are looked at
DRAWS, FEW = 12, 3  # settings beyond the presets, of a panel that is gone through whole and of others
WITHOUT: dict[str, dict[str, str]] = {
    "attention": {"order": "all tokens are compared at once"},
    "backprop": {"layers": "its nodes are vectors, whose products are long", "estimators": "means over many draws"},
    "diffusion": {"laws": "laws over all levels"},
    "graphs": {
        "training": "a loss over all labels",
        "renumber": "an equality of all nodes",
        "wl": "colours, not numbers",
        "spectral": "a transform of all nodes",
        "crowd": "a time",
    },
    "score_matching": {
        "learn": "a mean over noised data",
        "losses": "means over noised data",
        "weakness": "integrals over a line",
    },
}
"""By panel the views that work nothing out, and why."""


ODD: dict[str, tuple[dict[str, Any], int, tuple[str, dict[str, Any]] | None]] = {
    "autoregressive": ({"mode": "masks", "layers": 2, "units": 8}, 0, None),
    "factors": ({"mode": "factors", "m": 2, "data": "digits", "samples": 10, "scale": 10.0}, 1, None),
    "flows": ({"rate": 1.0, "batch": 16, "layers": 12}, 12, ("choose", {"x": 3.0, "y": 100.0, "level": 12})),
    "noisy_channel": ({"weight": 0.0, "clean": 5000, "typed": "cat cat cat"}, 19, ("look_at", {"place": 0.0})),
}
"""Numbers so small, so large or so few that usual decimals do not tell them: settings, a step and what is done then."""


def chains(declared: Declaration, frame: Frame) -> Iterator[str]:
    """The lines to be worked out that are shown beside a frame, with their numbers."""
    known = {**frame.params, **frame.metrics}
    for section in parse(catalog.notes(declared.id)):
        if section.heading == HEADING and section.visible(known):
            texts = [block.text for block in section.blocks if isinstance(block, Paragraph)]
            yield from (fill(text, declared, known, frame.arrays).rstrip(".") for text in texts if "=" in text)


def test_every_view_has_a_number_that_a_reader_can_work_out(declared: Declaration, concept: Concept) -> None:
    seen: dict[str, bool] = {}
    for name, told in catalog.presets(declared.id).items():
        params = declared.params.make(told["params"])
        mode = str(getattr(params, "mode", ""))
        session = Session(concept, params, told["seed"])
        for step in STEPS:
            session.advance(step - session.step)
            frame = session.frame(formula_draws.whole_view(session))
            assert frame.failure is None
            found = list(chains(declared, frame))
            faults = [fault for chain in found for fault in by_hand.faults(chain)]
            assert not faults, f"{name} at step {step}: {faults}"
            seen[mode] = seen.get(mode, False) or bool(found)
    lacking = {mode for mode, known in seen.items() if not known}
    assert lacking == WITHOUT.get(declared.id, {}).keys()


def test_what_is_worked_out_holds_at_other_settings(
    declared: Declaration, concept: Concept, acted: Any, whole: bool
) -> None:
    more = DRAWS if whole else FEW
    for drawn in formula_draws.draws(concept, len(catalog.presets(declared.id)) + more, acted):
        faults = [fault for chain in chains(declared, drawn.frame) for fault in by_hand.faults(chain)]
        assert not faults, f"{faults}, with {drawn.where}"


@pytest.mark.parametrize("name", ODD)
def test_what_is_worked_out_holds_at_odd_settings(name: str) -> None:
    concept = catalog.load(name)
    values, step, act = ODD[name]
    for seed in range(4):
        session = Session(concept, concept.declaration.params.make(values), seed)
        session.advance(step)
        if act is not None:
            session.act(*act)
        found = chains(concept.declaration, session.frame(formula_draws.whole_view(session)))
        assert not [fault for chain in found for fault in by_hand.faults(chain)]


@pytest.mark.parametrize(
    "text",
    [
        "a = 2·0.50 = 1.10",
        "a = 2·0.50",
        "a = 1.00 = 1.00",
        "a = none·2 = 3.00",
        "(1.00, 2.00) + (1.00, 1.00) = (2.00, 3.10)",
    ],
)
def test_a_line_that_does_not_give_its_number_is_seen(text: str) -> None:
    assert list(by_hand.faults(text))


@pytest.mark.parametrize(
    "text",
    [
        "w ← (1.00, −0.50) = (0.00, 0.50) + 1.00 (1.00, −1.00)",
        "q · k = 0.31·1.20 + (−0.40)·0.50 = 0.172",
        "p = exp(−1.20) / (exp(−1.20) + 1) = 0.231",
        "n = 1,000·2 = 2,000",
        "x = √(2·0.02) = 0.20 = 0.2",
    ],
)
def test_a_line_that_gives_its_number_passes(text: str) -> None:
    assert not list(by_hand.faults(text))
