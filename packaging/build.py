#!/usr/bin/env python3
"""Builds what people install, from a source checkout, with nothing but Python itself.

    python3 packaging/build.py app     the frozen application, as a folder: build/frozen/ml-playground
    python3 packaging/build.py deb     Debian and Ubuntu: dist/ml-playground_VERSION_amd64.deb
    python3 packaging/build.py run     any Linux, without root: dist/ml-playground_VERSION_amd64.run
    python3 packaging/build.py exe     Windows, on Windows: dist/ml-playground_VERSION_x64.exe
    python3 packaging/build.py dmg     macOS, on a Mac: dist/ml-playground_VERSION_arm64.dmg

All but `app` freeze the application first unless `--frozen FOLDER` names one. `--small` compresses as well as it can,
which takes minutes; `--version V` gives another version than the program's, for a test of upgrading.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "packaging"
BUILD = ROOT / "build"
DIST = ROOT / "dist"
NAME = "ml-playground"

sys.path[:0] = [str(ROOT), str(HERE)]
import dev  # noqa: E402


def own_version() -> str:
    """The program's version, without importing it."""
    found = re.search(r'^__version__ = "([^"]+)"', (ROOT / "playground" / "__init__.py").read_text("utf-8"), re.M)
    if found is None:
        raise SystemExit("build.py: playground/__init__.py has no __version__")
    return found[1]


def run(*command: str | Path, **environment: str) -> None:
    """Runs a program in the checkout, and ends the build where it fails."""
    words = [str(word) for word in command]
    if subprocess.run(words, cwd=ROOT, env={**os.environ, **environment}).returncode:
        raise SystemExit(f"build.py: {' '.join(words[:3])} failed; what it says is above")


def prepare() -> None:
    """The virtual environment of dev.py, with PyInstaller in it."""
    try:
        dev.set_up()
    except dev.SetupError as error:
        raise SystemExit(f"build.py: {error}") from None
    if not dev.program("pyinstaller").exists():
        pip = [str(dev.program("python")), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        run(*pip, "-c", str(dev.CONSTRAINTS), "-e", f"{ROOT}[package]")


def freeze(version: str) -> Path:
    """The frozen application: a folder with the program and everything that it needs."""
    prepare()
    icons, frozen = BUILD / "icons", BUILD / "frozen"
    run(dev.program("python"), HERE / "icons" / "make.py", icons)
    spec = HERE / "frozen" / "playground.spec"
    places = ("--distpath", frozen, "--workpath", BUILD / "pyinstaller")
    settings = {"PLAYGROUND_ICONS": str(icons), "PLAYGROUND_VERSION": version}
    run(dev.program("pyinstaller"), "--noconfirm", "--log-level", "WARN", *places, spec, **settings)
    folder = frozen / NAME
    if sys.platform.startswith("linux"):
        strip(folder)
    run(dev.program("python"), HERE / "licences.py", folder / "licences")
    return folder


def strip(folder: Path) -> None:
    """Takes the symbols out of the largest libraries; numpy's own were patched after linking and stay as they are."""
    inside = folder / "_internal"
    large = [*inside.glob("torch/lib/*.so*"), *inside.glob("PySide6/**/*.so*"), *inside.glob("libpython3*")]
    files = [str(path) for path in large if path.is_file() and not path.is_symlink()]
    run("strip", "--strip-unneeded", *files)


def size(folder: Path) -> int:
    """The bytes of all files of a folder, links not followed."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())


def main() -> None:
    """Builds what was asked for and says how large it is and how long it took."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("what", choices=("app", "deb", "run", "exe", "dmg"))
    words.add_argument("--frozen", type=Path, help="an application that is frozen already")
    words.add_argument("--small", action="store_true", help="the best compression")
    words.add_argument("--version", default=own_version(), help="instead of the program's")
    args = words.parse_args()
    began = time.monotonic()
    folder = args.frozen.resolve() if args.frozen else freeze(args.version)
    print(f"{folder}: {size(folder) / 1e6:.0f} MB, {time.monotonic() - began:.0f} s", flush=True)
    if args.what == "app":
        return
    began = time.monotonic()
    DIST.mkdir(exist_ok=True)
    if args.what in ("deb", "run"):
        from linux import pack

        make = pack.deb if args.what == "deb" else pack.run
        target = make(folder, args.version, BUILD / "icons", DIST, args.small)
    elif args.what == "exe":
        target = DIST / f"{NAME}_{args.version}_x64.exe"
        script = HERE / "windows" / "playground.nsi"
        defines = {"VERSION": args.version, "SOURCE": str(folder), "TARGET": str(target), "ICONS": str(BUILD / "icons")}
        run("makensis", "-V2", *(f"-D{name}={value}" for name, value in defines.items()), script)
    else:
        target = DIST / f"{NAME}_{args.version}_{platform.machine()}.dmg"
        settings = {"PLAYGROUND_APP": str(folder.parent / "ML Playground.app")}
        run(dev.program("dmgbuild"), "-s", HERE / "macos" / "dmg_settings.py", "ML Playground", target, **settings)
    print(f"{target}: {target.stat().st_size / 1e6:.0f} MB, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    if shutil.which("strip") is None and sys.platform.startswith("linux"):
        raise SystemExit("build.py: the program strip is missing; on Debian or Ubuntu: sudo apt-get install binutils")
    main()
