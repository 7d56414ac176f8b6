"""Every claim of flat and sharp fails with a model that is spoilt where the claim looks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from claims import failing
from spoiling import Spoil, replaced

from playground import catalog
from playground.concepts.flat_sharp import bound, edge, minima, pac, scalar

CLAIMS = [claim.id for claim in catalog.declaration("flat_sharp").claims]


def scaled(factor: float) -> Any:
    """Eigenvalues times a factor."""

    def spoilt(true: Any, *given: Any) -> Any:
        found = true(*given)
        return found._replace(values=factor * found.values)

    return spoilt


def one_way(true: Any, *given: Any, **named: Any) -> Any:
    """Moves along the top eigenvector that have lost their sign."""
    run = true(*given, **named)
    return run._replace(swings=run.swings.abs())


def forgetful(true: Any, params: Any, rule: str, *rest: Any) -> Any:
    """Means that go the other way."""
    theta, anchor, mean = true(params, rule, *rest)
    return theta, anchor, 1.3 * mean


def without_ascent(true: Any, rule: str, *rest: Any) -> Any:
    """SAM that does not climb."""
    return true("sgd", *rest)


def far_reach(true: Any, rule: str, land: Any, theta: Any, rho: float) -> Any:
    """SAM that climbs eight times as far."""
    return true(rule, land, theta, 8.0 * rho)


def large_batches(true: Any, land: Any, chosen: Any) -> Any:
    """Batches of all digits, whatever was asked for."""
    return land


SPOILT: dict[str, Spoil] = {
    "edge": replaced(edge, "lanczos", scaled(0.5)),
    "edge_high": replaced(edge, "lanczos", scaled(2.0)),
    "swings": replaced(edge, "_seen", one_way),
    "flatter": replaced(scalar, "gradient", lambda true, *given: 0.2 * true(*given)),
    "batches": replaced(minima, "_batch", large_batches),
    "averaging": replaced(minima, "_iteration", forgetful),
    "sam": replaced(minima, "slope_of", without_ascent),
    "sam_test": replaced(minima, "slope_of", far_reach),
    "bound": replaced(pac, "complexity", lambda true, *given: 10.0 * true(*given)),
    "held": replaced(pac, "bound", lambda true, emp, *given: 0.5 * emp),
    "vacuous": replaced(pac, "complexity", lambda true, *given: 0.1 * true(*given)),
}


def test_every_claim_has_a_spoilt_model() -> None:
    assert set(SPOILT) == set(CLAIMS)


@pytest.mark.parametrize("name", CLAIMS)
def test_a_spoilt_model_breaks_the_claim(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    SPOILT[name](monkeypatch)
    with np.errstate(all="ignore"):
        assert failing("flat_sharp", [name]) == {name}


def test_expected_errors_grow_with_the_width() -> None:
    rng = np.random.default_rng(0)
    X, w = rng.normal(size=(50, 4)), rng.normal(size=4)
    y = np.sign(X @ w)
    assert (np.diff(bound.expected(X, y, w)) >= 0.0).all()
