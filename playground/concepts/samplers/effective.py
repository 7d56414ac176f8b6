"""What a chain is worth: effective samples for a number of gradients, measured in equilibrium.

Source: Geyer (1992); the comparison is that of Neal (2011).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import torch
from torch import Tensor

from playground.concepts.samplers import Params
from playground.concepts.samplers.chains import gradients, moved
from playground.concepts.samplers.names import running
from playground.concepts.samplers.state import Data, State
from playground.concepts.samplers.targets import ALPHA, Target, target_of
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.sampling.autocorrelation import worth
from playground.engine.run.context import Ctx

PER = 1000
"""Gradients that the number is for."""
_RUNS = 64
_MOVES = 1500
_PART = 50  # moves between two partial results


def effective(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Effective samples in 1,000 gradients of each chain, by 64 runs of 1,500 moves that start in equilibrium."""
    target, names = target_of(params, data), running(params)
    sizes, errors = [], []
    for done, name in enumerate(names):
        rng = torch.Generator().manual_seed(ctx.seed % 2**32)
        x = _draws(target, rng)
        v = torch.randn(x.shape, generator=rng, dtype=x.dtype)
        first = []
        for move in range(_MOVES):
            z = torch.randn(x.shape, generator=rng, dtype=x.dtype)
            one = moved(params, target, name, x, v, z, torch.rand(len(x), generator=rng, dtype=x.dtype))
            x, v = one.x, one.v
            first.append(x[:, 0])
            if move % _PART == 0:
                yield Partial({}, (done + move / _MOVES) / len(names))
        runs = torch.stack(first, 1)
        each = [worth(run).size for run in runs] if bool(torch.isfinite(runs).all()) else []
        per = torch.tensor([size or 0.0 for size in each] or [math.nan], dtype=torch.float64)
        per = per * PER / (_MOVES * gradients(params, name))
        sizes.append(float(per.mean()))
        errors.append(float(per.std(correction=0)) / math.sqrt(len(per)))
    by_name = dict(zip(names, sizes, strict=True))
    gain = by_name["hmc"] / by_name["walk"] if by_name.get("hmc") and by_name.get("walk") else None
    heights, spreads = (torch.tensor(part, dtype=torch.float64) for part in (sizes, errors))
    yield Partial({"worth": heights, "worth_error": spreads, "hmc_gain": gain}, 1.0)


def _draws(target: Target, rng: torch.Generator) -> Tensor:
    """Exact draws of the target, (runs, d)."""
    if target.law is not None:
        return mixtures.sample(target.law, _RUNS, rng)[0]
    z = torch.randn(_RUNS, target.d, generator=rng, dtype=torch.float64)
    if target.precision is not None:
        root: Tensor = torch.linalg.cholesky(torch.linalg.inv(target.precision))
        return z @ root.T
    # A Dirichlet law is that of the shares of sums of exponentials, one for each unit of its powers.
    counts = torch.tensor(ALPHA).long()
    parts = -torch.rand(_RUNS, int(counts.sum()), generator=rng, dtype=torch.float64).log()
    owner = torch.repeat_interleave(torch.arange(len(counts)), counts)
    shares = parts.new_zeros(_RUNS, len(counts)).index_add_(1, owner, parts)
    return (shares / shares.sum(1, keepdim=True))[:, : target.d].contiguous()


JOBS = {"worth": effective}
