"""The oracle cases, computed by the panel's own learning, fields, steps, landscape and theory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.batch import is_fixed
from playground.concepts.hopfield.crosstalk import aligned_crosstalk
from playground.concepts.hopfield.landscape import all_states, state_of, survey
from playground.concepts.hopfield.memories import data_of
from playground.concepts.hopfield.net import Net, energy, learn, of_matrix, overlaps, products, wanted, weights
from playground.concepts.hopfield.state import mixture, start
from playground.concepts.hopfield.stepping import step
from playground.concepts.hopfield.theory import bit_error, critical, load_for_error
from playground.engine.run.context import Ctx

Inputs = Mapping[str, Any]
Rows = Sequence[Sequence[int]]


def _ctx() -> Ctx:
    return Ctx(torch.device("cpu"), torch.float64, 0, "step")


def _memories(patterns: Rows) -> Tensor:
    return torch.tensor(patterns, dtype=torch.int8)


def _net(inputs: Inputs) -> Net:
    """The Hebbian network of the patterns, or the one with the weights W; the thresholds may differ."""
    if "W" in inputs:
        return of_matrix(torch.tensor(inputs["W"]), torch.tensor(inputs["b"]))
    net = learn(_memories(inputs["patterns"]), "hebb", 0.0)
    b = torch.tensor(inputs.get("b", [0] * net.d), dtype=torch.float64)
    return net._replace(bars=b * net.unit)


def _energy(net: Net, s: Tensor) -> Tensor:
    m = overlaps(net, s)
    return energy(net, s, products(net, s, m), m)


def _signs(up: Tensor) -> list[int]:
    return [int(v) for v in torch.where(up, 1, -1).tolist()]


class _Run:
    """A recall by the panel's own `step`, neuron by neuron, that keeps every flip."""

    def __init__(self, net: Net, x0: Sequence[int] | Tensor, order: Sequence[int] | None = None) -> None:
        given = {"order": "given", "sequence": tuple(float(i) for i in order)} if order is not None else {}
        self.params = Params().changed({"step_is": "neuron", "order": "cyclic", **given})
        s = torch.as_tensor(x0).to(torch.int8)
        self.state = start(self.params, net, s, -1, _ctx())
        self.data = data_of(s[None], ("x",), 1, len(s))
        self.energies = [self.state.energy]
        self.flips: list[dict[str, Any]] = []

    def to_the_end(self) -> _Run:
        """Sweeps until one changes nothing."""
        quiet = False
        while not quiet:
            flips = self.state.flips
            self._sweep()
            quiet = self.state.flips == flips
        return self

    def _sweep(self) -> None:
        sweeps = self.state.sweeps
        while self.state.sweeps == sweeps:
            self.state, info = step(self.params, self.data, self.state, _ctx())
            if info.flipped and info.neuron is not None:
                value = int(self.state.s[info.neuron])
                entry = {"sweep": sweeps + 1, "neuron": info.neuron, "new_value": value, "energy": info.energy}
                self.flips.append(entry)
                self.energies.append(info.energy)

    @property
    def end(self) -> list[int]:
        """The state."""
        return self.state.s.tolist()


# ---- one routine for each kind


def _hebb_weights(inputs: Inputs) -> Mapping[str, Any]:
    net, X = _net(inputs), _memories(inputs["patterns"])
    W = weights(net)
    return {
        "W": W,
        "diagonal": W.diagonal(),
        "stored_energies": _energy(net, X),
        "stored_are_fixed_points": is_fixed(net, X),
        "negatives_are_fixed_points": is_fixed(net, -X),
    }


def _recall_trace(inputs: Inputs) -> Mapping[str, Any]:
    run = _Run(_net(inputs), inputs["x0"]).to_the_end()
    return {
        "initial_energy": run.energies[0],
        "flips": run.flips,
        "final_state": run.end,
        "sweeps_including_the_quiet_one": run.state.sweeps,
        "final_overlaps": run.state.overlap / len(run.end),
    }


def _energy_sign(inputs: Inputs) -> Mapping[str, Any]:
    run = _Run(_net(inputs), inputs["x0"]).to_the_end()
    falling = all(b <= a for a, b in zip(run.energies, run.energies[1:], strict=False))
    return {"energies": run.energies, "final_state": run.end, "non_increasing": falling}


def _energy_comparison(inputs: Inputs) -> Mapping[str, Any]:
    """Fixed points and ties by comparing energies; they count only where the rule sgn(H) says the same everywhere."""
    net = _net(inputs)
    d, land = net.d, survey(net)
    numbers, bits = torch.arange(2**d)[:, None], 1 << torch.arange(d)
    up, down = land.energies[numbers | bits], land.energies[numbers & ~bits]
    states = all_states(d)
    by_rule = wanted(net, products(net, states, overlaps(net, states)))
    fixed = ((up <= down) == (states > 0)).all(1)
    points = sorted((state.tolist(), float(e)) for state, e in zip(states[fixed], land.energies[fixed], strict=True))
    return {
        "fixed_points": [[int(v) for v in state] for state, _ in points],
        "fixed_point_energies": [e for _, e in points],
        "tie_count": int((up == down).sum()) if torch.equal(by_rule, up <= down) else None,
    }


