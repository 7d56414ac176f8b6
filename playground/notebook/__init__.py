"""Sessions for notebooks and scripts: `from playground import open_session`. Jupyter and marimo show their picture."""

from __future__ import annotations

from playground.notebook.figure import NotebookFigure, figure
from playground.notebook.session import NotebookSession, open_session

__all__ = ["NotebookFigure", "NotebookSession", "figure", "open_session"]
