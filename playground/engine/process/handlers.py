"""What each command does to its group, by the type of the command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playground.engine.process import messages as m
from playground.engine.process.group import Group


def _set(group: Group, command: m.Set) -> None:
    group.arrive()
    for session in group.select(command.twin):
        session.params.changed(command.changes)
    group.each(command.twin, lambda session: session.set(command.changes, command.stroke))


def _act(group: Group, command: m.Act) -> None:
    group.arrive()
    group.each(command.twin, lambda session: session.act(command.kind, command.values, command.stroke))


def _start_job(group: Group, command: m.StartJob) -> None:
    group.arrive()
    group.each(None, lambda session: session.start_job(command.name, group.view))


def _stop_job(group: Group, command: m.StopJob) -> None:
    group.arrive()
    group.each(None, lambda session: session.stop_job(command.name))


def _reseed(group: Group, command: m.Reseed) -> None:
    group.abandon()
    group.each(command.twin, lambda session: session.reseed(command.seed))


def _load(group: Group, command: m.Load) -> None:
    group.abandon()
    group.each(None, lambda session: session.load(*command.paths))


def _reset(group: Group, command: m.Reset) -> None:
    group.abandon()
    group.play(False)
    group.each(None, lambda session: session.reset())


def _undo(group: Group, command: m.Undo) -> None:
    group.abandon()
    group.play(False)
    group.undo(command.redo)


def _hide_ghost(group: Group, command: m.HideGhost) -> None:
    for session in group.sessions:
        session.hide_ghost()


HANDLERS: Mapping[type[m.Command], Callable[[Group, Any], object]] = {
    m.Play: lambda group, command: group.play(command.on, command.goal),
    m.Step: lambda group, command: group.step(command.n),
    m.Seek: lambda group, command: group.seek(command.k),
    m.Advance: lambda group, command: group.advance_to(command.steps),
    m.Set: _set,
    m.Act: _act,
    m.Reseed: _reseed,
    m.Reset: _reset,
    m.Load: _load,
    m.Undo: _undo,
    m.Compare: lambda group, command: group.compare(command.names, command.twins, command.title),
    m.Separate: lambda group, command: group.separate(command.twin),
    m.SwitchRun: lambda group, command: group.switch(command.branch),
    m.Rename: lambda group, command: group.sessions[0].rename(command.branch, command.name),
    m.HideGhost: _hide_ghost,
    m.StartJob: _start_job,
    m.StopJob: _stop_job,
    m.StartSweep: lambda group, command: group.sweep(command.sweep),
    m.StopSweep: lambda group, command: group.stop_sweep(command.forget),
    m.SetView: lambda group, command: group.look(command.view),
    m.Show: lambda group, command: group.show(command.visible),
    m.Pursue: lambda group, command: group.pursue(command.aim),
    m.Pace: lambda group, command: group.set_pace(command.steps_per_second),
    m.Ask: lambda group, command: group.ask(),
}
"""Takes a group and its command.

Raises:
    BadInput: the command cannot be used; nothing has changed.
"""
