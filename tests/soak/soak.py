"""The soak: the real window, killed and opened again for an hour, with its engine killed in between.

    python tests/soak/soak.py --minutes 60

Every run that a kill left is compared with what was kept, to the bit; what the window, the engine and the disk hold on
to has a budget. It prints a table, and ends with 1 if anything was lost or left behind. For Linux: it looks into /proc.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from soak_window import differences

ACTS, ENGINE_KILLS, WINDOW_KILLS, MINUTES = 10_000, 100, 20, 60
WINDOW_MB, ENGINE_MB = 900, 900
"""Resident memory that the window and the engine never pass, whatever is opened."""
GROWTH = 1.25
"""The window's memory in the last quarter of a life over that in the second, once every panel has been open."""
MORE_FILES, MORE_THREADS, MORE_SHARED = 12, 4, 1
"""Open files, threads and maps of shared memory that the window may have more at the end of a life than at first."""
END_SECONDS = 4.0
"""From a signal to the end of the window's process: a second more than its own last resort takes."""
CHILD_SECONDS = 15.0
"""From there until no process of it is left: they are nice, and get little of a loaded machine to end in."""
ENDS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, signal.SIGINT)
HERE = Path(__file__).parent


@dataclass
class Tally:
    """What was tried, what was compared, and what went wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    slowest_end: float = 0.0
    uses: list[list[dict[str, Any]]] = field(default_factory=list)

    def demand(self, holds: object, sentence: str) -> None:
        """Notes what does not hold."""
        if not holds:
            self.wrong.append(sentence)
            print(f"  WRONG: {sentence[:2000]}", flush=True)


class Window:
    """One life of the window, as its parent sees it."""

    def __init__(self, folder: Path, tally: Tally, **plan: Any) -> None:
        words = [f"--{name.replace('_', '-')}={value}" for name, value in plan.items() if not isinstance(value, bool)]
        words += [f"--{name}" for name, value in plan.items() if value is True]
        temporary = folder / "tmp"
        temporary.mkdir(exist_ok=True)
        own = {"XDG_STATE_HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"), "TMPDIR": str(temporary)}
        self.folder, self.tally = folder / "ml-playground" / "autosave", tally
        self.told: list[dict[str, Any]] = []
        self._came = threading.Condition()
        with (folder / "errors.txt").open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, str(HERE / "soak_window.py"), *words],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env={"QT_QPA_PLATFORM": "offscreen", **os.environ, **own},
            )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                with self._came:
                    self.told.append(json.loads(line))
                    self._came.notify_all()
        with self._came:
            self.told.append({"what": "end"})
            self._came.notify_all()

    def all(self, what: str) -> list[dict[str, Any]]:
        """All that it told of a kind."""
        return [one for one in self.told if one["what"] == what]

    def wait(self, test: Callable[[], bool], seconds: float) -> bool:
        """Waits until something is so, or it ends; returns whether it is."""
        with self._came:
            self._came.wait_for(lambda: test() or self.told[-1:] == [{"what": "end"}], seconds)
        return test()

    def kept(self) -> dict[Path, bytes]:
        """The records that are there now."""
        found = {}
        for path in self.folder.rglob("*.scene.json"):
            found[path] = path.read_bytes()
        return found

    def end(self, number: int) -> None:
        """Sends it a signal, and demands that soon nothing of it is left."""
        family = [self.process.pid, *descendants(self.process.pid)]
        started = time.monotonic()
        self.process.send_signal(number)
        self.gone(family, started, signal.Signals(number).name)

    def gone(self, family: list[int], started: float, why: str) -> None:
        """Demands that a process and its children end in time."""
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.tally.demand(False, f"{why}: the window's process stays")
            self.process.kill()
            self.process.wait()
        took = time.monotonic() - started
        self._reader.join(CHILD_SECONDS)
        self.tally.demand(took < END_SECONDS * slowness(), f"{why}: it took {took:.1f} s until the window had ended")
        while (
            left := [pid for pid in family if is_alive(pid)]
        ) and time.monotonic() < started + took + CHILD_SECONDS * slowness():
            time.sleep(0.05)
        self.tally.slowest_end = max(self.tally.slowest_end, time.monotonic() - started)
        self.tally.demand(not left, f"{why}: these processes stay: {[command_of(pid) for pid in left]}")


def slowness() -> float:
    """How many processes wait for each core: on a machine that others use, all takes so many times as long."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def descendants(pid: int) -> list[int]:
    """The processes below one."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for word in task.read_text().split():
            found += [int(word), *descendants(int(word))]
    return found


def command_of(pid: int) -> str:
    """The words by which a process was started."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return str(pid)


