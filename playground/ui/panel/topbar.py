"""The top bar: gallery, title, honesty badge, presets, and what a lecture needs."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QSizePolicy

from playground.engine.declarations.concept import Declaration
from playground.render.badges import BADGES
from playground.render.words import Worded, tr
from playground.ui.controller.state import Panel
from playground.ui.controls.menus import HELP, command_menu
from playground.ui.controls.style import Look, dress, mark
from playground.ui.controls.widgets import Button, ElidedLabel, IconButton, MenuButton
from playground.ui.keys import BY_ID, tip
from playground.ui.panel.preset_sheet import PresetSheet
from playground.ui.panel.twins import fill_menu

LEAST, WIDEST = 120, 270  # logical px of the preset's button
ROOMY_FROM = 1000  # logical px
ICONS = (
    ("compare", "view-split-vertical", "Compare with"),
    ("ask", "eye-off-outline", "Ask first, and reveal"),
    ("challenges", "flag-outline", "Challenges"),
    ("export", "export-variant", "Save, copy, export"),
    ("theme", "circle-half-full", "Theme"),
    ("present", "presentation-play", "Presenter view"),
    ("help", "help-circle-outline", "Help"),
)
LEAVING = ("ask", "challenges", "export", "theme", "help")
EXPORTS = ("save", "open", None, "copy", "picture")
THEMES = ("theme_light", "theme_dark", "theme_projector", None, "larger", "smaller", "still")


class BadgeButton(Worded, QPushButton):
    """How far the picture can be trusted, as a pill."""

    def __init__(self, declaration: Declaration) -> None:
        super().__init__()
        self._badge, self._kind = declaration.card.badge, ""
        self._look: Look | None = None
        self.setProperty("role", "badge")
        self.setProperty("type", "small strong")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_kind("")

    def show_kind(self, kind: str) -> None:
        """Shows how far the figure on screen can be trusted.

        Args:
            kind: of the figure's badge; empty: as the card says.
        """
        kind = kind or self._badge.kind
        if kind == self._kind:
            return
        self._kind = kind
        _, words, tone = BADGES[kind]
        self.setText(tr(words))
        mark(self, "tone", tone)
        self.setAccessibleName(f"{words}: {self._badge.what}, checked against {self._badge.against}")
        self.setToolTip(
            f"{words}: {self._badge.what}.\nChecked against {self._badge.against}.\n"
            "Press for the self-check and the claims."
        )
        if self._look is not None:
            self.restyle(self._look)

    def set_wordless(self, on: bool) -> None:
        """The icon alone, where the words would cut the title."""
        words = "" if on else tr(BADGES[self._kind][1])
        if words != self.text():
            self.setText(words)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        icon, _, tone = BADGES[self._kind]
        self.setIcon(look.icon(icon, 14, tone))
        self.setIconSize(QSize(look.px(14), look.px(14)))
        self.setFixedHeight(look.px(22))


class PresetButton(MenuButton):
    """The chosen preset; a press opens the sheet of all."""

    chosen = Signal(str)

    def __init__(self, panel: Panel) -> None:
        super().__init__("Preset")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._panel = panel
        self._sheet: PresetSheet | None = None
        self._current = ""
        self.clicked.connect(lambda: self.sheet.open_below(self, self._current))
        self.setVisible(bool(panel.presets))

    @property
    def sheet(self) -> PresetSheet:
        """The sheet of all presets, made when it is first needed."""
        if self._sheet is None:
            self._sheet = PresetSheet(self, self._panel)
            self._sheet.chosen.connect(self.chosen)
            if self._look is not None:
                dress(self._sheet, self._look)
        return self._sheet

    def show_panel(self, panel: Panel) -> None:
        """Shows the chosen preset, marked if it is one that fails."""
        words = panel.origin
        self.show_words(words)
        line = str(panel.presets.get(panel.preset, {}).get("line", ""))
        repair = f"\nFails: {panel.fails}\n{tip(str(panel.repair.get('label', '')), 'repair')}" if panel.fails else ""
        told = f"{words}\n{line}{repair}".strip()
        if told != self.toolTip():
            self.setToolTip(told)
        self._current = panel.preset if panel.data_kind != "file" else ""

    def hideEvent(self, event: QHideEvent) -> None:
        """The sheet goes with its button."""
        if self._sheet is not None:
            self._sheet.close_up()
        super().hideEvent(event)

    def sizeHint(self) -> QSize:
        """As wide as its words, but for long ones."""
        hint = super().sizeHint()
        return QSize(min(hint.width(), self._look.px(WIDEST)), hint.height()) if self._look is not None else hint

    def minimumSizeHint(self) -> QSize:
        """The first words; the rest is cut where the bar has no room."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), self._look.px(LEAST)), hint.height()) if self._look is not None else hint

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        super().restyle(look)
        self.setFixedHeight(look.px(30))


