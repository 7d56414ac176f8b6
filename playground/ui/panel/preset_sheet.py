"""The presets of a panel as pictures, grouped by the view that each one shows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from playground.engine.declarations.params import ConceptParams
from playground.engine.declarations.value_text import value_text
from playground.lecture.thumbnails import picture_folder, preset_picture
from playground.render.tokens import SPACING
from playground.render.words import Worded, tr
from playground.ui.controller.state import Panel
from playground.ui.controls.style import Look, dress, label, paint_icon, quiet_scroll

PICTURE = QSize(152, 86)  # px at factor 1
TITLE = 38  # two lines
GAP = 10
MOST_COLUMNS = 5
BAR = 18  # px at factor 1 that the scroll bar needs
VIEW = "mode"  # the parameter that chooses what a panel shows


class PresetTile(Worded, QAbstractButton):
    """One preset: its picture, or in its place its line until there is one; its title; a sign if it fails."""

    def __init__(self, parent: QWidget, name: str, preset: Mapping[str, Any]) -> None:
        super().__init__(parent)
        self.name = name
        self._title, self._line = str(preset["title"]), str(preset.get("line", ""))
        self._fails = str(preset.get("fails", ""))
        self._look: Look | None = None
        self._picture = QPixmap()
        self.setCheckable(True)
        self.setAccessibleName(f"Preset: {self._title}")
        self.setAccessibleDescription(self._fails or self._line)
        self.setToolTip(f"{self._title}\n{self._line}" + (f"\nFails: {self._fails}" if self._fails else ""))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.setFixedSize(look.px(PICTURE.width()), look.px(PICTURE.height() + TITLE))

    def show_picture(self, path: Path) -> None:
        """Shows the picture of a file, if there is one."""
        picture = QPixmap(str(path)) if path.exists() else QPixmap()
        if not picture.isNull() and self._look is not None:
            ratio = self.devicePixelRatioF()
            size = QSize(self.width(), self._look.px(PICTURE.height())) * ratio
            expanding, smooth = (
                Qt.AspectRatioMode.KeepAspectRatioByExpanding,
                Qt.TransformationMode.SmoothTransformation,
            )
            picture = picture.scaled(size, expanding, smooth)
            picture.setDevicePixelRatio(ratio)
        self._picture = picture
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the tile; its border lies over the picture."""
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(0, 0, self.width(), look.px(PICTURE.height()))
        shape, edge = QPainterPath(), 1.25
        shape.addRoundedRect(box.adjusted(edge, edge, -edge, -edge), look.px(SPACING.radius), look.px(SPACING.radius))
        painter.save()
        painter.setClipPath(shape)
        painter.fillRect(box, look.color("surface"))
        if not self._picture.isNull():
            size = self._picture.deviceIndependentSize()
            painter.drawPixmap(
                QPointF((box.width() - size.width()) / 2, (box.height() - size.height()) / 2), self._picture
            )
        else:
            painter.setFont(look.font("caption"))
            painter.setPen(look.color("muted"))
            inside = box.adjusted(look.px(8), look.px(6), -look.px(8), -look.px(6))
            painter.drawText(inside, _WRAPPED | Qt.AlignmentFlag.AlignVCenter, tr(self._line))
        painter.restore()
        here = self.underMouse() or self.hasFocus() or self.isChecked()
        painter.setPen(QPen(look.color("accent" if here else "line"), (2.5 if here else 1) * look.factor))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)
        self._paint_title(painter, look, round(box.bottom()))

    def _paint_title(self, painter: QPainter, look: Look, top: int) -> None:
        side = look.px(SPACING.icon_mark)
        left = 0
        if self._fails:
            paint_icon(painter, QRectF(0, top + look.px(4), side, side), "alert-outline", look.color("warn"))
            left = side + look.px(4)
        painter.setFont(look.font("small strong" if self.isChecked() else "small"))
        painter.setPen(look.color("text"))
        place = QRect(left, top + look.px(3), self.width() - left, look.px(TITLE - 3))
        painter.drawText(place, _WRAPPED | Qt.AlignmentFlag.AlignTop, tr(self._title))

    def enterEvent(self, event: QEvent) -> None:
        """The tile under the cursor stands out."""
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """It does so no more."""
        self.update()


_WRAPPED = int(Qt.TextFlag.TextWordWrap.value) | int(Qt.AlignmentFlag.AlignLeft.value)


