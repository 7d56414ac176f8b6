"""The pop-up of the honesty badge: what is exact, against what, the self-check, and the claims with their proofs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from playground.engine.declarations.concept import Claim, Declaration
from playground.render.badges import BADGES
from playground.render.tokens import SPACING
from playground.render.words import Worded
from playground.ui.controller.state import Check, Panel, Proof
from playground.ui.controls.closable import Closable
from playground.ui.controls.style import SCROLL_BAR, Look, dress, label, mark, quiet_scroll, rule
from playground.ui.controls.widgets import IconButton, IconLabel, button
from playground.ui.keys import tip

WIDTH = 400
PROOFS = {"running": ("muted", "computing"), "holds": ("ok", "Holds"), "fails": ("bad", "Does not hold")}


class Honesty(Worded, Closable):
    """The pop-up, a child of the panel's page.

    Signals:
        check: the self-check is wanted.
        reproduce: the id of a claim.
        closed: it was closed.
    """

    check = Signal()
    reproduce = Signal(str)

    def __init__(self, declaration: Declaration, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("plane", "card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("What is exact here")
        self._look: Look | None = None
        self._shown: tuple[Check, Mapping[str, Proof]] = (Check(), {})
        badge = declaration.card.badge
        _, words, tone = BADGES[badge.kind]
        self._outer = QVBoxLayout(self)
        head = QHBoxLayout()
        head.addWidget(label(words, "plot title", tone))
        head.addStretch(1)
        close = IconButton("close", "Close", "Close (esc)", size=18)
        close.clicked.connect(self.close_up)
        head.addWidget(close)
        self._outer.addLayout(head)
        self._inside = QWidget()
        self._inside.setProperty("plane", "surface")
        self._column = QVBoxLayout(self._inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._area = QScrollArea()
        self._area.setWidget(self._inside)
        quiet_scroll(self._area)
        self._outer.addWidget(self._area)
        self._say(f"{badge.what[:1].upper()}{badge.what[1:]}. Checked against {badge.against}.")
        self._check()
        self.claims: dict[str, tuple[QPushButton, QLabel]] = {}
        if declaration.claims:
            self._column.addWidget(rule())
            self._column.addWidget(label("Claims, each reproduced by one press", "section"))
            for claim in declaration.claims:
                self._claim(claim)
        self._column.addWidget(rule())
        self._say("Sources: " + "; ".join(declaration.card.sources), "caption")
        self.hide()

    def _check(self) -> None:
        self.check_button = button("Self-check", "primary")
        self.check_button.setToolTip(tip("Computes the shipped cases with this panel's own code", "self_check"))
        self.check_button.clicked.connect(self.check)
        self.summary = label("", "small", "muted")
        self.summary.setWordWrap(True)
        line = QHBoxLayout()
        line.addWidget(self.check_button)
        line.addWidget(self.summary, 1)
        self._column.addLayout(line)
        self._list = QWidget()
        self._list.setProperty("plane", "surface")
        self._rows = QVBoxLayout(self._list)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._list.hide()
        self._column.addWidget(self._list)

    def _say(self, words: str, style: str = "small") -> None:
        said = label(words, style, "muted" if style == "caption" else "")
        said.setWordWrap(True)
        self._column.addWidget(said)

    def _claim(self, claim: Claim) -> None:
        text = label(claim.text, "small")
        text.setWordWrap(True)
        go = button("Reproduce", name=f"Reproduce: {claim.text}")
        go.setToolTip("Sets the preset, runs, and compares the number with the threshold")
        go.clicked.connect(lambda: self.reproduce.emit(claim.id))
        result = label("", "caption", "muted")
        result.setWordWrap(True)
        result.hide()
        line = QHBoxLayout()
        line.addWidget(text, 1)
        line.addWidget(go, 0, Qt.AlignmentFlag.AlignTop)
        self._column.addLayout(line)
        self._column.addWidget(result)
        self.claims[claim.id] = (go, result)

    def restyle(self, look: Look) -> None:
        """Takes the look over."""
        self._look = look
        edge = look.px(16)
        self._outer.setContentsMargins(edge, look.px(8), edge - look.px(SCROLL_BAR), look.px(12))
        self._outer.setSpacing(look.px(4))
        self._column.setSpacing(look.px(10))
        self._rows.setSpacing(look.px(4))
        self.setFixedWidth(look.px(WIDTH))

    def show_panel(self, panel: Panel) -> None:
        """Shows results and proofs."""
        check, proofs = self._shown
        if panel.check is not check:
            self._show_check(panel.check)
        if panel.proofs is not proofs:
            for claim_id, (go, result) in self.claims.items():
                proof = panel.proofs.get(claim_id)
                go.setEnabled(proof is None or proof.state != "running")
                result.setVisible(proof is not None)
                if proof is not None:
                    tone, word = PROOFS[proof.state]
                    result.setText(f"{word}: {proof.text}" if proof.text else word)
                    mark(result, "tone", tone)
        self._shown = (panel.check, panel.proofs)
        if self.isVisible():
            self.place()

    def _show_check(self, check: Check) -> None:
        self.check_button.setEnabled(not check.running)
        good = sum(bool(row["ok"]) for row in check.results)
        whole = len(check.results)
        self.summary.setText("computing" if check.running else f"{good} of {whole} cases hold" if whole else "")
        while (item := self._rows.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        for row in check.results:
            self._rows.addWidget(_result(row))
        self._list.setVisible(bool(whole))
        if self._look is not None:
            dress(self._list, self._look)

    def open_at(self, corner: QPoint) -> None:
        """Opens below the badge."""
        self._corner = corner
        self.show()
        self.raise_()
        self.place()
        self.setFocus(Qt.FocusReason.PopupFocusReason)

    def place(self) -> None:
        """As high as it needs, at most as the page below the badge."""
        look, page = self._look, self.parentWidget()
        if look is None or page is None:
            return
        room = page.height() - self._corner.y() - look.px(16)
        edges = self._outer.contentsMargins()
        width = self.width() - edges.left() - edges.right() - look.px(SCROLL_BAR) - 2
        self._column.activate()
        others = edges.top() + edges.bottom() + look.px(SPACING.target) + self._outer.spacing() + 2
        wanted = self._column.totalHeightForWidth(width) + others
        left = max(look.px(8), min(self._corner.x(), page.width() - self.width() - look.px(8)))
        self.setGeometry(left, self._corner.y(), self.width(), min(wanted, room))


def _result(row: Mapping[str, Any]) -> QWidget:
    """One case: icon and name, what it checks, and what was compared."""
    whole = QWidget()
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 4)
    column.setSpacing(1)
    line = QHBoxLayout()
    good = bool(row["ok"])
    icon = "check-decagram-outline" if good else "alert-circle-outline"
    line.addWidget(IconLabel(icon, "holds" if good else "fails", "ok" if good else "bad"))
    name = _words(row["name"])
    line.addWidget(label(name, "small strong"), 1)
    column.addLayout(line)
    checks = str(row.get("checks") or _words(row["kind"]))
    told = "" if good else ": ".join(str(row[key]) for key in ("where", "reason") if row.get(key))
    for text, tone in ((checks[:1].upper() + checks[1:], ""), (comparison_text(row), "muted"), (told, "bad")):
        if text and text != name:
            said = label(text, "caption", tone)
            said.setWordWrap(True)
            column.addWidget(said)
    return whole


def comparison_text(row: Mapping[str, Any]) -> str:
    """How many values of a case were compared, and how far off the worst of them is."""
    many, deviation, allowed = row.get("compared", 0), row.get("deviation"), row.get("tolerance", "")
    values = f"{many:,} value{'s' if many != 1 else ''} compared" if many else "Nothing compared"
    off = f"largest deviation {deviation:.1e}" if deviation else "all equal" if row["ok"] and many else ""
    bound = f"allowed {allowed}" if deviation and allowed else ""
    return ", ".join(part for part in (values, off, bound) if part).replace("e-", "e−")


def _words(name: Any) -> str:
    """The name of a case as words."""
    words = str(name).replace("_", " ").strip()
    return words[:1].upper() + words[1:]
