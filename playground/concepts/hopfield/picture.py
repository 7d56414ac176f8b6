"""What is shown of a state: the grid with its memories, the overlaps, and all metrics; further views in `panorama`."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from playground.concepts.hopfield import Params
from playground.concepts.hopfield.memories import Data
from playground.concepts.hopfield.naming import (
    MEMORY,
    MIXTURE,
    NEGATIVE,
    OTHER,
    Match,
    match,
    shown_memories,
    verdict,
)
from playground.concepts.hopfield.net import energy, overlaps, products
from playground.concepts.hopfield.panorama import crosstalk, curves, landscape
from playground.concepts.hopfield.sketch import MOST_SHOWN, Bank, Corner, outlines
from playground.concepts.hopfield.state import State
from playground.concepts.hopfield.stepping import Info, distance, largest_overlap
from playground.concepts.hopfield.theory import bit_error
from playground.engine.frame import Scalar, View

Shown = dict[str, Tensor | Scalar]

MOST_OUTLINED = 400
_NOWHERE = torch.full((1, 2), float("nan"), dtype=torch.float64)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View) -> Mapping[str, Tensor | Scalar]:
    """Metrics and the grid always, the arrays of the other views in their modes."""
    found = match(state.net, data.names, state.s, state.overlap)
    shown = _numbers(params, data, state, info, found)
    shown |= _grid(params, data, state, info)
    shown |= _bank(data, state)
    shown |= _bars(data, state, found)
    if params.mode == "crosstalk":
        shown |= crosstalk(data, state)
    if params.mode == "landscape":
        shown |= landscape(params, data, state)
    if params.mode == "capacity":
        shown |= curves(state)
    return shown


# ---- numbers


def _numbers(params: Params, data: Data, state: State, info: Info | None, found: Match) -> Shown:
    net, d = state.net, len(state.s)
    stable, bits = state.unstable == 0, net.n * d
    unstable_bits = int(net.unstable.sum())
    target = state.target
    asked = info is not None and info.neuron is not None
    target_name = data.names[target] if target >= 0 else "nothing"
    words = verdict(found, target_name, d, stable, state.cycling)
    exactly = {kind: found.exact and found.kind == kind for kind in (MEMORY, NEGATIVE, MIXTURE)}
    return {
        "energy": state.energy,
        "best_match": found.words,
        "overlap_max": largest_overlap(state),
        "distance": distance(state),
        "stable": stable,
        "flips": state.flips,
        "sweeps": state.sweeps,
        "load": state.load,
        "unstable_bits": unstable_bits,
        "asked": state.asked,
        "neuron": info.neuron if info is not None else None,
        "field": info.field if info is not None else None,
        "chance": info.chance if info is not None else None,
        "sign": int(state.s[info.neuron]) if info is not None and info.neuron is not None else None,
        "flipped": info is not None and info.flipped,
        "asked_one": asked,
        "cold_turn": asked and params.temperature == 0.0,
        "warm_turn": asked and params.temperature > 0.0,
        "tie": asked and info is not None and info.field is not None and abs(info.field) <= net.near,
        "unstable_now": state.unstable,
        "cycling": state.cycling,
        "verdict": words,
        "at_rest": bool(words),
        "units": d,
        "memories": net.n,
        "bits": bits,
        "shape": _shape(data),
        "target_name": target_name,
        "has_target": target >= 0,
        "target_energy": _memory_energy(state, target) if target >= 0 else None,
        "match_overlap": found.overlap,
        "is_memory": exactly[MEMORY],
        "is_negative": exactly[NEGATIVE],
        "is_mixture": exactly[MIXTURE],
        "is_spurious": stable and not exactly[MEMORY] and (found.exact or found.kind == OTHER),
        "mixed_name": found.mixed,
        "rule_hebb": params.rule == "hebb",
        "rule_projection": params.rule == "projection",
        "rule_storkey": params.rule == "storkey",
        "rule_dense": params.rule == "dense",
        "predicted_error": bit_error(state.load),
        "measured_bit_error": unstable_bits / bits if bits else None,
        "small": params.mode == "landscape" and d <= 12,
    }


def _shape(data: Data) -> str:
    words, n = f"{data.rows} × {data.columns} neurons", len(data.X)
    return words if n <= MOST_SHOWN else f"{words}, {MOST_SHOWN} of {n} memories shown"


def _memory_energy(state: State, k: int) -> float:
    net = state.net
    x = net.right[k]
    m = overlaps(net, x)
    return float(energy(net, x, products(net, x, m), m))


# ---- the grid and the memories


def _corners(places: list[Corner]) -> Tensor:
    return torch.tensor(places, dtype=torch.float64) if places else _NOWHERE


def _grid(params: Params, data: Data, state: State, info: Info | None) -> Shown:
    rows, columns = data.rows, data.columns
    asked = [info.neuron] if info is not None and info.neuron is not None else []
    recent = [cell for cell in state.recent[-MOST_OUTLINED:].tolist() if cell not in asked]
    return {
        "state_image": (state.s > 0).to(torch.int32).reshape(rows, columns),
        "state_extent": torch.tensor([0.0, columns, 0.0, rows], dtype=torch.float64),
        "asked_cell": _corners(outlines(asked, rows, columns)),
        "changed_cells": _corners(outlines(recent, rows, columns)),
    }


def _bank(data: Data, state: State) -> Shown:
    rows, columns = data.rows, data.columns
    bank = Bank(len(data.X), rows, columns)
    image = torch.full((bank.height, bank.width), float("nan"), dtype=torch.float32)
    frames: list[Corner] = []
    for k in range(bank.shown):
        row, column = bank.place(k)
        image[row : row + rows, column : column + columns] = data.X[k].reshape(rows, columns)
        frames += [*bank.frame(k, 0.4), (float("nan"), float("nan"))]
    left = bank.left if bank.shown else 0.0
    chosen = bank.frame(state.target, 0.9) if 0 <= state.target < bank.shown else []
    return {
        "bank_image": image,
        "bank_extent": torch.tensor(bank.extent, dtype=torch.float64),
        "bank_frames": _corners(frames[:-1]),
        "bank_chosen": _corners(chosen),
        "picture_x": torch.tensor([left - 0.02 * columns, 1.01 * columns], dtype=torch.float64),
        "picture_y": torch.tensor([-0.07 * rows, 1.01 * rows], dtype=torch.float64),
        "verdict_at": torch.tensor([columns / 2, -0.04 * rows], dtype=torch.float64),
    }


# ---- overlaps


def _bars(data: Data, state: State, found: Match) -> Shown:
    """The overlaps with some memories and with the best mixture; the largest apart, so that it can stand out."""
    rows = shown_memories(state.overlap, state.net, state.target)
    values = [float(state.overlap[k]) / len(state.s) for k in rows]
    names = [data.names[k] for k in rows]
    if found.mixed:
        values.append(found.mixed_overlap)
        names.append("mixture")
    heights = torch.tensor(values, dtype=torch.float64)
    best = torch.zeros(len(values), dtype=torch.bool)
    if values:
        best[-1 if found.kind == MIXTURE else int(heights[: len(rows)].abs().argmax())] = True
    nothing = torch.full_like(heights, float("nan"))
    return {
        "overlap_rest": torch.where(best, nothing, heights),
        "overlap_best": torch.where(best, heights, nothing),
        "bar_names": "\n".join(names),
    }
