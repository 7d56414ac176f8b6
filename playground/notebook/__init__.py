"""Sessions for notebooks and scripts: `from playground import open_session`. Jupyter and marimo show their picture."""

from __future__ import annotations

from playground.notebook.session import NotebookSession, open_session

__all__ = ["NotebookSession", "open_session"]
