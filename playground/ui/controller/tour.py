"""The stops of the tour: what is said, and which part of the page it is about. No Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of the tour.

    Attributes:
        title: a few words.
        text: two sentences at most.
        anchors: names of parts, as `anchors.part` finds them; the first that is visible is pointed at.
        block: the block of the inspector that must be open, or empty.
    """

    title: str
    text: str
    anchors: tuple[str, ...]
    block: str = ""


STOPS = (
    Stop(
        "The picture",
        "Each panel is a real computation. Click, drag and draw in its picture; the question mark key lists what "
        "the mouse does in this one.",
        ("stage",),
    ),
    Stop(
        "Run and pause",
        "Space runs and pauses. The arrow keys go one step forward and back, Home returns to the start.",
        ("toggle",),
    ),
    Stop(
        "Back in time",
        "Drag along the bar to any step of the run. Marks above it show where a parameter was changed or the "
        "picture was touched; Ctrl+Z takes that back.",
        ("scrub",),
    ),
    Stop(
        "Speed and seed",
        "Slow shows each step in its parts. The size of a step never depends on the speed; the seed makes the run "
        "repeatable.",
        ("speed",),
    ),
    Stop(
        "Parameters",
        "Turn them while it runs. A round arrow marks those that restart the run, an eye those that change the view "
        "alone.",
        ("inspector", "parameters"),
        "parameters",
    ),
    Stop(
        "Notes with live numbers",
        "The formulas carry the numbers of the step on screen. Point at a symbol, and its mark in the picture stands "
        "out.",
        ("inspector", "notes"),
        "notes",
    ),
    Stop(
        "Presets",
        "Ready examples, each with something to see. Some fail on purpose; F repairs them.",
        ("presets",),
    ),
    Stop(
        "Compare",
        "Two to four runs side by side under one clock, which differ in one parameter, the seed or the preset.",
        ("compare",),
    ),
    Stop(
        "How far it can be trusted",
        "The badge says what is exact, and against what it was checked. Press it to run the checks and the claims.",
        ("badge",),
    ),
    Stop(
        "In a lecture",
        "P gives the audience a window of its own. A hides the outcome until the class has guessed, H hides all but "
        "the picture.",
        ("present",),
    ),
    Stop(
        "Take it with you",
        "Ctrl+E makes a picture, a film or a table. Ctrl+S saves the scene, which opens again as the very same run.",
        ("export", "more"),
    ),
    Stop(
        "Help",
        "This tour, the handbook and all keys are here. Shift+F1 explains any control, and Ctrl+K finds any command, "
        "panel, note or preset.",
        ("help", "more"),
    ),
)
