"""The file dialogs of the window; a test gives the window others, and while presenting none opens."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from playground.lecture.folders import home
from playground.render.words import tr

SCENES = "Scenes (*.scene.json *.mlscene)"
LESSONS = "Lessons (*.lesson.toml *.mllesson)"
STUDIES = "Studies (*.sweep)"


class Dialogs:
    """Asks for files; an empty path means that the user thought better of it."""

    def open_files(self, parent: QWidget) -> list[str]:
        """A scene, a lesson or data files; none means that the user thought better of it."""
        kinds = f"All files (*);;{SCENES};;{LESSONS};;{STUDIES}"
        return QFileDialog.getOpenFileNames(parent, tr("Open a scene, lesson or data files"), "", kinds)[0]

    def save_scene(self, parent: QWidget, name: str) -> str:
        """Where a scene goes; the ending is added."""
        path = QFileDialog.getSaveFileName(parent, tr("Save the scene"), f"{name}.scene.json", SCENES)[0]
        return path if not path or path.endswith((".scene.json", ".mlscene")) else f"{path}.scene.json"

    def save_lesson(self, parent: QWidget) -> str:
        """Where a recorded lesson goes; the ending is added."""
        path = QFileDialog.getSaveFileName(parent, tr("Save the lesson"), "recorded.lesson.toml", LESSONS)[0]
        return path if not path or path.endswith((".lesson.toml", ".mllesson")) else f"{path}.lesson.toml"

    def save_picture(self, parent: QWidget, name: str) -> str:
        """Where a picture goes; the ending is added."""
        path = QFileDialog.getSaveFileName(parent, tr("Save the picture"), f"{name}.png", "Pictures (*.png)")[0]
        return path if not path or path.endswith(".png") else f"{path}.png"

    def save_study(self, parent: QWidget, name: str) -> str:
        """Where a phase map goes; the ending is added."""
        path = QFileDialog.getSaveFileName(parent, tr("Save as a study"), f"{name}.sweep", STUDIES)[0]
        return path if not path or path.endswith(".sweep") else f"{path}.sweep"

    def save_export(self, parent: QWidget, name: str, ending: str, kind: str) -> str:
        """Where an export goes; the ending is added."""
        path = QFileDialog.getSaveFileName(parent, "Export", f"{name}{ending}", f"{kind} (*{ending})")[0]
        return path if not path or path.lower().endswith(ending) else f"{path}{ending}"


class Unasked(Dialogs):
    """Files while presenting: no box may stand before an audience, so each goes under a new name into one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """Files of one folder.

        Args:
            folder: where they go; None: `Playground` in the user's documents.
        """
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        self._folder = folder if folder is not None else Path(documents or home()) / "Playground"

    def open_files(self, parent: QWidget) -> list[str]:
        """None: what was used lately is in the palette."""
        return []

    def save_scene(self, parent: QWidget, name: str) -> str:
        """A new scene."""
        return self._fresh(name, ".scene.json")

    def save_lesson(self, parent: QWidget) -> str:
        """A new lesson."""
        return self._fresh("lesson", ".lesson.toml")

    def save_picture(self, parent: QWidget, name: str) -> str:
        """A new picture."""
        return self._fresh(name, ".png")

    def save_study(self, parent: QWidget, name: str) -> str:
        """A new study."""
        return self._fresh(name, ".sweep")

    def save_export(self, parent: QWidget, name: str, ending: str, kind: str) -> str:
        """A new file."""
        return self._fresh(name, ending)

    def _fresh(self, name: str, ending: str) -> str:
        with suppress(OSError):  # then who writes says so
            self._folder.mkdir(parents=True, exist_ok=True)
        paths = (self._folder / f"{name}-{number}{ending}" for number in count(1))
        return str(next(path for path in paths if not path.exists()))


def asking(dialogs: Dialogs, presenting: bool) -> Dialogs:
    """Asks for a place; while presenting nothing is asked."""
    return Unasked() if presenting else dialogs
