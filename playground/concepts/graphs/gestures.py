"""What the user does: move, add, link and remove nodes, choose one, paint values, give labels, choose a mode."""

from __future__ import annotations

import torch

from playground.concepts.graphs import Params, training
from playground.concepts.graphs.graphs import Data, node_of, toggled, with_node, without_node
from playground.concepts.graphs.starting import relinked, touched
from playground.concepts.graphs.state import State
from playground.engine.declarations.concept import Gesture
from playground.engine.errors import BadInput
from playground.engine.run.context import Ctx

MOST = 2000


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """Graph and run after a gesture.

    Raises:
        BadInput: it names a node or a mode that is not there.
    """
    values = gesture.values
    match gesture.kind:
        case "move":
            xy = data.xy.clone()
            xy[node_of(data, values["node"])] = torch.tensor(values["xy"], dtype=torch.float64)
            return data._replace(xy=xy), state
        case "place":
            if len(values["nodes_xy"]) != 2 * data.n:
                raise BadInput(f"nodes_xy has {len(values['nodes_xy'])} entries, allowed are {2 * data.n}", "nodes_xy")
            return data._replace(xy=torch.tensor(values["nodes_xy"], dtype=torch.float64).reshape(-1, 2)), state
        case "choose":
            return data, state._replace(focus=node_of(data, values["node"]))
        case "choose_row":
            if values["row"] >= data.n:
                raise BadInput(f"row is {values['row']}, there are {data.n} nodes, counted from 0", "row")
            return data, state._replace(focus=values["row"])
        case "wave":
            if values["mode"] >= data.n:
                raise BadInput(f"mode is {values['mode']}, there are {data.n}, counted from 0", "mode")
            return data, state._replace(wave=values["mode"])
        case "paint" | "clear":
            return _painted(params, data, state, gesture)
        case "label":
            return _labelled(params, data, state, node_of(data, values["node"]), values["label"])
        case "scatter":
            signal = ctx.randn(data.n).to(torch.float64)
            return _with_signal(params, data._replace(signal=signal), state, None)
    return _edited(params, data, state, gesture, ctx)


def _edited(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """A node or an edge more or less."""
    values = gesture.values
    if gesture.kind == "add":
        x, y = values["xy"]
        changed = with_node(data, x, y, 0.0, MOST)
        kept = torch.cat([torch.arange(data.n), torch.tensor([-1])])
        return changed, relinked(params, changed, state, kept, ctx)
    row = node_of(data, values["node"])
    if gesture.kind == "remove":
        changed = without_node(data, row)
        kept = torch.arange(data.n)[torch.arange(data.n) != row]
        return changed, relinked(params, changed, state, kept, ctx)
    changed = toggled(data, state.focus, row)
    return changed, relinked(params, changed, state, None, ctx)


def _painted(params: Params, data: Data, state: State, gesture: Gesture) -> tuple[Data, State]:
    signal = data.signal.clone()
    if gesture.kind == "clear":
        signal = torch.zeros_like(signal)
        return _with_signal(params, data._replace(signal=signal), state, None)
    row = node_of(data, gesture.values["node"])
    signal[row] = gesture.values["value"]
    return _with_signal(params, data._replace(signal=signal), state, row)


def _with_signal(params: Params, data: Data, state: State, row: int | None) -> tuple[Data, State]:
    """The run with other first values: one of them set in what travels now, or all set anew."""
    if params.mode in ("messages", "squashing"):
        x = state.x.clone()
        if row is None:
            x[:, 0] = data.signal
        else:
            x[row, 0] = data.signal[row]
        return data, touched(params, state, x)
    x, signal = data.signal[:, None].clone(), data.signal.clone()
    zero = torch.zeros_like(signal)
    rounds = 0 if params.mode == "spectral" else state.rounds
    return data, state._replace(x=x, first=x, before=zero, term=signal, total=signal, rounds=rounds)


def _labelled(params: Params, data: Data, state: State, row: int, label: int) -> tuple[Data, State]:
    given = data.given.clone()
    given[row] = label
    if state.net is not None and label >= state.net.logits.shape[1]:
        raise BadInput(f"label is {label}, there are {state.net.logits.shape[1]} classes, counted from 0", "label")
    if state.net is not None:
        net = training.evaluated(params.layer, state.graph, given, params.heads, state.net)
        state = state._replace(net=net)
    return data._replace(given=given), state
