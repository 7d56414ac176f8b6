"""The look at what a test left behind finds every kind of it, and lets a tidy test pass."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import patience
import pytest

SUPPORT = Path(__file__).resolve().parents[1] / "support"
LEAKS = """
import multiprocessing, threading, time
import pytest
from PySide6.QtCore import QThread, QTimer
from PySide6.QtWidgets import QWidget

kept = []

def test_window(qtbot):
    kept.append(QWidget())

def test_timer(qtbot):
    timer = QTimer()
    timer.start(1000)
    kept.append(timer)

def test_qt_thread(qtbot):
    thread = QThread()
    thread.start()
    kept.append(thread)

def test_thread():
    threading.Thread(target=threading.Event().wait, args=(30,), daemon=True).start()

def test_process():
    multiprocessing.get_context("spawn").Process(target=time.sleep, args=(30,), daemon=True).start()

def test_tidy(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    timer = QTimer(widget)
    timer.start(1000)
    thread = threading.Thread(target=time.sleep, args=(0.05,))
    thread.start()

def test_failing_for_another_reason(qtbot):
    kept.append(QWidget())
    assert False, "its own reason"

@pytest.fixture(scope="module", autouse=True)
def end():
    yield
    for item in kept:
        if isinstance(item, QThread):
            item.quit()
            item.wait()
    kept.clear()
"""


@pytest.mark.slow
def test_every_kind_of_leak_fails_its_test(tmp_path: Path) -> None:
    conftest = (Path(__file__).resolve().parents[1] / "conftest.py").read_text(encoding="utf-8")
    (tmp_path / "conftest.py").write_text(conftest.replace("PATIENCE = 30.0", "PATIENCE = 0.5"), encoding="utf-8")
    (tmp_path / "test_leaks.py").write_text(LEAKS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text(f"[pytest]\nqt_api = pyside6\npythonpath = {SUPPORT}\n", encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "--tb=line"],
        cwd=tmp_path,
        env={**os.environ, "COLUMNS": "200"},
        capture_output=True,
        encoding="utf-8",
        timeout=patience.SECONDS,
    )
    outcome = dict(re.findall(r"^(?:(?:ERROR|FAILED) test_leaks.py::)(\w+) - (.*)$", result.stdout, re.MULTILINE))
    left = "Failed: the test left behind"
    assert outcome.pop("test_failing_for_another_reason").startswith("AssertionError: its own reason")
    assert set(outcome) == {"test_window", "test_timer", "test_qt_thread", "test_thread", "test_process"}
    assert all(reason.startswith(left) for reason in outcome.values()), outcome
    assert "PASSED test_leaks.py::test_tidy" in result.stdout
