"""The program with the window's toy as its catalog: what an export of the window under test starts."""

from __future__ import annotations

import sys

import window_toy

from playground import catalog, cli

if __name__ == "__main__":
    catalog.ids = window_toy.ids  # type: ignore[assignment]
    catalog.declaration = window_toy.declaration  # type: ignore[assignment]
    catalog.load = window_toy.load_concept  # type: ignore[assignment]
    sys.exit(cli.main())
