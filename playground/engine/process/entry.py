"""The first call in the engine process. It imports nothing, so that thread counts are set before numpy is loaded."""

from __future__ import annotations

from typing import Any


def enter(entries: bytes, *rest: Any) -> None:
    """Load torch, then the functions that the parent named, and serve.

    Args:
        entries: `load` and `cases`, pickled by name, and the command that tries a scene; unpickling them imports the
            catalog.
        rest: what else `playground.engine.process.worker.main` takes.
    """
    import pickle

    from playground.engine.process.worker import main

    load, cases, trial = pickle.loads(entries)
    main(load, cases, trial, *rest)
