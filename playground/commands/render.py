"""`playground render`: stills, films, the sheet of all panels and the thumbnails, by the window's painters."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

# Computing first: on Windows torch cannot be loaded after Qt in one process.
from playground.engine.run.session import Session  # isort: skip
from playground.engine.run.starting import at_telling_step  # isort: skip
from PySide6.QtGui import QImage

from playground import catalog
from playground.commands import Outcome
from playground.commands.filming import check_options, drawing, film, lesson_film
from playground.commands.run import play_session, report
from playground.commands.run_arguments import cast_of, play_all
from playground.engine.errors import BadInput, unknown
from playground.engine.files import check_target
from playground.engine.frame import Frame, PlotView, View
from playground.export.shots import shot, sight
from playground.export.stills import title_of, write_still
from playground.figures.figure import Figure
from playground.figures.layers import Curve, Layer, Text
from playground.lecture.shipped_lessons import names_lesson
from playground.render.camera import Camera
from playground.render.formats import format_of
from playground.render.still import save_png, sheet, still
from playground.render.tokens import SPACING, THEMES, Theme, factor
from playground.resources import roots

THUMBNAIL = (512, 288)  # twice a card at 1280
THUMBNAIL_SCALE = 1.5
PLANE_HEIGHT = 400  # of which a card shows the middle: a plane as wide as a card would be mostly empty
SHEET_CELL = (960, 540)  # Qt draws no picture higher than 32,767 px: rows for 58 panels


def main(args: Namespace) -> Outcome:
    """Draws what was asked for; without --out, --sheet or --thumbnails there is nothing to do."""
    theme = THEMES.get(args.theme)
    if theme is None:
        raise unknown("theme", args.theme, THEMES)
    if args.sheet or args.thumbnails:
        if args.concept is not None or args.out is not None:
            raise BadInput("--sheet and --thumbnails draw every concept: leave out ID and --out", "sheet")
        return _every_concept(args)
    if args.concept is None:
        raise BadInput("ID is missing: which concept is to be drawn", "ID")
    if args.out is None:
        raise BadInput("--out is missing: where the picture goes", "out")
    form = format_of(args.out)
    check_options(args, form)
    check_target(args.out)
    if names_lesson(args.concept):
        if form.kind != "film":
            raise BadInput(f"{args.concept} is a lesson: --out must end in .mp4, .gif or .webp", "out")
        return lesson_film(args, theme)
    if form.kind == "film":
        return film(args, theme)
    session, notes = play_session(args)
    cast = cast_of(args, session)
    play_all(cast, session.step, [[] for _ in cast.sessions])
    with drawing(), Camera(args.size, theme, scale=factor(theme, args.size[1], args.scale / 100)) as camera:
        camera.take(shot(cast).sights)
        write_still(args.out, camera, title_of(session), words=args.words or "text", clear=args.clear)
    outcome = report(args, session, notes)
    return outcome if args.json else replace(outcome, text=f"{args.out}: {outcome.text.splitlines()[0]}")


def picture(session: Session, size: tuple[int, int], theme: Theme, scale: float) -> QImage:
    """The figure of a session's present step, at a size in px and a factor of texts and marks."""
    return still(sight(session), size, theme, scale=scale)


def _every_concept(args: Namespace) -> Outcome:
    """The sheet, the thumbnails, or both."""
    written = []
    if args.sheet:
        check_target(args.sheet)
    with drawing():
        if args.sheet:
            cells = [(session, one) for session in map(at_preset, catalog.ids()) for one in THEMES.values()]
            pictures = [picture(session, SHEET_CELL, one, factor(one, SHEET_CELL[1])) for session, one in cells]
            save_png(sheet(pictures, len(THEMES)), args.sheet)
            written.append(str(args.sheet))
        if args.thumbnails:
            folder = _assets() / "thumbnails"
            folder.mkdir(exist_ok=True)
            plots = {name: door.plot for name, (_, door) in catalog.doors().items()}
            for name in (*catalog.ids(), *plots):
                session = at_preset(name)
                for theme in THEMES.values():
                    path = folder / f"{name}-{theme.name}.png"
                    save_png(thumbnail(session, theme, plots.get(name, "")), path)
                    written.append(str(path))
    return Outcome("\n".join(written))


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
        plot: its name; empty: the main one.
    """
    one = next(each for each in figure.plots if each.name == plot) if plot else figure.main
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
