"""What is shown of a state: the regions, the picked one, the net, the profile, the counts, and all metrics."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from playground.concepts.relu import Params, bounds
from playground.concepts.relu.cells import MOST_PLANE, Known, beyond, both, cell_at, known, on_plane, pattern_of
from playground.concepts.relu.data import Data
from playground.concepts.relu.diagram import diagram, thumbnails
from playground.concepts.relu.line import drawn, pieces, restricted, value, within
from playground.concepts.relu.net import one_layer
from playground.concepts.relu.painting import affine, cell_arrays, outline
from playground.concepts.relu.state import State, form_of, is_broken_line, shown
from playground.concepts.relu.stepping import Info, read
from playground.concepts.relu.subdivide import Floats, Layers
from playground.engine.frame import Scalar, View
from playground.engine.kit.dense.layout import Sizes, length

Shown = dict[str, Tensor | Scalar]
MOST_BEYOND = 3000  # regions of a net that is drawn on all sides of the window too
_NOWHERE = torch.zeros((0, 2), dtype=torch.float64)


def observe(params: Params, data: Data, state: State, info: Info | None, view: View) -> Mapping[str, Tensor | Scalar]:
    """Metrics and the points always, the rest as the view needs it."""
    row = shown(params, state)
    window = tuple(data.window.tolist())
    found = known(state.nets.theta, row, state.sizes, window)
    seen = _metrics(params, data, state, found) | _points(data) | _bounds(state.sizes) | _bars(state.sizes, found)
    if found.cells is not None:
        seen |= _plane(params, data, state, found, view)
    else:
        seen |= _graph(params, data, state, found)
    if state.rival is not None and params.mode == "regions":
        seen |= _beside(params, data, known(state.rival.theta, 0, state.rival_sizes, window), view)
    if params.mode == "net":
        seen |= diagram(state.nets.theta[row], state.sizes, state.chosen)
    if params.mode == "net" or params.data == "empty":
        seen |= {"units_image": thumbnails(found.layers, (window[0], window[1], window[2], window[3]))}
    if params.mode == "profile":
        seen |= _profile(data, state, found.layers)
    return seen


# ---- numbers


def _metrics(params: Params, data: Data, state: State, found: Known) -> Shown:
    inputs, *widths, _ = state.sizes
    reading = read(params, data, state)
    units = sum(widths)
    wide = one_layer(state.sizes)
    return reading._asdict() | {
        "regions_plane": on_plane(found.layers) if inputs == 1 or units <= MOST_PLANE else None,
        "bound_lower": float(bounds.montufar(inputs, widths)),
        "bound_upper": float(_serra(state.sizes)),
        "bound_trivial": 2.0**units,
        "bound_first": float(bounds.arrangement(widths[0], inputs)),
        "one_layer": len(widths) == 1,
        "one_layer_units": wide[1],
        "one_layer_most": float(bounds.arrangement(wide[1], inputs)),
        "rival_shape": "-".join(map(str, wide)),
        "rival_weights": length(wide),
        "rival_there": state.rival is not None,
        "weights": length(state.sizes),
        "units": units,
        "layers": len(widths),
        "inputs": inputs,
        "points": len(data.y),
        "too_many": not found.complete,
        "plane_input": inputs == 2,
        "line_input": inputs == 1,
        "learning": len(data.y) > 0 and not is_broken_line(params, data),
        "classes": inputs == 2 and len(data.y) > 0,
        "merged": found.complete and found.linear < found.activation,
        "has_dead": bool(reading.dead_units),
        "broken_line": is_broken_line(params, data),
        "shape": "-".join(str(n) for n in state.sizes),
        "file_name": data.name,
        "has_file": bool(data.name),
        "many_nets": len(state.nets.theta) > 1,
    }


@lru_cache(maxsize=64)
def _serra(sizes: Sizes) -> int:
    return bounds.serra(sizes[0], sizes[1:-1])


@lru_cache(maxsize=16)
def _bounds(sizes: Sizes) -> Shown:
    """The bounds of nets with this one's first width, for 1 to 5 layers, as powers of ten."""
    depths, width = range(1, 6), sizes[1]
    lower = [bounds.montufar(sizes[0], (width,) * depth) for depth in depths]
    upper = [bounds.serra(sizes[0], (width,) * depth) for depth in depths]
    return {
        "bound_depth": torch.tensor(list(depths), dtype=torch.float64),
        "bound_low": torch.tensor(lower, dtype=torch.float64).clamp(min=1.0).log10(),
        "bound_high": torch.tensor(upper, dtype=torch.float64).log10(),
        "bound_width": width,
    }


