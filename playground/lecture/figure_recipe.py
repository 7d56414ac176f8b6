"""Recipes of figures: which panels stand in a figure, at which step, how large; TOML, read strictly. No Qt."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import ValidationError, field_validator, model_validator

from playground.engine.declarations.params import shown
from playground.engine.errors import BadInput, unknown
from playground.engine.files import read_bytes
from playground.engine.reading.text import decode
from playground.lecture.toml_lines import line_of, lines_of
from playground.lecture.toml_tables import Table, fault_sentence, key, read_toml, written

FORMAT = "playground.figure"
VERSION = 1
SUFFIX = ".figure.toml"
LARGEST = 2_000_000  # bytes
MOST_PANELS = 26  # letters
# Column widths of journals, mm.
WIDTHS: Mapping[str, float] = {
    "nature": 89.0,
    "nature-wide": 183.0,
    "science": 57.0,
    "science-wide": 121.0,
    "pnas": 87.0,
    "pnas-wide": 178.0,
    "ieee": 88.9,
    "ieee-wide": 181.9,
    "acm": 84.7,
    "acm-wide": 177.8,
    "icml": 82.6,
    "icml-wide": 171.5,
    "neurips": 139.7,
    "a4": 160.0,
}
USUAL_WIDTH = "nature-wide"
LEAST_WIDTH, MOST_WIDTH = 20.0, 600.0
_MM = f"mm from {LEAST_WIDTH:g} to {MOST_WIDTH:g}"


class PanelRecipe(Table):
    """One panel of a figure."""

    concept: str = key("", "the id of a concept or a door; with a scene it may be left out")
    preset: str = key("", "the name of a preset of the concept; without it the first")
    scene: str = key("", "a scene file beside the recipe, or a playground: link")
    load: list[str] = key([], "data files beside the recipe")
    set: dict[str, Any] = key({}, "parameters on top of the preset's, as in { rate = 0.1 }")
    seed: int | None = key(None, "a whole number from 0 to 2^53 instead of the preset's", ge=0, le=2**53)
    steps: int | None = key(None, "the step that is shown; without it the telling one", ge=0, le=10**12)
    jobs: list[str] = key([], "the names of jobs that are done first")
    plots: list[str] = key([], "the plots that are shown, the first one large; without it all that have room")
    title: str = key("", "words beside the letter", max_length=120)
    columns: int = key(1, "how many columns of the figure it takes, a whole number from 1", ge=1, le=MOST_PANELS)

    @model_validator(mode="after")
    def _of_something(self) -> PanelRecipe:
        if not self.concept and not self.scene:
            raise BadInput("concept is missing, allowed is the id of a concept, or a scene", "concept")
        if self.scene and (self.preset or self.set or self.seed is not None or self.load):
            raise BadInput("scene does not go with preset, set, seed or load: it has its own parameters", "scene")
        return self


class FigureRecipe(Table):
    """A figure: its measures in mm and points, its look, its panels."""

    format: Literal["playground.figure"] = key(FORMAT, f'"{FORMAT}"')
    version: int = key(VERSION, "1", ge=1)
    width: float | str = key(USUAL_WIDTH, f"{_MM}, or one of {', '.join(WIDTHS)}")
    height: float | None = key(None, "mm from 15 to 900; without it three quarters of a column's width a row")
    columns: int | None = key(None, "panels in a row, a whole number from 1; without it at most three", ge=1, le=26)
    gap: float = key(1.5, "mm between the panels, 0 to 50", ge=0, le=50)
    text: float = key(7.0, "points of the smallest text, 4 to 24", ge=4, le=24)
    letters: Literal["a", "A", "(a)", "a)", ""] = key("a", '"a", "A", "(a)", "a)" or "" for none')
    theme: Literal["light", "dark", "projector"] = key("light", "light, dark or projector")
    ground: Literal["theme", "clear"] = key("theme", '"theme" (white in light) or "clear"')
    legend: Literal["common", "each"] = key("common", '"common": one for marks that agree; "each": below every plot')
    badges: bool = key(False, "true or false: whether the plots say how far they can be trusted")
    dpi: int = key(300, "pixels an inch of a PNG, a whole number from 72 to 1200", ge=72, le=1200)
    words: Literal["text", "paths"] = key("text", '"text" or "paths": how an SVG keeps its words')
    panels: tuple[PanelRecipe, ...] = key(..., "one or more tables [[panels]]")

    @field_validator("width")
    @classmethod
    def _wide(cls, value: float | str) -> float | str:
        if isinstance(value, str) and value not in WIDTHS:
            raise unknown("width", value, WIDTHS)
        if not isinstance(value, str) and not LEAST_WIDTH <= value <= MOST_WIDTH:
            raise BadInput(f"width is {value:g}, allowed are {_MM}, or one of {', '.join(WIDTHS)}", "width")
        return value

    @field_validator("height")
    @classmethod
    def _high(cls, value: float | None) -> float | None:
        if value is not None and not 15 <= value <= 900:
            raise BadInput(f"height is {value:g}, allowed are mm from 15 to 900", "height")
        return value

    @property
    def millimetres(self) -> float:
        """The width in mm."""
        return WIDTHS[self.width] if isinstance(self.width, str) else self.width

    @property
    def in_a_row(self) -> int:
        """How many columns there are."""
        taken = sum(panel.columns for panel in self.panels)
        most = max(panel.columns for panel in self.panels)
        return max(most, self.columns or (2 if taken == 4 else min(3, taken)))


def read_recipe(path: str | Path) -> FigureRecipe:
    """The recipe in a file.

    Raises:
        BadInput: the file cannot be read or is no recipe; the sentence names file and line.
    """
    return parse_recipe(decode(str(path), read_bytes(path, LARGEST, str(path))), str(path))


def parse_recipe(content: str, name: str) -> FigureRecipe:
    """The recipe in a text; `name` is how errors call it.

    Raises:
        BadInput: it is no recipe of this version.
    """
    raw = read_toml(content, name, "a recipe of a figure")
    if raw.get("format") != FORMAT:
        raise BadInput(f'{name} is not a recipe of a figure: it has no line format = "{FORMAT}"', name)
    version = raw.get("version", VERSION)
    if isinstance(version, int) and version > VERSION:
        raise BadInput(f"{name} was made by a newer version of the program (format {version})", name)
    return _checked(raw, name, lines_of(content))


def checked_recipe(panels: Sequence[PanelRecipe | Mapping[str, Any]], options: Mapping[str, Any]) -> FigureRecipe:
    """The recipe of these panels and options, read as strictly as a file.

    Raises:
        BadInput: one is not allowed.
    """
    tables = [panel.model_dump() if isinstance(panel, PanelRecipe) else dict(panel) for panel in panels]
    return _checked({**options, "panels": tables}, "the figure", {})


def _checked(raw: dict[str, Any], name: str, lines: Mapping[tuple[str | int, ...], int]) -> FigureRecipe:
    panels = raw.pop("panels", None)

    def at(*path: str | int) -> str:
        return f"{name} line {line_of(lines, path)}" if lines else name

    if not isinstance(panels, list) or not 1 <= len(panels) <= MOST_PANELS:
        raise BadInput(f"{at()}: panels is missing, allowed are 1 to {MOST_PANELS} tables [[panels]]", name)
    found = []
    for number, table in enumerate(panels):
        try:
            found.append(PanelRecipe.model_validate(table))
        except ValidationError as error:
            path, sentence = fault_sentence(PanelRecipe, error)
            raise BadInput(f"{at('panels', number, *path)}: panel {number + 1}: {sentence}", name) from None
    try:
        return FigureRecipe.model_validate(_numbers(raw) | {"panels": tuple(found)})
    except ValidationError as error:
        path, sentence = fault_sentence(FigureRecipe, error)
        raise BadInput(f"{at(*path)}: {sentence}", name) from None


def _numbers(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Whole numbers are numbers too where mm and points are asked for."""
    of_mm = ("width", "height", "gap", "text")
    whole = {name: value for name, value in raw.items() if name in of_mm and type(value) is int}
    return {**raw, **{name: float(value) for name, value in whole.items()}}


