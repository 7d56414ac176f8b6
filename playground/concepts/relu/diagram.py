"""The view of the net: nodes, weights as lines, a dot on each weight to take it by, and a dial that turns it."""

from __future__ import annotations

import numpy as np

from playground.concepts.relu import LINE
from playground.concepts.relu.graph import graph
from playground.concepts.relu.look import Look
from playground.concepts.relu.plane import plane
from playground.concepts.relu.subdivide import Floats, Ints
from playground.concepts.relu.units import units
from playground.engine.kit.dense.layout import Sizes, parts
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Lines, Points, Ring
from playground.figures.values import Range

MOST_DOTS = 700
WEAK = 0.25  # of the largest weight of a layer
_DROP = 0.06  # how far below its unit a bias stands


def diagram(look: Look) -> Drawn:
    """The net, the dial of the chosen weight, what each unit gives, and the output."""
    chosen = look.state.chosen
    value = float(look.net[chosen])
    main = graph(look) if look.params.data in LINE else plane(look)
    figure = Figure(plots=(_net(look), _dial(value), units(look), main), hint="Click a dot, then drag the dial")
    return Drawn(figure, {"chosen_value": value, "chosen_name": weight_name(look.state.sizes, chosen)})


def places(sizes: Sizes) -> tuple[list[Floats], Floats]:
    """Where the nodes stand, layer by layer, and the dot of every weight and bias in flat order, shape (N, 2)."""
    nodes = []
    for depth, n in enumerate(sizes):
        y = 1.0 - (np.arange(n) + 0.5) / n
        nodes.append(np.stack([np.full(n, float(depth)), y], 1))
    dots = []
    for depth, m in enumerate(sizes[1:]):
        share = 0.3 + 0.45 * (np.arange(m) + 0.5) / m
        a, b = nodes[depth][:, None], nodes[depth + 1][None]
        dots.append((a + share[None, :, None] * (b - a)).reshape(-1, 2))
        dots.append(nodes[depth + 1] - np.array([0.0, min(_DROP, 0.45 / m)]))
    return nodes, np.concatenate(dots)


def wires(flat: Floats, sizes: Sizes, nodes: list[Floats]) -> tuple[Floats, Floats, Ints]:
    """The weights as lines, shape (w, 4), their strengths over the largest of the layer, and which places have dots.

    A net with very many weights has no lines, and dots for the biases alone.
    """
    lines, strengths, ids = [np.zeros((0, 4))], [np.zeros(0)], []
    for depth, (a, b, c) in enumerate(parts(sizes)):
        n, m = sizes[depth], sizes[depth + 1]
        W = flat[a:b].reshape(n, m)
        if len(flat) <= 4 * MOST_DOTS:
            start = np.broadcast_to(nodes[depth][:, None], (n, m, 2))
            end = np.broadcast_to(nodes[depth + 1][None], (n, m, 2))
            lines.append(np.concatenate([start, end], 2).reshape(-1, 4))
            strengths.append((W / max(float(np.abs(W).max()), 1e-12)).ravel())
        ids.append(np.arange(a if len(flat) <= MOST_DOTS else b, c))
    return np.concatenate(lines), np.concatenate(strengths), np.concatenate(ids)


def weight_name(sizes: Sizes, place: int) -> str:
    """What a place of the flat vector is called: "w of layer 2, unit 3 from 1", counted from 1."""
    for depth, (_, b, c) in enumerate(parts(sizes)):
        if place < c:
            layer = "output" if depth == len(sizes) - 2 else f"layer {depth + 1}"
            start, m = parts(sizes)[depth][0], sizes[depth + 1]
            if place >= b:
                return "output bias" if layer == "output" else f"bias of {layer}, unit {place - b + 1}"
            source, unit = divmod(place - start, m)
            return f"weight of {layer}, unit {unit + 1}, from {source + 1}"
    raise IndexError(place)


def _net(look: Look) -> Plot:
    sizes = look.state.sizes
    nodes, dots = places(sizes)
    lines, strength, ids = wires(look.net.numpy(), sizes, nodes)
    return Plot(
        name="net",
        title="Net {shape}",
        unit="{weights} weights and biases; solid positive, dashed negative",
        main=True,
        x=Axis(range=Range(-0.25, len(sizes) - 0.7), ticks=False),
        y=Axis(range=Range(-0.06, 1.04), ticks=False),
        badge="exact",
        layers=(
            Lines(name="weak", role="field", xy=lines[np.abs(strength) < WEAK], dash="dotted"),
            Lines(name="positive", role="positive", xy=lines[strength >= WEAK], dash="solid"),
            Lines(name="negative", role="negative", xy=lines[strength <= -WEAK], dash="dashed"),
            Points(name="dots", role="muted", xy=dots[ids], ids=ids, size=0.55),
            Points(name="nodes", xy=np.concatenate(nodes), size=1.2),
            Ring(name="chosen", role="now", xy=dots[look.state.chosen], text="{chosen_name}: {chosen_value:3}"),
        ),
        mouse=(Mouse(on="click", target="dots", kind="choose", take={"id": "id"}, label="take a weight or bias"),),
    )


def _dial(value: float) -> Plot:
    """The chosen weight on its track, which reaches at least a quarter beyond it."""
    reach = 2.0 ** max(1, int(np.ceil(np.log2(max(abs(value), 1e-9) * 1.25))))
    return Plot(
        name="dial",
        title="{chosen_name}",
        unit="{chosen_value:3}",
        x=Axis(range=Range(-1.05 * reach, 1.05 * reach)),
        y=Axis(range=(-1.0, 1.0), ticks=False),
        badge="exact",
        layers=(
            Lines(name="track", role="muted", xy=np.array([[-reach, 0.0], [reach, 0.0]]), dash="solid"),
            Points(name="dial", role="now", xy=np.array([[value, 0.0]]), size=1.8),
        ),
        mouse=(
            Mouse(on="drag", target="dial", kind="set_chosen", take={"value": "x"}, label="turn the weight"),
            Mouse(on="click", kind="set_chosen", take={"value": "x"}, label="set the weight"),
        ),
    )
