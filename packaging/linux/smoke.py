#!/usr/bin/env python3
"""Installs the built package for real, uses it as a person would, and takes it away again. Standard library only.

    python3 packaging/linux/smoke.py dist/FILE.deb [--shots FOLDER] [--start PROGRAM] [--run FILE]

An older version is installed first and upgraded, with settings that must survive. Then: the self-check; the window on a
virtual screen; every panel played to step 200, poked with the mouse and saved by keys; a scene opened by its file; a
second start handed over; a clip rendered; the end; the removal, after which nothing is left but the user's own files.
The log may hold no line above INFO. `--start PROGRAM` also compares how soon the first window is there with another
`playground`, the one of a virtual environment, say. `--run FILE` installs and removes that one-file package as well.

Needs root (or sudo), and the programs of apt-test.txt.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

NAME = "ml-playground"
STEPS = 200
ROUNDS = 8  # of playing, until a panel is at its step
PATIENCE = 60.0  # seconds for anything to happen
SCREEN = "1280x800x24"
TOOLS = ("Xvfb", "xdotool", "import", "dpkg-deb", "apt-get")
LOADED = ("WARNING", "ERROR", "CRITICAL")


class Broken(Exception):
    """What does not hold, in one sentence."""


def hold(so: object, sentence: str) -> None:
    """Goes on only where something holds."""
    if not so:
        raise Broken(sentence)


@contextmanager
def step(words: str) -> Iterator[None]:
    """Says what is being tried and how long it took."""
    began = time.monotonic()
    print(f"{words} ...", end=" ", flush=True)
    yield
    print(f"{time.monotonic() - began:.1f} s", flush=True)


def wait(until: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Waits for something of another process."""
    ends = time.monotonic() + patience
    while not until():
        hold(time.monotonic() < ends, f"{what}: nothing came within {patience:.0f} s")
        time.sleep(0.02)


class Desk:
    """A user with a home and a screen.

    Attributes:
        home: the user's home, which holds all that the program writes.
        env: the environment of the user's programs.
        program: what starts the playground.
    """

    def __init__(self, home: Path, display: str, program: str = "playground") -> None:
        self.home = home
        self.program = program
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("QT_", "XDG_", "PYTHON"))}
        self.env = {**kept, "HOME": str(home), "DISPLAY": display, "LANG": "C.UTF-8"}
        self.env.pop("WAYLAND_DISPLAY", None)

    @property
    def state(self) -> Path:
        """The program's own folder."""
        return self.home / ".local" / "state" / NAME

    def say(self, *words: str, status: int = 0) -> str:
        """Runs a command of the playground and returns what it prints."""
        done = subprocess.run([self.program, *words], env=self.env, capture_output=True, text=True, timeout=300)
        said = (done.stdout + done.stderr).strip()
        hold(done.returncode == status, f"playground {' '.join(words)} ended with {done.returncode}: {said[-2000:]}")
        return done.stdout

    def keys(self, *keys: str) -> None:
        """Presses keys one after the other."""
        self.tool("key", "--delay", "40", *keys)

    def tool(self, *words: str) -> str:
        """Runs xdotool; its failure is an empty answer."""
        return subprocess.run(["xdotool", *words], env=self.env, capture_output=True, text=True).stdout.strip()

    def windows(self) -> list[str]:
        """The numbers of the program's windows on screen."""
        return self.tool("search", "--onlyvisible", "--class", "playground").split()

    def shot(self, path: Path) -> None:
        """Takes a picture of the screen."""
        subprocess.run(["import", "-window", "root", str(path)], env=self.env, check=True)

    def log(self) -> list[str]:
        """The lines of the log above INFO."""
        files = [self.state / "log" / name for name in ("playground.log.1", "playground.log")]
        lines = [line for file in files if file.is_file() for line in file.read_text("utf-8").splitlines()]
        hold(lines, "the program keeps no log")
        return [line for line in lines if any(f" {word} " in line for word in LOADED)]


