#!/usr/bin/env python3
"""Continuous integration's look at the package: whether it must be built, and if so, built and tried. Stdlib only.

It is built when packaging, dependencies, the engine or the way the program starts differ from the branch that the
change goes to; where Git cannot tell (a shallow clone, no repository) it is built. `PLAYGROUND_PACKAGE=1` builds it in
any case, `PLAYGROUND_PACKAGE=0` never; `PLAYGROUND_BASE` names the commit to compare with.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

sys.path.insert(0, str(HERE.parent))
from linux import smoke  # noqa: E402

WATCHED = (
    *("packaging", "pyproject.toml", "dev.py", "playground/engine", "playground/commands/health_checks.py"),
    *("playground/__main__.py", "playground/cli.py", "playground/resources.py", "playground/ui/system/instance.py"),
)
MOST_MB = {"installed": 790, "packed": 250}


def git(*words: str, at: Path = ROOT) -> str | None:
    """What Git says; None where it fails."""
    try:
        done = subprocess.run(["git", *words], cwd=at, capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def bases(at: Path = ROOT) -> list[str] | None:
    """The commits to compare with; None where Git does not know."""
    named = os.environ.get("PLAYGROUND_BASE")
    if named:
        return [named] if git("rev-parse", "--verify", "--quiet", f"{named}^{{commit}}", at=at) else None
    head = git("rev-parse", "HEAD", at=at)
    if head is None:
        return None
    for branch in ("origin/main", "main"):
        base = git("merge-base", "HEAD", branch, at=at)
        if base and base != head:
            return [base]
    parents = (git("rev-list", "--parents", "-n", "1", "HEAD", at=at) or "").split()[1:]
    return parents or None


def reason(at: Path = ROOT) -> str:
    """Why the package must be built; empty if it need not be."""
    asked = os.environ.get("PLAYGROUND_PACKAGE", "")
    if asked in ("0", "1"):
        return "PLAYGROUND_PACKAGE is 1" if asked == "1" else ""
    found = bases(at)
    if found is None:
        return "Git cannot say what has changed"
    for base in found:
        changed = git("diff", "--name-only", base, "HEAD", "--", *WATCHED, at=at)
        if changed is None:
            return f"Git cannot compare with {base}"
        if changed:
            return f"{changed.splitlines()[0]} has changed since {base[:10]}"
    return ""


def tools() -> bool:
    """Installs what the smoke test needs, where that can be done; returns whether it is all there."""
    if all(shutil.which(tool) for tool in smoke.TOOLS):
        return True
    names = (HERE / "apt-test.txt").read_text(encoding="utf-8").split()
    may = os.getuid() == 0 or shutil.which("sudo")
    if may and shutil.which("apt-get"):
        prefix = [] if os.getuid() == 0 else ["sudo"]
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *names]):
            subprocess.run([*prefix, "apt-get", *words], env=quiet, stdout=subprocess.DEVNULL)
    return all(shutil.which(tool) for tool in smoke.TOOLS)


def main() -> int:
    """Decides, builds, tries; the exit status of whatever fails."""
    if not sys.platform.startswith("linux"):
        print("package: not built here; this is for Linux")
        return 0
    why = reason()
    if not why:
        print("package: not built, since nothing that it depends on has changed; PLAYGROUND_PACKAGE=1 builds it")
        return 0
    print(f"package: built, because {why}", flush=True)
    whole = tools()
    program = ROOT / "build" / "frozen" / "ml-playground" / "playground"
    if not whole:
        print(
            f"package: NOT INSTALLED and NOT TRIED on a screen: missing are tools; {smoke.install_line()}", flush=True
        )
        built = subprocess.run([sys.executable, str(ROOT / "packaging" / "build.py"), "app"])
        return built.returncode or subprocess.run([str(program), "selfcheck"]).returncode
    built = subprocess.run([sys.executable, str(ROOT / "packaging" / "build.py"), "deb"])
    if built.returncode:
        return built.returncode
    package = max((ROOT / "dist").glob("*.deb"), key=lambda path: path.stat().st_mtime)
    sizes = {
        "installed": sum(path.lstat().st_size for path in program.parent.rglob("*") if not path.is_dir()) / 1e6,
        "packed": package.stat().st_size / 1e6,
    }
    for name, most in MOST_MB.items():
        if sizes[name] > most:
            print(f"package: {sizes[name]:.0f} MB {name}, allowed are {most}")
            return 1
    return subprocess.run([sys.executable, str(HERE / "smoke.py"), str(package)]).returncode


if __name__ == "__main__":
    sys.exit(main())