def _bars(sizes: Sizes, found: Known) -> Shown:
    """The net's counts beside what nets of its shape, and of its number of weights in one layer, can have."""
    inputs, *widths, _ = sizes
    counts = [
        float(found.activation),
        float(found.linear) if found.complete else float("nan"),
        float(bounds.montufar(inputs, widths)),
        float(_serra(sizes)),
        float(bounds.arrangement(one_layer(sizes)[1], inputs)),
    ]
    table = torch.tensor(counts, dtype=torch.float64)
    here = torch.tensor([True, True, False, False, False])
    logs = torch.log10(table.clamp(min=1.0)).nan_to_num(0.0)
    return {
        "bar_here": torch.where(here, logs, torch.nan),
        "bar_bounds": torch.where(here, torch.nan, logs),
        "bar_counts": table.nan_to_num(0.0).clamp(max=2e9).round().to(torch.int64),
        "bar_range": torch.tensor([0.0, 1.3 * max(float(logs.max()), 1.0)], dtype=torch.float64),
    }


# ---- the plane


def _points(data: Data) -> Shown:
    xy = data.X if data.inputs == 2 else torch.cat([data.X, data.y[:, None]], 1)
    labels = (data.y < 0).to(torch.int32) if data.inputs == 2 else torch.zeros(len(data.y), dtype=torch.int32)
    return {
        "points_xy": xy,
        "labels": labels,
        "ids": data.ids,
        "plane_x": data.window[:2],
        "plane_y": data.window[2:],
    }


def _plane(params: Params, data: Data, state: State, found: Known, view: View) -> Shown:
    """The regions of all that is visible, of very many those in the window; only these are counted."""
    assert found.cells is not None
    cells, window, more = found.cells, tuple(data.window.tolist()), None
    if found.complete and found.activation <= MOST_BEYOND:
        more = beyond(found.layers, window, _visible(data, view))
    every = both(cells, more) if more is not None else cells
    seen = cell_arrays(params, data, found.layers, every, cells.mesh.regions)
    if params.mode != "regions":
        seen["cell_words"] = ""
    x0, x1, y0, y1 = window
    frame = torch.tensor([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]], dtype=torch.float64)
    return seen | {"window_xy": frame} | _handles(data, found.layers) | _picked(state, found)


def _beside(params: Params, data: Data, found: Known, view: View) -> Shown:
    """The picture of the net beside it: its regions, or its graph."""
    if found.cells is None:
        assert found.pieces is not None
        low, high = data.window[:2].tolist()
        return {"rival_graph_xy": torch.from_numpy(drawn(found.pieces, low, high))}
    more = beyond(found.layers, tuple(data.window.tolist()), _visible(data, view, "rival"))
    cells = both(found.cells, more) if more is not None else found.cells
    seen = cell_arrays(params, data, found.layers, cells, found.activation)
    return {f"rival_{name}": seen[name] for name in ("cells_xy", "cell_values", "boundary_xy", "cell_words")}


def _visible(data: Data, view: View, name: str = "plane") -> tuple[float, ...]:
    """The part of the plane that is on screen; the window if nobody looks."""
    plot = view.plot(name)
    window: tuple[float, ...] = tuple(data.window.tolist())
    if plot is None or not (plot.x[1] > plot.x[0] and plot.y[1] > plot.y[0]):
        return window
    return *plot.x, *plot.y


def _handles(data: Data, layers: Layers) -> Shown:
    """Where the lines of the first layer are taken: at their feet from the middle, as far as that is in the window."""
    W, b = layers[0]
    window = data.window.numpy()
    middle = (window[0::2] + window[1::2]) / 2
    size = (W * W).sum(1)
    safe = np.where(size > 0, size, 1.0)
    foot = middle - ((W @ middle + b) / safe)[:, None] * W
    inside = (size > 0) & (foot > window[0::2]).all(1) & (foot < window[1::2]).all(1)
    ids = np.flatnonzero(inside)
    return {"handle_xy": torch.from_numpy(foot[ids]), "handle_ids": torch.from_numpy(ids)}


