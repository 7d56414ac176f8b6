"""The start of a fit and its steps: EM for the two factor models, gradient descent for the autoencoder."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.factors import Params, bottleneck
from playground.concepts.factors.state import Data, Info, State
from playground.engine.kit import linear_gaussian as g
from playground.engine.kit.linear_gaussian import Moments
from playground.engine.kit.newest import Newest
from playground.engine.run.context import Ctx

COMPONENTS = ("pictures", "table")
_GROWN = 100.0  # times the variance: a loss that has left the valley
_LEAST = 1e-12  # of the mean variance: the least noise of probabilistic PCA
_WEIGHTS = 0.2  # of a feature's standard deviation, at the start of EM
_TOLD = 6  # principal angles
FARTHEST = 1e9  # a weight of the autoencoder; there a run that grows stands still

_MOMENTS: Newest[Moments] = Newest(most=8)
_SHARES: Newest[Tensor] = Newest(most=8)


def moments_of(params: Params, data: Data, *, plain: bool = False) -> Moments:
    """The moments of the samples as the view takes them; kept while nothing changes.

    Args:
        params: of the run.
        data: the samples.
        plain: in their own units, whatever the parameters say.
    """
    tables = params.mode in ("table", "factors") and not plain
    scale, standardise = (params.scale, params.standardise) if tables else (1.0, False)
    feature = params.feature if scale != 1.0 else 1
    return _MOMENTS.of(
        data.X, (feature, scale, standardise), lambda: g.moments(in_units(data, feature, scale, standardise))
    )


def in_units(data: Data, feature: int, scale: float, standardise: bool) -> Tensor:
    """The samples with one feature, from 1, in other units, and perhaps each with variance 1, (n, p)."""
    X = data.X
    if scale != 1.0:
        factors = torch.ones(X.shape[1], dtype=X.dtype)
        factors[min(feature, X.shape[1]) - 1] = scale
        X = X * factors
    if standardise:
        spread = X.std(0, correction=0)
        X = (X - X.mean(0)) / torch.where(spread > 0, spread, 1.0)
    return X


def factors_of(params: Params, data: Data) -> int:
    """How many factors the model has: never more than features."""
    return min(params.m, data.X.shape[1])


def begin(params: Params, data: Data, ctx: Ctx) -> State:
    """The first sample; loadings, or both matrices of the autoencoder, drawn at random."""
    found, m = moments_of(params, data), factors_of(params, data)
    p = len(found.S)
    drawn = torch.randn(p, 2 * m, generator=ctx.rng, dtype=torch.float64)
    chosen = int(torch.randint(len(data.X), (1,), generator=ctx.rng))
    count, own = min(m, found.rank), found.S.diagonal()
    none = torch.zeros((0, p), dtype=torch.float64)
    if params.mode in COMPONENTS:
        return State(chosen, count, torch.zeros((p, 0), dtype=torch.float64), none, torch.zeros(p, dtype=torch.float64))
    if params.mode == "autoencoder":
        W, E = params.start * drawn[:, :m], params.start * drawn[:, m:].T
        return State(chosen, count, W.contiguous(), E.contiguous(), torch.zeros(p, dtype=torch.float64))
    if params.mode == "spectrum":
        mean = float(own.mean())
        W = _WEIGHTS * math.sqrt(mean) * drawn[:, :m]
        return State(
            chosen,
            count,
            W.contiguous(),
            none,
            torch.full((p,), noise_of(params, mean / 2, found), dtype=torch.float64),
        )
    # Every feature in its own unit, so that another unit changes nothing else.
    W = _WEIGHTS * own.sqrt()[:, None] * drawn[:, :m]
    return State(chosen, count, W.contiguous(), none, own / 2)


def noise_of(params: Params, learned: float, found: Moments) -> float:
    """The noise of probabilistic PCA: the one that is held, or the learned one, never quite 0."""
    floor = _LEAST * max(float(found.S.diagonal().mean()), 1e-300)
    return max(params.sigma**2 if params.hold else learned, floor)


def step(params: Params, data: Data, state: State, ctx: Ctx) -> tuple[State, Info]:
    """One more component; or so many iterations of EM; or so many gradient steps."""
    found = moments_of(params, data)
    if params.mode in COMPONENTS:
        state = state._replace(summed=min(state.summed + 1, found.rank))
        return state, info_of(params, data, state)
    W, E, noise = state.W, state.E, state.noise
    if params.mode == "autoencoder":
        for _ in range(params.updates):
            slope = bottleneck.slopes(found.S, W, E)
            further = W - params.rate * slope.D, E - params.rate * slope.E
            if not all(float(one.abs().max()) < FARTHEST for one in further):
                break
            W, E = further
    elif params.mode == "spectrum":
        sigma2 = noise_of(params, float(noise[0]), found)
        for _ in range(params.updates):
            W, sigma2 = g.ppca_update(found.S, W, sigma2, params.hold)
            sigma2 = noise_of(params, sigma2, found)
        noise = torch.full_like(noise, sigma2)
    else:
        W, noise = _factor_steps(found, W, noise, params.updates)
    state = state._replace(W=W, E=E, noise=noise)
    return state, info_of(params, data, state)


def varying(S: Tensor) -> Tensor:
    """Which features vary at all, (p,); the others have no part in factor analysis."""
    own = S.diagonal()
    return own > g.ZERO * own.max()


def _factor_steps(found: Moments, W: Tensor, noise: Tensor, updates: int) -> tuple[Tensor, Tensor]:
    kept = varying(found.S)
    if bool(kept.all()):
        S, part, own = found.S, W, noise
    else:
        S, part, own = found.S[kept][:, kept], W[kept], noise[kept]
    for _ in range(updates):
        part, own = g.factor_update(S, part, own)
    if len(own) == len(noise):
        return part, own
    W, noise = torch.zeros_like(W), torch.zeros_like(noise)
    W[kept], noise[kept] = part, own
    return W, noise


def likelihood_of(found: Moments, W: Tensor, noise: Tensor) -> float:
    """The mean log density of the features that vary."""
    kept = varying(found.S)
    if bool(kept.all()):
        return g.log_likelihood(found.S, W, noise)
    return g.log_likelihood(found.S[kept][:, kept], W[kept], noise[kept])


def error_of(found: Moments, k: int) -> float:
    """The mean squared error of k components, measured at the samples."""
    gap = found.X - g.reconstruction(found, found.X, k)
    return float(gap.square().sum(1).mean())


_ERRORS: Newest[float] = Newest(most=80)


def info_of(params: Params, data: Data, state: State) -> Info:
    """The numbers of a state that are recorded."""
    found = moments_of(params, data)
    match params.mode:
        case "pictures" | "table":
            return Info(error=_ERRORS.of(found.X, state.summed, lambda: error_of(found, state.summed)))
        case "autoencoder":
            m = state.W.shape[1]
            told = bottleneck.angles(found.U[:, :m], state.W).flip(0)[:_TOLD].tolist()
            named = {f"angle_{k}": angle for k, angle in enumerate(told, start=1)}
            loss, total = bottleneck.loss_of(found.S, state.W, state.E), float(found.eigenvalues.sum())
            return Info("diverging" if loss > _GROWN * total else "running", loss, **named)
        case "spectrum":
            sigma2 = float(state.noise[0])
            likelihood = g.log_likelihood(found.S, state.W, state.noise)
            best = best_of(params, data)
            gap = best.log_likelihood - likelihood
            told_gap = math.log10(max(gap, 1e-15)) if math.isfinite(gap) else None
            lengths = torch.linalg.svdvals(state.W)
            return Info(
                log_likelihood=likelihood,
                likelihood_gap=told_gap,
                rho_error=float((lengths - best.rho).abs().max()),
                sigma=math.sqrt(sigma2),
            )
        case "factors":
            return Info(log_likelihood=likelihood_of(found, state.W, state.noise))


def best_of(params: Params, data: Data) -> g.ClosedForm:
    """The closed form of probabilistic PCA, with the noise that is held or the best one."""
    found = moments_of(params, data)
    return g.closed_form(found.eigenvalues, factors_of(params, data), params.sigma**2 if params.hold else None)


def shares_of(found: Moments, k: int) -> Tensor:
    """The share of each feature's variance that k principal components keep, (p,)."""
    kept = (found.U[:, :k].square() * found.eigenvalues[:k]).sum(1)
    return kept / found.S.diagonal().clamp_min(1e-300)


class Common(NamedTuple):
    """The share of each feature's variance that is common, by the factor model and by components, both (p,)."""

    factors: Tensor
    components: Tensor


def common(found: Moments, state: State) -> Common:
    """What both say of every feature."""
    modelled = state.W.square().sum(1)
    return Common(modelled / (modelled + state.noise).clamp_min(1e-300), shares_of(found, state.W.shape[1]))
