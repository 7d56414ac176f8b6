"""Starts the application: one instance, system check, first paint, engine, catalog, panel, in this order."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping, Sequence

from playground.engine.errors import BadInput
from playground.ui.system.instance import Instance, hand_over
from playground.ui.system.requirements import check_system
from playground.ui.system.start_request import Start, check


def run(
    concept: str | None = None,
    *,
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
    start = Start(concept, source, scene, tuple(load), sets or {}, seed, play)
    instance = Instance()
    if not instance.claim():
        check(start)
        if hand_over(start):
            return 0
    try:
        check_system()
        return _open(start, entry, instance, reference)
    finally:
        instance.close()


def _open(start: Start, entry: Sequence[str], instance: Instance, reference: Callable[[], str]) -> int:
    from playground.ui.system.application import Application
    from playground.ui.system.shutdown import closing_in_order
    from playground.ui.system.watchdog import Watch

    watch = Watch()
    watch.start()
    try:
        application = Application(sys.argv[:1], entry=entry, watch=watch, instance=instance, reference=reference)
    except BaseException:
        watch.stop()
        raise
    try:
        check(start)
        application.open_first(start)
        with closing_in_order(application.window.close):
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
