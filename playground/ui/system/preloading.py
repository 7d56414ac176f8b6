"""What the window needs later, loaded in slices while nobody waits for it: so nothing that is opened has to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module

# In an order in which none brings much that is not its own: each takes 10 to 100 ms, all together half a second.
FIRST = (
    "numpy",
    "PySide6.QtCore",
    "PySide6.QtGui",
    "PySide6.QtWidgets",
    "pyqtgraph",
    "importlib.metadata",
    "pydantic_core",
    "pydantic",
    "playground.engine.declarations.params",
    "playground.engine.declarations.concept",
    "playground.render.painters",
    "playground.render.figure_view",
    "playground.ui.inspector.inspector",
    "playground.ui.page",
)


def load(names: Iterable[str]) -> Iterator[None]:
    """Imports modules, one a slice; of Qt's also what their names stand for, which is made when it is first named."""
    for name in names:
        module = import_module(name)
        if name.startswith("PySide6"):
            for part in dir(module):
                getattr(module, part)
        yield
