"""The cards of the gallery: thumbnail, title, line and badge, in columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from playground.render.caption import two_lines
from playground.render.tokens import SPACING
from playground.render.words import Worded, tr
from playground.resources import thumbnail
from playground.ui.controls.style import SCROLL_BAR, Look, paint_icon

if TYPE_CHECKING:
    from playground.engine.declarations.concept import Declaration, Door
    from playground.lecture.shipped_lessons import Head

CARD, GAP, WORDS = 236, 16, 70
BADGES = {
    "exact": ("check-decagram-outline", "ok"),
    "sampled": ("dice-5-outline", "warn"),
    "illustration": ("draw", "muted"),
}


@dataclass(frozen=True, slots=True)
class Face:
    """What a card shows.

    Attributes:
        id: of the panel, the door or the lesson.
        concept: the panel or door whose thumbnail it has.
        title: its name.
        line: one line, broken into two where it must.
        more: the second line of the tool tip.
        icon: at the right of the title.
        tone: the icon's colour token.
        tag: words on the foot of the picture, in parts that are translated one by one.
        chapter: where it stands in the gallery; empty: a lesson.
    """

    id: str
    concept: str
    title: str
    line: str
    more: str
    icon: str
    tone: str
    tag: str = ""
    chapter: str = ""


class GalleryCard(Worded, QAbstractButton):
    """One thing to open: thumbnail, title, line, icon."""

    def __init__(self, face: Face) -> None:
        super().__init__()
        self.face = face
        self.setAccessibleName(f"{face.title}: {face.line}")
        self.setToolTip(f"{face.line}\n{face.more}")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._look: Look | None = None
        self._picture = QPixmap()
        self._scaled = QPixmap()
        self._is_read = False  # a card that nobody sees reads no picture

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self._is_read = False
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture is scaled once for a size."""
        self._scaled = QPixmap()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the card; its border lies over the picture."""
        look = self._look
        if look is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1.25, 1.25, -1.25, -1.25)
        radius = look.px(SPACING.radius_card)
        shape = QPainterPath()
        shape.addRoundedRect(box, radius, radius)
        painter.fillPath(shape, look.color("surface"))
        words = look.px(WORDS)
        picture = QRect(0, 0, self.width(), self.height() - words)
        painter.save()
        painter.setClipPath(shape)
        self._paint_picture(painter, look, picture)
        self._paint_tag(painter, look, picture)
        painter.restore()
        self._paint_words(painter, look, picture.bottom() + 1)
        here = self.underMouse() or self.hasFocus()
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.color("accent" if here else "line"), 2.5 * look.factor if here else 1))
        painter.drawPath(shape)

    def _paint_picture(self, painter: QPainter, look: Look, box: QRect) -> None:
        if not self._is_read:
            path = thumbnail(self.face.concept, look.theme.name)
            self._picture = QPixmap(str(path)) if path is not None else QPixmap()
            self._scaled = QPixmap()
            self._is_read = True
        if self._picture.isNull():
            painter.fillRect(box, look.color("sunken"))
            side = look.px(SPACING.icon_empty)
            place = QRectF(box.center().x() - side / 2, box.center().y() - side / 2, side, side)
            paint_icon(painter, place, "view-grid-outline", look.color("control"))
            return
        if self._scaled.isNull():
            ratio = self.devicePixelRatioF()
            self._scaled = self._picture.scaled(
                box.size() * ratio,
                Qt.AspectRatioMode.KeepAspectRatioByExpanding,
                Qt.TransformationMode.SmoothTransformation,
            )
            self._scaled.setDevicePixelRatio(ratio)
        size = self._scaled.deviceIndependentSize()
        painter.drawPixmap(QPointF((box.width() - size.width()) / 2, (box.height() - size.height()) / 2), self._scaled)

    def _paint_tag(self, painter: QPainter, look: Look, picture: QRect) -> None:
        """The tag in a rounded box at the foot of the picture."""
        if not self.face.tag:
            return
        edge, pad = look.px(8), look.px(7)
        painter.setFont(look.font("small"))
        metrics = painter.fontMetrics()
        room = picture.width() - 2 * (edge + pad)
        words = metrics.elidedText(tr(self.face.tag), Qt.TextElideMode.ElideRight, room)
        high = metrics.height() + look.px(4)
        box = QRectF(edge, picture.bottom() - edge - high, metrics.horizontalAdvance(words) + 2 * pad, high)
        painter.setPen(QPen(look.color("line"), 1))
        painter.setBrush(look.color("surface"))
        painter.drawRoundedRect(box, look.px(SPACING.radius_card) / 2, look.px(SPACING.radius_card) / 2)
        painter.setPen(look.color("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_words(self, painter: QPainter, look: Look, top: int) -> None:
        face = self.face
        left, icon = look.px(13), look.px(SPACING.icon_mark)
        room = self.width() - 2 * left - icon - look.px(6)
        painter.setPen(look.color("text"))
        painter.setFont(look.font("plot title"))
        title = painter.fontMetrics().elidedText(tr(face.title), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(left, top + look.px(6), room, look.px(20)), Qt.AlignmentFlag.AlignVCenter, title)
        painter.setPen(look.color("muted"))
        painter.setFont(look.font("small"))
        wide = self.width() - 2 * left
        for row, line in enumerate(two_lines(tr(face.line), painter.fontMetrics(), wide)):
            box = QRect(left, top + look.px(25 + 18 * row), wide, look.px(18))
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, line)
        place = QRectF(self.width() - left - icon, top + look.px(9), icon, icon)
        paint_icon(painter, place, face.icon, look.color(face.tone))


class ConceptCard(GalleryCard):
    """A concept, with its badge."""

    def __init__(self, declaration: Declaration) -> None:
        card = declaration.card
        badge = f"{card.badge.kind.capitalize()}: {card.badge.what}"
        icon, tone = BADGES[card.badge.kind]
        face = Face(declaration.id, declaration.id, card.title, card.line, badge, icon, tone, chapter=card.chapter)
        super().__init__(face)


class DoorCard(GalleryCard):
    """A concept that is one of the views of a panel, with the panel's badge."""

    def __init__(self, door: Door, declaration: Declaration) -> None:
        more = f"Opens {declaration.card.title}"
        icon, tone = BADGES[declaration.card.badge.kind]
        super().__init__(Face(door.id, door.id, door.title, door.line, more, icon, tone, chapter=door.chapter))


