r"""What a formula of the notes is checked with: functions that give its numbers, or both its sides, from its own terms.

`formulas.py` of a panel holds one function for each name behind `{by: NAME}` in its notes. It is given `Terms` and
returns, for a formula with numbers, these by the name that they have in `\val{NAME}`, none where there is none; for a
formula without numbers both sides of an equation as `Sides`; for the condition of a section whether it should hold.
`NotImplemented` says that the formula cannot be computed in this way at this size. Each goes another way than the
code that the screen reads: a sum by its definition where the panel has a recursion, a search where it has a solution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias


class Terms(NamedTuple):
    """A run at some step, as `observe` of its panel is given it.

    Attributes:
        params: the parameters.
        data: the data.
        state: the state.
        info: of the step that led here; None where none did.
        numbers: what the frame carries, by name: for what a formula is about, such as which row was visited.
    """

    params: Any
    data: Any
    state: Any
    info: Any
    numbers: Mapping[str, Any]


class Sides(NamedTuple):
    """The two sides of an equation.

    Attributes:
        left, right: numbers or arrays of one shape.
        within: by how much they may differ, as a share of the larger one, at least of 1.
    """

    left: Any
    right: Any
    within: float = 1e-9


Formulas: TypeAlias = Mapping[str, Callable[[Terms], Any]]
"""The functions of a panel's `formulas.py`, by name."""
