"""The code of the view on screen, run once at the shown step; asked for, never part of a step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from playground import __version__
from playground.engine.declarations.code import Code, CodeListing, Moment
from playground.engine.declarations.params import VIEW
from playground.engine.device import pass_on
from playground.engine.frame import View
from playground.engine.run import observing
from playground.engine.run.code_script import script
from playground.engine.run.code_trace import Traced, anatomy, run
from playground.engine.run.overflow import without_warnings
from playground.engine.run.session import Session

_LONG_STEP = 0.05  # s; from here on a step that is not kept is not taken again, and the code tells the one to come


class Told(NamedTuple):
    """A code that was run.

    Attributes:
        code: which one.
        moment: at which step.
        arguments: what it was given.
        run: what came of it.
        expected: what its values must come to.
    """

    code: Code
    moment: Moment
    arguments: Mapping[str, Any]
    run: Traced
    expected: Mapping[str, Any]


def moment(session: Session, view: View, told_step: bool = True) -> Moment:
    """The step that led to what is on screen; at the start and after a gesture, the one to come.

    Args:
        session: the run.
        view: what is looked at.
        told_step: false: no step is told, and the moment is that of the state on screen.
    """
    if told_step and session.info is not None and session.step > 0 and session.previous is None and _is_short(session):
        session.seek(session.step - 1)
        session.advance(1)
    previous = session.previous
    if session.info is None or previous is None or not told_step:
        params, data, before, step, done = session.params, session.data, session.state, session.step, False
    else:
        specs = session.params.specs()
        now = {name: value for name, value in session.params.plain().items() if specs[name].effect == VIEW}
        params, data, before = previous.params.changed(now), previous.data, previous.state
        step, done = previous.step, True
    state = session.state

    def after() -> Any:
        if done:
            return state
        with without_warnings():
            found, _ = session.concept.model.step(params, data, before, session.context("step", step))
        return found

    return Moment(
        params,
        data,
        before,
        step,
        done=done,
        after=after,
        numbers=lambda: observing.see(session, view).values,
        ctx=lambda: session.context("step", step),
    )


def _is_short(session: Session) -> bool:
    return session.seconds_per_step < _LONG_STEP


def told(session: Session, view: View) -> Told | str:
    """Runs the code that belongs to the parameters, or says why there is none."""
    known = session.concept.codes()
    code = known.at(session.params)
    if isinstance(code, str):
        return code
    at = moment(session, view, code.step)
    with without_warnings():
        arguments = code.reads(at)
    if isinstance(arguments, str):
        return arguments
    ran = run(known.texts[code.name], code.name, arguments, code.marks)
    return Told(code, at, arguments, ran, code.gives(at))


def listing(session: Session, view: View, with_script: bool = True) -> CodeListing:
    """The code with its lines and values, and as a script where that is wanted."""
    known = session.concept.codes()
    code = known.at(session.params)
    if isinstance(code, str):
        return CodeListing(reason=code, shown=session.step)
    text = known.texts[code.name]
    plain = CodeListing(code.title, f"{session.concept.id}/code/{code.name}.py", text, shown=session.step)
    try:
        found = told(session, view)
    except Exception as error:
        pass_on(error)
        return _with_reason(plain, f"It cannot be run here: {type(error).__name__}: {error}")
    if isinstance(found, str):
        return _with_reason(plain, found)
    at = found.moment
    return CodeListing(
        title=plain.title,
        file=plain.file,
        text=text,
        events=found.run.events,
        script=_script(session, text, found) if with_script else "",
        first=at.step,
        last=at.step + code.step,
        shown=session.step,
    )


def _with_reason(plain: CodeListing, reason: str) -> CodeListing:
    return CodeListing(plain.title, plain.file, plain.text, shown=plain.shown, reason=reason)


def _script(session: Session, text: str, found: Told) -> str:
    card = session.concept.declaration.card
    at = found.moment
    span = f"from step {at.step} to step {at.step + 1}" if found.code.step else f"at step {at.step}"
    head = [
        f"{card.title}: {found.code.title}, {span} (seed {session.seed}).",
        f"Written by ML Playground {__version__}; needs numpy or torch, and nothing of the program.",
    ]
    values = {name: found.expected[name] for name in anatomy(text, found.code.name).results if name in found.expected}
    return script(head, text, found.code.name, found.arguments, values)
