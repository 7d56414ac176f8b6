"""The contract of a concept: what it declares (torch-free) and the pure functions that it supplies.

A concept folder declares in its `__init__` what the window, the command line and the file format need before torch is
loaded; `model.py` supplies the functions as one `Model`. The catalog puts both together as a `Concept`.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

from playground.engine.declarations.code import Codes
from playground.engine.declarations.params import ConceptParams, number, shown
from playground.engine.declarations.plain import plain
from playground.engine.errors import BadInput, unknown
from playground.engine.frame import Scalar, View
from playground.figures.drawn import Drawn

if TYPE_CHECKING:
    from torch import Tensor

    from playground.engine.run.context import Ctx


# ---- what a concept declares


@dataclass(frozen=True, slots=True)
class Badge:
    """How far the picture can be trusted.

    Attributes:
        kind: exact (computed to rounding), sampled (an estimate with an error), illustration (a drawing).
        what: what is exact or sampled, in one clause.
        against: what it was checked against, in one clause.
    """

    kind: Literal["exact", "sampled", "illustration"]
    what: str
    against: str


@dataclass(frozen=True, slots=True)
class Opens:
    """A kind of file of the user's own that becomes the data of a run.

    Attributes:
        kind: which reader of `playground.engine.reading` takes it.
        what: what is used of it, in one clause.
        most: rows of a table that the panel takes at most; 0: it does not say.
        files: how many files of the kind it takes at once, each in a place of its own.
    """

    kind: Literal["table", "picture", "graph", "weights", "text"]
    what: str
    most: int = 0
    files: int = 1


@dataclass(frozen=True, slots=True)
class Card:
    """What the gallery and the top bar say of a concept.

    Attributes:
        title: the panel's name.
        chapter: the gallery chapter.
        line: one line under the title.
        badge: see `Badge`.
        sources: publications and texts, one a line.
        dtype: what the model computes in.
        heavy: step or observe may take up to 60 ms at large sizes.
        pace: steps a second at normal speed.
        words: more words that the search should find.
        opens: the kinds of files that the panel opens; empty: none.
        weights: what net it has whose weights may be exported, in one clause; empty: none. `Model.weights` gives them.
    """

    title: str
    chapter: str
    line: str
    badge: Badge
    sources: tuple[str, ...]
    dtype: Literal["float64", "float32"] = "float64"
    heavy: bool = False
    pace: float = 10.0
    words: tuple[str, ...] = ()
    opens: tuple[Opens, ...] = ()
    weights: str = ""


@dataclass(frozen=True, slots=True)
class Door:
    """A further card that opens a panel at one of its views, so that a concept is found by its own name.

    Attributes:
        id: as the command line names it; unique among doors and panels.
        title: the concept's name.
        chapter: the gallery chapter.
        line: one line under the title.
        preset: of the panel: where the door opens it.
        words: more words that the search should find.
        plot: the plot whose picture the card shows; empty: the main one.
    """

    id: str
    title: str
    chapter: str
    line: str
    preset: str
    words: tuple[str, ...] = ()
    plot: str = ""


class Entrance(NamedTuple):
    """Where the id of a panel or of a door leads.

    Attributes:
        panel: the id of the panel.
        preset: the name of the door's preset; empty: the panel itself, which opens at its first one.
    """

    panel: str
    preset: str = ""


@dataclass(frozen=True, slots=True)
class Metric:
    """A number (or flag) that the audience reads.

    Attributes:
        name: in code, files and notes.
        label: on screen, in plain English.
        meaning: one sentence for the tool tip and `describe`.
        unit: shown after the value.
        decimals: fixed decimals on screen; None for counts, flags and words.
        note: a template over metrics that stands beside the value, such as "of {points}" or "at most {bound}"; of a
            metric over a choice `{theory.*}` is another metric at the same value.
        over: a choice whose value is appended to the name (`distance.eg`).
        shown: whether it stands among the inspector's numbers.
    """

    name: str
    label: str
    meaning: str
    unit: str = ""
    decimals: int | None = 2
    note: str = ""
    over: str | None = None
    shown: bool = True

    def text(self, value: Scalar) -> str:
        """The value as the screen shows it: fixed decimals, a real minus sign, words for flags."""
        if value is None or (isinstance(value, float) and math.isnan(value)):
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, str):
            return value
        if math.isinf(value):
            return "∞" if value > 0 else "−∞"
        words = f"{value:,.0f}" if self.decimals is None else f"{value:,.{self.decimals}f}"
        # What rounds to nothing has no sign.
        words = words.lstrip("-") if float(words.replace(",", "")) == 0 else words
        return words.replace("-", "−")


def hidden(name: str, label: str, meaning: str, decimals: int | None = None) -> Metric:
    """A number, a flag or words for plots, notes and files that do not stand in the list of numbers."""
    return Metric(name, label, meaning, decimals=decimals, shown=False)


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a gesture.

    Attributes:
        name: in the log.
        kind: real and integer are one number; vector is `length` numbers; choice is one of `choices`.
        low, high: the allowed range of each number.
        length: the number of entries of a vector, or None for any number.
        meaning: one clause.
    """

    name: str
    kind: Literal["real", "integer", "vector", "choice", "text"]
    low: float = -1e6
    high: float = 1e6
    length: int | None = None
    choices: tuple[str, ...] = ()
    meaning: str = ""

    def range_text(self) -> str:
        """What may come, in words."""
        span = f"{number(self.low)} to {number(self.high)}"
        match self.kind:
            case "real":
                return f"a number from {span}"
            case "integer":
                return f"a whole number from {span}"
            case "vector":
                return f"{self.length if self.length is not None else 'some'} numbers, each from {span}"
            case "choice":
                return ", ".join(self.choices)
            case "text":
                return "text"

    def check(self, value: Any) -> Any:
        """The value in its plain form.

        Raises:
            BadInput: it is not of the declared kind or range.
        """
        value = plain(value)
        match self.kind:
            case "real" if self._fits(value):
                return float(value)
            case "integer" if self._fits(value) and value == int(value):
                return int(value)
            case "vector" if isinstance(value, list | tuple) and self.length in (None, len(value)):
                if all(self._fits(entry) for entry in value):
                    return [float(entry) for entry in value]
            case "choice" if value in self.choices:
                return value
            case "text" if isinstance(value, str):
                return value
        raise BadInput(f"{self.name} is {shown(value)}, allowed is {self.range_text()}", self.name)

    def _fits(self, value: Any) -> bool:
        number_like = isinstance(value, int | float) and not isinstance(value, bool)
        # The range first: a whole number may be too large for a float, and NaN is in no range.
        return number_like and self.low <= value <= self.high and math.isfinite(value)