def recipe_text(recipe: FigureRecipe) -> str:
    """A recipe as TOML, which `parse_recipe` reads as the same one; what is as usual is left out.

    Raises:
        BadInput: a parameter's value cannot be written.
    """
    head = {"format": FORMAT} | recipe.model_dump(exclude_defaults=True, exclude={"panels"})
    lines = [f"{name} = {written(value)}" for name, value in head.items()]
    for panel in recipe.panels:
        lines += ["", "[[panels]]"]
        lines += [f"{name} = {written(value)}" for name, value in panel.model_dump(exclude_defaults=True).items()]
    return "\n".join(lines) + "\n"


_WORD = re.compile(r"(?P<concept>[a-z0-9_]+)(?::(?P<preset>[\w-]+))?(?:/(?P<plots>[\w+]+))?(?:@(?P<steps>\d{1,12}))?")


def panel_of(word: str) -> tuple[PanelRecipe, dict[str, str]]:
    """A panel as it is typed: `ID[:PRESET][/PLOT][@STEP][,NAME=VALUE...]`, or the path of a scene; and its parameters.

    Raises:
        BadInput: it is none.
    """
    if word.endswith(".scene.json") or word.startswith("playground:"):
        return PanelRecipe(scene=word), {}
    head, *settings = word.split(",")
    found = _WORD.fullmatch(head)
    pairs = [setting.partition("=") for setting in settings]
    if found is None or not all(name and sign for name, sign, _ in pairs):
        raise BadInput(
            f"{shown(word)} names no panel, allowed is ID[:PRESET][/PLOT][@STEP][,NAME=VALUE], or a scene", "panel"
        )
    values = {name.strip(): value for name, _, value in pairs}
    seed = values.pop("seed", None)
    if seed is not None and not re.fullmatch(r"\d{1,15}", seed):
        raise BadInput(f"seed is {seed}, allowed is a whole number from 0 to 2^53", "seed")
    return PanelRecipe(
        concept=found["concept"],
        preset=found["preset"] or "",
        plots=found["plots"].split("+") if found["plots"] else [],
        steps=int(found["steps"]) if found["steps"] else None,
        seed=int(seed) if seed else None,
    ), values
