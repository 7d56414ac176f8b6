"""Data and states that come from a file, held against those that the concept itself makes."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import tree
from playground.engine.limits import is_of_memory, too_large
from playground.engine.run import observing
from playground.engine.run.position import Position

MISFIT = "its parts do not fit each other"
MOST_NUMBERS = 4_000_000
MOST_LETTERS = 1_000_000
MOST_COUNTED = 100_000  # what a whole number beside small arrays may count


def vet(found: Any, like: Any, what: str, finite: bool) -> None:
    """Checks every part of a tree.

    Args:
        found: what came from a file; it has the names and dtypes of `like` already.
        like: the same tree as the concept makes it; sizes may differ, the number of dimensions may not.
        what: for the sentence, such as "data of the scene".
        finite: numbers must be finite where all those of `like` are.

    Raises:
        BadInput: a part is not of its kind, not finite, or too large.
    """
    examples = dict(tree.leaves(like))
    entries = sum(leaf.numel() for _, leaf in tree.leaves(found) if isinstance(leaf, Tensor))
    largest = max(entries, MOST_COUNTED) if finite else None
    for path, leaf in tree.leaves(found):
        # An entry further on in a plain tuple is held against the first one.
        example = examples.get(path, examples.get(tuple("0" if part.isdecimal() else part for part in path)))
        reason = _fault(leaf, example, finite) or _miscounted(leaf, example, largest)
        if reason:
            raise BadInput(f"{what} cannot be used: {'.'.join(path)} {reason}", "data")


def _fault(leaf: Any, example: Any, finite: bool) -> str:
    """What is wrong with a leaf, in words; empty if nothing is."""
    if isinstance(leaf, Tensor):
        if leaf.numel() > MOST_NUMBERS:
            return f"has {leaf.numel():,} numbers, allowed are {MOST_NUMBERS:,}"
        if isinstance(example, Tensor):
            if leaf.ndim != example.ndim:
                return f"has {leaf.ndim} dimensions, expected are {example.ndim}"
            if finite and bool(torch.isfinite(example).all()) and not bool(torch.isfinite(leaf).all()):
                return "holds a number that is not finite"
        return ""
    if isinstance(leaf, str) and len(leaf) > MOST_LETTERS:
        return f"has {len(leaf):,} letters, allowed are {MOST_LETTERS:,}"
    if isinstance(leaf, float) and not math.isfinite(leaf) and finite:
        return f"is {leaf}, allowed is a finite number"
    if leaf is not None and example is not None and _kind(leaf) != _kind(example):
        return f"is {_kind(leaf)}, expected is {_kind(example)}"
    return ""


def _miscounted(leaf: Any, example: Any, largest: int | None) -> str:
    """What is wrong with a whole number beside arrays of so many entries: it tells of more than there is."""
    if largest is None or isinstance(leaf, bool) or not isinstance(leaf, int):
        return ""
    most = max(largest, abs(example)) if isinstance(example, int) else largest
    return f"is {leaf}, allowed beside arrays of this size are {-most} to {most}" if abs(leaf) > most else ""


def _kind(leaf: Any) -> str:
    if isinstance(leaf, Tensor):
        return "an array"
    if isinstance(leaf, bool):
        return "a flag"
    return "a number" if isinstance(leaf, int | float) else "text"


def try_out(session: Position, what: str) -> None:
    """Looks at the present state and takes a step from it, which goes nowhere: the last check of data from a file.

    Raises:
        BadInput: the concept cannot work with them.
    """
    model, ctx = session.concept.model, session.context("step")
    try:
        observing.see(session, View())
        model.step(session.params, session.data, session.state, ctx)
    except Exception as error:  # whatever a concept says to data that it never made
        raise unusable(what, error) from None


def unusable(what: str, error: Exception) -> BadInput:
    """The sentence for data at which a concept's own code fails, in whose words nobody else could read it."""
    if is_of_memory(error):
        return too_large(what)
    reason = " ".join(str(error).split())[:120] if isinstance(error, BadInput) else MISFIT
    return BadInput(f"{what} cannot be used: {reason}", "data")