@contextmanager
def screen() -> Iterator[str]:
    """A virtual screen, on a number that is free."""
    reading, writing = os.pipe()
    # Without -noreset the server begins anew whenever its last client leaves, and refuses who comes just then.
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as number:
            yield f":{number.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


def root(*command: str) -> None:
    """Runs a command as root."""
    words = list(command) if os.getuid() == 0 else ["sudo", *command]
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(words, env=quiet, capture_output=True, text=True)
    hold(done.returncode == 0, f"{' '.join(command)} failed: {(done.stdout + done.stderr)[-2000:]}")


def older(work: Path) -> Path:
    """A package of an older version, with a library that the new one no longer has."""
    tree = work / "older"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN" / "control").write_text(
        f"Package: {NAME}\nVersion: 0.0.1\nArchitecture: amd64\nMaintainer: nobody <nobody@ml-playground.invalid>\n"
        "Description: an older version\n"
    )
    (tree / "opt" / NAME / "_internal").mkdir(parents=True)
    (tree / "opt" / NAME / "_internal" / "libgone.so").write_text("gone")
    target = work / "older.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-b", str(tree), str(target)], check=True, capture_output=True)
    return target


def settle(desk: Desk) -> None:
    """Settings as an older version may have left them."""
    desk.state.mkdir(parents=True)
    (desk.state / "settings.json").write_text(json.dumps({"theme": "dark", "scale": 1.1, "unknown": 1}))


