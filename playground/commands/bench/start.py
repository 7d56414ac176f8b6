"""Rows of the start: the first window and the first computed frame, against what nobody can be faster than."""

from __future__ import annotations

from collections.abc import Iterator

from playground.commands.bench.process import probe, until_printed
from playground.commands.bench.rows import TAKES, Row

NOW = """
import time
def now():
    try:
        with open("/proc/self/schedstat") as file:
            return time.time() - 1e-9 * float(file.read().split()[1])
    except (OSError, IndexError):
        return time.time()
"""
BARE_WINDOW = f"""{NOW}
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
import pyqtgraph
class View(pyqtgraph.GraphicsLayoutWidget):
    def paintEvent(self, event):
        super().paintEvent(event)
        QTimer.singleShot(0, done)
def done():
    print(now(), flush=True)
    app.exit()
app = QApplication(sys.argv[:1])
view = View()
view.addPlot().plot([0, 1], [1, 0])
view.resize(1280, 720)
view.show()
app.exec()
view.close()
"""
BARE_TORCH = f"{NOW}import torch; print(now(), flush=True)"
_PATIENCE = 300.0


def rows(panels: tuple[str, ...]) -> Iterator[Row]:
    """The start with the first panel open, each ratio of neighbours in time."""
    takes = []
    for _ in range(TAKES):
        bare = until_printed(BARE_WINDOW), until_printed(BARE_TORCH)
        takes.append((*bare, probe({"first": panels[0]}, _PATIENCE)))
    ratio = min(found["first_window"] / window for window, _, found in takes)
    window = min(found["first_window"] for _, _, found in takes)
    yield Row.of("first_window", "", ratio, f"the playground's in {window:.2f} s")
    frame, torch = (min(take) for take in ([take[2]["first_frame"] for take in takes], [take[1] for take in takes]))
    yield Row.of("first_frame", "", frame - torch, f"{frame:.2f} s, torch in {torch:.2f} s, {panels[0]}")
    held = min((found["acts"]["held_first"] for _, _, found in takes), key=lambda held: held[0])
    yield Row.of("held_first", "", 1000 * held[0], held[1])
