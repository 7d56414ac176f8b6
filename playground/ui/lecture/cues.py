"""What the speaker has to say now, from the lesson or from the preset on the stage. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from playground.lecture.player import words
from playground.render.words import tr
from playground.ui.controller.state import Panel, State


@dataclass(frozen=True, slots=True)
class Cue:
    """One beat for the speaker's side.

    Attributes:
        heading: of the lesson or the preset.
        place: "beat 2 of 7", or empty.
        caption: what the audience reads, or empty.
        notes: what the speaker reads.
        following: what comes next, or empty.
    """

    heading: str = ""
    place: str = ""
    caption: str = ""
    notes: str = ""
    following: str = ""


def cue_of(state: State) -> Cue:
    """The cue of a state: without a lesson the preset's own line stands in the place of notes."""
    panel, lesson = state.panel, state.lesson
    if panel is None:
        return Cue()
    if lesson is not None:
        place = f"beat {lesson.number}"
        if lesson.away:
            return Cue(lesson.title, place, "", "You have left the lesson here.", "Backspace: back to the lesson")
        said = lesson.caption_text(panel.declaration, panel.frame)
        following = lesson.next_name or words(lesson.next_caption, None, None)
        return Cue(lesson.title, place, said, lesson.notes, following)
    preset = panel.presets.get(panel.preset, {})
    notes = [str(preset.get("line", "")), f"Fails: {panel.fails}" if panel.fails else ""]
    repair = str(panel.repair.get("label", ""))
    following = f"F: {repair}" if repair else ""
    return Cue(panel.origin, "", "", "\n\n".join(line for line in notes if line), following)


def pinned_words(state: State, panel: Panel) -> tuple[str, str]:
    """Value and label of the parameter that the beat pins; empty without one, and off the script."""
    from playground.engine.declarations.value_text import value_text

    name = state.lesson.pin if state.lesson is not None and not state.lesson.away else ""
    specs = panel.params.specs()
    if name not in specs or not specs[name].matters(panel.params):
        return "", ""
    return tr(value_text(specs[name], getattr(panel.params, name))), tr(specs[name].label)
