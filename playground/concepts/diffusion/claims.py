"""The headline claims, each as a preset, a metric and a threshold. No torch."""

from __future__ import annotations

from playground.engine.concept import Claim

CLAIMS: tuple[Claim, ...] = ()
