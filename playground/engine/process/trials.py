"""Scenes from outside are tried in a process of their own, while the engine serves its other groups."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import IO, Any

from playground.engine import device as devices
from playground.engine.process import messages as m

POLL = 0.02  # seconds between two looks at a trial
PATIENCE = 150.0  # seconds, after which a process that hears nothing is ended
_HEAD = {"format": "playground.scene", "version": 1}
_SAID = "playground: "
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # on Windows a console would open


@dataclass
class Trial:
    """The scenes of one group that are being tried, one after another.

    Attributes:
        order: the opening that waits for them.
        later: what was said to the group meanwhile.
    """

    order: m.Order
    command: Sequence[str]
    left: list[Mapping[str, Any]]
    later: list[m.Order] = field(default_factory=list)
    _process: subprocess.Popen[bytes] | None = None
    _began: float = 0.0
    _said: IO[bytes] | None = None

    def advance(self) -> str | None:
        """Looks at the process, and begins the next one; None while it goes on, then why not, or nothing."""
        if self._process is None:
            if not self.left:
                return ""
            self._begin(self.left.pop(0))
        assert self._process is not None
        status = self._process.poll()
        if status is None and time.monotonic() - self._began < PATIENCE:
            return None
        said = self._sentence()
        self.end()
        if status is None:
            return "this scene cannot be opened: it takes too long"
        if status == 0:
            return None if self.left else ""
        return said or "this scene cannot be opened: the process that tried it broke down"

    def _begin(self, record: Mapping[str, Any]) -> None:
        self._said = TemporaryFile()  # noqa: SIM115  until `end`
        self._began = time.monotonic()
        with TemporaryFile() as scene:
            scene.write(json.dumps({**record, **_HEAD}).encode())
            scene.seek(0)
            self._process = subprocess.Popen(
                list(self.command),
                stdin=scene,
                stdout=subprocess.DEVNULL,
                stderr=self._said,
                env={**os.environ, devices.VARIABLE: "cpu"},
                creationflags=_NO_WINDOW,
            )

    def _sentence(self) -> str:
        """What the process said to the user last."""
        assert self._said is not None
        self._said.seek(0)
        lines = self._said.read().decode("utf-8", errors="replace").splitlines()
        return next((line.removeprefix(_SAID) for line in reversed(lines) if line.startswith(_SAID)), "")

    def end(self) -> None:
        """Ends the process, if one still runs."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
        if self._said is not None:
            self._said.close()
            self._said = None
