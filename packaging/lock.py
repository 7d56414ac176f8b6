"""Makes packaging/constraints.txt: one exact version of every package, for all systems at once.

Run it from a source checkout, with the tool `uv` on the path: `pip install uv`, then `python packaging/lock.py`.
It downloads no packages, only what they say about themselves.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "packaging" / "constraints.txt"

COMMAND = (
    "uv pip compile --quiet --universal --python-version 3.11 --extra test --extra docs --extra package "
    "--constraints packaging/constraints.in --no-annotate --no-header pyproject.toml"
)

HEADER = "# Exact versions for all systems. Made by packaging/lock.py; do not edit by hand.\n"

UNPINNED = ("cuda-", "nvidia-", "triton")
"""torch pins these itself, and other builds of the same torch pin others."""


def main() -> None:
    """Resolves, drops the lines of the graphics card's libraries, and writes the file."""
    lines = subprocess.run(COMMAND.split(), cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    kept = [line for line in lines if line.strip() and not line.startswith(UNPINNED)]
    local = [line for line in kept if "+" in line]
    if local:
        raise SystemExit(f"a version of one machine only: {', '.join(local)}")
    TARGET.write_text(HEADER + "\n".join(kept) + "\n", encoding="utf-8")
    print(f"{TARGET.relative_to(ROOT)}: {len(kept)} packages")


if __name__ == "__main__":
    main()
