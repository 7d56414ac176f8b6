"""The gradient check: central and one-sided differences against backprop, at one step or at all, and in random nets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import torch

from playground.concepts.backprop import Params
from playground.concepts.backprop.building import layers, units
from playground.concepts.backprop.graph import Graph
from playground.concepts.backprop.ops import ACTIVATIONS, LOSSES, Floats
from playground.concepts.backprop.passes import Passes
from playground.concepts.backprop.state import Data, State
from playground.concepts.backprop.words import number_words
from playground.engine.declarations.concept import Partial
from playground.engine.frame import View
from playground.engine.run.context import Ctx
from playground.figures.figure import Axis, Mouse, Plot
from playground.figures.layers import Curve, Level, Table, Text
from playground.figures.values import Rows

STEPS = np.linspace(-14.0, -1.0, 53)  # log10 of the steps
NETS = 60
_LEAST = 1e-17
_KINK = 1e-3  # a net with a kink this near to its values is no test of differences


class Entries(NamedTuple):
    """The numbers by which the check differentiates: their nodes and places in the flat vector, (entries,)."""

    nodes: tuple[int, ...]
    places: tuple[int, ...]


def entries(graph: Graph) -> Entries:
    """All numbers of inputs, weights and targets, in this order; constants of the formula are none."""
    leaves = [k for source in ("input", "weight", "target") for k in graph.leaves if graph.nodes[k].source == source]
    found = [(k, place) for k in leaves for place in range(*graph.spans[k])]
    return Entries(tuple(k for k, _ in found), tuple(place for _, place in found))


def central(graph: Graph, flat: Floats, places: tuple[int, ...], h: float) -> Floats:
    """(L(x + h e_i) - L(x - h e_i)) / 2h by every entry, in one batched forward pass."""
    count = len(places)
    moved = np.repeat(flat[None], 2 * count, 0)
    rows = np.arange(count)
    moved[rows, places] += h
    moved[count + rows, places] -= h
    with np.errstate(all="ignore"):
        width = moved[rows, places] - moved[count + rows, places]
        out = graph.output(moved)
        return np.asarray((out[:count] - out[count:]) / width)


def relative(found: Floats, right: Floats) -> Floats:
    """Differences over 1 or the right value, whichever is larger."""
    return np.asarray(np.abs(found - right) / np.maximum(1.0, np.abs(right)))


class Sweep(NamedTuple):
    """log10 of relative errors at each step of `STEPS`."""

    one_sided: Floats
    central: Floats
    rounding: Floats


def sweep(graph: Graph, flat: Floats, gradient: Floats, places: tuple[int, ...]) -> Sweep:
    """Errors of the derivative along one direction that moves all entries alike, with alternating signs."""
    h = 10.0**STEPS
    direction = np.zeros_like(flat)
    direction[list(places)] = (-1.0) ** np.arange(len(places)) / np.sqrt(len(places))
    right = float(gradient @ direction[list(places)])
    with np.errstate(all="ignore"):
        ahead, behind = graph.output(flat + h[:, None] * direction), graph.output(flat - h[:, None] * direction)
        here = float(graph.output(flat[None])[0])
        scale = max(1.0, abs(right))
        one_sided = np.abs((ahead - here) / h - right) / scale
        both = np.abs((ahead - behind) / (2 * h) - right) / scale
        rounding = np.finfo(float).eps * max(abs(here), 1e-300) / h / scale
        return Sweep(*(np.log10(np.maximum(error, _LEAST)) for error in (one_sided, both, rounding)))


def differences(coefficients: list[float], x: float, h: float) -> tuple[float, float]:
    """One-sided and central difference of a polynomial (ascending coefficients) without rounding: by expansion.

    f(x + h) - f(x) is a sum of f^(k)(x) h^k / k!; the central difference keeps the odd terms alone.
    """
    derivatives = [np.polynomial.Polynomial(coefficients).deriv(k) for k in range(len(coefficients))]
    taylor = [float(one(x)) for one in derivatives]
    factorial = np.cumprod([1.0, *range(1, len(taylor))])
    terms = [value * h ** (k - 1) / factorial[k] for k, value in enumerate(taylor) if k]
    return sum(terms), sum(terms[::2])


class Check(NamedTuple):
    """Backprop against differences by every entry of the leaves, whatever the cursor.

    Attributes:
        entries: by what.
        values: of all nodes.
        gradient: the derivative of the output by each entry, (entries,).
        central: the same by central differences.
        off: how far they are apart, relative, (entries,).
        errors: at every step of differences.
    """

    entries: Entries
    values: list[Floats]
    gradient: Floats
    central: Floats
    off: Floats
    errors: Sweep


def check(passes: Passes, h: float) -> Check:
    """The check at the present values of the leaves; a run that goes on does not compute it anew."""
    leaves = np.concatenate([passes.values[k].reshape(-1) for k in passes.graph.leaves])
    return _check(passes.graph, leaves.tobytes(), h)


@lru_cache(maxsize=8)
def _check(graph: Graph, leaves: bytes, h: float) -> Check:
    found = entries(graph)
    rest, given = np.frombuffer(leaves), {}
    for k in graph.leaves:
        a, b = graph.spans[k]
        given[k], rest = rest[: b - a].reshape(graph.nodes[k].size), rest[b - a :]
    values = graph.forward(given)
    flat = graph.packed(values)
    gradient = graph.packed(graph.backward(values))[list(found.places)]
    other = central(graph, flat, found.places, h)
    errors = sweep(graph, flat, gradient, found.places)
    return Check(found, values, gradient, other, relative(other, gradient), errors)


# ---- what is seen of it


def check_numbers(found: Check, passes: Passes, h: float) -> dict[str, Any]:
    """Both gradients, their largest difference, all of them in a table, and the best that differences reach."""
    return {
        "check_error": float(found.off.max()) if np.isfinite(found.off).all() else None,
        "check_words": number_words(float(found.off.max())),
        "check_entries": len(found.gradient),
        "check_table": _table(found, passes),
        "gradient": found.gradient,
        "central": found.central,
        "h_words": number_words(h),
        "central_best": _least(found.errors.central),
        "forward_best": _least(found.errors.one_sided),
    }


def _least(logs: Floats) -> float | None:
    known = logs[np.isfinite(logs)]
    return float(10 ** known.min()) if len(known) else None


def _table(found: Check, passes: Passes) -> Rows:
    """A row for each entry; backprop's derivative once the passes have reached it."""
    numbers = (found.gradient.tolist(), found.central.tolist(), found.off.tolist())
    cells = []
    for k, place, by_backprop, by_differences, off in zip(*found.entries, *numbers, strict=True):
        reached = number_words(by_backprop) if passes.is_complete(k) else "…"
        cells.append([_entry_name(passes.graph, k, place), reached, number_words(by_differences), number_words(off)])
    return Rows.of(["leaf", "backprop", "differences", "error"], cells)


