"""The entry of `playground` and of `python -m playground`."""

from __future__ import annotations

import multiprocessing
import sys


def main() -> None:
    """Runs the command line and ends the process with its status.

    The engine is a spawned process: in a frozen application it starts through this very entry, so
    `freeze_support` comes before everything else, and nothing heavy is imported at module level.
    """
    multiprocessing.freeze_support()
    from playground.commands.leaving import Leave

    leave = Leave()
    import playground.cli

    sys.exit(leave.with_status(playground.cli.main()))


if __name__ == "__main__":
    main()
