"""The further views: cross-talk, the landscape of all states, and the curves of the theory."""

from __future__ import annotations

from functools import cache

import torch
from torch import Tensor

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.landscape import MOST_NEURONS, Landscape, number_of, survey_of
from playground.concepts.hopfield.memories import Data
from playground.concepts.hopfield.naming import BARS, match
from playground.concepts.hopfield.net import Net, overlaps, products, wanted
from playground.concepts.hopfield.sketch import outlines
from playground.concepts.hopfield.state import State
from playground.concepts.hopfield.theory import bit_error, critical, replica_overlap
from playground.engine.frame import Scalar

Shown = dict[str, Tensor | Scalar]

BINS = 36
MOST_BASINS = 10
SLOTS = 8
_LEAST_SPAN = 1.4
_NOWHERE = torch.full((1, 2), float("nan"), dtype=torch.float64)


# ---- cross-talk


def aligned_crosstalk(net: Net, k: int) -> Tensor:
    """x_i C_i of memory k, shape (d,), C summed over j != i: its aligned field without the signal 1 - 1/d.

    With zero diagonal H_i = (1 - 1/d) x_i + C_i, so the bit is unstable if x_i C_i < -(1 - 1/d), or at a tie where
    x_i = -1. For other rules than Hebb's the same difference tells how far the field is from the signal alone.
    """
    x = net.right[k]
    field = products(net, x, overlaps(net, x)) / net.unit
    return x * field - signal(net)


def signal(net: Net) -> float:
    """The aligned field of a memory that is stored alone: 1 - 1/d, for the dense network 1."""
    return 1.0 if net.dense else 1 - 1 / net.d


def crosstalk(data: Data, state: State) -> Shown:
    """The histogram of one memory's cross-talk, its unstable bits, and those of the others."""
    net, rows, columns = state.net, data.rows, data.columns
    k = max(0, state.target)
    if net.n == 0:
        return _no_crosstalk(rows, columns)
    x = net.right[k]
    values = aligned_crosstalk(net, k)
    unstable = wanted(net, products(net, x, overlaps(net, x))) != (x > 0)
    span = max(_LEAST_SPAN, 1.02 * float(values.abs().max()))
    edges = torch.linspace(-span, span, BINS + 1, dtype=torch.float64)
    load = max(state.load, 1e-6)
    spread = (load - 1 / net.d) ** 0.5 if load > 1 / net.d else load**0.5
    middle = torch.linspace(-span, span, 241, dtype=torch.float64)
    width = 2 * span / BINS
    bell = torch.exp(-(middle**2) / (2 * spread**2)) / (spread * (2 * torch.pi) ** 0.5) * width
    listed = min(net.n, BARS)
    return {
        "crosstalk_share": _histogram(values, edges) / net.d,
        "crosstalk_bad": _histogram(values[unstable], edges) / net.d,
        "crosstalk_edges": edges,
        "gauss_x": middle,
        "gauss_y": bell,
        "memory_image": (x > 0).to(torch.int32).reshape(rows, columns),
        "bad_cells": _outlined(unstable, rows, columns),
        "memory_unstable": net.unstable[:listed],
        "memory_names": "\n".join(data.names[:listed]),
        "chosen_unstable": int(net.unstable[k]),
        "edge": -signal(net),
        "largest_crosstalk": float(values.abs().max()),
    }


def _no_crosstalk(rows: int, columns: int) -> Shown:
    none = torch.zeros(BINS, dtype=torch.float64)
    nothing = torch.full((2,), float("nan"), dtype=torch.float64)
    return {
        "crosstalk_share": none,
        "crosstalk_bad": none,
        "crosstalk_edges": torch.linspace(-_LEAST_SPAN, _LEAST_SPAN, BINS + 1, dtype=torch.float64),
        "gauss_x": nothing,
        "gauss_y": nothing,
        "memory_image": torch.zeros((rows, columns), dtype=torch.int32),
        "bad_cells": _NOWHERE,
        "memory_unstable": torch.zeros(1, dtype=torch.int64),
        "memory_names": "none",
        "chosen_unstable": 0,
        "edge": -1.0,
        "largest_crosstalk": None,
    }


