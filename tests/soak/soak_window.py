"""One life of the real window in the soak: opens again what was left, walks at random, and lets its engine be killed.

It tells what it did in lines of JSON on its standard output; whoever started it reads them, and may kill it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent

if TYPE_CHECKING:
    from playground.ui.controller.controller import Controller
    from playground.ui.controller.state import State
    from playground.ui.system.application import Application

sys.path.insert(0, str(Path(__file__).parents[1] / "ui" / "toys"))

PANELS = ("perceptron", "hopfield", "mlp", "minimax", "optimisers", "relu")
SECONDS = 120.0  # that anything may take on a machine that does other things as well
SAME = ("concept", "params", "seed", "data", "log", "step")
"""What of two records of one run must be equal; their digests and numbers where both have them."""


class Over(Exception):
    """The window was closed."""


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """What differs between two records of a run; an empty list if it is the same to the bit."""
    wrong = [f"{name}: {one.get(name)}, {other.get(name)}" for name in SAME if one.get(name) != other.get(name)]
    for name in ("digests", "numbers"):
        a, b = one.get(name) or {}, other.get(name) or {}
        if name == "numbers":  # metrics that a job has found are there once it has
            a, b = a.get("now") or {}, b.get("now") or {}
        wrong += [f"{name}[{key}]: {a[key]}, {b[key]}" for key in a.keys() & b.keys() if a[key] != b[key]]
    for name in ("twins", "branches"):
        runs, others = ((record.get(name) or {}).get("runs", []) for record in (one, other))
        wrong += [f"{len(runs)} and {len(others)} {name}"] if len(runs) != len(others) else []
        for k, (a, b) in enumerate(zip(runs, others, strict=False)):
            wrong += [f"{name} {k}: {what}" for what in differences(a, b)]
    return wrong


def usage(pid: int) -> dict[str, float]:
    """What a process uses: memory in MB, open files, threads, and maps of shared memory; empty if it has gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        found = {name: rest.split()[0] for name, _, rest in (line.partition(":") for line in lines) if rest.split()}
        files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
        maps = Path(f"/proc/{pid}/maps").read_text().count("/dev/shm/")
    except (OSError, KeyError):
        return {}
    return {"mb": int(found["VmRSS"]) / 1024, "files": files, "threads": int(found["Threads"]), "shared": maps}


