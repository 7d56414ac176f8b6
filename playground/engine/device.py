"""The only file that names a kind of device, sets thread counts and chooses a dtype.

A graphics card is used only after it has computed something small; one that fails later is given up for the rest of
the process, and what ran on it goes on on the processor (`pass_on`).
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

import torch

from playground.engine.errors import DeviceLost

THREADS = 1
VARIABLE = "PLAYGROUND_DEVICE"  # cpu: no graphics card is used

_MARKS = ("cuda", "cublas", "cudnn", "cusolver", "hip error", "hip out of memory", "mps", "metal")
_REASONS = (
    ("out of memory", "its memory is full"),
    ("alloc_failed", "its memory is full"),
    ("busy or unavailable", "another program keeps it busy"),
    ("no kernel image", "it is too old for this build of PyTorch"),
    ("driver on your system is too old", "its driver is too old for this build of PyTorch"),
    ("driver version is insufficient", "its driver is too old for this build of PyTorch"),
    ("found no nvidia driver", "there is no NVIDIA driver"),
    ("no cuda gpus", "there is no such card"),
    ("no cuda-capable device", "there is no such card"),
    ("not currently implemented for the mps", "it lacks an operation that is needed"),
)
_ABSENT = ("there is no NVIDIA driver", "there is no such card")


@dataclass(frozen=True, slots=True)
class GraphicsCard:
    """One kind of graphics card on this machine.

    Attributes:
        kind: as torch calls it.
        name: in words.
        why_not: why it is not used; empty: it can be.
        present: whether there is one at all, so that the user may wonder why it is not used.
    """

    kind: str
    name: str
    why_not: str = ""
    present: bool = False


def prepare() -> None:
    """One thread for every sum: sums over several threads round differently, and small models are fastest so."""
    torch.set_num_threads(THREADS)


@contextmanager
def preparation() -> Iterator[None]:
    """`prepare` for a while: a notebook's own thread count is restored afterwards."""
    before = torch.get_num_threads()
    prepare()
    try:
        yield
    finally:
        torch.set_num_threads(before)


def best() -> torch.device:
    """The fastest device of this machine that computes."""
    used = next((card for card in cards() if not card.why_not), None)
    return torch.device(used.kind) if used is not None else cpu()


def cards() -> tuple[GraphicsCard, ...]:
    """Every kind of graphics card that PyTorch knows, with the reason why it is not used."""
    if _given_up:
        return tuple(_without(card, _given_up[0]) for card in _find_cards())
    if os.environ.get(VARIABLE, "").lower() == "cpu":
        return tuple(GraphicsCard(kind, words, f"{VARIABLE} is cpu") for kind, words in _KINDS.items())
    return _find_cards()


def warning() -> str:
    """A sentence for the user where a card is there that cannot be used; empty otherwise."""
    if _given_up:
        return _sentence("the graphics card is not used any more", _given_up[0])
    unused = next((card for card in cards() if card.present and card.why_not), None)
    return _sentence(f"{unused.name} is not used", unused.why_not) if unused and best().type == "cpu" else ""


def _sentence(what: str, why: str) -> str:
    return f"{what[0].upper()}{what[1:]}: {why}. Everything is computed on the processor"


def give_up(reason: str) -> None:
    """From now on this process computes on the processor.

    Args:
        reason: why, as in `Card.why_not`.
    """
    _given_up[:] = [reason]


def pass_on(error: Exception) -> None:
    """Looks at an exception that is about to be kept as a failure of a panel.

    Raises:
        DeviceLost: it is a fault of the graphics card, and the processor has not been tried yet.
    """
    why = _fault(error)
    if why and not _given_up:
        raise DeviceLost(why) from error


_KINDS = {"cuda": "the NVIDIA card", "mps": "the Apple GPU"}
_given_up: list[str] = []


def _without(card: GraphicsCard, reason: str) -> GraphicsCard:
    """A card that failed while it was used, or one that was not used anyway."""
    return card if card.why_not else GraphicsCard(card.kind, card.name, reason, present=True)


@cache
def _find_cards() -> tuple[GraphicsCard, ...]:
    return _cuda(), _metal()


def _cuda() -> GraphicsCard:
    kind, words = "cuda", _KINDS["cuda"]
    if torch.version.cuda is None and torch.version.hip is None:
        return GraphicsCard(kind, words, "this build of PyTorch is for the processor alone")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch warns of what is said in the reason
        try:
            # Its errors say what is wrong, where `is_available` only says no.
            torch.cuda.init()  # type: ignore[no-untyped-call]
            words = torch.cuda.get_device_name()
            try_out(torch.device(kind))
        except Exception as error:  # of torch, of the driver, of the card
            why = _reason(error)
            return GraphicsCard(kind, words, why, present=why not in _ABSENT)
    return GraphicsCard(kind, words, present=True)


def _metal() -> GraphicsCard:
    kind, words = "mps", _KINDS["mps"]
    if not torch.backends.mps.is_built():
        return GraphicsCard(kind, words, "this build of PyTorch has no Metal, which only macOS has")
    if not torch.backends.mps.is_available():
        return GraphicsCard(kind, words, "there is no such card, or macOS is older than PyTorch asks for")
    try:
        try_out(torch.device(kind))
    except Exception as error:  # of torch or of the card
        return GraphicsCard(kind, words, _reason(error), present=True)
    return GraphicsCard(kind, words, present=True)


def try_out(device: torch.device) -> None:
    """Computes something small on a device, which fails where the card is too old, busy or full."""
    ones = torch.ones((32, 32), device=device)
    if float((ones @ ones).sum()) != 32.0**3:
        raise RuntimeError("CUDA error: it computes wrong numbers" if device.type == "cuda" else "MPS computes wrong")


def _reason(error: Exception) -> str:
    """Why a card failed, in words."""
    said = str(error).lower()
    known = next((why for mark, why in _REASONS if mark in said), None)
    first = str(error).strip().splitlines()
    return known or (first[0].rstrip(".") if first else type(error).__name__)


def _fault(error: Exception) -> str:
    """Why the graphics card failed; empty if this error is of something else."""
    said = str(error).lower()
    of_torch = isinstance(error, RuntimeError | NotImplementedError)
    return _reason(error) if of_torch and any(mark in said for mark in _MARKS) else ""


def cpu() -> torch.device:
    """The processor; `verify` and everything exact runs here."""
    return torch.device("cpu")


def choose(dtype: str, heavy: bool) -> tuple[torch.device, torch.dtype]:
    """Device and dtype for a concept whose card says `dtype` and `heavy`.

    Exact (float64) and light panels stay on the processor, where a step costs less than a launch.
    """
    device = best() if heavy and dtype == "float32" else cpu()
    return device, torch.float64 if dtype == "float64" else torch.float32


def name(device: torch.device) -> str:
    """The device in words, for the status line."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return {"mps": "Apple GPU"}.get(device.type, "CPU")


def fingerprint() -> dict[str, object]:
    """What decides whether two machines give the same bits."""
    return {
        "torch": torch.__version__.split("+")[0],
        "capability": torch.backends.cpu.get_cpu_capability(),
        "threads": torch.get_num_threads(),
    }
