"""The soak at its shortest: a life whose engine is killed, then the window, and one that opens again what was left."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.mark.engine_death
@pytest.mark.window
@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/maps").exists() or os.name == "nt", reason="looks into /proc")
def test_nothing_is_lost_in_a_short_soak(tmp_path: Path) -> None:
    from soak import soak

    plan = argparse.Namespace(minutes=5.0, acts=1, engine_kills=1, window_kills=1, seed=1)
    tally = soak(tmp_path, plan)
    assert tally.wrong == []
    assert tally.counts["engine killed at rest"] + tally.counts["engine killed in mid-run"] == 1
    assert tally.counts["window ended by SIGKILL"] == 1
    assert tally.counts["runs opened again and compared"] >= 1
