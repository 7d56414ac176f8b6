"""What a concept's functions are told about the run they are in: device, dtype, and their own random numbers."""

from __future__ import annotations

from hashlib import blake2b

import torch

from playground.engine.kit import drawing


def derived_seed(seed: int, stream: str, step: int) -> int:
    """32 bits from (seed, stream, step).

    torch's CPU generator uses only the low 32 bits of a seed, so the parts are hashed, never shifted.
    """
    return int.from_bytes(blake2b(f"{seed}/{stream}/{step}".encode(), digest_size=4).digest(), "little")


class Ctx:
    """The context of one call.

    Attributes:
        device: where `init` allocates.
        dtype: what the model computes in.
        seed: the run's seed.
        stream: "data", "init", "step", "gesture" or a job's name.
        step: the number of steps taken before this call.
    """

    __slots__ = ("_kept", "_ready", "device", "dtype", "seed", "step", "stream")

    def __init__(self, device: torch.device, dtype: torch.dtype, seed: int, stream: str, step: int = 0) -> None:
        self.device = device
        self.dtype = dtype
        self.seed = seed
        self.stream = stream
        self.step = step
        self._kept = torch.Generator(device="cpu")
        self._ready = False

    def at(self, step: int) -> Ctx:
        """This context moved to another step; its generator is seeded again when it is next asked for."""
        self.step = step
        self._ready = False
        return self

    @property
    def rng(self) -> torch.Generator:
        """A CPU generator that depends on (seed, stream, step) alone; draw on the CPU and move to `device`."""
        if not self._ready:
            self._kept.manual_seed(derived_seed(self.seed, self.stream, self.step))
            self._ready = True
        return self._kept

    def randn(self, *shape: int) -> torch.Tensor:
        """Standard normal numbers of this shape, on `device` in `dtype`."""
        return drawing.normal(shape, self.rng, self.dtype).to(self.device)

    def rand(self, *shape: int) -> torch.Tensor:
        """Uniform numbers in [0, 1) of this shape, on `device` in `dtype`."""
        return drawing.uniform(shape, self.rng, self.dtype).to(self.device)

    def randperm(self, n: int) -> torch.Tensor:
        """A random order (n,) of 0 to n - 1, on `device`."""
        return torch.randperm(n, generator=self.rng).to(self.device)