class PresetSheet(QFrame):
    """Opens below its button; a click elsewhere or escape closes it.

    Signals:
        chosen: the name of a preset.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget, panel: Panel) -> None:
        super().__init__(parent)
        self.setProperty("plane", "card")
        self.setAccessibleName("Presets")
        self._panel = panel
        self._look: Look | None = None
        self._columns = 0
        self._home = parent
        self._before: QWidget | None = None  # had the keys before it opened
        self.hide()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 1)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        quiet_scroll(self._area)
        outer.addWidget(self._area)
        self._inside = QWidget()
        self._inside.setProperty("plane", "surface")
        self._grid = QGridLayout(self._inside)
        self.tiles: list[PresetTile] = []
        self._groups: list[tuple[QLabel, list[PresetTile]]] = []
        for heading, names in groups(panel.declaration.params, panel.presets).items():
            words = label(heading, "section", "muted")
            words.setParent(self._inside)
            words.setVisible(bool(heading))
            self._groups.append((words, [self._tile(name) for name in names]))
        self._area.setWidget(self._inside)

    def _tile(self, name: str) -> PresetTile:
        tile = PresetTile(self._inside, name, self._panel.presets[name])
        tile.clicked.connect(lambda: self._choose(name))
        self.tiles.append(tile)
        return tile

    def _choose(self, name: str) -> None:
        self.close_up()
        self.chosen.emit(name)

    def close_up(self) -> None:
        """Closes it, and gives the keys back to who had them."""
        if self.isVisible():
            QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]
            self.setParent(self._home)  # which hides it
            if self._before is not None:
                self._before.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A press elsewhere closes it and does nothing more; so does a window of another size."""
        inside = isinstance(watched, QWidget) and (watched is self or self.isAncestorOf(watched))
        pressed = event.type() == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget)
        if pressed and not inside:
            self.close_up()
            return True
        if event.type() == QEvent.Type.Resize and watched is self.window():
            self.close_up()
        return super().eventFilter(watched, event)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        edge = look.px(14)
        self._grid.setContentsMargins(edge, look.px(10), edge, edge)
        self._grid.setHorizontalSpacing(look.px(GAP))
        self._grid.setVerticalSpacing(look.px(6))
        self._columns = 0

    def open_below(self, anchor: QWidget, current: str) -> None:
        """Opens at the lower edge of a button, within the window.

        Args:
            anchor: the button.
            current: the name of the preset on the stage, or empty.
        """
        look, window = self._look, anchor.window()
        if look is None:
            return
        dress(self, look)
        edge = look.px(8)
        self._arrange(look, window.width() - 2 * edge)
        folder = picture_folder(self._panel.declaration.id, self._panel.presets)
        for tile in self.tiles:
            tile.setChecked(tile.name == current)
            tile.show_picture(preset_picture(folder, tile.name, look.theme.name))
        wanted = self._grid.sizeHint()
        corner = anchor.mapTo(window, QPoint(anchor.width(), anchor.height() + look.px(4)))
        width = min(wanted.width() + look.px(BAR), window.width() - 2 * edge)
        height = min(wanted.height() + 2, window.height() - corner.y() - edge)
        left = max(edge, min(corner.x() - width, window.width() - width - edge))
        self.setParent(window)
        self.setGeometry(QRect(QPoint(left, corner.y()), QSize(width, height)))
        self._before = QApplication.focusWidget()
        self.show()
        self.raise_()
        QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]
        first = next((tile for tile in self.tiles if tile.isChecked()), self.tiles[0])
        first.setFocus(Qt.FocusReason.PopupFocusReason)
        self._area.ensureWidgetVisible(first)

    def _arrange(self, look: Look, width: int) -> None:
        """The tiles in as many columns as there is room for; small groups stand side by side."""
        room = width - look.px(2 * 14 + BAR) + look.px(GAP)
        columns = max(1, min(MOST_COLUMNS, room // look.px(PICTURE.width() + GAP)))
        if columns == self._columns:
            return
        self._columns = columns
        top = left = lowest = 0
        for words, tiles in self._groups:
            wide = min(len(tiles), columns)
            if left + wide > columns:
                top, left = lowest, 0
            self._grid.addWidget(words, top, left, 1, wide)
            for i, tile in enumerate(tiles):
                self._grid.addWidget(tile, top + 1 + i // wide, left + i % wide)
                tile.show()
            lowest = max(lowest, top + 1 + -(-len(tiles) // wide))
            left += wide
        self._grid.setRowStretch(lowest, 1)
        self._grid.setColumnStretch(columns, 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from tile to tile, return chooses."""
        here = next((tile for tile in self.tiles if tile.hasFocus()), None)
        ways = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        key = Qt.Key(event.key())
        if here is not None and key in ways:
            if (there := self._beside(here, *ways[key])) is not None:
                there.setFocus(Qt.FocusReason.TabFocusReason)
                self._area.ensureWidgetVisible(there)
        elif here is not None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            here.click()
        elif key == Qt.Key.Key_Escape:
            self.close_up()
        else:
            super().keyPressEvent(event)

    def _beside(self, here: PresetTile, dx: int, dy: int) -> PresetTile | None:
        """The nearest tile in a direction."""
        if dx:
            at = self.tiles.index(here) + dx
            return self.tiles[at] if 0 <= at < len(self.tiles) else None
        others = [tile for tile in self.tiles if (tile.y() - here.y()) * dy > 0]
        return min(others, key=lambda tile: (abs(tile.y() - here.y()), abs(tile.x() - here.x())), default=None)


def groups(params: type[ConceptParams], presets: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """The names of presets by the words for the view that they show, in the order of the views; "" where there is one.

    Args:
        params: of the panel.
        presets: by name.
    """
    spec = params.specs().get(VIEW)
    if spec is None or spec.kind != "choice":
        return {"": list(presets)}
    found: dict[str, list[str]] = {value_text(spec, value): [] for value in spec.choices}
    for name, preset in presets.items():
        found[value_text(spec, preset.get("params", {}).get(VIEW, spec.default))].append(name)
    shown = {words: names for words, names in found.items() if names}
    return shown if len(shown) > 1 else {"": list(presets)}
