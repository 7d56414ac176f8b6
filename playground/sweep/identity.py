"""What decides whether two processes compute the same bits: the program, torch, numpy and the machine."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from playground import __version__

# Where these differ a worker is not of our version, and refuses to compute.
VERY = ("version", "code", "torch", "numpy")


@cache
def code() -> str:
    """A hash of the program's own source; empty where it is frozen and has none."""
    found, root = hashlib.sha256(), Path(__file__).parents[1]
    for path in sorted(root.rglob("*.py")):
        found.update(path.relative_to(root).as_posix().encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


@cache
def versions() -> Mapping[str, str]:
    """The versions of what computes, without loading it."""
    from importlib.metadata import PackageNotFoundError, version

    def of(package: str) -> str:
        try:
            return version(package).split("+")[0]
        except PackageNotFoundError:
            return ""

    return {"version": __version__, "code": code(), "torch": of("torch"), "numpy": of("numpy")}


def difference(wanted: Mapping[str, str]) -> str:
    """In what this process is of another version than the one that is wanted, in a clause; empty if in nothing."""
    here = versions()
    for name in VERY:
        if wanted.get(name, "") != here[name]:
            words = {"version": "playground", "code": "playground's source"}.get(name, name)
            return f"it has {words} {here[name] or 'unknown'}, the study needs {wanted.get(name, '') or 'unknown'}"
    return ""


def program() -> dict[str, Any]:
    """What computes, and on which machine, without loading it."""
    return {
        **versions(),
        "python": platform.python_version(),
        "host": platform.node(),
        "system": f"{platform.system()} {platform.machine()}",
    }


def machine() -> dict[str, Any]:
    """Where this process computes; it loads torch."""
    from playground.engine import device

    return {
        **program(),
        "device": device.name(device.best()),
        "capability": device.fingerprint()["capability"],
    }
