"""What is done to the window while the stall meter watches: opening, presets, themes, exports."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground.commands.bench.script import Script, waiting
from playground.ui.controller.screen import THEMES

if TYPE_CHECKING:
    from playground.commands.bench.stall import Held, StallMeter
    from playground.ui.controller.controller import Controller

SETTLE = 0.4  # s in which what an act has put off is done as well


def script(
    controller: Controller, meter: StallMeter, found: dict[str, Held], concept: str, presets: list[str], finish: bool
) -> Script:
    """All acts at one panel.

    Args:
        controller: of the window.
        meter: of its event loop.
        found: where the longest times go, under "ID.figure".
        concept: the panel.
        presets: those that are chosen one after the other.
        finish: whether its export is waited for, and not called off once it has begun.
    """
    controller.opening.gallery()
    yield waiting(SETTLE)

    def newest() -> Any:
        panel = controller.state.panel
        return panel.frame if panel is not None and panel.declaration.id == concept else None

    def another(former: Any) -> Callable[[], bool]:
        return lambda: newest() is not None and newest() is not former

    former = newest()
    meter.start()
    controller.presets.show(concept)
    yield another(former)
    yield waiting(SETTLE)
    found[f"{concept}.held_open"] = meter.read()

    meter.start()
    for preset in presets:
        former = newest()
        controller.presets.choose(preset)
        yield another(former)
        yield waiting(SETTLE)
    found[f"{concept}.held_presets"] = meter.read()

    meter.start()
    for theme in (*THEMES[1:], THEMES[0]):
        controller.screen.set_theme(theme)
        yield waiting(SETTLE / 2)
    found[f"{concept}.held_themes"] = meter.read()

    meter.start()
    yield from _export(controller, finish)
    found[f"{concept}.held_exports"] = meter.read()


def _export(controller: Controller, finish: bool) -> Script:
    from playground.ui.controller.exports import Choice

    exports, launched = controller.exports, []
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
        yield lambda: controller.state.export is None
    exports.launch = launch
    yield waiting(SETTLE / 2)
