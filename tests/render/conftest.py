"""Fixtures of the painters' tests: the shipped font, and figure views that are closed before the test ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from playground.engine.declarations.concept import Declaration
from playground.figures.figure import Figure
from playground.render import fonts
from playground.render.figure_view import FigureView
from playground.render.tokens import LIGHT, Theme


@pytest.fixture(autouse=True)
def shipped_font(qapp: QApplication) -> None:
    fonts.install(qapp)


@pytest.fixture
def show(qtbot: QtBot) -> Iterator[Callable[..., FigureView]]:
    """Shows a figure in a window of a size."""
    views: list[FigureView] = []

    def shown(
        figure: Figure,
        declaration: Declaration | None,
        size: tuple[int, int] = (980, 610),
        theme: Theme = LIGHT,
        factor: float = 1.0,
    ) -> FigureView:
        view = FigureView(theme, factor)
        views.append(view)
        view.resize(*size)
        view.set_figure(figure, declaration)
        with qtbot.waitExposed(view):
            view.show()
        return view

    yield shown
    for view in views:
        view.close()
        view.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
