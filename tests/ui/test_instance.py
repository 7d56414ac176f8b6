"""One running program: starts that are handed to it, and every way in which they cannot be."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue

import patience
import pytest

from playground.ui.system.instance import CLOSING, Instance, hand_over
from playground.ui.system.launch import claim_or_hand_over
from playground.ui.system.start_request import Start, read_start

SOON = 0.3  # seconds that a refusal is waited for


def taking(came: SimpleQueue[Start]) -> Callable[[Start], bool]:
    """Takes every start."""

    def take(start: Start) -> bool:
        came.put(start)
        return True

    return take


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[Instance, SimpleQueue[Start]]]:
    """A running program and what it was handed."""
    came: SimpleQueue[Start] = SimpleQueue()
    instance = Instance(tmp_path)
    assert instance.claim()
    instance.listen(taking(came))
    yield instance, came
    instance.close()


def test_a_second_start_is_handed_over(running: tuple[Instance, SimpleQueue[Start]], tmp_path: Path) -> None:
    _, came = running
    assert not Instance(tmp_path).claim()
    asked = Start("hopfield", sets={"rule": "storkey"}, seed=3, play=True, preset="dense")
    assert hand_over(asked, tmp_path, patience.SECONDS)
    assert came.get(timeout=patience.SECONDS) == asked
    assert hand_over(Start(), tmp_path, patience.SECONDS)
    assert came.get(timeout=patience.SECONDS) == Start()


def test_files_are_handed_over_by_their_full_path_and_links_as_they_are(
    running: tuple[Instance, SimpleQueue[Start]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for source, full in (("a b.mlscene", str(tmp_path / "a b.mlscene")), ("playground:eJx", "playground:eJx")):
        assert hand_over(Start(source=source), tmp_path, patience.SECONDS)
        assert running[1].get(timeout=patience.SECONDS).source == full


def test_another_process_hands_over(running: tuple[Instance, SimpleQueue[Start]], tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from playground.ui.system.start_request import Start; "
        "from playground.ui.system.instance import hand_over; "
        f"print(hand_over(Start('minimax'), Path({str(tmp_path)!r}), {patience.SECONDS})); "
        "print([name for name in ('PySide6', 'torch') if name in sys.modules])"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True, timeout=patience.SECONDS)
    assert said.split("\n")[:2] == ["True", "[]"]
    assert running[1].get(timeout=patience.SECONDS) == Start("minimax")


def test_when_it_closes_nothing_is_left_and_another_may_run(tmp_path: Path) -> None:
    first = Instance(tmp_path)
    assert first.claim()
    first.listen(lambda start: True)
    first.close()
    first.close()
    assert [path.name for path in tmp_path.iterdir()] == ["lock"]
    assert not hand_over(Start(), tmp_path, SOON)
    second = Instance(tmp_path)
    assert second.claim()
    second.close()


def test_a_start_that_meets_a_window_which_is_closing_opens_its_own(tmp_path: Path) -> None:
    closing = Instance(tmp_path)
    assert closing.claim()
    asked = threading.Event()

    def refuse(start: Start) -> bool:
        asked.set()
        return False

    closing.listen(refuse)
    opens: SimpleQueue[bool] = SimpleQueue()
    second = Instance(tmp_path)
    given = threading.Thread(target=lambda: opens.put(claim_or_hand_over(second, Start(), patience.SECONDS)))
    given.start()
    assert asked.wait(patience.SECONDS)
    assert opens.empty(), "it is not closed yet"
    closing.close()
    assert opens.get(timeout=patience.SECONDS)
    given.join(patience.SECONDS)
    assert not Instance(tmp_path).claim(), "the second one runs now"
    second.close()


def test_a_caller_that_says_nothing_does_not_hold_up_the_end(
    running: tuple[Instance, SimpleQueue[Start]], tmp_path: Path
) -> None:
    if sys.platform == "win32":
        pytest.skip("no Unix sockets")
    with socket.socket(socket.AF_UNIX) as silent:
        silent.connect(json.loads((tmp_path / "key.json").read_text())["address"])
        started = time.monotonic()
        running[0].close()
        assert time.monotonic() - started < 2 * CLOSING


@pytest.mark.skipif(sys.platform == "win32", reason="Windows guards the folder itself")
def test_only_the_user_can_reach_it(running: tuple[Instance, SimpleQueue[Start]], tmp_path: Path) -> None:
    for name in ("key.json", "socket"):
        assert (tmp_path / name).stat().st_mode & 0o077 == 0
    (tmp_path / "key.json").chmod(0o644)  # others could have read it: it is not trusted any more
    assert not hand_over(Start(), tmp_path, SOON)


def test_a_wrong_key_is_refused_and_the_next_one_is_heard(
    running: tuple[Instance, SimpleQueue[Start]], tmp_path: Path
) -> None:
    good = (tmp_path / "key.json").read_text()
    (tmp_path / "key.json").write_text(json.dumps({**json.loads(good), "key": "00" * 32}))
    assert not hand_over(Start("relu"), tmp_path, SOON)
    (tmp_path / "key.json").write_text(good)
    assert hand_over(Start("graphs"), tmp_path, patience.SECONDS)
    assert running[1].get(timeout=patience.SECONDS) == Start("graphs")
    assert running[1].empty()


@pytest.mark.skipif(sys.platform == "win32", reason="no Unix sockets")
def test_a_program_that_hangs_does_not_hold_up_the_second(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(str(tmp_path / "deaf"))
        deaf.listen()
        with os.fdopen(os.open(tmp_path / "key.json", os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            json.dump({"address": str(tmp_path / "deaf"), "key": "00"}, file)
        assert not hand_over(Start(), tmp_path, SOON)
        caller, _ = deaf.accept()
        caller.close()
    for thread in threading.enumerate():
        if thread.name == "handing over":
            thread.join(patience.SECONDS)


def test_a_socket_left_by_a_killed_program_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "socket").touch()
    came: SimpleQueue[Start] = SimpleQueue()
    instance = Instance(tmp_path)
    assert instance.claim()
    instance.listen(taking(came))
    assert hand_over(Start("relu"), tmp_path, patience.SECONDS)
    instance.close()
    assert came.get(timeout=patience.SECONDS) == Start("relu")


def test_a_long_folder_has_its_socket_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    came: SimpleQueue[Start] = SimpleQueue()
    instance = Instance(folder)
    assert instance.claim()
    instance.listen(taking(came))
    place = Path(json.loads((folder / "key.json").read_text())["address"])
    assert hand_over(Start("relu"), folder, patience.SECONDS)
    instance.close()
    assert not place.parent.exists() or sys.platform == "win32"


@pytest.mark.parametrize(
    "raw",
    [b"", b"{", b"[]", b'{"concept": 3}', b'{"sets": {"rate": 1}}', b'{"seed": true}', b'{"play": 1}', b'{"run": "x"}'],
)
def test_what_is_no_start_is_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match="no start"):
        read_start(raw)


def test_a_folder_that_cannot_be_made_opens_a_window_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    instance = Instance(tmp_path / "file" / "running")
    assert instance.claim()
    instance.listen(lambda start: True)
    instance.close()
