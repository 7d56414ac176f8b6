"""Each claim of linear recurrences fails where the model is spoilt in what it says."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from claims import failing
from spoiling import Spoil, changed, replaced, with_

from playground import catalog
from playground.concepts.linear_recurrence import eigenvalues, filtering, learning, matrices, modes, scans, state

PANEL = "linear_recurrence"


def earlier_after_later(a: Any, b: Any, one: Any) -> Any:
    """Pairs combined in the wrong order."""
    new_a, new_b = a.clone(), b.clone()
    new_a[one.later] = a[one.later] * a[one.earlier]
    new_b[one.later] = a[one.earlier] * b[one.later] + b[one.earlier]
    return new_a, new_b


def growing_memory(patch: pytest.MonkeyPatch) -> None:
    """Memories that are told too long."""
    true = eigenvalues.Eigen.memory.fget  # type: ignore[attr-defined]
    patch.setattr(eigenvalues.Eigen, "memory", property(lambda found: 1.2 * true(found)))


def matrix_is(*rows: tuple[float, ...]) -> Spoil:
    """Another matrix than the typed one."""
    return with_(modes, "read", lambda text: rows)


CASES: list[tuple[tuple[str, ...], Spoil]] = [
    (("R5 scan is loop", "R5 gates"), with_(scans, "combined", earlier_after_later)),
    (("R5 rounds",), replaced(scans, "rounds", lambda true, T, kind: true(T, "loop"))),
    (("R5 work", "R5 sweeps"), changed(scans, "work", lambda work: 2 * work)),
    (("R6 below 1",), changed(eigenvalues, "exponential", lambda one: one._replace(log_modulus=-one.log_modulus))),
    (("R6 above 0",), changed(eigenvalues, "exponential", lambda one: one._replace(log_modulus=9 * one.log_modulus))),
    (("R6 memory",), changed(eigenvalues, "ring", lambda one: one._replace(modulus=0.9 * one.modulus))),
    (("R6 memory at most",), growing_memory),
    (("outside",), replaced(eigenvalues, "free", lambda true, re, im: true(0.9 * re, 0.9 * im))),
    (("close",), with_(state, "STORED", {"double": torch.float64, "single": torch.float64})),
    (("convolution",), changed(filtering, "carried", lambda z: 0 * z)),
    (("modes",), changed(matrices, "modes", lambda parts: 1.001 * parts)),
    (("jordan",), matrix_is((0.95, 1.0), (0.0, 0.85))),
    (("growth",), matrix_is((0.9, 0.0), (0.0, 0.7))),
    (("learnt", "learnt outside"), with_(learning, "update", lambda learnt, delay, rate: learnt)),
    (("learnt free",), changed(learning, "losses", lambda both: [both[0], both[0]])),
    (("learnt inside",), changed(learning, "long_gains", lambda both: [both[1], both[1]])),
    (("forgetful",), changed(eigenvalues, "ring", lambda one: one._replace(modulus=0.9 + 0.1 * one.modulus))),
]


def test_every_claim_has_a_spoilt_model() -> None:
    assert {name for names, _ in CASES for name in names} == {one.id for one in catalog.declaration(PANEL).claims}


@pytest.mark.parametrize(("names", "spoil"), CASES, ids=[names[0] for names, _ in CASES])
def test_a_spoilt_model_fails_what_it_is_about(
    names: tuple[str, ...], spoil: Spoil, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(monkeypatch)
    assert failing(PANEL, names) == set(names)
