"""With no option the film of any panel lasts from 6 to 15 s and tells its story; its plan says so without a picture."""

from __future__ import annotations

import numpy as np
import pytest

from playground import catalog, cli
from playground.commands.filming import plan_film
from playground.commands.run import ready
from playground.engine.declarations.concept import Concept
from playground.engine.frame import STOPPED


@pytest.mark.sampled(1)
def test_the_film_with_no_option_is_a_story(concept: Concept, preset: str) -> None:
    args = cli.parser().parse_args(["render", concept.id, "--preset", preset, "--out", "a.mp4"])
    session, acts = ready(args)
    plan = plan_film(args, session, acts)[1]
    assert 6.0 <= plan.seconds <= 15.0
    steps = [stop.step for stop in plan.stops]
    assert steps == sorted(steps)
    assert steps[0] == 0
    telling = int(catalog.presets(concept.id)[preset].get("steps", 0))
    session.advance(steps[-1])
    assert steps[-1] > telling or not telling or session.status in STOPPED
    # The first picture is looked at, and the last one before the film begins again.
    assert plan.stops[0].times >= 1.5 * plan.fps
    assert plan.stops[-1].times >= 2.5 * plan.fps
    # No step of many stays long, and nothing is jumped over.
    assert all(stop.times <= 2 * plan.fps for stop in plan.stops[1:-1])
    assert max(np.diff(steps), default=0) <= max(1, steps[-1] // 60)
