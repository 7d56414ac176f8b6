"""Where the plots of a figure stand: arithmetic alone, the same for the same size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playground.figures.figure import Figure, Plot
from playground.render.look import FigureLook
from playground.render.tokens import SPACING, WIDE

Box = tuple[int, int, int, int]

_MAIN_SHARE = 21 / 31  # of the height, over a row of side plots
_SHARES = (0.3, 0.85)  # of the stage that a figure may ask for
_STACK = 0.66  # the main plot's share of the width beside two or more stacked plots
_TALL = 1.25  # weight of a plane or picture among stacked side plots


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Which plots are shown where.

    Attributes:
        boxes: plot name to (x, y, width, height) in px, in reading order.
        chosen_from: the plots that share the main place, or empty when all are shown.
    """

    boxes: dict[str, Box]
    chosen_from: tuple[str, ...] = ()


def arrange(figure: Figure, width: int, height: int, look: FigureLook, chosen: str = "") -> Arrangement:
    """The boxes of a figure's plots on a stage.

    Args:
        figure: what is shown.
        width: of the stage in px.
        height: of the stage in px.
        look: gives margins and the theme's share.
        chosen: the plot in the main place where not all have room.
    """
    if look.lecture:
        margin_x = margin_y = look.px(SPACING.lecture_margin)
        gap = look.px(SPACING.lecture_gap)
    else:
        margin_x, margin_y = (look.px(side) for side in SPACING.stage)
        gap = look.px(SPACING.gap)
    inner: Box = (margin_x, margin_y, max(1, width - 2 * margin_x), max(1, height - 2 * margin_y))
    main = figure.main
    pair = tuple(plot for plot in figure.plots if plot.main)[:2]
    sides = tuple(plot for plot in figure.plots if plot is not main)
    if not sides:
        return Arrangement({main.name: inner})
    if figure.even:
        boxes = _grid(figure.plots, inner, gap, look)
    elif len(pair) == 2:
        boxes = _large_over(pair, tuple(plot for plot in sides if plot not in pair), inner, gap, _MAIN_SHARE)
    elif width >= WIDE * height and not figure.wide:
        boxes = _column(main, sides, inner, gap, _share(figure, look.theme.side if len(sides) == 1 else _STACK))
    else:
        boxes = _large_over((main,), sides, inner, gap, _share(figure, _MAIN_SHARE))
    if _have_room(boxes, sides, look):
        return Arrangement(boxes)
    names = tuple(plot.name for plot in figure.plots)
    some = dict[str, Box]()
    if figure.even:
        some = _some_of_grid(figure.plots, chosen, inner, gap, look)
    elif len(pair) == 2:
        some = _some_below(pair, sides, chosen, inner, gap, look)
    if some:
        return Arrangement(some, names)
    both = _side_by_side(pair, inner, gap)
    if len(pair) == 2 and chosen not in set(names) - set(both) and _have_room(both, pair, look):
        return Arrangement(both, names)
    beside = _beside(figure, chosen, width, height, inner, gap, look)
    if beside:
        return Arrangement(beside, names)
    return Arrangement({chosen if chosen in names else main.name: inner}, names)


def _beside(
    figure: Figure, chosen: str, width: int, height: int, inner: Box, gap: int, look: FigureLook
) -> dict[str, Box]:
    """The main plot and what has room beside or below it, with the chosen plot among them; or nothing.

    Beside a plane stands one plot, since a plane uses no more than its height; below a wide plot as many as can.
    """
    main = figure.main
    others = [plot for plot in figure.plots if plot is not main]
    if figure.wide:
        return _some_below((main,), others, chosen, inner, gap, look, _share(figure, _MAIN_SHARE))
    square = main.plane and width >= WIDE * height
    if not square or any(plot.main for plot in others):
        return {}
    side = next((plot for plot in others if plot.name == chosen), others[0])
    boxes = _column(main, (side,), inner, gap, _share(figure, look.theme.side))
    return boxes if _have_room(boxes, (side,), look) else {}


