"""Draws the pictures of presets on the user's machine, in a process of its own, while nothing else goes on."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer

from playground.lecture.parent import with_parent
from playground.lecture.thumbnails import forget_others, missing, picture_folder
from playground.ui.controller.state import State

IDLE = 4_000  # ms without a change of the window's state
PATIENCE = 1_000  # ms that the process has to end when the window closes
_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")


class PresetPictures(QObject):
    """Makes the missing pictures of the panel on the stage once the window is idle, and stops when a run plays.

    Each picture is whole or absent, so that what was stopped goes on where it was.
    """

    def __init__(self, parent: QObject, entry: Sequence[str]) -> None:
        """Waits for the window to be idle.

        Args:
            parent: the application's object that it lives with.
            entry: starts this program once more.
        """
        super().__init__(parent)
        self._entry = list(entry)
        self._process: QProcess | None = None
        self._wanted = ("", "")
        self._failed: set[tuple[str, str]] = set()  # what could not be drawn is not tried for ever
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE)
        self._idle.timeout.connect(self._draw)
        self._state: State | None = None

    def show_state(self, state: State, before: State) -> None:
        """The window has changed: whatever is drawn waits until it is idle again."""
        self._state = state
        if self._process is not None and (is_busy(state) or self._job(state) != self._wanted):
            self._process.kill()
        if not is_busy(state):
            self._idle.start()
        else:
            self._idle.stop()

    @staticmethod
    def _job(state: State) -> tuple[str, str]:
        panel = state.panel
        return (panel.declaration.id if panel is not None else "", state.theme)

    def _draw(self) -> None:
        state = self._state
        if state is None or state.panel is None or self._process is not None or is_busy(state):
            return
        self._wanted = concept, theme = self._job(state)
        presets = state.panel.presets
        if self._wanted in self._failed or not missing(concept, presets, theme):
            return
        folder = picture_folder(concept, presets)
        forget_others(concept, folder)
        command = [*self._entry, "render", concept, "--thumbnails", "--theme", theme, "--out", str(folder)]
        if (nice := shutil.which("nice")) is not None:
            command = [nice, "-n", "19", *command]
        process = self._process = QProcess(self)
        surroundings = QProcessEnvironment.systemEnvironment()
        surroundings.insert("QT_QPA_PLATFORM", "offscreen")
        for name, value in {**dict.fromkeys(_THREADS, "1"), **with_parent()}.items():
            surroundings.insert(name, value)
        process.setProcessEnvironment(surroundings)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setStandardErrorFile(QProcess.nullDevice())
        process.finished.connect(self._end)
        process.errorOccurred.connect(self._end)
        process.start(command[0], command[1:])

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        crashed = process.exitStatus() == QProcess.ExitStatus.CrashExit  # as one that was killed for a run
        if not crashed and process.exitCode():
            self._failed.add(self._wanted)
        process.deleteLater()
        if self._state is not None and not is_busy(self._state):
            self._idle.start()

    def close(self) -> None:
        """Ends the process."""
        self._idle.stop()
        process, self._process = self._process, None
        if process is not None:
            process.finished.disconnect(self._end)
            process.errorOccurred.disconnect(self._end)
            process.kill()
            process.waitForFinished(PATIENCE)


def is_busy(state: State) -> bool:
    """Whether something goes on that must not wait for pictures, or nothing is on the stage."""
    panel = state.panel
    if state.page != "panel" or panel is None or panel.frame is None or panel.opens_at is not None:
        return True
    working = any(job.running for frame in panel.frames for job in frame.jobs.values())
    mapped = panel.phase is not None and panel.phase.running
    occupied = state.export is not None or state.presenting or state.lesson is not None or state.engine != "ready"
    return panel.playing or working or mapped or occupied
