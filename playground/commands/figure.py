"""`playground figure`: several panels in one figure, by a recipe, by panels named in place, or as another figure."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

# Computing first: on Windows torch cannot be loaded after Qt in one process.
from playground.engine.run.comparison import Cast  # isort: skip

from playground import catalog
from playground.commands import Outcome
from playground.commands.filming import drawing
from playground.commands.run_arguments import cast_of, play_all, start
from playground.engine.declarations.params import shown
from playground.engine.errors import BadInput, unknown
from playground.engine.files import check_target, write_bytes
from playground.engine.frame import View
from playground.export.figure_file import recipe_in, write_figure
from playground.export.sheet import Part, chosen, taken
from playground.export.shots import shot
from playground.lecture.figure_recipe import (
    FigureRecipe,
    PanelRecipe,
    checked_recipe,
    panel_of,
    read_recipe,
    recipe_text,
)
from playground.lecture.link import is_link, scene_of, to_link
from playground.render.formats import FORMATS, format_of

_PICTURES = tuple(one.suffix for one in FORMATS if one.kind != "film")


def main(args: Namespace) -> Outcome:
    """Draws the figure, writes its recipe, or both."""
    if args.out is None and args.recipe is None:
        raise BadInput("--out is missing: where the figure goes, F.pdf, F.svg or F.png", "out")
    if args.out is not None and format_of(args.out).suffix not in _PICTURES:
        raise BadInput(f"{args.out} cannot be written: a figure is a .png, .svg or .pdf", "out")
    for target in (args.out, args.recipe):
        if target is not None:
            check_target(target)
    recipe, folder = _recipe(args)
    notes: list[str] = []
    if args.out is not None:
        parts = [part_of(panel, folder, recipe.badges) for panel in recipe.panels]
        with drawing(), taken(recipe, parts) as sheet:
            write_figure(args.out, sheet)
            notes = sheet.notes
            wide, high = recipe.millimetres, recipe.millimetres * sheet.size[1] / sheet.size[0]
    if args.recipe is not None:
        write_bytes(args.recipe, recipe_text(recipe).encode())
    many = f"{len(recipe.panels)} panel{'' if len(recipe.panels) == 1 else 's'}"
    said = [f"{args.out}: {many}, {wide:.1f} x {high:.1f} mm"] if args.out is not None else []
    return Outcome("\n".join([*said, *([f"{args.recipe}: the recipe"] if args.recipe else [])]), 0, tuple(notes))


def _recipe(args: Namespace) -> tuple[FigureRecipe, Path | None]:
    """What is asked for, and the folder beside whose files its panels may name; None: the panels were typed.

    Raises:
        BadInput: it cannot be read, or an option does not fit.
    """
    first = args.panels[0]
    suffix = Path(first).suffix.lower()
    if suffix == ".toml" or (suffix in _PICTURES and not is_link(first)):
        if len(args.panels) > 1:
            raise BadInput(f"{first} stands alone: panels are named in it", first)
        recipe = read_recipe(first) if suffix == ".toml" else recipe_in(first)
        return _changed(recipe, args), Path(first).parent
    return _changed(FigureRecipe(panels=tuple(panel_named(word) for word in args.panels)), args), None


def panel_named(word: str) -> PanelRecipe:
    """A panel that was named in place; a scene file is taken into the recipe where it is small enough for a link.

    Raises:
        BadInput: there is no such panel, preset, parameter or scene.
    """
    panel, settings = panel_of(word)
    if panel.scene:
        try:
            return panel.model_copy(update={"scene": panel.scene if is_link(panel.scene) else to_link(scene_of(word))})
        except BadInput as bad:
            if "needs a link" in str(bad):
                return panel
            raise
    entrance = catalog.resolve(panel.concept, panel.preset or None)
    params = catalog.declaration(entrance.panel).params
    begun = params.make(catalog.preset_at(entrance).get("params", {}))
    values = params.parse(settings, begun).plain()
    return panel.model_copy(update={"set": {name: values[name] for name in settings}})


def _changed(recipe: FigureRecipe, args: Namespace) -> FigureRecipe:
    """The recipe with what the options say instead."""
    options = ("width", "height", "columns", "gap", "text", "letters", "theme", "dpi", "words", "legend")
    given = {name: getattr(args, name) for name in options if getattr(args, name) is not None}
    given |= {"ground": "clear"} if args.clear else {}
    given |= {"badges": True} if args.badges else {}
    return checked_recipe(recipe.panels, recipe.model_dump(exclude={"panels"}) | given) if given else recipe


def part_of(panel: PanelRecipe, folder: Path | None, badges: bool = False) -> Part:
    """A panel at its step, ready to be shown.

    Args:
        panel: what is asked for.
        folder: where its files are; None: anywhere, since the user has typed their names.
        badges: whether its plots say how far they can be trusted.

    Raises:
        BadInput: it cannot be run; the sentence names the panel.
    """
    try:
        cast, steps = _begun(panel, folder)
        for one in cast.sessions if panel.scene else ():
            if steps < one.step:
                one.seek(steps)
        play_all(cast, steps, [[] for _ in cast.sessions])
        for name in panel.jobs:
            for one in cast.sessions:
                one.finish_job(name)
        figure = cast.sessions[0].frame(View()).figure
        for name in panel.plots:
            if figure is not None and name not in [plot.name for plot in figure.plots]:
                raise unknown("plot", name, [plot.name for plot in figure.plots])
    except BadInput as bad:
        raise BadInput(f"panel {panel.concept or panel.scene[:40]}: {bad}", bad.field) from None
    return part_of_runs(panel, cast, badges)


def part_of_runs(panel: PanelRecipe, cast: Cast, badges: bool = False) -> Part:
    """Runs where they stand, as a panel."""
    return Part(panel, tuple(chosen(one, panel.plots, badges) for one in shot(cast).sights))


def _begun(panel: PanelRecipe, folder: Path | None) -> tuple[Cast, int]:
    """The runs of a panel at their start, and the step at which they are shown."""
    scene = _beside(panel.scene, folder) if panel.scene and not is_link(panel.scene) else panel.scene
    found = scene_of(scene) if scene else {}
    concept = panel.concept or str(found.get("concept", ""))
    asked: dict[str, Any] = {"concept": concept, "preset": panel.preset or None, "scene": scene or None}
    asked |= {"set": [], "seed": panel.seed, "load": [_beside(file, folder) for file in panel.load], "compare": []}
    args = Namespace(**asked)
    session = start(args, panel.set)
    steps = panel.steps
    if steps is None:
        steps = session.step if scene else _telling(concept, panel.preset)
    return cast_of(args, session), steps


def _telling(concept: str, preset: str) -> int:
    """The step of a preset at which its picture tells."""
    return int(catalog.preset_at(catalog.resolve(concept, preset or None)).get("steps", 0))


def _beside(named: str, folder: Path | None) -> str:
    """The path of a file that stands beside the recipe.

    Raises:
        BadInput: it leads elsewhere.
    """
    if folder is None:
        return named
    path = folder / named
    away = PureWindowsPath(named).anchor or PurePosixPath(named).anchor or ".." in PureWindowsPath(named).parts
    if away or not path.resolve().is_relative_to(folder.resolve()):
        raise BadInput(f"{shown(named)} leads elsewhere, allowed is the path of a file beside the recipe", "file")
    return str(path)
