"""One step as a file: PNG, SVG or PDF, by the ending of its name."""

from __future__ import annotations

from pathlib import Path

from playground.engine.run.session import Session
from playground.export.drawing import Words, write_pdf, write_svg
from playground.render.camera import Camera
from playground.render.still import save_png


def write_still(path: str | Path, camera: Camera, title: str, *, words: Words = "text", clear: bool = False) -> None:
    """Writes what the camera shows.

    Args:
        path: where; the ending says in which format.
        camera: has taken a frame.
        title: of a drawing.
        words: whether an SVG has its words as text or as paths.
        clear: without the ground.

    Raises:
        BadInput: the file cannot be written.
    """
    suffix = Path(path).suffix.lower()
    if suffix == ".svg":
        write_svg(path, camera, title, words=words, clear=clear)
    elif suffix == ".pdf":
        write_pdf(path, camera, title, clear=clear)
    else:
        save_png(camera.cut_out() if clear else camera.picture(), path)


def title_of(session: Session) -> str:
    """What a drawing is called: the panel, its seed and its step."""
    return f"{session.concept.declaration.card.title}, seed {session.seed}, step {session.step}"
