"""What leaves the engine (frames) and what it is told about the picture (views). No torch, no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from playground.figures.figure import Figure
from playground.figures.values import Range, Rows, Scalar

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Array", "Frame", "Scalar", "View"]

Status = Literal["running", "done", "converged", "cycling", "diverging", "failed"]
DataKind = Literal["made", "edited", "file"]
STOPPED: frozenset[str] = frozenset({"done", "converged", "failed"})

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"


@dataclass(frozen=True, slots=True)
class PlotView:
    """The visible range of one plot in data units, its size in pixels, and where the cursor is.

    Attributes:
        x, y: the range.
        width, height: the size.
        cursor: the place under the cursor in data units, in plots that ask for it (`figures.Plot.cursor`); nothing of
            it is logged.
    """

    x: tuple[float, float]
    y: tuple[float, float]
    width: int
    height: int
    cursor: tuple[float, float] | None = None

    def cells(self, most: int) -> tuple[int, int]:
        """Columns and rows of a picture of the range: half the pixels each way, as one dot of ink is seen.

        Args:
            most: the most of either, by what computing them costs.
        """
        return min(most, max(2, self.width // 2)), min(most, max(2, self.height // 2))

    def union(self, other: PlotView) -> PlotView:
        """What covers both: the wider range, the finer pixels, and a cursor that is in either."""
        return PlotView(
            (min(self.x[0], other.x[0]), max(self.x[1], other.x[1])),
            (min(self.y[0], other.y[0]), max(self.y[1], other.y[1])),
            max(self.width, other.width),
            max(self.height, other.height),
            self.cursor if self.cursor is not None else other.cursor,
        )


@dataclass(frozen=True, slots=True)
class View:
    """What the picture shows: observing may depend on it, stepping never does.

    Attributes:
        plots: range and pixel size by plot name; empty when nobody looks.
        series: recorded metrics beside those that the figure's traces draw.
        points: the most points a series is sent with.
    """

    plots: Mapping[str, PlotView] = field(default_factory=dict)
    series: tuple[str, ...] = ()
    points: int = 2000

    def plot(self, name: str) -> PlotView | None:
        """The view of one plot, or None if it is not on screen."""
        return self.plots.get(name)

    def window(self, name: str, home: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
        """What a plot shows as x0, x1, y0, y1, or its home if nobody looks; rounded, so that a cache can serve."""
        plot = self.plot(name)
        if plot is None:
            return home
        x0, x1, y0, y1 = (float(f"{edge:.6g}") for edge in (*plot.x, *plot.y))
        return x0, x1, y0, y1

    def union(self, other: View) -> View:
        """What two pictures of one run show between them."""
        plots = dict(self.plots)
        for name, plot in other.plots.items():
            plots[name] = plots[name].union(plot) if name in plots else plot
        series = tuple(dict.fromkeys((*self.series, *other.series)))
        return View(plots, series, max(self.points, other.points))


@dataclass(frozen=True, slots=True)
class JobState:
    """How far a job is.

    Attributes:
        progress: from 0 to 1; 1 means finished.
        step: the step of the state that it read.
        running: whether it is still being advanced.
        text: a count in words, such as "212 of 4096".
        error: why it failed, or empty.
        shipped: its result came with the program and was not computed here.
    """

    progress: float
    step: int
    running: bool
    text: str = ""
    error: str = ""
    shipped: bool = False


@dataclass(frozen=True, slots=True)
class LogMark:
    """One entry of the log as the scrub bar shows it."""

    step: int
    kind: Literal["set", "gesture"]
    text: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A run that was left behind.

    Attributes:
        name: as the user called it, or in what it differs.
        reached: its last step.
    """

    name: str
    reached: int


