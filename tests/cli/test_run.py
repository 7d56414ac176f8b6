"""`playground run`: the stable interface, and that a run is the same run however it is reached."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from playground import __version__

Say = Callable[..., Any]


def numbers(said: Any) -> dict[str, Any]:
    assert said.status == 0, said
    found: dict[str, Any] = said.json
    return found


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_text())))


def test_run_prints_one_object_with_the_stable_keys(say: Say) -> None:
    said = say("run", "demo", "--steps", 5, "--json")
    found = numbers(said)
    assert list(found) == ["concept", "version", "seed", "params", "step", "status", "metrics", "arrays"]
    assert found["concept"] == "demo"
    assert found["version"] == __version__
    assert found["params"] == {"n": 20, "rate": 0.2}
    assert (found["seed"], found["step"], found["status"], found["arrays"]) == (0, 5, "running", {})
    assert set(found["metrics"]) == {"error", "factor", "way", "w_next"}
    assert said.out.count("\n") == 1


def test_without_json_the_numbers_are_readable(say: Say) -> None:
    said = say("run", "demo", "--steps", 1, "--arrays", "w")
    assert said.status == 0
    assert said.out.startswith("demo, seed 0, step 1: running\n")
    assert "factor" in said.out
    assert "\nw\n[" in said.out


def test_set_and_seed_change_the_run(say: Say) -> None:
    base = numbers(say("run", "demo", "--steps", 2, "--json"))
    faster = numbers(say("run", "demo", "--steps", 2, "--set", "rate=0.5", "--set", "n=3", "--json"))
    seeded = numbers(say("run", "demo", "--steps", 2, "--seed", 7, "--json"))
    assert faster["params"] == {"n": 3, "rate": 0.5}
    assert seeded["seed"] == 7
    assert len({base["metrics"]["error"], faster["metrics"]["error"], seeded["metrics"]["error"]}) == 3


def test_a_run_begins_at_a_preset_at_its_step_0(say: Say, tmp_path: Path) -> None:
    found = numbers(say("run", "demo", "--preset", "too_small", "--set", "n=3", "--steps", 0, "--json"))
    assert (found["params"], found["step"]) == ({"n": 3, "rate": 0.01}, 0)
    assert say("run", "demo", "--preset", "too_smal", "--steps", 1).refusal == (
        "preset 'too_smal' does not exist; did you mean too_small?"
    )
    one, other = tmp_path / "a.svg", tmp_path / "b.svg"
    for path, begun in ((one, ("--preset", "too_small")), (other, ("--set", "rate=0.01"))):
        assert say("render", "demo", *begun, "--steps", 3, "--out", path).status == 0
    assert one.read_bytes() == other.read_bytes()
    for command in (
        ("render", "--out", one),
        ("show",),
        ("map", "--x", "n", "--y", "rate", "--out", tmp_path / "a.csv"),
    ):
        said = say(command[0], "demo", "--preset", "too_smal", *command[1:])
        assert said.refusal == "preset 'too_smal' does not exist; did you mean too_small?"
    scene = tmp_path / "a.scene.json"
    say("run", "demo", "--steps", 1, "--save", scene)
    for name, more in (("run", ("--steps", 2)), ("show", ())):
        said = say(name, "demo", "--preset", "too_small", "--scene", scene, *more)
        assert said.refusal == "--preset does not go with --scene, which has its own parameters"


def test_it_stops_earlier_when_converged(say: Say) -> None:
    found = numbers(say("run", "demo", "--steps", 10_000, "--set", "rate=0.5", "--json"))
    assert found["status"] == "converged"
    assert found["step"] < 100


def test_asked_arrays_come_as_nested_lists_at_full_precision(say: Say) -> None:
    found = numbers(say("run", "demo", "--steps", 1, "--arrays", "w,plane.points.xy", "--json"))
    assert list(found["arrays"]) == ["w", "plane.points.xy"]
    assert np.array(found["arrays"]["plane.points.xy"]).shape == (20, 2)
    assert any(value != float(np.float32(value)) for value in found["arrays"]["w"])
    every = numbers(say("run", "demo", "--steps", 1, "--arrays", "all", "--json"))
    assert set(every["arrays"]) == {"plane.points.xy", "plane.w.vectors", "w"}


def test_csv_holds_every_step_from_the_start(say: Say, tmp_path: Path) -> None:
    target = tmp_path / "a.csv"
    found = numbers(say("run", "demo", "--steps", 6, "--json", "--csv", target))
    rows = table(target)
    assert [row["step"] for row in rows] == [str(step) for step in range(7)]
    assert float(rows[-1]["error"]) == found["metrics"]["error"]
    ratios = [float(b["error"]) / float(a["error"]) for a, b in pairwise(rows)]
    assert ratios == pytest.approx([0.8] * 6)
    assert list(tmp_path.iterdir()) == [target]


def test_csv_of_no_steps_has_the_start(say: Say, tmp_path: Path) -> None:
    numbers(say("run", "demo", "--steps", 0, "--json", "--csv", tmp_path / "a.csv"))
    assert [row["step"] for row in table(tmp_path / "a.csv")] == ["0"]


def test_npz_holds_arrays_and_series(say: Say, tmp_path: Path) -> None:
    target = tmp_path / "a.data"
    found = numbers(say("run", "demo", "--steps", 4, "--arrays", "w", "--json", "--npz", target))
    with np.load(target) as stored:
        assert set(stored) == {"w", "series.error"}
        assert stored["w"].tolist() == found["arrays"]["w"]
        assert stored["series.error"][:, 0].tolist() == [0, 1, 2, 3, 4]
        assert stored["series.error"][-1, 1] == found["metrics"]["error"]
    numbers(say("run", "demo", "--steps", 0, "--json", "--npz", target))
    with np.load(target) as stored:
        assert {"plane.points.xy", "plane.w.vectors", "w"} <= set(stored)


# ---- gestures


def gestures(tmp_path: Path, *lines: object) -> Path:
    path = tmp_path / "gestures.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return path


def test_gestures_are_applied_at_their_steps(say: Say, tmp_path: Path) -> None:
    lines = [{"step": 5, "kind": "add_point", "xy": [3, 3]}, "", {"step": 2, "kind": "add_point", "xy": [9, 9]}]
    path = gestures(tmp_path, *lines)
    sizes, errors = [], []
    for steps in range(7):
        arguments = ["run", "demo", "--steps", steps, "--gestures", path, "--arrays", "plane.points.xy", "--json"]
        found = numbers(say(*arguments))
        sizes.append(len(found["arrays"]["plane.points.xy"]))
        errors.append(found["metrics"]["error"])
    assert sizes == [20, 20, 21, 21, 21, 22, 22]
    assert errors[2] > errors[1]
    assert errors[3] == pytest.approx(0.8 * errors[2])


def test_gestures_come_from_stdin(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO('{"step": 0, "kind": "add_point", "xy": [1, 2]}\n'))
    found = numbers(say("run", "demo", "--steps", 0, "--gestures", "-", "--arrays", "plane.points.xy", "--json"))
    assert found["arrays"]["plane.points.xy"][-1] == [1, 2]


def test_a_change_of_the_log_is_a_gesture_line_too(say: Say, tmp_path: Path) -> None:
    path = gestures(tmp_path, {"step": 3, "set": {"rate": 0.5}})
    rows = tmp_path / "a.csv"
    found = numbers(say("run", "demo", "--steps", 5, "--gestures", path, "--json", "--csv", rows))
    assert found["params"]["rate"] == 0.5
    errors = [float(row["error"]) for row in table(rows)]
    assert errors[3] / errors[2] == pytest.approx(0.8)
    assert errors[4] / errors[3] == pytest.approx(0.5)


def test_a_gesture_sets_a_converged_run_going_again(say: Say, tmp_path: Path) -> None:
    still = numbers(say("run", "demo", "--steps", 999, "--set", "rate=1.0", "--json"))
    assert (still["status"], still["step"]) == ("converged", 1)
    path = gestures(tmp_path, {"step": 1, "kind": "add_point", "xy": [9, 9]})
    found = numbers(say("run", "demo", "--steps", 999, "--set", "rate=1.0", "--gestures", path, "--json"))
    assert (found["status"], found["step"]) == ("converged", 2)


def test_gestures_that_were_not_reached_are_told(say: Say, tmp_path: Path) -> None:
    path = gestures(tmp_path, {"step": 8, "kind": "add_point", "xy": [9, 9]})
    said = say("run", "demo", "--steps", 5, "--gestures", path, "--json")
    assert numbers(said)["step"] == 5
    assert said.err == "playground: the run ended at step 5, not reached: 1 of the gestures, from step 8 on\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "line 2: it is not a JSON object"),
        ("[1]", "line 2: it is not a JSON object"),
        ('{"step": 1, "kind": "add_point", "xy": [NaN, 1]}', "line 2: it holds the number NaN"),
        ({"kind": "add_point", "xy": [1, 1]}, "line 2: step is None"),
        ({"step": -1, "kind": "add_point", "xy": [1, 1]}, "step is -1"),
        ({"step": 1.5, "kind": "add_point", "xy": [1, 1]}, "step is 1.5"),
        ({"step": 1, "xy": [1, 1]}, "kind is None"),
        ({"step": 1, "kind": "ad_point", "xy": [1, 1]}, "did you mean add_point?"),
        ({"step": 1, "kind": "add_point"}, "needs the field xy"),
        ({"step": 1, "kind": "add_point", "xy": [1, 1, 1]}, "xy is [1, 1, 1]"),
        ({"step": 1, "kind": "add_point", "xy": [1, 99]}, "xy is [1, 99]"),
        ({"step": 1, "kind": "add_point", "xy": [1, 1], "z": 1}, "'z' does not exist"),
        ({"step": 1, "set": {"rate": 99}}, "rate is 99"),
        ({"step": 1, "set": {"rte": 1}}, "did you mean rate?"),
        ({"step": 1, "set": {"rate": 1}, "kind": "x"}, "nothing else"),
    ],
)
def test_bad_gestures_are_refused_with_their_line(say: Say, tmp_path: Path, line: object, words: str) -> None:
    path = gestures(tmp_path, {"step": 0, "kind": "add_point", "xy": [1, 1]}, line)
    refusal = say("run", "demo", "--steps", 3, "--gestures", path, "--save", tmp_path / "no.json").refusal
    assert words in refusal
    assert str(path) in refusal
    assert not (tmp_path / "no.json").exists()


# ---- scenes


def test_a_scene_continues_to_the_very_same_run(say: Say, tmp_path: Path) -> None:
    scene = tmp_path / "a.scene.json"
    path = gestures(tmp_path, {"step": 2, "kind": "add_point", "xy": [9, 9]}, {"step": 4, "set": {"rate": 0.4}})
    start = ["run", "demo", "--seed", 3, "--set", "n=7", "--gestures", path, "--arrays", "all", "--json"]
    straight = numbers(say(*start, "--steps", 12))
    numbers(say(*start, "--steps", 6, "--save", scene))
    assert numbers(say("run", "demo", "--scene", scene, "--steps", 12, "--arrays", "all", "--json")) == straight
    assert json.loads(scene.read_text())["log"] == [
        {"step": 2, "kind": "add_point", "xy": [9.0, 9.0]},
        {"step": 4, "set": {"rate": 0.4}},
    ]
    assert numbers(say("run", "demo", "--scene", scene, "--json"))["step"] == 6
    assert numbers(say("run", "demo", "--scene", scene, "--steps", 1, "--json"))["step"] == 1


def test_set_applies_at_the_scenes_last_step(say: Say, tmp_path: Path) -> None:
    scene, again, rows = tmp_path / "a.scene.json", tmp_path / "b.scene.json", tmp_path / "a.csv"
    before = numbers(say("run", "demo", "--steps", 4, "--save", scene, "--json"))
    start = ["run", "demo", "--scene", scene, "--set", "rate=0.5"]
    found = numbers(say(*start, "--steps", 5, "--json", "--save", again, "--csv", rows))
    assert found["metrics"]["error"] == pytest.approx(0.5 * before["metrics"]["error"])
    assert json.loads(again.read_text())["log"] == [{"step": 4, "set": {"rate": 0.5}}]
    assert [row["step"] for row in table(rows)] == ["4", "5"]
    restarted = numbers(say("run", "demo", "--scene", scene, "--set", "n=3", "--steps", 2, "--json"))
    assert (restarted["step"], restarted["params"]["n"]) == (2, 3)
    assert "stands at step 4 already" in say(*start, "--steps", 2).refusal


def test_a_scene_with_another_seed_starts_anew(say: Say, tmp_path: Path) -> None:
    scene = tmp_path / "a.scene.json"
    numbers(say("run", "demo", "--steps", 4, "--save", scene, "--json"))
    reseeded = numbers(say("run", "demo", "--scene", scene, "--seed", 5, "--steps", 2, "--json"))
    assert reseeded == numbers(say("run", "demo", "--seed", 5, "--steps", 2, "--json"))


def test_a_gesture_before_the_scenes_step_is_refused(say: Say, tmp_path: Path) -> None:
    scene = tmp_path / "a.scene.json"
    numbers(say("run", "demo", "--steps", 4, "--save", scene, "--json"))
    path = gestures(tmp_path, {"step": 2, "kind": "add_point", "xy": [9, 9]})
    refusal = say("run", "demo", "--scene", scene, "--steps", 9, "--gestures", path).refusal
    assert refusal == "gestures: step 2 is over, the run starts at step 4"


def test_bad_scenes_are_refused(say: Say, tmp_path: Path) -> None:
    scene = tmp_path / "a.scene.json"
    numbers(say("run", "demo", "--steps", 4, "--save", scene, "--json"))
    good = json.loads(scene.read_text())
    assert (
        say("run", "fragile", "--scene", scene, "--steps", 5).refusal == f"{scene} is a scene of demo, not of fragile"
    )
    for change, words in (
        ({"params": {"rate": 99}}, "rate is 99"),
        ({"seed": -1}, "seed"),
        ({"log": [{"step": 1, "kind": "fly"}]}, "fly"),
        ({"version": 9}, "newer version"),
    ):
        scene.write_text(json.dumps({**good, **change}))
        refusal = say("run", "demo", "--scene", scene, "--steps", 5).refusal
        assert words in refusal
        assert str(scene) in refusal


# ---- bad input


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["run", "dmo", "--steps", 1], "concept 'dmo' does not exist; did you mean demo?"),
        (["run", "demo"], "--steps is missing"),
        (["run"], "ID"),
        (["run", "demo", "--steps", "-1"], "argument --steps: '-1' is not a whole number from 0"),
        (["run", "demo", "--steps", "1.5"], "argument --steps: '1.5'"),
        (["run", "demo", "--steps", "9" * 40], "argument --steps"),
        (["run", "demo", "--steps", "1", "--seed", "x"], "argument --seed: 'x'"),
        (["run", "demo", "--steps", "1", "--seed", "-1"], "argument --seed: '-1'"),
        (["run", "demo", "--steps", 1, "--set", "rate"], "argument --set: 'rate' is not of the form NAME=VALUE"),
        (["run", "demo", "--steps", 1, "--set", "rate=99"], "rate is 99, allowed is 0.01 to 3"),
        (["run", "demo", "--steps", 1, "--set", "rate=fast"], "rate is 'fast'"),
        (["run", "demo", "--steps", 1, "--set", "rate=nan"], "rate is nan"),
        (["run", "demo", "--steps", 1, "--set", "n=2.5"], "n is '2.5'"),
        (["run", "demo", "--steps", 1, "--set", "rat=1"], "parameter 'rat' does not exist; did you mean rate?"),
        (["run", "demo", "--steps", 1, "--arrays", "plane.point.xy"], "did you mean plane.points.xy?"),
        (["run", "demo", "--steps", 1, "--job", "sweep"], "job of demo 'sweep' does not exist"),
        (["run", "demo", "--steps", 1, "--load", "x.csv"], "demo opens no data files"),
        (["run", "demo", "--steps", 1, "--scene", "/nowhere/a.json"], "/nowhere/a.json does not exist"),
        (["run", "demo", "--steps", 1, "--gestures", "/nowhere/a.jsonl"], "/nowhere/a.jsonl does not exist"),
        (["run", "demo", "--steps", 1, "--csv", "/nowhere/a.csv"], "the folder /nowhere does not exist"),
        (["run", "demo", "--steps", 1, "--npz", "/nowhere/a.npz"], "the folder /nowhere does not exist"),
        (["run", "demo", "--steps", 1, "--save", "/nowhere/a.json"], "the folder /nowhere does not exist"),
        (["run", "demo", "--steps", 1, "--save", "/tmp"], "/tmp cannot be written: it is a folder"),
        (["run", "demo", "--steps", 1, "--what"], "--what"),
        (["walk"], "walk"),
        (["run", "demo", "--step", 1], "--step"),
    ],
)
def test_bad_input_is_one_line_and_status_2(say: Say, words: list[object], sentence: str) -> None:
    assert sentence in say(*words).refusal


def test_a_fault_of_the_model_is_status_1(say: Say, tmp_path: Path) -> None:
    said = say("run", "fragile", "--steps", 9, "--json", "--arrays", "all", "--csv", tmp_path / "a.csv")
    assert said.status == 1
    assert (said.json["status"], said.json["step"]) == ("failed", 3)
    assert "the run stopped at step 3: RuntimeError: shapes (2, 64) and (32, 2)" in said.err


def test_a_run_that_grows_past_all_numbers_is_an_outcome_not_a_fault(say: Say) -> None:
    said = say("run", "demo", "--steps", 5000, "--set", "rate=3.0", "--json")
    found = numbers(said)
    assert found["status"] == "diverging"
    assert found["step"] < 5000
    assert found["metrics"]["error"] is None  # infinite, which JSON cannot say
    assert "grew past all numbers at step" in said.err
