"""How long films show what: their plans, and the delays of GIFs."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from playground import cli
from playground.commands.filming import plan_film
from playground.commands.run import ready
from playground.export.delays import delays
from playground.export.film import write_film
from playground.export.pace import Plan, Stop, even, every, held


def args_of(*words: object) -> Namespace:
    return cli.parser().parse_args([str(word) for word in ("render", *words)])


def plan_of(*words: object) -> Plan:
    args = args_of(*words)
    return plan_film(args, *ready(args))[1]


def test_the_film_of_a_run_that_learns_at_first_gives_its_first_steps_time() -> None:
    plan = plan_of("optimisers", "--preset", "rosenbrock", "--out", "a.mp4")
    early = sum(stop.times for stop in plan.stops[1:-1] if stop.step <= 30) / plan.fps
    late = sum(stop.times for stop in plan.stops[1:-1] if stop.step > 570) / plan.fps
    assert early > 3 * late > 0


def test_a_run_that_ends_soon_is_shown_to_its_end() -> None:
    assert plan_of("perceptron", "--preset", "small_margin", "--out", "a.mp4").stops[-1].step == 13  # it converges
    assert plan_of("hopfield", "--out", "a.mp4").stops[-1].step == 575  # the memory is back
    assert plan_of("diffusion", "--preset", "forward", "--out", "a.mp4").stops[-1].step == 90  # of 200


def test_jobs_are_seen_at_work() -> None:
    plan = plan_of("hopfield", "--preset", "capacity", "--out", "a.mp4")
    pieces = [stop.pieces for stop in plan.stops if stop.pieces is not None]
    assert len(pieces) > 90
    assert pieces == sorted(pieces)
    assert plan.stops[len(pieces)].pieces is None
    # Its steps tell nothing, those of a run beside a job do.
    assert {stop.step for stop in plan.stops} == {0}
    assert plan_of("optimisers", "--preset", "sweep", "--out", "a.mp4").stops[-1].step == 30


def test_what_is_asked_for_is_kept() -> None:
    def steps(*words: object) -> list[int]:
        return [stop.step for stop in plan_of("minimax", "--out", "a.mp4", *words).stops]

    assert steps("--steps", 6, "--every", 2) == [0, 2, 4, 6]
    assert plan_of("minimax", "--out", "a.mp4", "--steps", 6, "--every", 2).pictures == 4  # no holds
    asked = plan_of("minimax", "--out", "a.mp4", "--steps", 6, "--hold", "1,2", "--fps", 10)
    assert [stop.times for stop in asked.stops] == [11, 1, 1, 1, 1, 1, 21]
    assert plan_of("minimax", "--out", "a.gif", "--steps", 6).fps == 25
    slow = plan_of("minimax", "--out", "a.mp4", "--steps", 6, "--pace", 1.5)
    assert slow.seconds == pytest.approx(7 / 1.5, abs=0.02)
    assert [stop.times for stop in slow.stops] == [20] * 7
    assert plan_of("minimax", "--out", "a.mp4", "--hold", "0,0").stops[0].times == 1
    story = plan_of("minimax", "--out", "a.mp4", "--steps", 40, "--pace", "story")
    assert story.stops[-1].step == 40
    assert 6.0 <= story.seconds <= 15.0


@pytest.mark.parametrize(("pace", "fps"), [(0.3, 30), (7.0, 30), (30.0, 30), (45.0, 30), (400.0, 25)])
def test_a_pace_is_kept_without_drift(pace: float, fps: int) -> None:
    plan = even(0, 600, 1, fps, pace)
    assert plan.seconds == pytest.approx(601 / pace, abs=1.5 / fps)
    assert plan.stops[-1].step == 600
    shown = 0
    for stop in plan.stops[:-1]:
        shown += stop.times
        assert shown / fps == pytest.approx((stop.step + 1) / pace, abs=1 / fps)


def test_holds_are_longer_first_and_last_pictures() -> None:
    assert held(every(0, 2, 1, 10), (1.0, 2.0)) == Plan((Stop(0, 11), Stop(1, 1), Stop(2, 21)), 10)
    assert held(every(0, 0, 1, 10), (1.0, 2.0)) == Plan((Stop(0, 31),), 10)


@pytest.mark.parametrize("fps", [1, 3, 7, 12, 24, 25, 30, 33, 48, 50])
def test_delays_are_whole_hundredths_that_browsers_honour_and_do_not_drift(fps: int) -> None:
    found = delays([1] * 200, fps)
    assert min(found) >= 2
    assert np.abs(np.cumsum(found) - 100 * np.arange(1, 201) / fps).max() <= 0.5
    assert delays([3, 1, 40], 30) == [10, 3, 134]


def shown(path: Path) -> list[int]:
    with Image.open(path) as film:
        found = []
        for i in range(int(getattr(film, "n_frames", 1))):
            film.seek(i)
            film.load()
            found.append(int(film.info["duration"]))
        return found


@pytest.mark.parametrize("size", [(64, 48), (200, 200)])
def test_a_gif_has_the_delays_of_its_plan(tmp_path: Path, size: Sequence[int]) -> None:
    rng = np.random.default_rng(0)
    pictures = [rng.integers(0, 256, (size[1], size[0], 4), dtype=np.uint8) for _ in range(4)]

    def film() -> Sequence[np.ndarray | None]:
        return [pictures[0], None, None, pictures[1], pictures[2], pictures[3], *[None] * 39]

    write_film(tmp_path / "a.gif", film(), 30)
    assert shown(tmp_path / "a.gif") == [100, 30, 40, 1330]