def settings(desk: Desk) -> dict[str, object]:
    """The settings as they are."""
    found = json.loads((desk.state / "settings.json").read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def played(desk: Desk, panel: str, shots: Path) -> str:
    """Plays a panel by keys to its step, pokes it with the mouse, and saves it; returns how far it came."""
    desk.say("show", panel)
    time.sleep(0.5)
    reached = -1
    for turn in range(ROUNDS):
        desk.keys("3", "space")
        time.sleep(0.6 + 0.4 * turn)
        desk.keys("2", "space")
        before, reached = reached, saved(desk, panel, turn)
        if reached >= STEPS or reached == before:
            break
    desk.shot(shots / f"{panel}.png")
    hold(reached > 0, f"{panel} stays at its start")
    ended = "" if reached >= STEPS else ", its end"
    width, height = (int(part) for part in SCREEN.split("x")[:2])
    for x, y in ((0.25, 0.4), (0.4, 0.55)):
        desk.tool("mousemove", str(int(width * x)), str(int(height * y)))
        desk.tool("click", "4", "click", "5", "mousedown", "1")
        desk.tool("mousemove", str(int(width * x) + 40), str(int(height * y) + 30), "mouseup", "1")
    desk.keys("Escape", "Right", "Right", "Left", "0")
    hold(not desk.log(), f"the log has said: {desk.log()[:3]}")
    return f"{panel} at step {reached}{ended}"


def saved(desk: Desk, panel: str, turn: int) -> int:
    """Saves the run by the file dialogue and returns its step."""
    path = desk.home / f"{panel}-{turn}.mlscene"
    for _ in range(3):
        desk.keys("Escape", "ctrl+s")
        time.sleep(0.5)
        desk.tool("key", "ctrl+a")
        desk.tool("type", "--delay", "4", str(path))
        desk.keys("Return")
        ends = time.monotonic() + PATIENCE / 6
        while not path.is_file() and time.monotonic() < ends:
            time.sleep(0.05)
        if path.is_file():
            return int(json.loads(path.read_text("utf-8"))["step"])
    raise Broken(f"{panel} was not saved by Ctrl+S")


def first_window(desk: Desk) -> float:
    """Seconds from the start of the program to its first window on screen; it is closed again."""
    began = time.monotonic()
    program = subprocess.Popen([desk.program], env=desk.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait(desk.windows, "the first window")
    took = time.monotonic() - began
    time.sleep(2.0)
    program.send_signal(signal.SIGTERM)
    hold(program.wait(PATIENCE) == 0, "the window did not close in order")
    return took


def compare_starts(desk: Desk, other: str) -> str:
    """How soon the window is there, installed against another program, in turns."""
    times: dict[str, list[float]] = {desk.program: [], other: []}
    for i in range(6):
        for program in times:
            took = first_window(Desk(desk.home, desk.env["DISPLAY"], program))
            if i:  # the first of each warms the files
                times[program].append(took)
    mine, theirs = (statistics.median(took) for took in times.values())
    return f"first window after {mine:.2f} s, of {other} after {theirs:.2f} s: {mine / theirs:.2f} times"


def used(desk: Desk, shots: Path) -> None:
    """The window, from its opening to its end."""
    panels = [one["id"] for one in json.loads(desk.say("list", "--json"))]
    with step("first start"):
        program = subprocess.Popen([desk.program], env=desk.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        wait(lambda: program.poll() is not None or desk.windows(), "the window")
        if program.poll() is not None:
            said = program.stdout.read().decode() if program.stdout else ""
            raise Broken(f"the program ended with {program.returncode} before its window was there: {said[-2000:]}")
        time.sleep(1.5)
        desk.shot(shots / "gallery.png")
    for panel in panels:
        began = time.monotonic()
        print(f"{played(desk, panel, shots)} ... {time.monotonic() - began:.1f} s", flush=True)
    with step("a scene opened by its file, in the running window"):
        scene = next(desk.home.glob("*.mlscene"))
        desk.say(scene.as_uri())
        time.sleep(1.0)
        desk.shot(shots / "scene.png")
        hold(str(scene) in str(settings_later(desk)), "the scene is not among the recent ones")
    with step("a second start is handed over"):
        desk.say()
        hold(len(desk.windows()) == 1, f"there are {len(desk.windows())} windows")
    with step("the end by Ctrl+Q"):
        desk.keys("Escape", "Escape", "ctrl+q")
        hold(program.wait(PATIENCE) == 0, f"the window ended with {program.returncode}")
        said = program.stdout.read().decode() if program.stdout else ""
        hold(not said, f"the window printed: {said[:500]}")
        hold(not desk.log(), f"the log has said: {desk.log()[:3]}")
        hold(settings(desk)["theme"] == "dark", "the theme of the older version is lost")


def settings_later(desk: Desk) -> object:
    """The recent scenes, once the settings have come to rest."""
    wait(lambda: settings(desk).get("recent"), "a recent scene in the settings")
    return settings(desk)["recent"]


def one_file(package: Path, desk: Desk) -> None:
    """The package that needs no root: in, a self-check, out."""
    with step(f"{package.name}: installed without root, checked, uninstalled"):
        before = set(desk.home.rglob("*"))
        subprocess.run(["sh", str(package)], env=desk.env, check=True, capture_output=True)
        own = Desk(desk.home, desk.env["DISPLAY"], str(desk.home / ".local" / "bin" / "playground"))
        own.say("selfcheck")
        entry = (desk.home / ".local/share/applications/ml-playground.desktop").read_text()
        hold(
            str(desk.home / ".local/opt/ml-playground/playground") in entry, "the menu entry does not find the program"
        )
        subprocess.run([str(desk.home / ".local/opt/ml-playground/uninstall")], check=True, capture_output=True)
        left = [path for path in desk.home.rglob("*") if path not in before and path.is_file()]
        left = [path for path in left if path.name not in ("mimeinfo.cache",) and "/mime/" not in str(path)]
        hold(not left, f"left behind: {left[:5]}")


def main() -> int:
    """Runs it all; 1 and a sentence where something does not hold."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("deb", type=Path)
    words.add_argument("--shots", type=Path, default=Path("out/smoke"), help="where the pictures of the screen go")
    words.add_argument("--start", metavar="PROGRAM", help="another playground, to compare the start with")
    words.add_argument("--run", type=Path, metavar="FILE", help="the one-file package, tried as well")
    args = words.parse_args()
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f"smoke.py: missing: {', '.join(missing)}; on Debian or Ubuntu: {install_line()}", file=sys.stderr)
        return 1
    args.shots.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix="playground-smoke-") as folder, screen() as display:
            everything(args, Path(folder), display)
    except Broken as broken:
        print(f"\nsmoke.py: {broken}", file=sys.stderr)
        return 1
    print("the installed product works")
    return 0


def install_line() -> str:
    """What installs the programs that are needed."""
    names = Path(__file__).with_name("apt-test.txt").read_text(encoding="utf-8").split()
    return f"sudo apt-get install --no-install-recommends {' '.join(names)}"


def everything(args: argparse.Namespace, work: Path, display: str) -> None:
    """The whole way of the package through a system."""
    desk = Desk(work / "home", display)
    settle(desk)
    try:
        with step("an older version, upgraded"):
            root("dpkg", "-i", str(older(work)))
            root("apt-get", "install", "-y", "--no-install-recommends", str(args.deb.resolve()))
            hold(not Path(f"/opt/{NAME}/_internal/libgone.so").exists(), "a file of the older version is left")
        files = subprocess.run(["dpkg", "-L", NAME], capture_output=True, text=True, check=True).stdout.splitlines()
        with step("the desktop's own checks"):
            desktop(files)
        with step("selfcheck"):
            found = json.loads(desk.say("selfcheck", "--json"))
        print("   ", "; ".join(f"{part['name']}: {part['said']}" for part in found["parts"]), f"; on {found['device']}")
        used(desk, args.shots)
        with step("a clip"):
            clip = desk.home / "clip.mp4"
            desk.say("render", "hopfield", "--steps", "30", "--size", "640x360", "--out", str(clip))
            hold(clip.read_bytes()[4:8] == b"ftyp", "the clip is no MP4")
        if args.start:
            with step("starts"):
                print(compare_starts(desk, args.start), end=" ")
        if args.run:
            one_file(args.run.resolve(), desk)
    finally:
        with step("removed"):
            root("dpkg", "--purge", NAME)
    kept = [path for path in files if not Path(path).is_dir() and Path(path).exists()]
    hold(not kept and not Path(f"/opt/{NAME}").exists(), f"left behind: {kept[:5]}")
    hold(not subprocess.run(["pgrep", "-f", f"/opt/{NAME}/"], capture_output=True).stdout, "a process is left")
    mine = sorted(path.name for path in desk.home.iterdir() if not path.name.startswith("."))
    hold(mine and (desk.state / "settings.json").is_file(), "the user's own files are gone")
    temporary = [path.name for path in Path(tempfile.gettempdir()).glob("_MEI*")]
    hold(not temporary, f"left in the temporary folder: {temporary}")


def desktop(files: list[str]) -> None:
    """The menu entry, the metadata and the manual page, by the tools that are there."""
    checks = {
        ".desktop": ["desktop-file-validate"],
        ".metainfo.xml": ["appstreamcli", "validate", "--no-net"],
        "playground.1.gz": ["man", "--warnings", "-l"],
    }
    for ending, command in checks.items():
        path = next((file for file in files if file.endswith(ending)), None)
        hold(path, f"the package has no file *{ending}")
        if shutil.which(command[0]):
            done = subprocess.run(
                [*command, str(path)], capture_output=True, text=True, env={**os.environ, "MANPAGER": "cat"}
            )
            hold(done.returncode == 0, f"{' '.join(command)}: {(done.stdout + done.stderr)[:500]}")
    globs = Path("/usr/share/mime/globs2")
    if globs.is_file() and shutil.which("update-mime-database"):
        known = set(re.findall(r":application/x-playground-\w+:(\S+)", globs.read_text("utf-8")))
        hold({"*.mlscene", "*.mllesson", "*.sweep"} <= known, "the system does not know scenes, lessons and studies")


if __name__ == "__main__":
    sys.exit(main())
