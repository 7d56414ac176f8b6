"""A run in a notebook: its numbers, acts, tables, picture and widget."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, overload
from weakref import WeakSet

from playground import catalog
from playground.commands.run import arrays, numbers
from playground.engine import device
from playground.engine.declarations.params import ConceptParams, shown
from playground.engine.declarations.plain import plain
from playground.engine.errors import BadInput, unknown
from playground.engine.frame import Array, Scalar
from playground.engine.run.record import store
from playground.engine.run.session import Session
from playground.engine.run.starting import begin
from playground.engine.run.trial import restore_within_limits
from playground.lecture.link import scene_of, to_link
from playground.lecture.scene import save_scene
from playground.notebook.history_table import long_columns, observed_columns, recorded_columns, table_of

if TYPE_CHECKING:
    from playground.notebook.widget import PanelWidget

SIZE = (960, 540)


class NotebookSession:
    """A run of one concept, stepped by hand; as the last line of a cell it is a picture.

    Methods that change the run return it, so that they can be chained. A notebook's own number of threads stays.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = RLock()  # a notebook may answer its widgets in another thread than that of its cells
        self._watchers: WeakSet[PanelWidget] = WeakSet()

    @contextmanager
    def _at_work(self) -> Iterator[Session]:
        """The session for one call at a time, with a notebook's own number of threads kept."""
        with self._lock, device.preparation():
            yield self._session

    def _change(self, act: Callable[[Session], object]) -> NotebookSession:
        with self._at_work() as session:
            act(session)
        for widget in tuple(self._watchers):
            widget.run_changed()
        return self

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
        with self._at_work() as session:
            return numbers(session, session.frame())

    @property
    def arrays(self) -> dict[str, Array]:
        """The arrays of this step by name, in full precision."""
        with self._at_work() as session:
            return arrays(session)

    @overload
    def history(self, metric: str, points: int = 2000) -> tuple[Array, Array] | None: ...

    @overload
    def history(self, *, long: str = "", every_number: bool = False, library: str | None = None) -> Any: ...

    def history(
        self,
        metric: str = "",
        points: int = 2000,
        *,
        long: str = "",
        every_number: bool = False,
        library: str | None = None,
    ) -> Any:
        """The numbers along the run: of one metric, or of all as a table with a row a step.

        Args:
            metric: the name of one: its steps (n,) and values (n,) are returned, or None if it is not recorded. Empty:
                a table of all that are recorded, up to the last step that was computed. Flags are 1 and 0, what is
                undefined is NaN; metrics over a choice are columns such as `distance.eg`.
            points: about how many of one metric, with its extremes kept.
            long: the name of a choice: a row for each step and each of its values, which stand in a column of its name.
            every_number: also what is only shown and not recorded, up to the present step. The run is computed again
                from its start.
            library: of the table: pandas, polars, or arrays for a dictionary of arrays (n,). None: the one that the
                notebook has loaded or that is installed, else arrays.

        Raises:
            BadInput: no metric is over that choice, or there is no such library.
        """
        with self._at_work() as session:
            if metric:
                return session.history(metric, _whole("points", points))
            columns = observed_columns(session) if every_number else recorded_columns(session)
            declared = session.concept.declaration
        return table_of(long_columns(columns, declared, long) if long else columns, library)

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
        with self._at_work() as session:
            return to_link(store(session))

    # ---- what changes

    def step(self, n: int = 1) -> NotebookSession:
        """Take up to `n` steps; fewer where the run ends."""
        return self._change(lambda session: session.advance(_whole("n", n)))

    def seek(self, step: int) -> NotebookSession:
        """Go to a step, back or on."""
        return self._change(lambda session: session.seek(_whole("step", step)))

    def set(self, **changes: Any) -> NotebookSession:
        """Change parameters.

        Raises:
            BadInput: a name or value is not allowed.
        """
        return self._change(lambda session: session.set(changes))

    def act(self, kind: str, **values: Any) -> NotebookSession:
        """Do a gesture, as the mouse does in the window.

        Raises:
            BadInput: the gesture or a value is not allowed, here or now.
        """
        return self._change(lambda session: session.act(kind, values))

    def load(self, *paths: str | Path) -> NotebookSession:
        """Start anew with data of your own: a file, or several where the panel has places for them.

        Raises:
            BadInput: a file cannot be used.
        """
        return self._change(lambda session: session.load(*paths))

    def preset(self, name: str) -> NotebookSession:
        """Start anew at a preset of the panel, at its first step.

        Raises:
            BadInput: there is no such preset.
        """
        with self._at_work() as session:
            entrance = catalog.resolve(session.concept.id, name)
            self._session = begin(session.concept, catalog.preset_at(entrance))
        return self._change(lambda session: None)

    def undo(self) -> NotebookSession:
        """Take back the newest act."""
        return self._change(lambda session: session.undo())

    def redo(self) -> NotebookSession:
        """Return to what an undo left."""
        return self._change(lambda session: session.redo())

    def save(self, path: str | Path) -> None:
        """Write the run as a scene file.

        Raises:
            BadInput: the file cannot be written.
        """
        with self._at_work() as session:
            save_scene(path, store(session))

    # ---- the picture

    def widget(self, height: int = 0, theme: str = "auto") -> PanelWidget:
        """The run as a widget that is played, scrubbed and touched in the notebook; it stays in step with this session.

        Args:
            height: of the picture, px; 0: as its width asks for.
            theme: light, dark or projector; auto: as the notebook is.

        Raises:
            BadInput: anywidget is not installed, or there is no such theme.
        """
        try:
            from playground.notebook.widget import PanelWidget
        except ModuleNotFoundError as missing:
            if missing.name not in ("anywidget", "ipywidgets", "traitlets"):
                raise
            raise BadInput("the widget needs anywidget: pip install 'ml-playground[notebook]'", "widget") from None
        return PanelWidget(self, _whole("height", height), theme)

    def picture(self, size: tuple[int, int] = SIZE, theme: str = "light") -> bytes:
        """The figure as a PNG, equal to the window's. Any thread may ask for it.

        Args:
            size: width and height in px.
            theme: light, dark or projector.

        Raises:
            BadInput: there is no such theme, or a library that Qt needs is missing.
        """
        # After torch, which this module has loaded: on Windows the other order fails.
        from playground.commands.render import picture
        from playground.notebook.live_picture import draw_in_place
        from playground.render.still import png
        from playground.render.tokens import THEMES, factor

        if theme not in THEMES:
            raise unknown("theme", theme, THEMES)
        width, height = (_whole("size", side) for side in size)
        size = width, height

        def draw() -> bytes:
            return png(picture(self._session, size, THEMES[theme], factor(THEMES[theme], size[1])))

        with self._lock:
            return draw_in_place(draw)

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
