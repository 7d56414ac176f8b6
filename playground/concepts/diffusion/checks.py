"""The oracle cases of diffusion, computed by the numerics that the panel uses."""

from __future__ import annotations

from playground.concepts.diffusion import checks_noise, checks_reverse

CHECKS = {**checks_noise.CHECKS, **checks_reverse.CHECKS}
