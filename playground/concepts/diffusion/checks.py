"""The oracle cases of diffusion and of samplers, computed by the numerics that the panel uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playground.concepts.diffusion import checks_chains, checks_noise, checks_reverse, checks_scores

CHECKS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    **checks_noise.CHECKS,
    **checks_reverse.CHECKS,
    **checks_chains.CHECKS,
    **checks_scores.CHECKS,
}
