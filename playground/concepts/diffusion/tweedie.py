"""Tweedie's formula for one point in digits: the best guess of the clean sample from the score at a noised one."""

from __future__ import annotations

from typing import Any

from torch import Tensor

from playground.texts.sums import vector

NOTHING = dict.fromkeys(("hand_from", "hand_score", "hand_guess"), "")
_LEAST = 1e-3  # signal below which four decimals are too few to divide by


def in_digits(x: Tensor, score: Tensor, scale: float, sigma: float) -> dict[str, Any]:
    """Place, score and guess in words, with the factors between them; empty where hardly any signal is left.

    Args:
        x: the noised point, (1, d).
        score: there, (1, d).
        scale: what the data are multiplied with.
        sigma: the standard deviation of the noise.
    """
    factors = {"hand_variance": sigma**2, "hand_scale": scale}
    if scale < _LEAST:
        return {**NOTHING, **factors}
    guess = (x + sigma**2 * score) / scale
    words = (vector(one[0].tolist(), 4) for one in (x, score, guess))
    return {**dict(zip(NOTHING, words, strict=True)), **factors}
