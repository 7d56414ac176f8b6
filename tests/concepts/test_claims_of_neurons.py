"""Each claim of the perceptron, the Hopfield net and the ReLU panel fails where the model is spoilt in what it says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from spoiling import Spoil, changed, with_

from playground import catalog
from playground.concepts.hopfield import batch, capacity, recall
from playground.concepts.hopfield import state as hopfield_state
from playground.concepts.perceptron import cover, gates, stepping
from playground.concepts.perceptron import jobs as perceptron_jobs
from playground.concepts.perceptron import state as perceptron_state
from playground.concepts.relu import bounds, look, net, theorems
from playground.concepts.relu import jobs as relu_jobs
from playground.concepts.relu import state as relu_state
from playground.engine.run.session import Session


def first_layer_alone(module: Any) -> Spoil:
    """Constructions that leave all layers but the first one out."""
    true = module.built
    return with_(module, "built", lambda kind, d, widths, low, high: true(kind, d, widths[:1], low, high))


def other_memories(module: Any) -> Spoil:
    """Networks that have learnt something else."""
    true = module.learn
    return with_(module, "learn", lambda X, rule, threshold: true(X.roll(7, 1), rule, threshold))


def one_way_weights(learned: Any, s: Any, m: Any) -> Any:
    """Fields by weights that are not symmetric."""
    return m @ learned.left.roll(1, 1)


def starts_stay(X: Any) -> Any:
    """Networks that do not relax at all."""
    yield X[:, 0]


def all_turn(X: Any) -> Any:
    """Networks in which every neuron turns over."""
    yield -X[:, 0]


def random_net(params: Any, widths: tuple[int, ...], ctx: Any, true: Any = relu_jobs._random_net) -> Any:
    """Random nets of one layer, whatever was asked for."""
    return true(params, widths[:1], ctx)


def through_relus(matrices: Any, x: Any) -> Any:
    """Deep nets with ReLU, which are no one matrix."""
    for W in matrices:
        x = np.maximum(W @ x, 0.0)
    return x


def sawtooth(kind: str, d: int, widths: Any, low: Any, high: Any, true: Any = net.built) -> Any:
    """Folds of one input alone."""
    return true("sawtooth", d, widths, low, high)


SPOILT: dict[str, dict[str, Spoil]] = {
    "perceptron": {
        "gates": with_(gates.Unit, "fires", lambda self, x: 1),
        "xor": with_(gates.Unit, "total", lambda self, x: sum(x) % 2),
        "bound": changed(perceptron_state, "start_from", lambda start: start._replace(bound=start.bound / 10)),
        "this_run": changed(perceptron_state, "start_from", lambda start: start._replace(bound=start.bound / 50)),
        "span": changed(stepping, "learn", lambda state: state._replace(W=state.W + 1e-3)),
        "version_space": with_(perceptron_jobs, "version_share", lambda rows: 0.01 * len(rows)),
        "cover": with_(cover, "is_separable", lambda rows: True),
        "norms": with_(perceptron_jobs, "sqrt", lambda d: 1.0),
        "repeats": with_(perceptron_state, "_compared", lambda state: state),
    },
    "hopfield": {
        "never_rises": changed(batch, "energy", lambda energy: -energy),
        "recalls": other_memories(recall),
        "forgets": with_(recall, "RECALLED", -1.0),
        "bit_error": changed(capacity, "bit_error", lambda share: 2 * share),
        "below": with_(capacity, "relax_nets", all_turn),
        "above": with_(capacity, "relax_nets", starts_stay),
        "spurious": with_(hopfield_state, "mixture", lambda X, k: X[k]),
        "two_cycle": with_(recall, "products", one_way_weights),
        "pairs": with_(recall, "wanted", lambda net, product: torch.ones_like(product, dtype=torch.bool)),
        "recalled": other_memories(hopfield_state),
    },
    "relu": {
        "symmetry": with_(theorems, "preactivations", lambda net, x: x[:, :1] + net[0][0][0, 0]),
        "linear_closure": with_(theorems, "through", through_relus),
        "linear_rank": with_(theorems, "product_of", lambda matrices: np.eye(8)),
        "one_layer": with_(bounds, "arrangement", lambda m, d: m + 1),
        "general_position": changed(look, "on_plane", lambda regions: regions - 1),
        "depth": with_(relu_jobs, "_random_net", random_net),
        "folding": first_layer_alone(theorems),
        "sawtooth": first_layer_alone(relu_state),
        "fold": with_(relu_state, "built", sawtooth),
        "hinges": changed(theorems, "hinge_value", lambda values: values + 0.1),
        "ridges": with_(theorems, "PENALTY", 100.0),
        "upper": with_(bounds, "serra", lambda inputs, widths: 10),
    },
}
QUICK = {"capacity": {"neurons": 200}}
"""Smaller nets for presets whose jobs take long; what is spoilt fails in them as well."""


@pytest.mark.parametrize(("concept_id", "claim_id"), [(one, claim) for one, all_ in SPOILT.items() for claim in all_])
def test_a_spoilt_model_fails_the_claim(concept_id: str, claim_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    concept = catalog.load(concept_id)
    claim = next(claim for claim in concept.declaration.claims if claim.id == claim_id)
    preset = catalog.presets(concept_id)[claim.preset]
    SPOILT[concept_id][claim_id](monkeypatch)
    params = concept.declaration.params.make({**preset["params"], **QUICK.get(claim.preset, {})})
    run = Session(concept, params, preset["seed"])
    run.advance(claim.steps)
    if claim.job:
        run.finish_job(claim.job)
    assert not claim.holds(run.frame().metrics)


@pytest.mark.parametrize("concept_id", SPOILT)
def test_every_claim_has_its_spoilt_model(concept_id: str) -> None:
    assert {claim.id for claim in catalog.declaration(concept_id).claims} == set(SPOILT[concept_id])
