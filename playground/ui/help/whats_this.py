"""What a control is for: from the declaration of its parameter where it has one, else from the table below."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from playground.render.words import tr
from playground.ui.controller.sentences import tool_tip
from playground.ui.inspector.row import Row

HOW = {
    "real": "Drag the slider or type a value. With the focus, arrows move it by a hundredth of the range, with shift "
    "by a tenth.",
    "integer": "Drag the slider or type a whole number. With the focus, arrows move it.",
    "choice": "Choose one.",
    "flag": "Press to switch it on or off.",
    "text": "Type, and press return.",
    "vector": "Type numbers with commas or spaces between them, and press return.",
    "file": "Type a path, or open a file.",
}
COMPARE = "A right click compares its values side by side."


@dataclass(frozen=True, slots=True)
class About:
    """What is said about controls of one name.

    Attributes:
        name: the English name that screen readers say, up to a colon.
        text: what the control is for.
    """

    name: str
    text: str


ABOUT = (
    About("Gallery", "Goes back to all panels. The run on the stage stays as it is."),
    About("Preset", "Examples that are ready to run. Those with a warning sign fail on purpose, and F repairs them."),
    About("Repair", "Makes the change that mends this failing example, while it runs."),
    About("Compare with", "Sets two to four runs side by side under one clock; they differ in what you choose."),
    About("Ask first, and reveal", "Hides the outcome until the class has guessed; the same button reveals it."),
    About("Save, copy, export", "Saves the scene, copies the picture, or makes pictures, films and tables."),
    About("Theme", "Light, dark or projector, the size of the text, and motion."),
    About("Next theme", "Light, dark or projector; the projector's is the legible one in a bright room."),
    About("Presenter view", "Gives the audience a window of its own; this one keeps the notes and the controls."),
    About("Help", "The welcome page, the tour, the handbook, all keys, and reports of faults."),
    About("More", "The commands that have no room in a window of this size."),
    About("Parameters", "Shows the parameters of the panel over the picture."),
    About("Notes and numbers", "Shows the notes and the numbers of the panel over the picture."),
    About("Back to the start", "Goes to step 0 of this run, which is kept: go on, or scrub forward again."),
    About("Start anew", "Begins a new run with the parameters and data of this step; undo returns to the one before."),
    About("One step back", "Goes one step back, to the very same state."),
    About("Run", "Runs or pauses. It stops by itself where the run has converged or is at its end."),
    About("Pause", "Pauses the run where it stands."),
    About("One step forward", "Makes one step of the computation."),
    About(
        "Step",
        "Drag it to any step of the run. Marks above the bar are changes and touches, a cross is where the run broke.",
    ),
    About("Speed", "How fast the run goes. Slow shows each step in its parts; the size of a step stays the same."),
    About("New seed", "Draws other random numbers and starts anew. Data of your own are kept."),
    About("Seed", "Fixes the random numbers: the same seed gives the same run. Type a whole number from 0."),
    About("Kept runs", "Runs that a change or an undo left behind; they can be named and reached again."),
    About("Block of the inspector", "Shows parameters, notes or numbers, where not all of them have room."),
    About(
        "Search the gallery", "Finds panels by titles, words, notes and formulas, and lessons by what is said in them."
    ),
    About("Order", "By chapter, or the panels that were opened last."),
    About(
        "Any command", "Type a few letters of a command, a key, a panel, a preset, a note or a page of the handbook."
    ),
    About("Open a file", "Opens a scene or a lesson. A data file opens in the panel that is on the stage."),
    About("Close", "Closes this card; escape does the same."),
    About("Close the notice", "Takes the line away; it also goes by itself."),
    About("Picture", "Click, drag and draw in it. The question mark key lists what the mouse does in this panel."),
    About("Close the hint", "Takes the hint away; it does not come again for this panel."),
    About("Close the list", "Closes the list; the runs in it stay kept."),
    About("Save as a study", "Keeps the map as a file that `playground sweep` goes on with."),
    About("Close the map", "Closes the phase map; what is computed of it stays."),
    About("Compute", "Runs the panel once for each cell of the map, while the window stays usable."),
    About("Across", "The parameter that grows from left to right in the map."),
    About("Up", "The parameter that grows from bottom to top in the map."),
    About("Colour", "What colours a cell of the map: a metric at its last step, or how the run ended."),
    About("Close the study", "Closes the study; its file stays as it is, and opens again in the same way."),
    About("View", "How the runs of the study are seen: a map of two parameters, curves over one, or a table."),
    About("Rows", "Which rows of the study come first, by the metric that is chosen; the wheel goes on to the next."),
    About("Metric", "What is read of each run of the study: a metric at its last step, or how the run ended."),
    About("Stop comparing", "Takes the other runs away; the kept runs can be reached again."),
    About("Hide the run before", "Draws only the present run; the one before stays in the list."),
    About("Clear the search", "Shows all panels again."),
    About(
        "Copy the link", "Puts the link into the clipboard; it opens the same run wherever the program is installed."
    ),
    About("Export", "Makes the file, in a process of its own. The window stays usable."),
    About("Cancel", "Stops the export; nothing half-made is left behind."),
    About("Add to the figure", "Keeps the run as it stands for a figure of several panels; then add the next one."),
    About("Make the figure", "Draws what is collected as one figure, with the recipe by which it can be made again."),
    About("Panels of the figure", "What is collected, by its letter. Drag to change the order; delete takes one out."),
    About("Take out", "Takes the chosen run out of the figure."),
    About("Width of the figure", "A column of a journal, in millimetres."),
    About("Panels in a row", "How many panels stand side by side."),
    About("Smallest text", "The height of the smallest text, in points."),
    About("Format of the figure", "PDF and SVG keep lines and words, a PNG has pixels."),
    About("Ground of the figure", "White, or none, for a page with a colour of its own."),
    About("Not now", "Leaves everything as it is."),
    About("Format", "A picture, a drawing that can be edited, a film of the steps, or a table of the numbers."),
    About("Size", "Width and height in pixels; words and lines keep their share of the picture."),
    About("What", "The run on the stage, or the whole lesson as a film."),
    About("Ground", "The colour of the theme, or none, for a slide with a colour of its own."),
    About("Words", "As text they can be edited and searched, as paths they look the same everywhere."),
    About("Pace", "As the run's story: it slows where much moves, and its ends are held. Or every step for as long."),
    About("First step", "The step with which the film begins."),
    About("Last step", "The step with which the film or the table ends."),
    About("Every so many steps", "Leaves steps out, so that a long run becomes a short film."),
    About("Pictures a second", "How fast the film goes."),
    About("Start the clock again", "Sets the speaker's clock to zero."),
    About("Take the tour", "Shows the parts of the window one by one; escape ends it."),
    About("Go to", "Brings this run on the stage; the one that is there stays in the list."),
    About("Go on", "Goes to the next stop of the tour; the right arrow does the same."),
    About("Back", "Goes to the stop before; the left arrow does the same."),
    About("Skip the tour", "Ends the tour. It is in the help menu."),
    About("What the notice offers", "Does what the line in the notice offers."),
    About("Use it", "Starts the panel anew with these data."),
    About("Open it", "Opens the scene of the link; runs of other panels stay as they are."),
    About("Pages", "The pages of the handbook."),
    About("Light the lines one after the other", "Goes through the code line by line, each with its value."),
    About("Choose the plot", "Shows another plot where not all of them have room."),
    About("Page", "A page of the handbook. Links in it lead to other pages."),
)
_TEXTS = {one.name: one.text for one in ABOUT}


def about(widget: QWidget) -> tuple[str, str]:
    """The name of a control and what it is for, in the user's language; both are empty where nothing is known.

    Args:
        widget: the control, or a part of it.
    """
    here: QWidget | None = widget
    if (row := _row_of(widget)) is not None:
        return _about_row(row)
    while here is not None:
        word = str(getattr(here, "word", "") or here.accessibleName())
        name = word.partition(":")[0]
        text = _TEXTS.get(word) or _TEXTS.get(name)
        if text:
            return tr(word if word in _TEXTS else name), tr(text)
        if here.toolTip():
            return _from_tip(here, word)
        if word and here.focusPolicy().value and not here.isWindow():
            return tr(word), tr(word)
        here = here.parentWidget()
    return "", ""


def _row_of(widget: QWidget) -> Row | None:
    """The parameter's row that a control belongs to."""
    here: QWidget | None = widget
    while here is not None and not isinstance(here, Row):
        here = here.parentWidget()
    return here


def _about_row(row: Row) -> tuple[str, str]:
    spec = row.spec
    parts = [tool_tip(spec), HOW[spec.kind], *([COMPARE] if spec.kind != "file" else [])]
    return tr(spec.label), "\n".join(tr(part) for part in "\n".join(parts).split("\n"))


def _from_tip(widget: QWidget, word: str) -> tuple[str, str]:
    """Gestures, jobs, badges and the like say what they are for under the cursor."""
    first, _, rest = widget.toolTip().partition("\n")
    name = tr(word.partition(":")[0]) or first
    return name, f"{first}\n{rest}".strip()
