"""A run as the command line asks for it: where it starts, what is done to it, how far it goes."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from playground import catalog
from playground.engine.declarations.concept import Concept, Declaration
from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput
from playground.engine.frame import STOPPED
from playground.engine.reading.strict_json import NotJson, parse_json
from playground.engine.reading.text import MOST_TEXT, read_text
from playground.engine.run.comparison import Cast, add_twins
from playground.engine.run.session import Session
from playground.engine.run.starting import begin
from playground.engine.run.trial import restore_within_limits
from playground.export.pace import Plan, Stop
from playground.lecture.acts import Act, act_of
from playground.lecture.comparison import comparison
from playground.lecture.link import scene_of

# Without somebody who looks at every step, steps are taken in chunks of this many.
_CHUNK = 4096

OnStep = Callable[[Session], None]


def start(args: Namespace, values: Mapping[str, Any] | None = None) -> Session:
    """The session where playing begins: new or from a scene, with the user's data, parameters and seed.

    Args:
        args: what was typed.
        values: parameters of a new run that were not typed, on top of the preset's.

    Raises:
        BadInput: an option does not fit; the sentence names it.
    """
    entrance = catalog.resolve(args.concept, args.preset)
    declared = catalog.declaration(entrance.panel)
    sets = dict(args.set)
    if args.scene is None:
        concept, preset = catalog.load(declared.id), catalog.preset_at(entrance)

        def asked(begun: ConceptParams) -> ConceptParams:
            return declared.params.parse(sets, begun.changed(values or {}))

        session = begin(concept, preset, asked, args.seed)
    else:
        if args.preset is not None:
            raise BadInput("--preset does not go with --scene, which has its own parameters", "preset")
        session = _continue(args.scene, declared)
        parsed = declared.params.parse(sets, session.params).plain()
        session.set({name: parsed[name] for name in sets})
        if args.seed is not None:
            session.reseed(args.seed)
    if args.load:
        session.load(*args.load)
    return session


def _continue(path: str, declared: Declaration) -> Session:
    scene = scene_of(path)
    if scene["concept"] != declared.id:
        raise BadInput(f"{path} is a scene of {scene['concept']}, not of {declared.id}", path)
    concept: Concept = catalog.load(declared.id)
    return restore_within_limits(concept, scene, path)


def read_acts(source: str, declared: Declaration) -> list[Act]:
    """The acts of a gesture file (`-` is stdin), in the order of their steps, each checked.

    Raises:
        BadInput: the file cannot be read, or a line is not an act; the sentence names file and line.
    """
    name = "stdin" if source == "-" else source
    try:
        content = sys.stdin.read(MOST_TEXT + 1) if source == "-" else read_text(Path(source), name=name)
    except OSError as error:  # of the standard input
        raise BadInput(f"{name} cannot be read: {(error.strerror or str(error)).lower()}", name) from None
    except UnicodeDecodeError:
        raise BadInput(f"{name} cannot be read: it is not UTF-8 text", name) from None
    if len(content) > MOST_TEXT:
        raise BadInput(f"{name} has more than {MOST_TEXT:,} letters", name)
    acts = []
    for number, line in enumerate(content.splitlines(), start=1):
        if line.strip():
            try:
                acts.append(_act(line, declared))
            except BadInput as error:
                raise BadInput(f"{name} line {number}: {error}", error.field or name) from None
    return sorted(acts, key=_at)


def _act(line: str, declared: Declaration) -> Act:
    return act_of(_object(line)).check(declared)


def _object(line: str) -> dict[str, Any]:
    try:
        raw = parse_json(line)
    except NotJson:
        raise BadInput("it is not a JSON object") from None
    if not isinstance(raw, dict):
        raise BadInput("it is not a JSON object")
    return raw


def cast_of(args: Namespace, session: Session) -> Cast:
    """The session with the twins that `--compare` or its scene set beside it.

    Raises:
        BadInput: they cannot be had; the sentence names the option.
    """
    kept = scene_of(args.scene).get("twins", {}) if args.scene is not None else {}
    if args.compare:
        declared, concept = session.concept.declaration, session.concept.id
        presets = catalog.presets(concept)
        title = next(
            (str(one["title"]) for one in presets.values() if _is(session, one)), session.concept.declaration.card.title
        )
        asked = comparison(args.compare, declared, session.params, session.seed, presets, title)
        return add_twins(Cast((session,)), asked.names, asked.twins, asked.title)
    if not kept:
        return Cast((session,))
    given = [name for name in ("set", "load", "seed") if getattr(args, name) not in (None, [])]
    if given:
        raise BadInput(f"--{given[0]} does not go with {args.scene}: it holds several runs side by side", given[0])
    runs = [restore_within_limits(session.concept, run, args.scene) for run in kept["runs"]]
    return Cast((session, *runs), tuple(kept["names"]), tuple(kept["titles"]))


def _is(session: Session, preset: Mapping[str, Any]) -> bool:
    made = session.concept.declaration.params.make(preset.get("params", {}))
    return made == session.params and int(preset.get("seed", 0)) == session.seed


def play_all(cast: Cast, steps: int, acts: Sequence[list[Act]]) -> list[list[Act]]:
    """Plays all runs to a step; returns for each the acts that it did not reach. Twins pass over what they refuse.

    Raises:
        BadInput: an act is earlier than the start, or the first run refuses it.
    """
    return [
        play(one, steps, left, forgiving=i > 0) for i, (one, left) in enumerate(zip(cast.sessions, acts, strict=True))
    ]


def play(
    session: Session, steps: int, acts: list[Act], on_step: OnStep | None = None, *, forgiving: bool = False
) -> list[Act]:
    """Plays to a step, doing each act when the run reaches its step; returns the acts that it did not reach.

    It stops earlier where the run is done, converged or failed and no act of that step sets it going again.

    Args:
        session: where it starts.
        steps: the step at which it ends.
        acts: in the order of their steps.
        on_step: called after every step.
        forgiving: an act that is refused is passed over.

    Raises:
        BadInput: an act is earlier than the start, or is refused.
    """
    if acts and _at(acts[0]) < session.step:
        raise BadInput(f"gestures: step {acts[0].step} is over, the run starts at step {session.step}", "step")
    left = list(acts)
    while True:
        while left and _at(left[0]) == session.step:
            _do(left.pop(0), session, forgiving)
        if session.step >= steps or session.status in STOPPED:
            return left
        until = min(steps, _at(left[0])) if left and _at(left[0]) > session.step else steps
        if session.advance(1 if on_step is not None else min(_CHUNK, until - session.step)) == 0:
            return left
        if on_step is not None:
            on_step(session)


def stops(cast: Cast, plan: Plan, acts: list[Act]) -> Iterator[tuple[Cast, Stop]]:
    """The runs at the steps of a film, with the acts of each step done.

    Runs that end between two of them are given once more, at their end, where the last picture of the film stays.

    Raises:
        BadInput: an act is earlier than the start, or is refused.
    """
    left = play_all(cast, plan.stops[0].step, [acts] * len(cast.sessions))
    if max(one.step for one in cast.sessions) < plan.stops[0].step:
        return
    for stop in plan.stops:
        before = [one.step for one in cast.sessions]
        left = play_all(cast, stop.step, left)
        now = [one.step for one in cast.sessions]
        ended = max(now) < stop.step
        if now != before or not ended:
            yield cast, replace(stop, times=max(stop.times, plan.stops[-1].times)) if ended else stop
        if ended:
            return


def _at(act: Act) -> int:
    return act.step or 0


def _do(act: Act, session: Session, forgiving: bool) -> None:
    try:
        act.apply(session)
    except BadInput as error:
        if forgiving:
            return
        raise BadInput(f"gestures: at step {act.step}: {error}", error.field) from None
