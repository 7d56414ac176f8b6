"""Makes the shipped fonts: three static subsets of Inter, one of DejaVu Sans Mono, and the icons.

Run it from a source checkout: `pip install -e '.[assets]'`, then `python packaging/build_fonts.py`.
The results are committed, so neither users nor tests need the source packages (`fontpkg-inter`, `qtawesome`,
`matplotlib` for DejaVu).
Two runs give the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ASSETS = Path(__file__).resolve().parents[1] / "assets"


@dataclass(frozen=True)
class Face:
    """One static font cut out of the variable one.

    Attributes:
        style: the name of the weight, as in the file name.
        weight: the value of the axis `wght`.
        optical_size: the value of the axis `opsz`, in points: text sizes get the sturdier drawing.
    """

    style: str
    weight: int
    optical_size: int


FACES = (Face("Regular", 400, 14), Face("Medium", 500, 14), Face("SemiBold", 600, 18))

TEXT_RANGES = (
    (0x0020, 0x007E),  # Basic Latin
    (0x00A0, 0x017F),  # Latin-1 and Latin Extended-A: names of authors
    (0x02B0, 0x02DD),  # modifier letters
    (0x0300, 0x030C),  # combining marks: hats, bars, dots over symbols
    (0x0370, 0x03FF),  # Greek
    (0x1D62, 0x1D6A),  # subscript letters
    (0x1E90, 0x1E91),  # z with a hat
    (0x1FB0, 0x1FB1),  # alpha with a breve and a bar
    (0x2000, 0x206F),  # punctuation and spaces
    (0x2070, 0x209F),  # superscripts and subscripts
    (0x20AC, 0x20AC),  # euro
    (0x2100, 0x215F),  # letter-like symbols and fractions
    (0x2190, 0x21FF),  # arrows
    (0x2200, 0x22FF),  # mathematics
    (0x2318, 0x2327),  # keys as drawn on keyboards
    (0x2460, 0x2473),  # circled numbers
    (0x25A0, 0x25FF),  # geometric shapes
    (0x2713, 0x2717),  # ticks and crosses
)
"""What the interface, labels and notes may use; every shipped string is tested against the result."""

FEATURES = ("ccmp", "kern", "locl", "mark", "mkmk", "tnum", "zero")
"""Kept layout features. `calt` is left out on purpose: it would redraw `->` and `3x4` as other signs."""

ICONS = """
    alert-circle-outline alert-outline arrow-u-left-top camera-outline chart-line-variant check-decagram-outline
    chevron-down chevron-right circle-half-full close code-tags content-copy content-save-outline cursor-move
    delete-outline dice-3-outline dice-5-outline dots-horizontal draw eraser export-variant eye-off-outline eye-outline
    flag-outline folder-open-outline format-color-fill function-variant gesture-tap help-circle-outline history
    information-outline keyboard-outline lock-outline magnify minus movie-open-outline numeric pause pencil-outline
    pin-outline play plus presentation-play redo restart school-outline skip-backward source-branch speedometer
    step-backward step-forward tune-variant undo view-grid-outline view-split-vertical
"""
"""Names in Material Design Icons 6."""


def source(package: str, suffix: str) -> Path:
    """The one file of an installed package whose path ends in `suffix`.

    Raises:
        FileNotFoundError: the package has no such file, or more than one.
    """
    found = [path for path in distribution(package).files or () if str(path).endswith(suffix)]
    if len(found) != 1:
        raise FileNotFoundError(f"{package} has {len(found)} files that end in {suffix}, expected one")
    return Path(str(found[0].locate()))


def text_characters() -> Iterator[int]:
    """Every code point of the ranges that the text fonts keep."""
    for first, last in TEXT_RANGES:
        yield from range(first, last + 1)


def cut(font: TTFont, characters: Iterable[int], features: tuple[str, ...]) -> None:
    """Leaves only these characters and layout features in the font, in place."""
    options = Options()
    options.layout_features = list(features)
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    options.recalc_timestamp = False
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list(characters))
    subsetter.subset(font)


def rename(font: TTFont, face: Face) -> None:
    """Names a static face so that every system groups the three under the one family, Inter."""
    regular = face.style == "Regular"
    names = {
        1: "Inter" if regular else f"Inter {face.style}",
        2: "Regular",
        3: f"Inter-{face.style}-{face.optical_size}",
        4: "Inter" if regular else f"Inter {face.style}",
        6: f"Inter-{face.style}",
        16: "Inter",
        17: face.style,
    }
    for identifier, text in names.items():
        font["name"].removeNames(nameID=identifier)
        font["name"].setName(text, identifier, 3, 1, 0x409)
    font["OS/2"].usWeightClass = face.weight


def build_text(face: Face, target: Path) -> None:
    """Writes one static subset of Inter."""
    font = TTFont(source("fontpkg-inter", "Inter[opsz,wght].ttf"), recalcTimestamp=False)
    font = instancer.instantiateVariableFont(font, {"opsz": face.optical_size, "wght": face.weight})
    rename(font, face)
    cut(font, text_characters(), FEATURES)
    font.save(target)


def build_code(target: Path) -> None:
    """Writes the subset of DejaVu Sans Mono in which code is set, and its licence beside it."""
    font = TTFont(source("matplotlib", "fonts/ttf/DejaVuSansMono.ttf"), recalcTimestamp=False)
    cut(font, text_characters(), ("ccmp", "mark"))
    font.save(target)
    licence = source("matplotlib", "fonts/ttf/LICENSE_DEJAVU").read_text("utf-8")
    target.with_name("LICENSE_DEJAVU.txt").write_text(licence, encoding="utf-8")


def build_icons(target: Path) -> None:
    """Writes the icon subset, and beside it the code point of every icon name."""
    charmap = json.loads(source("qtawesome", "materialdesignicons6-webfont-charmap-6.9.96.json").read_text("utf-8"))
    points = {name: int(charmap[name], 16) for name in ICONS.split()}
    font = TTFont(source("qtawesome", "materialdesignicons6-webfont-6.9.96.ttf"), recalcTimestamp=False)
    for identifier, text in {1: "Playground Icons", 4: "Playground Icons", 6: "PlaygroundIcons"}.items():
        font["name"].removeNames(nameID=identifier)
        font["name"].setName(text, identifier, 3, 1, 0x409)
    font["name"].removeNames(nameID=16)
    cut(font, points.values(), ())
    # The source says 0 for every left bearing, by which a renderer would draw all icons at the left of their squares.
    for name, (advance, _bearing) in font["hmtx"].metrics.items():
        font["hmtx"][name] = (advance, getattr(font["glyf"][name], "xMin", 0))
    font.save(target)
    target.with_suffix(".json").write_text(json.dumps(points, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Writes everything into assets/ and prints the sizes."""
    (ASSETS / "fonts").mkdir(parents=True, exist_ok=True)
    (ASSETS / "icons").mkdir(parents=True, exist_ok=True)
    for face in FACES:
        build_text(face, ASSETS / "fonts" / f"Inter-{face.style}.ttf")
    licence = source("fontpkg-inter", "fontpkg_inter/LICENSE").read_text("utf-8")
    (ASSETS / "fonts" / "OFL.txt").write_text(licence, encoding="utf-8")
    build_code(ASSETS / "fonts" / "DejaVuSansMono.ttf")
    build_icons(ASSETS / "icons" / "icons.ttf")
    for path in sorted((*ASSETS.glob("fonts/*.ttf"), *ASSETS.glob("icons/*.ttf"))):
        print(f"{path.relative_to(ASSETS.parent)}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
