"""Before Qt would end the process, one sentence says what to install or set."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping

import patience
import pytest

from playground.engine.errors import BadInput
from playground.ui.system import requirements as system

SCREEN = {"DISPLAY": ":0"}
WAYLAND = {"WAYLAND_DISPLAY": "wayland-0"}


def problem(environment: Mapping[str, str], *missing: str, answers: bool = True) -> str:
    """The sentence on a system that lacks some libraries."""
    return system.problem(environment, lambda name: name not in missing, lambda: answers)


@pytest.mark.parametrize("environment", [SCREEN, WAYLAND, SCREEN | WAYLAND, {"QT_QPA_PLATFORM": "offscreen"}])
def test_a_complete_system_has_no_problem(environment: dict[str, str]) -> None:
    assert problem(environment) == ""


def test_missing_x11_libraries_are_named_with_their_packages() -> None:
    sentence = problem(SCREEN, "libxcb-icccm.so.4", "libxcb-keysyms.so.1")
    assert "libxcb-icccm.so.4, libxcb-keysyms.so.1" in sentence
    assert "sudo apt-get install libxcb-icccm4 libxcb-keysyms1" in sentence
    assert "sudo dnf install xcb-util-wm xcb-util-keysyms" in sentence
    assert "\n" not in sentence


def test_two_libraries_of_one_package_name_it_once() -> None:
    assert problem(SCREEN, "libxcb-randr.so.0", "libxcb-xkb.so.1")[-len("dnf install libxcb") :] == "dnf install libxcb"


@pytest.mark.parametrize("environment", [{"QT_QPA_PLATFORM": "offscreen"}, SCREEN, {}])
def test_what_qt_itself_loads_is_needed_without_a_window_too(environment: dict[str, str]) -> None:
    assert "apt-get install libegl1" in problem(environment, "libEGL.so.1")


def test_x11_stands_in_for_wayland_without_its_libraries() -> None:
    assert problem(SCREEN | WAYLAND, "libwayland-cursor.so.0") == ""
    assert "libwayland-cursor0" in problem(WAYLAND, "libwayland-cursor.so.0")


def test_no_screen_names_the_commands_that_need_none() -> None:
    assert "there is no screen" in problem({})
    assert "playground render" in problem({})
    assert "there is no screen" in problem(WAYLAND | {"QT_QPA_PLATFORM": "xcb"})


def test_a_screen_that_does_not_answer_is_named() -> None:
    assert ":0 (DISPLAY) does not answer" in problem(SCREEN, answers=False)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux needs the look")
def test_the_real_look_refuses_a_screen_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":987")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("QT_QPA_PLATFORM")
    with pytest.raises(BadInput, match=r"system libraries are missing|:987 \(DISPLAY\) does not answer"):
        system.check_system()
    system.check_system(window=False)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux has these libraries")
def test_every_library_that_the_system_has_is_found_under_its_name() -> None:
    assert system.loads("libc.so.6")
    assert not system.loads("libnothing-at-all.so.7")


def test_the_look_comes_before_qt() -> None:
    code = "import playground.ui.system.requirements, sys; print('PySide6' in sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, timeout=patience.SECONDS
    )
    assert found.stdout.strip() == "False"
