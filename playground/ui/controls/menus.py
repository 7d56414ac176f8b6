"""Menus of commands."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu

from playground.render.words import tr
from playground.ui.controls.widgets import IconButton
from playground.ui.keys import BY_ID

HELP = ("welcome", "tour", "handbook", "whats_this", None, "keys", "palette", None, "report")


def command_menu(where: IconButton, entries: tuple[str | None, ...], run: Callable[[str], object]) -> None:
    """Gives a button a menu of commands with their keys.

    Args:
        where: the button.
        entries: ids of commands; None: a line between two groups.
        run: runs a command by its id.
    """
    menu = QMenu(where)
    for entry in entries:
        if entry is None:
            menu.addSeparator()
            continue
        command = BY_ID[entry]
        words = f"{command.label}\t{command.key}" if command.key else command.label
        menu.addAction(tr(words)).triggered.connect(lambda _checked=False, entry=entry: run(entry))
    where.setMenu(menu)
    where.setPopupMode(IconButton.ToolButtonPopupMode.InstantPopup)
