"""The row of films: the same scene filmed by the playground and by matplotlib's animation, through the same encoder."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from playground import catalog
from playground.commands.bench.presets import playing_preset, started
from playground.commands.bench.rows import Row
from playground.engine.run.comparison import Cast
from playground.engine.run.session import Session
from playground.export.film import Pixels, write_film
from playground.export.shots import Shot, shot, take
from playground.figures.layers import Arrows, Lines
from playground.lecture.rehearse import first_figure

SIZE = (1280, 720)
PICTURES = 100
TURNS = 2
_ARROWS = 19  # a side
_PATHS = 4

Pictures = Iterator[Pixels | None]


def rows(panels: tuple[str, ...]) -> Iterator[Row]:
    """How much faster a film is than matplotlib's; nothing where matplotlib or PyAV is missing."""
    if find_spec("matplotlib") is None or find_spec("av") is None:
        return
    name = next((name for name in panels if _is_alike(name)), "")
    if not name:
        return
    ratios = []
    for _ in range(TURNS):
        mine = encoding_time(ours(name, PICTURES), time.perf_counter)
        ratios.append(encoding_time(theirs(PICTURES), time.perf_counter) / mine)
    yield Row.of("film", f"matplotlib: {name}", max(ratios), f"{PICTURES} pictures of {SIZE[0]}x{SIZE[1]}")


def _is_alike(name: str) -> bool:
    """Whether a panel shows what matplotlib has to draw: a field of arrows and four paths."""
    figure = first_figure(catalog, name, catalog.declaration(name).params())
    layers = [layer for plot in figure.plots for layer in plot.layers]
    paths = {layer.role for layer in layers if isinstance(layer, Lines) and layer.role.startswith("slot")}
    return any(isinstance(layer, Arrows) and layer.role == "field" for layer in layers) and len(paths) == _PATHS


def encoding_time(pictures: Pictures, clock: Callable[[], float]) -> float:
    """What a film takes by a clock."""
    with tempfile.TemporaryDirectory() as folder:
        begin = clock()
        write_film(Path(folder) / "a.mp4", pictures, 30)
        return clock() - begin


def ours(name: str, count: int) -> Pictures:
    """The playground's pictures of the preset that is played."""
    from playground.commands.filming import drawing
    from playground.render.camera import Camera
    from playground.render.tokens import LIGHT

    session = started(name, playing_preset(name))
    with drawing(), Camera(SIZE, LIGHT) as camera:
        yield from take(_shots(session, count), camera)


def _shots(session: Session, count: int) -> Iterator[Shot]:
    for _ in range(count):
        yield shot(Cast((session,)))
        session.advance(1)


def theirs(count: int) -> Pictures:
    """Matplotlib's pictures of as much: four growing spirals over a field of arrows, four traces on a log axis."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(SIZE[0] / 100, SIZE[1] / 100), dpi=100)
    canvas = FigureCanvasAgg(figure)
    plane, trace = figure.subplots(1, 2)
    x, y = np.meshgrid(np.linspace(-3, 3, _ARROWS), np.linspace(-3, 3, _ARROWS))
    plane.quiver(x, y, -y, x)
    plane.set(xlim=(-3, 3), ylim=(-3, 3), aspect="equal", title="Who goes where")
    trace.set(xlim=(0, count), ylim=(1e-3, 1e2), yscale="log", title="Distance", xlabel="iteration")
    paths = [plane.plot([], [])[0] for _ in range(_PATHS)]
    traces = [trace.plot([], [], label=f"method {k}")[0] for k in range(_PATHS)]
    trace.legend()
    steps = np.arange(count)
    for now in range(count):
        for k in range(_PATHS):
            radius = 1.5 * np.exp((k - 2) * 0.005 * steps[: now + 1])
            paths[k].set_data(radius * np.cos(0.1 * steps[: now + 1]), radius * np.sin(0.1 * steps[: now + 1]))
            traces[k].set_data(steps[: now + 1], radius)
        canvas.draw()  # type: ignore[no-untyped-call]
        drawn = np.asarray(canvas.buffer_rgba())  # type: ignore[no-untyped-call]  # matplotlib types but a part
        yield np.ascontiguousarray(drawn[:, :, [2, 1, 0, 3]])
