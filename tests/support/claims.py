"""A claim as the window reproduces it, at any seed, and whether it still holds: also for tests that spoil a model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playground import catalog
from playground.engine.declarations.concept import Claim
from playground.engine.run.session import Session


class Runs:
    """The runs that the claims of a panel are about; claims of one run share it."""

    def __init__(self, concept_id: str, seed: int | None = None) -> None:
        """Takes the panel, and a seed instead of those of the presets."""
        self.concept, self._presets, self._seed = catalog.load(concept_id), catalog.presets(concept_id), seed
        self._metrics: dict[tuple[str, int, str], Any] = {}

    def metrics(self, claim: Claim) -> Any:
        """The numbers at the end of the claim's run."""
        key = (claim.preset, claim.steps, claim.job)
        if key not in self._metrics:
            preset = self._presets[claim.preset]
            seed = preset.get("seed", 0) if self._seed is None else self._seed
            session = Session(self.concept, self.concept.declaration.params.make(preset["params"]), seed)
            session.advance(claim.steps)
            if claim.job:
                session.finish_job(claim.job)
            self._metrics[key] = session.frame().metrics
        return self._metrics[key]

    def holds(self, claim: Claim) -> bool:
        """Whether it does."""
        return claim.holds(self.metrics(claim))


def failing(concept_id: str, names: Iterable[str], seed: int | None = None) -> set[str]:
    """Those of some claims of a panel that do not hold.

    Args:
        concept_id: the panel.
        names: the claims.
        seed: None: that of the preset.
    """
    wanted, runs = set(names), Runs(concept_id, seed)
    return {claim.id for claim in runs.concept.declaration.claims if claim.id in wanted and not runs.holds(claim)}
