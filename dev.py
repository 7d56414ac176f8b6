#!/usr/bin/env python3
"""Sets up and starts the playground from a source checkout, with nothing but Python itself.

    python3 dev.py run      open the application (without a screen: the same demo, as a picture and numbers)
    python3 dev.py test     run the whole test suite, without a screen
    python3 dev.py check    run the other checks of continuous integration

The first use makes `.venv` and installs the exact versions of `packaging/constraints.txt` into it: what running needs,
and for tests and checks what they need beside it. Later uses take it as it is until those, `pyproject.toml` or Python
change. What follows the command is passed on: `dev.py run list`
is `playground list`, `dev.py test tests/ui -x` is `pytest tests/ui -x`. `dev.py test -k perceptron`, with the name of
a panel and nothing else, takes the tests of that panel and reads no others; `dev.py test --long` takes every preset
and setting of every panel where otherwise a sample does.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "playground-stamp.json"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
OUT = ROOT / "out"

OLDEST, NEWEST = (3, 11), (3, 14)
# Tests over the cores; the engine needs some of them.
SPREAD = ("-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")
DEMO = ("perceptron", "--steps", "200")


class SetupError(Exception):
    """What keeps the set-up from working, as a sentence that says what to do."""


def check_python() -> None:
    """Makes sure that this Python can hold the packages and make a virtual environment.

    Raises:
        SetupError: it cannot.
    """
    version = sys.version_info[:2]
    if not OLDEST <= version <= NEWEST:
        oldest, newest = (".".join(map(str, bound)) for bound in (OLDEST, NEWEST))
        came = ".".join(map(str, version))
        raise SetupError(
            f"Python {oldest} to {newest} is needed and this is {came}; "
            f"start it with another one, for example: python{newest} dev.py run"
        )
    missing = [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]
    if missing:
        raise SetupError(
            f"Python's module {missing[0]} is missing, which makes the virtual environment; "
            "on Debian or Ubuntu: sudo apt-get install python3-venv; elsewhere install Python from python.org"
        )


def program(name: str) -> Path:
    """A program of the virtual environment."""
    return VENV / "Scripts" / f"{name}.exe" if os.name == "nt" else VENV / "bin" / name


def wanted_stamp(extra: str) -> dict[str, str]:
    """What the virtual environment depends on: another `base` needs a new one, other `packages` an update.

    Args:
        extra: the part of pyproject.toml that is installed beside what running needs; empty: none.
    """
    digest = hashlib.sha256()
    for path in (ROOT / "pyproject.toml", CONSTRAINTS):
        digest.update(path.read_bytes())
    return {"base": f"{sys.version} {ROOT}", "packages": digest.hexdigest(), "extra": extra}


def present_stamp() -> dict[str, str]:
    """What the virtual environment was made for; empty when there is none that works."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if program("python").exists() and isinstance(stamp, dict) else {}


def set_up(extra: str = "") -> None:
    """Makes or updates the virtual environment if it is not the one that the files ask for.

    Args:
        extra: what must be in it beside what running needs; what is there already stays.

    Raises:
        SetupError: Python or pip cannot do it.
    """
    present = present_stamp()
    is_kept = present.get("base") == wanted_stamp(extra)["base"]
    wanted = wanted_stamp(extra or (present.get("extra", "") if is_kept else ""))
    if present == wanted:
        return
    check_python()
    if not is_kept:
        print("Setting up .venv; the first time downloads PyTorch and Qt and may take some minutes.", flush=True)
    else:
        print("Bringing .venv up to date.", flush=True)
    STAMP.unlink(missing_ok=True)
    if not is_kept:
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)])
        if made.returncode:
            raise SetupError(f"the virtual environment {VENV} could not be made; what Python says is above")
    pip = [str(program("python")), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    quiet = [] if sys.stdout.isatty() else ["--quiet"]  # somebody who watches wants to see it move
    what = f"{ROOT}[{wanted['extra']}]" if wanted["extra"] else str(ROOT)
    # What is imported is compiled then; all of torch and Qt at once would be most of the work.
    installed = subprocess.run([*pip, *quiet, "--no-compile", "-c", str(CONSTRAINTS), "-e", what])
    if installed.returncode:
        raise SetupError(
            "pip could not install the packages; what it says is above. Usual causes: no connection to the "
            "package index, a full disk (6 GB with the graphics card's libraries), or a system without a "
            "PyTorch package (see 'Systems' in README.md)"
        )
    STAMP.write_text(json.dumps(wanted), encoding="utf-8")


def has_screen() -> bool:
    """Whether a window can be shown: always, but on Linux without a display."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def call(name: str, *arguments: str, headless: bool = False) -> int:
    """Runs a program of the virtual environment in the checkout and returns its exit status."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"} if headless else None
    return subprocess.run([str(program(name)), *arguments], cwd=ROOT, env=environment).returncode


