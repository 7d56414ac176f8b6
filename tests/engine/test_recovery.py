"""The client's book: what would bring a new engine to where the last one was."""

from __future__ import annotations

from typing import Any

import toys

from playground.engine.process import messages as m
from playground.engine.process.recovery import Book
from playground.engine.run.record import store
from playground.engine.run.session import Session
from playground.engine.run.variants import Sweep


def message(session: Session, group: str = "a") -> m.FrameMessage:
    return m.FrameMessage(
        group=group, frames=(session.frame(),), playing=False, steps_per_second=0.0, device="cpu", heavy_step=False
    )


def jobs_of(book: Book) -> list[Any]:
    return [order.command for order in book.everything() if isinstance(order.command, m.StartJob)]


def test_a_job_is_begun_again_until_a_record_holds_what_it_found() -> None:
    book, session = Book(), Session(toys.walk())
    opened = book.enter("a", m.Open((m.SessionStart("walk"),), 1))
    book.settle(m.Handled("a", opened.serial, (), True))
    begun = book.enter("a", m.StartJob("squares"))
    book.settle(m.Handled("a", begun.serial, (0,), True))
    record = m.Checkpoint("a", begun.serial, (store(session),))
    book.store(record)
    assert jobs_of(book), "no frame since it was begun: it may still be at work"
    session.start_job("squares")
    book.admit(message(session))
    book.store(record)
    assert jobs_of(book), "it is at work"
    session.jobs.forget("squares")
    book.admit(message(session))
    assert jobs_of(book), "what it found is not yet in a record"
    book.store(record)
    assert not jobs_of(book)


def test_a_map_is_computed_again_unless_it_was_left_off_or_refused() -> None:
    def maps() -> list[Any]:
        return [order.command for order in book.everything() if isinstance(order.command, m.StartSweep)]

    book, sweep = Book(), m.StartSweep(Sweep("n", "rate"))
    opened = book.enter("a", m.Open((m.SessionStart("walk"),), 1))
    book.settle(m.Handled("a", opened.serial, (), True))
    asked = book.enter("a", sweep)
    book.settle(m.Handled("a", asked.serial, (0,), True))
    assert maps() == [sweep]
    book.enter("a", m.StopSweep(False))
    assert maps() == []
    refused = book.enter("a", sweep)
    book.settle(m.Handled("a", refused.serial, (0,), False))
    assert maps() == []
    book.enter("a", sweep)
    book.enter("a", m.Open((m.SessionStart("walk"),), 1))
    assert maps() == []
