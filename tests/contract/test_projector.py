"""What is really drawn in the projector theme keeps the floors: size and contrast of words, difference of marks.

Each panel is drawn as the audience sees it, then looked at through a washed-out projector (a room that adds a fifth of
white to everything) and with three colour deficiencies (Machado, Oliveira and Fernandes 2009, severity 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from drawn import Words, ground_of, pixels, words_of
from PySide6.QtCore import Qt

from playground import catalog
from playground.engine.kit.arrays import Floats
from playground.engine.run.session import Session
from playground.lecture.rehearse import first_figure
from playground.render.colour import DEFICIENCIES, ciede2000, lab, linear, simulate_vision, srgb
from playground.render.figure_view import FigureView
from playground.render.tokens import PROJECTOR, STYLES, factor

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from playground.engine.declarations.concept import Concept

STEPS = 8
MOST = 5  # pictures of a panel
SIZES = ((1280, 720), (1024, 768))
TEXT, OTHER = 7.0, 4.5  # contrast of words, and of words inside a mark whose colour is a number
WASHED, WASHED_OTHER = 3.0, 1.5  # the same through flare: black on white has 4.2
UNSEEN, UNSEEN_OTHER = 5.5, 3.5  # the same with a deficiency
FLARE = 0.2
SEEN = [("", FLARE), *((name, 0.0) for name in DEFICIENCIES)]
INKS = ("#000000", "#ffffff")  # of words inside marks


def scenes(concept: Concept) -> Iterator[tuple[str, Session]]:
    """A few presets whose pictures have other plots than those before, after a few steps."""
    known: set[tuple[str, ...]] = set()
    for name, chosen in catalog.presets(concept.id).items():
        params = concept.declaration.params.make(chosen["params"])
        plots = tuple(plot.name for plot in first_figure(catalog, concept.id, params).plots)
        if plots in known or len(known) == MOST:
            continue
        known.add(plots)
        session = Session(concept, params, chosen.get("seed", 0))
        session.advance(min(STEPS, chosen.get("steps") or STEPS))
        yield name, session


@contextmanager
def before_an_audience(session: Session, size: tuple[int, int], qtbot: QtBot) -> Iterator[FigureView]:
    """The picture of a session as it stands on the projector."""
    view = FigureView(PROJECTOR, factor(PROJECTOR, size[1]))
    view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    view.set_lecture(True)
    view.resize(*size)
    view.set_figure(first_figure(catalog, session.concept.id, session.params), session.concept.declaration)
    view.show()
    for _ in range(2):
        # A frame may change a range, and the range what is observed.
        view.set_frame(session.frame(view.view()))
    yield view
    view.close()
    qtbot.addWidget(view)


def contrast(pair: Floats) -> float:
    """Contrast of WCAG 2 of two rows of sRGB values."""
    low, high = sorted((linear(pair) @ np.array([0.2126, 0.7152, 0.0722])).tolist())
    return float((high + 0.05) / (low + 0.05))


def test_words_and_marks_can_be_seen_by_all(concept: Concept, qtbot: QtBot) -> None:
    wrong: list[str] = []
    for number, (preset, session) in enumerate(scenes(concept)):
        with before_an_audience(session, SIZES[number % len(SIZES)], qtbot) as view:
            wrong += [f"{preset}: {fault}" for fault in (*unread(view), *confused(view))]
    assert not wrong, "\n".join(wrong)


def unread(view: FigureView) -> Iterator[str]:
    """Words that are too small or too faint."""
    sheet = pixels(view.canvas.viewport().grab().toImage())
    least = round(STYLES["caption"].px * factor(PROJECTOR, view.height()))
    assert least >= view.height() / 45 - 0.5
    found = words_of(view)
    assert found
    for words in found:
        if words.px < least - 0.1:
            yield f"{words.text!r} has {words.px:.1f} px, allowed is {least} and more"
        yield from faults(words, sheet)


def faults(words: Words, sheet: Floats) -> Iterator[str]:
    """Where words stand out too little, as they are and as they are seen."""
    pair = np.concatenate([srgb(words.color.upper()), [ground_of(words, sheet)]])
    sheets = srgb(PROJECTOR.surface, PROJECTOR.slot_tint(0), PROJECTOR.slot_tint(1))
    inside = words.color in INKS and np.abs(sheets - pair[1]).max(axis=1).min() > 0.02
    looks = [("", 0.0, OTHER if inside else TEXT), ("", FLARE, WASHED_OTHER if inside else WASHED)]
    looks += [(name, 0.0, UNSEEN_OTHER if inside else UNSEEN) for name in DEFICIENCIES]
    for name, flare, floor in looks:
        found = contrast(simulate_vision(pair, name, flare))
        if found < floor:
            ground = "#{:02X}{:02X}{:02X}".format(*np.rint(pair[1] * 255).astype(int).tolist())
            yield f"{words.text!r} {words.color} on {ground}: {found:.2f}, floor {floor} ({name or flare or 'plain'})"


def confused(view: FigureView) -> Iterator[str]:
    """Pairs of series or classes of one plot that are too much alike."""
    for box in view.boxes.values():
        slots = {box.look.ink(p.layer.role).slot for p in box.painters if p.isVisible()} - {-1}
        classes = any(getattr(p.layer, "labels", "") for p in box.painters)
        places = sorted(slots | {0, 1} if classes else slots)
        colors = [PROJECTOR.slots[place].line for place in places]
        for name, flare in (("", 0.0), *SEEN):
            rows = lab(simulate_vision(srgb(*colors), name, flare)) if colors else np.zeros((0, 3))
            for i, j in combinations(range(len(places)), 2):
                apart = float(ciede2000(rows[i : i + 1], rows[j : j + 1])[0])
                floor = 30.0 if (places[i], places[j]) == (0, 1) else 13.0 if places[j] < 4 else 8.0
                if apart < floor:
                    pair = f"slots {places[i] + 1} and {places[j] + 1}"
                    yield f"{box.plot.name}: {pair} with {name or flare}: {apart:.1f}"
