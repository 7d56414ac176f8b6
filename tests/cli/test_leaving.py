"""A process that used Qt ends with its status, after all that waits for its end, and without taking Qt down."""

from __future__ import annotations

import subprocess
import sys

LEFT = """
from playground.commands.leaving import Leave
leave = Leave()
import atexit, sys
from PySide6.QtCore import QCoreApplication, QObject
class Fault(QObject):
    def __del__(self):
        print("taken down")
application = QCoreApplication(["program"])
kept = Fault()
atexit.register(print, "others had their turn")
print("done")
sys.exit(leave.with_status(3))
"""


def test_a_process_with_qt_ends_with_its_status_after_the_others() -> None:
    done = subprocess.run([sys.executable, "-c", LEFT], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (3, "done\nothers had their turn\n", "")


def test_a_process_without_a_status_or_without_qt_ends_as_usual() -> None:
    for line, status in (("leave.with_status(3)", 0), ("import PySide6.QtCore; raise SystemExit(4)", 4)):
        code = f"from playground.commands.leaving import Leave; leave = Leave(); {line}"
        assert subprocess.run([sys.executable, "-c", code]).returncode == status