class TopBar(Worded, QFrame):
    """The bar of a panel.

    Signals:
        command: the id of a command.
        preset: the name of a preset.
        badge: the honesty badge was pressed.
        drawer: a block of the inspector is wanted over the stage.
        compare: what the run shall be compared with, as `twins.fill_menu` writes it.
    """

    command = Signal(str)
    preset = Signal(str)
    badge = Signal()
    drawer = Signal(str)
    compare = Signal(str)

    def __init__(self, panel: Panel) -> None:
        super().__init__()
        self.setProperty("plane", "window")
        self._look: Look | None = None
        self._row = QHBoxLayout(self)
        self._fitted = ("", "")
        self._offers = self._is_roomy = True
        # Once the bar and all that stands in it have their look and their place.
        self._fitting = QTimer(self, singleShot=True, interval=0)
        self._fitting.timeout.connect(self._fit)
        self.gallery = IconButton("view-grid-outline", "Gallery", tip("Show the gallery", "gallery"))
        self.gallery.clicked.connect(lambda: self.command.emit("gallery"))
        self.title = ElidedLabel(panel.declaration.card.title, "panel title")
        self.badge_button = BadgeButton(panel.declaration)
        self.badge_button.clicked.connect(self.badge)
        self.repair = Button()
        self.repair.setAccessibleName("Repair")
        self.repair.setToolTip(tip("Repair", "repair"))
        self.repair.setProperty("role", "primary")
        self.repair.setProperty("type", "small strong")
        self.repair.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.repair.clicked.connect(lambda: self.command.emit("repair"))
        self.presets = PresetButton(panel)
        self.presets.chosen.connect(self.preset)
        for widget in (self.gallery, self.title, self.badge_button):
            self._row.addWidget(widget)
        self._row.addStretch(1)
        self._row.addWidget(self.repair)
        self._row.addWidget(self.presets)
        self._icons(panel)

    def _icons(self, panel: Panel) -> None:
        self.icons: dict[str, IconButton] = {}
        for block, icon, words in (
            ("parameters", "tune-variant", "Parameters"),
            ("notes", "function-variant", "Notes and numbers"),
        ):
            made = IconButton(icon, words)
            made.clicked.connect(lambda _checked=False, block=block: self.drawer.emit(block))
            made.hide()
            self.icons[block] = made
        for name, icon, words in ICONS:
            self.icons[name] = IconButton(icon, words, tip(words, name) if name in BY_ID else words)
        self.icons["more"] = IconButton("dots-horizontal", "More")
        for name in ("ask", "challenges", "present"):
            self.icons[name].clicked.connect(lambda _checked=False, name=name: self.command.emit(name))
        self.icons["ask"].setCheckable(True)
        menus = {
            "export": EXPORTS,
            "theme": THEMES,
            "help": HELP,
            "more": ("ask", "challenges", "bare", None, *EXPORTS, None, *THEMES, None, *HELP),
        }
        for name, entries in menus.items():
            command_menu(self.icons[name], entries, self.command.emit)
        self._panel = panel
        self.compare_menu = QMenu(self.icons["compare"])
        self.compare_menu.aboutToShow.connect(self._offer)
        self.icons["compare"].setMenu(self.compare_menu)
        self.icons["compare"].setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
        self._tools = QHBoxLayout()
        for made in self.icons.values():
            self._tools.addWidget(made)
        self._row.addLayout(self._tools)

    def _offer(self) -> None:
        fill_menu(self.compare_menu, self._panel, self.compare.emit)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._row.setContentsMargins(look.px(11), 0, look.px(14), 0)
        self._row.setSpacing(look.px(12))
        self._tools.setSpacing(look.px(7))
        self._fitting.start()

    def reflow(self, width: float, drawer: bool) -> None:
        """What has room at a logical width."""
        roomy = self._is_roomy = width >= ROOMY_FROM
        for name in LEAVING:
            self.icons[name].setVisible(roomy and (name != "challenges" or self._offers))
        self.icons["more"].setVisible(not roomy)
        for name in ("parameters", "notes"):
            self.icons[name].setVisible(drawer)
        self._fitting.start()

    def offer_challenges(self, on: bool) -> None:
        """Has the flag of the challenges, or not."""
        if on != self._offers:
            self._offers = on
            self.icons["challenges"].setVisible(self._is_roomy and on)
            self._fitting.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words come and go with the room."""
        super().resizeEvent(event)
        self._fitting.start()

    def _fit(self) -> None:
        """The title comes before the preset, and both before the words of the badge."""
        if self._look is None:
            return
        widest = self._look.px(WIDEST)
        self.presets.setMaximumWidth(widest)
        self.badge_button.set_wordless(False)
        if self._wanted() > self.width():
            self.badge_button.set_wordless(True)
        room = self.width() - self._wanted() + self.presets.sizeHint().width()
        self.presets.setMaximumWidth(max(self.presets.minimumSizeHint().width(), min(widest, room)))

    def _wanted(self) -> int:
        """The width that shows all words, px."""
        self._row.invalidate()
        self._row.activate()
        return self._row.sizeHint().width()

    def show_panel(self, panel: Panel) -> None:
        """Shows the state of the panel."""
        self._panel = panel
        self.badge_button.show_kind(panel.figure.badge if panel.figure is not None else "")
        self.presets.show_panel(panel)
        shown = self.badge_button.accessibleName(), panel.origin
        if shown != self._fitted:
            self._fitted = shown
            self._fitting.start()
        self.icons["ask"].setChecked(panel.asking)
        words = str(panel.repair.get("label", ""))
        self.repair.setVisible(bool(words))
        if words and words != self.repair.text():
            self.repair.setText(words)
            self.repair.setToolTip(tip(words, "repair"))
            self.repair.setAccessibleName(words)
        mark(self.presets, "fails", "true" if panel.fails else "false")
