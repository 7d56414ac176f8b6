"""Every claim of pretraining and of the noisy channel fails with a model that is spoilt where the claim looks."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from claims import failing
from spoiling import Spoil, replaced

from playground import catalog
from playground.concepts.noisy_channel import channel, reranking
from playground.concepts.pretraining import bilm, reading
from playground.engine.kit import transformer_gradient

asleep = replaced(transformer_gradient, "gradient", lambda true, theta, *given: torch.zeros_like(theta))


def seeing(true: Any, params: Any, causal: bool) -> Any:
    """The net of a view that sees both sides, whatever was asked for."""
    return true(params, causal)._replace(causal=False)


def behind_nothing(true: Any, texts: Any, tokens: int) -> Any:
    """What the causal net should say next is shown to it."""
    return texts


def knowing(true: Any, params: Any, theta: Any, held: Any) -> Any:
    """A test whose prompts have been answered."""
    return torch.ones_like(true(params, theta, held))


def all_senses(true: Any, cosine: Any, senses: Any) -> Any:
    """Means within a sense and between senses that have changed places."""
    return true(cosine, senses)[::-1]


SPOILT: dict[str, dict[str, Spoil]] = {
    "pretraining": {
        "T5": asleep,
        "T5 causal": replaced(reading, "behind", behind_nothing),
        "T5 gain": asleep,
        "T5 all hidden": replaced(
            reading, "hidden", lambda true, texts, tokens, rate, *rest: true(texts, tokens, 0.15, *rest)
        ),
        "T6 few-shot": asleep,
        "T6 no example": replaced(reading, "shot_accuracies", knowing),
        "T6 one layer": replaced(reading, "shot_accuracies", knowing),
        "T8": replaced(bilm, "within_between", all_senses),
        "T8 by": replaced(bilm, "within_between", all_senses),
        "T8 own layer": replaced(
            bilm, "vectors", lambda true, *given: bilm.Layered(true(*given).states, true(*given).states)
        ),
    },
    "noisy_channel": {
        "T9": replaced(channel, "learnt_follows", lambda true, meant: -true(meant)),
        "T9 by": replaced(channel, "learnt_follows", lambda true, meant: -true(meant)),
        "T9 no prior": replaced(
            reranking, "accuracies", lambda true, params, data, taken, weights: true(params, data, taken, weights + 1.0)
        ),
    },
}


def test_every_claim_has_a_spoilt_model() -> None:
    for panel, spoilt in SPOILT.items():
        assert set(spoilt) == {claim.id for claim in catalog.declaration(panel).claims}


@pytest.mark.slow
@pytest.mark.parametrize(("panel", "name"), [(panel, name) for panel, spoilt in SPOILT.items() for name in spoilt])
def test_a_spoilt_model_fails_its_claim(panel: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    SPOILT[panel][name](monkeypatch)
    assert failing(panel, (name,)) == {name}
