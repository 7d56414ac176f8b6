"""The one table of commands: what they are called, their keys, and when they act.

It feeds the shortcuts, the overlay of all keys and the palette. No Qt: keys are written as Qt reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

When = Literal["always", "panel", "gallery"]


@dataclass(frozen=True, slots=True)
class Command:
    """One command.

    Attributes:
        id: what the window runs.
        label: a verb in plain English.
        keys: the keys, as `QKeySequence` reads them; the first is the one shown.
        when: on which page it acts.
        anywhere: acts wherever the focus is; otherwise only while the stage has it.
        group: the heading in the overlay.
    """

    id: str
    label: str
    keys: tuple[str, ...] = ()
    when: When = "panel"
    anywhere: bool = False
    group: str = "Run"

    @property
    def key(self) -> str:
        """The first key as people write it, or empty."""
        return shown(self.keys[0]) if self.keys else ""


_NAMES = {
    "Right": "→",
    "Left": "←",
    "Space": "space",
    "Home": "home",
    "Esc": "esc",
    "Ctrl": "ctrl",
    "Shift": "shift",
    "+": "plus",
    "-": "minus",
}


def shown(key: str) -> str:
    """A key as people write it."""
    parts = [part for part in key.split("+") if part] + (["+"] if key.endswith("+") else [])
    return " + ".join(_NAMES.get(part, part) for part in parts)


COMMANDS: tuple[Command, ...] = (
    Command("toggle", "Run or pause", ("Space",)),
    Command("forward", "One step forward", ("Right",)),
    Command("back", "One step back", ("Left",)),
    Command("reset", "Back to the start", ("Home",)),
    Command("reseed", "New seed", ("R",)),
    Command("undo", "Undo", ("Ctrl+Z",), anywhere=True),
    Command("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), anywhere=True),
    Command("speed_slow", "Run slowly", ("1",)),
    Command("speed_normal", "Run at normal speed", ("2",)),
    Command("speed_fast", "Run flat out", ("3",)),
    Command("repair", "Repair a failing preset", ("F",)),
    Command("compare", "Compare with", ("C",)),
    Command("uncompare", "Stop comparing"),
    Command("branches", "Kept runs", ("L",)),
    Command("phase", "Phase map", ("M",)),
    Command("hide_ghost", "Hide the run before"),
    Command("ask", "Ask first, and reveal", ("A",), group="Lecture"),
    Command("bare", "Hide everything but the picture", ("H",), group="Lecture"),
    Command("present", "Presenter view", ("P",), group="Lecture"),
    Command("swap", "Swap the screens", ("Shift+P",), group="Lecture"),
    Command("halo", "Ring round the cursor", ("Shift+H",), group="Lecture"),
    Command("keycaps", "Show pressed keys", ("Shift+K",), group="Lecture"),
    Command("full_screen", "Full screen", ("F11",), when="always", anywhere=True, group="Lecture"),
    Command("black", "Black screen", ("B",), when="always", group="Lecture"),
    Command("white", "White screen", ("W",), when="always", group="Lecture"),
    Command("magnifier", "Magnifier", ("Z",), group="Lecture"),
    Command("lesson_forward", "Lesson: go on", ("PgDown",), when="always", anywhere=True, group="Lesson"),
    Command("lesson_back", "Lesson: go back", ("PgUp",), when="always", anywhere=True, group="Lesson"),
    Command("lesson_start", "Lesson: start, or back to it", ("F5",), when="always", anywhere=True, group="Lesson"),
    Command("lesson_return", "Lesson: back to where you left it", ("Backspace",), when="always", group="Lesson"),
    Command("record_lesson", "Lesson: record one, or stop and save it", when="always", group="Lesson"),
    Command("lesson_leave", "Lesson: leave it", when="always", group="Lesson"),
    Command("reset_view", "Reset the view", ("0",), group="Lecture"),
    Command("escape", "Back to the stage, then out of full screen", ("Esc",), "always", True, "Lecture"),
    Command("palette", "Any command", ("Ctrl+K",), when="always", anywhere=True, group="Window"),
    Command("keys", "All keys", ("?",), when="always", group="Window"),
    Command("gallery", "Show the gallery", ("G",), group="Window"),
    Command("search", "Search the gallery", ("/", "Ctrl+F"), when="gallery", anywhere=True, group="Window"),
    Command("theme", "Next theme", ("T",), when="always", group="Window"),
    Command("theme_light", "Light theme", when="always", group="Window"),
    Command("theme_dark", "Dark theme", when="always", group="Window"),
    Command("theme_projector", "Projector theme", when="always", group="Window"),
    Command("larger", "Larger text", ("Ctrl++", "Ctrl+="), when="always", anywhere=True, group="Window"),
    Command("smaller", "Smaller text", ("Ctrl+-",), when="always", anywhere=True, group="Window"),
    Command("still", "Reduce motion", when="always", group="Window"),
    Command("language_system", "Language of the system", when="always", group="Window"),
    Command("language_en", "English", when="always", group="Window"),
    Command("language_de", "Deutsch", when="always", group="Window"),
    Command("self_check", "Self-check", group="Window"),
    Command("open", "Open a scene, lesson or data file", ("Ctrl+O",), when="always", anywhere=True, group="Files"),
    Command("save", "Save the scene", ("Ctrl+S",), anywhere=True, group="Files"),
    Command("open_link", "Open the link in the clipboard", when="always", group="Files"),
    Command("copy", "Copy the picture and its link", ("Ctrl+Shift+C",), anywhere=True, group="Files"),
    Command("share", "Share the scene by a link or QR code", group="Files"),
    Command("picture", "Save the picture", group="Files"),
    Command("export", "Export a picture, film or table", ("Ctrl+E",), anywhere=True, group="Files"),
    Command("copy_report", "Copy the report of the last fault", group="Files"),
    Command("restart_engine", "Start the engine again", when="always", group="Files"),
    Command("recover", "Open what a crash left", when="always", group="Files"),
    Command("discard_recovery", "Discard what a crash left", when="always", group="Files"),
    Command("welcome", "Welcome page", when="always", group="Help"),
    Command("welcome_play", "Welcome: play", when="always", group="Help"),
    Command("welcome_teach", "Welcome: teach", when="always", group="Help"),
    Command("welcome_figures", "Welcome: make figures", when="always", group="Help"),
    Command("tour", "Tour of the window", when="always", group="Help"),
    Command("handbook", "Handbook", ("F1",), when="always", anywhere=True, group="Help"),
    Command("whats_this", "What is this?", ("Shift+F1",), when="always", anywhere=True, group="Help"),
    Command("report", "Write a report for a fault", when="always", group="Help"),
    Command("reports", "Show the reports", when="always", group="Help"),
    Command("quit", "Quit", ("Ctrl+Q",), when="always", anywhere=True, group="Files"),
)
BY_ID = {command.id: command for command in COMMANDS}


def fits(command: Command, page: Literal["gallery", "panel"]) -> bool:
    """Whether a command acts on this page."""
    return command.when in ("always", page)


def tip(label: str, command_id: str) -> str:
    """A tool tip that names the command's key."""
    key = BY_ID[command_id].key
    return f"{label} ({key})" if key else label
