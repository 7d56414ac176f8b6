"""Pictures without words, as cards show them: of the gallery, which ship, and of presets, which are drawn at home."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

# Computing first: on Windows torch cannot be loaded after Qt in one process.
from playground.engine.run.session import Session  # isort: skip
from playground.engine.run.shipped_starts import shipped  # isort: skip
from playground.engine.run.starting import at_telling_step, begin  # isort: skip
from PIL import Image
from PySide6.QtGui import QImage

from playground import catalog
from playground.engine.errors import BadInput
from playground.engine.files import write_bytes
from playground.engine.frame import Frame, PlotView, View
from playground.export.shots import sight
from playground.figures.figure import Figure
from playground.figures.layers import Curve, Layer, Text
from playground.lecture.thumbnails import preset_picture
from playground.render.still import png, save_png, still
from playground.render.tokens import SPACING, THEMES, Theme
from playground.resources import roots

THUMBNAIL = (512, 288)  # twice a card at 1280
THUMBNAIL_SCALE = 1.5
PLANE_HEIGHT = 400  # of which a card shows the middle: a plane as wide as a card would be mostly empty


def ship() -> Iterator[Path]:
    """Draws what ships: every panel and door at its telling step in every theme, in place of the pictures in assets."""
    folder = _assets() / "thumbnails"
    folder.mkdir(exist_ok=True)
    plots = {name: door.plot for name, (_, door) in catalog.doors().items()}
    for name in (*catalog.ids(), *plots):
        session = at_preset(name)
        for theme in THEMES.values():
            path = folder / f"{name}-{theme.name}.png"
            write_bytes(path, _of_few_colours(png(thumbnail(session, theme, plots.get(name, "")))))
            yield path


def _of_few_colours(picture: bytes) -> bytes:
    """A PNG with 256 colours of its own, which the eye takes for all of them, in less than half the room."""
    written = BytesIO()
    drawn = Image.open(BytesIO(picture)).convert("RGB")
    drawn.quantize(256, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()


def draw_presets(concept_id: str, folder: Path, theme: Theme) -> Iterator[Path]:
    """Draws the presets of a panel at their telling steps; pictures that are there stay."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder} cannot be made: {(error.strerror or str(error)).lower()}", "out") from None
    concept = catalog.load(catalog.resolve(concept_id).panel)
    for name, preset in catalog.presets(concept.id).items():
        path = preset_picture(folder, name, theme.name)
        if not path.exists():
            session = shipped(begin(concept, preset), int(preset.get("steps", 0)))
            session.seek(int(preset.get("steps", 0)))
            save_png(thumbnail(session, theme), path)
            yield path


def thumbnail(session: Session, theme: Theme, plot: str = "") -> QImage:
    """One plot alone, up to the border and without words, as a card of the gallery shows it.

    Args:
        session: at the step that is shown.
        theme: the theme.
        plot: its name; empty: the main one.
    """
    shown = sight(session)
    figure = shown.frame_for(View()).figure
    assert figure is not None, "what a panel shows first can be observed"
    width, height = THUMBNAIL
    main = bare(figure, plot).main
    tall = PLANE_HEIGHT if main.plane else height
    seen: list[PlotView] = []

    def watched(view: View) -> Frame:
        if main.name in view.plots:
            seen.append(view.plots[main.name])
        return shown.frame_for(view)

    def drawn(size: tuple[int, int]) -> QImage:
        return still(
            replace(shown, frame_for=watched, visible=partial(bare, plot=plot)), size, theme, scale=THUMBNAIL_SCALE
        )

    drawn((width, tall))
    around_x, around_y = width - seen[-1].width, tall - seen[-1].height
    image = drawn((width + around_x, tall + around_y))
    below = round(SPACING.stage[1] * THUMBNAIL_SCALE)
    return image.copy(around_x // 2, around_y - below + (tall - height) // 2, width, height)


def bare(figure: Figure, plot: str = "") -> Figure:
    """One plot alone, without words and axes; one of curves, or without ticks, keeps its own ranges.

    Args:
        figure: that has it.
        plot: its name; empty: the one that the figure has for its face, or the main one.
    """
    name = plot or figure.face
    one = next(each for each in figure.plots if each.name == name) if name else figure.main
    layers = tuple(_silent(layer) for layer in one.layers if not isinstance(layer, Text))
    curves = any(isinstance(layer, Curve) for layer in one.layers)
    stretched = one.axes and not one.plane and (curves or (not one.x.ticks and not one.y.ticks))
    x, y = (replace(axis, label="", ticks=False) if curves else axis for axis in (one.x, one.y))
    alone = replace(one, title="", unit="", x=x, y=y, main=True, axes=stretched, mouse=(), layers=layers)
    return Figure(plots=(alone,))


def _silent(layer: Layer) -> Layer:
    words: dict[str, Any] = {name: "" for name in ("text", "hover", "bar", "key") if hasattr(layer, name)}
    return replace(layer, **words)


def at_preset(concept_id: str) -> Session:
    """A panel at its first preset, or at that of a door, at its telling step."""
    entrance = catalog.resolve(concept_id)
    return at_telling_step(catalog.load(entrance.panel), catalog.preset_at(entrance))


def _assets() -> Path:
    found = [root for root in roots() if root.is_dir()]
    if not found:
        raise BadInput(f"assets is missing: looked in {', '.join(map(str, roots()))}", "assets")
    return found[0]