class Life:
    """What the window does between its start and its end."""

    def __init__(self, application: Application, plan: argparse.Namespace) -> None:
        self.application, self.plan = application, plan
        self.random = random.Random(plan.seed)
        self.acts = 0

    @property
    def controller(self) -> Controller:
        """The controller, once it is there."""
        assert self.application.controller is not None
        return self.application.controller

    def tell(self, what: str, **values: Any) -> None:
        """One line for who started this."""
        print(json.dumps({"what": what, **values}), flush=True)

    def turn(self) -> None:
        """One turn of the window's loop."""
        if self.application._closed:
            raise Over
        qt = self.application.qt
        qt.processEvents()
        qt.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)  # which the window's own loop does of itself
        time.sleep(0.002)

    def wait(self, what: str, test: Callable[[], bool]) -> None:
        """Turns until something is so.

        Raises:
            TimeoutError: it never is.
        """
        ends = time.monotonic() + SECONDS
        while not test():
            if time.monotonic() > ends:
                raise TimeoutError(what)
            self.turn()

    def record(self, group: str = "") -> dict[str, Any]:
        """The record of a run, as a scene holds it."""
        came: list[Any] = []
        self.controller.records.ask(came.append, group)
        self.wait(f"a record of {group or 'the stage'}", lambda: bool(came))
        found: dict[str, Any] = json.loads(json.dumps(dict(came[0])))
        return found

    def run(self) -> None:
        """The whole life, but for its end where somebody kills it."""
        try:
            self.wait("the controller", lambda: self.application.controller is not None)
            self.controller.listeners.append(self.hear)
            notice = self.controller.state.notice
            self.tell("ready", notice=notice.text if notice is not None else "")
            if self.plan.recover:
                self.recover()
            self.walk()
            self.tell("walked", acts=self.acts)
            if self.plan.clean:
                self.application.window.close()
        except Over:
            pass
        except BaseException:
            self.tell("fault", text=traceback.format_exc())

    def hear(self, state: State, before: State) -> None:
        """Tells what the window says of trouble."""
        notice = state.notice
        if notice is not None and notice is not before.notice and notice.kind in ("warning", "failed"):
            self.tell("said", text=notice.text)

    # ---- what was left

    def recover(self) -> None:
        """Opens again what the last life left, and tells the records of what has come."""
        keeper, before = self.application.keeper, len(list(self.folder.rglob("*.scene.json")))
        assert keeper is not None
        notice = self.controller.state.notice
        self.tell("offer", action=notice.action if notice is not None else "", files=before)
        keeper.recover()
        self.tell("opened again", paths=[str(left.path) for left in keeper._opened.values()])
        opened = dict(keeper._opened)
        for group, left in opened.items():
            if left.path.exists():
                record = self.record(group)
                kept = json.loads(left.path.read_bytes()) if left.path.exists() else None
                self.tell("recovered", path=str(left.path), concept=left.concept, record=record, kept=kept is not None)
        panel = self.controller.state.panel
        if panel is not None and panel.group in opened:
            self.wait("the first frame", lambda: self.panel_frame() is not None)
            keeper.save()
            self.wait("the run to be kept anew", lambda: not opened[panel.group].path.exists())
            self.tell("kept anew", there=any(self.folder.rglob(f"{panel.group.replace('#', '_')}.scene.json")))

    @property
    def folder(self) -> Path:
        """Where runs are kept."""
        return Path(os.environ["XDG_STATE_HOME"]) / "ml-playground" / "autosave"

    def panel_frame(self) -> Any:
        """The frame on the stage."""
        panel = self.controller.state.panel
        return panel.frame if panel is not None else None

    # ---- acts and kills

    def walk(self) -> None:
        """Random acts, with the engine killed now and then."""
        from window_walk import Walk

        from playground.lecture.shipped_lessons import lesson_path

        kills = self.plan.engine_kills
        while self.acts < self.plan.acts or kills:
            lesson = lesson_path(self.random.choice(PANELS[:4]))
            walk = Walk(self.application.window, self.controller, self.random.randrange(2**30), PANELS, lesson)
            walk.go()
            self.turn()
            self.acts += len(walk.done)
            self.wait(f"a frame after {walk.done}", lambda: self.panel_frame() is not None)
            self.record()
            self.measure()
            if kills and self.acts >= self.plan.acts * (1 - kills / (self.plan.engine_kills + 1)):
                kills -= 1
                (self.kill_at_rest if kills % 2 else self.kill_in_mid_run)()

    def measure(self) -> None:
        """Tells what this process and the engine use."""
        client = self.application.client
        engine = client.pid if client is not None else None
        own = usage(os.getpid())
        self.tell("use", acts=self.acts, window=own, engine=usage(engine) if engine else {}, pid=engine)

    def pause(self) -> None:
        """Stops the clock and waits until the engine has."""
        self.controller.clock.pause()
        self.wait("the clock to stand", lambda: self.controller.clock.settled and not self.stands_playing())

    def stands_playing(self) -> bool:
        """Whether the run on the stage plays."""
        panel = self.controller.state.panel
        return panel is not None and panel.playing

    def kill_engine(self) -> None:
        """Kills the engine, and waits for the next one."""
        client = self.application.client
        assert client is not None
        self.wait("an engine", lambda: client.pid is not None and self.controller.state.engine == "ready")
        old = client.pid
        assert old is not None
        os.kill(old, signal.SIGKILL)
        self.wait("the next engine", lambda: client.pid not in (None, old) and self.controller.state.engine == "ready")

    def kill_at_rest(self) -> None:
        """The run that stood is there again, to the bit."""
        self.pause()
        before = self.record()
        self.kill_engine()
        after = self.record()
        self.tell("engine killed", where="at rest", concept=before["concept"], wrong=differences(before, after))

    def kill_in_mid_run(self) -> None:
        """The run goes on with all its acts, no earlier than it was seen; replayed from its start it is the same."""
        self.controller.clock.play()
        before, seen = self.record(), self.panel_frame().step
        self.kill_engine()
        self.pause()
        after = self.record()
        wrong = [name for name in ("concept", "seed", "data") if before.get(name) != after.get(name)]
        wrong += ["log"] if after["log"][: len(before["log"])] != before["log"] else []
        wrong += ["step"] if after["step"] < seen else []
        wrong += [name for name in differences(before, after) if name.startswith("digests")]
        self.tell("engine killed", where="in mid-run", concept=before["concept"], wrong=wrong)


def main() -> int:
    """Opens the window and begins the life in it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--acts", type=int, default=100)
    options.add_argument("--engine-kills", type=int, default=0)
    options.add_argument("--recover", action="store_true", help="opens again what was left")
    options.add_argument("--clean", action="store_true", help="closes the window at the end as a user does")
    plan = options.parse_args()
    from PySide6.QtCore import QTimer

    from playground.cli import entry
    from playground.ui.system.application import Application
    from playground.ui.system.launch import run

    execute = Application.execute

    def with_life(application: Application) -> int:
        QTimer.singleShot(0, application.window, Life(application, plan).run)
        return execute(application)

    setattr(Application, "execute", with_life)  # noqa: B010 - of this process alone
    return run(entry=entry())


if __name__ == "__main__":
    sys.exit(main())
