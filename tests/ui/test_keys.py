"""The table of commands: no key twice, an act for each, and what is pressed is what is found."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from playground.ui.gallery.search import SearchEntry, find_entries
from playground.ui.keys import BY_ID, COMMANDS, fits, key_label, tip
from playground.ui.window import command_of

SHIFT, CTRL, NONE = (
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.NoModifier,
)


@pytest.mark.parametrize("page", ["gallery", "panel"])
def test_no_two_commands_of_a_page_share_a_key(page: str) -> None:
    keys = Counter(QKeySequence(key).toString() for c in COMMANDS if c.when in ("always", page) for key in c.keys)
    assert [key for key, count in keys.items() if count > 1] == []
    assert "" not in keys


def test_no_command_has_the_id_of_another() -> None:
    assert len(BY_ID) == len(COMMANDS)


@pytest.mark.parametrize(
    ("key", "modifiers", "text", "command"),
    [
        (Qt.Key.Key_Space, NONE, " ", "toggle"),
        (Qt.Key.Key_Right, NONE, "", "forward"),
        (Qt.Key.Key_R, NONE, "r", "reseed"),
        (Qt.Key.Key_Z, NONE, "z", "magnifier"),
        (Qt.Key.Key_Z, CTRL, "\x1a", "undo"),
        (Qt.Key.Key_Z, CTRL | SHIFT, "\x1a", "redo"),
        (Qt.Key.Key_Question, SHIFT, "?", "keys"),
        (Qt.Key.Key_Plus, CTRL | SHIFT, "+", "larger"),
        (Qt.Key.Key_Equal, CTRL, "=", "larger"),
        (Qt.Key.Key_K, CTRL, "\x0b", "palette"),
        (Qt.Key.Key_F11, NONE, "", "full_screen"),
        (Qt.Key.Key_Escape, NONE, "\x1b", "escape"),
        (Qt.Key.Key_PageDown, NONE, "", "lesson_forward"),
        (Qt.Key.Key_R, SHIFT, "R", None),
        (Qt.Key.Key_Q, NONE, "q", None),
    ],
)
def test_a_key_event_finds_its_command(
    key: Qt.Key, modifiers: Qt.KeyboardModifier, text: str, command: str | None
) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key.value, modifiers, text)
    found_command = command_of(event)
    assert (found_command.id if found_command is not None else None) == command


def test_keys_are_shown_as_people_write_them() -> None:
    assert key_label("Ctrl+Shift+Z") == "ctrl + shift + Z"
    assert key_label("Ctrl++") == "ctrl + plus"
    assert key_label("Ctrl+-") == "ctrl + minus"
    assert key_label("?") == "?"
    assert tip("Run", "toggle") == "Run (space)"
    assert tip("Check", "self_check") == "Check"


def test_commands_of_a_panel_do_not_act_in_the_gallery() -> None:
    assert not fits(BY_ID["toggle"], "gallery")
    assert fits(BY_ID["palette"], "gallery")


def test_the_palette_wants_all_words_and_prefers_beginnings() -> None:
    lines = [
        SearchEntry("command", "a", "Save the scene"),
        SearchEntry("command", "b", "Scene from yesterday"),
        SearchEntry("x", "c", "Run"),
    ]
    assert [line.value for line in find_entries("scene", lines)] == ["b", "a"]
    assert [line.value for line in find_entries("the sc", lines)] == ["a"]
    assert find_entries("scene run", lines) == []
    assert len(find_entries("", lines)) == 3
