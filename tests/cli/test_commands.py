"""The other commands: their stable JSON, their exit codes, and that the shell starts light."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import patience
import pytest

from playground import catalog, cli
from playground.commands import describe, health_checks
from playground.commands.new import make
from playground.engine import device
from playground.engine.errors import BadInput
from playground.lecture.report import reports_folder

Say = Callable[..., Any]


def test_list(say: Say) -> None:
    found = say("list", "--json").json
    assert all(list(entry) == ["id", "title", "chapter", "line", "badge", "panel"] for entry in found)
    demo = next(entry for entry in found if entry["id"] == "demo")
    assert (demo["title"], demo["chapter"], demo["badge"]["kind"]) == ("Demo", "New panels", "exact")
    assert "New panels\n  demo " in say("list").out


def test_describe(say: Say) -> None:
    found = say("describe", "demo", "--json").json
    assert list(found) == [
        "id",
        "params",
        "metrics",
        "numbers",
        "arrays",
        "gestures",
        "presets",
        "jobs",
        "claims",
        "challenges",
        "opens",
        "weights",
        "doors",
    ]
    rate = next(entry for entry in found["params"] if entry["name"] == "rate")
    assert (rate["low"], rate["high"], rate["effect"], rate["default"]) == (0.01, 3.0, "live", 0.2)
    assert [entry["name"] for entry in found["metrics"]] == ["error", "factor"]
    assert {"plane.points.xy", "plane.w.vectors", "w"} <= set(found["arrays"])
    assert found["gestures"][0]["fields"][0]["allowed"] == "2 numbers, each from -10 to 10"
    assert found["presets"][1]["repair"] == {"label": "Take half steps", "set": {"rate": 0.5}}
    text = say("describe", "demo").out
    assert "0.01 to 3" in text
    assert "add_point" in text
    assert "did you mean demo?" in say("describe", "demmo").refusal


@pytest.fixture
def case_file(demo: Path, tmp_path: Path) -> Callable[..., Path]:
    """The shipped cases of the demo, changed."""

    def write(change: Callable[[dict[str, Any]], object] = lambda cases: None) -> Path:
        content = json.loads((demo / "cases.json").read_text())
        change(content)
        path = tmp_path / "cases.json"
        path.write_text(json.dumps(content))
        return path

    return write


def test_verify_holds(say: Say, case_file: Callable[..., Path]) -> None:
    said = say("verify", case_file(), "--json")
    assert said.status == 0
    (case,) = said.json["cases"]
    assert list(case) == ["name", "kind", "ok", "deviation", "where"]
    assert case["ok"]
    assert "1 of 1 cases hold" in say("verify", case_file()).out


def test_verify_fails_with_status_1(say: Say, case_file: Callable[..., Path]) -> None:
    wrong = case_file(lambda content: content["cases"][0]["expected"].update(w=[1.5, 0.1]))
    said = say("verify", wrong, "--json")
    assert said.status == 1
    assert said.json["cases"][0] == {
        "name": "half_way_in_two_steps",
        "kind": "descent",
        "ok": False,
        "deviation": 0.1,
        "where": "w[1]",
    }
    assert "FAILS" in say("verify", wrong).out
    unknown = case_file(lambda content: content["cases"][0].update(kind="descend"))
    assert say("verify", unknown, "--json").json["cases"][0]["where"] == "kind"
    assert say("verify", unknown).status == 1


def test_verify_refuses_what_is_no_case_file(say: Say, case_file: Callable[..., Path], tmp_path: Path) -> None:
    unheard = case_file(lambda content: content.update(panel="dem"))
    assert "panel 'dem' does not exist; did you mean demo?" in say("verify", unheard).refusal
    assert str(unheard) in say("verify", unheard).refusal
    assert "does not exist" in say("verify", tmp_path / "missing.json").refusal
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    assert "is not a case file" in say("verify", broken).refusal
    broken.write_text("[]")
    assert "is not a case file" in say("verify", broken).refusal


@pytest.fixture
def concepts_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A self-check that tries the concepts and one more part."""
    monkeypatch.setattr("playground.commands.health_checks.PARTS", {"lamp": lambda: "shines"})


