"""Several panels in one figure, in mm and points: their places, their letters, one legend for marks that agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from playground.figures.figure import Figure
from playground.lecture.figure_recipe import FigureRecipe, PanelRecipe
from playground.lecture.lesson import Beat
from playground.lecture.visibility import visible
from playground.render.camera import Camera
from playground.render.key import ROW, KeyEntry, Put, flow
from playground.render.key_marks import draw_mark, mark_width
from playground.render.look import FigureLook
from playground.render.slide import Sight
from playground.render.tokens import SPACING, STYLES, THEMES

INCH = 25.4  # mm
POINTS = 72  # an inch
_SHAPE = 0.75  # height of a row as a share of a column's width
_HEAD = 22  # px at factor 1 of the row with letter and title
_AFTER_MARK = 6


@dataclass(frozen=True, slots=True)
class Place:
    """Where a panel stands, in px of the figure.

    Attributes:
        x, y, width, height: of the cell.
        head: the height of the row with its letter and title; 0: the letter stands in the margin.
    """

    x: int
    y: int
    width: int
    height: int
    head: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """A panel with what it shows.

    Attributes:
        recipe: what was asked for.
        sights: its runs, one to four.
    """

    recipe: PanelRecipe
    sights: tuple[Sight, ...]


class Sheet:
    """A figure that was taken and can be drawn; its px are those of its dots an inch, in every format.

    Attributes:
        recipe: what was asked for.
        size: width and height in px.
        notes: sentences about what had no room.
    """

    def __init__(self, recipe: FigureRecipe, parts: Sequence[Part]) -> None:
        """Needs an application object. Use it by `taken`, which closes its cameras."""
        self.recipe, self._parts = recipe, parts
        self.theme = THEMES[recipe.theme]
        self._factor = recipe.text * recipe.dpi / POINTS / STYLES["caption"].px
        self._look = FigureLook(self.theme, self._factor)
        self._legend: tuple[KeyEntry, ...] = ()
        self._cameras: list[Camera] = []
        self.places, self.size = self._arrange(0)
        self.notes: list[str] = []

    def take(self, stack: ExitStack) -> None:
        """Takes every panel; its cameras live as long as the stack."""
        if self.recipe.legend == "common" and len(self._parts) > 1:
            with ExitStack() as trial:
                self._legend = agreeing([_meanings(camera) for camera in self._shoot(trial)])
            rows = self._rows[-1].row + 1 if self._legend else 0
            self.places, self.size = self._arrange(rows * self._look.px(ROW))
        self._cameras = self._shoot(stack)
        words = frozenset(entry.words for entry in self._legend)
        for camera, part in zip(self._cameras, self._parts, strict=True):
            if words:
                for view in camera.views:
                    for box in view.boxes.values():
                        box.key_line.leave_out(words)
                camera.take(part.sights)
        self.notes = list(self._left_out())

    def _shoot(self, stack: ExitStack) -> list[Camera]:
        cameras = []
        for part, place in zip(self._parts, self.places, strict=True):
            size = (place.width, max(1, place.height - place.head))
            cameras.append(stack.enter_context(Camera(size, self.theme, scale=self._factor)))
            cameras[-1].take(part.sights)
        return cameras

    def _left_out(self) -> Iterator[str]:
        for letter, part, camera in zip(self.letters, self._parts, self._cameras, strict=True):
            figure = camera.views[0].figure
            missing = [plot.name for plot in figure.plots if plot.name not in camera.views[0].boxes] if figure else []
            if missing and not part.recipe.plots:
                named = letter or f"number {self._parts.index(part) + 1}"
                yield f"panel {named} has no room for {', '.join(missing)}: say plots, or give it more width"

    # ---- places

    def _px(self, millimetres: float) -> float:
        return millimetres / INCH * self.recipe.dpi

    def _arrange(self, below: int) -> tuple[list[Place], tuple[int, int]]:
        """The places of the panels, and the size of the whole with so many px of legend below."""
        recipe = self.recipe
        columns, gap, width = recipe.in_a_row, self._px(recipe.gap), round(self._px(recipe.millimetres))
        wide = (width - gap * (columns - 1)) / columns
        cells: list[tuple[int, int, int]] = []  # row, column, columns
        row = column = 0
        for part in self._parts:
            if column + part.recipe.columns > columns:
                row, column = row + 1, 0
            cells.append((row, column, part.recipe.columns))
            column += part.recipe.columns
        rows = row + 1
        headed = [bool(part.recipe.title) or len(part.sights) > 1 for part in self._parts]
        heads = [0] * rows
        for (in_row, _, _), has in zip(cells, headed, strict=True):
            heads[in_row] = max(heads[in_row], self._look.px(_HEAD) if has else 0)
        if recipe.height is None:
            talls = [_SHAPE * wide + head for head in heads]
            height = round(sum(talls) + gap * (rows - 1)) + below
        else:
            height = round(self._px(recipe.height))
            talls = [(height - below - gap * (rows - 1) - sum(heads)) / rows + head for head in heads]
        tops = [sum(talls[:i]) + gap * i for i in range(rows)]
        places = []
        for has, (in_row, column, many) in zip(headed, cells, strict=True):
            left, top = column * (wide + gap), tops[in_row]
            x, y, right, bottom = map(round, (left, top, left + many * (wide + gap) - gap, top + talls[in_row]))
            places.append(Place(x, y, right - x, bottom - y, self._look.px(_HEAD) if has else 0))
        return places, (width, height)

    @property
    def letters(self) -> list[str]:
        """The letter of each panel; empty where none are wanted."""
        form = self.recipe.letters
        return [
            form.replace("a", chr(97 + i)).replace("A", chr(65 + i)) if form else "" for i in range(len(self._parts))
        ]

    @property
    def _rows(self) -> list[Put]:
        """The legend's entries from left to right, in as many rows as they need."""
        return flow(self._legend, self._look, self.size[0] - 2 * self._look.px(SPACING.stage[0]))

    @property
    def legend(self) -> tuple[str, ...]:
        """The words of the common legend."""
        return tuple(entry.words for entry in self._legend)

    # ---- drawing

    def paint(self, painter: QPainter) -> None:
        """Draws the figure on a device that keeps paths and words."""
        clear = self.recipe.ground == "clear"
        if not clear:
            painter.fillRect(QRectF(0, 0, *self.size), QColor(self.theme.surface))
        for camera, place in zip(self._cameras, self.places, strict=True):
            camera.paint(painter, QPointF(place.x, place.y + place.head), clear=clear)
        self._around(painter)

    def paint_pixels(self, painter: QPainter) -> None:
        """Draws the figure on a picture, each panel by pixels as the window has it."""
        clear = self.recipe.ground == "clear"
        if not clear:
            painter.fillRect(QRectF(0, 0, *self.size), QColor(self.theme.surface))
        for camera, place in zip(self._cameras, self.places, strict=True):
            painter.drawImage(place.x, place.y + place.head, camera.cut_out() if clear else camera.picture())
        self._around(painter)

    def _around(self, painter: QPainter) -> None:
        """Letters, titles and the common legend."""
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        look, middle = self._look, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        bold, plain = look.font("plot title"), look.font("body strong")
        painter.setPen(QColor(self.theme.text))
        for letter, part, place in zip(self.letters, self._parts, self.places, strict=True):
            top, high = (place.y, place.head) if place.head else (place.y + look.px(SPACING.stage[1]), look.px(28))
            painter.setFont(bold)
            painter.drawText(QRectF(place.x, top, place.width, high), middle, letter)
            x = place.x + look.px(SPACING.stage[0]) if letter else place.x
            x = max(x, place.x + round(QFontMetricsF(bold).horizontalAdvance(letter)) + look.px(_AFTER_MARK))
            if part.recipe.title:
                words = QFontMetricsF(plain).elidedText(
                    part.recipe.title, Qt.TextElideMode.ElideRight, place.x + place.width - x
                )
                painter.setFont(plain)
                painter.drawText(QRectF(x, top, place.x + place.width - x, high), middle, words)
        self._paint_legend(painter)

    def _paint_legend(self, painter: QPainter) -> None:
        look, middle = self._look, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        put, high = self._rows if self._legend else [], self._look.px(ROW)
        top = self.size[1] - (put[-1].row + 1) * high if put else 0
        for one in put:
            x, y = look.px(SPACING.stage[0]) + one.x, top + one.row * high
            for mark in one.entry.marks:
                wide = mark_width(mark, look)
                draw_mark(painter, mark, QRectF(x, y, wide, high), look)
                x += wide + look.px(_AFTER_MARK)
            painter.setFont(look.font("caption"))
            painter.setPen(QColor(self.theme.muted))
            painter.drawText(QRectF(x, y, self.size[0] - x, high), middle, one.words)


