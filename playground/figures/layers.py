"""The layer kinds. A layer holds its data and names a role; it never names a colour or a size.

A field of type `Values` takes an array, `Words` a list of words, `Number` a number, `Flag` a truth value, `TableRows`
rows: a tensor or array, a plain value, or the name of a number of the frame (see `playground.figures.values`). An empty
one is "". A `Template` such as "bound {bound}" is filled with the frame's numbers, formatted as declared, and with the
layer's own data by the names of its fields: "{heights}".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from playground.figures.values import Flag, Number, TableRows, Values, Words

Template: TypeAlias = str
# hero: the current result. second: beside it. theory: a bound or a law. ghost: before, or an old branch.
# now: the marker of this step. field: background arrows. muted: the rest. class: coloured by label.
# slot1 to slot8: the series palette, by slot. grid: hairlines that must stay behind all others, such as level sets.
Part = Literal["hero", "second", "theory", "ghost", "now", "field", "grid", "muted", "class", "positive", "negative"]
Slot = Literal["slot1", "slot2", "slot3", "slot4", "slot5", "slot6", "slot7", "slot8"]
Role = Part | Slot
# grey: from black to white, for pictures that a person knows as such.
ColorMap = Literal["sequential", "diverging", "binary", "grey"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """What all layers have.

    Attributes:
        name: unique in the plot; gestures and linked symbols refer to it.
        role: how it is drawn.
        show: the layer is hidden while it is false, zero, missing or None; "": it is always shown.
        part: in slow motion the layers of part 0 appear at once, then those of part 1, 2, ... one after another.
        outcome: hidden while the class is asked to predict.
        symbol: the formula symbols that this layer pictures, parted by spaces, linked both ways (see `texts.links`).
        linked: what its data stand for, such as "nodes". A datum under the cursor is ringed in all layers of the figure
            that name the same and have as many data. Points and nodes are data; so are the rows and columns of a square
            image, whose cell stands for a pair, or the rows alone of one whose columns stand for something else. It is
            a matter of the picture alone: nothing is logged.
        key: a template: what the mark means, in two or three words, for the caption line under the plot. Every layer
            whose meaning is not written beside it in the picture has one.
        moment: in slow motion the layer is seen during its own part alone; at rest it is seen if its part is the last
            of the moments of its plot. So a mark stands at one place after another while a step goes on.
    """

    name: str
    role: Role = "hero"
    show: Flag = ""
    part: int = 0
    outcome: bool = False
    symbol: str = ""
    linked: str = ""
    key: Template = ""
    moment: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Points(Layer):
    """Single points, by an atlas up to 20,000, as a density image above (or always if `density`).

    Attributes:
        xy: array (n, 2).
        labels: array (n,) of integers 0, 1, ...: palette slot and shape; empty: all in the role's colour.
        ids: array (n,) of stable integers that gestures name; empty: the row number.
        hollow: array (n,) of flags: drawn as rings.
        size: times the point size of the theme.
        density: always a density image.
        hover: a template over x, y, id and label shown beside the point under the cursor.
        text: a template on a plate at the free side of the first point.
        class_names: what the classes are called, by label; each that there is has its own entry in the key.
    """

    xy: Values
    labels: Values = ""
    ids: Values = ""
    class_names: Words = ""
    hollow: Values = ""
    size: float = 1.0
    density: bool = False
    hover: Template = ""
    text: Template = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring(Layer):
    """An empty ring of 2.3 points round each position, with an optional plate.

    Attributes:
        xy: array (n, 2) or (2,).
        text: a template, on a plate beside the first ring.
    """

    xy: Values
    text: Template = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines(Layer):
    """Curves or segments.

    Attributes:
        xy: array (n, 2), pieces parted by rows of NaN; or (n, 4) as x0 y0 x1 y1 segments.
        text: a template at the end of the line.
        dash: solid or one of the three dashes with a meaning.
        values: array (n,) colouring the pieces by a map; empty: the role's colour.
        widths: array (n,) from 0 to 1 of segments: from a hairline to 1.5 times the role's width; empty: all alike.
        halo: a short line of a hero or a slot has a halo, so that crossings can be followed; at most five on a plot.
            Without it the line is drawn in the fastest way.
        found: the cursor snaps to its corners; false for outlines over what the cursor should find instead.
        fade: how much of its strength each piece has lost at its first row, from 0 to 1, and none at its last: the
            tail of what moves. Of segments the first row is the faintest. With it `values` are how far each row is
            towards full strength, from 0 to 1, where pieces are parts of one path.
        plate: the text stands on a plate, for planes full of marks.
    """

    xy: Values
    text: Template = ""
    dash: Literal["auto", "solid", "dashed", "dotted"] = "auto"
    values: Values = ""
    widths: Values = ""
    halo: bool = True
    found: bool = True
    fade: float = 0.0
    plate: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Boundary(Layer):
    """The line w.x + b = 0 across the whole visible plane, with an optional tint of both sides.

    Attributes:
        wb: array (3,) = w1, w2, b, or (k, 3) for several lines; rows with w = 0 draw no line.
        tint: the half planes are tinted with the two class colours (first row only).
        margin: the distance of two dashed parallels; empty: none.
        text: a template at the line's end.
        margin_text: a template at the end of one of the parallels.
        fade: how much of its strength the line of the first row has lost, from 0 to 1, and none the last: the lines
            of the last steps behind the present one.
    """

    wb: Values
    tint: bool = False
    margin: Number = ""
    text: Template = ""
    margin_text: Template = ""
    fade: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrows(Layer):
    """Arrows with heads.

    Attributes:
        tails: array (n, 2) or (2,); empty: the origin.
        vectors: array (n, 2) or (2,): head minus tail, in data units.
        text: a template beside the first head.
        labels: array (n,) of class slots, for the role "class"; empty: the role's colour.
        field: lengths saturate and the arrows are centred, as a vector field; in the role "field" it is a background,
            in another it has that role's colour.
        handle: the head is a drag handle (a gesture names this layer).
        plate: the text stands on a plate wherever it is, for plots full of marks.
    """

    vectors: Values
    tails: Values = ""
    text: Template = ""
    labels: Values = ""
    field: bool = False
    handle: bool = False
    plate: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph(Layer):
    """Nodes with values or classes, and edges between them; the edges are kept as a picture while they stay.

    Attributes:
        xy: array (n, 2), where the nodes stand.
        pairs: array (m, 2) of integers: the rows of the two ends of each edge.
        values: array (n,) coloured by `color_map`; empty: the surface.
        color_map: which map.
        levels: the values at both ends; None: taken from the data, symmetric for diverging.
        labels: array (n,) of class slots, -1 for none; comes before `values`.
        ids: array (n,) of stable integers that gestures name; empty: the row number.
        sizes: array (n,) of degrees or the like: the area of a node grows with it; empty: all alike.
        widths: array (m,) of weights of the edges; empty: hairlines.
        strong: array (m,) of flags: edges that stand out.
        mark: array (n,) of flags: nodes with a ring.
        words: the names of the nodes; drawn inside where they fit.
        hover: a template over x, y and id shown beside the node under the cursor.
        scale: times the size of the nodes.
    """

    xy: Values
    pairs: Values
    values: Values = ""
    color_map: ColorMap = "diverging"
    levels: tuple[float, float] | None = None
    labels: Values = ""
    ids: Values = ""
    sizes: Values = ""
    widths: Values = ""
    strong: Values = ""
    mark: Values = ""
    words: Words = ""
    hover: Template = ""
    scale: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Regions(Layer):
    """Filled polygons.

    Attributes:
        xy: array (n, 2), polygons parted by rows of NaN.
        values: array (polygons,) coloured by `color_map`, or integers as classes if `classes`.
        edges: hairlines along the borders.
        words: a line of words for each polygon, shown beside it under the cursor.
        levels: the values at both ends of the map; None: taken from the data, symmetric for diverging.
        light: array (polygons,) from -1 to 1: how much darker or lighter than its colour each is, as a facet that lies
            away from the light or towards it; empty: all lie flat.
    """

    xy: Values
    values: Values = ""
    color_map: ColorMap = "sequential"
    classes: bool = False
    edges: bool = True
    words: Words = ""
    levels: tuple[float, float] | None = None
    light: Values = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Image(Layer):
    """A picture of numbers.

    Attributes:
        z: array (rows, columns), first row on top; or (rows, columns) of classes.
        color_map: which map.
        levels: the values at both ends; None: taken from the data, symmetric for diverging.
        extent: array (4,) = x0, x1, y0, y1; empty: one unit a cell.
        gaps: gaps of 1.5 px between cells (matrices and pixel pictures).
        bar: a colour bar with this label; empty: none.
        frame: a hairline round it.
        classes: the whole part of a number is a class, which gives the colour, and its fraction how strong that is.
        row_words, column_words: the names of the rows and of the columns; they stand at the axes, and the middle of the
            first column is 0, that of the last row too.
        linked_columns: what the columns stand for where that is not what the rows stand for.
        smooth: the cells are samples of a smooth field: what is between them is interpolated. Never for matrices.
        relief: shaded by its slope as a landscape is, lit from the top left; for smooth fields, too.
    """

    z: Values
    color_map: ColorMap = "sequential"
    levels: tuple[float, float] | None = None
    extent: Values = ""
    gaps: bool = False
    bar: str = ""
    frame: bool = True
    row_words: Words = ""
    column_words: Words = ""
    linked_columns: str = ""
    classes: bool = False
    smooth: bool = False
    relief: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters(Image):
    """A picture of numbers with a letter or a short word in each cell: a text, and how much of something each has.

    Cells without a number have the colour of the sheet.

    Attributes:
        words: what stands in the cells, row by row; "" leaves a cell empty.
        mark: array (rows, columns) of flags: cells with a strong frame.
    """

    words: Words = ""
    mark: Values = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles(Layer):
    """Small square pictures of numbers at places, such as what each unit of a net gives.

    Attributes:
        z: array (n, rows, columns), the first row of each on top.
        xy: array (n, 2), the middle of each.
        size: array (2,): the room of a tile in data units, across and up; the square is the largest that fits.
        ids: array (n,) of stable integers that gestures name; empty: the row number.
        mark: array (n,) of flags: tiles with a strong frame.
        color_map: which map.
        levels: the values at both ends.
        dots: array (n,): a dot in the corner of each tile, in the colour of the sign; none at 0.
        words: a line of words for each tile, shown beside it under the cursor.
        names: a line for each tile that stands left of it.
        smooth: the pictures are samples of smooth fields: what is between them is interpolated.
    """

    z: Values
    xy: Values
    size: Values
    dots: Values = ""
    ids: Values = ""
    mark: Values = ""
    color_map: ColorMap = "diverging"
    levels: tuple[float, float] = (-1.0, 1.0)
    words: Words = ""
    names: Words = ""
    smooth: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells(Layer):
    """Outlined cells of an image whose rows and columns are named, to be seen on every colour.

    Attributes:
        xy: array (n, 2): the middles of the cells.
    """

    xy: Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace(Layer):
    """The history of a recorded metric against the step or another metric; what lies after now is dotted.

    Attributes:
        series: the metric.
        against: another recorded metric, or empty for the step.
        text: a template at the now marker.
        log: the values are drawn as log10.
        stairs: constant between records.
        band: a metric pair "low high" drawn as a band.
    """

    series: str
    against: str = ""
    text: Template = "auto"
    log: bool = False
    stairs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve(Layer):
    """A function given by arrays (theory curves, sweeps), with an optional band.

    Attributes:
        x, y: arrays (n,).
        low, high: arrays (n,), the band; empty: none.
        text: a template at its right end.
        markers: a point at every x.
    """

    x: Values
    y: Values
    low: Values = ""
    high: Values = ""
    text: Template = ""
    markers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(Layer):
    """A straight line across the plot with its meaning on it.

    Attributes:
        value: where.
        across: horizontal or vertical.
        text: a template on the line.
        log: the value is drawn as log10.
    """

    value: Number
    across: Literal["horizontal", "vertical"] = "horizontal"
    text: Template = ""
    log: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars(Layer):
    """Bars over categories or bins.

    Attributes:
        heights: array (n,).
        edges: array (n + 1,) of bin borders; empty: 0, 1, 2, ...
        labels: array (n,) of class slots; empty: the role's colour.
        names: the words under the bars; empty: none.
        words: the names of the bars, where they come with the data.
        mark: array (n,) of flags: outlined bars.
        across: vertical bars stand side by side; horizontal ones lie below one another, the first on top.
        text: a template at the end of each bar; an array in it gives the bar's entry.
    """

    heights: Values
    edges: Values = ""
    labels: Values = ""
    names: tuple[str, ...] = ()
    words: Words = ""
    mark: Values = ""
    across: Literal["vertical", "horizontal"] = "vertical"
    text: Template = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Layer):
    """Words at positions.

    Attributes:
        text: a template; `{i}` is the row.
        words: a line of words for each position, instead of a template.
        xy: array (n, 2) or (2,); empty: the anchor corner of the plot.
        anchor: the corner of the plot, if there is no xy.
        side: where words stand beside their positions; auto: on a free side.
        plate: on a plate.
    """

    text: Template = ""
    words: Words = ""
    xy: Values = ""
    anchor: Literal["top left", "top right", "bottom left", "bottom right", "centre"] = "top left"
    side: Literal["auto", "left", "right", "above", "below"] = "auto"
    plate: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagram(Layer):
    """Boxes with words, and arrows between them that go round the other boxes: how a computation flows.

    A box has a head, a line of words, and a line of more words. Where they do not fit, the heads are left out, and then
    the brief words stand for the others.

    Attributes:
        xy: array (n, 2), the middles of the boxes.
        pairs: array (m, 2) of integers: source and target of each arrow.
        routes: array (k, 2), the ways of the arrows from middle to middle, parted by rows of NaN.
        heads: the heads of the boxes.
        words: the words in the boxes.
        more: the words below them.
        brief: shorter words, for boxes without room for the others.
        brief_more: the same of the words below.
        edge_words: the words on the arrows.
        edge_more: the words below those.
        states: array (n,): 0 not reached, 1 reached by what flows forward, 2 by what flows back, too.
        shares: array (m,): what each arrow has handed back to its source, which may be below 0; NaN: nothing yet. Its
            width goes by the size, and a source of several arrows has a bar of them. They belong to `more`.
        flows: array (m,): 0 at rest, 1 something flows forward, 2 something flows back.
        mark: array (n,) of flags: boxes with a ring.
        ids: array (n,) of stable integers that gestures name; empty: the row number.
        upright: the flow goes upwards, not to the right.
        hover: a template over x, y and id shown beside the box under the cursor.
        draws: all of it; or everything but `more` and `edge_more`; or only those two, above such a layer.
    """

    xy: Values
    pairs: Values
    routes: Values
    heads: Words = ""
    words: Words = ""
    more: Words = ""
    brief: Words = ""
    brief_more: Words = ""
    edge_words: Words = ""
    edge_more: Words = ""
    shares: Values = ""
    states: Values = ""
    flows: Values = ""
    mark: Values = ""
    ids: Values = ""
    upright: Flag = ""
    hover: Template = ""
    draws: Literal["all", "boxes", "more"] = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Layer):
    """Rows of words in columns; what has no room is left out, rows from below and columns from the right.

    Attributes:
        rows: a table (see `Rows`).
        mark: array (rows,) of flags, the head not counted: rows that stand out.
        ids: array (rows,) of stable integers that gestures name; empty: the row number.
        roles: the role of the series that each row tells of, whose line and point stand before it; empty: none.
    """

    rows: TableRows
    mark: Values = ""
    ids: Values = ""
    roles: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface(Layer):
    """Heights over a plane, seen from the side and turned by the mouse: the one picture of a plot without axes.

    How it is turned is a matter of the picture alone: nothing is logged, and playing keeps it. Gestures get the place
    of the plane under the cursor.

    Attributes:
        z: array (rows, columns), at least two each: the heights, first row on top as in an image.
        extent: array (4,) = x0, x1, y0, y1 of the outermost samples; empty: -1, 1, -1, 1.
        color_map: which map the heights are coloured by.
        levels: the heights at both ends of the block, cut off beyond; None: taken from the data.
        paths: array (n, 2), pieces parted by rows of NaN, that lie on the surface and are dimmed behind it.
        slots: array (pieces,) of palette slots; empty: all in the role's colour.
        words: the names of the paths, at their ends.
        points: array (n, 2) of points that stand on the surface.
        labels: array (n,) of their class slots; empty: in the role's colour.
        fade: how much of its strength each path has lost at its first row, from 0 to 1.
        x_label, y_label, z_label: what the three axes are.
        azimuth, elevation: from where it is seen at first, in degrees.
    """

    z: Values
    extent: Values = ""
    color_map: ColorMap = "sequential"
    levels: tuple[float, float] | None = None
    paths: Values = ""
    slots: Values = ""
    words: Words = ""
    points: Values = ""
    labels: Values = ""
    fade: float = 0.0
    x_label: str = ""
    y_label: str = ""
    z_label: str = ""
    azimuth: float = 30.0
    elevation: float = 32.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloud(Layer):
    """Points and arrows in space with one unit on all axes, turned by the mouse: alone in a plot without axes.

    How it is turned is a matter of the picture alone, as of a surface. The box is a cube round the points.

    Attributes:
        xyz: array (n, 3).
        labels: array (n,) of class slots; empty: in the role's colour.
        vectors: array (k, 3) of arrows.
        tails: array (k, 3) or (3,): where they begin.
        slots: array (k,) of palette slots of the arrows.
        words: the names of the arrows, at their heads.
        segments: array (s, 6) of lines of theory, x0 y0 z0 x1 y1 z1.
        segment_words: their names, at their second ends.
        ring: the row of a point with a ring; below 0: none.
        x_label, y_label, z_label: templates: what the three axes are.
        azimuth, elevation: from where it is seen at first, in degrees.
        hover: a template over id shown beside the point under the cursor.
    """

    xyz: Values
    labels: Values = ""
    vectors: Values = ""
    tails: Values = ""
    slots: Values = ""
    words: Words = ""
    segments: Values = ""
    segment_words: Words = ""
    ring: Number = ""
    x_label: Template = ""
    y_label: Template = ""
    z_label: Template = ""
    azimuth: float = 30.0
    elevation: float = 24.0
    hover: Template = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Messages(Layer):
    """Discs on the ways between nodes: what flows from one node to another, all at the same share of their ways.

    A way runs from rim to rim and keeps to the right, so that two that meet can be told apart.

    Attributes:
        xy: array (n, 2), where the nodes stand.
        pairs: array (m, 2) of integers: the rows of the sender and of the receiver.
        sizes: array (m,), not negative: the area of a disc, relative to the largest; none at 0.
        values: array (m,) coloured by the diverging map; empty: the role's colour.
        levels: array (2,): the values at both ends of the map; empty: taken from the data, symmetric.
        node_sizes: array (n,): as `sizes` of the graph below; empty: all nodes alike.
        strong: array (m,) of flags: discs with a strong rim.
        at: the share of the way from the sender, 0 to 1.
    """

    xy: Values
    pairs: Values
    sizes: Values
    values: Values = ""
    levels: Values = ""
    node_sizes: Values = ""
    strong: Values = ""
    at: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Threads(Layer):
    """Many series over one axis as thin lines, each in the colour that its last value has in the diverging map.

    Attributes:
        x: array (k,).
        y: array (n, k), a row a series.
        levels: array (2,): the values at both ends of the map; empty: taken from the last values, symmetric.
    """

    x: Values
    y: Values
    levels: Values = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence(Layer):
    """Tokens in a line, in letters as large as fit, and arcs above them from one to another.

    The middle of token i is at x = i; arcs and letters share what is between y = 0 and 1.

    Attributes:
        words: the tokens.
        pairs: array (m, 2) of integers: the two tokens of each arc.
        weights: array (m,) from 0 to 1: the width of the arc.
        strong: array (m,) of flags: arcs in the role's colour; the others are muted.
        hollow: array (n,) of flags: tokens in outlined letters.
        mark: array (n,) of flags: tokens with a line below.
        ids: array (n,) of stable integers that gestures name; empty: the row number.
        hover: a template over id shown beside the token under the cursor.
    """

    words: Words
    pairs: Values
    weights: Values
    strong: Values = ""
    hollow: Values = ""
    mark: Values = ""
    ids: Values = ""
    hover: Template = ""
