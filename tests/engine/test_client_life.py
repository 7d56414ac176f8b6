"""How engine processes start, die, come back and end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from pathlib import Path

import engine_toys
import pytest
from engine_inbox import PATIENCE, Inbox

from playground.engine.process import messages as m
from playground.engine.process.client import MOST_DEATHS, STOP_SECONDS, EngineClient
from playground.engine.process.recovery import Book
from playground.engine.process.worker import HEARTBEAT
from playground.engine.run.session import Session

Maker = Callable[..., tuple[EngineClient, Inbox]]


def until(test: Callable[[], bool]) -> bool:
    """Wait for something outside of this process."""
    end = time.monotonic() + PATIENCE
    while not test():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def kill(client: EngineClient, inbox: Inbox) -> None:
    """Kill the engine and wait until the next one is ready."""
    assert client.pid is not None
    since = inbox.now
    os.kill(client.pid, signal.SIGKILL)
    restarting, restarted = inbox.wait(m.Restarting, since=since), inbox.wait(m.Restarted, since=since)
    # Said when the old one is gone, not when the new one is there.
    assert inbox.messages.index(restarting, since) < inbox.messages.index(restarted, since)


def digest_at(client: EngineClient, inbox: Inbox, group: str, token: str) -> tuple[int, str]:
    """The step of a group and the digest of its state there."""
    client.send(group, m.GetRecord(token))
    record = inbox.wait(m.Recorded, group, lambda answer: answer.token == token).record
    return record["step"], record["digests"][str(record["step"])]


def test_commands_before_the_engine_is_ready_are_kept_in_order(make_client: Maker) -> None:
    client, inbox = make_client()
    client.send("a", m.Open.of("walk"))
    client.send("a", m.Step(2))
    client.send("a", m.Set({"rate": 0.3}))
    client.send("a", m.Step(2))
    client.send("a", m.GetRecord("t"))
    assert inbox.wait(m.Recorded, "a").record["log"] == [{"step": 2, "set": {"rate": 0.3}}]
    ready = next(message for message in inbox.messages if isinstance(message, m.Ready))
    assert ready.device
    assert ready.versions["threads"] == 1
    assert client.alive


def test_stop_ends_the_process_its_threads_and_its_pipes(make_client: Maker) -> None:
    threads, processes = set(threading.enumerate()), multiprocessing.active_children()
    client, inbox = make_client()
    client.send("a", m.Open.of("walk"))
    client.send("a", m.Pace(None))
    client.send("a", m.Play())
    inbox.frame("a", lambda frame: frame.step > 100)
    client.stop()
    client.stop()
    assert not client.alive
    assert client.pid is None
    assert multiprocessing.active_children() == processes
    assert set(threading.enumerate()) == threads


def test_stop_ends_an_engine_that_has_not_loaded_yet(make_client: Maker) -> None:
    processes = multiprocessing.active_children()
    client, _ = make_client()
    client.stop()
    assert not client.alive
    assert multiprocessing.active_children() == processes


@pytest.mark.engine_death
@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="this system stops no processes")
def test_an_engine_that_is_stopped_shows_no_life_and_is_replaced(make_client: Maker) -> None:
    client, inbox = make_client()
    client.send("a", m.Open.of("walk"))
    client.send("a", m.Step(3))
    inbox.frame("a", lambda frame: frame.step == 3)
    seen = client.life()
    assert until(lambda: client.life() != seen)
    assert client.pid is not None
    os.kill(client.pid, signal.SIGSTOP)
    seen = client.life()
    time.sleep(3 * HEARTBEAT)
    assert client.life() in (seen, seen + 1)
    client.send("a", m.Step(1))
    client.restart()
    inbox.wait(m.Restarted)
    inbox.frame("a", lambda frame: frame.step == 4)


@pytest.mark.engine_death
@pytest.mark.parametrize("phase", ["starting", "busy", "stopped", "starting again"])
def test_stop_ends_the_engine_soon_whatever_it_does(make_client: Maker, phase: str) -> None:
    client, inbox = make_client()
    client.send("a", m.Open.of("walk"))
    if phase != "starting":
        inbox.wait(m.Ready)
    old = client.pid or 0
    if phase == "busy":
        client.send("a", m.Step(10**9))
        assert until(lambda: client._life is not None and client._life.busy == 1)
    if phase == "stopped":
        os.kill(old, signal.SIGSTOP)
    if phase == "starting again":
        os.kill(old, signal.SIGKILL)
        assert until(lambda: client.pid not in (old, None))
    started = time.monotonic()
    client.stop()
    assert time.monotonic() - started < STOP_SECONDS
    assert not client.alive
    assert client.pid is None


@pytest.mark.engine_death
def test_a_killed_engine_comes_back_with_every_group_as_it_was(make_client: Maker) -> None:
    client, inbox = make_client()
    client.send("plays", m.Open.of("walk", {"points": 4}, seed=1))
    client.send("plays", m.Pace(None))
    client.send("plays", m.Play())
    client.send("rests", m.Open.of("walk", seed=2))
    client.send("rests", m.Step(10))
    client.send("rests", m.Set({"rate": 0.7}))
    client.send("rests", m.Step(10))
    client.send("rests", m.Act("add_point", {"xy": [5.0, 5.0]}))
    client.send("hidden", m.Open.of("walk", seed=3))
    client.send("hidden", m.Play())
    client.send("hidden", m.Show(False))
    inbox.frame("plays", lambda frame: frame.step > 1000)
    inbox.frame("rests", lambda frame: len(frame.arrays["points"]) == 6)
    before = digest_at(client, inbox, "rests", "before")
    _, hidden = digest_at(client, inbox, "hidden", "before")
    shown = max(frame.step for frame in inbox.frames("plays"))
    epoch = max(frame.epoch for frame in inbox.frames("plays"))
    since = inbox.now
    kill(client, inbox)
    assert digest_at(client, inbox, "rests", "after") == before
    assert digest_at(client, inbox, "hidden", "after")[1] == hidden
    frame = inbox.frame("plays", lambda frame: frame.step > shown + 1000, since=since)
    assert frame.params["points"] == 4
    assert frame.epoch > epoch
    first = inbox.wait(m.FrameMessage, "plays", since=inbox.messages.index(inbox.wait(m.Restarted)))
    assert first.playing
    assert first.frames[0].step >= shown
    straight = Session(engine_toys.WALK, engine_toys.Params(points=4), 1)
    straight.advance(frame.step)
    assert straight.frame().metrics == frame.metrics
    assert "SIGKILL" in inbox.wait(m.Restarted).reason


@pytest.mark.engine_death
def test_acts_since_the_last_checkpoint_are_repeated_at_their_steps(make_client: Maker) -> None:
    client, inbox = make_client()
    client.send("a", m.Open.of("walk", seed=5))
    client.send("a", m.Pace(400.0))
    client.send("a", m.Play())
    for i in range(5):
        inbox.frame("a", lambda frame, i=i: frame.step > 30 * (i + 1))  # type: ignore[misc]
        client.send("a", m.Act("move_point", {"id": i, "xy": [float(i), 1.0]}, f"s{i}"))
        client.send("a", m.Set({"rate": 0.2 + i / 10}))
    client.send("a", m.Play(False))
    client.send("a", m.GetRecord("before"))
    before = inbox.wait(m.Recorded, "a").record
    kill(client, inbox)
    client.send("a", m.GetRecord("after"))
    after = inbox.wait(m.Recorded, "a", lambda answer: answer.token == "after").record
    assert len(before["log"]) == 10
    assert after["log"] == before["log"]
    assert after["step"] <= before["step"]
    client.send("a", m.Step(before["step"] - after["step"]))
    assert digest_at(client, inbox, "a", "again") == (before["step"], before["digests"][str(before["step"])])


@pytest.mark.engine_death
def test_a_newer_record_replaces_what_was_sent_before_it(make_client: Maker) -> None:
    client, inbox = make_client()
    client.send("a", m.Open.of("walk", {"work": 200}, seed=6))
    client.send("a", m.Pace(None))
    client.send("a", m.Play())
    client.send("a", m.Set({"rate": 0.4}))
    page = client._book.pages["a"]
    assert until(lambda: bool(page.runs and page.runs[0].record and page.runs[0].record["step"] > 0))
    assert not page.commands
    assert page.runs[0].record is not None
    assert "state" in page.runs[0].record
    kept = page.runs[0].record["step"]
    kill(client, inbox)
    frame = inbox.frame("a", lambda frame: frame.step > kept + 100, since=inbox.now)
    assert frame.params["rate"] == 0.4
    assert [mark.kind for mark in frame.marks] == ["set"]


@pytest.mark.engine_death
def test_a_question_that_was_open_is_answered_by_the_next_engine(make_client: Maker) -> None:
    client, inbox = make_client()
    client.send("a", m.Open.of("walk", {"work": 50_000}))
    inbox.frame("a")
    client.send("a", m.Step(10))
    client.send("a", m.GetRecord("t"))
    kill(client, inbox)
    assert inbox.wait(m.Recorded, "a").record["step"] == 10


@pytest.mark.engine_death
def test_a_model_that_kills_the_engine_again_and_again_is_given_up_and_others_go_on(make_client: Maker) -> None:
    client, inbox = make_client()
    client.send("good", m.Open.of("walk"))
    client.send("good", m.Pace(200.0))
    client.send("good", m.Play())
    client.send("bad", m.Open.of("walk", {"trap": "exit in step", "at": 5}))
    client.send("bad", m.Play())
    fault = inbox.wait(m.Fault, "bad")
    assert f"{MOST_DEATHS} times" in fault.sentence
    assert "exit status 41" in fault.report
    inbox.wait(m.Restarted, since=inbox.messages.index(fault))
    assert sum(isinstance(message, m.Restarted) for message in inbox.messages) == MOST_DEATHS
    here = inbox.frame("good", since=inbox.now).step
    inbox.frame("good", lambda frame: frame.step > here + 20)
    client.send("bad", m.Open.of("walk"))
    assert inbox.frame("bad", lambda frame: frame.params["trap"] == "none").status == "running"


@pytest.mark.engine_death
def test_an_engine_that_cannot_load_is_given_up(make_client: Maker) -> None:
    client, inbox = make_client(load=engine_toys.DieWhenLoaded())
    fault = inbox.wait(m.Fault)
    assert fault.group == ""
    assert f"exit status 42) {MOST_DEATHS} times" in fault.sentence
    assert until(lambda: not client.alive)


@pytest.mark.engine_death
def test_an_engine_whose_messages_cannot_be_read_is_given_up_with_a_fault_and_can_be_started_again(
    make_client: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, inbox = make_client()
    client.send("a", m.Open.of("walk"))
    inbox.frame("a")
    with monkeypatch.context() as patch:
        patch.setattr(Book, "settle", lambda *_: [][0])
        client.send("a", m.Step(2))
        fault = inbox.wait(m.Fault)
    assert fault.group == ""
    assert "IndexError" in fault.sentence
    assert until(lambda: not client.alive)
    assert client.pid is None
    client.stop()
    client.start()
    assert inbox.frame("a", lambda frame: frame.step == 2).status == "running"


@pytest.mark.engine_death
@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc")
def test_restarts_leak_no_file_handles_threads_or_processes(make_client: Maker) -> None:
    client, inbox = make_client()
    client.send("a", m.Open.of("walk"))
    inbox.frame("a")

    def count() -> tuple[int, int, int]:
        fds = len(list(Path("/proc/self/fd").iterdir()))
        return fds, threading.active_count(), len(multiprocessing.active_children())

    kill(client, inbox)
    inbox.frame("a", since=inbox.now - 1)
    first = count()
    for _ in range(3):
        kill(client, inbox)
    assert until(lambda: count() == first), (count(), first)


def orphan(code: str) -> subprocess.Popen[str]:
    """A parent of its own with an engine, which prints the engine's id once it is ready."""
    head = f"""
        import os, signal, sys, threading
        sys.path.insert(0, {str(Path(engine_toys.__file__).parent)!r})
        import engine_toys
        from playground.engine.process import messages as m
        from playground.engine.process.client import EngineClient
        ready = threading.Event()
        def deliver(message):
            if isinstance(message, m.FrameMessage):
                ready.set()
        if __name__ == "__main__":
            client = EngineClient(engine_toys.load, deliver)
            client.start()
            client.send("a", m.Open.of("walk"))
            ready.wait({PATIENCE})
            print(client.pid, flush=True)
    """
    script = textwrap.dedent(head) + textwrap.indent(textwrap.dedent(code), "    ")
    return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def gone(pid: int) -> bool:
    """Whether a process has ended (a zombie without a reaper counts as ended)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.engine_death
@pytest.mark.skipif(not Path("/proc/self/stat").is_file(), reason="needs /proc")
@pytest.mark.parametrize(
    "ending",
    [
        "client.send('a', m.Set({'work': 100000})); client.send('a', m.Step(600)); signal.pause()",
        "os.abort()",
        "sys.exit(0)",
    ],
    ids=["killed in a long step", "aborted", "ended"],
)
def test_no_ending_of_the_parent_leaves_an_engine_or_a_complaint(ending: str) -> None:
    with orphan(ending) as parent:
        assert parent.stdout is not None
        assert parent.stderr is not None
        pid = int(parent.stdout.readline())
        if "pause" in ending:
            parent.send_signal(signal.SIGKILL)
        parent.wait(PATIENCE)
        assert until(lambda: gone(pid))
        assert parent.stderr.read() == ""


@pytest.mark.engine_death
def test_ctrl_c_does_not_reach_the_engine(make_client: Maker) -> None:
    client, inbox = make_client()
    client.send("a", m.Open.of("walk"))
    inbox.frame("a")
    assert client.pid is not None
    os.kill(client.pid, signal.SIGINT)
    client.send("a", m.Step(3))
    inbox.frame("a", lambda frame: frame.step == 3)
    assert not any(isinstance(message, m.Restarted) for message in inbox.messages)
