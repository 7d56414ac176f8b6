"""The only file that names a kind of device, sets thread counts and chooses a dtype."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

# BLAS libraries read these once, when numpy or torch loads them.
_THREAD_VARIABLES = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
for _name in _THREAD_VARIABLES:
    os.environ.setdefault(_name, "1")

import torch  # noqa: E402

THREADS = 1


def prepare() -> None:
    """One thread for every sum: sums over several threads round differently, and small models are fastest so."""
    torch.set_num_threads(THREADS)


@contextmanager
def prepared() -> Iterator[None]:
    """`prepare` for a while: a notebook's own thread count is restored afterwards."""
    before = torch.get_num_threads()
    prepare()
    try:
        yield
    finally:
        torch.set_num_threads(before)


def best() -> torch.device:
    """The fastest device of this machine."""
    if torch.cuda.is_available():
        return torch.device("cuda")
    if torch.backends.mps.is_available():
        return torch.device("mps")
    return cpu()


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