def is_alive(pid: int) -> bool:
    """Whether there is such a process that has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def soak(folder: Path, plan: argparse.Namespace) -> Tally:
    """Lives of the window one after another, until all is done or the time is over."""
    tally, dice = Tally(), random.Random(plan.seed)
    ends = time.monotonic() + 60 * plan.minutes
    acts = plan.acts // plan.window_kills
    for life in range(plan.window_kills):
        if time.monotonic() > ends:
            print(f"the time is over after {life} lives", flush=True)
            break
        kills = plan.engine_kills * (life + 1) // plan.window_kills - plan.engine_kills * life // plan.window_kills
        one = one_life(folder, tally, dice, acts, kills, life)
        if life % 4 == 3:
            killed_early(folder, tally, dice, one)
    last = Window(folder, tally, seed=0, acts=1, recover=True, clean=True)
    compare(last, last.kept())
    last.wait(lambda: False, 300)
    last.gone([last.process.pid], time.monotonic(), "closed by the user")
    tally.counts["closed by the user"] += 1
    check_folder(folder, tally)
    return tally


def one_life(folder: Path, tally: Tally, dice: random.Random, acts: int, kills: int, life: int) -> dict[Path, bytes]:
    """A life from what the last one left to its own end; returns what it leaves."""
    left = kept_in(folder)
    window = Window(folder, tally, seed=dice.randrange(2**30), acts=acts, engine_kills=kills, recover=True)
    compare(window, left)
    # In mid-walk, where nobody expects it: in the last third, or right after an engine was killed.
    window.wait(lambda: bool(window.all("walked") or window.all("fault")), 3600)
    time.sleep(dice.random())
    number = ENDS[life % len(ENDS)]
    window.end(number)
    tally.counts[f"window ended by {signal.Signals(number).name}"] += 1
    for fault in window.all("fault"):
        tally.demand(False, f"life {life}: {fault['text']}")
    tally.counts["acts"] += max((one["acts"] for one in window.told if "acts" in one), default=0)
    for one in window.all("engine killed"):
        tally.counts[f"engine killed {one['where']}"] += 1
        tally.demand(not one["wrong"], f"life {life}: engine killed {one['where']}, {one['concept']}: {one['wrong']}")
    tally.demand(len(window.all("engine killed")) == kills, f"life {life}: not all engine kills came to an end")
    uses = window.all("use")
    tally.uses.append(uses)
    check_use(tally, uses, life)
    found = kept_in(folder)
    tally.demand(found, f"life {life}: nothing was kept")
    line = (
        f"{uses[-1]['window'].get('mb', 0):.0f} MB window, {uses[-1]['engine'].get('mb', 0):.0f} MB engine"
        if uses
        else ""
    )
    print(f"life {life}: {number!s} after {window.told[-2:-1]} {line}; {len(found)} runs left", flush=True)
    return found


def killed_early(folder: Path, tally: Tally, dice: random.Random, left: dict[Path, bytes]) -> None:
    """Starts that are killed at any moment of the first seconds: what was left and not opened again stays."""
    for number in (signal.SIGKILL, signal.SIGTERM):
        before = kept_in(folder)
        window = Window(folder, tally, seed=1, acts=10_000, recover=True)
        window.wait(lambda window=window: bool(window.all("opened again")), dice.choice((0.5, 1.5, 3.0, 60.0)))  # type: ignore[misc]
        window.end(number)
        after, anew = kept_in(folder), len(window.all("kept anew"))
        tally.counts[f"window ended by {signal.Signals(number).name} before a run opened again had come"] += 1
        gone = [path for path in before if path not in after]
        fresh = [path for path in after if path not in before]
        tally.demand(anew or len(gone) <= len(fresh), f"{gone} were lost in a start that was killed early")
        tally.demand(all(after[path] == before[path] for path in before.keys() & after.keys()), "an offer was changed")


def kept_in(folder: Path) -> dict[Path, bytes]:
    """The records that are kept, by path."""
    return {path: path.read_bytes() for path in (folder / "ml-playground" / "autosave").rglob("*.scene.json")}


def compare(window: Window, left: dict[Path, bytes]) -> None:
    """Demands that what was left is offered, and that what was opened again is what was left."""
    tally = window.tally
    if not window.wait(lambda: bool(window.all("opened again") or window.all("fault")), 300):
        tally.demand(False, f"a window did not come: {window.told[-2:]}")
        return
    if not left:
        return
    tally.demand(window.all("offer")[0]["action"] == "recover", "what was left was not offered")
    paths = [Path(path) for path in window.all("opened again")[0]["paths"]]
    tally.demand(paths and set(paths) <= left.keys(), "what was opened again is not what was left")
    window.wait(lambda: bool(window.all("use") or window.all("fault") or window.all("walked")), 600)
    for one in window.all("recovered"):
        wrong = differences(json.loads(left[Path(one["path"])]), one["record"])
        tally.counts["runs opened again and compared"] += 1
        tally.demand(not wrong, f"{one['concept']} opened again differs from what was kept: {wrong}")
        tally.demand(one["kept"], f"{one['concept']}: the old record went before the new one was kept")
    for one in window.all("kept anew"):
        tally.demand(one["there"], "the old record went, and there is no new one")


def check_use(tally: Tally, uses: list[dict[str, Any]], life: int) -> None:
    """Demands that what one life holds on to stays within its budget."""
    found = [one["window"] for one in uses if one["window"]]
    engines = [one["engine"]["mb"] for one in uses if one["engine"]]
    if len(found) < 2:
        return
    first, last = found[0], found[-1]
    tally.demand(max(one["mb"] for one in found) < WINDOW_MB, f"life {life}: the window had over {WINDOW_MB} MB")
    tally.demand(max(engines, default=0) < ENGINE_MB, f"life {life}: the engine had over {ENGINE_MB} MB")
    for name, more in (("files", MORE_FILES), ("threads", MORE_THREADS), ("shared", MORE_SHARED)):
        tally.demand(last[name] - first[name] <= more, f"life {life}: {name} grew from {first[name]} to {last[name]}")
    if len(found) >= 16:
        quarter = len(found) // 4
        early = median(one["mb"] for one in found[quarter : 2 * quarter])
        late = median(one["mb"] for one in found[-quarter:])
        tally.counts["lives whose memory was followed"] += 1
        tally.demand(late <= GROWTH * early, f"life {life}: the window grew from {early:.0f} to {late:.0f} MB")


def check_folder(folder: Path, tally: Tally) -> None:
    """Demands that after a clean end nothing is left, and that nobody else can read what is."""
    state = folder / "ml-playground"
    tally.demand(not list((state / "autosave").glob("*.lock")) or kept_in(folder), "locks are left without a run")
    tally.demand(not list(folder.rglob("*.tmp")), "temporary files are left")
    open_to_all = [path for path in (state, state / "autosave") if path.stat().st_mode & 0o077]
    tally.demand(not open_to_all, f"others can read {open_to_all}")
    killed = tally.counts["window ended by SIGKILL"]
    left = sorted(path.name for path in (folder / "tmp").iterdir())
    tally.demand(len(left) <= killed, f"these temporary files are left: {left}")
    size = sum(path.stat().st_size for path in state.rglob("*") if path.is_file()) / 1e6
    tally.counts["MB in the state folder at the end"] = round(size)
    tally.demand(size < 60, f"the state folder has {size:.0f} MB")


def table(tally: Tally) -> str:
    """What was tried and what came of it."""
    rows = [f"{name:<70} {count:>7,}" for name, count in sorted(tally.counts.items())]
    largest = {
        name: max((one[name]["mb"] for uses in tally.uses for one in uses if one[name]), default=0)
        for name in ("window", "engine")
    }
    rows += [f"{f'most memory of the {name}, MB':<70} {mb:>7.0f}" for name, mb in largest.items()]
    rows += [f"{'longest from a signal to the end of all processes, s':<70} {tally.slowest_end:>7.1f}"]
    return "\n".join([*rows, f"{'wrong':<70} {len(tally.wrong):>7}", *tally.wrong])


def main() -> int:
    """Runs it, prints the table, and says whether all held."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--minutes", type=float, default=MINUTES, help="no new life begins later")
    options.add_argument("--acts", type=int, default=ACTS)
    options.add_argument("--engine-kills", type=int, default=ENGINE_KILLS)
    options.add_argument("--window-kills", type=int, default=WINDOW_KILLS)
    options.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**30))
    plan = options.parse_args()
    print(f"seed {plan.seed}", flush=True)
    with TemporaryDirectory(prefix="soak-") as folder:
        tally = soak(Path(folder), plan)
        errors = (Path(folder) / "errors.txt").read_text(errors="replace").strip()
    print(table(tally))
    if errors:
        print(f"on the standard error:\n{errors[-4000:]}")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
