"""The numbers that every view gives: the net's shape and counts, the bounds, and the picked region or the hinges."""

from __future__ import annotations

import math
from typing import Any

import torch

from playground.concepts.relu import bars, bounds
from playground.concepts.relu.cells import MOST, pattern_of
from playground.concepts.relu.line import Hinges
from playground.concepts.relu.look import Look
from playground.concepts.relu.net import one_layer
from playground.concepts.relu.painting import affine
from playground.concepts.relu.state import form_of, is_broken_line
from playground.concepts.relu.stepping import read
from playground.engine.kit.dense.layout import length
from playground.engine.run.series import recorded
from playground.texts.sums import total, vector

_LONGEST = 3  # hinges that are written out


def numbers(look: Look) -> dict[str, Any]:
    """What is read of a state in every view."""
    params, data, state, known = look.params, look.data, look.state, look.known
    inputs, *widths, _ = state.sizes
    units, wide, found = sum(widths), one_layer(state.sizes), look.found("all_regions")
    counts = bars.counts(look)
    *_, lower, upper, most = counts.tolist()
    return {
        **recorded(read(params, data, state)),
        "regions_words": regions_words(look),
        "counted": found.get("counted"),
        "counted_linear": found.get("counted_linear"),
        "regions_plane": look.on_plane,
        "bound_lower": lower,
        "bound_upper": upper,
        "bound_terms": total((math.comb(widths[0], i) for i in range(inputs + 1)), 0),
        "bound_first": float(bounds.arrangement(widths[0], inputs)),
        "one_layer_units": wide[1],
        "one_layer_most": most,
        "bar_counts": counts.clamp(max=2e9).round(),
        "rival_shape": "-".join(map(str, wide)),
        "rival_weights": length(wide),
        "weights": length(state.sizes),
        "units": units,
        "layers": len(widths),
        "inputs": inputs,
        "points": len(data.y),
        "merged": known.complete and known.joined < known.cut,
        "broken_line": is_broken_line(params, data),
        "shape": "-".join(map(str, state.sizes)),
        "file_name": data.name,
        **(_hinges(look) if inputs == 1 else _picked(look)),
        **look.findings["theorems"],
    }


def regions_words(look: Look) -> str:
    """How many regions are in the window, by the job that counts them all where they are too many to count at once."""
    number = look.found("all_regions").get("counted", look.known.activation)
    return f"over {MOST:,}" if number is None else f"{number:,}"


def _picked(look: Look) -> dict[str, Any]:
    """The region at the picked place: its pattern, its map and its share of the window, in percent."""
    cells, cell = look.known.cells, look.cell
    pattern = {"pick_pattern": " ".join(pattern_of(look.known.layers, look.state.pick.numpy())[1])}
    if cells is None or cell is None:
        nowhere = {"pick_map": "no region here", "pick_gradient": torch.zeros(2), "pick_offset": None}
        return pattern | nowhere | {"pick_share": None, "picked": False}
    gradient, offset = cells.maps.gradient[cell], float(cells.maps.offset[cell])
    at = look.state.pick.tolist()
    return pattern | {
        "pick_map": affine(gradient.tolist(), offset),
        "pick_gradient": gradient,
        "pick_offset": offset,
        "pick_at": vector(at),
        "pick_slope": vector(gradient.tolist()),
        "pick_value": sum(g * x for g, x in zip(gradient.tolist(), at, strict=True)) + offset,
        "pick_share": 100 * float(cells.area[cell] / cells.area.sum()),
        "picked": True,
    }


def _hinges(look: Look) -> dict[str, Any]:
    """The hinge form of the user's broken line, in words, and its changes of slope, shape (nodes,)."""
    if not is_broken_line(look.params, look.data):
        return {"hinge_text": "", "hinge_c": torch.zeros(0)}
    form = form_of(look.params, look.data)
    return {"hinge_text": hinge_words(form), "hinge_c": form.c}


def hinge_words(form: Hinges) -> str:
    """The hinge form in words; a long one is cut."""

    def signed(v: float) -> str:
        return f"{'−' if v < 0 else '+'} {abs(v):.2f}"

    terms = [f"{signed(c)} (x {signed(-x)})₊" for c, x in zip(form.c.tolist(), form.x.tolist(), strict=True) if c]
    more = " …" if len(terms) > _LONGEST else ""
    return f"f(x) = {form.a:.2f} x {signed(form.b)} ".replace("-", "−") + " ".join(terms[:_LONGEST]) + more
