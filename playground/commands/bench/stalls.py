"""Rows of the event loop: the longest time for which each act held it, and which function of the window it was."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from playground import catalog
from playground.commands.bench.process import of_each, probe, refuse_missing
from playground.commands.bench.rows import TAKES, Row

FIGURES = ("held_open", "held_presets", "held_themes", "held_exports")
PRESETS = 3
_PATIENCE = 120.0  # s that a panel may take


def rows(panels: tuple[str, ...], most: int = TAKES, presets: int | None = PRESETS) -> Iterator[Row]:
    """The acts at each panel; those of one that is over its budget are done again.

    Args:
        panels: the panels.
        most: how often at most.
        presets: how many presets of each are chosen, spread over all of them; None: every one.
    """
    best: dict[tuple[str, str], Row] = {}
    wanted = panels
    for _ in range(most):
        for found in of_each(wanted, partial(_take, presets=presets)).values():
            for row in found:
                key = (row.subject, row.key)
                best[key] = min(best.get(key, row), row, key=lambda row: row.value)
        wanted = tuple(
            name for name in wanted if not all((name, key) in best and best[name, key].ok for key in FIGURES)
        )
        if not wanted:
            break
    yield from (best[name, key] for name in panels for key in FIGURES if (name, key) in best)
    refuse_missing(name for name in panels if (name, FIGURES[0]) not in best)


def _take(panels: tuple[str, ...], presets: int | None) -> dict[str, list[Row]]:
    acts: list[dict[str, Any]] = [
        {"concept": name, "presets": spread(tuple(catalog.presets(name)), presets), "finish": name == catalog.ids()[0]}
        for name in panels
    ]
    # The first panel is opened while another one is on the stage, as all others are.
    first = next((name for name in catalog.ids() if name != panels[0]), panels[0])
    found = probe({"first": first, "acts": acts}, _PATIENCE * (1 + len(panels)))["acts"]
    return {name: [_row(key, name, *found[f"{name}.{key}"]) for key in FIGURES] for name in panels}


def _row(key: str, name: str, seconds: float, where: str) -> Row:
    return Row.of(key, name, 1000 * seconds, where)


def spread(names: tuple[str, ...], most: int | None) -> list[str]:
    """At most so many of the names after the first, evenly over all of them."""
    others = names[1:] or names
    if most is None or len(others) <= most:
        return list(others)
    return [others[k * (len(others) - 1) // max(1, most - 1)] for k in range(most)]
