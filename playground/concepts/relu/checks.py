"""What the shipped cases compute, by the panel's own code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from playground.concepts.relu import bounds
from playground.concepts.relu.affine import distinct, joined, maps
from playground.concepts.relu.cells import FAR, pattern_of
from playground.concepts.relu.line import hinge_value, hinges, linear, pieces, within
from playground.concepts.relu.subdivide import Layers, Mesh, subdivide

Inputs = Mapping[str, Any]


def _layers(inputs: Inputs) -> Layers:
    return tuple((np.array(one["W"], dtype=float), np.array(one["b"], dtype=float)) for one in inputs["layers"])


def _one_layer(inputs: Inputs) -> Layers:
    W, b = np.array(inputs["W"], dtype=float), np.array(inputs["b"], dtype=float)
    return (W, b), (np.ones((1, len(b))), np.zeros(1))


def _window(inputs: Inputs) -> tuple[float, float, float, float]:
    low, high = inputs["window"]
    return low, high, low, high


def arrangement_formula_table(inputs: Inputs) -> dict[str, Any]:
    """The three formulas, rows m, columns d."""
    return {
        name: [[formula(m, d) for d in inputs["d"]] for m in inputs["m"]]
        for name, formula in (("regions", bounds.arrangement), ("bounded", bounds.bounded), ("central", bounds.central))
    }


def one_layer_regions_2d(inputs: Inputs) -> dict[str, Any]:
    """One layer by subdivision in the window, by Zaslavsky's theorem on the plane."""
    regions, inside, lines = bounds.counted(inputs["W"], inputs["b"])
    mesh = subdivide(_one_layer(inputs), _window(inputs))
    far = subdivide(_one_layer(inputs), (-FAR, FAR, -FAR, FAR))
    return {
        "regions_plane": regions if regions == far.regions else None,
        "bounded_regions": inside,
        "regions_in_window": mesh.regions,
        "distinct_lines": lines,
        "general_position_formula_for_distinct_lines": bounds.arrangement(lines, 2),
        "patterns_in_window": sorted("".join("01"[bit] for bit in column) for column in mesh.bits.T.tolist()),
    }


def one_layer_regions_3d(inputs: Inputs) -> dict[str, Any]:
    """One layer in three dimensions."""
    regions, inside, planes = bounds.counted(inputs["W"], inputs["b"])
    return {"regions": regions, "bounded_regions": inside, "general_position_formula": bounds.arrangement(planes, 3)}


def deep_regions_2d(inputs: Inputs) -> dict[str, Any]:
    """Counts of a deep net in the plane and in the window, and the bounds of its shape."""
    layers = _layers(inputs)
    widths = [len(b) for _, b in layers[:-1]]
    return {
        "plane": _counts(layers, subdivide(layers, (-FAR, FAR, -FAR, FAR))),
        "window": _counts(layers, subdivide(layers, _window(inputs))),
        "serra_upper_bound": bounds.serra(2, widths),
        "montufar_max_lower_bound": bounds.montufar(2, widths),
    }


def _counts(layers: Layers, mesh: Mesh) -> dict[str, int]:
    local, region = joined(layers, mesh)
    return {
        "activation_regions": mesh.regions,
        "linear_regions": int(region.max()) + 1,
        "distinct_affine_maps": distinct(local, region),
    }


def region_bounds_table(inputs: Inputs) -> dict[str, Any]:
    """Bounds by input dimension and widths."""
    shapes = inputs["architectures_n0_widths"]
    return {
        "lower": [bounds.montufar(n, widths) for n, widths in shapes],
        "upper_serra": [bounds.serra(n, widths) for n, widths in shapes],
        "upper_trivial": [2 ** sum(widths) for _, widths in shapes],
        "older_bound_exponent_L_minus_1": [bounds.pascanu(n, widths) for n, widths in shapes],
    }


def _form(inputs: Inputs) -> Any:
    x, y = np.array(inputs["x"], dtype=float), np.array(inputs["y"], dtype=float)
    return hinges(x, y, inputs["slope_left"], inputs["slope_right"])


def hinge_form_from_nodes(inputs: Inputs) -> dict[str, Any]:
    """Coefficients and values."""
    form = _form(inputs)
    at = np.array(inputs["test_points"], dtype=float)
    return {"a": form.a, "b": form.b, "c": form.c.tolist(), "values": hinge_value(form, at).tolist()}


def hinge_form_collinear_node(inputs: Inputs) -> dict[str, Any]:
    """Coefficients, and how many pieces there are."""
    form = _form(inputs)
    return {"a": form.a, "b": form.b, "c": form.c.tolist(), "linear_pieces": 1 + int(np.count_nonzero(form.c))}


def piecewise_linear_1d(inputs: Inputs) -> dict[str, Any]:
    """Breakpoints, slopes and intercepts on the whole line."""
    found = pieces(_layers(inputs))
    breaks, slopes, intercepts = linear(found)
    return {
        "linear_pieces": len(slopes),
        "activation_intervals": len(found.breaks) + 1,
        "breakpoints": breaks.tolist(),
        "slopes": slopes.tolist(),
        "intercepts": intercepts.tolist(),
    }


def sawtooth(inputs: Inputs) -> dict[str, Any]:
    """Pieces of the sawtooth on its interval and on the line."""
    found = pieces(_layers(inputs))
    breaks, slopes, _ = linear(found)
    low, high = inputs["interval"]
    inside = (breaks > low) & (breaks < high)
    first = int(np.searchsorted(breaks, low, side="right"))
    count = within(found, low, high)[1]
    return {
        "pieces_on_interval": count,
        "breakpoints_on_interval": breaks[inside].tolist(),
        "slopes_on_interval": slopes[first : first + count].tolist(),
        "pieces_on_line": len(slopes),
        "slopes_on_line": slopes.tolist(),
    }


def montufar_fold_1d(inputs: Inputs) -> dict[str, Any]:
    """Pieces of the fold on its interval, and the bound that it reaches."""
    layers = _layers(inputs)
    found = pieces(layers)
    low, high = inputs["interval"]
    breaks = linear(found)[0]
    return {
        "pieces_on_interval": within(found, low, high)[1],
        "breakpoints": breaks[(breaks > low) & (breaks < high)].tolist(),
        "bound": bounds.montufar(1, [len(b) for _, b in layers[:-1]]),
    }


def pattern_and_affine_map(inputs: Inputs) -> dict[str, Any]:
    """Pattern, gradient, offset and value at points, on boundaries too."""
    layers = _layers(inputs)
    found = []
    for point in inputs["points"]:
        x = np.array(point, dtype=float)
        bits, words = pattern_of(layers, x)
        local = maps(layers, bits[:, None])
        gradient, offset = local.gradient[0], float(local.offset[0])
        value = float(gradient @ x) + offset
        found.append({"pattern": words, "gradient": gradient.tolist(), "offset": offset, "value": value})
    return {"at": found}


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "arrangement_formula_table": arrangement_formula_table,
    "one_layer_regions_2d": one_layer_regions_2d,
    "one_layer_regions_3d": one_layer_regions_3d,
    "deep_regions_2d": deep_regions_2d,
    "region_bounds_table": region_bounds_table,
    "hinge_form_from_nodes": hinge_form_from_nodes,
    "hinge_form_collinear_node": hinge_form_collinear_node,
    "piecewise_linear_1d": piecewise_linear_1d,
    "sawtooth": sawtooth,
    "montufar_fold_1d": montufar_fold_1d,
    "pattern_and_affine_map": pattern_and_affine_map,
}
