"""Twins: runs beside a first one that differ from it in one named thing and in nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from playground.engine.declarations.params import DATA
from playground.engine.errors import BadInput
from playground.engine.run.session import Session
from playground.engine.run.source import MADE
from playground.engine.run.timeline import Base
from playground.engine.run.variants import Variant

VERSION = 1
MOST_TWINS = 4


class Cast(NamedTuple):
    """Who runs in lockstep.

    Attributes:
        sessions: one to four.
        names: the parameters that differ by name, `@seed` or `@preset`; empty for a session alone.
        titles: words for each session where values alone do not name it (a preset's title), else empty.
    """

    sessions: tuple[Session, ...]
    names: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()

    def title(self, i: int) -> str:
        """The words of a session, or none."""
        return self.titles[i] if i < len(self.titles) else ""


def differing(sessions: Sequence[Session]) -> tuple[str, ...]:
    """What sessions that were opened side by side differ by: parameters by name, and `@seed`."""
    first, *others = sessions
    diffs = {name for one in others for name in first.params.diff(one.params)}
    names = tuple(name for name in first.params.specs() if name in diffs)
    return names if all(one.seed == first.seed for one in others) else (*names, "@seed")


def twin_of(first: Session, differs: Variant) -> Session:
    """A session at the start of its run that differs from the first by what is named.

    It has the same data, unless the difference makes new ones, and the same acts in its log; those that its run
    refuses when it comes to them are left out.

    Raises:
        BadInput: the difference is not allowed, or there is none.
    """
    seed = first.seed if differs.seed is None else differs.seed
    changed = first.params.changed(differs.changes)
    if changed == first.params and seed == first.seed and not differs.anew:
        name = next(iter(differs.changes), "seed")
        raise BadInput(f"{name} has this value already: a twin must differ from the first run", name)
    return beside(first, differs)


def beside(first: Session, differs: Variant, **options: Any) -> Session:
    """As `twin_of`, also where nothing differs.

    Args:
        first: the first run.
        differs: what differs.
        options: of the session.

    Raises:
        BadInput: the difference is not allowed.
    """
    base = first.run.base
    params = base.params.changed({**first.view_values, **differs.changes})
    seed = first.seed if differs.seed is None else differs.seed
    twin = Session(first.concept, params, seed, device=first.device, **options)
    if differs.anew:
        return twin
    anew = params.effect(list(base.params.diff(params))) == DATA or (seed != first.seed and base.source == MADE)
    if not anew:
        twin.begin(Base(params, base.data, seed, base.source))
    kept = [_without(entry, differs.changes) for entry in first.run.log]
    twin.follow([entry for entry in kept if entry is not None])
    return twin


def _without(entry: Any, names: Mapping[str, Any]) -> Any:
    """A log entry without changes of some parameters; None if nothing is left of it."""
    if entry.kind:
        return entry
    changes = {name: value for name, value in entry.changes.items() if name not in names}
    return entry if changes == entry.changes else (replace(entry, changes=changes) if changes else None)


def add_twins(cast: Cast, names: Sequence[str], twins: Sequence[Variant], title: str) -> Cast:
    """The cast with more twins; those that differ by something else leave, so that one thing alone differs.

    Raises:
        BadInput: a difference is not allowed, or there would be more than four.
    """
    stays = cast if cast.names == tuple(names) else Cast(cast.sessions[:1])
    count = len(stays.sessions) + len(twins)
    if not twins or count > MOST_TWINS:
        raise BadInput(f"a comparison has {count} runs, allowed is 2 to {MOST_TWINS}", "twins")
    made = tuple(twin_of(cast.sessions[0], one) for one in twins)
    titles = [stays.title(i) for i in range(len(stays.sessions))] + [one.title for one in twins]
    if title:
        titles[0] = title
    return Cast((*stays.sessions, *made), tuple(names), tuple(titles))


def remove_twins(cast: Cast, twin: int | None) -> Cast:
    """The cast without one of its sessions, or without all but the first.

    Raises:
        BadInput: there is no such twin, or it is alone.
    """
    last = len(cast.sessions) - 1
    if last == 0:
        raise BadInput("there is no twin to be removed", "twin")
    if twin is None:
        return Cast(cast.sessions[:1])
    if not 0 <= twin <= last:
        raise BadInput(f"twin is {twin}, allowed is 0 to {last}", "twin")
    stay = [i for i in range(last + 1) if i != twin]
    sessions = tuple(cast.sessions[i] for i in stay)
    return Cast(sessions, cast.names, tuple(cast.title(i) for i in stay)) if last > 1 else Cast(sessions)


# ---- storing: one record with those of the twins in it, and back


def pack_records(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """One record of a group, as a scene file holds it: the first one's, with the twins under a key of their own."""
    first, *others = records
    own = {name: value for name, value in first.items() if name not in ("compared", "title")}
    if not others:
        return own
    runs = [{name: value for name, value in one.items() if name not in ("compared", "title")} for one in others]
    titles = [str(one.get("title", "")) for one in records]
    return own | {
        "twins": {"version": VERSION, "names": list(first.get("compared", ())), "titles": titles, "runs": runs}
    }


def mark_records(cast: Cast, records: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], ...]:
    """The records of a cast with what makes them a cast."""
    return tuple({**record, "compared": list(cast.names), "title": cast.title(i)} for i, record in enumerate(records))
