#!/usr/bin/env python3
"""Makes assets/starts: the runs at their telling steps that would take long to compute when a person opens them.

    python packaging/build_starts.py [ID ...]

Of every preset the way to its telling step and the jobs of its view are timed. Where they take long the run ships, as
a scene with its state and with what the jobs found; `tests/contract/test_starts.py` computes each of them again.
Run it after a change of a panel that changes its runs: until then they are computed anew by whoever opens them.
"""

from __future__ import annotations

import gzip
import json
import sys
import time
from pathlib import Path

from playground import __version__, catalog
from playground.engine.frame import View
from playground.engine.run.session import Session
from playground.engine.run.shipped_starts import pack
from playground.engine.run.starting import at_telling_step
from playground.lecture.scene import FORMAT, VERSION

ASSETS = Path(__file__).resolve().parents[1] / "assets"
LONG_WAY = 1.0  # seconds of computing that a person would wait for the picture
LONG_FIRST = 0.15  # the same for the first preset, which a start of the window may wait for
LONG_JOBS = 0.25


def finish_jobs(session: Session) -> None:
    """Lets the jobs of a view work to their end, but for those that depend on the size of the window."""
    session.auto_jobs(View())
    for job in session.jobs.all():
        if job.declaration.reads_view:
            session.jobs.stop(job.declaration.name)
    while session.advance_jobs(1.0):
        pass


def build(concept_id: str) -> None:
    """Writes the starts of a panel that are worth it, and removes the others."""
    concept = catalog.load(concept_id)
    for number, (name, preset) in enumerate(catalog.presets(concept_id).items()):
        path = ASSETS / catalog.start_name(concept_id, name)
        began = time.process_time()
        session = at_telling_step(concept, preset)
        arrived = time.process_time()
        finish_jobs(session)
        way, jobs = arrived - began, time.process_time() - arrived
        if (way < (LONG_WAY if number else LONG_FIRST) and jobs < LONG_JOBS) or session.step != preset.get("steps", 0):
            path.unlink(missing_ok=True)
            continue
        scene = {**pack(session), "format": FORMAT, "version": VERSION, "program": __version__}
        content = json.dumps(scene, allow_nan=False, separators=(",", ":")).encode()
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(gzip.compress(content, 9, mtime=0))
        size = path.stat().st_size / 1000
        print(f"{concept_id} {name}: way {way:.2f} s, jobs {jobs:.2f} s, {size:.0f} kB", flush=True)


if __name__ == "__main__":
    for one in sys.argv[1:] or catalog.ids():
        build(one)
