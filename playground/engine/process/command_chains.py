"""Several commands that waited while the engine was busy: what a hand moved meanwhile counts once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from playground.engine.errors import BadInput
from playground.engine.process.messages import Act, Acting, Asking, Close, Order, Seek, Set

TargetOf = Callable[[str, Act], tuple[str, ...]]


def chains(orders: Sequence[Order], target_of: TargetOf) -> list[list[Order]]:
    """The orders in their order, with those that replace one another in one chain, the newest last.

    Moves of one target within one stroke, changes of the same parameters and seeks replace one another, unless the
    group was told something else in between.

    Args:
        orders: as they came.
        target_of: (group, act) -> the names of the fields that say what is acted on; may raise BadInput.
    """
    found: list[list[Order]] = []
    last: dict[str, tuple[Hashable, list[Order]]] = {}
    for order in orders:
        key = _key(order, target_of)
        before = last.get(order.group)
        if key is not None and before is not None and before[0] == key:
            before[1].append(order)
            continue
        found.append([order])
        if isinstance(order.command, Acting | Asking | Close):
            last[order.group] = (key, found[-1])
    return found


def _key(order: Order, target_of: TargetOf) -> Hashable:
    """Equal for commands that replace one another; None for those that never do."""
    match order.command:
        case Set(changes, twin):
            return ("set", frozenset(changes), twin)
        case Seek():
            return ("seek",)
        case Act(kind, values, stroke, twin) if stroke:
            try:
                target = target_of(order.group, order.command)
            except BadInput:
                return None
            return ("act", kind, stroke, twin, repr([values.get(name) for name in target])) if target else None
    return None
