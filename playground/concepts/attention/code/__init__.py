"""One head of attention on what is on screen, and one draw of random scores, as plain code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.concepts.attention import net
from playground.concepts.attention.scaling import QUERIES, sizes
from playground.concepts.attention.state import order_of, shown
from playground.concepts.attention.tasks import probe, shape_of
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit import attention as at
from playground.engine.run.context import Ctx


def _asked(now: Moment) -> tuple[net.Shape, int, int, net.Layer]:
    """The net, the layer and the head on screen, and what the layer did."""
    params, state = now.params, now.state
    shape = shape_of(params)
    number, head = shown(params, len(shape.layers))
    batch = probe(params, now.data.relabel, state.theta.dtype).batch
    if params.mode == "order":
        batch = batch._replace(source=batch.source[:, order_of(state, batch.source.shape[1])])
    return shape, number, head, net.run(state.theta, shape, batch).layers[number]


def _reads(now: Moment) -> Mapping[str, Any]:
    shape, number, head, layer = _asked(now)
    matrices = net.matrices(now.state.theta, shape)
    own = slice(head * shape.key, (head + 1) * shape.key)
    return {
        "X": layer.X[0],
        "Y": layer.Y[0],
        **{f"W_{name}": matrices[f"{name}{number}"][:, own].contiguous() for name in "QKV"},
        "scaled": shape.scaled,
        "causal": net.is_causal(shape, shape.layers[number]),
        "rotary": shape.encoding == "rotary",
    }


def _gives(now: Moment) -> Mapping[str, Any]:
    _, _, head, layer = _asked(now)
    return {
        "Q": layer.Q[0, head],
        "K": layer.K[0, head],
        "V": layer.V[0, head],
        "A": layer.weights[0, head],
        "O": layer.output[0, head],
    }


def _draw(now: Moment) -> Mapping[str, Any]:
    ctx: Ctx = now.ctx
    for size in sizes(now.params.size):
        Q, K = ctx.randn(QUERIES, size), ctx.randn(now.params.keys, size)
        if size == now.params.size:
            break
    return {"q": Q[0], "K": K}


def _rows(now: Moment) -> Mapping[str, Any]:
    unscaled, scaled = now.after.draws.rows
    told = {"unscaled": unscaled, "scaled": scaled}
    return told | {f"entropy_{name}": at.entropy(row) for name, row in told.items()}


CODES = (
    Code(
        "head",
        title="One head",
        when={"mode": ("heads", "translation", "digits", "order")},
        reads=_reads,
        gives=_gives,
        marks={"Q": "Q", "K": "K", "V": "V", "S": "S", "A": "A"},
        within=1e-5,
        step=False,
    ),
    Code("scaling", title="One draw", when={"mode": ("scaling",)}, reads=_draw, gives=_rows, within=1e-5),
)
WITHOUT: tuple[NoCode, ...] = ()
