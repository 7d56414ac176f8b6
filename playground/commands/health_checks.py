"""What `playground selfcheck` tries beside the concepts: the engine process, a picture with a formula, a film."""

from __future__ import annotations

import faulthandler
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory

from playground import catalog
from playground.engine.errors import BadInput
from playground.engine.process import messages as m
from playground.engine.process.client import EngineClient

LIMIT = 120.0  # seconds that one part may take before it counts as hanging
ANSWER = 60.0  # seconds that the engine process may take to answer
STEPS = 3
SIZE = (640, 360)
FORMULA = r"\hat{\mathbf{w}}_t = \sum_{i=1}^{n} \frac{y_i}{\|x_i\|}"


class Fault(Exception):
    """Why a part does not work, in one sentence."""


def engine() -> str:
    """Starts the engine process, takes three steps of the first concept in it, and ends it.

    Raises:
        Fault: it does not answer, or not rightly.
    """
    heard: SimpleQueue[m.Message] = SimpleQueue()
    client = EngineClient(catalog.load, heard.put)
    started = time.monotonic()
    client.start()
    try:
        client.send("check", m.Open.of(catalog.ids()[0]))
        client.send("check", m.Step(STEPS))
        while True:
            message = _next(heard, started)
            if isinstance(message, m.FrameMessage):
                if message.frames[0].step == STEPS:
                    return f"answers after {time.monotonic() - started:.1f} s"
                client.send("check", m.Ask())
    finally:
        client.stop()


def _next(heard: SimpleQueue[m.Message], started: float) -> m.Message:
    try:
        message = heard.get(timeout=max(0.1, started + ANSWER - time.monotonic()))
    except Empty:
        raise Fault(f"the engine process does not answer within {ANSWER:.0f} s") from None
    if isinstance(message, m.Fault | m.Refused):
        raise Fault(message.sentence)
    if isinstance(message, m.Restarting):
        raise Fault(message.reason)
    return message


def picture() -> str:
    """Draws the first concept and a formula.

    Raises:
        Fault, BadInput: something that drawing needs is missing.
    """
    from playground.commands.filming import drawing
    from playground.commands.render import picture as draw
    from playground.engine.run.session import Session
    from playground.render.formula import formula_marks
    from playground.render.tokens import LIGHT

    concept = catalog.load(catalog.ids()[0])
    with drawing():
        image = draw(Session(concept), SIZE, LIGHT, 1.0)
        marks = formula_marks(FORMULA, 16.0, "#000000")
    if (image.width(), image.height()) != SIZE:
        raise Fault(f"a picture of {SIZE[0]} x {SIZE[1]} px has {image.width()} x {image.height()}")
    if not marks:
        raise Fault("a formula was set without a symbol in it")
    return "drawn, with a formula"


def film() -> str:
    """Encodes a short film in every format.

    Raises:
        Fault, BadInput: an encoder is missing or writes nothing.
    """
    import numpy as np

    from playground.export.film import write_film

    frames = [np.full((64, 64, 4), 40 * i, np.uint8) for i in range(5)]
    with TemporaryDirectory(prefix="playground-") as folder:
        for ending in ("mp4", "gif", "webp"):
            path = Path(folder) / f"film.{ending}"
            write_film(path, frames, 5)
            if not path.stat().st_size:
                raise Fault(f"a film as .{ending} is empty")
    return "MP4, GIF and WebP"


PARTS: dict[str, Callable[[], str]] = {"engine process": engine, "picture": picture, "film": film}


def attempt(part: Callable[[], str]) -> tuple[bool, str]:
    """Whether a part works, and what is to be said of it."""
    try:
        return True, part()
    except (Fault, BadInput) as fault:
        return False, str(fault)
    except Exception as error:  # whatever it is, the other parts are still tried
        return False, f"{type(error).__name__}: {error}"


@contextmanager
def watchdog(what: str, seconds: float = LIMIT, leave: Callable[[int], object] = os._exit) -> Iterator[None]:
    """Ends the process, saying where it hangs, unless the block ends in time.

    Args:
        what: is being tried.
        seconds: that it may take.
        leave: ends the process.
    """

    def bite() -> None:
        if sys.stderr is not None:
            sys.stderr.write(f"playground: {what} hangs: nothing came within {seconds:g} s\n")
            sys.stderr.flush()
            faulthandler.dump_traceback(sys.__stderr__ or sys.stderr)
        leave(1)

    timer = threading.Timer(seconds, bite)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
