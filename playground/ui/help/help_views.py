"""What helps and lies over the window: welcome page, tour, the answer to "what is this?", handbook."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from playground.lecture.handbook import page as chapter
from playground.lecture.handbook import pages
from playground.ui.controller.controller import Controller
from playground.ui.controller.state import State
from playground.ui.controller.tour import STOPS
from playground.ui.controls.style import Look, dress
from playground.ui.help.anchors import TourPage, anchor
from playground.ui.help.guide import GuideCard
from playground.ui.help.handbook import HandbookView
from playground.ui.help.welcome import WelcomeCard
from playground.ui.help.whats_this import about


class HelpViews:
    """The cards of the help, made when one of them is first needed."""

    def __init__(
        self,
        window: QWidget,
        controller: Controller,
        look: Look,
        *,
        page: Callable[[], TourPage | None],
        run: Callable[[str], None],
        leave: Callable[[], None],
        reference: str,
    ) -> None:
        """Nothing is shown yet.

        Args:
            window: over which they lie.
            controller: knows what is open.
            look: the theme at a factor.
            page: the panel's page, if there is one.
            run: runs a command by its id.
            leave: gives the keys back to the picture.
            reference: a page of the handbook in Markdown, or empty.
        """
        self._controller = controller
        self._page_of, self._give_back = page, leave
        self.welcome = WelcomeCard(window)
        self.guide = GuideCard(window)
        made = [chapter("reference", reference)] if reference else []
        self.handbook = HandbookView(window, (*pages(), *made))
        for card in (self.welcome, self.guide, self.guide.ring, self.handbook):
            dress(card, look)
        helping = controller.help
        self.welcome.closed.connect(helping.close)
        self.welcome.command.connect(run)
        self.guide.went.connect(helping.go)
        self.guide.closed.connect(self._leave)
        self.handbook.closed.connect(lambda: helping.read(""))
        self.guide.lay_below = self._lay_below
        self._shown: tuple[bool, int, str] = (False, 0, "")
        self._toured = False
        self._page = ""

    def show_state(self, state: State) -> None:
        """Shows or hides them."""
        (welcome, tour, book), self._shown = self._shown, (state.welcome, state.tour, state.handbook)
        if state.welcome and not welcome:
            self.welcome.appear()
        elif welcome and not state.welcome:
            self._hide(self.welcome)
        if state.page != self._page and not state.tour:
            self.guide.close_up()  # what it pointed at is not on screen any more
        self._page = state.page
        if state.tour != tour:
            self._show_stop(state.tour)
        if state.handbook and state.handbook != book:
            self.handbook.read(state.handbook)
        elif book and not state.handbook:
            self._hide(self.handbook)

    def _show_stop(self, number: int) -> None:
        page_ = self._page_of()
        if not number or page_ is None:
            self._end_guide()
            return
        stop, self._toured = STOPS[number - 1], True
        self.guide.point(anchor(page_, stop), stop.title, stop.text, number, len(STOPS))

    def _lay_below(self, height: int | None) -> QRect | None:
        page_ = self._page_of()
        return page_.lay_below("guide", height) if page_ is not None and self._page == "panel" else None

    def explain(self, widget: QWidget) -> bool:
        """Says what a control is for; whether anything is known about it."""
        title, text = about(widget)
        if title and not self._controller.state.tour:
            self.guide.point(widget, title, text)
        return bool(title)

    def _leave(self) -> None:
        if self._controller.state.tour:
            self._controller.help.leave()
        else:
            self._end_guide()

    def _end_guide(self) -> None:
        self.guide.close_up()
        page_ = self._page_of()
        if page_ is not None and self._toured:
            page_.inspector.choose("parameters")
        self._toured = False
        self._give_back()

    def _hide(self, card: QWidget) -> None:
        card.hide()
        self._give_back()

    def place(self) -> None:
        """Puts them where they belong in a window of another size."""
        for card in (self.welcome, self.guide, self.handbook):
            if card.isVisible():
                card.place()
