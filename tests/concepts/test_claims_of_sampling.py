"""Each claim of samplers, diffusion, score matching and digits fails where the model is spoilt in what it says."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import Any

import pytest
import torch
from claims import failing
from spoiling import Spoil, changed, with_

from playground import catalog
from playground.concepts.diffusion import moving
from playground.concepts.image_denoising import levels, model, mosaics, pictures
from playground.concepts.samplers import chains, effective, few_states, first
from playground.concepts.score_matching import losses, manifold, net, weakness
from playground.engine.kit.diffusion import bounds, finite, line, mixtures
from playground.engine.kit.sampling import hamiltonian


def chain_is(name: str, other: str) -> Spoil:
    """A chain that moves like another one."""

    def spoil(patch: pytest.MonkeyPatch) -> None:
        true = chains.moved

        def spoilt(params: Any, target: Any, asked: str, *more: Any) -> Any:
            return true(params, target, other if asked == name else asked, *more)

        patch.setattr(chains, "moved", spoilt)
        patch.setattr(effective, "moved", spoilt)

    return spoil


def chain_stays(name: str) -> Spoil:
    """A chain that refuses everything."""
    true = chains.moved

    def spoilt(params: Any, target: Any, asked: str, x: Any, *more: Any) -> Any:
        move = true(params, target, asked, x, *more)
        return move._replace(x=x) if asked == name else move

    return with_(chains, "moved", spoilt)


def longer_steps(patch: pytest.MonkeyPatch) -> None:
    """Chains with twice the step size."""
    true = chains.moved
    patch.setattr(chains, "moved", lambda params, *more: true(params.changed({"stride": 2 * params.stride}), *more))


def bumpy(true: Any = first.distances) -> Any:
    """Distances that jump now and then."""
    calls = count()
    return lambda *given: true(*given) + (1.0 if next(calls) % 9 == 8 else 0.0)


def rule_is(rule: str) -> Spoil:
    """The exact chain by another rule, whatever was asked for."""
    true = few_states.transition
    return with_(few_states, "transition", lambda params, data: true(params.changed({"rule": rule}), data))


def unstable_orbits(patch: pytest.MonkeyPatch) -> None:
    """Orbits by explicit Euler steps, whose energy grows."""
    true = hamiltonian.trajectory
    patch.setattr(hamiltonian, "trajectory", partial(true, step=hamiltonian.explicit_euler))


def with_noise_times(factor: float) -> Spoil:
    """Another size of the noise."""
    return changed(moving, "noise", lambda z: factor * z)


def guesses_at(factor: float) -> Spoil:
    """Best guesses that take the noise for smaller or larger than it is."""
    true = pictures.guesses
    return with_(levels, "guesses", lambda digit, x, scale, sigma: true(digit, x, scale, factor * sigma))


def half_the_score(digit: int, schedule: Any, true: Any = model._score) -> Any:
    """The pull to the training digits, halved."""
    score = true(digit, schedule)
    return lambda x, t: 0.5 * score(x, t)


def one_digit_alone(digit: int, schedule: Any, true: Any = pictures.training) -> Any:
    """The score of a single training digit."""
    law = mixtures.points(true(digit)[:1])
    return lambda x, t: mixtures.score(mixtures.noised(law, float(schedule.scale[t]), float(schedule.sigma[t])), x)


def to_one_digit_whatever_is_known(patch: pytest.MonkeyPatch) -> None:
    """Inpainting that forgets what is known."""
    patch.setattr(model, "_score", one_digit_alone)
    patch.setattr(model, "inpainted", lambda x, *more: x)


def learns_nothing(patch: pytest.MonkeyPatch) -> None:
    """Updates that leave the net as it is."""
    for module in (net, losses):
        patch.setattr(module.training, "train", lambda now, *more: now)


def gaps_times(*factors: float) -> Spoil:
    """Other divergences."""
    return changed(weakness, "gaps", lambda found: found * torch.tensor(factors, dtype=found.dtype) + 1e-6)


SPOILT: dict[str, list[tuple[tuple[str, ...], Spoil]]] = {
    "samplers": [
        (("S1 low",), chain_is("ula", "mala")),
        (("S1 high",), longer_steps),
        (("S1 adjusted",), chain_is("mala", "ula")),
        (("S2",), chain_is("underdamped", "ula")),
        (("S3 means",), with_(chains, "ALPHA", (1.0, 1.0, 4.0))),
        (("S3 inside",), chain_is("mirrored", "ula")),
        (("S4 flux", "S4 settled", "S4 visits"), rule_is("metropolis")),
        (("S4 kept",), rule_is("hastings")),
        (("S4 both ways",), changed(chains, "_flux", torch.triu)),
        (("S5 gain", "S5 accepted"), unstable_orbits),
        (("S6 falls",), with_(chains, "distances", bumpy())),
        (("S6 arrives",), chain_stays("mala")),
    ],
    "diffusion": [
        (("V11 moments", "V11 energy"), with_noise_times(0.5)),
        (("V11 energy at most",), with_noise_times(1.5)),
        (("V13 SDE", "V13 ODE", "V17 four", "V17 sixteen"), changed(line, "w1_after", lambda w1: w1 + 0.5)),
        (("V17 one", "V17 two"), changed(line, "w1_after", lambda w1: 0.1 * w1)),
        (("V14",), changed(bounds, "gaussian_terms", lambda terms: terms._replace(between=0.9 * terms.between))),
        (("V14 draws",), changed(bounds, "sampled_terms", lambda found: (0.9 * found[0], found[1]))),
        (("V14 draws at most",), changed(bounds, "sampled_terms", lambda found: (1.2 * found[0], found[1]))),
        (("V15",), changed(mixtures, "denoised", lambda guess: guess + 1e-3)),
        (("V19",), changed(bounds, "weights_by_shift", lambda weights: 1.01 * weights)),
        (("V20 exact",), changed(line, "tv_after", lambda tv: tv + 0.1)),
        (("V20 error", "V20 steps"), changed(line, "tv_after", lambda tv: 0.0)),
        (("V21 rate", "V21 blow-up"), changed(finite, "score_error", lambda error: 1.0)),
        (("S7",), changed(mixtures, "score", lambda score: 1.01 * score)),
    ],
    "score_matching": [
        (
            (
                *("V12", "S8 sliced", "S8 Hyvärinen", "S8 denoising", "learned"),
                *("S8 all", "S8 all sliced", "S8 all Hyvärinen"),
            ),
            learns_nothing,
        ),
        (("S9 Fisher",), gaps_times(1e3, 1.0, 1.0)),
        (("S9 TV", "S9 KL"), gaps_times(1.0, 0.9, 0.9)),
        (("V25 size",), changed(manifold, "mean_square", lambda square: 0.8 * square)),
        (("V25 size at most",), changed(manifold, "mean_square", lambda square: 1.2 * square)),
        (("V25 point",), changed(manifold, "mean_square", lambda square: 0.9 * square)),
        (("V25 blob",), changed(manifold, "mean_square", lambda square: 20 * square)),
    ],
    "image_denoising": [
        (("copies", "hundred steps"), with_(model, "_score", half_the_score)),
        (("low first",), changed(mosaics, "clean_spectrum", lambda power: 1e6 * power)),
        (("high last",), changed(mosaics, "clean_spectrum", lambda power: 0 * power)),
        (("one jump",), with_(model, "_score", one_digit_alone)),
        (("two steps",), to_one_digit_whatever_is_known),
        (("known pixels",), with_(model, "inpainted", lambda x, *more: x)),
        (("V16 high", "V16 blur"), guesses_at(0.2)),
        (("V16 low", "V16 copy"), guesses_at(6.0)),
    ],
}
CASES = [(panel, names, spoil) for panel, cases in SPOILT.items() for names, spoil in cases]


@pytest.mark.parametrize("panel", SPOILT)
def test_every_claim_has_a_spoilt_model(panel: str) -> None:
    named = {name for names, _ in SPOILT[panel] for name in names}
    assert named == {claim.id for claim in catalog.declaration(panel).claims}


@pytest.mark.parametrize(("panel", "names", "spoil"), CASES, ids=[f"{one[0]} {one[1][0]}" for one in CASES])
def test_a_spoilt_model_fails_what_it_is_about(
    panel: str, names: tuple[str, ...], spoil: Spoil, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch)
    assert failing(panel, names) == set(names)
