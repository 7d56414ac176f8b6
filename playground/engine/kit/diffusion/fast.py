"""The mixture score for large clouds: products of matrices over blocks that stay in the cache.

Every log w_k N(x; m_k, v_k I) is linear in (x, |x|^2, 1), so that one product gives all terms of a block of points and
another one the sums over components. The exponential is kept from arguments below -80: there it gives denormal numbers,
which cost a processor fifty times as much, and e^-80 beside 1 is nothing in either precision.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.engine.kit.diffusion.mixtures import Mixture
from playground.engine.kit.giving_way import give_way

_BLOCK = 1 << 17
"""Numbers in a block of components times points; half a megabyte in float32."""
_LOWEST = -80.0


class MixtureTable(NamedTuple):
    """A mixture prepared for clouds; coordinates are taken from `centre`, where fewer digits cancel.

    Attributes:
        centre: (d,).
        terms: (K, d + 2): what (x, |x|^2, 1) are multiplied with for the logarithm of each component.
        sums: (d + 2, K): m_k / v_k, 1 / v_k and 1.
    """

    centre: Tensor
    terms: Tensor
    sums: Tensor


def table(law: Mixture, dtype: torch.dtype) -> MixtureTable:
    """The mixture prepared in a precision; its own precision is used up to the last rounding."""
    centre = law.weights @ law.means
    means, inverse = law.means - centre, 1.0 / law.variances
    pulls = means * inverse[:, None]
    logs = law.weights.log() - 0.5 * means.shape[1] * torch.log(2 * math.pi * law.variances)
    constant = logs - 0.5 * (pulls * means).sum(1)
    terms = torch.cat([pulls, -0.5 * inverse[:, None], constant[:, None]], 1)
    sums = torch.cat([pulls, inverse[:, None], torch.ones_like(constant)[:, None]], 1).T
    return MixtureTable(centre.to(dtype), terms.to(dtype), sums.to(dtype).contiguous())


def cloud_score(law: Mixture | MixtureTable, x: Tensor) -> Tensor:
    """Grad log p(x) of points (n, d) in their dtype, (n, d)."""
    prepared = law if isinstance(law, MixtureTable) else table(law, x.dtype)
    found = torch.empty_like(x)
    for part, out in zip(_blocks(prepared, x), _blocks(prepared, found), strict=True):
        give_way()
        features, _, sums = _sums(prepared, part)
        d = x.shape[1]
        rows = torch.addcmul(sums[:d], sums[d], features[:d], value=-1.0).div_(sums[d + 1])
        for column, row in zip(out.unbind(1), rows, strict=True):
            column.copy_(row)
    return found


def cloud_log_density(law: Mixture | MixtureTable, x: Tensor) -> Tensor:
    """Log p(x) of points (n, d) in their dtype, (n,)."""
    prepared = law if isinstance(law, MixtureTable) else table(law, x.dtype)
    parts = []
    for part in _blocks(prepared, x):
        give_way()
        _, top, sums = _sums(prepared, part)
        parts.append(top + sums[-1].log())
    return torch.cat(parts)


def _sums(prepared: MixtureTable, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Features (d + 2, n), the largest term of each point (n,), and the sums over components relative to it."""
    d = x.shape[1]
    features = torch.empty((d + 2, len(x)), dtype=x.dtype)
    torch.sub(x.T, prepared.centre[:, None], out=features[:d])
    features[d] = features[:d].square().sum(0)
    features[d + 1] = 1.0
    terms = prepared.terms @ features
    top = terms.amax(0)
    return features, top, prepared.sums @ terms.sub_(top).clamp_(min=_LOWEST).exp_()


def _blocks(prepared: MixtureTable, x: Tensor) -> tuple[Tensor, ...]:
    return torch.split(x, max(64, _BLOCK // len(prepared.terms)))
