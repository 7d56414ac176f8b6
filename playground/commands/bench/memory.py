"""Memory: how much window and engine grow while a panel plays flat out."""

from __future__ import annotations

from collections.abc import Iterator

from playground import catalog
from playground.commands.bench.peers.nets import PANEL
from playground.commands.bench.presets import playing_preset, started
from playground.commands.bench.process import probe
from playground.commands.bench.rows import Row
from playground.engine.kit.tree import storages

SECONDS, WARM = 20.0, 5.0
HOUR, FROM = 3600.0, 300.0
_PATIENCE = 300.0
_MB = 1e6


def rows(panels: tuple[str, ...]) -> Iterator[Row]:
    """The growth in a short time, which an hour of it would multiply."""
    name, before, after = _sizes(panels, SECONDS, WARM)
    for key, old, new in zip(("window_growth", "engine_growth"), before, after, strict=True):
        yield Row.of(key, "", (new - old) / _MB, f"{old / _MB:.0f} to {new / _MB:.0f} MB, {name}")


def hour_rows(panels: tuple[str, ...]) -> Iterator[Row]:
    """An hour of play against five minutes of it."""
    name, before, after = _sizes(panels, HOUR - FROM, FROM)
    notes = [f"{old / _MB:.0f} to {new / _MB:.0f} MB, {name}" for old, new in zip(before, after, strict=True)]
    yield Row.of("memory", "", after[0] / before[0], notes[0])
    yield Row.of("engine_memory", "", (after[1] - before[1]) / _MB, notes[1])


def _sizes(panels: tuple[str, ...], seconds: float, warm: float) -> tuple[str, list[float], list[float]]:
    name = panel_of(panels)
    order = {"concept": name, "preset": playing_preset(name), "seconds": seconds, "warm": warm}
    found = probe({"first": name, "memory": order}, seconds + warm + _PATIENCE)["memory"]
    return name, found["before"], found["after"]


def panel_of(panels: tuple[str, ...]) -> str:
    """A panel that trains with a small state: what a run keeps of its states hides no other growth."""
    if PANEL in panels:
        return PANEL
    trains = [panel for panel in panels if catalog.declaration(panel).card.weights] or panels
    return min(trains, key=lambda panel: sum(storages(started(panel, playing_preset(panel)).state).values()))