def _tie(inputs: Inputs) -> Mapping[str, Any]:
    net, x0 = _net(inputs), torch.tensor(inputs["x0"])
    product = products(net, x0, overlaps(net, x0))
    run = _Run(net, x0).to_the_end()
    return {
        "d_times_H": product - net.bars,
        "neurons_with_zero_field": (product == net.bars).nonzero()[:, 0],
        "sgn_of_fields": _signs(wanted(net, product)),
        "final_state": run.end,
        "flips": run.flips,
    }


def _crosstalk(inputs: Inputs) -> Mapping[str, Any]:
    """C with the sum over j != i, and over all j: then the diagonal n/d of the sum belongs to it."""
    net, X, k = _net(inputs), _memories(inputs["patterns"]), inputs["pattern_index"]
    x = X[k].to(torch.float64)
    without = x * aligned_crosstalk(net, x)
    field = products(net, x, overlaps(net, x)) / net.unit
    with_all = without + x * (net.n - 1) / net.d
    kept = field + x * net.n / net.d
    up = wanted(net, field * net.unit)
    return {
        "C_all_j": with_all,
        "C_j_not_i": without,
        "max_abs_C_all_j": with_all.abs().max(),
        "max_abs_C": without.abs().max(),
        "stable": is_fixed(net, x),
        "stable_with_zero_diagonal": is_fixed(net, x),
        "stable_with_diagonal_n_over_d": bool(((kept >= 0) == (x > 0)).all()),
        "unstable_neurons_zero_diagonal": (up != (x > 0)).nonzero()[:, 0],
        "H_zero_diagonal": field,
    }


def _load(inputs: Inputs) -> Mapping[str, Any]:
    net, X = _net(inputs), _memories(inputs["patterns"])
    ends = [_Run(net, x).to_the_end().state.s for x in X]
    reached = [float((end.to(torch.float64) * x).mean()) for end, x in zip(ends, X, strict=True)]
    return {
        "alpha": net.n / net.d,
        "unstable_bits": net.unstable,
        "fixed_patterns": int((net.unstable == 0).sum()),
        "overlap_after_relaxation": reached,
        "end_states": [end.tolist() for end in ends] if net.d <= 20 else "not listed",
    }


def _mixture(inputs: Inputs) -> Mapping[str, Any]:
    net, X = _net(inputs), _memories(inputs["patterns"])
    mixed = mixture(X, 0)
    return {
        "mixture": mixed,
        "mixture_is_fixed": is_fixed(net, mixed),
        "mixture_overlaps": overlaps(net, mixed) / net.d,
        "mixture_energy": _energy(net, mixed),
        "pattern_energy": _energy(net, X[0]),
        "negatives_are_fixed": is_fixed(net, -X),
    }


def _two_cycle(inputs: Inputs) -> Mapping[str, Any]:
    net = _net(inputs)
    together = _Run(net, inputs["x0"])
    params, states = together.params.changed({"update": "all"}), [together.end]
    for _ in range(4):
        together.state, _info = step(params, together.data, together.state, _ctx())
        states.append(together.end)
    apart = _Run(net, inputs["x0"]).to_the_end()
    return {
        "synchronous_states": states,
        "asynchronous_final": apart.end,
        "asynchronous_flips": [[flip["neuron"], flip["new_value"]] for flip in apart.flips],
    }


def _capacity_theory(inputs: Inputs) -> Mapping[str, Any]:
    top = critical()
    return {
        "P_error": [bit_error(load) for load in inputs["alphas"]],
        "alpha_for_error": [load_for_error(error) for error in inputs["error_levels"]],
        "alpha_c": top.load,
        "m_c": top.overlap,
        "y_c": top.y,
    }


def _landscape(inputs: Inputs) -> Mapping[str, Any]:
    net = _net(inputs)
    land = survey(net)
    points = [(state_of(int(number), net.d).tolist(), k) for k, number in enumerate(land.fixed)]
    points.sort()
    return {
        "fixed_points": [s for s, _ in points],
        "basin_sizes": [int(land.sizes[k]) for _, k in points],
        "energies": [float(land.energies[land.fixed[k]]) for _, k in points],
    }


def _orders(inputs: Inputs) -> Mapping[str, Any]:
    net, found = _net(inputs), {}
    for name, order in inputs["orders"].items():
        run = _Run(net, inputs["x0"], order).to_the_end()
        found[name] = {
            "final_state": run.end,
            "energy": run.state.energy,
            "flipped_neurons": [flip["neuron"] for flip in run.flips],
        }
    return found


CHECKS: dict[str, Callable[[Inputs], Mapping[str, Any]]] = {
    "hebb_weights": _hebb_weights,
    "recall_trace": _recall_trace,
    "energy_sign": _energy_sign,
    "rule_equals_energy_comparison": _energy_comparison,
    "tie_field_zero": _tie,
    "crosstalk_sufficiency": _crosstalk,
    "crosstalk_not_necessary": _crosstalk,
    "load": _load,
    "spurious_mixture": _mixture,
    "synchronous_two_cycle": _two_cycle,
    "capacity_theory": _capacity_theory,
    "landscape": _landscape,
    "update_order_matters": _orders,
}