@pytest.mark.usefixtures("concepts_alone")
def test_selfcheck(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.catalog.ids", lambda: ("demo",))
    said = say("selfcheck", "--json")
    assert said.status == 0
    assert list(said.json) == ["versions", "device", "cards", "concepts", "parts"]
    assert [card["kind"] for card in said.json["cards"]] == ["cuda", "mps"]
    assert said.json["parts"] == [{"name": "lamp", "ok": True, "said": "shines"}]
    assert said.json["concepts"] == [{"id": "demo", "ok": True}]
    assert said.json["versions"]["python"] == ".".join(map(str, sys.version_info[:3]))
    assert "demo" in say("selfcheck").out


@pytest.mark.usefixtures("concepts_alone")
def test_selfcheck_writes_a_report(say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.catalog.ids", lambda: ("demo",))
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "state"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    said = say("selfcheck", "--report")
    assert said.status == 0
    assert said.err.startswith("playground: the report is in ~")
    (report,) = reports_folder().iterdir()
    text = report.read_text(encoding="utf-8")
    assert "The self-check found 0 faults" in text
    assert "demo" in text
    assert str(tmp_path) not in text


def test_selfcheck_sees_a_part_that_does_not_work(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.catalog.ids", lambda: ("demo",))

    def broken() -> str:
        raise OSError("no codec")

    monkeypatch.setattr("playground.commands.health_checks.PARTS", {"lamp": broken})
    said = say("selfcheck")
    assert said.status == 1
    assert "lamp" in said.out
    assert said.err == "playground: lamp: OSError: no codec\n"


def test_selfcheck_that_hangs_is_ended_and_says_where(capfd: pytest.CaptureFixture[str]) -> None:
    left: SimpleQueue[int] = SimpleQueue()
    with health_checks.watchdog("the lamp", 0.01, left.put):
        assert left.get(timeout=patience.SECONDS) == 1
    said = capfd.readouterr().err
    assert "playground: the lamp hangs: nothing came within 0.01 s" in said
    assert "test_selfcheck_that_hangs" in said


def test_the_parts_of_this_installation_work() -> None:
    assert {name: health_checks.attempt(part)[0] for name, part in health_checks.PARTS.items()} == dict.fromkeys(
        health_checks.PARTS, True
    )


@pytest.mark.usefixtures("concepts_alone")
def test_selfcheck_sees_a_broken_concept(say: Say, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.catalog.ids", lambda: ("demo", "fragile"))
    monkeypatch.setattr("playground.commands.selfcheck.STEPS", 5)
    said = say("selfcheck", "--json")
    assert said.status == 1
    assert said.json["concepts"] == [{"id": "demo", "ok": True}, {"id": "fragile", "ok": False}]
    assert said.err == "playground: fragile: RuntimeError: shapes (2, 64) and (32, 2)\n"


def test_new_refuses_bad_and_taken_ids(checkout: Path) -> None:
    for bad in ("", "x", "Big", "with-dash", "2fast", "class", "a" * 41, "../up", "end_"):
        with pytest.raises(BadInput, match="ID is"):
            make(checkout, bad)
    before = sorted(checkout.rglob("*"))
    with pytest.raises(BadInput, match="ID demo is taken"):
        make(checkout, "demo")
    assert sorted(checkout.rglob("*")) == before


def test_new_needs_a_source_checkout(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="source checkout only"):
        make(tmp_path, "demo2")


@pytest.mark.parametrize("panel", catalog.ids())
def test_describe_has_the_labels_of_the_window_beside_the_names(panel: str) -> None:
    declared = catalog.declaration(panel)
    lines = [line.split() for line in describe.main(Namespace(concept=panel, json=False)).text.splitlines()]

    def said(*words: str) -> bool:
        wanted = " ".join(words).split()
        return any(line[: len(wanted)] == wanted for line in lines)

    for spec in declared.params.specs().values():
        assert said(spec.name, spec.label), spec.name
        assert all(said(spec.name, word, label) for word, label in spec.choices.items() if word != label), spec.name
    assert all(said(name, str(preset["title"])) for name, preset in catalog.presets(panel).items())
    assert all(said(job.name, job.label) for job in declared.jobs)
    assert all(said(metric.name, metric.label) for metric in declared.metrics)


def test_show_hands_everything_to_the_window(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []

    def run(*args: Any, **named: Any) -> int:
        assert named.pop("reference")().startswith("# Reference")
        calls.append((args, named))
        return 7

    monkeypatch.setattr("playground.ui.system.launch.run", run)
    words = ["show", "demo", "--preset", "p", "--scene", "a.json", "--load", "b.csv"]
    assert say(*words, "--set", "rate=0.5", "--seed", "3", "--play").status == 7
    assert say().status == 7
    again = {"entry": (sys.executable, "-m", "playground")}
    given = {"preset": "p", "scene": "a.json", "load": ("b.csv",), "sets": {"rate": "0.5"}, "seed": 3, "play": True}
    nothing: dict[str, Any] = {"preset": None, "scene": None, "load": (), "sets": {}, "seed": None, "play": False}
    assert calls == [(("demo",), given | again), ((None,), nothing | again)]


def test_a_frozen_application_starts_itself_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert cli.entry() == (sys.executable,)


def test_a_file_or_a_link_alone_is_opened(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []

    def run(**named: Any) -> int:
        del named["reference"]
        calls.append(named)
        return 0

    monkeypatch.setattr("playground.ui.system.launch.run", run)
    for source in ("a.scene.json", "playground:eJw", "./mine"):
        assert say(source).status == 0
        assert say("open", source).status == 0
    assert [call["source"] for call in calls] == [
        name for name in ("a.scene.json", "playground:eJw", "./mine") for _ in range(2)
    ]
    assert all(call == {"source": call["source"], "entry": cli.entry()} for call in calls)
    assert say("opne").status == 2
    assert say("file:///tmp/a%20b.scene.json").status == 0  # as a file manager may hand it over
    assert calls[-1]["source"] == str(Path("/tmp/a b.scene.json"))


def test_a_scene_goes_into_a_link_and_comes_back(say: Say, tmp_path: Path) -> None:
    first, second = tmp_path / "a.scene.json", tmp_path / "b.scene.json"
    made = say("run", "demo", "--steps", 3, "--seed", 5, "--save", first, "--json").json
    link = say("link", first).out.strip()
    assert link.startswith("playground:")
    assert say("link", link, "--out", second).out.endswith("b.scene.json: demo, step 3\n")
    for source in (link, second):
        assert say("run", "demo", "--scene", source, "--json").json == made
    assert say("link", "playground:AAAA").err == "playground: the link is damaged\n"


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    for words, expected in (
        (["--help"], "selfcheck"),
        (["run", "--help"], "--gestures"),
        (["--version"], "playground 0."),
    ):
        with pytest.raises(SystemExit) as left:
            cli.main(words)
        assert left.value.code == 0
        assert expected in capsys.readouterr().out


def test_the_command_line_starts_light() -> None:
    probe = "import sys, playground.cli; playground.cli.parser(); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout.split()
    assert "playground.cli" in loaded
    assert not {"torch", "numpy", "pydantic", "PySide6", "playground.catalog"} & set(loaded)


def test_list_and_describe_need_no_torch() -> None:
    probe = (
        "import sys; from playground import cli; cli.main(['list']); print(*({'torch', 'PySide6'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    reader = [sys.executable, "-c", "pass"]
    words = [sys.executable, "-m", "playground", "list"]
    with subprocess.Popen(reader, stdin=subprocess.PIPE) as left:
        left.wait()
        assert left.stdin is not None
        done = subprocess.run(words, stdout=left.stdin, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_process_ends_with_the_status_and_one_line() -> None:
    words = [sys.executable, "-m", "playground", "describe", "nothing_like_it"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("playground: concept 'nothing_like_it' does not exist")
    assert done.stderr.count("\n") == 1


def test_a_command_whose_card_fails_is_carried_out_on_the_processor(
    say: Say, demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = say("run", "demo", "--steps", 3, "--json").json
    monkeypatch.setattr(device, "_given_up", [])
    model = catalog.load("demo").model

    def step(*args: Any) -> Any:
        if not device.warning():
            raise RuntimeError("CUDA error: out of memory")
        return model.step(*args)

    concept = replace(catalog.load("demo"), model=replace(model, step=step))
    monkeypatch.setattr(catalog, "load", lambda name: concept)
    said = say("run", "demo", "--steps", 3, "--json")
    assert (said.status, said.json) == (0, expected)
    assert said.err.startswith("playground: The graphics card is not used any more: its memory is full.")
    device._given_up.clear()
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert "give it once more" in say("run", "demo", "--steps", 3, "--gestures", "-").refusal