def _histogram(values: Tensor, edges: Tensor) -> Tensor:
    """Counts between the edges; a value on an edge belongs to the bin to its right."""
    place = (torch.bucketize(values, edges, right=True) - 1).clamp(0, len(edges) - 2)
    return torch.bincount(place, minlength=len(edges) - 1).to(torch.float64)


def _outlined(cells: Tensor, rows: int, columns: int) -> Tensor:
    corners = outlines(cells.nonzero()[:, 0].tolist(), rows, columns)
    return torch.tensor(corners, dtype=torch.float64) if corners else _NOWHERE


# ---- all states


def landscape(params: Params, data: Data, state: State) -> Shown:
    """Every state with its energy and basin, where the net is small enough."""
    d = len(state.s)
    if d > MOST_NEURONS:
        return _no_landscape()
    land = survey_of(data.X, params.rule, params.threshold)
    points = torch.stack([land.x, land.energies], 1)
    here = number_of(state.s)
    listed = land.fixed[:MOST_BASINS]
    names = [_name(state.net, data.names, land, int(number)) for number in listed.tolist()]
    return {
        "land_points": points,
        "land_ground": land.ground,
        "land_slots": (torch.arange(len(land.fixed)) % SLOTS).to(torch.int32),
        "land_ids": torch.arange(2**d),
        "land_fixed": points[land.fixed],
        "land_path": points[_path(state, here)],
        "land_here": points[here],
        "basin_sizes": land.sizes[: len(listed)],
        "basin_labels": (torch.arange(len(listed)) % SLOTS).to(torch.int32),
        "basin_names": "\n".join(names),
        "fixed_points": len(land.fixed),
        "states": 2**d,
        "ties": land.ties,
    }


def _name(net: Net, names: tuple[str, ...], land: Landscape, number: int) -> str:
    s = (((number >> torch.arange(net.d)) & 1) * 2 - 1).to(torch.float64)
    found = match(net, names, s, overlaps(net, s))
    return found.words if found.exact else "spurious"


def _path(state: State, here: int) -> list[int]:
    """The numbers of the last states, by taking back the last flips one by one."""
    if state.prior is not None:
        return [number_of(state.prior), here]
    numbers = [here]
    for neuron in reversed(state.recent.tolist()):
        numbers.append(numbers[-1] ^ (1 << neuron))
    return numbers[::-1]


def _no_landscape() -> Shown:
    whole = torch.zeros(0, dtype=torch.int32)
    return {
        **dict.fromkeys(("land_points", "land_fixed", "land_path", "land_ground"), _NOWHERE),
        "land_slots": whole,
        "land_here": _NOWHERE[0],
        "land_ids": torch.zeros(1, dtype=torch.int64),
        "basin_sizes": whole,
        "basin_labels": whole,
        "basin_names": "",
        "fixed_points": None,
        "states": None,
        "ties": None,
    }


# ---- theory


def curves(state: State) -> Shown:
    """The curves by theory, and where your memories stand."""
    top = critical()
    return {
        **_curves(),
        "critical_load": top.load,
        "critical_overlap": top.overlap,
        "theory_overlap": replica_overlap(state.load),
        "your_load": state.load if state.load <= 0.31 else None,
    }


@cache
def _curves() -> Shown:
    top = critical().load
    loads = sorted([k / 400 for k in range(1, 125)] + [top * (1 - 10.0**-k) for k in range(2, 8)] + [top, top + 1e-9])
    overlap = [replica_overlap(load) for load in loads]
    return {
        "curve_load": torch.tensor(loads, dtype=torch.float64),
        "curve_overlap": torch.tensor(overlap, dtype=torch.float64),
        "curve_error": torch.tensor([bit_error(load) for load in loads], dtype=torch.float64),
    }
