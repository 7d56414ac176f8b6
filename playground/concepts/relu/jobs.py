"""Longer work: all regions of a large net, the whole plane, counts by depth and width, and the panel's claims."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import torch
from torch import Tensor

from playground.concepts.relu import Params
from playground.concepts.relu.affine import comparing, components, neighbours
from playground.concepts.relu.cells import FAR, Cells
from playground.concepts.relu.data import Data
from playground.concepts.relu.line import pieces, restricted, within
from playground.concepts.relu.net import layers_of, started
from playground.concepts.relu.painting import drawing
from playground.concepts.relu.state import State, shown
from playground.concepts.relu.subdivide import Floats, Layers, areas, going_round, subdivide, subdividing
from playground.concepts.relu.theorems import theorems
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx

MOST_ALL = 250_000
SWEPT_NETS, SWEPT_DEPTHS, SWEPT_WIDTHS = 5, (1, 2, 3, 4, 5), (4, 8, 16)
ALONG_NETS, ALONG_DEPTHS, ALONG_UNITS = 40, (1, 2, 3), (6, 12, 24, 36, 48)


def _now(params: Params, state: State) -> Layers:
    return layers_of(state.nets.theta[shown(params, state)], state.sizes)


# ---- one large net


def all_regions(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Every region of the net in the window, up to 250,000, with its picture."""
    layers = _now(params, state)
    if layers[0][0].shape[1] == 1:
        yield Partial({}, 1.0, "one input: all regions are counted at once")
        return
    x0, x1, y0, y1 = data.window.tolist()
    units = sum(state.sizes[1:-1])
    mesh = None
    for mesh in subdividing(layers, (x0, x1, y0, y1), MOST_ALL):
        yield Partial({}, 0.4 * mesh.cut / units, f"{mesh.regions:,} regions")
    assert mesh is not None
    a, b = neighbours(mesh)
    for found in comparing(layers, mesh.bits, a, b):
        share = 0.4 + 0.6 * found.done / mesh.regions
        yield Partial({}, min(share, 0.99), f"{mesh.regions:,} regions, neighbours compared")
    last = Partial({}, 0.99, f"{mesh.regions:,} regions, polygons")
    yield last
    region = components(mesh.regions, a[found.same], b[found.same])
    yield last
    for part in going_round(mesh):
        cells = Cells(mesh, found.maps, region, *part, np.zeros(0))
        yield last
    cells = cells._replace(area=areas(cells.corners, cells.starts))
    drawn = None
    for seen in drawing(params, data, layers, cells, mesh.regions):
        drawn = seen
        yield last
    counted = {
        "net": state.nets.theta[shown(params, state)],
        "color": params.color,
        "counted": mesh.regions,
        "counted_linear": int(region.max()) + 1,
        "finished": mesh.finished,
        "picture": drawn,
    }
    yield Partial(counted, 1.0, f"{mesh.regions:,} regions")


def plane(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The regions of the whole plane: the same number in two squares of very different size."""
    layers = _now(params, state)
    if layers[0][0].shape[1] == 1:
        yield Partial({}, 1.0, "one input: all regions are counted at once")
        return
    units, counts = sum(state.sizes[1:-1]), []
    for k, r in enumerate((FAR / 100, FAR)):
        regions = 1
        for mesh in subdividing(layers, (-r, r, -r, r), MOST_ALL):
            regions = mesh.regions
            yield Partial({}, min((k + mesh.cut / units) / 2, 0.99), f"{regions:,} regions")
        counts.append(regions)
    number = counts[1] if counts[0] == counts[1] else None
    yield Partial(
        {"net": state.nets.theta[shown(params, state)], "regions_plane": number}, 1.0, f"{counts[1]:,} regions"
    )


# ---- counts by shape


def _random_net(params: Params, widths: tuple[int, ...], ctx: Ctx) -> Layers:
    sizes = (2, *widths, 1)
    return layers_of(started(sizes, params.rule, params.spread, 1, ctx)[0], sizes)


def sweep(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Activation regions in the window of random nets, by depth and width; five nets each."""
    x0, x1, y0, y1 = (-3.0, 3.0, -3.0, 3.0)
    table = {width: np.full((len(SWEPT_DEPTHS), 2), np.nan) for width in SWEPT_WIDTHS}
    jobs = [(width, k) for k in range(len(SWEPT_DEPTHS)) for width in SWEPT_WIDTHS]
    arrays = _sweep_arrays(table)
    for done, (width, k) in enumerate(jobs):
        counts = []
        for _ in range(SWEPT_NETS):
            counts.append(subdivide(_random_net(params, (width,) * SWEPT_DEPTHS[k], ctx), (x0, x1, y0, y1)).regions)
            yield Partial(dict(arrays), done / len(jobs), f"{SWEPT_DEPTHS[k]} layers of {width}")
        table[width][k] = float(np.mean(counts)), 2 * float(np.std(counts, ddof=1)) / math.sqrt(SWEPT_NETS)
        arrays = _sweep_arrays(table)
    yield Partial(arrays, 1.0, f"{len(jobs) * SWEPT_NETS} nets")


def _sweep_arrays(table: dict[int, Floats]) -> dict[str, Tensor | float]:
    arrays: dict[str, Tensor | float] = {"sweep_depth": torch.tensor(SWEPT_DEPTHS, dtype=torch.float64)}
    for width, rows in table.items():
        mean, margin = torch.from_numpy(rows).unbind(1)
        arrays[f"sweep_{width}"] = mean.log10()
        arrays[f"sweep_{width}_low"] = (mean - margin).clamp(min=1.0).log10()
        arrays[f"sweep_{width}_high"] = (mean + margin).log10()
    one, two = table[16][:2, 0].tolist()
    if math.isfinite(two):
        arrays["depth_gain"] = two / one
    return arrays


def along(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Pieces along the line between the two ends in random nets: 40 nets for each depth and number of units."""
    start, end = state.ends.numpy()
    table = {depth: np.full((len(ALONG_UNITS), 2), np.nan) for depth in ALONG_DEPTHS}
    jobs = [(depth, k) for k in range(len(ALONG_UNITS)) for depth in ALONG_DEPTHS]
    for done, (depth, k) in enumerate(jobs):
        counts = []
        for _ in range(ALONG_NETS):
            net = _random_net(params, (ALONG_UNITS[k] // depth,) * depth, ctx)
            counts.append(within(pieces(restricted(net, start, end)), 0.0, 1.0)[0])
        table[depth][k] = float(np.mean(counts)), 2 * float(np.std(counts, ddof=1)) / math.sqrt(ALONG_NETS)
        yield Partial(_along_arrays(table), (done + 1) / len(jobs), f"{ALONG_UNITS[k]} units in {depth} layers")


def _along_arrays(table: dict[int, Floats]) -> dict[str, Tensor | float]:
    arrays: dict[str, Tensor | float] = {"along_units": torch.tensor(ALONG_UNITS, dtype=torch.float64)}
    for depth, rows in table.items():
        mean, error = torch.from_numpy(rows).unbind(1)
        arrays[f"along_{depth}"] = mean.contiguous()
        arrays[f"along_{depth}_low"] = mean - error
        arrays[f"along_{depth}_high"] = mean + error
    return arrays


JOBS = {"all_regions": all_regions, "plane": plane, "sweep": sweep, "along": along, "theorems": theorems}
