"""The one table of commands: what they are called, their keys, and when they act.

It feeds the shortcuts, the overlay of all keys and the palette. No Qt: keys are written as Qt reads them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

When = Literal["always", "panel", "gallery"]


@dataclass(frozen=True, slots=True)
class Action:
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
        return key_label(self.keys[0]) if self.keys else ""


_NAMES = {
    "Right": "→",
    "Left": "←",
    "Up": "↑",
    "Down": "↓",
    "Space": "space",
    "Home": "home",
    "Esc": "esc",
    "Ctrl": "ctrl",
    "Shift": "shift",
    "+": "plus",
    "-": "minus",
}


def key_label(key: str) -> str:
    """A key as people write it."""
    parts = [part for part in key.split("+") if part] + (["+"] if key.endswith("+") else [])
    return " + ".join(_NAMES.get(part, part) for part in parts)


COMMANDS: tuple[Action, ...] = (
    Action("toggle", "Run or pause", ("Space",)),
    Action("forward", "One step forward", ("Right",)),
    Action("back", "One step back", ("Left",)),
    Action("start", "Back to the start", ("Home",)),
    Action("replay", "Play from the start", ("Shift+Space",)),
    Action("reset", "Start anew"),
    Action("reseed", "New seed", ("R",)),
    Action("undo", "Undo", ("Ctrl+Z",), anywhere=True),
    Action("redo", "Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), anywhere=True),
    Action("speed_slow", "Run slowly", ("Ctrl+1",)),
    Action("speed_normal", "Run at normal speed", ("Ctrl+2",)),
    Action("speed_fast", "Run flat out", ("Ctrl+3",)),
    Action("code", "The code beside the picture", ("K",)),
    Action("line_forward", "Code: next line", ("Down",)),
    Action("line_back", "Code: line before", ("Up",)),
    Action("repair", "Repair a failing preset", ("F",)),
    Action("compare", "Compare with", ("C",)),
    Action("uncompare", "Stop comparing"),
    Action("branches", "Kept runs", ("L",)),
    Action("phase", "Phase map", ("M",)),
    Action("save_map", "Save the phase map as a study"),
    Action("hide_ghost", "Hide the run before"),
    Action("ask", "Ask first, and reveal", ("A",), group="Lecture"),
    Action("bare", "Hide everything but the picture", ("H",), group="Lecture"),
    Action("present", "Presenter view", ("P",), group="Lecture"),
    Action("swap", "Swap the screens", ("Shift+P",), group="Lecture"),
    Action("halo", "Ring round the cursor", ("Shift+H",), group="Lecture"),
    Action("keycaps", "Show pressed keys", ("Shift+K",), group="Lecture"),
    Action("full_screen", "Full screen", ("F11",), when="always", anywhere=True, group="Lecture"),
    Action("black", "Black screen", ("B",), when="always", group="Lecture"),
    Action("white", "White screen", ("W",), when="always", group="Lecture"),
    Action("magnifier", "Magnifier", ("Z",), group="Lecture"),
    Action("lesson_forward", "Lesson: go on", ("PgDown",), when="always", anywhere=True, group="Lesson"),
    Action("lesson_back", "Lesson: go back", ("PgUp",), when="always", anywhere=True, group="Lesson"),
    Action("lesson_start", "Lesson: start, or back to it", ("F5",), when="always", anywhere=True, group="Lesson"),
    Action("lesson_return", "Lesson: back to where you left it", ("Backspace",), when="always", group="Lesson"),
    Action("record_lesson", "Lesson: record one, or stop and save it", when="always", group="Lesson"),
    Action("lesson_leave", "Lesson: leave it", when="always", group="Lesson"),
    Action("challenges", "Challenges", ("X",)),
    Action("challenge_next", "Challenge: the next one", group="Challenges"),
    Action("challenge_hint", "Challenge: hint", group="Challenges"),
    Action("challenge_solve", "Challenge: show the solution", group="Challenges"),
    Action("challenge_back", "Challenge: back to your own run", group="Challenges"),
    Action("challenge_again", "Challenge: begin anew", group="Challenges"),
    Action("challenge_leave", "Challenge: leave it", group="Challenges"),
    Action("challenges_off", "Offer challenges, or not", when="always", group="Challenges"),
    Action("challenges_clear", "Clear the ticks of challenges", when="always", group="Challenges"),
    Action("reset_view", "Reset the view", ("Ctrl+0",), group="Lecture"),
    Action("escape", "Back to the stage, then out of full screen", ("Esc",), "always", True, "Lecture"),
    Action("palette", "Any command", ("Ctrl+K",), when="always", anywhere=True, group="Window"),
    Action("keys", "All keys", ("?",), when="always", group="Window"),
    Action("gallery", "Show the gallery", ("G",), group="Window"),
    Action("search", "Search the gallery", ("/", "Ctrl+F"), when="gallery", anywhere=True, group="Window"),
    Action("theme", "Next theme", ("T",), when="always", group="Window"),
    Action("theme_light", "Light theme", when="always", group="Window"),
    Action("theme_dark", "Dark theme", when="always", group="Window"),
    Action("theme_projector", "Projector theme", when="always", group="Window"),
    Action("larger", "Larger text", ("Ctrl++", "Ctrl+="), when="always", anywhere=True, group="Window"),
    Action("smaller", "Smaller text", ("Ctrl+-",), when="always", anywhere=True, group="Window"),
    Action("still", "Reduce motion", when="always", group="Window"),
    Action("self_check", "Self-check", group="Window"),
    Action("open", "Open a scene, lesson or data file", ("Ctrl+O",), when="always", anywhere=True, group="Files"),
    Action("save", "Save the scene", ("Ctrl+S",), anywhere=True, group="Files"),
    Action("open_link", "Open what is in the clipboard", when="always", group="Files"),
    Action("copy", "Copy the picture and its link", ("Ctrl+Shift+C",), anywhere=True, group="Files"),
    Action("share", "Share the scene by a link or QR code", group="Files"),
    Action("picture", "Save the picture", group="Files"),
    Action("export", "Export a picture, film or table", ("Ctrl+E",), anywhere=True, group="Files"),
    Action("add_to_figure", "Add to the figure", ("Ctrl+Shift+E",), anywhere=True, group="Files"),
    Action("figure_tray", "Show what the figure has", when="always", group="Files"),
    Action("copy_report", "Copy the report of the last fault", group="Files"),
    Action("restart_engine", "Start the engine again", when="always", group="Files"),
    Action("recover", "Open what a crash left", when="always", group="Files"),
    Action("discard_recovery", "Discard what a crash left", when="always", group="Files"),
    Action("welcome", "Welcome page", when="always", group="Help"),
    Action("welcome_play", "Welcome: play", when="always", group="Help"),
    Action("welcome_teach", "Welcome: teach", when="always", group="Help"),
    Action("welcome_figures", "Welcome: make figures", when="always", group="Help"),
    Action("tour", "Tour of the window", when="always", group="Help"),
    Action("handbook", "Handbook", ("F1",), when="always", anywhere=True, group="Help"),
    Action("whats_this", "What is this?", ("Shift+F1",), when="always", anywhere=True, group="Help"),
    Action("report", "Write a report for a fault", when="always", group="Help"),
    Action("reports", "Show the reports", when="always", group="Help"),
    Action("quit", "Quit", ("Ctrl+Q",), when="always", anywhere=True, group="Files"),
)
BY_ID = {command.id: command for command in COMMANDS}


def fits(command: Action, page: Literal["gallery", "panel"]) -> bool:
    """Whether a command acts on this page."""
    return command.when in ("always", page)


def tip(label: str, command_id: str) -> str:
    """A tool tip that names the command's key."""
    key = BY_ID[command_id].key
    return f"{label} ({key})" if key else label
