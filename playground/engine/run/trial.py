"""A run from outside is tried before it is called sound: restored, looked at and stepped, within limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from playground.engine import device as devices
from playground.engine.declarations.concept import Concept
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.limits import MEMORY, limited
from playground.engine.run import validation
from playground.engine.run.record import restore
from playground.engine.run.session import Session


def restore_within_limits(concept: Concept, record: Mapping[str, Any], what: str, *, alone: bool = True) -> Session:
    """The run of a record.

    Args:
        concept: of the record.
        record: of a scene or a link.
        what: how the sentences call it.
        alone: the process does nothing else, as in `limited`.

    Raises:
        BadInput: it cannot be used, takes too long or needs too much memory.
    """
    with _limited(what, alone) as sign:
        return restore(concept, record, sign)


def try_record(concept: Concept, record: Mapping[str, Any], what: str, *, alone: bool = True) -> str:
    """Does with a record, twins included, what the window would do: restores it, looks at it, takes a step.

    Args:
        concept: of the record.
        record: of a scene or a link.
        what: how the sentences call it.
        alone: the process does nothing else, as in `limited`.

    Returns:
        Where the numbers first differ from those that were stored, or nothing.

    Raises:
        BadInput: it cannot be used, takes too long or needs too much memory.
    """
    with _limited(what, alone) as sign:
        note = _try(restore(concept, record, sign), sign)
        for twin in record.get("twins", {}).get("runs", []):
            _try(restore(concept, twin, sign), sign)
        return note


@contextmanager
def _limited(what: str, alone: bool) -> Iterator[Callable[[], None]]:
    """Limits in which a record is opened; whatever is wrong with it is said of what it is called."""
    start = f"{what} cannot be opened: "
    # A graphics card's driver takes address space without end, so that a limit would say nothing.
    memory = MEMORY if devices.best().type == "cpu" else 0
    try:
        with limited(f"{start}it", memory=memory, alone=alone) as sign:
            yield sign
    except BadInput as bad:
        said = str(bad)
        raise BadInput(said if said.startswith(start) else start + said, what) from None


def _try(session: Session, sign: Callable[[], None]) -> str:
    what = "this run"
    for one in (session, *(session.beginning(branch) for branch in session.branches)):
        sign()
        validation.try_out(one, what)
        try:
            one.auto_jobs(View())
            one.advance_jobs(0.0)
        except Exception as error:
            raise validation.unusable(what, error) from None
    return session.note
