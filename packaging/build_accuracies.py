#!/usr/bin/env python3
"""Makes the accuracies that ship with the panel on architectures: its long jobs at its presets.

    python packaging/build_accuracies.py

A test computes them again. Run it after a change of the nets, the digits or the jobs.
"""

from __future__ import annotations

import json

from playground import catalog
from playground.concepts.inductive_bias.state import NETS
from playground.concepts.inductive_bias.stored import PATH, SEED, settings
from playground.engine.run.session import Session

JOB_OF = {"curves": "curves", "scrambled": "orders"}


def main() -> None:
    """Writes the file."""
    concept, found = catalog.load("inductive_bias"), dict[str, object]()
    for preset in catalog.presets("inductive_bias").values():
        params = concept.declaration.params.make(preset["params"])
        job = JOB_OF.get(getattr(params, "mode"))  # noqa: B009
        if job is None or settings(job, params) in found:  # type: ignore[arg-type]
            continue
        session = Session(concept, params, SEED)
        session.start_job(job)
        while session.advance_jobs(1.0):
            pass
        result = session.jobs.get(job)
        assert result is not None
        accuracies = {name: [[round(v, 6) for v in row] for row in result.latest.found[name].tolist()] for name in NETS}
        found[settings(job, params)] = accuracies  # type: ignore[arg-type]
        PATH.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
