"""The sheet that all items of a figure lie on, and how it is drawn: what stays along a run is one picture.

Qt would draw the items as well, and does where a drawing keeps paths. On a screen most of its time goes into finding
out what to draw: an item is drawn here in a fifth of that, and what stands under all that moves costs one copy.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QGraphicsScene, QStyleOptionGraphicsItem, QWidget

STILL = 4  # drawings in a row that an item is the same in before it becomes a part of the backdrop
_stamps = count(1)
# What an item adds to Qt's own, pyqtgraph's among them, comes before it, and is no item by itself.
if TYPE_CHECKING:
    _Item = QGraphicsItem
else:
    _Item = object
_BY_ITSELF = QStyleOptionGraphicsItem()


class Marked(_Item):
    """What an item of a sheet has besides Qt's own: it tells its changes apart, and its sheet hears of them.

    Attributes:
        stamp: a number that no item has had before, another one with each change.
    """

    stamp = 0

    def update(self, *area: Any) -> None:
        """Asks to be drawn anew."""
        self.stamp = next(_stamps)
        if not self._tell():
            super().update(*area)

    def prepareGeometryChange(self) -> None:
        """The rectangle that it leaves is drawn anew as well."""
        self.stamp = next(_stamps)
        super().prepareGeometryChange()
        self._tell()

    def setVisible(self, visible: bool) -> None:
        """Shows or hides it."""
        if visible != self.isVisible():
            super().setVisible(visible)
            self._tell()

    def setOpacity(self, opacity: float) -> None:
        """Takes another opacity."""
        if opacity != self.opacity():
            super().setOpacity(opacity)
            self._tell()

    def _tell(self) -> bool:
        """Whether the sheet sees to it; else Qt does."""
        sheet = self.scene()
        return isinstance(sheet, Sheet) and sheet.touch(self)


class SheetItem(Marked, QGraphicsObject):
    """An item of a sheet; whatever changes how it looks is followed by `update`."""


class _Seen(NamedTuple):
    """An item as it was drawn.

    Attributes:
        opacity: of itself and what it lies on.
        times: in a row that it was drawn like this.
    """

    opacity: float
    times: int


class Sheet(QGraphicsScene):
    """Holds the items, and draws them.

    Attributes:
        screen: the widget that is drawn anew where an item changes; None: somebody else sees to it.
        backdrops: how often the picture of what stays was made.
        drawn: how many items the last drawing has drawn by themselves.
    """

    def __init__(self, screen: QWidget) -> None:
        super().__init__(screen.parentWidget())
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.screen: QWidget | None = screen
        self.backdrops = self.drawn = 0
        # No item is held here: what is kept of one is told by its stamp.
        self._stale: set[int] = set()
        self._seen: dict[int, _Seen] = {}
        self._backdrop: QPixmap | None = None
        self._holds: tuple[Any, ...] = ()

    def touch(self, item: QGraphicsItem) -> bool:
        """An item has changed, or is about to: its plot will be drawn anew; whether there is a screen to do so."""
        if self.screen is None:
            return False
        plot = item.topLevelItem()
        if id(plot) not in self._stale:
            self._stale.add(id(plot))
            area = plot.mapRectToScene(plot.boundingRect() | plot.childrenBoundingRect()).toAlignedRect()
            # What is drawn soft reaches over its edge.
            self.screen.update(area.adjusted(-1, -1, 1, 1))
        return True

    def removeItem(self, item: QGraphicsItem) -> None:
        """Takes an item away."""
        self.touch(item)
        self._stale.clear()
        super().removeItem(item)

    def draw(self, painter: QPainter, size: QSize, ground: QBrush, dpr: float) -> None:
        """Draws ground and items.

        Args:
            painter: on a screen or a picture of this size.
            size: in px.
            ground: below all; without one nothing is kept, for the backdrop covers what it is drawn on.
            dpr: pixels a px.
        """
        self._stale.clear()
        items = self._items()
        keeps = ground.style() != Qt.BrushStyle.NoBrush and dpr == round(dpr)
        under = self._standing(items) if keeps else []
        if under:
            self._keep(under, size, ground, dpr)
            assert self._backdrop is not None, "it was just made"
            painter.drawPixmap(QPointF(0, 0), self._backdrop)
            kept = set(under)
            items = [item for item in items if item not in kept]
        elif keeps:
            painter.fillRect(QRectF(QPointF(0, 0), size), ground)
        self.drawn = len(items)
        self._draw(painter, items)

    def _items(self) -> list[Any]:
        """What is visible, from back to front."""
        found = self.items(Qt.SortOrder.AscendingOrder)
        return [item for item in found if isinstance(item, Marked) and item.isVisible()]

    def _standing(self, items: list[Any]) -> list[Any]:
        """The items that have stood for a while, with all that lies under them in their plot."""
        before, self._seen = self._seen, {}
        moving: set[QGraphicsItem] = set()
        found = []
        for item in items:
            if not item.stamp:
                item.stamp = next(_stamps)
            opacity, seen = item.effectiveOpacity(), before.get(item.stamp)
            times = seen.times + 1 if seen is not None and seen.opacity == opacity else 0
            self._seen[item.stamp] = _Seen(opacity, times)
            plot = item.topLevelItem()
            if times < STILL:
                moving.add(plot)
            elif plot not in moving:
                found.append(item)
        return found

    def _keep(self, items: list[Any], size: QSize, ground: QBrush, dpr: float) -> None:
        """Makes the picture of what stays, if it is another."""
        holds = (
            size.toTuple(),
            ground.color().rgba(),
            dpr,
            *((item.stamp, self._seen[item.stamp].opacity) for item in items),
        )
        if holds == self._holds and self._backdrop is not None:
            return
        self._holds = holds
        self.backdrops += 1
        self._backdrop = made = QPixmap(size * dpr)
        made.setDevicePixelRatio(dpr)
        made.fill(ground.color())
        inner = QPainter(made)
        self._draw(inner, items)
        inner.end()

    @staticmethod
    def _draw(painter: QPainter, items: list[Any]) -> None:
        for item in items:
            painter.save()
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
            painter.translate(item.scenePos())
            painter.setOpacity(item.effectiveOpacity())
            item.paint(painter, _BY_ITSELF, None)
            painter.restore()