def _picked(state: State, found: Known) -> Shown:
    """The region at the picked place: its pattern, its map and its share."""
    assert found.cells is not None
    cells, x = found.cells, state.pick.numpy()
    cell = cell_at(cells, found.layers, x)
    _, words = pattern_of(found.layers, x)
    seen: Shown = {"pick_xy": state.pick, "pick_pattern": " ".join(words)}
    if cell is None:
        return seen | {
            "pick_outline": _NOWHERE,
            "pick_map": "no region here",
            "pick_gradient": torch.zeros(2, dtype=torch.float64),
            "pick_offset": None,
            "pick_share": None,
            "pick_value": None,
            "picked": False,
        }
    gradient, offset = cells.maps.gradient[cell], float(cells.maps.offset[cell])
    return seen | {
        "pick_outline": torch.from_numpy(outline(cells, cell)),
        "pick_map": affine(gradient.tolist(), offset),
        "pick_gradient": torch.from_numpy(gradient),
        "pick_offset": offset,
        "pick_share": 100 * float(cells.area[cell] / cells.area.sum()),
        "pick_value": float(gradient @ x) + offset,
        "picked": True,
    }


# ---- one input


def _graph(params: Params, data: Data, state: State, found: Known) -> Shown:
    assert found.pieces is not None
    low, high = data.window[:2].tolist()
    curve = drawn(found.pieces, low, high)
    breaks = found.pieces.breaks
    inside = (breaks > low) & (breaks < high)
    bends = breaks[inside & found.pieces.kinks]
    silent = breaks[inside & ~found.pieces.kinks]
    form = form_of(params, data) if is_broken_line(params, data) else None
    heights = np.concatenate([curve[:, 1], data.y.numpy()])
    bottom, top = float(heights.min()), float(heights.max())
    room = 0.08 * (top - bottom) or 1.0
    return {
        "graph_xy": torch.from_numpy(curve),
        "graph_y": torch.tensor([bottom - room, top + room], dtype=torch.float64),
        "bends_xy": torch.from_numpy(np.stack([bends, value(found.pieces, bends)], 1)),
        "silent_xy": torch.from_numpy(np.stack([silent, value(found.pieces, silent)], 1)),
        "slopes_xy": torch.from_numpy(_stairs(curve)),
        "hinge_text": hinge_words(form.a, form.b, form.c.tolist(), form.x.tolist()) if form is not None else "",
        "hinge_c": torch.from_numpy(form.c) if form is not None else torch.zeros(0, dtype=torch.float64),
    }


def _stairs(curve: Floats) -> Floats:
    """The slope along a graph, as stairs."""
    slope = np.diff(curve[:, 1]) / np.maximum(np.diff(curve[:, 0]), 1e-300)
    x = np.repeat(curve[:, 0], 2)[1:-1]
    return np.stack([x, np.repeat(slope, 2)], 1)


def hinge_words(a: float, b: float, c: list[float], x: list[float]) -> str:
    """The hinge form in words; a long one is cut."""

    def signed(v: float) -> str:
        return f"{'−' if v < 0 else '+'} {abs(v):.2f}"

    terms = [f"{signed(ci)} (x {signed(-xi)})₊" for ci, xi in zip(c, x, strict=True) if ci]
    more = " …" if len(terms) > 6 else ""
    return f"g(x) = {a:.2f} x {signed(b)} ".replace("-", "−") + " ".join(terms[:6]) + more


# ---- the profile


def _profile(data: Data, state: State, layers: Layers) -> Shown:
    """The output along the line between the two ends; for one input across the window."""
    if data.inputs == 2:
        start, end = state.ends.numpy()
    else:
        start, end = data.window[:1].numpy(), data.window[1:2].numpy()
    found = pieces(restricted(layers, start, end))
    curve = drawn(found, 0.0, 1.0)
    breaks = found.breaks[(found.breaks > 0.0) & (found.breaks < 1.0)]
    activation, linear = within(found, 0.0, 1.0)
    at = start + breaks[:, None] * (end - start)
    return {
        "profile_xy": torch.from_numpy(curve),
        "profile_breaks": torch.from_numpy(np.stack([breaks, value(found, breaks)], 1)),
        "profile_x": torch.tensor([0.0, 1.0], dtype=torch.float64),
        "ends_xy": state.ends,
        "crossings_xy": torch.from_numpy(at) if data.inputs == 2 else _NOWHERE,
        "profile_pieces": activation,
        "profile_linear": linear,
    }
