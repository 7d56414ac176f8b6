"""A door is a card of its own that opens a panel at one of its presets; every command takes its id."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImage

from playground import catalog, cli, open_session
from playground.commands.thumbnails import THUMBNAIL, at_preset
from playground.engine.declarations.axes import axis_names
from playground.engine.declarations.concept import Declaration, Door
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.lecture.scene import read_scene
from playground.render.tokens import THEMES
from playground.resources import thumbnail
from playground.ui.system.start_request import Start, check

DOORS = list(catalog.doors())


@pytest.fixture(params=DOORS)
def door(request: pytest.FixtureRequest) -> Door:
    return catalog.doors()[request.param][1]


@pytest.fixture
def panel(door: Door) -> Declaration:
    """The panel that the door opens."""
    return catalog.doors()[door.id][0]


def test_ids_and_titles_are_unique() -> None:
    declared = [catalog.declaration(name) for name in catalog.ids()]
    doors = [door for one in declared for door in one.doors]
    for names in ([*catalog.ids(), *(door.id for door in doors)], [card.title for card in (*_cards(declared), *doors)]):
        assert len(set(names)) == len(names)


def _cards(declared: list[Declaration]) -> list[Any]:
    return [one.card for one in declared]


def test_a_door_is_filled(door: Door, panel: Declaration) -> None:
    assert door.id.isidentifier()
    assert door.id == door.id.lower()
    for words in (door.title, door.chapter, door.line):
        assert words.strip()
        assert "!" not in words
    assert door.words
    known = {panel.card.title.casefold(), door.title.casefold()}
    assert not known & {word.casefold() for word in door.words}, "the search reads both titles already"


def test_a_door_opens_its_preset(door: Door, panel: Declaration) -> None:
    preset = catalog.presets(panel.id)[door.preset]
    run = open_session(door.id)
    assert run.params == panel.params.make(preset["params"])
    assert catalog.resolve(door.id) == (panel.id, door.preset)
    check(Start(door.id))
    figure = at_preset(door.id).frame(View()).figure
    assert figure is not None
    assert not door.plot or door.plot in [plot.name for plot in figure.plots]


def test_a_door_has_a_picture_in_every_theme(door: Door) -> None:
    pictures = [thumbnail(door.id, theme) for theme in THEMES]
    for theme, path in zip(THEMES, pictures, strict=True):
        assert path is not None, "run `playground render --thumbnails`"
        assert path.name == f"{door.id}-{theme}.png"
        image = QImage(str(path))
        assert (image.width(), image.height()) == THUMBNAIL


def test_a_run_from_a_door_is_one_of_its_panel(
    door: Door, panel: Declaration, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "a.scene.json"
    preset = catalog.presets(panel.id)[door.preset]
    assert cli.main(["run", door.id, "--steps", "1", "--json", "--save", str(target)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["concept"], said["seed"]) == (panel.id, preset.get("seed", 0))
    assert said["params"] == panel.params.make(preset["params"]).plain()
    assert read_scene(target)["concept"] == panel.id
    for name in (door.id, panel.id):
        check(Start(name, scene=str(target)))
        assert cli.main(["run", name, "--scene", str(target), "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == said
    assert open_session(door.id, scene=target).step_number == 1


def test_what_is_typed_goes_before_what_the_preset_says(capsys: pytest.CaptureFixture[str]) -> None:
    door, panel = DOORS[0], catalog.doors()[DOORS[0]][0]
    spec = next(one for one in panel.params.specs().values() if one.kind == "choice" and one.effect.name != "VIEW")
    value = str(list(spec.choices or ())[-1])
    assert cli.main(["run", door, "--steps", "0", "--seed", "41", "--set", f"{spec.name}={value}", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["seed"], said["params"][spec.name]) == (41, value)
    run = open_session(door, seed=41, **{spec.name: value})
    assert run.params.plain() == said["params"]


def test_commands_take_a_door(
    door: Door, panel: Declaration, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["describe", door.id, "--json"]) == 0
    described = json.loads(capsys.readouterr().out)
    assert described["id"] == panel.id
    assert door.id in [one["id"] for one in described["doors"]]
    picture = tmp_path / "a.png"
    assert cli.main(["render", door.id, "--steps", "0", "--size", "320x240", "--out", str(picture)]) == 0
    assert QImage(str(picture)).width() == 320
    capsys.readouterr()
    assert cli.main(["list", "--json"]) == 0
    listed = {one["id"]: one for one in json.loads(capsys.readouterr().out)}
    assert (listed[door.id]["panel"], listed[door.id]["title"]) == (panel.id, door.title)
    assert listed[panel.id]["panel"] == panel.id
    assert cli.main(["list"]) == 0
    chapter = capsys.readouterr().out.split(f"{door.chapter}\n", 1)[1].split("\n\n", 1)[0]
    assert f"{door.line} (opens {panel.id})" in chapter


def test_a_map_begins_at_the_preset_of_a_door(tmp_path: Path) -> None:
    panel, door = catalog.doors()[DOORS[0]]
    preset, specs = catalog.presets(panel.id)[door.preset], panel.params.specs()
    x, y = [name for name in axis_names(panel) if specs[name].kind == "real" and name not in preset["params"]][:2]
    metric = next(one.name for one in panel.metrics if one.shown and one.over is None)
    sweep = ["--x", x, "--y", y, "--metric", metric, "--steps", "2", "--grid", "2x2", "--out"]
    sets = [word for name, value in preset["params"].items() for word in ("--set", f"{name}={value}")]
    assert cli.main(["map", door.id, *sweep, str(tmp_path / "a.csv")]) == 0
    assert cli.main(["map", panel.id, *sets, *sweep, str(tmp_path / "b.csv"), "--seed", str(preset["seed"])]) == 0
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_an_id_that_is_nearly_a_door_is_told_so(door: Door, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["run", f"{door.id}x", "--steps", "0"]) == 2
    assert f"did you mean {door.id}?" in capsys.readouterr().err


def test_where_a_panel_is_meant_a_door_names_it(door: Door, panel: Declaration) -> None:
    with pytest.raises(BadInput, match=f"{door.id} is a door to {panel.id}: name that, with its preset {door.preset}"):
        catalog.declaration(door.id)
