"""Starts the application: one instance, system check, first paint, engine, catalog, panel, in this order."""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Mapping, Sequence

from playground.engine.errors import BadInput
from playground.lecture.locks import is_held
from playground.ui.system.instance import PATIENCE, Instance, hand_over
from playground.ui.system.requirements import check_system
from playground.ui.system.start_request import Start, check


def run(
    concept: str | None = None,
    *,
    preset: str | None = None,
    source: str | None = None,
    scene: str | None = None,
    load: Sequence[str] = (),
    sets: Mapping[str, str] | None = None,
    seed: int | None = None,
    play: bool = False,
    entry: Sequence[str] = (),
    reference: Callable[[], str] = str,
) -> int:
    """Opens the window and returns when it is closed; a window that is open already takes it over at once.

    Args:
        concept: the id of a panel or a door; None: the gallery.
        preset: the name of a preset of that panel.
        source: a file or a link, told apart by what it is.
        scene: a scene file to continue.
        load: data files for the concept.
        sets: parameter texts by name.
        seed: the seed.
        play: starts at once.
        entry: starts this program once more, for exports.
        reference: the page of the handbook that is made from the code.

    Returns:
        The exit status.

    Raises:
        BadInput: the system cannot open a window, or the concept, a value or a file is not usable.
    """
    start = Start(concept, source, scene, tuple(load), sets or {}, seed, play, preset)
    instance = Instance()
    if not claim_or_hand_over(instance, start):
        return 0
    try:
        check_system()
        return _open(start, entry, instance, reference)
    finally:
        instance.close()


def claim_or_hand_over(instance: Instance, start: Start, patience: float = PATIENCE) -> bool:
    """Whether this start opens a window: no other program runs, it closes just now, or it does not answer.

    Raises:
        BadInput: what is asked of the running program is not usable.
    """
    ends = time.monotonic() + patience
    while not instance.claim():
        check(start)
        left = ends - time.monotonic()
        if left <= 0:
            return True
        if hand_over(start, instance.folder, left, lambda: not is_held(instance.lock_file)):
            return False
    return True


def _open(start: Start, entry: Sequence[str], instance: Instance, reference: Callable[[], str]) -> int:
    from playground.ui.system.application import Application
    from playground.ui.system.shutdown import closing_in_order, end_in_any_case
    from playground.ui.system.watchdog import Watch

    watch = Watch()
    watch.start()
    try:
        application = Application(
            sys.argv[:1], entry=entry, watch=watch, instance=instance, reference=reference, draws_presets=True
        )
    except BaseException:
        watch.stop()
        raise
    try:
        check(start)
        application.open_first(start)
        application.window.closing.connect(end_in_any_case)
        with closing_in_order(application.break_off, hurry=end_in_any_case):
            return application.execute()
    except BadInput:
        raise
    except Exception as error:
        if sys.stderr is not None:
            sys.stderr.write(f"playground: the window failed{watch.report_crash(error)}\n")
        raise
    finally:
        application.close()
        watch.stop()
        gc.unfreeze()
