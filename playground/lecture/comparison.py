"""What is set beside a run, as it is typed: `NAME=VALUE` of one parameter, `seed` or `preset`. No torch, no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground.engine.declarations.concept import Declaration
from playground.engine.declarations.params import ConceptParams
from playground.engine.errors import BadInput, unknown
from playground.engine.run.variants import Variant

MOST = 4  # runs on the stage
ALL = "*"  # every value of a choice or a flag


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs, and the runs beside the first.

    Attributes:
        names: the parameter by name, `@seed` or `@preset`.
        twins: one to three.
        title: words for the first run where values alone do not name it.
    """

    names: tuple[str, ...]
    twins: tuple[Variant, ...]
    title: str = ""


def comparison(
    asked: Sequence[tuple[str, str]],
    declared: Declaration,
    params: ConceptParams,
    seed: int,
    presets: Mapping[str, Mapping[str, Any]],
    title: str = "",
) -> Comparison:
    """The runs that `--compare NAME=VALUE`, given once or more, sets beside a run.

    Args:
        asked: names and values as they were typed; a value of `*` stands for all others of a choice or a flag.
        declared: of the concept.
        params: of the first run.
        seed: of the first run.
        presets: of the concept, by name.
        title: words for the first run, for comparisons with presets.

    Raises:
        BadInput: more than one thing would differ, a value is not allowed or is the first run's, or there are too many.
    """
    name = asked[0][0]
    other = next((named for named, _ in asked if named != name), name)
    if other != name:
        raise BadInput(f"--compare names {name} and {other}, allowed is one: runs differ in one thing alone", "compare")
    values = [value for _, value in asked]
    if name == "seed":
        made = Comparison(("@seed",), tuple(Variant({}, _seed(value)) for value in values))
        here: list[Any] = [seed, *(twin.seed for twin in made.twins)]
    elif name == "preset":
        made = Comparison(("@preset",), tuple(_preset(value, declared, presets) for value in values), title)
        here = values
    else:
        found = _values(name, values, declared, params)
        made = Comparison((name,), tuple(Variant({name: value}) for value in found))
        here = [getattr(params, name), *found]
    twice = next((value for i, value in enumerate(here) if value in here[:i]), None)
    if twice is not None:
        raise BadInput(f"--compare: {name} {twice} stands there already, the runs must differ", "compare")
    if len(made.twins) >= MOST:
        raise BadInput(f"--compare sets {len(made.twins)} runs beside one, allowed are 1 to {MOST - 1}", "compare")
    return made


def _seed(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= 16 and int(text) <= 2**53:
        return int(text)
    raise BadInput(f"--compare: seed is {text!r}, allowed is a whole number from 0 to 2^53", "compare")


def _preset(name: str, declared: Declaration, presets: Mapping[str, Mapping[str, Any]]) -> Variant:
    if name not in presets:
        raise BadInput(f"--compare: {unknown(f'preset of {declared.id}', name, presets)}", "compare")
    preset = presets[name]
    params = declared.params.make(preset.get("params", {}))
    return Variant(params.plain(), int(preset.get("seed", 0)), str(preset.get("title", name)), anew=True)


def _values(name: str, texts: Sequence[str], declared: Declaration, params: ConceptParams) -> list[Any]:
    specs = declared.params.specs()
    if name not in specs:
        raise BadInput(f"--compare: {unknown('parameter', name, [*specs, 'seed', 'preset'])}", "compare")
    spec = specs[name]
    if not spec.matters(params):
        raise BadInput(f"--compare: {name} changes nothing with these parameters", "compare")
    if list(texts) == [ALL]:
        values: list[Any] = [True, False] if spec.kind == "flag" else list(spec.choices)
        if not values:
            raise BadInput(f"--compare: {name}={ALL} is for choices, allowed is {spec.range_text()}", "compare")
        return [value for value in values if value != getattr(params, name)][: MOST - 1]
    try:
        return [getattr(params.parse({name: text}, params), name) for text in texts]
    except BadInput as bad:
        raise BadInput(f"--compare: {bad}", "compare") from None
