"""Rows of the real window: each panel plays flat out in it and is acted upon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground import catalog
from playground.commands.bench.budgets import BUDGETS, NULL_SLACK
from playground.commands.bench.presets import goes_on, playing_preset, touched_preset
from playground.commands.bench.process import of_each, probe, refuse_missing
from playground.commands.bench.rows import TAKES, Row, share_row
from playground.engine.process.measure import bare_loop

SECONDS = 2.5
BARE_SECONDS = 0.25
GESTURES = 30
PACED = ("interval_p95", "interval_p99", "painting_p95", "drawing_p95", "gesture_p95")
_PATIENCE = 120.0  # s that a panel may take


def rows(panels: tuple[str, ...], most: int = TAKES) -> Iterator[Row]:
    """The frames of each panel; one that is over a budget is measured again, `most` times in all."""
    takes: dict[str, list[dict[str, float]]] = {name: [] for name in panels}
    wanted = panels
    for _ in range(most):
        for name, take in of_each(wanted, _take).items():
            takes[name].append(take)
        wanted = tuple(
            name for name in wanted if not takes[name] or not all(row.ok for row in panel_rows(name, takes[name]))
        )
        if not wanted:
            break
    for name in panels:
        if takes[name]:
            yield from panel_rows(name, takes[name])
    refuse_missing(name for name in panels if not takes[name])


def panel_rows(name: str, takes: list[dict[str, float]]) -> Iterator[Row]:
    """The rows of one panel from all that was measured of it."""
    preset = playing_preset(name)
    for key in PACED:
        if key in takes[0]:
            yield paced_row(key, name, takes, touched_preset(name)[0] if key == "gesture_p95" else preset)
    if "steps_per_second" in takes[0]:
        bare, whole = min(take["bare_step"] for take in takes), 1 / max(take["steps_per_second"] for take in takes)
        yield share_row("window", name, bare, whole, preset)


def paced_row(key: str, name: str, takes: list[dict[str, float]], note: str = "") -> Row:
    """A time that a busy machine lengthens: the take that keeps best to its budget, which grows with the null panel.

    Args:
        key: what was measured, in seconds; "null_" + key is the null panel's in the same window.
        name: of the panel.
        takes: all that was measured.
        note: for the row.
    """
    limit = BUDGETS[key].limit
    pairs = [(1000 * take[key], max(limit, 1000 * NULL_SLACK * take[f"null_{key}"])) for take in takes]
    value, budget = min(pairs, key=lambda pair: pair[0] / pair[1])
    return Row(key, name, value, budget, note)


def _take(panels: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """One visit of each panel in one window, and the bare loops after it."""
    visits = [visit for name in panels for visit in visits_of(name)]
    found = probe({"first": panels[0], "visits": visits, "gestures": GESTURES}, _PATIENCE * (1 + len(panels)))["frames"]
    null = {f"null_{key}": value for key, value in found[0].items()}
    takes: dict[str, dict[str, float]] = {name: dict(null) for name in panels}
    for visit, figures in zip(visits, found[1:], strict=True):
        takes[visit["concept"]] |= figures
    for name in panels:
        if "steps_per_second" in takes[name]:
            takes[name]["bare_step"] = bare_step(name, playing_preset(name))
    return takes


def bare_step(name: str, preset: str) -> float:
    """The bare loop's processor time a step, in seconds."""
    import time

    params = catalog.presets(name)[preset]["params"]
    return 1 / bare_loop(catalog.load(name), params, BARE_SECONDS, time.process_time)


def visits_of(name: str) -> list[dict[str, Any]]:
    """What the window does at a panel: it plays, and is touched, in two presets where the first takes no gesture.

    A run that ends soon has no frames between its first and its last when it is played flat out: it goes at its usual
    pace, and only its painting is measured.
    """
    preset, (touched, gesture) = playing_preset(name), touched_preset(name)
    first = {"concept": name, "preset": preset, "seconds": SECONDS, "goes_on": goes_on(name)}
    if gesture is None or touched == preset:
        return [{**first, "gesture": gesture}]
    return [{**first, "gesture": None}, {"concept": name, "preset": touched, "seconds": 0.0, "gesture": gesture}]
