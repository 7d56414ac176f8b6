"""The token table: every colour, size and duration of the window, for its three themes. Nothing else names one.

Sizes are px at factor 1; `factor` gives the number that everything on screen is multiplied by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from playground.render.colour_mixing import mix

Rgb = tuple[int, int, int]

SHAPES = ("o", "s", "t1", "d", "star", "p", "h", "t")
CLASS_SHAPES = ("o", "t1", "s", "d", "star", "p", "h", "t")
DASHES: tuple[tuple[float, ...], ...] = ((), (7, 3), (2, 2.5), (8, 3, 2, 3), (12, 3), (), (7, 3), (2, 2.5))
THEORY_DASH = (5.0, 4.0)
FUTURE_DASH = (2.0, 3.0)
HUES = ("blue", "orange", "teal", "raspberry", "olive", "sky", "violet", "brown")


@dataclass(frozen=True, slots=True)
class PaletteSlot:
    """One place of the series palette.

    Attributes:
        hue: its name in words.
        line: the colour of lines and points.
        text: the colour of words.
        shape: the point's shape as a series.
        class_shape: the point's shape as a class.
        dash: the dash as a series, in line widths; empty: solid.
    """

    hue: str
    line: str
    text: str
    shape: str
    class_shape: str
    dash: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """One type style.

    Attributes:
        px: height at factor 1.
        weight: 400, 500 or 600.
    """

    px: int
    weight: int = 400


STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "caption": Style(12),
        "caption strong": Style(12, 500),
        "section": Style(12, 600),
        "code": Style(12),
        "small": Style(13),
        "small strong": Style(13, 500),
        "body": Style(14),
        "body strong": Style(14, 500),
        "plot title": Style(14, 600),
        "plot unit": Style(12),
        "value": Style(15, 600),
        "state": Style(16, 600),
        "formula": Style(16),
        "panel title": Style(17, 600),
        "display": Style(20, 600),
        "lecture title": Style(19, 600),
        "lecture unit": Style(16),
        "lecture caption": Style(21, 500),
        "lecture caption narrow": Style(18, 500),
        "lecture number": Style(21, 600),
    }
)


@dataclass(frozen=True, slots=True)
class Spacing:
    """Distances and sizes, px at factor 1."""

    unit: int = 4
    steps: tuple[int, ...] = (4, 8, 12, 16, 24)
    radius: int = 6
    radius_play: int = 8
    radius_card: int = 10
    hairline: int = 1
    focus: int = 2
    target: int = 32
    field: int = 28
    target_projector: int = 44
    stage: tuple[int, int] = (16, 10)
    progress: int = 4
    gap: int = 18
    lecture_margin: int = 20
    lecture_gap: int = 24
    title_row: int = 28
    tick_offset: int = 6
    tick_gap: int = 45
    handle: int = 16
    handle_hit: int = 24
    snap: int = 12
    side_min: tuple[int, int] = (240, 140)
    inspector: int = 300
    inspector_projector: int = 372
    inspector_code: int = 568
    top_bar: int = 48
    transport: int = 60
    icon_badge: int = 14
    icon_mark: int = 15
    icon_bar: int = 20
    icon_state: int = 22
    icon_empty: int = 34


@dataclass(frozen=True, slots=True)
class Motion:
    """Durations in ms; with reduced motion all but `warming_after` and `notice` are 0."""

    hover_out: int = 80
    switch: int = 120
    drawer: int = 180
    reveal: int = 240
    camera: int = 150
    notice: int = 180
    notice_stays: int = 6000
    part: int = 500
    warming_after: int = 150
    lecture_transport: int = 2000
    keycap: int = 1500


SPACING = Spacing()
MOTION = Motion()
WIDE = 1.35  # a stage at least this many times as wide as high has its side plots in a column
LECTURE_SCALE = 1.25  # lines and points in lecture mode
PROJECTOR_FACTOR = 1.35
PICTURE_SHARE = 0.8  # of the stage, of a picture that stands for the first frame
PICTURE_WORDS = 96  # px for ring and words under it
RING = 2.3  # of a point
TRIANGLE = 1.08
STAR = 1.6
CLOUD = 0.65
HALO = 2.5
BAND = 0.25  # share of a series colour in `surface` in error bands
GREY = ("#000000", "#FFFFFF")  # of the map of pictures, the same in every theme
MAP_SHARE = 0.85  # of the sequential map under points and arrows
OFF = 0.5  # opacity of a control that is off
BINARY_OFF = 0.045  # share of `text` in `surface` in a cell that is off
GAP = 1.5  # between the cells of a matrix
FADED = 0.18  # strength of what is not linked with the symbol under the cursor
TRACK = 0.80  # share of `control` in a slider's track
AHEAD = 0.70  # share of `control` in the computed-ahead part of the scrub bar


@dataclass(frozen=True, slots=True)
class Theme:
    """One column of the token table.

    Attributes:
        name: light, dark or projector.
        window: bars, inspector, gallery.
        surface: stage, fields, cards, and the background of every plot.
        sunken: hover, the part of the scrub bar not yet computed.
        line: hairlines, frames, level sets.
        control: borders of fields and buttons, switch off.
        text: text, primary button fill, slider fill, theory lines.
        muted: second text, ticks.
        accent: here, focus, changed.
        soft: selected row.
        on_accent: text on the accent.
        bad, warn, ok: states, always with icon and word.
        grid: grid lines.
        field: arrows as background.
        field_strong: arrows as the subject.
        slots: the series palette.
        sequential, diverging: the stops of the maps, low end first.
        tint: share of a series colour in `surface` for regions.
        hero, second, hairline: line widths at `base`.
        point: diameter of a point at `base`.
        point_outline: its outline in `surface` at `base`.
        base: the factor at which widths and points hold.
        side: share of the main plot in the width beside a column of side plots.
        plate: share of `surface` in plates; on a projector text must keep all of its contrast.
    """

    name: str
    window: str
    surface: str
    sunken: str
    line: str
    control: str
    text: str
    muted: str
    accent: str
    soft: str
    on_accent: str
    bad: str
    warn: str
    ok: str
    grid: str
    field: str
    field_strong: str
    slots: tuple[PaletteSlot, ...]
    sequential: tuple[str, ...]
    diverging: tuple[str, ...]
    tint: float
    hero: float = 2.0
    second: float = 1.5
    hairline: float = 1.0
    point: float = 11.0
    point_outline: float = 1.2
    base: float = 1.0
    side: float = 0.58
    plate: float = 0.85

    def scale(self, factor: float) -> float:
        """What line widths and points are multiplied by at a factor."""
        return factor / self.base

    def slot_tint(self, slot: int) -> str:
        """The tint of a series colour in `surface`, for regions and half planes."""
        return mix(self.surface, self.slots[slot].line, self.tint)

    def band(self, color: str) -> str:
        """A colour's error band, opaque."""
        return mix(self.surface, color, BAND)

    def binary(self) -> tuple[str, str]:
        """The colours of a cell that is off and one that is on."""
        return mix(self.surface, self.text, BINARY_OFF), self.text

    def map(self, name: str) -> tuple[Rgb, ...]:
        """256 entries of a map, equally far from one to the next in CIEDE2000."""
        from playground.render.colour import table  # numpy, which the first paint does not need

        if name == "binary":
            off, on = self.binary()
            return table((off, on), 2)
        if name == "grey":
            return table(GREY, 256)
        return table(self.diverging if name == "diverging" else self.sequential, 256)


