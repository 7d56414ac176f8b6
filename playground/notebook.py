"""Sessions for notebooks and scripts: `from playground import open_session`. Jupyter and marimo show their picture."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playground import catalog
from playground.commands.run import arrays, numbers
from playground.engine import device
from playground.engine.declarations.params import ConceptParams, shown
from playground.engine.declarations.plain import plain
from playground.engine.errors import BadInput
from playground.engine.frame import Array, Scalar
from playground.engine.run.record import store
from playground.engine.run.session import Session
from playground.engine.run.starting import begin
from playground.engine.run.trial import restore_within_limits
from playground.lecture.link import scene_of, to_link
from playground.lecture.scene import save_scene

SIZE = (960, 540)

_application: Any = None  # Qt's, made with the first picture and kept while the process lives


class NotebookSession:
    """A run of one concept, stepped by hand; as the last line of a cell it is a picture.

    Methods that change the run return it, so that they can be chained. A notebook's own number of threads stays.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    # ---- what stands

    @property
    def step_number(self) -> int:
        """How many steps were taken."""
        return self._session.step

    @property
    def status(self) -> str:
        """Running, done, converged, cycling, diverging or failed."""
        return self._session.status

    @property
    def params(self) -> ConceptParams:
        """The parameters in force."""
        return self._session.params

    @property
    def metrics(self) -> dict[str, Scalar]:
        """The metrics of this step by name."""
        with device.preparation():
            return numbers(self._session, self._session.frame())

    @property
    def arrays(self) -> dict[str, Array]:
        """The arrays of this step by name, in full precision."""
        with device.preparation():
            return arrays(self._session)

    def history(self, metric: str, points: int = 2000) -> tuple[Array, Array] | None:
        """Steps (n,) and values (n,) of a metric, thinned with its extremes kept; None if it is not recorded."""
        return self._session.history(metric, _whole("points", points))

    @property
    def remark(self) -> str:
        """What was guessed or left out of opened data, or where a scene differs when it runs again; else empty."""
        return self._session.note

    @property
    def link(self) -> str:
        """The link that opens this run elsewhere.

        Raises:
            BadInput: the run is too large for a link.
        """
        return to_link(store(self._session))

    # ---- what changes

    def step(self, n: int = 1) -> NotebookSession:
        """Take up to `n` steps; fewer where the run ends."""
        with device.preparation():
            self._session.advance(_whole("n", n))
        return self

    def seek(self, step: int) -> NotebookSession:
        """Go to a step, back or on."""
        with device.preparation():
            self._session.seek(_whole("step", step))
        return self

    def set(self, **changes: Any) -> NotebookSession:
        """Change parameters.

        Raises:
            BadInput: a name or value is not allowed.
        """
        with device.preparation():
            self._session.set(changes)
        return self

    def act(self, kind: str, **values: Any) -> NotebookSession:
        """Do a gesture, as the mouse does in the window.

        Raises:
            BadInput: the gesture or a value is not allowed, here or now.
        """
        with device.preparation():
            self._session.act(kind, values)
        return self

    def load(self, *paths: str | Path) -> NotebookSession:
        """Start anew with data of your own: a file, or several where the panel has places for them.

        Raises:
            BadInput: a file cannot be used.
        """
        with device.preparation():
            self._session.load(*paths)
        return self

    def undo(self) -> NotebookSession:
        """Take back the newest act."""
        with device.preparation():
            self._session.undo()
        return self

    def redo(self) -> NotebookSession:
        """Return to what an undo left."""
        with device.preparation():
            self._session.redo()
        return self

    def save(self, path: str | Path) -> None:
        """Write the run as a scene file.

        Raises:
            BadInput: the file cannot be written.
        """
        save_scene(path, store(self._session))

    # ---- the picture

    def picture(self, size: tuple[int, int] = SIZE, theme: str = "light") -> bytes:
        """The figure as a PNG, equal to the window's. Any thread may ask for it.

        Args:
            size: width and height in px.
            theme: light, dark or projector.

        Raises:
            BadInput: there is no such theme, or a library that Qt needs is missing.
        """
        # After torch, which this module has loaded: on Windows the other order fails.
        from playground.commands.filming import drawing
        from playground.commands.render import picture
        from playground.engine.errors import unknown
        from playground.render.drawing_thread import drawn
        from playground.render.still import png
        from playground.render.tokens import THEMES, factor

        if theme not in THEMES:
            raise unknown("theme", theme, THEMES)
        width, height = (_whole("size", side) for side in size)
        size = width, height

        def draw() -> bytes:
            global _application
            with device.preparation(), drawing() as application:
                _application = application
                return png(picture(self._session, size, THEMES[theme], factor(THEMES[theme], size[1])))

        return drawn(draw)

    def _repr_png_(self) -> bytes:
        return self.picture()

    def _mime_(self) -> tuple[str, str]:
        """What marimo shows."""
        return "image/png", "data:image/png;base64," + base64.b64encode(self.picture()).decode()

    def __repr__(self) -> str:
        return f"<{self._session.concept.id}, seed {self._session.seed}, step {self.step_number}, {self.status}>"


def open_session(
    concept: str = "",
    *,
    preset: str | None = None,
    seed: int | None = None,
    scene: str | Path = "",
    load: str | Path | Sequence[str | Path] | float = (),
    **params: Any,
) -> NotebookSession:
    """A run of a concept, or the run of a scene file or link.

    Args:
        concept: its id or that of a door, as `playground list` names it; empty with a scene.
        preset: the name of a preset, at which a new run begins; None: that of the door, or the panel's first one.
        seed: of a new run; None: that of the preset.
        scene: a scene file or link to continue.
        load: a data file of your own, or several where the panel has places for them. (A number is the parameter of
            that name, where the panel has one.)
        **params: parameters of a new run by name.

    Raises:
        BadInput: there is no such concept, preset, parameter, value or scene.
    """
    load = load if isinstance(load, str | Path) else plain(load)
    with device.preparation():
        if scene:
            if preset is not None:
                raise BadInput("preset does not go with scene, which has its own parameters", "preset")
            stored = scene_of(str(scene))
            panel = catalog.resolve(concept).panel if concept else str(stored["concept"])
            session = restore_within_limits(catalog.load(panel), stored, "this scene", alone=False)
        else:
            entrance = catalog.resolve(concept, preset)
            loaded, first = catalog.load(entrance.panel), catalog.preset_at(entrance)
            values = params | ({"load": load} if isinstance(load, int | float) else {})
            session = begin(loaded, first, lambda begun: begun.changed(values), seed)
        files = [load] if isinstance(load, str | Path) else load if isinstance(load, list | tuple) else []
        if files:
            session.load(*files)
        return NotebookSession(session)


def _whole(name: str, value: Any) -> int:
    """A whole number, of NumPy as well.

    Raises:
        BadInput: it is none.
    """
    found = plain(value)
    if isinstance(found, bool) or not isinstance(found, int):
        raise BadInput(f"{name} is {shown(found)}, allowed is a whole number", name)
    return found