def _some_below(
    large: Sequence[Plot],
    sides: Sequence[Plot],
    chosen: str,
    inner: Box,
    gap: int,
    look: FigureLook,
    share: float = 0.0,
) -> dict[str, Box]:
    """One or two large plots over as many of the others as have room in a row, the chosen one the last; or nothing."""
    others = [plot for plot in sides if plot not in large]
    for count in range(len(others) - 1, 0, -1):
        shown = _with(others, count, chosen)
        boxes = _large_over(large, shown, inner, gap, share or _MAIN_SHARE)
        if _have_room(boxes, (*large[1:], *shown), look):
            return boxes
    return {}


def _have_room(boxes: dict[str, Box], plots: Sequence[Plot], look: FigureLook) -> bool:
    """Whether these plots are large enough to be read."""
    return all(_is_readable(*boxes[plot.name][2:], look) for plot in plots)


def _is_readable(width: int, height: int, look: FigureLook) -> bool:
    return width >= look.px(SPACING.side_min[0]) and height >= look.px(SPACING.side_min[1])


def _grid(plots: Sequence[Plot], inner: Box, gap: int, look: FigureLook) -> dict[str, Box]:
    """Equal boxes in rows, the last of which may be short.

    There are as many columns as give each the largest square, among those numbers at which all can be read, if any.
    """
    x, y, width, height = inner
    count = len(plots)

    def sizes(columns: int) -> tuple[int, int]:
        rows = -(-count // columns)
        return (width - gap * (columns - 1)) // columns, (height - gap * (rows - 1)) // rows

    columns = max(range(1, count + 1), key=lambda n: (_is_readable(*sizes(n), look), min(sizes(n))))
    wide, tall = sizes(columns)
    return {
        plot.name: (x + i % columns * (wide + gap), y + i // columns * (tall + gap), wide, tall)
        for i, plot in enumerate(plots)
    }


def _some_of_grid(plots: Sequence[Plot], chosen: str, inner: Box, gap: int, look: FigureLook) -> dict[str, Box]:
    """As many of equal plots as have room, two at least, the chosen one the last; or nothing."""
    for count in range(len(plots) - 1, 1, -1):
        shown = _with(plots, count, chosen)
        boxes = _grid(shown, inner, gap, look)
        if _have_room(boxes, shown, look):
            return boxes
    return {}


def _with(plots: Sequence[Plot], count: int, chosen: str) -> list[Plot]:
    """The first of the plots, the chosen one for the last if it were not among them."""
    return [*plots[: count - 1], next((plot for plot in plots[count:] if plot.name == chosen), plots[count - 1])]


def _large_over(large: Sequence[Plot], sides: Sequence[Plot], inner: Box, gap: int, share: float) -> dict[str, Box]:
    """One or two large plots side by side, and the others in a row below."""
    x, y, width, height = inner
    tall = round((height - gap) * share) if sides else height
    boxes = _side_by_side(large, (x, y, width, tall), gap)
    return boxes | _side_by_side(sides, (x, y + tall + gap, width, height - tall - gap), gap)


def _side_by_side(plots: Sequence[Plot], room: Box, gap: int) -> dict[str, Box]:
    x, y, width, height = room
    if not plots:
        return {}
    wide = (width - gap * (len(plots) - 1)) // len(plots)
    return {plot.name: (x + i * (wide + gap), y, wide, height) for i, plot in enumerate(plots)}


def _share(figure: Figure, usual: float) -> float:
    """The main plot's share of the stage."""
    return min(_SHARES[1], max(_SHARES[0], figure.share)) if figure.share else usual


def _column(main: Plot, sides: Sequence[Plot], inner: Box, gap: int, share: float) -> dict[str, Box]:
    x, y, width, height = inner
    left = round((width - gap) * share)
    boxes = {main.name: (x, y, left, height)}
    weights = [_TALL if plot.plane or not plot.axes else 1.0 for plot in sides]
    top = y
    free = height - gap * (len(sides) - 1)
    for i, plot in enumerate(sides):
        tall = round(free * weights[i] / sum(weights)) if i < len(sides) - 1 else y + height - top
        boxes[plot.name] = (x + left + gap, top, width - left - gap, tall)
        top += tall + gap
    return boxes
