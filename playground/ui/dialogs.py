"""The file dialogs of the window; a test gives the window others."""

from __future__ import annotations

from PySide6.QtWidgets import QFileDialog, QWidget

SCENES = "Scenes (*.scene.json *.mlscene)"


class Dialogs:
    """Asks for files; an empty path means that the user thought better of it."""

    def open_file(self, parent: QWidget) -> str:
        """A scene or data file."""
        return QFileDialog.getOpenFileName(parent, "Open a scene or data file", "", f"{SCENES};;All files (*)")[0]

    def save_scene(self, parent: QWidget, name: str) -> str:
        """Where a scene goes; the ending is added."""
        path = QFileDialog.getSaveFileName(parent, "Save the scene", f"{name}.scene.json", SCENES)[0]
        return path if not path or path.endswith((".scene.json", ".mlscene")) else f"{path}.scene.json"

    def save_picture(self, parent: QWidget, name: str) -> str:
        """Where a picture goes; the ending is added."""
        path = QFileDialog.getSaveFileName(parent, "Save the picture", f"{name}.png", "Pictures (*.png)")[0]
        return path if not path or path.endswith(".png") else f"{path}.png"
