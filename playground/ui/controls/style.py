"""The look of the window's own widgets: one style sheet made from the token table, and what painted widgets need.

Nothing else in `ui` names a colour, a size or a font.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter, QPalette
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget

from playground.render.colour_mixing import mix
from playground.render.fonts import font
from playground.render.icons import glyph, icon, icon_font
from playground.render.tokens import SPACING, STYLES, TRACK, Theme
from playground.render.words import Worded, tr

# $name is a token; 12u is 12 px at factor 1.
SHEET = """
QWidget { color: $text; }
QFrame[plane="window"], QWidget[plane="window"] { background: $window; }
QFrame[plane="surface"], QWidget[plane="surface"] { background: $surface; }
QFrame[plane="card"] { background: $surface; border: 1u solid $control; border-radius: 10u; }
QFrame[rule="line"] { background: $line; }
QLabel { background: transparent; }
QLabel[tone="muted"] { color: $muted; }
QLabel[tone="accent"] { color: $accent; }
QLabel[tone="bad"] { color: $bad; }
QLabel[tone="warn"] { color: $warn; }
QLabel[tone="ok"] { color: $ok; }
QLabel[off="true"], QLabel:disabled { color: $off; }
QLabel[type="section"] { color: $muted; }
QLabel[role="plate"] { background: $surface; border: 1u solid $line; border-radius: 6u; padding: 4u 8u; }

QToolButton { border: 2u solid transparent; border-radius: 6u; padding: 0; background: transparent; }
QToolButton:hover { background: $sunken; }
QToolButton:pressed, QToolButton:checked { background: $line; }
QToolButton:focus { border-color: $accent; }
QToolButton::menu-indicator { image: none; }
QToolButton[role="play"] { background: $text; border-radius: 8u; }
QToolButton[role="play"]:hover { background: $pressed; }
QToolButton[role="play"]:focus { border-color: $accent; }

QPushButton { background: $surface; border: 1u solid $control; border-radius: 6u; padding: 0 12u; min-height: 26u; }
QPushButton:hover { background: $sunken; }
QPushButton:pressed { background: $line; }
QPushButton:focus { border: 2u solid $accent; padding: 0 11u; min-height: 24u; }
QPushButton:disabled { color: $off; border-color: $line; }
QPushButton::menu-indicator { image: none; }
QPushButton[role="primary"] { background: $text; color: $surface; border-color: $text; }
QPushButton[role="primary"]:hover { background: $pressed; }
QPushButton[role="primary"]:focus { border-color: $accent; }
QPushButton[role="flat"] { background: transparent; border-color: transparent; text-align: left; padding: 0 9u; }
QPushButton[role="flat"]:hover { background: $sunken; }
QPushButton[role="flat"]:focus { border-color: $accent; padding: 0 8u; }
QPushButton[role="fold"] {
    background: transparent; border: 2u solid transparent; text-align: left; padding: 0 6u 0 0; color: $muted;
    min-height: 22u;
}
QPushButton[role="fold"]:hover { background: $sunken; }
QPushButton[role="fold"]:focus { border-color: $accent; }
QPushButton[role="menu"] { padding: 0 26u; }
QPushButton[role="menu"]:focus { padding: 0 25u; }
QPushButton[role="rail"] {
    background: transparent; border: 2u solid transparent; text-align: left; padding: 0 8u; min-height: 27u;
}
QPushButton[role="rail"]:hover { background: $sunken; }
QPushButton[role="rail"]:checked { background: $soft; color: $accent; }
QPushButton[role="rail"]:focus { border-color: $accent; }
QPushButton[role="badge"] { background: transparent; border-radius: 10u; padding: 0 8u; min-height: 20u; }
QPushButton[role="badge"]:focus { border: 2u solid $accent; padding: 0 7u; min-height: 18u; }
QPushButton[tone="ok"] { color: $ok; border-color: $ok; }
QPushButton[tone="warn"] { color: $warn; border-color: $warn; }
QPushButton[tone="muted"] { color: $muted; border-color: $control; }

