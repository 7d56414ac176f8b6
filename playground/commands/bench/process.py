"""Processes that the bench starts and listens to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from playground.engine.errors import BadInput

Found = TypeVar("Found")

# By way of the command line, as a user starts it.
PROBE = "from playground import cli; cli.parser(); from playground.commands.bench import probe; probe.main()"


def probe(order: dict[str, Any], timeout: float) -> dict[str, Any]:
    """What the real window measures of itself, with times since its process was started, less what others took.

    Raises:
        RuntimeError: the window did not answer.
    """
    with tempfile.TemporaryDirectory() as state:
        words = [sys.executable, "-c", PROBE, json.dumps(order)]
        begin = time.time()
        done = subprocess.run(
            words, env=_environment(state), capture_output=True, text=True, timeout=timeout, check=False
        )
    if done.returncode != 0:
        raise RuntimeError(f"the window of the bench ended with status {done.returncode}: {done.stderr.strip()}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found | {name: found[name] - begin for name in ("first_window", "first_frame")}


def of_each(panels: tuple[str, ...], take: Callable[[tuple[str, ...]], dict[str, Found]]) -> dict[str, Found]:
    """What a window finds of some panels, in one go; if that fails, in a window of its own for each.

    Args:
        panels: the panels.
        take: measures some of them.

    Raises:
        RuntimeError: no panel could be measured.
    """
    faults = (RuntimeError, subprocess.TimeoutExpired)
    try:
        return take(panels)
    except faults as error:
        if len(panels) == 1:
            raise RuntimeError(f"{panels[0]}: {error}") from error
    found: dict[str, Found] = {}
    troubles = []
    for name in panels:
        try:
            found |= take((name,))
        except faults as error:
            troubles.append(f"{name}: {error}")
    if not found:
        raise RuntimeError("; ".join(troubles))
    return found


def refuse_missing(panels: Iterable[str]) -> None:
    """Says which panels no window has measured.

    Raises:
        RuntimeError: there are some.
    """
    names = ", ".join(panels)
    if names:
        raise RuntimeError(f"no window got to the end with {names}")


def until_printed(script: str) -> float:
    """Seconds from the start of a process to the moment that it prints, which may leave out what others took."""
    begin = time.time()
    done = subprocess.run(
        [sys.executable, "-c", script], env=_environment(""), capture_output=True, text=True, timeout=60, check=True
    )
    return float(done.stdout) - begin


def _environment(state: str) -> dict[str, str]:
    """The user's environment without the user's settings, and without a screen where there is none."""
    from playground.ui.system.requirements import check_system

    env = dict(os.environ)
    if state:
        env |= {"XDG_STATE_HOME": state, "LOCALAPPDATA": state}
    if state and sys.platform == "darwin":
        env["HOME"] = state
    try:
        check_system()
    except BadInput:
        env["QT_QPA_PLATFORM"] = "offscreen"
    return env
