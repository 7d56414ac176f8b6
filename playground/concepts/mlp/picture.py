"""What is shown of a state: the plane or the graph, the net, the curves, and all metrics."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from torch import Tensor

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import REACH, Data, sine
from playground.concepts.mlp.diagram import diagram, drawn_units, squeezed
from playground.concepts.mlp.evaluating import (
    loss_of,
    outputs_of,
    passed,
    probabilities,
    rules_of,
    targets_of,
)
from playground.concepts.mlp.extras import activation, confusion, fan, worst
from playground.concepts.mlp.grid import ALONG, cell_count, cells, features_over, middles, tile_side, visible
from playground.concepts.mlp.state import State, curve_at
from playground.concepts.mlp.stepping import Info, growth_correlation, read
from playground.engine.frame import Scalar, View
from playground.engine.kit.arrays import Floats
from playground.engine.kit.contours import contours
from playground.engine.kit.dense.layout import is_weight, length, views
from playground.engine.kit.dense.passes import mean_gradient

Shown = dict[str, Tensor | Scalar]
_SEEDS_DRAWN = 20  # graphs of other nets over one input


def observe(params: Params, data: Data, state: State, info: Info | None, view: View) -> Mapping[str, Tensor | Scalar]:
    """Metrics, the points, the plane and the net always; the rest in its view."""
    shown = _metrics(params, data, state) | _points(data)
    side = tile_side(drawn_units(state.sizes))
    _, over = passed(params, state, features_over(params.features, data, side))
    shown |= diagram(params, data, state, over, side)
    shown |= _plane(params, data, state, view) if data.dimension == 2 else _graph(params, data, state)
    match params.mode:
        case "seeds":
            shown |= fan(state)
        case "classes":
            shown |= confusion(params, data, state)
        case "worst":
            shown |= worst(params, data, state)
        case "units":
            shown |= activation(params, data, state)
    return shown


# ---- numbers


def _metrics(params: Params, data: Data, state: State) -> Shown:
    reading = read(params, data, state)[0]
    learns = int((~data.held).sum())
    two, many = data.classes == 2, data.classes > 2
    score = "" if reading.loss is None else f"loss {reading.loss:.3f}"
    if reading.accuracy is not None:
        score = f"accuracy {100 * reading.accuracy:.1f} %"
    drawn = "probability of class 1" if two else "the likeliest class" if many else "the value"
    return reading._asdict() | {
        "gradient_norm": gradient_norm(params, data, state) if learns else None,
        "growth": growth_correlation(state),
        "updates": state.updates,
        "points": len(data.y),
        "learnt_points": learns,
        "weights": length(state.sizes, params.norm != "none"),
        "shape": "-".join(map(str, state.sizes)),
        "nets_shown": f"{state.shown + 1} of {len(state.theta)}",
        "output_name": drawn,
        "score": score,
        "x_name": data.inputs[0],
        "y_name": data.inputs[-1],
        "class_words": "\n".join(data.names),
        "file_name": data.name,
        "eta": params.rate,
        "with_classes": data.classes > 0,
        "two_classes": two,
        "many_classes": many,
        "one_output": not many,
        "with_values": data.classes == 0,
        "squared_values": data.classes == 0 and params.error == "squared",
        "line_input": data.dimension == 1,
        "hidden_there": state.hidden > 0,
        "no_hidden": state.hidden == 0,
        "many_nets": len(state.theta) > 1,
        "held_there": bool(data.held.any()),
        "dropping": params.dropout > 0.0,
        "decaying": params.decay > 0.0,
        "normalised": params.norm != "none",
        "robust": params.training == "worst",
        "symmetric": params.init == "equal",
        "ball": params.mode == "worst",
        "radius_there": params.radius,
    }


def gradient_norm(params: Params, data: Data, state: State) -> float:
    """The length of the gradient of the mean loss with its penalty, at the net on screen; dropout is left out."""
    normalised = params.norm != "none"
    flat = state.theta[state.shown].numpy()
    gradient = np.zeros_like(flat)
    learns = ~data.held.numpy()
    mean_gradient(
        views(flat, state.sizes, normalised),
        rules_of(params),
        state.Z.numpy()[learns],
        targets_of(data)[learns],
        loss_of(params, data),
        views(gradient, state.sizes, normalised),
    )
    pull = np.sign(flat) if params.penalty == "l1" else flat
    gradient += params.decay * is_weight(state.sizes, normalised) * pull
    return float(np.linalg.norm(gradient))


def _target_curve(params: Params, data: Data, x: Floats) -> Floats | None:
    """The curve to be learnt over one input; None where there is none."""
    if data.dimension == 2 or not len(data.y):
        return None
    if params.data == "sine" and not data.name:
        return sine(torch.from_numpy(x)).numpy()
    return curve_at(data, x)


# ---- the plane and the graph


def _points(data: Data) -> Shown:
    xy = data.X if data.dimension == 2 else torch.cat([data.X, data.y[:, None]], 1)
    n = len(data.y)
    window = torch.tensor([-REACH, REACH], dtype=torch.float64)
    return {
        "points_xy": xy,
        "labels": data.y.to(torch.int32) if data.classes else torch.zeros(n, dtype=torch.int32),
        "values": torch.zeros(n, dtype=torch.float64) if data.classes else -data.y,
        "ids": data.ids,
        "hollow": data.held,
        "no_pairs": torch.zeros((0, 2), dtype=torch.int32),
        "plane_x": window,
        "plane_y": window if data.dimension == 2 else torch.tensor([-1.6, 1.6], dtype=torch.float64),
    }


def _plane(params: Params, data: Data, state: State, view: View) -> Shown:
    """The output over what is visible of the plane, and where the decision changes."""
    edges = visible(view.plot("plane"))
    Z, x, y = cells(params.features, edges, cell_count(view.plot("plane")))
    out = passed(params, state, Z)[1].out
    if data.classes > 2:
        picture = _classes(params, data, out)
        leads = [out[:, k] - np.delete(out, k, axis=1).max(axis=1) for k in range(data.classes)]
    else:
        level = squeezed(data, out / params.temperature if data.classes else out)[:, 0]
        picture = -(np.sign(level) if params.hard and data.classes else level)
        leads = [out[:, 0]] if data.classes else []
    grid = (len(y), len(x))
    places = torch.from_numpy(x), torch.from_numpy(y[::-1].copy())
    pieces = [contours(torch.from_numpy(lead.reshape(grid)[::-1].copy()), *places, (0.0,)) for lead in leads]
    return {
        "surface": torch.from_numpy(picture.reshape(grid)),
        "surface_extent": torch.tensor(edges, dtype=torch.float64),
        "boundary_xy": torch.cat(pieces) if pieces else torch.zeros((0, 4), dtype=torch.float64),
        "sup_error": None,
    }


def _classes(params: Params, data: Data, out: Floats) -> Floats:
    """The likeliest class of each cell with its certainty as a fraction."""
    likely = probabilities(data, out, params.temperature)
    winner = likely.argmax(axis=1)
    certain = likely[np.arange(len(likely)), winner]
    K = data.classes
    share = np.ones(len(likely)) if params.hard else (certain - 1 / K) / (1 - 1 / K)
    found: Floats = winner + 0.98 * np.clip(share, 0.0, 1.0)
    return found


def _graph(params: Params, data: Data, state: State) -> Shown:
    """The output over one input, what it should be, and the other nets."""
    Z, x = features_over(params.features, data, ALONG), middles(ALONG)
    found = passed(params, state, Z)[1].out[:, 0]
    target = _target_curve(params, data, x)
    others = np.full((1, 2), np.nan)
    if params.mode in ("seeds", "plane") and len(state.theta) > 1:
        out = outputs_of(params, state, Z)[:_SEEDS_DRAWN, :, 0]
        gap = np.full((len(out), 1), np.nan)
        flat = np.concatenate([out, gap], axis=1).ravel()
        others = np.stack([np.tile(np.append(x, np.nan), len(out)), flat], axis=1)
    known = np.zeros((0, 2)) if target is None else np.stack([x, target], axis=1)
    return {
        "graph_xy": torch.from_numpy(np.stack([x, found], axis=1)),
        "curve_xy": torch.from_numpy(known),
        "others_xy": torch.from_numpy(others),
        "sup_error": None if target is None else float(np.abs(found - target).max()),
    }
