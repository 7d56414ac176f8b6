"""The Hopfield network as the functions of the contract, and the numbers that every view reads."""

from __future__ import annotations

from typing import Any

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.capacity import capacity, measure_capacity, measure_damage
from playground.concepts.hopfield.crosstalk import crosstalk
from playground.concepts.hopfield.gestures import apply
from playground.concepts.hopfield.landscape import landscape
from playground.concepts.hopfield.memories import Data, load, make_data
from playground.concepts.hopfield.naming import MEMORY, MIXTURE, NEGATIVE, OTHER, Match, match, verdict
from playground.concepts.hopfield.net import energy, overlaps, products
from playground.concepts.hopfield.recall import measure_recall, measure_together, recall
from playground.concepts.hopfield.sketch import MOST_SHOWN
from playground.concepts.hopfield.state import State, begin
from playground.concepts.hopfield.stepping import Info, distance, largest_overlap, step
from playground.concepts.hopfield.theory import bit_error
from playground.engine.declarations.concept import Findings, Model
from playground.engine.frame import View
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.texts import sums

_WRITTEN_OUT = 12  # memories


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the chosen view with their data, and the numbers that are read."""
    nearest = match(state.net, data.names, state.s, state.overlap)
    match params.mode:
        case "recall":
            drawn = recall(params, data, state, info, nearest)
        case "crosstalk":
            drawn = crosstalk(params, data, state)
        case "landscape":
            drawn = landscape(params, data, state, info)
        case "capacity":
            drawn = capacity(state, findings)
    return Drawn(
        drawn.figure,
        {**_numbers(params, data, state, info, nearest), **findings["recall"], **findings["together"], **drawn.numbers},
    )


def _numbers(params: Params, data: Data, state: State, info: Info | None, nearest: Match) -> dict[str, Any]:
    """Where the network is, what that is called, what was stored, and what the last turn did."""
    net, d, target = state.net, len(state.s), state.target
    neuron, field = (info.neuron, info.field) if info is not None else (None, None)
    stable, bits, unstable_bits = state.unstable == 0, net.n * d, int(net.unstable.sum())
    target_name = data.names[target] if target >= 0 else "nothing"
    exactly = {kind: nearest.exact and nearest.kind == kind for kind in (MEMORY, NEGATIVE, MIXTURE)}
    return {
        "energy": state.energy,
        "best_match": nearest.words,
        "overlap_max": largest_overlap(state),
        "distance": distance(state),
        "stable": stable,
        "flips": state.flips,
        "sweeps": state.sweeps,
        "load": state.load,
        "unstable_bits": unstable_bits,
        "asked": state.asked,
        "flipped": info is not None and info.flipped,
        "sign": int(state.s[neuron]) if neuron is not None else None,
        "tie": field is not None and abs(field) <= net.near,
        "unstable_now": state.unstable,
        "cycling": state.cycling,
        "verdict": verdict(nearest, target_name, d, stable, state.cycling),
        "units": d,
        "memories": net.n,
        "bits": bits,
        "shape": _shape(data),
        "target_name": target_name,
        "target_energy": _memory_energy(state, target) if target >= 0 else None,
        "match_overlap": nearest.overlap,
        "is_memory": exactly[MEMORY],
        "is_negative": exactly[NEGATIVE],
        "is_mixture": exactly[MIXTURE],
        "is_spurious": stable and not exactly[MEMORY] and (nearest.exact or nearest.kind == OTHER),
        "mixed_name": nearest.mixed,
        "predicted_error": bit_error(state.load, params.threshold) if params.rule == "hebb" and net.n else None,
        "tie_words": _tie_words(params, state),
        "largest_diagonal": float(net.diagonal.max()) if params.rule == "projection" and net.n else None,
        "measured_bit_error": unstable_bits / bits if bits else None,
        **_by_hand(params, state, neuron),
    }


def _by_hand(params: Params, state: State, neuron: int | None) -> dict[str, Any]:
    """What field and energy of Hebb's rule are made of, in digits: the overlaps with the memories, if they are few."""
    net, s = state.net, state.s.double()
    if params.rule != "hebb" or not 0 < net.n <= _WRITTEN_OUT:
        return {"overlap_squares": "", "field_terms": ""}
    m = state.overlap[: net.n]
    found = {
        "overlap_squares": " + ".join(f"{abs(one):.0f}²" for one in m.tolist()),
        "state_sum": float(s.sum()),
        "field_terms": "",
    }
    if neuron is not None:
        bits = net.right[: net.n, neuron].double()
        found["field_terms"] = sums.products(bits.tolist(), (m - bits * s[neuron]).tolist(), 0)
    return found


def _tie_words(params: Params, state: State) -> str:
    """How exact a tie is known."""
    bars = state.net.bars
    if params.rule == "hebb" and bool((bars == bars.round()).all()):
        return "With d neurons d H is a whole number here, and this is decided in whole numbers."
    return "Here this is as far as rounding lets one tell, below 10⁻⁹."


def _shape(data: Data) -> str:
    words, n = f"{data.rows} × {data.columns} neurons", len(data.X)
    return words if n <= MOST_SHOWN else f"{words}, {MOST_SHOWN} of {n} memories shown"


_ENERGIES: Newest[float] = Newest()


def _memory_energy(state: State, k: int) -> float:
    net = state.net

    def make() -> float:
        x = net.right[k]
        m = overlaps(net, x)
        return float(energy(net, x, products(net, x, m), m))

    return _ENERGIES.of(net.left, k, make)


CONCEPT = Model(
    make_data=make_data,
    init=begin,
    step=step,
    observe=observe,
    apply=apply,
    load=load,
    jobs={
        "capacity": measure_capacity,
        "damage": measure_damage,
        "recall": measure_recall,
        "together": measure_together,
    },
)
