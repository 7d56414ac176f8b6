"""`playground show ID`, and `playground` alone: the window."""

from __future__ import annotations

from argparse import Namespace

from playground.commands import Outcome
from playground.commands.manual import reference_of


def main(args: Namespace) -> Outcome:
    """Opens the window and returns when it is closed."""
    from playground.ui.system.launch import run

    sets = dict(args.set)
    return Outcome(
        status=run(
            args.concept,
            preset=args.preset,
            scene=args.scene,
            load=tuple(args.load),
            sets=sets,
            seed=args.seed,
            play=args.play,
            entry=args.entry,
            reference=reference_of(args),
        )
    )
