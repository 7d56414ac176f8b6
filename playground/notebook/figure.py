"""Runs of a notebook, or panels by name, in one figure: `playground.figure([...])`."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Computing first: on Windows torch cannot be loaded after Qt in one process.
from playground.engine.run.comparison import Cast  # isort: skip

from playground.commands.figure import panel_named, part_of, part_of_runs
from playground.engine.errors import BadInput
from playground.engine.files import write_bytes
from playground.engine.run.record import store
from playground.lecture.figure_recipe import FigureRecipe, PanelRecipe, checked_recipe, recipe_text
from playground.lecture.link import to_link
from playground.notebook.live_picture import draw_in_place
from playground.notebook.session import NotebookSession
from playground.render.formats import format_of

Asked = NotebookSession | str | dict[str, Any]


@dataclass(frozen=True, slots=True)
class NotebookFigure:
    """A figure; as the last line of a cell it is a picture.

    Attributes:
        recipe: by which it can be made again.
        sessions: the runs that were given, by the number of their panel, as they stand.
    """

    recipe: FigureRecipe
    sessions: tuple[NotebookSession | None, ...]

    def save(self, path: str | Path) -> NotebookFigure:
        """Write it, with its recipe in it, as F.pdf, F.svg or F.png; or the recipe alone as F.figure.toml.

        Raises:
            BadInput: the file cannot be written.
        """
        if str(path).endswith(".toml"):
            write_bytes(path, recipe_text(self.recipe).encode())
        else:
            write_bytes(path, self._drawn(format_of(path).suffix))
        return self

    def _drawn(self, suffix: str) -> bytes:
        from playground.export.figure_file import figure_bytes
        from playground.export.sheet import taken

        def draw() -> bytes:
            pairs = list(zip(self.recipe.panels, self.sessions, strict=True))
            parts = [
                part_of(panel, None, self.recipe.badges)
                if run is None
                else part_of_runs(panel, Cast((run._session,)), self.recipe.badges)
                for panel, run in pairs
            ]
            with taken(self.recipe, parts) as sheet:
                return figure_bytes(sheet, suffix)

        return draw_in_place(draw)

    def _repr_png_(self) -> bytes:
        return self._drawn(".png")

    def _mime_(self) -> tuple[str, str]:
        """What marimo shows."""
        return "image/png", "data:image/png;base64," + base64.b64encode(self._repr_png_()).decode()


def figure(panels: Sequence[Asked], **options: Any) -> NotebookFigure:
    """Several panels in one figure, with a, b, c, for a paper.

    Args:
        panels: runs as they stand, names as on the command line ("minimax:bilinear@90"), or tables of a recipe with
            `run` for a run: `{"run": run, "plots": ["plane"], "title": "30 steps"}`.
        **options: those of a recipe: width, height, columns, gap, text, letters, theme, ground, legend, badges, dpi.

    Raises:
        BadInput: a panel or an option is not allowed.
    """
    asked = [_panel(one) for one in panels]
    recipe = checked_recipe([panel for panel, _ in asked], options)
    return NotebookFigure(recipe, tuple(run for _, run in asked))


def _panel(asked: Asked) -> tuple[PanelRecipe, NotebookSession | None]:
    if isinstance(asked, str):
        return panel_named(asked), None
    table = dict(asked) if isinstance(asked, dict) else {"run": asked}
    run = table.pop("run", None)
    if run is None:
        return checked_recipe([table], {}).panels[0], None
    if not isinstance(run, NotebookSession):
        raise BadInput("a panel is neither a run, nor the name of a panel, nor a table with one", "panels")
    session = run._session
    return checked_recipe([table | {"scene": to_link(store(session))}], {}).panels[0], run
