#!/usr/bin/env python3
"""Tries the Windows installer under wine, with a dummy in place of the application, which wine could not run.

    python3 packaging/windows/smoke_wine.py

installs silently and looks for the files, the shortcut, the associations, the link and the entry among the installed
programs; installs a newer version over it; uninstalls silently and looks that nothing is left but a file of the user's.
It needs makensis and wine64 (Debian: nsis wine64), and works in a folder of its own, which it takes away.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
ID, MENU = "ml-playground", "ML Playground.lnk"
KEYS = tuple(rf"Software\Classes\{name}" for name in (".mlscene", ".mllesson", ".sweep", "playground"))
UNINSTALL = rf"Software\Microsoft\Windows\CurrentVersion\Uninstall\{ID}"


def dummy(folder: Path, inside: str) -> Path:
    """What a frozen application looks like: a program, a folder beside it, licences."""
    for name in ("playground.exe", "playground-cli.exe", f"_internal/{inside}", "licences/LIST.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def build(version: str, source: Path, work: Path) -> Path:
    """An installer for 64 bits, as wine64 alone can run it."""
    target = work / f"setup-{version}.exe"
    icons = work / "icons"
    if not icons.exists():
        icons.mkdir()
        shutil.copy(HERE.parents[1] / "build" / "icons" / "ml-playground.ico", icons)
    defines = {"VERSION": version, "SOURCE": source, "ICONS": icons, "TARGET": target, "TARGET_CPU": "amd64-unicode"}
    words = ["makensis", "-V2", *(f"-D{name}={value}" for name, value in defines.items()), "playground.nsi"]
    subprocess.run(words, cwd=HERE, check=True)
    return target


def main() -> int:
    """Runs it all; 1 and a sentence where something is not as it should be."""
    wine = next((path for path in ("/usr/lib/wine/wine64", shutil.which("wine64") or "") if Path(path).is_file()), "")
    if not wine or not shutil.which("makensis"):
        print("smoke_wine.py: makensis or wine64 is missing; on Debian: apt-get install nsis wine64", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="playground-wine-", ignore_cleanup_errors=True) as folder:
        work = Path(folder)
        env = {
            **os.environ,
            "WINEPREFIX": str(work / "prefix"),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree=;mshtml=",
        }
        env.pop("DISPLAY", None)

        def windows(*words: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run([wine, *words], env=env, capture_output=True, text=True, timeout=180)

        def value(key: str, name: str = "") -> str:
            """A value of the user's registry; empty where there is none."""
            asked = windows("reg", "query", rf"HKCU\{key}", *(("/v", name) if name else ("/ve",)))
            lines = [line.split("REG_SZ", 1)[1].strip() for line in asked.stdout.splitlines() if "REG_SZ" in line]
            return lines[0] if lines else ""

        try:
            windows("wineboot", "--init")
            return check(work, windows, value)
        finally:
            subprocess.run(
                ["wineserver" if shutil.which("wineserver") else "/usr/lib/wine/wineserver64", "-k"], env=env
            )


def check(work: Path, windows: Callable[..., subprocess.CompletedProcess[str]], value: Callable[..., str]) -> int:
    """The steps; each says that it holds."""
    local = work / "prefix" / "drive_c" / "users"
    faults: list[str] = []

    def holds(what: str, so: bool) -> None:
        print(f"{'ok   ' if so else 'FAILS'} {what}", flush=True)
        if not so:
            faults.append(what)

    first = build("0.0.1", dummy(work / "first", "gone.dll"), work)
    second = build("0.0.2", dummy(work / "second", "new.dll"), work)
    holds("installs silently", windows(str(first), "/S").returncode == 0)
    programs = list(local.glob(f"*/AppData/Local/Programs/{ID}"))
    holds("its folder is there", len(programs) == 1 and (programs[0] / "_internal" / "gone.dll").is_file())
    if not programs:
        return 1
    home = programs[0]

    def shortcuts() -> list[Path]:
        return list(local.glob(f"*/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/{MENU}"))

    holds("its shortcut is in the menu", len(shortcuts()) == 1)
    opened = value(r"Software\Classes\playground.scene\shell\open\command")
    holds("scenes open with it", value(KEYS[0]) == "playground.scene" and opened.endswith('playground.exe" open "%1"'))
    holds("lessons open with it", value(KEYS[1]) == "playground.lesson")
    holds("studies open with it", value(KEYS[2]) == "playground.study")
    holds("links open with it", value(KEYS[3] + r"\shell\open\command").endswith('playground.exe" open "%1"'))
    holds("it is among the installed programs", value(UNINSTALL, "DisplayVersion") == "0.0.1")
    holds("a newer version installs over it", windows(str(second), "/S").returncode == 0)
    holds("and leaves nothing of the old one", [p.name for p in (home / "_internal").iterdir()] == ["new.dll"])
    holds("and its number is the newer one", value(UNINSTALL, "DisplayVersion") == "0.0.2")
    (home / "mine.mlscene").write_text("the user's own")
    # _?= keeps the uninstaller in place, so that its end can be waited for.
    windows(str(home / "uninstall.exe"), "/S", rf"_?={windows('winepath', '-w', str(home)).stdout.strip()}")
    left = sorted(path.name for path in home.iterdir()) if home.exists() else []
    holds(
        "uninstalls silently, but for the user's own file",
        set(left) <= {"mine.mlscene", "uninstall.exe"} and bool(left),
    )
    holds("no shortcut is left", not shortcuts())
    holds(
        "no association, link or entry is left",
        not any(value(key) for key in KEYS) and not value(UNINSTALL, "DisplayName"),
    )
    print(f"{len(faults)} of the steps fail" if faults else "all steps hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