QFrame[role="segments"] { background: $surface; border: 1u solid $control; border-radius: 6u; }
QPushButton[role="segment"] {
    background: transparent; border: 2u solid transparent; border-radius: 4u; padding: 0 8u; min-height: 20u;
}
QPushButton[role="segment"][narrow="true"] { padding: 0 4u; }
QPushButton[role="segment"][narrow="most"] { padding: 0 1u; }
QPushButton[role="segment"]:hover { background: $sunken; }
QPushButton[role="segment"]:checked { background: $text; color: $surface; }
QPushButton[role="segment"]:checked:disabled { background: $off; color: $surface; }
QPushButton[role="segment"]:focus { border-color: $accent; }

QPushButton[role="way"] { border-radius: 10u; padding: 0; text-align: left; min-height: 40u; }
QPushButton[role="way"]:hover { border: 2u solid $accent; background: $surface; padding: 0; }
QPushButton[role="way"]:focus { border: 2u solid $accent; padding: 0; }

QTextBrowser { background: $surface; border: none; selection-background-color: $soft; selection-color: $text; }
QLineEdit {
    background: $surface; border: 1u solid $control; border-radius: 6u; padding: 0 8u; min-height: 26u;
    selection-background-color: $soft; selection-color: $text; placeholder-text-color: $muted;
}
QLineEdit[changed="true"] { color: $accent; border-color: $accent; }
QLineEdit:focus { border: 2u solid $accent; padding: 0 7u; min-height: 24u; }
QLineEdit[wrong="true"] { color: $text; border: 2u solid $bad; padding: 0 7u; min-height: 24u; }
QLineEdit:disabled, QLineEdit[changed="true"]:disabled { color: $off; border-color: $line; }
QLineEdit[role="search"] { padding-left: 36u; min-height: 32u; }
QLineEdit[role="search"]:focus { padding-left: 35u; min-height: 30u; }
QLineEdit[role="plain"] { border: none; background: transparent; }