class LessonCard(GalleryCard):
    """A lesson that ships, with how long it takes."""

    def __init__(self, head: Head, concept: str) -> None:
        """A card.

        Args:
            head: of the lesson.
            concept: the title of what most of it shows, or empty.
        """
        long = f"A lesson of {head.beats} beats" + (f", about {head.minutes} minutes" if head.minutes else "")
        parts = [f"{head.minutes} min" if head.minutes else f"{head.beats} beats", concept]
        tag = " · ".join(part for part in parts if part)
        super().__init__(Face(head.id, head.concept, head.title, head.line, long, "school-outline", "accent", tag))
        self.head = head


class CardGrid(QWidget):
    """The cards in columns; arrows go from one to the next."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("plane", "window")
        self.cards: list[GalleryCard] = []
        self._look: Look | None = None
        self._columns = 1

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        self.arrange()

    def visible_cards(self) -> list[GalleryCard]:
        """The cards that the search and the chapter leave."""
        return [card for card in self.cards if not card.isHidden()]

    def arrange(self) -> None:
        """Places the cards."""
        look = self._look
        if look is None:
            return
        gap, least = look.px(GAP), look.px(CARD)
        edge = look.px(24) - look.px(SCROLL_BAR)
        room = max(least, self.width() - edge)
        self._columns = max(1, (room + gap) // (least + gap))
        width = (room - gap * (self._columns - 1)) / self._columns
        height = round(width * 9 / 16) + look.px(WORDS)
        rows = 0
        for index, card in enumerate(self.visible_cards()):
            row, column = divmod(index, self._columns)
            card.setGeometry(round(column * (width + gap)), row * (height + gap), round(width), height)
            rows = row + 1
        self.setMinimumHeight(max(0, rows * (height + gap) + look.px(8)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Places the cards anew."""
        self.arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from card to card, return opens one."""
        cards = self.visible_cards()
        here = next((i for i, card in enumerate(cards) if card.hasFocus()), None)
        moves = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self._columns,
            Qt.Key.Key_Down: self._columns,
        }
        key = Qt.Key(event.key())
        if here is not None and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            cards[here].click()
        elif key in moves and cards:
            to = 0 if here is None else min(len(cards) - 1, max(0, here + moves[key]))
            cards[to].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            event.ignore()
