"""From a session to a frame: observe, split scalars from arrays, copy to the CPU."""

from __future__ import annotations

import math
import traceback
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from playground.engine import device as devices
from playground.engine.frame import Array, Failure, Frame, Scalar, View
from playground.engine.run.aims import ACTS
from playground.engine.run.overflow import without_warnings
from playground.engine.run.position import Position
from playground.engine.run.series import recorded
from playground.figures.drawn import part
from playground.figures.figure import Figure
from playground.figures.values import Range, Rows


class Seen(NamedTuple):
    """One look at a state.

    Attributes:
        figure: the spec.
        numbers: the concept's numbers by name, as it gave them.
        data: the data of the layers by name.
    """

    figure: Figure
    numbers: Mapping[str, Any]
    data: Mapping[str, Any]

    @property
    def values(self) -> dict[str, Any]:
        """Numbers and data."""
        return {**self.numbers, **self.data}


def see(session: Position, view: View) -> Seen:
    """What the concept shows of the present state, with what its jobs have found.

    Raises:
        Exception: whatever a concept's own code raises.
    """
    model = session.concept.model
    with without_warnings():
        drawn = model.observe(session.params, session.data, session.state, session.info, view, session.findings(view))
    figure, data = part(drawn.figure, session.figure)
    session.figure = figure
    return Seen(figure, drawn.numbers, data)


def scalars(session: Position) -> dict[str, Scalar]:
    """The numbers of the present state alone; empty if `observe` fails (a frame will say why)."""
    try:
        seen = see(session, View())
    except Exception:
        return {}
    return {name: _plain(value) for name, value in seen.numbers.items() if _is_scalar(value)}


def values(session: Position, names: Iterable[str]) -> dict[str, Scalar]:
    """Metrics of the present state by name, with `step` and `status`; those that are not there are left out.

    What the last step recorded costs nothing; anything else is observed.
    """
    found: dict[str, Scalar] = {"step": session.step, "status": session.status}
    wanted = [name for name in names if name not in found]
    known = recorded(session.info) if session.info is not None else {}
    if any(name not in known for name in wanted):
        known = known | scalars(session)
    return found | {name: _plain(known[name]) for name in wanted if name in known}


def aim_values(session: Position, names: Iterable[str]) -> dict[str, Any]:
    """What a condition of an aim mentions, as the present state has it; metrics come before parameters."""
    given = session.params.plain() | {ACTS: len(session.run.log)}
    metrics = session.concept.declaration.metric_names
    plain = {name: given[name] for name in names if name in given and name not in metrics}
    return plain | values(session, [name for name in names if name not in plain])


def frame(session: Position, view: View) -> Frame:
    """What the picture shows of the present state."""
    failure, status = session.failure, session.status
    kinds = Kinds({}, {}, {}, {}, {})
    try:
        seen = see(session, view)
        with without_warnings():
            kinds = partition(seen.values)
    except Exception as error:
        devices.pass_on(error)
        failure = failure or Failure(
            "exception", session.step, f"{type(error).__name__}: {error}", traceback.format_exc()
        )
        status = "failed"
    series = {name: session.run.series.get(name, view.points) for name in traced_metrics(session, view)}
    return Frame(
        epoch=session.epoch,
        step=session.step,
        reached=session.reached,
        length=session.length,
        status=status,
        metrics=dict.fromkeys(session.concept.declaration.metric_names) | _info_scalars(session) | kinds.scalars,
        arrays=kinds.arrays,
        words=kinds.words,
        tables=kinds.tables,
        ranges=kinds.ranges,
        figure=session.figure,
        series={name: pair for name, pair in series.items() if pair is not None},
        jobs={},
        params=session.params.plain(),
        seed=session.seed,
        name=session.run.name,
        failure=failure,
    )


def traced_metrics(session: Position, view: View) -> tuple[str, ...]:
    """The names of the metrics whose histories are drawn: those of the figure, and those that the view asks for."""
    drawn = session.figure.series() if session.figure is not None else ()
    return tuple(dict.fromkeys((*drawn, *view.series)))


def _info_scalars(session: Position) -> dict[str, Scalar]:
    """The declared metrics among the fields of the last Info."""
    if session.info is None:
        return {}
    declared = session.concept.declaration
    words = {name: value for name, value in session.info._asdict().items() if isinstance(value, str)}
    found = words | recorded(session.info)
    return {name: _plain(value) for name, value in found.items() if name != "status" and declared.metric(name)}


class Kinds(NamedTuple):
    """Values parted by kind, each by name, as a frame has them."""

    scalars: dict[str, Scalar]
    arrays: dict[str, Array]
    words: dict[str, tuple[str, ...]]
    tables: dict[str, Rows]
    ranges: dict[str, Range]


_PLAIN = frozenset({float, int, bool, str, type(None)})
_ARRAYS = (Tensor, np.ndarray)


def partition(values: Mapping[str, Any]) -> Kinds:
    """Numbers, flags, words and None apart from arrays, lists of words, tables and ranges.

    An array that stands under several names is copied once.
    """
    kinds = Kinds({}, {}, {}, {}, {})
    copied: dict[int, Array] = {}
    for name, value in values.items():
        kind = type(value)
        if kind in _PLAIN:
            kinds.scalars[name] = None if value != value else value
        elif isinstance(value, _ARRAYS) and value.ndim:
            array = copied.get(id(value))
            if array is None:
                array = copied[id(value)] = to_numpy(value)
            kinds.arrays[name] = array
        elif kind is Range:
            kinds.ranges[name] = Range(*map(_single, value))
        elif kind is Rows:
            kinds.tables[name] = value
        elif isinstance(value, list | tuple):
            kinds.words[name] = tuple(value)
        else:
            kinds.scalars[name] = _plain(value)
    return kinds


def _single(value: float) -> float:
    """A number as precise as the arrays on its axis."""
    return float(np.float32(value))


def _is_scalar(value: Any) -> bool:
    if isinstance(value, _ARRAYS):
        return value.ndim == 0
    return not isinstance(value, Rows | list | tuple)


def _plain(value: Any) -> Scalar:
    plain = value.item() if isinstance(value, Tensor | np.ndarray | np.generic) else value
    return None if isinstance(plain, float) and math.isnan(plain) else plain


def to_numpy(value: Tensor | Array) -> Array:
    """A copy of the same shape on the CPU: floats as float32, whole numbers as int32, flags as they are."""
    if isinstance(value, Tensor):
        if value.device.type != "cpu" or value.dtype not in _KINDS_OF_NUMPY or value.is_neg():
            value = value.to(device="cpu", dtype=_wanted(value)).resolve_neg()
        value = value.detach().numpy()
    kind = value.dtype.kind
    copy: Array = np.array(value, dtype=np.float32 if kind == "f" else np.bool_ if kind == "b" else np.int32, order="C")
    return copy


# Those that numpy has as well.
_KINDS_OF_NUMPY = frozenset({torch.float64, torch.float32, torch.int64, torch.int32, torch.bool})


def _wanted(value: Tensor) -> torch.dtype:
    whole = torch.bool if value.dtype == torch.bool else torch.int32
    return torch.float32 if value.is_floating_point() else whole
