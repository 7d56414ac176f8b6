"""Which device computes, why another does not, and what happens when a graphics card fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import engine_toys
import pytest
import torch
from engine_inbox import Inbox

from playground.engine import device as devices
from playground.engine.errors import DeviceLost
from playground.engine.process import messages as m
from playground.engine.process.client import EngineClient
from playground.engine.run.record import store
from playground.engine.run.session import Session

FULL = torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 8 GiB")

SAYINGS = {
    "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU": "there is no NVIDIA driver",
    "No CUDA GPUs are available": "there is no such card",
    "The NVIDIA driver on your system is too old (found version 11040). Please update": (
        "its driver is too old for this build of PyTorch"
    ),
    "CUDA error: no kernel image is available for execution on the device\nCUDA kernel errors might be": (
        "it is too old for this build of PyTorch"
    ),
    "CUDA error: all CUDA-capable devices are busy or unavailable": "another program keeps it busy",
    "CUDA error: an illegal access was met\nmore": "CUDA error: an illegal access was met",
}


@pytest.fixture(autouse=True)
def _a_fresh_choice() -> Iterator[None]:
    def forget() -> None:
        devices._given_up.clear()
        devices._find_cards.cache_clear()

    forget()
    yield
    forget()


@pytest.fixture
def with_a_card(monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception | None], None]:
    """A build of torch for an NVIDIA card, on a machine where using one raises an error, or none."""

    def make(error: Exception | None) -> None:
        def try_out(device: torch.device) -> None:
            if error is not None:
                raise error

        monkeypatch.setattr("torch.version.cuda", "13.0")
        monkeypatch.setattr("torch.cuda.init", lambda: None)
        monkeypatch.setattr("torch.cuda.get_device_name", lambda *_: "Tesla Test")
        monkeypatch.setattr(devices, "try_out", try_out)

    return make


def test_a_card_that_computes_is_used(with_a_card: Callable[..., None]) -> None:
    with_a_card(None)
    assert devices.best() == torch.device("cuda")
    assert devices.cards()[0] == devices.GraphicsCard("cuda", "Tesla Test", present=True)
    assert devices.warning() == ""


@pytest.mark.parametrize(("said", "why"), SAYINGS.items())
def test_a_card_that_cannot_be_used_says_why(said: str, why: str, with_a_card: Callable[..., None]) -> None:
    with_a_card(RuntimeError(said))
    assert devices.best() == devices.cpu()
    assert devices.cards()[0].why_not == why
    absent = why.startswith("there is no")
    sentence = f"Tesla Test is not used: {why}. Everything is computed on the processor"
    assert devices.warning() == ("" if absent else sentence)


def test_a_full_card_is_left_alone(with_a_card: Callable[..., None]) -> None:
    with_a_card(FULL)
    assert devices.best() == devices.cpu()
    assert devices.cards()[0].why_not == "its memory is full"


def test_the_card_can_be_switched_off(with_a_card: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    with_a_card(None)
    monkeypatch.setenv(devices.VARIABLE, "cpu")
    assert devices.best() == devices.cpu()
    assert {card.why_not for card in devices.cards()} == {"PLAYGROUND_DEVICE is cpu"}
    assert devices.warning() == ""


def test_every_kind_of_card_says_why_it_is_not_used_or_is_the_one_in_use() -> None:
    cards = devices.cards()
    assert [card.kind for card in cards] == ["cuda", "mps"]
    used = [card.kind for card in cards if not card.why_not]
    assert devices.best().type == (used[0] if used else "cpu")


def test_an_error_of_the_card_leaves_the_panel_and_gives_the_card_up(with_a_card: Callable[..., None]) -> None:
    with_a_card(None)
    with pytest.raises(DeviceLost, match="its memory is full"):
        devices.pass_on(FULL)
    devices.give_up("its memory is full")
    devices.pass_on(FULL)  # on the processor it is a fault like any other
    assert devices.best() == devices.cpu()
    assert devices.cards()[0].why_not == "its memory is full"
    assert devices.warning().startswith("The graphics card is not used any more: its memory is full.")


@pytest.mark.parametrize("error", [RuntimeError("shapes (2, 64) and (32, 2)"), ValueError("CUDA"), MemoryError()])
def test_other_errors_stay_with_the_panel(error: Exception) -> None:
    devices.pass_on(error)


def test_a_session_lets_the_card_s_failure_through() -> None:
    session = Session(engine_toys.WALK, engine_toys.Params(trap="card fails in step", at=3))
    with pytest.raises(DeviceLost):
        session.advance(5)
    devices.give_up("its memory is full")
    again = Session(engine_toys.WALK, engine_toys.Params(trap="card fails in step", at=3))
    assert again.advance(5) == 5


@pytest.mark.engine_death
def test_a_run_goes_on_on_the_processor_when_the_card_fails(
    make_client: Callable[..., tuple[EngineClient, Inbox]],
) -> None:
    client, inbox = make_client()
    client.send("a", m.Open.of("walk", {"trap": "card fails in step", "at": 40}, seed=4))
    client.send("a", m.Pace(None))
    client.send("a", m.Play())
    reason = inbox.wait(m.Restarting).reason
    assert reason == "the engine process ended (the graphics card failed)"
    again = inbox.wait(m.Ready, since=inbox.messages.index(inbox.wait(m.Restarting)))
    assert again.warning.startswith("The graphics card is not used any more: its memory is full")
    inbox.wait(m.Restarted)
    inbox.frame("a", lambda frame: frame.step > 200)
    client.send("a", m.Play(False))
    client.send("a", m.GetRecord("t"))
    record = inbox.wait(m.Recorded, "a").record
    straight = Session(engine_toys.WALK, engine_toys.Params(), 4)
    straight.advance(record["step"])
    assert record["digests"][str(record["step"])] == store(straight)["digests"][str(record["step"])]
