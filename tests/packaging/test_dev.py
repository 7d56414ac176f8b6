"""The two commands of the README: what they do, and what they say where they cannot."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

Calls = list[list[str]]


@pytest.fixture
def dev(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, working on an empty folder with the two files that it reads."""
    spec = importlib.util.spec_from_file_location("dev", ROOT / "dev.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "packaging").mkdir()
    for name in ("pyproject.toml", "packaging/constraints.txt"):
        (tmp_path / name).write_text("first\n", encoding="utf-8")
    for name, path in {
        "ROOT": tmp_path,
        "VENV": tmp_path / ".venv",
        "STAMP": tmp_path / ".venv" / "playground-stamp.json",
        "CONSTRAINTS": tmp_path / "packaging" / "constraints.txt",
        "OUT": tmp_path / "out",
    }.items():
        monkeypatch.setattr(module, name, path)
    return module


@pytest.fixture
def calls(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Calls:
    """The commands that the script would have run; all of them end well."""
    return record(dev, monkeypatch, lambda command: 0)


def record(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, status: Callable[[list[str]], int]) -> Calls:
    """Replaces the start of programs by a list of them."""
    seen: Calls = []
    answer = json.dumps({"concept": "toy", "status": "converged", "step": 7, "metrics": {"errors": 0}})

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        seen.append(command)
        if "venv" in command:
            dev.program("python").parent.mkdir(parents=True, exist_ok=True)
            dev.program("python").touch()
        return subprocess.CompletedProcess(command, status(command), stdout=answer)

    monkeypatch.setattr(subprocess, "run", run)
    return seen


def main(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Runs the script with these arguments."""
    monkeypatch.setattr(sys, "argv", ["dev.py", *arguments])
    status: int = dev.main()
    return status


def test_the_first_use_makes_the_environment_and_the_next_takes_it(
    dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(dev, monkeypatch, "test", "-k", "word") == 0
    made, installed, tested = calls
    assert made == [sys.executable, "-m", "venv", "--clear", str(dev.VENV)]
    assert installed[0] == str(dev.program("python"))
    assert installed[-4:] == ["-c", str(dev.CONSTRAINTS), "-e", f"{dev.ROOT}[test]"]
    assert tested == [str(dev.program("pytest")), *dev.SPREAD, "-k", "word"]
    calls.clear()
    assert main(dev, monkeypatch, "test") == 0
    assert calls == [[str(dev.program("pytest")), *dev.SPREAD]]


def installed(calls: Calls) -> list[str]:
    """What was installed, from the first to the last."""
    return [command[-1] for command in calls if "install" in command]


def test_running_installs_no_more_than_it_needs(dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    main(dev, monkeypatch, "run", "list")
    assert installed(calls) == [str(dev.ROOT)]
    calls.clear()
    main(dev, monkeypatch, "run", "list")
    assert not installed(calls)
    main(dev, monkeypatch, "test")
    assert installed(calls) == [f"{dev.ROOT}[test]"]
    assert not any("venv" in command for command in calls)
    calls.clear()
    for name in ("run", "check", "test"):
        main(dev, monkeypatch, name)
    assert not installed(calls)
    (dev.ROOT / "pyproject.toml").write_text("second\n", encoding="utf-8")
    main(dev, monkeypatch, "run")
    assert installed(calls) == [f"{dev.ROOT}[test]"]


def test_the_name_of_a_panel_takes_its_tests_alone(
    dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "set_up", lambda extra="": None)
    for path in ("playground/concepts/nets/__init__.py", "tests/concepts/test_nets.py", "tests/concepts/test_other.py"):
        (dev.ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (dev.ROOT / path).touch()
    own = ["tests/contract", str(Path("tests/concepts/test_nets.py"))]
    for words, places in (
        (["-k", "nets"], own),
        (["--long", "-k", "nets"], own),
        (["-k", "net"], []),
        (["-k", "nets", "tests/ui"], []),
        (["--long"], []),
    ):
        assert main(dev, monkeypatch, "test", *words) == 0
        assert calls.pop() == [str(dev.program("pytest")), *dev.SPREAD, *words, *places]


@pytest.mark.parametrize("name", ["pyproject.toml", "packaging/constraints.txt"])
def test_changed_files_update_the_environment(
    name: str, dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    main(dev, monkeypatch, "test")
    calls.clear()
    (dev.ROOT / name).write_text("second\n", encoding="utf-8")
    main(dev, monkeypatch, "test")
    assert ["install" in command for command in calls] == [True, False]


def test_another_python_makes_a_new_environment(dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    main(dev, monkeypatch, "test")
    calls.clear()
    dev.STAMP.write_text(json.dumps(dev.wanted_stamp("test") | {"base": "3.99"}), encoding="utf-8")
    monkeypatch.setattr(dev, "check_python", lambda: calls.append(["checked"]))
    main(dev, monkeypatch, "test")
    assert calls[0] == ["checked"]
    assert "venv" in calls[1]


def test_a_broken_installation_is_tried_again(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = record(dev, monkeypatch, lambda command: int("install" in command))
    assert main(dev, monkeypatch, "test") == 1
    assert not dev.STAMP.exists()
    assert str(dev.program("pytest")) not in [command[0] for command in calls]
    calls.clear()
    main(dev, monkeypatch, "test")
    assert "venv" in calls[0]


def refusal(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that the script ends with."""
    assert main(dev, monkeypatch, "run") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("dev.py: ")
    return line


@pytest.mark.parametrize(("version", "shown"), [((3, 9, 2), "3.9"), ((3, 15, 0), "3.15")])
def test_an_unfit_python_is_named_with_what_fits(
    version: tuple[int, int, int],
    shown: str,
    dev: ModuleType,
    calls: Calls,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    line = refusal(dev, monkeypatch, capsys)
    assert f"Python 3.11 to 3.14 is needed and this is {shown};" in line
    assert not calls


def test_a_missing_venv_names_the_package(
    dev: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else find(name))
    assert "sudo apt-get install python3-venv" in refusal(dev, monkeypatch, capsys)
    assert not calls


def test_a_failure_of_pip_says_what_it_may_be(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record(dev, monkeypatch, lambda command: int("install" in command))
    assert "pip could not install the packages" in refusal(dev, monkeypatch, capsys)


@pytest.fixture
def ready(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script with its environment made."""
    monkeypatch.setattr(dev, "set_up", lambda extra="": None)
    return dev


def test_with_a_screen_the_application_opens(ready: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":0")
    assert main(ready, monkeypatch, "run") == 0
    assert calls == [[str(ready.program("playground"))]]


def test_without_a_screen_the_demo_writes_its_picture_and_numbers(
    ready: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert main(ready, monkeypatch, "run") == 0
    computed, drawn, told = calls
    assert computed[1:] == ["run", *ready.DEMO, "--json"]
    assert drawn[1:] == ["render", *ready.DEMO, "--out", str(ready.OUT / "perceptron.png")]
    said = capsys.readouterr().out
    assert told[1:] == ["run", *ready.DEMO]
    for words in ("no screen", str(ready.OUT / "perceptron.json"), str(ready.OUT / "perceptron.png")):
        assert words in said
    assert json.loads((ready.OUT / "perceptron.json").read_text(encoding="utf-8"))["step"] == 7


def test_a_command_after_run_is_passed_on(ready: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    assert main(ready, monkeypatch, "run", "list", "--json") == 0
    assert calls == [[str(ready.program("playground")), "list", "--json"]]


@pytest.mark.parametrize("failing", ["ruff", "mypy", "lint-imports", "selfcheck", "--sheet"])
def test_check_goes_on_and_fails_when_one_of_its_steps_does(
    failing: str, ready: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = record(ready, monkeypatch, lambda command: int(failing in command[0] or failing in command))
    assert main(ready, monkeypatch, "check") == 1
    assert len(calls) == 6


def test_check_passes_when_all_its_steps_do(ready: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(ready, monkeypatch, "check") == 0


@pytest.mark.parametrize("arguments", [(), ("build",), ("--run",)])
def test_anything_else_shows_the_commands(
    arguments: tuple[str, ...],
    ready: ModuleType,
    calls: Calls,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(ready, monkeypatch, *arguments) == 2
    assert "python3 dev.py run" in capsys.readouterr().err
    assert not calls


def test_help_is_no_fault(
    ready: ModuleType, calls: Calls, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(ready, monkeypatch, "--help") == 0
    assert "python3 dev.py test" in capsys.readouterr().out
    assert not calls
