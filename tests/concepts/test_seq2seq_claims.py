"""Every claim of seq2seq alignment fails with a model that is spoilt where the claim looks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from claims import failing
from spoiling import Spoil, replaced

from playground import catalog
from playground.concepts.seq2seq import alignment, net, tasks, testing

CLAIMS = [claim.id for claim in catalog.declaration("seq2seq").claims]


def evenly(true: Any, scores: Any, allowed: Any = None) -> Any:
    """Weights that are equal, whatever the scores."""
    return true(0.0 * scores, allowed)


def reading_back(true: Any, params: Any) -> Any:
    """Nets that read both ways, whatever was asked for."""
    return true(params)._replace(both=True)


def growing(true: Any, *given: Any) -> Any:
    """Errors that are larger the later the step, fed right, too."""
    wrong = true(*given)
    wrong[:, testing.FORCED] = np.linspace(0.1, 0.9, wrong.shape[2])
    return wrong


def faultless(true: Any, tested: Any, n: int, wrong: Any, *rest: Any) -> Any:
    """A test in which nobody was wrong."""
    return true(tested, n, 0.0 * wrong, *rest)


asleep = replaced(net, "gradient", lambda true, theta, *given: np.zeros_like(theta))
SPOILT: dict[str, Spoil] = {
    "R8": asleep,
    "R8 map": replaced(alignment, "softmax", evenly),
    "R8 vector": replaced(
        testing, "with_test", lambda true, tested, n, wrong, *rest: true(tested, n, 0 * wrong, *rest)
    ),
    "R7": asleep,
    "R7 gap": replaced(alignment, "softmax", evenly),
    "R9": replaced(testing, "wrong", lambda true, *given: np.full_like(true(*given), 0.5)),
    "R9 forced": replaced(testing, "wrong", growing),
    "one reader": replaced(tasks, "shape_of", reading_back),
    "one reader right": asleep,
    "dates": asleep,
}


def test_every_claim_has_a_spoilt_model() -> None:
    assert set(SPOILT) == set(CLAIMS)


@pytest.mark.slow
@pytest.mark.parametrize("name", CLAIMS)
def test_a_spoilt_model_fails_its_claim(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    SPOILT[name](monkeypatch)
    assert failing("seq2seq", (name,)) == {name}