@dataclass(frozen=True, slots=True)
class GestureDecl:
    """What a user may do inside a plot or by a button.

    Attributes:
        kind: its name in the log.
        fields: its values, absolute and with stable ids.
        meaning: one sentence.
        target: the fields that say what is acted on; later gestures of one kind on one target within a step replace
            the earlier ones.
        button: if set, the inspector offers a button with this text; its fields must then be empty.
        when: as for parameters: only in these modes.
    """

    kind: str
    fields: tuple[Field, ...]
    meaning: str
    target: tuple[str, ...] = ()
    button: str = ""
    when: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)

    def check(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """All fields in their plain form.

        Raises:
            BadInput: a field is missing, unknown or not allowed.
        """
        names = [f.name for f in self.fields]
        for name in values:
            if name not in names:
                raise unknown(f"field of gesture {self.kind}", name, names)
        for name in names:
            if name not in values:
                raise BadInput(
                    f"gesture {self.kind} needs the field {name}, given were {', '.join(values) or 'none'}", name
                )
        return {f.name: f.check(values[f.name]) for f in self.fields}


@dataclass(frozen=True, slots=True)
class JobDecl:
    """Work longer than 10 ms, advanced between steps.

    Attributes:
        name: as on the command line.
        label: on screen.
        meaning: one sentence.
        reads: the parameters that it depends on.
        reads_data, reads_state, reads_view: what else it depends on; its result is cached by a hash of all that.
        when: starts by itself while somebody looks and each named parameter has one of these values; empty: by button.
        adopt: the gesture that takes the result over once the job has ended, so that it stands in the log like any act.
            Its fields name arrays of the result. Empty: the result is only shown.
    """

    name: str
    label: str
    meaning: str
    reads: tuple[str, ...] = ()
    reads_data: bool = True
    reads_state: bool = False
    reads_view: bool = False
    when: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    adopt: str = ""


_COMPARISON = re.compile(r"([A-Za-z_][\w.]*) (<=|>=|==|<|>) (\S+)")


@dataclass(frozen=True, slots=True)
class Claim:
    """A headline claim that one press reproduces.

    Attributes:
        id: the claim's short name.
        text: the claim in one sentence, with its number.
        preset: the preset that shows it.
        metric: what is compared after `steps` steps (or earlier if the run stops).
        op: how it is compared.
        threshold: with what: a number, a flag, or the name of another metric.
        steps: how far the run goes.
        job: a job whose result the metric needs.
    """

    id: str
    text: str
    preset: str
    metric: str
    op: Literal["<=", ">=", "==", "<", ">"]
    threshold: float | bool | str
    steps: int
    job: str = ""

    @classmethod
    def of(cls, name: str, told: Mapping[str, Any]) -> Claim:
        """A claim as `claims.toml` has it: `text`, `preset`, `holds` such as "accuracy > 0.95", `steps`, perhaps `job`.

        Raises:
            BadInput: `holds` is no comparison of a metric with a number, a flag or another metric.
        """
        match = _COMPARISON.fullmatch(str(told["holds"]))
        if match is None:
            raise BadInput(f"claim {name} holds {told['holds']!r}, allowed is METRIC OP VALUE", "holds")
        metric, op, value = match.groups()
        flags: dict[str, bool] = {"true": True, "false": False}
        is_name = bool(re.fullmatch(r"[A-Za-z_][\w.]*", value))
        threshold = flags[value] if value in flags else value if is_name else float(value)
        return cls(
            name, told["text"], told["preset"], metric, cast(Any, op), threshold, told["steps"], told.get("job", "")
        )

    def holds(self, metrics: Mapping[str, Scalar]) -> bool:
        """Whether these metrics fulfil the claim."""
        got = metrics.get(self.metric)
        want = metrics.get(self.threshold) if isinstance(self.threshold, str) else self.threshold
        compare = {"<=": operator.le, ">=": operator.ge, "==": operator.eq, "<": operator.lt, ">": operator.gt}
        return got is not None and want is not None and bool(compare[self.op](got, want))


@dataclass(frozen=True, slots=True)
class Declaration:
    """Everything that is known of a concept without loading torch."""

    id: str
    card: Card
    params: type[ConceptParams]
    metrics: tuple[Metric, ...]
    gestures: tuple[GestureDecl, ...] = ()
    jobs: tuple[JobDecl, ...] = ()
    claims: tuple[Claim, ...] = ()
    doors: tuple[Door, ...] = ()
    _names: list[str] = field(default_factory=list, init=False, repr=False, compare=False)
    _found: dict[str, Metric | None] = field(default_factory=dict, init=False, repr=False, compare=False)

    def gesture(self, kind: str) -> GestureDecl:
        """The declaration of one gesture kind.

        Raises:
            BadInput: the concept has none of that kind.
        """
        for declared in self.gestures:
            if declared.kind == kind:
                return declared
        raise unknown(f"gesture of {self.id}", kind, [g.kind for g in self.gestures])

    def job(self, name: str) -> JobDecl:
        """The declaration of one job.

        Raises:
            BadInput: the concept has none of that name.
        """
        for declared in self.jobs:
            if declared.name == name:
                return declared
        raise unknown(f"job of {self.id}", name, [j.name for j in self.jobs])

    @property
    def metric_names(self) -> tuple[str, ...]:
        """The names of all metrics; of one over a choice that of each value, such as `distance.eg`."""
        if not self._names:
            specs = self.params.specs()
            found = [
                f"{one.name}.{value}" if value else one.name
                for one in self.metrics
                for value in (specs[one.over].choices if one.over is not None else ("",))
            ]
            self._names.extend(found)
        return tuple(self._names)

    def metric(self, name: str) -> Metric | None:
        """The declaration behind a metric name, `distance.eg` of one over a choice included."""
        # Asked for many times a frame, so each name is looked for once.
        if name not in self._found:
            base = name.split(".", 1)[0]
            known = (one for one in self.metrics if one.name == name or (one.over is not None and one.name == base))
            self._found[name] = next(known, None)
        return self._found[name]


# ---- what a concept supplies


@dataclass(frozen=True, slots=True)
class Gesture:
    """A checked gesture: its kind and its plain values."""

    kind: str
    values: Mapping[str, Any]


class Partial(NamedTuple):
    """What a job yields: what it has found so far, how far it is (0 to 1), and a count in words.

    `Model.observe` is given it by the name of the job.
    """

    found: Mapping[str, Any]
    progress: float
    text: str = ""


# What the jobs of a run have found for its present state: by the name of the job, and then by name.
Findings: TypeAlias = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Model:
    """The pure functions of a concept; `Data`, `State` and `Info` are NamedTuples of tensors and plain numbers.

    Attributes:
        make_data: (params, ctx) -> Data, from the stream "data".
        init: (params, data, ctx) -> State.
        step: (params, data, state, ctx) -> (State, Info); never writes into its inputs.
        observe: (params, data, state, info or None, view, findings) -> the figure with its data, and the numbers. Info
            is None when no step led here. The figure without its data depends on the parameters alone.
        apply: (params, data, state, gesture, ctx) -> (Data, State), ctx with a stream of the gesture's own.
        load: (params, path) -> Data, the user's own file; where the card says that several fit, (params, *paths).
        jobs: name -> (params, data, state, view, ctx) -> iterator of `Partial`.
        length: params -> the last step, or None for an open run.
        weights: (params, data, state) -> the tensors of the net by name, as files of weights have them.
        redraw: (params, data, ctx) -> Data, the user's own data with what chance and parameters add to them, from the
            stream "data": when they are opened, and when parameters change that say `redraws`.
    """

    make_data: Callable[[Any, Ctx], Any]
    init: Callable[[Any, Any, Ctx], Any]
    step: Callable[[Any, Any, Any, Ctx], tuple[Any, Any]]
    observe: Callable[[Any, Any, Any, Any, View, Findings], Drawn]
    apply: Callable[[Any, Any, Any, Gesture, Ctx], tuple[Any, Any]] | None = None
    load: Callable[..., Any] | None = None
    jobs: Mapping[str, Callable[[Any, Any, Any, View, Ctx], Iterator[Partial]]] = field(default_factory=dict)
    length: Callable[[Any], int | None] = lambda params: None
    weights: Callable[[Any, Any, Any], Mapping[str, Tensor]] | None = None
    redraw: Callable[[Any, Any, Ctx], Any] | None = None


def no_codes() -> Codes:
    """No code stands beside the picture."""
    return Codes()


def no_start(params: Mapping[str, Any], seed: int, step: int) -> Mapping[str, Any] | None:
    """No run ships."""
    return None


@dataclass(frozen=True, slots=True)
class Concept:
    """A declaration with its functions: what a session runs.

    Attributes:
        declaration: what is known without torch.
        model: the functions.
        starts: parameters, seed and step -> the record of that run that ships with the program, or None.
        codes: () -> the plain functions that stand beside the picture.
    """

    declaration: Declaration
    model: Model
    starts: Callable[[Mapping[str, Any], int, int], Mapping[str, Any] | None] = no_start
    codes: Callable[[], Codes] = no_codes

    @property
    def id(self) -> str:
        """The concept's id."""
        return self.declaration.id
