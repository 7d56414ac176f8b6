"""The marked thing of a view is recomputed from what its notes say, as a student does: with the text and nothing else.

What is read are the words on screen, with the decimals on screen; the result may be off by what these leave open.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from playground import catalog
from playground.engine.run.session import Session
from playground.engine.run.starting import begin
from playground.texts.notes import Formula, latex, parse
from playground.texts.template import fill

NUMBER = r"(-?\d+(?:\.\d+)?)"


def text(session: Session) -> str:
    """The notes of a step as a reader has them, formulas as LaTeX without braces round numbers."""
    frame, declared = session.frame(), session.concept.declaration
    values = {**frame.params, **frame.metrics}
    lines = []
    for section in parse(catalog.notes(declared.id)):
        if not section.visible(values):
            continue
        lines.append(f"## {section.heading}")
        for block in section.blocks:
            if not isinstance(block, Formula):
                lines.append(fill(block.text, declared, values, frame.arrays))
            elif block.visible(values):
                lines.append(latex(block, declared, values, frame.arrays))
    return re.sub(r"\{(-?[\d.]+)\}", r"\1", "\n".join(lines).replace("−", "-").replace("{,}", ""))


def numbers(words: str) -> list[float]:
    return [float(one) for one in re.findall(NUMBER, words)]


def found(pattern: str, words: str) -> tuple[Any, ...]:
    """The groups of the only place where a pattern stands; numbers as numbers, lists of them as lists."""
    match = re.search(pattern.replace("#", NUMBER).replace("@", r"(\([^()]*\)|-?[\d.]+)"), words)
    assert match is not None, f"the notes do not say {pattern}:\n{words}"
    return tuple(float(one) if re.fullmatch(NUMBER, one) else numbers(one) for one in match.groups())


def listed(one: Any) -> list[float]:
    return one if isinstance(one, list) else [one]


def attention(session: Session) -> None:
    """The weight: the grown score over the sum of its row."""
    grown, total, weight = _fraction(text(session))
    assert weight == pytest.approx(grown / total, abs=1e-4)


def _fraction(said: str) -> tuple[float, float, float]:
    match = re.search(r"\\alpha = .*= \\frac\{\{?([\d.]+)\}?\}\{\{?([\d.]+)\}?\} = \{?([\d.]+)", said)
    assert match is not None, said
    grown, total, weight = map(float, match.groups())
    return grown, total, weight


def perceptron(session: Session) -> None:
    """The weights after a mistake: those before, and the signed rate times the point."""
    for _ in range(200):
        session.advance(1)
        said = text(session)
        sides = re.search(
            r"pmatrix\}(.*?)\\end.*? = .*?pmatrix\}(.*?)\\end.*?\(#\).*?pmatrix\}(.*?)\\end".replace("#", NUMBER), said
        )
        if sides is None:
            continue
        after, before, rate, point = numbers(sides[1]), numbers(sides[2]), float(sides[3]), numbers(sides[4])
        made = [old + rate * x for old, x in zip(before, point, strict=True)]
        assert after == pytest.approx(made, abs=0.02)
        return
    raise AssertionError("no mistake was made")


def graphs(session: Session) -> None:
    """The value of the chosen node after a round: its own share and those of its neighbours."""
    session.advance(1)
    said = text(session)
    (own, share, messages, weights) = found(
        r"before the round, #, had the weight #, the messages @ were weighted @,", said
    )
    (value,) = found(r"x_\S+ = #", said)
    made = own * share + sum(m * w for m, w in zip(listed(messages), listed(weights), strict=True))
    assert value == pytest.approx(made, abs=1e-4 * (2 + len(listed(messages))))


def backprop(session: Session) -> None:
    """The value of the node whose turn it was."""
    for _ in range(session.length or 8):
        session.advance(1)
        match = re.search(rf"v\S+ = {NUMBER} · \(?{NUMBER}\)? = {NUMBER}\.", text(session))
        if match is not None:
            one, other, made = map(float, match.groups())
            assert made == pytest.approx(one * other, abs=1e-3 * (1 + abs(one) + abs(other)))
            return
    raise AssertionError("no product had its turn")


def gradient_descent(session: Session) -> None:
    """The place after a step: θ − η g of the step before."""
    at, after = text(session), (session.advance(1), text(session))[1]
    x, y, gx, gy = found(r"stands at θ = \(#, #\), where .* gradient g there is \(#, #\)", at)
    (eta,) = found(r"\\eta = #", at)
    x1, y1 = found(r"stands at θ = \(#, #\)", after)
    slack = 1e-4 * (1 + abs(eta) + abs(gx) + abs(gy))
    assert (x1, y1) == pytest.approx((x - eta * gx, y - eta * gy), abs=slack)


def adam(session: Session) -> None:
    """Both moments and the update of each coordinate."""
    session.advance(4)
    said = text(session)
    t, b1, b2, gx, gy, mx, my, vx, vy, nx, ny, wx, wy, dx, dy = found(
        r"step t = # with β₁ = # and β₂ = # the gradient \(#, #\) turns m = \(#, #\) and v = \(#, #\) "
        r"into m' = \(#, #\) and v' = \(#, #\); the update is \(#, #\)",
        said,
    )
    (rate,) = found(r"\\alpha = #", said)
    for g, m, v, new_m, new_v, move in ((gx, mx, vx, nx, wx, dx), (gy, my, vy, ny, wy, dy)):
        assert new_m == pytest.approx(b1 * m + (1 - b1) * g, abs=2e-6)
        assert new_v == pytest.approx(b2 * v + (1 - b2) * g * g, abs=2e-6)
        made = -rate * (new_m / (1 - b1**t)) / ((new_v / (1 - b2**t)) ** 0.5 + 1e-8)
        assert move == pytest.approx(made, rel=0.02, abs=2e-4)


def momentum(session: Session) -> None:
    """The update of heavy ball: what is carried on and what the gradient pulls."""
    session.advance(4)
    mx, my, cx, cy, px, py = found(
        r"update \(#, #\) is the share β of the last one, \(#, #\), and -η times the gradient, \(#, #\)", text(session)
    )
    assert (mx, my) == pytest.approx((cx + px, cy + py), abs=2e-4)


BY_HAND: dict[str, tuple[Callable[[Session], None], str, dict[str, Any]]] = {
    "an attention weight": (attention, "attention", {}),
    "a perceptron's update": (perceptron, "perceptron", {}),
    "a node's value in backprop": (backprop, "backprop", {}),
    "a GCN sum": (graphs, "graphs", {"layer": "gcn"}),
    "a GAT sum": (graphs, "graphs", {"layer": "gat"}),
    "an update of Adam": (adam, "optimisers", {"mode": "update", "method": "adam"}),
    "an update of heavy ball": (momentum, "optimisers", {"mode": "update", "method": "heavy_ball"}),
    "an update of Nesterov": (momentum, "optimisers", {"mode": "update", "method": "nesterov"}),
    "a step of gradient descent": (gradient_descent, "optimisers", {}),
}


@pytest.mark.parametrize("thing", BY_HAND)
def test_the_marked_thing_follows_from_the_text_alone(thing: str) -> None:
    recompute, panel, changes = BY_HAND[thing]
    concept = catalog.load(panel)
    for seed in range(3):
        preset = next(iter(catalog.presets(panel).values()))
        recompute(begin(concept, preset, lambda params: params.changed(changes), seed))


def test_a_wrong_number_on_screen_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    preset = next(iter(catalog.presets("graphs").values()))
    session = begin(catalog.load("graphs"), preset, lambda params: params.changed({"layer": "gcn"}), 0)
    monkeypatch.setattr(catalog, "notes", _spoilt(catalog.notes))
    with pytest.raises(AssertionError):
        graphs(session)


def _spoilt(notes: Callable[[str], str]) -> Callable[[str], str]:
    return lambda panel: notes(panel).replace("{own_before:4}", "9{own_before:4}")
