"""Each claim of the backprop graph fails for a model that is spoilt in what it is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from claims import failing

from playground import catalog
from playground.concepts.backprop import building, checking, estimators, integration
from playground.concepts.backprop.graph import Graph

Patch = pytest.MonkeyPatch
PULLED, WORK = Graph.pulled, Graph.work


def longer_deltas(patch: Patch) -> None:
    patch.setattr(Graph, "pulled", lambda self, *given: [1.0001 * part for part in PULLED(self, *given)])


def backward_for_nothing(patch: Patch) -> None:
    patch.setattr(Graph, "work", lambda self, k: (WORK(self, k)[0], WORK(self, k)[0]))


def dear_backward(patch: Patch) -> None:
    patch.setattr(Graph, "work", lambda self, k: (WORK(self, k)[0], 5 * WORK(self, k)[0]))


def wrong_slope(patch: Patch) -> None:
    """Through the sample a tenth more than there is."""
    true = estimators.reparameterised
    patch.setattr(estimators, "reparameterised", lambda *given: 1.1 * true(*given))


def smaller_density(patch: Patch) -> None:
    true = integration.mean
    patch.setattr(estimators, "mean", lambda *given: 0.99 * true(*given))


def larger_density(patch: Patch) -> None:
    true = integration.mean
    patch.setattr(estimators, "mean", lambda *given: 1.01 * true(*given))


def quiet_score(patch: Patch) -> None:
    patch.setattr(estimators, "score", estimators.reparameterised)


def loud_score(patch: Patch) -> None:
    true = estimators.score
    patch.setattr(estimators, "score", lambda setting, eps: true(setting._replace(baseline=-6.0), eps))


def pathwise_is_exact(patch: Patch) -> None:
    """What stood there once: the mean through the sample as the exact one."""
    patch.setattr(estimators, "gradient", lambda setting: estimators.moments(estimators.reparameterised, setting).mean)


def poles_are_passed_by(patch: Patch) -> None:
    patch.setattr(integration, "_diverges", lambda *given: False)
    patch.setattr(integration, "_AGREE", np.inf)


@dataclass(frozen=True)
class Case:
    """A way to spoil the model, and the claims that it must break."""

    spoil: Callable[[Patch], None]
    breaks: tuple[str, ...]


CASES = (
    Case(longer_deltas, ("check_expression", "check_net", "check_nets")),
    Case(backward_for_nothing, ("cost_least",)),
    Case(dear_backward, ("cost_most",)),
    Case(wrong_slope, ("same_mean", "sampled_means")),
    Case(smaller_density, ("mean_low", "step_low")),
    Case(larger_density, ("mean_high", "step_high")),
    Case(quiet_score, ("variance",)),
    Case(loud_score, ("variance_high",)),
    Case(pathwise_is_exact, ("step_low", "step_biased")),
    Case(poles_are_passed_by, ("no_mean",)),
)


@pytest.fixture
def fresh(monkeypatch: Patch) -> Any:
    """Nothing that was kept of a model stays."""
    # Graphs keep what they count.
    kept = (
        *(building.layers, building.units, building.expression, checking._check),
        *(estimators.exact, estimators.histogram_range, estimators._function),
    )
    for one in kept:
        one.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    for one in kept:
        one.cache_clear()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.spoil.__name__)
def test_a_spoilt_model_breaks_its_claims(case: Case, fresh: Patch) -> None:
    case.spoil(fresh)
    assert failing("backprop", case.breaks) == set(case.breaks)


def test_every_claim_has_its_spoilt_model() -> None:
    broken = {name for case in CASES for name in case.breaks}
    assert broken == {claim.id for claim in catalog.load("backprop").declaration.claims}
