"""Films the same scene with the playground and with matplotlib's animation, and prints how much faster one is.

The scene is the first preset of a concept: its arrays as points, paths and arrows in two plots of 1280x720. Both write
MP4 through the same encoder; run it from a source checkout with the test extra installed:
`python packaging/compare_film.py minimax 300`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playground.engine import device

device.prepare()

import matplotlib  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402

from playground import catalog  # noqa: E402
from playground.commands.filming import drawing  # noqa: E402
from playground.engine.comparing import Cast  # noqa: E402
from playground.engine.session import Session  # noqa: E402
from playground.export.film import Pixels, write_film  # noqa: E402
from playground.export.shots import Shot, shot, take  # noqa: E402
from playground.render.camera import Camera  # noqa: E402
from playground.render.tokens import LIGHT  # noqa: E402

SIZE = (1280, 720)
ARROWS = 19  # a side


def start(name: str) -> Session:
    """The first preset at its start."""
    concept = catalog.load(name)
    preset = next(iter(catalog.presets(name).values()))
    return Session(concept, concept.declaration.params.make(preset["params"]), preset.get("seed", 0))


def ours(session: Session, count: int) -> Iterator[Pixels | None]:
    """The playground's pictures."""

    def shots() -> Iterator[Shot]:
        for _ in range(count):
            yield shot(Cast((session,)))
            session.advance(1)

    with drawing(), Camera(SIZE, LIGHT) as camera:
        yield from take(shots(), camera)


def theirs(count: int) -> Iterator[Pixels]:
    """Matplotlib's pictures of as much: four growing spirals over a field of arrows, four traces on a log axis."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    figure = Figure(figsize=(12.8, 7.2), dpi=100)
    canvas = FigureCanvasAgg(figure)
    plane, trace = figure.subplots(1, 2)
    x, y = np.meshgrid(np.linspace(-3, 3, ARROWS), np.linspace(-3, 3, ARROWS))
    plane.quiver(x, y, -y, x)
    plane.set(xlim=(-3, 3), ylim=(-3, 3), aspect="equal", title="Who goes where")
    trace.set(xlim=(0, count), ylim=(1e-3, 1e2), yscale="log", title="Distance", xlabel="iteration")
    paths = [plane.plot([], [])[0] for _ in range(4)]
    traces = [trace.plot([], [], label=f"method {k}")[0] for k in range(4)]
    trace.legend()
    steps = np.arange(count)
    for now in range(count):
        for k in range(4):
            radius = 1.5 * np.exp((k - 2) * 0.005 * steps[: now + 1])
            paths[k].set_data(radius * np.cos(0.1 * steps[: now + 1]), radius * np.sin(0.1 * steps[: now + 1]))
            traces[k].set_data(steps[: now + 1], radius)
        canvas.draw()  # type: ignore[no-untyped-call]
        drawn = np.asarray(canvas.buffer_rgba())  # type: ignore[no-untyped-call]  # matplotlib types but a part
        yield np.ascontiguousarray(drawn[:, :, [2, 1, 0, 3]])


def seconds(pictures: Iterator[Pixels | None], path: Path) -> float:
    """How long a film takes."""
    begin = time.perf_counter()
    write_film(path, pictures, 30)
    return time.perf_counter() - begin


def main() -> None:
    """Both in one run, one after the other."""
    name, count = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.mp4"
        mine, other = seconds(ours(start(name), count), path), seconds(theirs(count), path)
    print(f"{count} pictures of {SIZE[0]}x{SIZE[1]}, matplotlib {matplotlib.__version__}")
    print(f"playground {count / mine:.1f} a second, matplotlib {count / other:.1f}: {other / mine:.1f} times as fast")


if __name__ == "__main__":
    main()
