"""The oracle cases, computed by the panel's own step, separability test and counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.cover import Labeling, cover_number, grow_labelings
from playground.concepts.perceptron.data import Data, data_of
from playground.concepts.perceptron.problem import pose
from playground.concepts.perceptron.state import State, begin, true_weights
from playground.concepts.perceptron.stepping import Info, step
from playground.engine.run.context import Ctx

Inputs = Mapping[str, Any]

MOST_PASSES = 100_000
MOST_FOR_SPLITS = 20


def _data(X: Sequence[Sequence[float]], y: Sequence[float]) -> Data:
    return data_of(torch.tensor(X, dtype=torch.float64), torch.tensor(y, dtype=torch.float64))


def _ctx() -> Ctx:
    return Ctx(torch.device("cpu"), torch.float64, 0, "step")


class _Run:
    """A run that keeps what the oracles ask for; it advances by the panel's own `step`."""

    def __init__(self, inputs: Inputs, *, y: Sequence[float] | None = None, **chosen: Any) -> None:
        bias = bool(inputs["bias"])
        settings = {"rule": inputs.get("rule", "sgn"), "bias": bias, "step_is": "sample"} | chosen
        self.params = Params().changed(settings)
        self.data = _data(inputs["X"], inputs["y"] if y is None else y)
        start = [float(v) for v in inputs.get("w0", [0.0] * self.data.X.shape[1])] + [float(inputs.get("b0", 0))] * bias
        self.state = begin(self.params, self.data, _ctx(), torch.tensor(start, dtype=torch.float64))
        self.updates: list[tuple[Info, State]] = []
        self.mistakes_per_epoch: list[int] = []
        self.after_epoch: list[list[float]] = []

    def epoch(self) -> None:
        """One pass, point by point."""
        epochs = self.state.epochs
        while self.state.epochs == epochs:
            self.state, info = step(self.params, self.data, self.state, _ctx())
            if info.updated:
                self.updates.append((info, self.state))
        assert self.state.last_pass is not None
        self.mistakes_per_epoch.append(self.state.last_pass)
        self.after_epoch.append(true_weights(self.state).tolist())

    def to_the_end(self, most: int = MOST_PASSES) -> _Run:
        """Passes until one is clean."""
        while not self.state.converged and self.state.epochs < most:
            self.epoch()
        return self

    def split(self, w: Tensor | None = None) -> dict[str, Any]:
        """Weights and bias apart."""
        entries = (true_weights(self.state) if w is None else w).tolist()
        return {"w": entries[:-1], "b": entries[-1]} if self.params.bias else {"w": entries, "b": 0.0}

    def summary(self) -> dict[str, Any]:
        """How the run ended."""
        state = self.state
        return {
            **self.split(),
            "mistakes_per_epoch": self.mistakes_per_epoch,
            "total_updates": state.updates,
            "converged": state.converged,
            "epochs_until_clean_pass": state.epochs if state.converged else None,
        }

    def trace(self) -> list[dict[str, Any]]:
        """Every update."""
        n = len(self.data.y)
        return [
            {"epoch": (state.seen - 1) // n + 1, "index": info.row, **self.split(true_weights(state))}
            for info, state in self.updates
        ]


def training_trace(inputs: Inputs) -> dict[str, Any]:
    """Every update until a clean pass."""
    run = _Run(inputs, order=inputs["order"]).to_the_end(inputs["max_epochs"])
    return {**run.summary(), "updates": run.trace()}


def order_dependence(inputs: Inputs) -> dict[str, Any]:
    """The same data in two given orders."""
    found = {}
    for name in ("order_1", "order_2"):
        run = _Run(inputs, order="given", sequence=tuple(float(row) for row in inputs[name]))
        run.to_the_end(inputs["max_epochs"])
        found[name] = {**run.summary(), "mistakes_per_point": run.state.counts.tolist()}
    return found


def ties_at_zero(inputs: Inputs) -> dict[str, Any]:
    """Ties at score 0 under both rules."""
    found = {}
    for name, labels, rule in (
        ("positive_sgn_rule", "y_positive", "sgn"),
        ("positive_margin_rule", "y_positive", "margin"),
        ("negative_sgn_rule", "y_negative", "sgn"),
    ):
        run = _Run(inputs, y=inputs[labels], rule=rule, order=inputs["order"]).to_the_end(inputs["max_epochs"])
        found[name] = {**run.summary(), "updates": run.trace()}
    return found


def _cycle(inputs: Inputs) -> tuple[_Run, dict[str, Any]]:
    """The first passes, and from which pass with which period the weights repeat."""
    run = _Run(inputs, order=inputs["order"])
    while run.state.period is None and not run.state.converged:
        run.epoch()
    period = run.state.period
    first = None
    if period is not None:
        while len(run.after_epoch) < inputs["epochs"]:
            run.epoch()
        ahead, behind = _Run(inputs, order=inputs["order"]), _Run(inputs, order=inputs["order"])
        for _ in range(period + 1):
            ahead.epoch()
        behind.epoch()
        first = 1
        while ahead.after_epoch[-1] != behind.after_epoch[-1]:
            ahead.epoch()
            behind.epoch()
            first += 1
    epochs = inputs["epochs"]
    return run, {
        "state_after_epoch": run.after_epoch[:epochs],
        "mistakes_per_epoch": run.mistakes_per_epoch[:epochs],
        "periodic_from_epoch": first,
        "period_in_epochs": period,
    }


def cycling(inputs: Inputs) -> dict[str, Any]:
    """The cycle of a run that cannot end, and the fewest mistakes that any line makes."""
    run, found = _cycle(inputs)
    return {
        **found,
        "converged": run.state.converged,
        "smallest_training_error_of_any_linear_rule": _fewest_errors(run),
    }


def _fewest_errors(run: _Run) -> int:
    """The smallest number of labels that have to be flipped until some line separates."""
    extended = run.data.y[:, None] * (_extended(run.data.X, run.params.bias))
    *_, labelings = (found for found in grow_labelings(extended) if found is not None)
    return min(sum(sign < 0 for sign in labeling) for labeling in labelings)


def contradictory_duplicate(inputs: Inputs) -> dict[str, Any]:
    """The cycle, and the verdict on separability."""
    run, found = _cycle(inputs)
    return {**found, "separable": run.state.problem.separable}


def cover_table(inputs: Inputs) -> dict[str, Any]:
    """Cover's numbers, rows n, columns d."""
    return {"C": [[cover_number(n, d) for d in inputs["d"]] for n in inputs["n"]]}


def count_dichotomies(inputs: Inputs) -> dict[str, Any]:
    """The exact count of separable labelings, and those that are not."""
    rows = _extended(torch.tensor(inputs["X"], dtype=torch.float64), bool(inputs["bias"]))
    n, width = rows.shape
    *_, labelings = (found for found in grow_labelings(rows) if found is not None)
    found: dict[str, Any] = {
        "count": len(labelings),
        "fraction": len(labelings) / 2**n,
        "cover_formula_if_general_position": cover_number(n, width),
    }
    if n <= MOST_FOR_SPLITS:
        separable: set[Labeling] = set(labelings)
        found["not_realisable"] = [list(y) for y in product((-1, 1), repeat=n) if y not in separable]
    return found


def _extended(X: Tensor, bias: bool) -> Tensor:
    return torch.cat([X, torch.ones((len(X), 1), dtype=torch.float64)], 1) if bias else X


def novikoff_bound(inputs: Inputs) -> dict[str, Any]:
    """The two Novikoff quantities after every update, and the bound for a given and for the best direction."""
    run = _Run(inputs, order=inputs["order"]).to_the_end()
    problem = run.state.problem
    star = torch.tensor(inputs["w_star"], dtype=torch.float64)
    star = star / torch.linalg.vector_norm(star)
    gamma = float((problem.A / problem.scale @ star).min())
    weights = [true_weights(state) for _, state in run.updates]
    return {
        "total_updates": run.state.updates,
        "w_final": true_weights(run.state).tolist(),
        "gamma_of_w_star": gamma,
        "R": problem.R,
        "bound_for_w_star": floor_of((problem.R / gamma) ** 2) if gamma > 0 else None,
        "w_star_dot_w_t": [float(star @ w) for w in weights],
        "norm_w_t_squared": [float(w @ w) for w in weights],
        "max_margin_direction": problem.best.tolist(),
        "max_margin": problem.margin,
        "bound_for_max_margin": None if run.state.start.bound is None else floor_of(run.state.start.bound),
    }


def augmented_bound(inputs: Inputs) -> dict[str, Any]:
    """The plain bound, which a trained bias may break, beside the augmented one, which holds."""
    run = _Run(inputs, order=inputs["order"]).to_the_end()
    augmented, updates = run.state.problem, run.state.updates
    reach = float(torch.linalg.vector_norm(run.data.X, dim=1).max())
    gamma = plain_margin(run.data)
    plain = (reach / gamma) ** 2
    bound = (augmented.R / augmented.margin) ** 2
    return {
        "total_updates": updates,
        **run.split(),
        "R_plain": reach,
        "gamma_plain": gamma,
        "ceil_plain_ratio": -floor_of(-plain),
        "plain_bound_holds": updates <= -floor_of(-plain),
        "R_augmented": augmented.R,
        "gamma_augmented": augmented.margin,
        "floor_augmented_ratio": floor_of(bound),
        "augmented_bound_holds": updates <= floor_of(bound),
    }


def floor_of(value: float) -> int:
    """The floor of a computed number, where a whole number that rounding has moved by 1e-12 still counts as whole."""
    return math.floor(value + 1e-12 * abs(value))


def plain_margin(data: Data) -> float:
    """The largest min y (w.x + b) / |w| over all w and b, for separable data.

    The best free line has half the distance between the two hulls, and that is the length of the shortest difference
    x - x' of a blue and an orange point's hull: the largest margin through the origin of all differences.
    """
    blue, orange = data.X[data.y > 0], data.X[data.y < 0]
    differences = (blue[:, None, :] - orange[None, :, :]).reshape(-1, data.X.shape[1])
    ones = torch.ones(len(differences), dtype=torch.float64)
    return pose(data_of(differences, ones), "sgn", False).margin / 2


def learning_rate_and_warm_start(inputs: Inputs) -> dict[str, Any]:
    """Two rates, from 0 and from another start."""
    warm = {**inputs, "w0": inputs["warm_w0"], "b0": inputs["warm_b0"]}
    zero = {**inputs, "w0": [0] * len(inputs["X"][0]), "b0": 0}
    found = {}
    for start, name in ((zero, "zero_start"), (warm, "warm")):
        for rate, word in zip(inputs["eta"], ("1", "half"), strict=True):
            run = _Run(start, rate=float(rate), order=inputs["order"]).to_the_end(inputs["max_epochs"])
            found[f"{name}_eta_{word}"] = run.summary()
    return found


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "training_trace": training_trace,
    "order_dependence": order_dependence,
    "ties_at_zero": ties_at_zero,
    "cycling": cycling,
    "contradictory_duplicate": contradictory_duplicate,
    "cover_table": cover_table,
    "count_dichotomies": count_dichotomies,
    "novikoff_bound": novikoff_bound,
    "augmented_bound": augmented_bound,
    "learning_rate_and_warm_start": learning_rate_and_warm_start,
}
