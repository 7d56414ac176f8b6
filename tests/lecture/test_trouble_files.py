"""Log, report and trace: limited in size, without names, found again after a death."""

from __future__ import annotations

import logging
import logging.handlers
import os
import subprocess
import sys
from pathlib import Path

import patience
import pytest

from playground.lecture import log
from playground.lecture.anonymise import short_path, without_names
from playground.lecture.folders import state_folder
from playground.lecture.locks import is_held, take
from playground.lecture.report import KEPT, Trouble, reports_folder, write_report
from playground.lecture.trace import Trace


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))


def test_without_a_home_nothing_is_written_and_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.delenv("LOCALAPPDATA")
    monkeypatch.delenv("APPDATA", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert state_folder().parts[:2] == (Path(os.sep).parts[0], "nonexistent")
    assert short_path(Path("/tmp/a")) == str(Path("/tmp/a"))
    assert not Trace(Path("/dev/null/trace")).start()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_log_on_a_full_disk_ends_in_silence(tmp_path: Path) -> None:
    handler = log.start_log(tmp_path / "playground.log")
    assert isinstance(handler, logging.handlers.RotatingFileHandler)
    assert handler.stream is not None
    handler.stream.close()
    handler.stream = Path("/dev/full").open("w", encoding="utf-8")  # noqa: SIM115 - it is closed with the log
    logging.getLogger("playground").warning("lost")
    log.stop_log(handler)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("open /home/anna/Talks/a b.csv now", "open ~/Talks/a b.csv now"),
        ("'/home/anna' and /home/anna2/x", "'~' and /home/anna2/x"),
        ("/media/anna/stick/x.csv", "/media/USER/stick/x.csv"),
        ("/media/anna", "/media/USER"),
        ("anna said so; /srv/annabel/x", "anna said so; /srv/annabel/x"),
    ],
)
def test_a_text_names_nobody(text: str, expected: str) -> None:
    assert without_names(text, Path("/home/anna"), "anna") == expected


def test_windows_paths_name_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.lecture.anonymise._homes", lambda home: [r"C:\Users\Anna"])
    assert without_names(r"open c:\users\anna\x and 'C:\\Users\\Anna\\y' and C:/Users/Anna/z", user="") == (
        r"open ~\x and '~\\y' and ~/z"
    )


def test_a_home_at_the_root_hides_nothing() -> None:
    assert without_names("/usr/lib", Path("/"), "") == "/usr/lib"


def test_a_report_says_what_and_on_what(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    handler = log.start_log()
    logging.getLogger("playground.test").info("opened %s", tmp_path / "exam.csv")
    log.stop_log(handler)
    path = write_report(Trouble("crash", "It broke", f"in {tmp_path}/x.py"), device="CPU")
    assert path is not None
    assert path.parent == reports_folder()
    text = path.read_text()
    for part in ("It broke", "torch ", "PySide6", "device               CPU", "in ~/x.py", "opened ~/exam.csv"):
        assert part in text
    assert str(tmp_path) not in text
    plain = write_report(Trouble("crash", "It broke", f"in {tmp_path}/x.py"), plain_paths=True)
    assert plain is not None
    assert f"in {tmp_path}/x.py" in plain.read_text()


def test_only_the_newest_reports_stay(tmp_path: Path) -> None:
    made = [write_report(Trouble("crash", str(i)), folder=tmp_path) for i in range(KEPT + 3)]
    assert len(list(tmp_path.iterdir())) == KEPT
    assert made[-1] is not None
    assert made[-1].exists()


def test_a_report_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert write_report(Trouble("crash", "x"), folder=tmp_path / "file") is None


def test_the_log_is_limited(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(log, "BYTES", 2_000)
    handler = log.start_log()
    for i in range(200):
        logging.getLogger("playground.test").info("line %d", i)
    log.stop_log(handler)
    files = list(log.log_file().parent.iterdir())
    assert len(files) == 2
    assert sum(file.stat().st_size for file in files) <= 4_000
    assert log.last_lines(3)[-1].endswith("line 199")
    (tmp_path / "file").write_text("")
    assert log.start_log(tmp_path / "file" / "log") is None
    assert log.last_lines(3, tmp_path / "none") == []


def test_a_short_path_begins_at_home() -> None:
    assert short_path(Path.home() / "x").startswith("~")


def test_a_lock_goes_with_its_process(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("wb") as lock:
        take(lock)
        assert is_held(tmp_path / "lock")
    assert not is_held(tmp_path / "lock")
    assert not is_held(tmp_path / "missing")


DIES = """
import faulthandler, sys
from pathlib import Path
from playground.lecture.trace import Trace

def deep_in_a_library():
    faulthandler._sigsegv()

trace = Trace(Path(sys.argv[1]))
assert trace.start() and trace.left() == [] and trace.read() == ""
deep_in_a_library()
"""


def test_a_crash_is_found_by_the_next_start(tmp_path: Path) -> None:
    died = subprocess.run(
        [sys.executable, "-c", DIES, str(tmp_path)], capture_output=True, timeout=patience.SECONDS, check=False
    )
    assert died.returncode != 0
    found = Trace(tmp_path).left()
    assert len(found) == 1
    assert "deep_in_a_library" in found[0]
    assert list(tmp_path.iterdir()) == []
    assert Trace(tmp_path).left() == []