def _slots(lines: str, texts: str) -> tuple[PaletteSlot, ...]:
    rows = zip(HUES, lines.split(), texts.split(), SHAPES, CLASS_SHAPES, DASHES, strict=True)
    return tuple(PaletteSlot(hue, line, line if text == "same" else text, *rest) for hue, line, text, *rest in rows)


LIGHT = Theme(
    name="light",
    window="#F6F5F1",
    surface="#FFFFFF",
    sunken="#ECEAE4",
    line="#DCD9D1",
    control="#83868C",
    text="#1B1F24",
    muted="#595F68",
    accent="#5A3FD0",
    soft="#ECE8FB",
    on_accent="#FFFFFF",
    bad="#B3261E",
    warn="#805300",
    ok="#1D6B48",
    grid="#EAE8E2",
    field="#A9A7A0",
    field_strong="#7C8492",
    slots=_slots(
        "#1E52DC #E85A0C #579475 #98286E #9A9650 #149CE6 #4E0170 #623A33",
        "same #C4521F #4D8067 same #7A7847 #237CB3 same same",
    ),
    sequential=("#FFFFFF", "#D9E7EC", "#9CC4DA", "#5A94CC", "#4A5FC0", "#4A2F96", "#2A1150"),
    diverging=("#2B46B8", "#6F88E0", "#BCC8F2", "#F7F6F4", "#F6CBAE", "#E0823F", "#A84300"),
    tint=0.10,
)
DARK = Theme(
    name="dark",
    window="#14161B",
    surface="#1B1E25",
    sunken="#272B35",
    line="#333845",
    control="#7E8695",
    text="#E8EAEE",
    muted="#A7AEBA",
    accent="#B5A6FF",
    soft="#322D52",
    on_accent="#15131F",
    bad="#FF9C92",
    warn="#F0C36B",
    ok="#7FD6AE",
    grid="#292D37",
    field="#565D6B",
    field_strong="#8088A0",
    slots=_slots(
        "#7C9AD7 #F5AA55 #4DE0C7 #DE498A #F7EFA7 #BFE6FF #915DF2 #B0765B",
        "same same same #E0538F same same #986CF3 #B2795F",
    ),
    sequential=("#1B1E25", "#2C2A5A", "#46409A", "#4F73C4", "#58A8CC", "#98D8C4", "#F6F3CF"),
    diverging=("#9DB6FF", "#5C7BD8", "#37477F", "#23262E", "#7A4A22", "#D07A2C", "#FFB573"),
    tint=0.13,
)
PROJECTOR = Theme(
    name="projector",
    window="#FFFFFF",
    surface="#FFFFFF",
    sunken="#E7E7E7",
    line="#8A8A8A",
    control="#4A4A4A",
    text="#000000",
    muted="#363636",
    accent="#3D1FB0",
    soft="#E3DCFB",
    on_accent="#FFFFFF",
    bad="#8C1410",
    warn="#5E3C00",
    ok="#0B4A2E",
    grid="#DADADA",
    field="#7A7A7A",
    field_strong="#5A5A5A",
    slots=_slots(
        "#2F49DC #CF4306 #2F7356 #A60F7C #7A773E #237BAF #480068 #4F221A",
        "#2D46D3 #A13203 #27634A #A40F7A #5C5A2D #185D85 same same",
    ),
    sequential=("#FFFFFF", "#C6DCE8", "#7FB2D6", "#3F7DC0", "#3646AE", "#351A80", "#12042E"),
    diverging=("#1A2F9C", "#4C69D6", "#A9B8EE", "#FFFFFF", "#F4B893", "#D86A1E", "#782C00"),
    tint=0.16,
    hero=3.5,
    second=2.6,
    hairline=1.5,
    point=17.0,
    base=PROJECTOR_FACTOR,
    side=0.55,
    plate=1.0,
)
THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (LIGHT, DARK, PROJECTOR)})


def factor(theme: Theme, window_height: float, user: float = 1.0) -> float:
    """What every px of the table is multiplied by.

    Args:
        theme: the theme in force.
        window_height: of the window, in px.
        user: the user's own factor, 0.85 to 2.0; the projector theme does not need it.
    """
    if theme.name == "projector":
        return max(PROJECTOR_FACTOR, PROJECTOR_FACTOR * window_height / 720)
    return min(2.0, max(0.85, user))


def film_factor(theme: Theme, size: tuple[int, int], user: float = 1.0) -> float:
    """What every px of the table is multiplied by in a film: its text is a share of the frame, as on a projector.

    Args:
        theme: the theme in force.
        size: of the frame, in px.
        user: the user's own factor.
    """
    height = min(size[1], size[0] * 9 / 16)
    return factor(theme, height, user * max(1.0, PROJECTOR_FACTOR * height / 720))


def px(value: float, factor: float) -> int:
    """A size of the table at a factor, in whole px, at least 1."""
    return max(1, round(value * factor))
