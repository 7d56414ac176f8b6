from __future__ import annotations

import engine_toys

from playground.engine.process.measure import bare_loop


def test_the_bare_loop_counts_steps() -> None:
    assert 100.0 < bare_loop(engine_toys.WALK, {"work": 1000}, seconds=0.2) <= 1000.0
