"""The part of the controller that reproduces claims and runs self-checks. No Qt."""

from __future__ import annotations

from collections.abc import Mapping

from playground.engine.frame import STOPPED, Frame
from playground.engine.process import messages as m
from playground.ui.controller.presets import Presets
from playground.ui.controller.protocols import Engine
from playground.ui.controller.sentences import claim_result
from playground.ui.controller.state import Check, Panel, Proof
from playground.ui.controller.store import Store


class Claims:
    """The claims of the panel on the stage and its shipped cases."""

    def __init__(self, store: Store, engine: Engine, presets: Presets) -> None:
        self._store, self._engine, self._presets = store, engine, presets

    def reproduce(self, claim_id: str) -> None:
        """Sets a claim's preset, runs to its step, and compares."""
        panel = self._store.state.panel
        claim = next((c for c in panel.declaration.claims if c.id == claim_id), None) if panel is not None else None
        if panel is None or claim is None:
            return
        proofs = panel.proofs
        self._presets.choose(claim.preset, telling=False)
        self._store.put_panel(proofs={**proofs, claim_id: Proof(claim_id, "running")})
        fresh = self._store.state.panel
        if fresh is None:
            return
        if claim.job:
            self._engine.send(fresh.group, m.StartJob(claim.job))
        if claim.steps:
            self._engine.send(fresh.group, m.Step(claim.steps))

    def self_check(self) -> None:
        """Runs the panel's shipped cases in the engine."""
        panel = self._store.state.panel
        if panel is not None and not panel.check.running:
            self._store.put_panel(check=Check(running=True))
            self._engine.send(panel.group, m.RunChecks(panel.declaration.id))

    # ---- what the engine says

    def take(self, frame: Frame) -> None:
        """Decides the running proofs that this frame decides."""
        panel = self._store.state.panel
        if panel is not None:
            self._store.put_panel(proofs=_add_proof(panel, frame))

    def take_results(self, message: m.Checked) -> None:
        """Shows the results of a self-check."""
        panel = self._store.state.panel
        if panel is not None and message.group == panel.group:
            self._store.put_panel(check=Check(results=tuple(message.results)))

    def drop(self) -> None:
        """The self-check does not come any more."""
        self._store.put_panel(check=Check())


def _add_proof(panel: Panel, frame: Frame) -> Mapping[str, Proof]:
    """The running proofs that this frame decides."""
    proofs = dict(panel.proofs)
    for claim in panel.declaration.claims:
        proof = proofs.get(claim.id)
        if proof is None or proof.state != "running":
            continue
        job = frame.jobs.get(claim.job) if claim.job else None
        waiting = bool(claim.job) and (job is None or job.progress < 1) and not (job is not None and job.error)
        if waiting or (frame.step < claim.steps and frame.status not in STOPPED):
            continue
        holds = claim.holds(frame.metrics)
        words = claim_result(panel.declaration, claim, frame.metrics)
        proofs[claim.id] = Proof(claim.id, "holds" if holds else "fails", words)
    return proofs
