"""Small controls that Qt does not have, or not so: icon buttons, segments, switches, sliders."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRect, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
)

from playground.render.tokens import MOTION, OFF, SPACING
from playground.render.words import Worded, tr
from playground.ui.controls.style import Look


class IconButton(Worded, QToolButton):
    """A button with an icon alone; it has a name, a tool tip with its key, and a place in the tab order."""

    def __init__(
        self, icon: str, name: str, tip: str = "", size: float = SPACING.icon_bar, token: str = "text"
    ) -> None:
        super().__init__()
        self._icon, self._size, self._token = icon, size, token
        self._look: Look | None = None
        self.setAccessibleName(name)
        self.setToolTip(tip or name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.target = (SPACING.target, SPACING.target)

    def set_icon(self, icon: str, token: str = "") -> None:
        """Another icon in the same place."""
        if (icon, token or self._token) != (self._icon, self._token):
            self._icon, self._token = icon, token or self._token
            if self._look is not None:
                self.restyle(self._look)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.setFixedSize(look.px(self.target[0]), look.px(self.target[1]))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the button by the style, and the icon in its very middle, where the style does not put it."""
        painter = QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        if self._look is None:
            return
        side = self._look.px(self._size)
        mode = QIcon.Mode.Normal if self.isEnabled() else QIcon.Mode.Disabled
        box = QRect(0, 0, side, side)
        box.moveCenter(self.rect().center())
        self._look.icon(self._icon, self._size, self._token).paint(painter, box, Qt.AlignmentFlag.AlignCenter, mode)


class IconLabel(Worded, QLabel):
    """A small icon with a meaning, which the tool tip and screen readers say in words."""

    def __init__(self, icon: str, words: str, token: str = "muted", size: float = SPACING.icon_mark) -> None:
        super().__init__()
        self._icon, self._token, self._size = icon, token, size
        self.setAccessibleName(words)
        self.setToolTip(words[:1].upper() + words[1:])

        self._look: Look | None = None

    def show_icon(self, icon: str, words: str, token: str = "muted") -> None:
        """Another icon with another meaning."""
        self._icon, self._token = icon, token
        self.setAccessibleName(words)
        self.setToolTip(words[:1].upper() + words[1:])
        if self._look is not None:
            self.restyle(self._look)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        side = look.px(self._size)
        self.setPixmap(
            look.icon(self._icon, self._size, self._token).pixmap(QSize(side, side), self.devicePixelRatioF())
        )


class Button(Worded, QPushButton):
    """A button with words."""

    def __init__(self, text: str = "") -> None:
        super().__init__(tr(text))


_MANY = 4  # segments that leave no room beside their words


class SegmentedButtons(Worded, QFrame):
    """Up to four words of which one is chosen.

    Signals:
        chosen: the word that the user chose.
    """

    chosen = Signal(str)

    def __init__(self, options: Iterable[tuple[str, str]], name: str, stretch: bool = True) -> None:
        """Segments for (value, label) pairs.

        Args:
            options: the values with their labels.
            name: for screen readers.
            stretch: all segments share the width.
        """
        super().__init__()
        self.setProperty("role", "segments")
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.buttons: dict[str, QPushButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        options = tuple(options)
        for value, text in options:
            button = Button(text)
            button.setCheckable(True)
            button.setProperty("role", "segment")
            button.setProperty("type", "small strong")
            button.setAccessibleName(f"{name}: {text}")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            if stretch:
                button.setProperty("narrow", "true" if len(options) < _MANY else "most")
                button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.clicked.connect(lambda _checked=False, value=value: self.chosen.emit(value))
            self._group.addButton(button)
            layout.addWidget(button)
            self.buttons[value] = button

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self.setFixedHeight(look.px(SPACING.field))

    def set_value(self, value: str) -> None:
        """Shows which one is chosen."""
        button = self.buttons.get(value)
        if button is not None:
            button.setChecked(True)


class Switch(Worded, QAbstractButton):
    """On or off; the knob's place and the fill both tell."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._look: Look | None = None
        self._place = 0.0
        self._motion = QVariantAnimation(self)
        self._motion.valueChanged.connect(self._move)
        self.toggled.connect(self._start)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._motion.setDuration(0 if look.still else MOTION.switch)
        self.setFixedSize(look.px(38), look.px(24))
        self.update()

    def _move(self, place: float) -> None:
        self._place = place
        self.update()

    def _start(self, on: bool) -> None:
        self._motion.stop()
        if not self.isVisible():
            self._move(float(on))
            return
        self._motion.setStartValue(self._place)
        self._motion.setEndValue(float(on))
        self._motion.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws track and knob."""
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self.isEnabled() else OFF)
        width, height = look.px(34), look.px(20)
        box = QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height).adjusted(
            0.5, 0.5, -0.5, -0.5
        )
        on = self.isChecked()
        painter.setPen(QPen(look.color("text" if on else "control"), 1))
        painter.setBrush(look.color("text" if on else "surface"))
        painter.drawRoundedRect(box, height / 2, height / 2)
        knob = look.px(12)
        x = box.left() + look.px(4) + self._place * (box.width() - knob - 2 * look.px(4))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.color("surface" if on else "control"))
        painter.drawEllipse(QRectF(x, box.center().y() - knob / 2, knob, knob))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.color("accent"), look.px(2)))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), height / 2 + 2, height / 2 + 2)


class MenuButton(Worded, QPushButton):
    """A button that shows the chosen words and opens the menu of the others."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._chevron = QIcon()
        self.chevron = 14
        self._look: Look | None = None
        self.setProperty("role", "menu")
        self.setProperty("type", "small strong")
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_words(self, words: str) -> None:
        """The chosen words, which screen readers say with the name."""
        if words != self.text():
            self.setText(words)
            self.setAccessibleName(f"{self._name}: {words}")

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.chevron = look.px(14)
        self._chevron = look.icon("chevron-down", 14)
        self.setFixedHeight(look.px(SPACING.field))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the button by the style, its words at the left and the chevron at the right."""
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.features = QStyleOptionButton.ButtonFeature(0)
        painter.drawControl(QStyle.ControlElement.CE_PushButtonBevel, option)
        side = self.chevron
        words = self.rect().adjusted(side, 0, -2 * side - 4, 0)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
        box = QRect(0, 0, side, side)
        box.moveCenter(self.rect().center())
        box.moveRight(self.width() - side + 2)
        self._chevron.paint(painter, box)


class ElidedLabel(Worded, QLabel):
    """Words on one line that end in an ellipsis where there is no room; the tool tip has them all."""

    def __init__(self, text: str, style: str) -> None:
        super().__init__(tr(text))
        self.setProperty("type", style)
        self.setToolTip(text)

    def minimumSizeHint(self) -> QSize:
        """A few letters."""
        return QSize(self.fontMetrics().horizontalAdvance("MMMM"), super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws what fits."""
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        where = int(self.alignment() | Qt.AlignmentFlag.AlignVCenter)
        self.style().drawItemText(
            QPainter(self), self.rect(), where, self.palette(), self.isEnabled(), text, self.foregroundRole()
        )


def button(text: str, role: str = "plain", name: str = "") -> QPushButton:
    """A button with words; `primary` is filled."""
    made = Button(text)
    made.setProperty("role", role)
    made.setProperty("type", "small strong")
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    made.setAccessibleName(name or text)
    return made
