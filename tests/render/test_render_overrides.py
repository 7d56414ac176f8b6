"""An error in what Qt calls is told; it does not take the process down."""

from __future__ import annotations

import subprocess
import sys

import patience
import pytest

CODE = """
import sys
from PySide6.QtWidgets import QApplication, QWidget
from playground.render.overrides import make_errors_whole

class Before(QWidget):
    def resizeEvent(self, event):
        ERROR

make_errors_whole()
make_errors_whole()

class After(QWidget):
    def resizeEvent(self, event):
        ERROR

application = QApplication([])
for kind in (Before, After):
    widget = kind()
    try:
        widget.show()
    except Exception as error:
        print(type(error).__name__)
    widget.hide()
print("lives", flush=True)
"""


@pytest.mark.parametrize(
    ("code", "name"), [("int(float('inf'))", "OverflowError"), ("1 / 0", "ZeroDivisionError"), ("{}[1]", "KeyError")]
)
def test_an_error_in_what_qt_calls_is_told(code: str, name: str) -> None:
    program = [sys.executable, "-c", CODE.replace("ERROR", code)]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=patience.SECONDS)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [name, name, "lives"]
