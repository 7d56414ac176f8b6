"""The log of the window: a text file of limited size beside the settings."""

from __future__ import annotations

import logging
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

from playground.lecture.folders import make_private, state_folder

BYTES = 512 * 1024
OLDER = 1  # full files that are kept beside the one being written
TAIL = 200  # lines of a report
_FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_file() -> Path:
    """Where the log is; the older half has `.1` after its name."""
    return state_folder() / "log" / "playground.log"


class _Quiet(RotatingFileHandler):
    """A log that stops nothing: a full disk or a file held by another program loses a line, not a lecture."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Goes on."""

    def close(self) -> None:
        """Ends, also where the last lines find no place."""
        with suppress(OSError):
            super().close()


def start_log(path: Path | None = None) -> logging.Handler | None:
    """Begins to write what the program reports about itself, and warnings of Python; None if the place is closed."""
    target = path or log_file()
    try:
        make_private(target.parent)
        handler = _Quiet(target, maxBytes=BYTES, backupCount=OLDER, encoding="utf-8", errors="replace")
    except OSError:
        return None
    handler.setFormatter(logging.Formatter(_FORM))
    logging.captureWarnings(True)
    root = logging.getLogger()
    root.addHandler(handler)
    logging.getLogger("playground").setLevel(logging.INFO)
    return handler


def stop_log(handler: logging.Handler | None) -> None:
    """Ends what `start_log` began."""
    if handler is not None:
        logging.getLogger().removeHandler(handler)
        logging.captureWarnings(False)
        handler.close()


def last_lines(count: int = TAIL, path: Path | None = None) -> list[str]:
    """The newest lines of the log, the oldest first; none if there is no log."""
    target = path or log_file()
    lines: list[str] = []
    for older in (target.with_name(target.name + ".1"), target):
        try:
            lines += older.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            continue
    return lines[-count:]