def _entry_name(graph: Graph, k: int, place: int) -> str:
    """What an entry of a leaf is called, such as W¹ 2, 1."""
    node, first = graph.nodes[k], graph.spans[k][0]
    if not node.size:
        return node.name
    return f"{node.name} {', '.join(str(index + 1) for index in np.unravel_index(place - first, node.size))}"


def check_plot(found: Check, read: int) -> Plot:
    """The table of all entries; those of the node that is read stand out."""
    nodes = torch.tensor(found.entries.nodes)
    table = Table(name="check", outcome=True, rows="check_table", mark=nodes == read, ids=nodes)
    read_leaf = Mouse(on="click", target="check", kind="choose", take={"id": "id"}, label="read this leaf")
    unit = "central differences, Δ = {h_words}"
    return Plot(
        name="check",
        title="Gradient check",
        unit=unit,
        axes=False,
        badge="exact",
        layers=(table,),
        mouse=(read_leaf,),
    )


def steps_plot(errors: Sweep, h: float) -> Plot:
    """Errors of differences against their step."""
    return Plot(
        name="steps",
        title="Error of differences",
        unit="relative, log",
        badge="exact",
        x=Axis(label="step Δ", log=True, range=(-14.0, 3.0)),
        y=Axis(log=True, range=(-16.0, 1.0)),
        layers=(
            Curve(name="rounding", role="theory", x=STEPS, y=errors.rounding),
            Text(name="law", text="dashed: rounding, 2⁻⁵² |L| / Δ", anchor="bottom left"),
            Curve(name="one-sided", role="slot2", outcome=True, x=STEPS, y=errors.one_sided, text="one-sided"),
            Curve(name="central", role="slot1", outcome=True, x=STEPS, y=errors.central, text="central"),
            Level(name="h", role="now", value=h, across="vertical", text="Δ", log=True),
        ),
    )


# ---- random nets


def random_net(rng: np.random.Generator, number: int) -> tuple[Graph, Floats]:
    """A net of one to three hidden layers with random weights and data, by units or by layers; none near a kink."""
    activation, loss = ACTIVATIONS[number % len(ACTIVATIONS)], LOSSES[number % len(LOSSES)]
    while True:
        widths = tuple(int(n) for n in rng.integers(1, 5, size=int(rng.integers(2, 5))))
        graph = units(widths, activation) if number % 3 == 0 else layers(widths, activation, loss)
        leaves = {k: rng.normal(size=graph.nodes[k].size) for k in graph.leaves}
        if loss in LOSSES[2:] and number % 3:
            leaves = {
                k: np.abs(v) / np.abs(v).sum() if graph.nodes[k].source == "target" else v for k, v in leaves.items()
            }
        values = graph.forward(leaves)
        bends = [k for k in graph.order if graph.nodes[k].op in ("relu", "leaky_relu")]
        if all(np.abs(values[graph.nodes[k].args[0]]).min() > _KINK for k in bends):
            return graph, graph.packed(values)


def nets(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """The largest error of the gradient check over random nets, at the step 1e-5."""
    rng = np.random.default_rng(ctx.seed)
    worst = 0.0
    for number in range(NETS):
        graph, flat = random_net(rng, number)
        gradient = graph.packed(graph.backward(graph.unpacked(flat)))
        places = entries(graph).places
        worst = max(worst, float(relative(central(graph, flat, places, 1e-5), gradient[list(places)]).max()))
        yield Partial({"nets_error": worst, "nets_checked": number + 1}, (number + 1) / NETS, f"{number + 1} of {NETS}")