def demo() -> int:
    """Runs the demo without a window and says where its picture and numbers are."""
    print("There is no screen here (DISPLAY and WAYLAND_DISPLAY are not set), so the demo runs without a window.")
    OUT.mkdir(exist_ok=True)
    numbers, picture = OUT / f"{DEMO[0]}.json", OUT / f"{DEMO[0]}.png"
    command = [str(program("playground")), "run", *DEMO, "--json"]
    ran = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8")
    if ran.returncode:
        return ran.returncode
    numbers.write_text(ran.stdout, encoding="utf-8")
    drawn = call("playground", "render", *DEMO, "--out", str(picture), headless=True)
    if drawn:
        return drawn
    print(f"picture: {picture}\nnumbers: {numbers}", flush=True)
    return call("playground", "run", *DEMO)


def run(arguments: list[str]) -> int:
    """Opens the application, or runs the command that follows; without a screen, the demo."""
    if arguments or has_screen():
        return call("playground", *arguments)
    return demo()


def test(arguments: list[str]) -> int:
    """Runs the test suite without a screen."""
    return call("pytest", *SPREAD, *arguments, *_tests_of(arguments), headless=True)


def _tests_of(arguments: list[str]) -> list[str]:
    """Where the tests of a panel are, if the arguments are its name behind -k; otherwise nothing."""
    plain = [word for word in arguments if word != "--long"]
    name = plain[1] if len(plain) == 2 and plain[0] == "-k" else ""
    if not name or not (ROOT / "playground" / "concepts" / name / "__init__.py").exists():
        return []
    own = sorted((ROOT / "tests" / "concepts").glob(f"test_{name}*.py"))
    return ["tests/contract", *(str(path.relative_to(ROOT)) for path in own)]


def check(arguments: list[str]) -> int:
    """Runs the checks beyond the tests, all of them, and fails if one does."""
    if arguments:
        raise SetupError(f"check takes nothing after it, got {' '.join(arguments)}")
    OUT.mkdir(exist_ok=True)
    steps = (
        ("ruff", "format", "--check", "."),
        ("ruff", "check", "."),
        ("mypy",),
        ("lint-imports", "--no-logo"),
        ("playground", "selfcheck"),
        ("playground", "render", "--sheet", str(OUT / "sheet.png")),
    )
    failed = []
    for step in steps:
        print(f"\n== {' '.join(step)}", flush=True)
        if call(*step, headless=True):
            failed.append(" ".join(step))
    print(f"\nfailed: {'; '.join(failed)}" if failed else "\nall checks passed", flush=True)
    return 1 if failed else 0


def main() -> int:
    """Runs one command and returns its status; 2 when there is no such command, 1 when the set-up fails."""
    commands = {"run": run, "test": test, "check": check}
    name, arguments = (sys.argv[1] if len(sys.argv) > 1 else ""), sys.argv[2:]
    if name in ("-h", "--help"):
        print(__doc__)
        return 0
    if name not in commands:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        set_up("" if name == "run" else "test")
        return commands[name](arguments)
    except SetupError as error:
        print(f"dev.py: {error}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
