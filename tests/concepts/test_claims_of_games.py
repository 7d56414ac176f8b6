"""Each claim of the games, of mixed strategies and of the MLP fails where the model is spoilt in what it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
import spoiling
import torch
from claims import failing

from playground import catalog
from playground.concepts.minimax import condition, flow, methods, stationary
from playground.concepts.mixed_strategies import box, matrices
from playground.concepts.mlp import activation, jobs, linear, state, worst, worst_points
from playground.engine.kit.dense import activations, layout, small_nets

Patch = pytest.MonkeyPatch
Spoil = Callable[[Patch], None]


def all_are(rule: str) -> Spoil:
    """Every method of the games is one of them."""

    def spoil(patch: Patch) -> None:
        chosen = methods.RULES[rule]
        for name in methods.RULES:
            patch.setitem(methods.RULES, name, chosen)

    return spoil


def copies_of_the_proximal_step(patch: Patch) -> None:
    """EG and OGDA are the proximal step, but for something of the fifth order."""

    def close(z: Any, first: Any, second: Any, s: Any) -> Any:
        move = yield from methods.ppm(z, first, second, s)
        return move._replace(z=move.z + s.eta**5)

    for name in ("eg", "ogda"):
        patch.setitem(methods.RULES, name, close)


def noise_is(change: Callable[[Any], Any]) -> Spoil:
    """The methods see a changed noise."""

    def spoil(patch: Patch) -> None:
        true = methods._answers
        patch.setattr(methods, "_answers", lambda game, asks, noise: true(game, asks, change(noise)))

    return spoil


def condition_to_the_power(power: float) -> Spoil:
    """The condition number of the games is a power of what it should be."""

    def spoil(patch: Patch) -> None:
        true = condition._game
        patch.setattr(condition, "_game", lambda family, kappa: true(family, kappa**power))

    return spoil


def nash_is_turned(patch: Patch) -> None:
    """What is a local Nash point is none, and the other way round."""
    true = stationary._is_nash
    patch.setattr(stationary, "_is_nash", lambda *given: not true(*given))


def angle_times(factor: float) -> Spoil:
    """The angle to the solution is larger."""

    def spoil(patch: Patch) -> None:
        true = stationary.angle
        patch.setattr(stationary, "angle", lambda *given: factor * true(*given))

    return spoil


def no_way_back(patch: Patch) -> None:
    """Closed orbits are looked for forward in time alone."""
    true = flow._attracting

    def spoilt(game: Any, centre: complex, r: Any, way: float) -> Iterator[Any]:
        yield from true(game, centre, r, way) if way > 0 else [[]]

    patch.setattr(flow, "_attracting", spoilt)


GAMES: dict[str, tuple[Spoil, tuple[str, ...]]] = {
    "all methods are GDA": (
        all_are("gda"),
        (
            *(f"M2 {name}" for name in ("alternating, at most", "EG", "OGDA", "PPM", "RFBS")),
            *(f"M3 {name}, at least" for name in ("EG", "OGDA")),
            "M4",
            *(f"M5 {name}, at most" for name in ("EG", "OGDA", "PPM")),
            "M5 CurvatureEG+",
            "M6 CurvatureEG+",
            "M8 CurvatureEG+",
            *(f"M8 weak {name}" for name in ("proximal point", "extragradient", "optimistic")),
            "M9 corrected steps",
            "M12 in turn",
        ),
    ),
    "all methods are CurvatureEG+": (
        all_are("curvature_eg_plus"),
        (
            "M2 GDA",
            "M2 alternating, at least",
            *(f"M5 {name}, at least" for name in ("EG", "OGDA", "PPM", "GDA")),
            *(
                f"M6 {name}"
                for name in (
                    "simultaneous",
                    "alternating",
                    "proximal point",
                    "extragradient",
                    "optimistic",
                    "reflected",
                    "EG+",
                    "AdaptiveEG+",
                    "Adam",
                )
            ),
            *(f"M8 {name}" for name in ("simultaneous", "proximal point", "extragradient", "optimistic", "EG+")),
            "M12 together",
        ),
    ),
    "GDA moves too far": (
        lambda patch: patch.setitem(
            methods.RULES, "gda", lambda z, first, second, s: methods.gda(z, first, second, s._replace(eta=3 * s.eta))
        ),
        ("M5 GDA, at most",),
    ),
    "copies of the proximal step": (copies_of_the_proximal_step, ("M3 EG, at most", "M3 OGDA, at most")),
    "no noise": (noise_is(lambda noise: None), ("M9 constant steps", "M9 root of the variance, at least")),
    "noise squared": (
        noise_is(lambda noise: None if noise is None else noise * noise.abs() * 3),
        ("M9 root of the variance, at most",),
    ),
    "κ squared": (condition_to_the_power(2.0), ("M4 EG over κ, at least", "M4 GDA over κ, at least")),
    "root of κ": (condition_to_the_power(0.5), ("M4 EG over κ, at most", "M4 GDA over κ, at most")),
    "Nash turned": (nash_is_turned, ("M1 saddle", "M1 monkey")),
    "angles without a sign": (
        lambda patch: patch.setattr(stationary, "dot", lambda u, v: (u.real * v.real + u.imag * v.imag).abs()),
        ("M7 forsaken", "M7 polar", "M7 weak polar, EG+"),
    ),
    "angles ten times as large": (angle_times(10.0), ("M7 weak polar, AdaptiveEG+",)),
    "no way back": (no_way_back, ("closed orbits", "shield")),
}


# ---- mixed strategies


def nobody_looks(patch: Patch) -> None:
    """Mirror-prox does not look ahead."""
    true = matrices.iterated
    patch.setattr(
        matrices, "iterated", lambda params, names, state: true(params, ("mirror_descent",) * len(names), state)
    )


def everybody_looks(patch: Patch) -> None:
    """Mirror descent looks ahead."""
    true = matrices.moved

    def moved(log_p: Any, log_q: Any, at_p: Any, at_q: Any, A: Any, eta: float) -> Any:
        return true(log_p, log_q, *true(log_p, log_q, at_p, at_q, A, eta), A, eta)

    patch.setattr(matrices, "moved", moved)


def last_only(patch: Patch) -> None:
    """The averages are the last strategies."""
    true = matrices.iterated

    def iterated(params: Any, names: Any, state: Any) -> Any:
        after = true(params, names, state)
        return after._replace(sum_p=after.weight * after.log_p.exp(), sum_q=after.weight * after.log_q.exp())

    patch.setattr(matrices, "iterated", iterated)


def pure_play_jumps(patch: Patch) -> None:
    """GDA and EG jump about the box as players with much noise do."""
    patch.setattr(box, "pure", lambda method, z, eta: (2 * torch.rand_like(z) - 1) * box.HALF)


def no_noise(patch: Patch) -> None:
    """Langevin players answer the one that they are paired with, without noise."""
    patch.setattr(box, "langevin", lambda z, eta, tau, noise, players: box.pure("gda", z, eta))


def only_noise(patch: Patch) -> None:
    """Langevin players jump about."""
    patch.setattr(box, "langevin", lambda z, eta, tau, noise, players: noise.clamp(-box.HALF, box.HALF))


MIXED: dict[str, tuple[Spoil, tuple[str, ...]]] = {
    "nobody looks": (nobody_looks, ("home",)),
    "everybody looks": (everybody_looks, ("out", "M10 last")),
    "averages are the last": (last_only, ("M10 average",)),
    "pure play jumps": (pure_play_jumps, ("M11 GDA", "M11 EG")),
    "no noise": (no_noise, ("M11 Langevin", "cold")),
    "only noise": (only_noise, ("pairs",)),
}


# ---- the MLP


def other_slope(patch: Patch) -> None:
    """The backward pass gives a wrong gradient."""
    true = small_nets.MeanGradient.write

    def spoilt(mean: Any, *given: Any) -> None:
        true(mean, *given)
        for *_, gradient in mean._pieces:
            for part in gradient:
                part[...] = np.abs(part) + 0.01

    patch.setattr(small_nets.MeanGradient, "write", spoilt)


def bent(patch: Patch) -> None:
    """Linear units bend."""
    patch.setitem(activations.ACTIVATIONS, "linear", activations.ACTIVATIONS["tanh"])


def narrow(patch: Patch) -> None:
    """The product forgets a layer."""
    true = layout.views
    patch.setattr(
        linear, "views", lambda *given: [true(*given)[0]._replace(W=true(*given)[0].W * 0), *true(*given)[1:]]
    )


def small_sigmoid(patch: Patch) -> None:
    """The sigmoid is a little too small."""
    true = activations.ACTIVATIONS["sigmoid"]
    spoilt = true._replace(value=lambda z, out: np.multiply(true.value(z, out), 0.97, out=out))
    patch.setitem(activations.ACTIVATIONS, "sigmoid", spoilt)


def half_the_ball(patch: Patch) -> None:
    """The search for the worst points stays in balls of half the radius."""
    true: Any = worst_points.worst_points
    patch.setattr(worst, "worst_points", lambda *given: true(*given[:7], given[7] / 2, *given[8:]))


MLP: dict[str, tuple[Spoil, tuple[str, ...]]] = {
    "a wrong gradient": (other_slope, ("F2 gradient", "F2 growth", "circles", "A7 turned")),
    "linear units bend": (bent, ("F4 closure",)),
    "a layer is forgotten": (narrow, ("F4 rank",)),
    "a large start": (lambda patch: patch.setitem(state.SPREADS, "small", 1.0), ("F4 stages",)),
    "a small sigmoid": (small_sigmoid, ("F6 sigmoids", "I9 tanh")),
    "half the ball": (half_the_ball, ("A7 worst",)),
    "a Jacobian without its products": (
        lambda patch: patch.setattr(activation, "softmax_jacobian", lambda p, T: np.diag(p) / T),
        ("I9 softmax",),
    ),
    "weights do not go with their units": (
        lambda patch: patch.setattr(jobs, "permuted", lambda flat, *given: np.random.default_rng(0).permutation(flat)),
        ("F3 permutation",),
    ),
}
PANELS = {"minimax": GAMES, "mixed_strategies": MIXED, "mlp": MLP}
CASES = [pytest.param(panel, name, id=f"{panel}: {name}") for panel, spoils in PANELS.items() for name in spoils]


@pytest.fixture
def clean(request: pytest.FixtureRequest) -> Iterator[None]:
    """Nothing that a spoilt part has left is kept."""
    for panel in PANELS:
        spoiling.fresh(panel)
    yield
    for panel in PANELS:
        spoiling.fresh(panel)


@pytest.mark.slow
@pytest.mark.parametrize(("panel", "name"), CASES)
def test_a_spoilt_model_fails_its_claims(panel: str, name: str, clean: None, monkeypatch: Patch) -> None:
    spoil, claims = PANELS[panel][name]
    spoil(monkeypatch)
    assert failing(panel, claims) == set(claims)


@pytest.mark.parametrize("panel", PANELS)
def test_every_claim_is_spoilt_by_something(panel: str) -> None:
    spoilt = {claim for _, claims in PANELS[panel].values() for claim in claims}
    assert spoilt == {claim.id for claim in catalog.declaration(panel).claims}
