"""From a session to a frame: observe, split scalars from arrays, copy to the CPU."""

from __future__ import annotations

import math
import traceback
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.engine import device as devices
from playground.engine.frame import Array, Failure, Frame, Scalar, View
from playground.engine.run.jobs import Job
from playground.engine.run.overflow import unwarned
from playground.engine.run.position import Position
from playground.engine.run.series import recorded


def scalars(session: Position) -> dict[str, Scalar]:
    """The metrics of the present state alone; empty if `observe` fails (a frame will say why)."""
    try:
        seen = _observed(session, View())
    except Exception:
        return {}
    return _split(seen)[0]


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


def frame(session: Position, view: View, jobs: Iterable[Job] = ()) -> Frame:
    """What the picture shows of the present state.

    Args:
        session: where the run stands.
        view: what is in view.
        jobs: those whose results belong to this state.
    """
    failure, status = session.failure, session.status
    metrics: dict[str, Scalar] = _info_scalars(session)
    arrays: dict[str, Array] = {}
    try:
        seen_scalars, arrays = _split(_observed(session, view))
        metrics |= seen_scalars
        _add_jobs(jobs, metrics, arrays)
    except Exception as error:
        devices.pass_on(error)
        failure = failure or Failure(
            "exception", session.step, f"{type(error).__name__}: {error}", traceback.format_exc()
        )
        status = "failed"
    series = {name: session.run.series.get(name, view.points) for name in view.series}
    return Frame(
        epoch=session.epoch,
        step=session.step,
        reached=session.reached,
        length=session.length,
        status=status,
        metrics=metrics,
        arrays=arrays,
        series={name: pair for name, pair in series.items() if pair is not None},
        jobs={},
        params=session.params.plain(),
        seed=session.seed,
        name=session.run.name,
        failure=failure,
    )


def _observed(session: Position, view: View) -> Mapping[str, Any]:
    model = session.concept.model
    with unwarned():
        return model.observe(session.params, session.data, session.state, session.info, view)


def _info_scalars(session: Position) -> dict[str, Scalar]:
    """The declared metrics among the fields of the last Info."""
    if session.info is None:
        return {}
    declared = session.concept.declaration
    words = {name: value for name, value in session.info._asdict().items() if isinstance(value, str)}
    found = words | recorded(session.info)
    return {name: _plain(value) for name, value in found.items() if name != "status" and declared.metric(name)}


def _add_jobs(jobs: Iterable[Job], metrics: dict[str, Scalar], arrays: dict[str, Array]) -> None:
    for job in jobs:
        found_scalars, found_arrays = _split(job.latest.arrays)
        metrics |= found_scalars
        arrays |= found_arrays


def _split(values: Mapping[str, Any]) -> tuple[dict[str, Scalar], dict[str, Array]]:
    """Scalars (numbers, flags, words, None, 0-d tensors) apart from arrays."""
    numbers: dict[str, Scalar] = {}
    arrays: dict[str, Array] = {}
    for name, value in values.items():
        if isinstance(value, Tensor) and value.ndim:
            arrays[name] = to_numpy(value)
        else:
            numbers[name] = _plain(value)
    return numbers, arrays


def _plain(value: Any) -> Scalar:
    plain = value.item() if isinstance(value, Tensor) else value
    return None if isinstance(plain, float) and math.isnan(plain) else plain


def to_numpy(value: Tensor) -> Array:
    """A copy on the CPU: floats as float32, whole numbers as int32, flags as they are."""
    value = value.detach()
    whole = torch.bool if value.dtype == torch.bool else torch.int32
    wanted = torch.float32 if value.is_floating_point() else whole
    array: Array = value.to(device="cpu", dtype=wanted, copy=True).contiguous().numpy()
    return array if array.flags.owndata else np.array(array)