@dataclass(frozen=True, slots=True, eq=False)
class PhaseMap:
    """Two parameters swept over a grid.

    Attributes:
        x, y: the parameters.
        metric: what colours a cell, or "status" (its place in `phase.STATUSES`).
        steps: how many steps a cell takes.
        xs, ys: the values along the axes.
        z: array (len(ys), len(xs)), float64; NaN where a cell is not done, or is not allowed.
        done: how many cells are done.
        running: whether it is still being worked on.
        params: those of all cells, where they are not swept; plain values by name.
        seed: of all cells.
        obstacle: why the cells need more than parameters and a seed, as a clause; empty where they do not.
        ends: array (number of cells, 3), float64, rows as in z: status (its place in `STATUSES`), last step, seconds;
            NaN where a cell is not done, is not allowed or failed; None: not known.
    """

    x: str
    y: str
    metric: str
    steps: int
    xs: tuple[Any, ...]
    ys: tuple[Any, ...]
    z: Array
    done: int
    running: bool
    params: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    obstacle: str = ""
    ends: Array | None = None

    def after(self, z: Array, ends: Array, done: int) -> PhaseMap:
        """The map with more cells."""
        return replace(self, z=z, ends=ends, done=done)

    def finish(self) -> PhaseMap:
        """The map, left as it is."""
        return replace(self, running=False)


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a run stopped: an exception in the model or a quantity that grew past all numbers."""

    kind: Literal["exception", "nonfinite"]
    step: int
    sentence: str
    report: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """One observed state, as numpy on the CPU.

    Attributes:
        epoch: counts restarts, seeks and acts; the receiver drops frames of an older epoch.
        step: the step of the state.
        reached: the last step that was computed in this run (a scrub back leaves it).
        length: the last possible step, or None for an open run.
        status: see `Status`.
        metrics: numbers, flags and words by name, float64 precision; None where undefined. Every declared one is there.
        arrays: arrays by name, float32 (integers stay int32).
        words, tables, ranges: lists of words, tables, and ends of axes by name.
        figure: what is shown, whose layers name what is in the frame; the very same object as in the frame before while
            nothing in it has changed. None: the run could never be observed.
        series: metric name to (steps, values), both float64, at most `View.points` long.
        jobs: the state of each job that was started.
        params: the parameters in force.
        seed: the seed in force.
        marks: the log, for the scrub bar.
        can_undo, can_redo: whether there is something to take back or to return to.
        branches: the runs that were left behind, the newest last.
        name: of the present run; empty: it has none.
        ghosts: the recorded metrics of the run that this one left when a knob was turned, as `series` has them.
        failure: set when status is failed or diverging by a non-finite value.
        data_source: in words, where the data came from: "made", "edited", or the name of a file.
        data_kind: whether that is a file, which may have any name.
        note: of a run that was opened again: where it first differs from the saved one; of data that were opened: what
            was guessed or left out; or empty.
    """

    epoch: int
    step: int
    reached: int
    length: int | None
    status: Status
    metrics: Mapping[str, Scalar]
    arrays: Mapping[str, Array]
    series: Mapping[str, tuple[Array, Array]]
    jobs: Mapping[str, JobState]
    params: Mapping[str, Any]
    seed: int
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tables: Mapping[str, Rows] = field(default_factory=dict)
    ranges: Mapping[str, Range] = field(default_factory=dict)
    figure: Figure | None = None
    marks: tuple[LogMark, ...] = ()
    can_undo: bool = False
    can_redo: bool = False
    branches: tuple[Branch, ...] = ()
    name: str = ""
    ghosts: Mapping[str, tuple[Array, Array]] = field(default_factory=dict)
    failure: Failure | None = None
    data_source: str = "made"
    data_kind: DataKind = "made"
    note: str = ""

    @property
    def total(self) -> int:
        """The step at the right end of a scrub bar: the last possible one, or round numbers round what was computed.

        It grows with the run and depends on nothing else, so that scrubbing back does not move what lies under the
        cursor.
        """
        if self.length is not None:
            return max(1, self.length)
        scale = 10
        while True:
            for factor in (1, 2, 5):
                if self.reached <= factor * scale:
                    return factor * scale
            scale *= 10
