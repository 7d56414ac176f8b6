"""`playground selfcheck`: is this installation whole?"""

from __future__ import annotations

import platform
from argparse import Namespace
from importlib import metadata
from typing import Any

from playground import __version__, catalog
from playground.commands import Outcome
from playground.commands.output import table, to_json
from playground.engine import device
from playground.engine.session import Session

_PARTS = (
    "torch",
    "numpy",
    "PySide6-Essentials",
    "pyqtgraph",
    "pydantic",
    "safetensors",
    "networkx",
    "ziamath",
    "pillow",
)
STEPS = 3


def main(args: Namespace) -> Outcome:
    """Versions, the device, and three steps of every concept; status 1 if one of them fails."""
    concepts, faults = [], []
    for name in catalog.ids():
        fault = _fault(name)
        concepts.append({"id": name, "ok": not fault})
        if fault:
            faults.append(f"{name}: {fault}")
    found: dict[str, Any] = {"versions": versions(), "device": device.name(device.best()), "concepts": concepts}
    status = 1 if faults else 0
    if args.json:
        return Outcome(to_json(found), status, tuple(faults))
    rows = [*found["versions"].items(), ("device", found["device"])]
    rows += [(one["id"], "steps" if one["ok"] else "FAILS") for one in concepts]
    return Outcome(table(rows, indent=""), status, tuple(faults))


def versions() -> dict[str, str]:
    """The versions of the program, of Python and of what it is built on; "missing" where there is none."""
    found = {"playground": __version__, "python": platform.python_version()}
    for part in _PARTS:
        try:
            found[part] = metadata.version(part)
        except metadata.PackageNotFoundError:
            found[part] = "missing"
    return found


def _fault(name: str) -> str:
    """Why a concept does not take three steps and show itself; empty if it does."""
    try:
        session = Session(catalog.load(name))
        session.advance(STEPS)
        frame = session.frame()
    except Exception as error:  # whatever it is, the other concepts are still checked
        return f"{type(error).__name__}: {error}"
    return frame.failure.sentence if frame.failure is not None else ""
