"""`playground render`: stills, films, the sheet of all panels and the thumbnails, by the window's painters."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

# Computing first: on Windows torch cannot be loaded after Qt in one process.
from playground.engine.run.session import Session  # isort: skip
from PySide6.QtGui import QImage

from playground import catalog
from playground.commands import Outcome
from playground.commands.filming import check_options, drawing, film, lesson_film
from playground.commands.run import play_session, report
from playground.commands.run_arguments import cast_of, play_all
from playground.commands.thumbnails import at_preset, draw_presets, ship
from playground.engine.errors import BadInput, unknown
from playground.engine.files import check_target
from playground.export.shots import shot, sight
from playground.export.stills import title_of, write_still
from playground.lecture.shipped_lessons import names_lesson
from playground.render.camera import Camera
from playground.render.formats import format_of
from playground.render.still import save_png, sheet, still
from playground.render.tokens import THEMES, Theme, factor

SHEET_CELL = (960, 540)  # Qt draws no picture higher than 32,767 px: rows for 58 panels


def main(args: Namespace) -> Outcome:
    """Draws what was asked for; without --out, --sheet or --thumbnails there is nothing to do."""
    theme = THEMES.get(args.theme)
    if theme is None:
        raise unknown("theme", args.theme, THEMES)
    if args.thumbnails and args.concept is not None:
        if args.out is None:
            raise BadInput("--out is missing: the folder for the pictures of the presets", "out")
        with drawing():
            return Outcome("\n".join(map(str, draw_presets(args.concept, Path(args.out), theme))))
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
            written += map(str, ship())
    return Outcome("\n".join(written))
