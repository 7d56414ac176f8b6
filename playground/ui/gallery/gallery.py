"""The gallery: chapters at the left, search on top, cards with thumbnails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from playground.render.words import Worded, tr
from playground.ui.controller.state import State
from playground.ui.controls.field import SearchField
from playground.ui.controls.menus import HELP, command_menu
from playground.ui.controls.style import Look, dress, label, mark, quiet_scroll, rule
from playground.ui.controls.widgets import IconButton, IconLabel, SegmentedButtons, button
from playground.ui.gallery.cards import CardGrid, ConceptCard, DoorCard, GalleryCard, LessonCard
from playground.ui.keys import tip

if TYPE_CHECKING:
    from playground.engine.declarations.concept import Declaration
    from playground.lecture.shipped_lessons import Head

RAIL = 196
ALL, LESSONS = "All", "Lessons"


class Gallery(QFrame):
    """The gallery's page.

    Signals:
        opened: the id of a panel or a door.
        scene: the path of a recent scene.
        lesson: the path of a lesson.
        command: the id of a command.
    """

    opened = Signal(str)
    scene = Signal(str)
    lesson = Signal(str)
    command = Signal(str)

    def __init__(self, notes: Callable[[str], str]) -> None:
        """A gallery.

        Args:
            notes: the notes of a concept, whose words and formulas the search reads.
        """
        super().__init__()
        self.setProperty("plane", "window")
        self._notes = notes
        self._texts: dict[str, str] = {}
        self._chapter = ALL
        self._order = "chapters"
        self._catalog: Mapping[str, Declaration] = {}
        self._lessons: tuple[Head, ...] = ()
        self._recent: tuple[str, ...] | None = None
        self._recent_panels: tuple[str, ...] = ()
        self._look: Look | None = None
        self.chapters: dict[str, tuple[QPushButton, QLabel]] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._build_rail())
        row.addWidget(rule(vertical=True))
        row.addLayout(self._build_main(), 1)

    def _build_rail(self) -> QWidget:
        self.rail = QFrame()
        self.rail.setProperty("plane", "window")
        self._rail = QVBoxLayout(self.rail)
        self._name = label("Playground", "display")
        self._rail.addWidget(self._name)
        self._list = QVBoxLayout()
        self._list.setSpacing(1)
        self._rail.addLayout(self._list)
        self._rail.addStretch(1)
        self._scenes = QVBoxLayout()
        self._scenes.setSpacing(1)
        self._rail.addLayout(self._scenes)
        self.open_button = RailButton("Open a file", "folder-open-outline")
        self.open_button.setCheckable(False)
        self.open_button.setToolTip(tip("Open a scene or lesson", "open"))
        self.open_button.clicked.connect(lambda: self.command.emit("open"))
        self._rail.addWidget(self.open_button)
        return self.rail

    def _build_main(self) -> QVBoxLayout:
        self._main = QVBoxLayout()
        self._head = QHBoxLayout()
        self.search = SearchField()
        self.search.setProperty("role", "search")
        self.search.setProperty("type", "body")
        self.search.setAccessibleName("Search the gallery")
        self.search.setToolTip(tip("Search titles, words and formulas", "search"))
        self.search.textChanged.connect(lambda _text: self._filter())
        self._lens = IconLabel("magnify", "search", "text", 16)
        self._lens.setParent(self.search)
        self._lens.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._head.addWidget(self.search, 100)
        self._head.addStretch(1)
        self.order = SegmentedButtons((("chapters", "Chapters"), ("recent", "Recent")), "Order", stretch=False)
        self.order.set_value("chapters")
        self.order.chosen.connect(self._set_order)
        self._head.addWidget(self.order)
        theme = IconButton("circle-half-full", "Next theme", tip("Next theme", "theme"))
        theme.clicked.connect(lambda: self.command.emit("theme"))
        self._head.addWidget(theme)
        self.help = IconButton("help-circle-outline", "Help", tip("Help", "handbook"))
        command_menu(self.help, HELP, self.command.emit)
        self._head.addWidget(self.help)
        self._main.addLayout(self._head)
        self.cards = CardGrid()
        self._scroll = QScrollArea()
        quiet_scroll(self._scroll)
        self._scroll.setWidget(self.cards)
        self.nothing = label("", "body", "muted")
        self.nothing.hide()
        self.clear = button("Clear the search")
        self.clear.clicked.connect(self.search.clear)
        self.clear.hide()
        self._main.addWidget(self.nothing)
        self._main.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignLeft)
        self._main.addWidget(self._scroll, 1)
        return self._main

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.rail.setFixedWidth(look.px(RAIL))
        self._rail.setContentsMargins(look.px(16), look.px(18), look.px(12), look.px(12))
        self._rail.setSpacing(look.px(1))
        self._name.setFixedHeight(look.px(41))
        self._name.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._main.setContentsMargins(look.px(24), look.px(17), 0, 0)
        self._main.setSpacing(look.px(15))
        self._head.setContentsMargins(0, 0, look.px(24), 0)
        self._head.setSpacing(look.px(12))
        self.search.setFixedHeight(look.px(34))
        self.search.setMinimumWidth(look.px(120))
        self.search.setMaximumWidth(look.px(360))
        self._lens.move(look.px(9), look.px(9))

    def show_state(self, state: State) -> None:
        """Shows catalog, recent panels and recent scenes."""
        if state.catalog and state.catalog is not self._catalog:
            self._catalog, self._lessons = state.catalog, state.lessons
            self._fill()
        if state.recent != self._recent:
            self._recent = state.recent
            self._fill_scenes()
        if state.recent_panels != self._recent_panels:
            self._recent_panels = state.recent_panels
            if self._order == "recent":
                self._filter()

    def _fill(self) -> None:
        for declared in self._catalog.values():
            self._add(ConceptCard(declared), self.opened, declared.id)
            for door in declared.doors:
                self._add(DoorCard(door, declared), self.opened, door.id)
                parts = [door.title, door.line, door.chapter, *door.words, declared.card.title]
                self._texts[door.id] = " ".join(parts).casefold()
        for head in self._lessons:
            about = self._catalog.get(head.concept)
            self._add(LessonCard(head, about.card.title if about is not None else ""), self.lesson, head.path)
        chapters = [card.face.chapter for card in self.cards.cards if card.face.chapter]
        counts: dict[str, int] = {ALL: len(chapters), **Counter(sorted(chapters))}
        if self._lessons:
            counts[LESSONS] = len(self._lessons)
        for chapter, count in counts.items():
            made = RailButton(chapter, count=str(count))
            made.setToolTip("Shows this chapter alone" if chapter != ALL else "Shows the panels of all chapters")
            made.clicked.connect(lambda _checked=False, chapter=chapter: self._set_chapter(chapter))
            self._list.addWidget(made)
            self.chapters[chapter] = (made, made.count)
        many = len(self._catalog)
        self.search.setPlaceholderText(f"Search {many} panel{'s' if many != 1 else ''}, words and formulas")
        if self._look is not None:
            dress(self, self._look)
        self._set_chapter(ALL)

    def _add(self, card: GalleryCard, opens: SignalInstance, what: str) -> None:
        card.setParent(self.cards)
        card.clicked.connect(lambda _checked=False: opens.emit(what))
        self.cards.cards.append(card)
        card.show()

    def _fill_scenes(self) -> None:
        while (item := self._scenes.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        for path in (self._recent or ())[:3]:
            made = RailButton(Path(path).name.split(".")[0], "history")
            made.setCheckable(False)
            made.setToolTip(path)
            made.clicked.connect(lambda _checked=False, path=path: self.scene.emit(path))
            self._scenes.addWidget(made)
            if self._look is not None:
                dress(made, self._look)

    def _set_chapter(self, chapter: str) -> None:
        self._chapter = chapter
        for name, (made, count) in self.chapters.items():
            made.setChecked(name == chapter)
            mark(made, "type", "body strong" if name == chapter else "body")
            mark(count, "tone", "accent" if name == chapter else "muted")
        self._filter()

    def _set_order(self, order: str) -> None:
        self._order = order
        self._filter()

    def _text(self, concept: str) -> str:
        """What the search reads of a concept, kept."""
        if concept not in self._texts:
            card = self._catalog[concept].card
            parts = [card.title, card.line, card.chapter, *card.words, self._notes(concept)]
            self._texts[concept] = " ".join(parts).casefold()
        return self._texts[concept]

    def _filter(self) -> None:
        words = self.search.text().casefold().split()
        order = {concept: i for i, concept in enumerate(self._recent_panels)}
        last = len(order)

        def place(card: GalleryCard) -> tuple[int, int, str, str]:
            recent = order.get(card.face.id, last) if self._order == "recent" else 0
            return isinstance(card, LessonCard), recent, card.face.chapter, card.face.title

        self.cards.cards.sort(key=place)
        for card in self.cards.cards:
            card.setVisible(self._fits(card, words, order))
        found = bool(self.cards.visible_cards())
        self.nothing.setText(self._none(bool(words)))
        self.nothing.setVisible(not found and bool(self._catalog))
        self.clear.setVisible(not found and bool(words))
        self.cards.arrange()

    def _none(self, words: bool) -> str:
        """What is said where no card is shown."""
        if self._chapter == LESSONS:
            return "No lesson has these words"
        return "No panel has been opened yet" if self._order == "recent" and not words else "No panel has these words"

    def _fits(self, card: GalleryCard, words: list[str], recent: Mapping[str, int]) -> bool:
        """Whether a card is shown; lessons have a chapter of their own, and the search over everything finds them."""
        if isinstance(card, LessonCard):
            here = self._chapter == LESSONS or (self._chapter == ALL and bool(words))
            about = self._catalog.get(card.head.concept)
            text = f"{card.head.words} {about.card.title.casefold() if about is not None else ''} lesson"
        else:
            here = self._chapter in (ALL, card.face.chapter)
            here = here and (self._order != "recent" or card.face.id in recent)
            text = self._text(card.face.id)
        return here and all(word in text for word in words)

    def focus_search(self) -> None:
        """Puts the cursor into the search."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Down goes from the search to the cards."""
        cards = self.cards.visible_cards()
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return) and self.search.hasFocus() and cards:
            if event.key() == Qt.Key.Key_Return:
                cards[0].click()
            else:
                cards[0].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            event.ignore()


class RailButton(Worded, QPushButton):
    """A line of the rail, with an icon before or a count after its words."""

    def __init__(self, words: str, icon: str = "", count: str = "") -> None:
        super().__init__(tr(words))
        self._icon = icon
        self.setCheckable(True)
        self.setProperty("role", "rail")
        self.setProperty("type", "body")
        self.setAccessibleName(f"{words}, {count}" if count else words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.count = label(count, "small", "muted", self)
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.count.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self.setFixedHeight(look.px(31))
        if self._icon:
            self.setIcon(look.icon(self._icon, 18))
            self.setIconSize(QSize(look.px(18), look.px(18)))
        self._place(look.px(11))

    def _place(self, edge: int) -> None:
        self._edge = edge
        self.count.setGeometry(0, 0, max(0, self.width() - edge), self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the count at the right."""
        self._place(getattr(self, "_edge", 11))
