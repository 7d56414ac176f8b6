"""One text file that says what went wrong and on what: for a crash, a freeze, and `playground selfcheck --report`.

It names no personal folder: the user's home is written as ~, and the user's name as USER, unless the user asks for
paths as they are.
"""

from __future__ import annotations

import platform
import time
from dataclasses import dataclass
from pathlib import Path

from playground import __version__
from playground.engine.errors import BadInput
from playground.engine.files import write_bytes
from playground.lecture.anonymise import without_names
from playground.lecture.folders import make_private, state_folder

PARTS = (
    "torch",
    "numpy",
    "PySide6-Essentials",
    "pyqtgraph",
    "pydantic",
    "safetensors",
    "networkx",
    "ziamath",
    "pillow",
    "av",
)
KEPT = 10  # reports; older ones go


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong.

    Attributes:
        kind: crash, freeze, engine or selfcheck; it becomes part of the file's name.
        sentence: what happened, in one sentence.
        detail: tracebacks, or other lines that help.
    """

    kind: str
    sentence: str
    detail: str = ""


def reports_folder() -> Path:
    """Where reports are written; it need not exist yet."""
    return state_folder() / "reports"


def versions() -> dict[str, str]:
    """The versions of the program, of Python and of what it is built on; "missing" where there is none."""
    from importlib import metadata  # imported here: a start does without it

    found = {"playground": __version__, "python": platform.python_version()}
    for part in PARTS:
        try:
            found[part] = metadata.version(part)
        except metadata.PackageNotFoundError:
            found[part] = "missing"
    return found


def write_report(
    trouble: Trouble, *, device: str = "", folder: Path | None = None, plain_paths: bool = False
) -> Path | None:
    """Writes one report and removes all but the newest ones; None where nothing can be written.

    Args:
        trouble: what went wrong.
        device: what computes, in words; empty: not known.
        folder: where to; None: the folder of reports.
        plain_paths: leaves paths as they are.
    """
    target = folder or reports_folder()
    text = report_text(trouble, device)
    try:
        make_private(target)
        path = _free(target, f"{time.strftime('%Y-%m-%d-%H%M%S')}-{trouble.kind}")
        write_bytes(path, (text if plain_paths else without_names(text)).encode())
        for old in sorted(target.glob("*-*.txt"), key=lambda one: one.stat().st_mtime_ns)[:-KEPT]:
            old.unlink(missing_ok=True)
    except (OSError, BadInput):
        return None
    return path


def report_text(trouble: Trouble, device: str = "") -> str:
    """The report in full, with paths as they are."""
    from playground.lecture.log import last_lines  # imported here: only a watched window has a log

    rows = {
        "what": trouble.sentence,
        "kind": trouble.kind,
        "when": time.strftime("%Y-%m-%d %H:%M:%S %z"),
        "system": f"{platform.platform()}, {platform.machine()}",
        "device": device or "not known",
        **versions(),
    }
    parts = ["Playground report", "", *(f"{name:<20} {value}" for name, value in rows.items())]
    if trouble.detail:
        parts += ["", "Details", "", trouble.detail.rstrip()]
    parts += ["", "The last lines of the log", "", *(last_lines() or ["(there is no log)"])]
    return "\n".join(parts) + "\n"


def _free(folder: Path, name: str) -> Path:
    """A name that no report has yet."""
    path, number = folder / f"{name}.txt", 2
    while path.exists():
        path, number = folder / f"{name}-{number}.txt", number + 1
    return path