QMenu { background: $surface; border: 1u solid $control; padding: 4u; }
QMenu::item { padding: 6u 24u 6u 12u; border-radius: 4u; }
QMenu::item:selected { background: $soft; }
QMenu::item:disabled { color: $off; }
QMenu::separator { height: 1u; background: $line; margin: 4u 8u; }
QToolTip { background: $surface; color: $text; border: 1u solid $control; padding: 4u; }
QDialog { background: $window; }
QDialog QAbstractItemView, QComboBox QAbstractItemView {
    background: $surface; color: $text; border: 1u solid $control; alternate-background-color: $window;
    selection-background-color: $soft; selection-color: $text;
}
QDialog QHeaderView, QDialog QHeaderView::section {
    background: $window; color: $muted; border: none; padding: 0 6u;
}
QComboBox { background: $surface; border: 1u solid $control; border-radius: 6u; padding: 0 8u; min-height: 26u; }
QComboBox:focus { border-color: $accent; }
QListWidget { background: $surface; border: none; outline: none; }
QListWidget::item { padding: 6u 8u; border-radius: 4u; color: $text; }
QListWidget::item:selected { background: $soft; color: $text; }
QScrollArea { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10u; margin: 0; }
QScrollBar::handle:vertical { background: $line; border-radius: 4u; min-height: 24u; margin: 1u; }
QScrollBar[idle="true"]::handle:vertical { background: transparent; }
QScrollBar::handle:vertical:hover { background: $control; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""


@dataclass(frozen=True, slots=True)
class Look:
    """A theme at a factor: what a widget needs to paint itself.

    Attributes:
        theme: the column of the token table.
        factor: what every px of the table is multiplied by.
        still: motion is reduced.
    """

    theme: Theme
    factor: float
    still: bool = False

    def px(self, size: float) -> int:
        """A size of the table in whole px."""
        return round(size * self.factor)

    def color(self, token: str) -> QColor:
        """A token as a colour."""
        return QColor(getattr(self.theme, token))

    def track(self) -> QColor:
        """The unfilled part of a slider."""
        return QColor(mix(self.theme.window, self.theme.control, TRACK))

    def font(self, style: str) -> QFont:
        """A type style of the table."""
        return font(style, self.factor)

    def icon(self, name: str, size: float = SPACING.icon_bar, token: str = "text") -> QIcon:
        """An icon in a token's colour, `size` px at factor 1."""
        return icon(name, self.theme, self.px(size), color=getattr(self.theme, token))

    def sheet(self) -> str:
        """The style sheet of the whole window."""
        theme = self.theme
        names: dict[str, str] = {
            "off": mix(theme.surface, theme.muted, 0.5),
            "pressed": mix(theme.text, theme.surface, 0.2),
        }
        text = re.sub(r"\$(\w+)", lambda m: names.get(m[1]) or getattr(theme, m[1]), SHEET)
        text = re.sub(r"\b(\d+)u\b", lambda m: f"{max(1, self.px(int(m[1]))) if m[1] != '0' else 0}px", text)
        kinds = ("QLabel", "QPushButton", "QLineEdit", "QListWidget", "QMenu")
        for style, value in STYLES.items():
            where = ", ".join(f'{kind}[type="{style}"]' for kind in kinds)
            text += f"\n{where} {{ font-size: {self.px(value.px)}px; font-weight: {value.weight}; }}"
        small = STYLES["small"]
        return text + f"\nQToolTip, QMenu {{ font-size: {self.px(small.px)}px; font-weight: {small.weight}; }}"

    def palette(self) -> QPalette:
        """What style sheets do not reach."""
        palette = QPalette()
        for role, token in (
            (QPalette.ColorRole.Window, "window"),
            (QPalette.ColorRole.Base, "surface"),
            (QPalette.ColorRole.WindowText, "text"),
            (QPalette.ColorRole.Text, "text"),
            (QPalette.ColorRole.ButtonText, "text"),
            (QPalette.ColorRole.PlaceholderText, "muted"),
            (QPalette.ColorRole.ToolTipBase, "surface"),
            (QPalette.ColorRole.ToolTipText, "text"),
            (QPalette.ColorRole.Button, "surface"),
            (QPalette.ColorRole.AlternateBase, "window"),
            (QPalette.ColorRole.Highlight, "soft"),
            (QPalette.ColorRole.HighlightedText, "text"),
            (QPalette.ColorRole.BrightText, "bad"),
            (QPalette.ColorRole.Link, "accent"),
            (QPalette.ColorRole.LinkVisited, "accent"),
            (QPalette.ColorRole.Accent, "accent"),
            (QPalette.ColorRole.Light, "surface"),
            (QPalette.ColorRole.Midlight, "line"),
            (QPalette.ColorRole.Mid, "control"),
            (QPalette.ColorRole.Dark, "control"),
            (QPalette.ColorRole.Shadow, "control"),
        ):
            palette.setColor(role, self.color(token))
        off = QColor(mix(self.theme.surface, self.theme.muted, 0.5))
        for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, off)
        return palette


SCROLL_BAR = 10


def paint_icon(painter: QPainter, rect: QRectF, name: str, color: QColor) -> None:
    """Draws an icon of the shipped subset as text."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(icon_font(rect.height()))
    painter.setPen(color)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, glyph(name))
    painter.restore()


def dress(root: QWidget, look: Look) -> None:
    """Tells a widget and all below it the look; the outermost comes first."""
    for widget in [root, *root.findChildren(QWidget)]:
        # Quicker than to ask whether it follows the protocol, and a window has a thousand widgets.
        restyle = getattr(widget, "restyle", None)
        if restyle is not None:
            restyle(look)


def mark(widget: QWidget, name: str, value: Any) -> None:
    """Sets a property that the style sheet reads, and applies it at once."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def quiet_scroll(area: QScrollArea) -> None:
    """A scroll area whose bar keeps its place and is seen only when there is something to scroll."""
    bar = area.verticalScrollBar()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    mark(bar, "idle", "true")
    bar.rangeChanged.connect(lambda low, high: mark(bar, "idle", "true" if high <= low else "false"))


class WordsLabel(Worded, QLabel):
    """A label whose words go through the catalogue."""


def label(text: str = "", style: str = "body", tone: str = "", parent: QWidget | None = None) -> QLabel:
    """Words in a type style and a tone."""
    made = WordsLabel(tr(text), parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("type", style)
    if tone:
        made.setProperty("tone", tone)
    return made


def rule(vertical: bool = False) -> QFrame:
    """A hairline."""
    line = QFrame()
    line.setProperty("rule", "line")
    (line.setFixedWidth if vertical else line.setFixedHeight)(SPACING.hairline)
    return line