@contextmanager
def taken(recipe: FigureRecipe, parts: Sequence[Part]) -> Iterator[Sheet]:
    """A figure that can be drawn; needs an application object."""
    sheet = Sheet(recipe, parts)
    with ExitStack() as stack:
        sheet.take(stack)
        yield sheet


def chosen(sight: Sight, plots: Sequence[str], badges: bool = False) -> Sight:
    """A run as a figure shows it.

    Args:
        sight: the run.
        plots: those that are shown, the first one large; none are named: all that have room.
        badges: whether they say how far they can be trusted.
    """
    beat = Beat(plots=list(plots))

    def shown(figure: Figure) -> Figure:
        found = visible(figure, beat)
        return found if badges else replace(found, plots=tuple(replace(plot, badge="") for plot in found.plots))

    return replace(sight, visible=shown)


def _meanings(camera: Camera) -> list[KeyEntry]:
    return [entry for view in camera.views for box in view.boxes.values() for entry in box.key_line.meanings]


def agreeing(found: Sequence[Sequence[KeyEntry]]) -> tuple[KeyEntry, ...]:
    """The entries that mean the same in at least two panels, and in no panel something else."""
    first: dict[str, KeyEntry] = {}
    where: dict[str, set[int]] = {}
    apart: set[str] = set()
    for number, entries in enumerate(found):
        for entry in entries:
            known = first.setdefault(entry.words, entry)
            where.setdefault(entry.words, set()).add(number)
            if _looks(known) != _looks(entry):
                apart.add(entry.words)
    return tuple(entry for words, entry in first.items() if len(where[words]) > 1 and words not in apart)


def _looks(entry: KeyEntry) -> tuple[object, ...]:
    """How an entry's marks are drawn, whatever their data."""
    return tuple(
        (type(mark.layer), mark.layer.role, mark.slots, mark.hollow, getattr(mark.layer, "dash", ""))
        for mark in entry.marks
    )
