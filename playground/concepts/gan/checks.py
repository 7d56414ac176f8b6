"""The oracle cases of GANs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

from playground.concepts.gan import dirac, line_laws, measures, nets
from playground.concepts.gan.losses import LOSSES
from playground.engine.kit.cases import Inputs, exactly
from playground.engine.kit.sampling.divergences import jensen_shannon, kl, total_variation, wasserstein

_CELLS, _REACH = 40_000, 14.0  # of quadratures: cells, and deviations beyond the means


def _told(value: float) -> float | str:
    return value if math.isfinite(value) else "inf"


def discrete(inputs: Inputs) -> dict[str, Any]:
    """The best critic of two laws on the same points."""
    p, g = exactly(inputs["p"]), exactly(inputs["g"])
    D = torch.sigmoid(line_laws.best_logit(p, g))
    return {
        "D": [None if math.isnan(one) else one for one in D.tolist()],
        "value": line_laws.best_value(p, g),
        "js": jensen_shannon(p, g),
        "kl_pg": _told(kl(p, g)),
        "kl_gp": _told(kl(g, p)),
        "total_variation": total_variation(p, g),
    }


def gaussian(inputs: Inputs) -> dict[str, Any]:
    """The best critic between two Gaussians of the line."""
    m, s, n, t = (float(inputs[name]) for name in ("m_p", "s_p", "m_g", "s_g"))

    def logit_at(x: torch.Tensor) -> torch.Tensor:
        return ((x - n) / t).square() / 2 - ((x - m) / s).square() / 2 + math.log(t / s)

    def expected(mean: float, deviation: float, sign: float) -> float:
        z = (torch.arange(_CELLS, dtype=torch.float64) + 0.5) / _CELLS * 2 * _REACH - _REACH
        mass = (-z * z / 2).exp() / math.sqrt(2 * math.pi) * (2 * _REACH / _CELLS)
        return float((mass * line_laws.log_probability(sign * logit_at(mean + deviation * z))).sum())

    value = expected(m, s, 1.0) + expected(n, t, -1.0)
    a = logit_at(exactly(inputs["x"]))
    w1 = abs(m - n) if s == t else _folded_normal(m - n, abs(s - t))
    return {
        "logit": a,
        "log_D": line_laws.log_probability(a),
        "log_one_minus_D": line_laws.log_probability(-a),
        "value": value,
        "js": value / 2 + math.log(2),
        "kl_pg": math.log(t / s) + (s * s + (m - n) ** 2) / (2 * t * t) - 0.5,
        "kl_gp": math.log(s / t) + (t * t + (m - n) ** 2) / (2 * s * s) - 0.5,
        "w1": w1,
        "w2": math.hypot(m - n, s - t),
    }


def _folded_normal(mean: float, deviation: float) -> float:
    """E |N(mean, deviation²)|."""
    z = mean / deviation
    return deviation * math.sqrt(2 / math.pi) * math.exp(-z * z / 2) + mean * math.erf(z / math.sqrt(2))


def uniform_shift(inputs: Inputs) -> dict[str, Any]:
    """Two uniform laws that are shifted against each other."""
    found: dict[str, list[Any]] = {name: [] for name in ("js", "total_variation", "kl", "w1", "djs", "dw1")}
    points = []
    for t in map(float, inputs["t"]):
        apart, sign = min(abs(t), 1.0), math.copysign(1.0, t)
        p, g = exactly([apart, 1 - apart, 0.0]), exactly([0.0, 1 - apart, apart])
        kinked = t == 0.0 or abs(t) == 1.0
        found["js"].append(jensen_shannon(p, g))
        found["total_variation"].append(total_variation(p, g))
        found["kl"].append(_told(kl(p, g)))
        found["w1"].append(abs(t))
        found["djs"].append(None if kinked else sign * math.log(2) if abs(t) < 1 else 0.0)
        found["dw1"].append(None if t == 0.0 else sign)
        points.append(0.0 if t == 0.0 else math.log(2))
    return {**found, "js_point_masses": points}


def critic_value(inputs: Inputs) -> dict[str, Any]:
    """The value of a given critic and what it lacks."""
    p, g, a = exactly(inputs["p"]), exactly(inputs["g"]), exactly(inputs["logits"])
    loss = LOSSES["saturating"]
    found = line_laws.value(p, g, a)
    return {
        "value": found,
        "gap": line_laws.best_value(p, g) - found,
        "gradient": -(p * loss.real_slope(a) + g * loss.fake_slope(a)),
    }


def losses_at_logits(inputs: Inputs) -> dict[str, Any]:
    """Losses and their slopes at logits."""
    a = exactly(inputs["logits"])
    gan, ns, wgan = (LOSSES[name] for name in ("saturating", "nonsaturating", "clip"))
    return {
        "saturating": gan.made(a),
        "saturating_grad": gan.made_slope(a),
        "non_saturating": -line_laws.log_probability(a),
        "non_saturating_grad": ns.made_slope(a),
        "wgan": wgan.made(a),
        "wgan_grad": wgan.made_slope(a),
        "d_real_grad": -gan.real_slope(a),
        "d_fake_grad": -gan.fake_slope(a),
    }


def wasserstein_1d(inputs: Inputs) -> dict[str, Any]:
    """W1 and W2 of weighted points, and a critic that finds W1."""
    px, pw, gx, gw = (exactly(inputs[name]) for name in ("p_points", "p_weights", "g_points", "g_weights"))

    def joined(shift: float) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        at = torch.cat([px + shift, gx])
        support, where = at.unique(return_inverse=True)  # type: ignore[no-untyped-call]
        p, g = (torch.zeros(len(support), dtype=torch.float64) for _ in "pg")
        return support, p.index_add_(0, where[: len(px)], pw), g.index_add_(0, where[len(px) :], gw)

    support, p, g = joined(0.0)
    f = line_laws.best_critic(p, g, support.diff())
    return {
        "w1": wasserstein(support, p, g),
        "w2": wasserstein(support, p, g, 2),
        "support": support,
        "critic": f,
        "dual": ((p - g) * f).sum(),
        "w1_shifted": wasserstein(*joined(float(inputs["shift"]))),
    }


def weight_clipping(inputs: Inputs) -> dict[str, Any]:
    """A step of ascent and the clipping of a small critic on the line."""
    w1, b1, w2, real, fake = (exactly(inputs[name]) for name in ("w1", "b1", "w2", "real", "fake"))

    def objective(w1: torch.Tensor, b1: torch.Tensor, w2: torch.Tensor) -> torch.Tensor:
        said = [torch.relu(x[:, None] * w1 + b1) @ w2 for x in (real, fake)]
        return said[0].mean() - said[1].mean()

    def lipschitz(w1: torch.Tensor, b1: torch.Tensor, w2: torch.Tensor) -> float:
        bends = (-b1 / w1)[w1 != 0].sort().values
        if not len(bends):
            return 0.0
        at = torch.cat([bends[:1] - 1, (bends[1:] + bends[:-1]) / 2, bends[-1:] + 1])
        return float((((at[:, None] * w1 + b1) > 0).double() * w1 * w2).sum(1).abs().max())

    parts = [part.clone().requires_grad_() for part in (w1, b1, w2)]
    with torch.enable_grad():
        found = objective(*parts)
        slopes = torch.autograd.grad(found, parts)
    c, rate = float(inputs["c"]), float(inputs["lr"])
    after = [(part.detach() + rate * slope).clamp(-c, c) for part, slope in zip(parts, slopes, strict=True)]
    return {
        "objective": found.detach(),
        **{f"grad_{name}": slope for name, slope in zip(("w1", "b1", "w2"), slopes, strict=True)},
        **dict(zip(("w1", "b1", "w2"), after, strict=True)),
        "objective_after": objective(*after),
        "lipschitz": lipschitz(w1, b1, w2),
        "lipschitz_after": lipschitz(*after),
        "bound_after": (after[0] * after[2]).abs().sum(),
    }


def gradient_penalty(inputs: Inputs) -> dict[str, Any]:
    """The gradient penalty of a small critic."""
    W1, b1, w2, real, fake, e = (exactly(inputs[name]) for name in ("W1", "b1", "w2", "real", "fake", "e"))
    at = torch.lerp(fake, real, e[:, None])
    slopes = ((1 - torch.tanh(at @ W1.T + b1).square()) * w2) @ W1
    norms, strength = slopes.norm(dim=1), float(inputs["lam"])
    return {
        "points": at,
        "gradients": slopes,
        "norms": norms,
        "penalty": nets.penalised(norms, strength),
        "one_sided": nets.penalised(norms, strength, one_sided=True),
    }


def dirac_gan(inputs: Inputs) -> dict[str, Any]:
    """The iterates of the smallest GAN."""
    play = dirac.DiracPlay(
        inputs["loss"], inputs["lr"], inputs["update"] == "simultaneous", inputs["clip"], inputs["r1"]
    )
    ways = [(float(inputs["theta"]), float(inputs["psi"]))]
    for _ in range(inputs["steps"]):
        ways.append(dirac.moved(play, *ways[-1]))
    return {
        "iterates": [list(way) for way in ways],
        "norms": [math.hypot(*way) for way in ways],
        "eigenvalue_moduli": dirac.moduli(play),
    }


def mode_count(inputs: Inputs) -> dict[str, Any]:
    """Samples, their nearest modes, and how many modes are held."""
    found = measures.near_modes(exactly(inputs["samples"]), exactly(inputs["modes"]), inputs["sigma"])
    return {
        "nearest": found.nearest.tolist(),
        "distance": found.distance,
        "hits": found.hits.tolist(),
        "covered": int((found.hits >= inputs["k"]).sum()),
        "share": int(found.hits.sum()) / len(found.nearest),
    }


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "optimal_discriminator_discrete": discrete,
    "optimal_discriminator_gaussian": gaussian,
    "uniform_shift": uniform_shift,
    "discriminator_value": critic_value,
    "losses_at_logits": losses_at_logits,
    "wasserstein_1d": wasserstein_1d,
    "weight_clipping": weight_clipping,
    "gradient_penalty": gradient_penalty,
    "dirac_gan": dirac_gan,
    "mode_count": mode_count,
}
