"""The code beside the picture: which plain function tells a view or a method, with what, and what it must come to.

A panel's folder has `code/NAME.py` with one public function NAME, and in `code/__init__.py` the tables `CODES` and
`WITHOUT` of these types. No torch here: what leaves the engine is text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from playground.engine.run.context import Ctx

Choices: TypeAlias = Mapping[str, tuple[Any, ...]]
"""Values of parameters, as `when` of a gesture has them; all must be so."""


@dataclass(frozen=True, slots=True)
class CodeText:
    """An argument that is written as code, such as the field of a game.

    Attributes:
        text: defines the argument under its own name, importing what it needs.
        words: what it is, on one line.
    """

    text: str
    words: str


class Moment:
    """A step of a run, as the functions of `Code` are given it.

    Attributes:
        params, data, before: what the step starts from.
        step: how many steps were taken before it.
        done: whether it led to what is on screen; false: it is the one to come, at the start and after a gesture.
    """

    def __init__(
        self,
        params: Any,
        data: Any,
        before: Any,
        step: int,
        *,
        done: bool,
        after: Callable[[], Any],
        numbers: Callable[[], Mapping[str, Any]],
        ctx: Callable[[], Ctx],
    ) -> None:
        self.params, self.data, self.before, self.step, self.done = params, data, before, step, done
        self._after, self._numbers, self._ctx = after, numbers, ctx

    @cached_property
    def after(self) -> Any:
        """The state that the run's own step makes of `before`."""
        return self._after()

    @property
    def state(self) -> Any:
        """The state on screen."""
        return self.after if self.done else self.before

    @cached_property
    def numbers(self) -> Mapping[str, Any]:
        """What the panel's `observe` gives for the state on screen: its numbers, and the data of its layers."""
        return self._numbers()

    @property
    def ctx(self) -> Ctx:
        """The random numbers of the step, from their beginning."""
        return self._ctx()


@dataclass(frozen=True, slots=True)
class Code:
    """A plain function that tells what a view or a method does.

    Attributes:
        name: of the function, and of its file in `code/`.
        title: on screen.
        when: the parameters that it belongs to.
        reads: (moment) -> its arguments by name: numbers, words, lists, arrays of numpy and torch, `CodeText`; or a
            sentence that says why there is nothing to run just now.
        gives: (moment) -> what its named values must come to, from the run's own fast step or from what is on screen.
        marks: of its named values, the keys of `texts.links` that have the same thing in the picture: a symbol, or
            `@name` for a number.
        within: how far a value may be from what it must come to, as a share of the largest entry, at least of 1.
        step: whether it tells a step of the run; false: it tells what is on screen, and `before` is that state.
        tried: parameters with which the contract test makes sure that it runs, where it seldom would.
    """

    name: str
    title: str
    when: Choices
    reads: Callable[[Moment], Mapping[str, Any] | str]
    gives: Callable[[Moment], Mapping[str, Any]]
    marks: Mapping[str, str] = field(default_factory=dict)
    within: float = 1e-9
    step: bool = True
    tried: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NoCode:
    """Where there is no code.

    Attributes:
        when: the parameters that it belongs to.
        because: why, in a sentence.
    """

    when: Choices
    because: str


NOT_WRITTEN = "The code of this view is not written yet."


@dataclass(frozen=True, slots=True)
class Codes:
    """What a panel has: the first entry that fits the parameters counts, codes before reasons.

    Attributes:
        codes: the functions.
        without: where there is none, and why.
        texts: the source of each function by its name.
    """

    codes: tuple[Code, ...] = ()
    without: tuple[NoCode, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)

    def at(self, params: Any) -> Code | str:
        """The code that belongs to these parameters, or why there is none."""
        for code in self.codes:
            if _fits(code.when, params):
                return code
        return next((one.because for one in self.without if _fits(one.when, params)), NOT_WRITTEN)


def _fits(when: Choices, params: Any) -> bool:
    return all(getattr(params, name) in values for name, values in when.items())


# ---- what leaves the engine


class NamedValue(NamedTuple):
    """A named value after a line.

    Attributes:
        name: in the code.
        text: short, as it is read.
        keys: of the marks in the picture that are the same thing.
    """

    name: str
    text: str
    keys: tuple[str, ...] = ()


class LineEvent(NamedTuple):
    """One line that was run.

    Attributes:
        line: its number, from 1, and `end`, the last line of its statement.
        values: what it gave.
        passed: how many runs of the line were left out before this one.
    """

    line: int
    end: int
    values: tuple[NamedValue, ...]
    passed: int = 0


@dataclass(frozen=True, slots=True)
class CodeListing:
    """The code of the view on screen, run once at the shown step.

    Attributes:
        title: of the code; empty where there is none.
        file: where it stands in the sources.
        text: its lines.
        events: the lines in the order in which they were run, with their values.
        script: the code with the inputs of this step, which runs by itself.
        first, last: the step that it tells starts at `first` and ends at `last`; one step: it tells no step.
        shown: the step on screen.
        reason: why there is no code, or why it was not run; empty: it was.
    """

    title: str = ""
    file: str = ""
    text: str = ""
    events: tuple[LineEvent, ...] = ()
    script: str = ""
    first: int = 0
    last: int = 0
    shown: int = 0
    reason: str = ""
