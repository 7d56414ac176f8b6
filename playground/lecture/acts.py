"""Acts as files write them: a gesture, or a change of parameters, at a step of a run. Data only; no torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from playground.engine.declarations.concept import Declaration
from playground.engine.errors import BadInput

if TYPE_CHECKING:
    from playground.engine.run.session import Session


@dataclass(frozen=True, slots=True)
class Act:
    """A gesture, or a change of parameters as the log has it.

    Attributes:
        step: where it is done; None: at once.
        kind: of the gesture; empty: a change of parameters.
        values: the gesture's fields, or values by parameter.
    """

    step: int | None
    kind: str
    values: Mapping[str, Any]

    def apply(self, session: Session) -> None:
        """Does it to the session.

        Raises:
            BadInput: it is not allowed here or now.
        """
        if self.kind:
            session.act(self.kind, self.values)
        else:
            session.set(self.values)

    def check(self, declared: Declaration) -> Act:
        """This act with its values in their plain form.

        Raises:
            BadInput: the concept knows no such gesture or parameter, or a value is not allowed.
        """
        if not self.kind:
            declared.params().changed(self.values)
            return self
        return Act(self.step, self.kind, declared.gesture(self.kind).check(self.values))

    def as_dict(self) -> dict[str, Any]:
        """The act as files write it."""
        where = {} if self.step is None else {"step": self.step}
        return where | ({"kind": self.kind, **self.values} if self.kind else {"set": dict(self.values)})


def act_of(raw: Mapping[str, Any], *, timed: bool = True) -> Act:
    """The act in an object with `step` and either `set` or `kind` with the gesture's fields.

    Args:
        raw: as it stands in a file.
        timed: the step must be there; otherwise it may be left out.

    Raises:
        BadInput: it is not one.
    """
    rest = dict(raw)
    step = rest.pop("step", None)
    absent = step is None and not timed
    if not absent and (not isinstance(step, int) or isinstance(step, bool) or step < 0):
        raise BadInput(f"step is {step!r}, allowed is a whole number from 0", "step")
    if "set" in rest:
        changes = rest.pop("set")
        if rest or not isinstance(changes, dict):
            raise BadInput('a change of parameters is {"step": N, "set": {NAME: VALUE}} and nothing else', "set")
        return Act(step, "", changes)
    kind = rest.pop("kind", None)
    if not isinstance(kind, str) or not kind:
        raise BadInput(f"kind is {kind!r}, expected is the kind of a gesture", "kind")
    return Act(step, kind, rest)
