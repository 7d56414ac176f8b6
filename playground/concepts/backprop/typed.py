"""What may be typed: an expression of variables, and a function of z. No torch."""

from __future__ import annotations

from playground.engine.errors import BadInput
from playground.engine.kit.formula import FUNCTIONS, KINKED, LONGEST, Node, parse, variables

MOST_VARIABLES = 6
ALL = (*FUNCTIONS, *KINKED)
__all__ = ["ALL", "LONGEST", "MOST_VARIABLES", "function", "read"]


def read(text: str) -> Node:
    """The tree of an expression with one to six variables.

    Raises:
        BadInput: it cannot be read, or has no or too many variables.
    """
    tree = parse(text, None, ALL, "expression")
    names = variables(tree)
    if not 1 <= len(names) <= MOST_VARIABLES:
        count = len(names) or "no"
        raise BadInput(f"expression has {count} variables, allowed are 1 to {MOST_VARIABLES}", "expression")
    if tree[0] == "name":
        raise BadInput(f"expression is {text}, which computes nothing; allowed is a formula such as x^2", "expression")
    return tree


def function(text: str) -> Node:
    """The tree of a function of z.

    Raises:
        BadInput: it cannot be read.
    """
    return parse(text, ("z",), ALL, "function")
