"""What is done to the window while the stall meter watches: opening, presets, themes, exports."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground.commands.bench.probe import Script, waiting
from playground.ui.controller.screen import THEMES

if TYPE_CHECKING:
    from playground.commands.bench.probe import Probe

SETTLE = 0.4  # s in which what an act has put off is done as well


def script(probe: Probe, concept: str, presets: list[str], finish: bool) -> Script:
    """All acts at one panel; what was found is kept by the probe under "ID.figure".

    Args:
        probe: of the window.
        concept: the panel.
        presets: those that are chosen one after the other.
        finish: whether its export is waited for, and not called off once it has begun.
    """
    controller = probe.controller
    controller.opening.gallery()
    yield waiting(SETTLE)

    def is_new(frame: Any) -> Callable[[], bool]:
        def test() -> bool:
            panel, now = controller.state.panel, probe.frame()
            return panel is not None and panel.declaration.id == concept and now is not None and now is not frame

        return test

    def held(figure: str) -> None:
        probe.results["acts"][f"{concept}.{figure}"] = probe.meter.read()

    former = probe.frame()
    probe.meter.start()
    controller.presets.show(concept)
    yield is_new(former)
    yield waiting(SETTLE)
    held("held_open")

    probe.meter.start()
    for preset in presets:
        former = probe.frame()
        controller.presets.choose(preset)
        yield is_new(former)
        yield waiting(SETTLE)
    held("held_presets")

    probe.meter.start()
    for theme in (*THEMES[1:], THEMES[0]):
        controller.screen.set_theme(theme)
        yield waiting(SETTLE / 2)
    held("held_themes")

    probe.meter.start()
    yield from _export(probe, finish)
    held("held_exports")


def _export(probe: Probe, finish: bool) -> Script:
    from playground.ui.controller.exports import Choice

    exports, launched = probe.controller.exports, []
    launch = exports.launch

    def counted() -> Any:
        launched.append(True)
        return launch()

    exports.launch = counted
    with tempfile.TemporaryDirectory() as folder:
        exports.start(Choice(".png", (640, 360)), str(Path(folder) / "picture.png"))
        yield lambda: bool(launched)
        yield waiting(SETTLE / 2)
        if not finish:
            exports.cancel()
        yield lambda: probe.controller.state.export is None
    exports.launch = launch
    yield waiting(SETTLE / 2)
