"""What comes from outside, by kind: some small sound files of each, and what the program does with one."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import sound_files
import torch
from broken_files import broken, broken_json
from hypothesis import strategies as st

from playground import catalog
from playground.commands.run_arguments import read_acts
from playground.engine.declarations.concept import Concept
from playground.engine.errors import BadInput
from playground.engine.kit import tree
from playground.engine.reading.preview import preview
from playground.engine.run.record import store
from playground.engine.run.session import Session
from playground.engine.run.trial import try_record
from playground.lecture.beat_start import beginning
from playground.lecture.lesson import is_lesson, read_lesson
from playground.lecture.lesson_check import check_lesson
from playground.lecture.link import from_link, to_link
from playground.lecture.scene import parse_scene, read_scene
from playground.lecture.settings import Settings, open_settings
from playground.resources import asset
from playground.ui.system.start_request import read_start
from playground.verify import read_cases


@dataclass(frozen=True)
class Kind:
    """One kind.

    Attributes:
        files: a strategy for almost sound files.
        sound: some that are sound.
        use: what the program does with one; raises BadInput where it cannot be used.
    """

    files: st.SearchStrategy[bytes]
    sound: tuple[bytes, ...]
    use: Callable[[Path], object]


def _of(sound: list[bytes], use: Callable[[Path], object]) -> Kind:
    return Kind(broken(sound), tuple(sound), use)


def _of_json(sound: list[Any], use: Callable[[Path], object]) -> Kind:
    raw = tuple(json.dumps(one).encode() for one in sound)
    return Kind(broken_json(sound) | broken(raw), raw, use)


# ---- files of data


@cache
def _session(concept: str) -> Session:
    return Session(catalog.load(concept))


@cache
def _openers(kind: str) -> list[str]:
    return [name for name in catalog.ids() if kind in [one.kind for one in catalog.declaration(name).card.opens]]


def _load(kind: str, path: Path) -> None:
    """Every panel that opens such files is given the file; the last refusal is told when all have had it."""
    refused: BadInput | None = None
    for name in _openers(kind):
        session = _session(name)
        load = session.concept.model.load
        assert load is not None
        kinds = [one.kind for one in session.concept.declaration.card.opens]
        try:
            preview(path, kinds)
            load(session.params, path)
        except BadInput as bad:
            refused = bad
    if refused is not None:
        raise refused


# ---- scenes

CHEAP: tuple[str, ...] = (
    *("perceptron", "hopfield", "graphs", "mlp", "minimax", "backprop", "relu", "diffusion"),
    *("optimisers", "attention"),
)


@cache
def _record(concept: str) -> Mapping[str, Any]:
    session = Session(catalog.load(concept))
    session.advance(2)
    made: Mapping[str, Any] = json.loads(json.dumps(store(session, with_state=True)))
    return {**made, "format": "playground.scene", "version": 1, "program": "1", "view": None}


def _made_record(concept: str) -> Mapping[str, Any]:
    return {name: value for name, value in _record(concept).items() if name != "state"}


@st.composite
def _signed(draw: st.DrawFn) -> bytes:
    """A scene whose data or state have another part, with the digest that belongs to them."""
    name = draw(st.sampled_from(CHEAP))
    session, record = _session(name), dict(_record(name))
    of_data = draw(st.booleans())
    whole = session.data if of_data else session.state
    wrong = draw(st.sampled_from([path for path, _ in tree.leaves(whole)]))
    changed = _other(draw, dict(tree.leaves(whole))[wrong])
    marked = _with(whole, wrong, changed)
    signed = {**tree.dump(marked), "digest": tree.digest(marked)}
    if of_data:
        record["data"] = {"source": "edited", "stored": signed}
        record = {key: value for key, value in record.items() if key != "state"}
        record["step"], record["digests"] = draw(st.integers(0, 3)), {}
    else:
        record["state"] = {**record["state"], "state": signed, "info": None}
    return json.dumps(record).encode()


def _with(whole: Any, path: tuple[str, ...], value: Any) -> Any:
    if not path:
        return value
    if hasattr(whole, "_fields"):
        return whole._replace(**{path[0]: _with(getattr(whole, path[0]), path[1:], value)})
    i = int(path[0])
    return (*whole[:i], _with(whole[i], path[1:], value), *whole[i + 1 :])


def _other(draw: st.DrawFn, leaf: Any) -> Any:
    if isinstance(leaf, torch.Tensor):
        what = draw(st.sampled_from(("size", "empty", "value", "long")))
        if what == "value" and leaf.numel():
            made = leaf.clone().flatten()
            big = draw(st.sampled_from((-1, 0, 7, 2**31, 2**62)))
            kind = leaf.dtype
            if not kind.is_floating_point:
                big = bool(big) if kind == torch.bool else max(torch.iinfo(kind).min, min(big, torch.iinfo(kind).max))
            made[draw(st.integers(0, leaf.numel() - 1))] = big
            return made.reshape(leaf.shape)
        size = [draw(st.sampled_from((0, 1, n, n + 1, 3 * n))) for n in leaf.shape]
        if what == "long" and size and math.prod(size[1:]) < 100:
            size[0] = 3000
        if math.prod(size) > 300_000:
            size[0] = 1
        return torch.zeros([0 for _ in size] if what == "empty" else size, dtype=leaf.dtype)
    if isinstance(leaf, bool):
        return not leaf
    if isinstance(leaf, int):
        return draw(st.sampled_from((-(2**31), -1, 0, 1, 1000, 100_000, 2**31, 2**53, 2**70)))
    if isinstance(leaf, float):
        return draw(st.sampled_from((0.0, -1.0, 1e-300, 1e300, float("nan"), float("inf"))))
    return draw(st.sampled_from((None, "", "x" * 1000, "\x00"))) if leaf is None or isinstance(leaf, str) else None


def _concept(name: object) -> Concept:
    return catalog.load(str(name))


def _restore(path: Path) -> None:
    scene = read_scene(path)
    try_record(_concept(scene["concept"]), scene, "it", alone=False)


def _link(path: Path) -> None:
    from_link(path.read_text(encoding="utf-8", errors="surrogateescape"))


def _packed(path: Path) -> None:
    """The content of a link is a scene of its own making."""
    scene = parse_scene(path.read_bytes(), "the link")
    assert from_link(to_link(scene))["concept"] == scene["concept"]


# ---- lessons, gestures, settings, cases


def _lesson(path: Path) -> None:
    is_lesson(path.read_bytes())
    lesson, problems = read_lesson(path)
    found: list[object] = [*problems, *check_lesson(lesson, catalog)]
    for beat in lesson.beats:
        if beat.opens:
            try:
                beginning(lesson, beat, catalog)
            except BadInput as bad:
                found.append(bad)
    if found:
        raise BadInput(str(found[0]))


def _gestures(path: Path) -> None:
    read_acts(str(path), catalog.declaration("perceptron"))


def _settings(path: Path) -> None:
    found, said = open_settings(path)
    assert isinstance(found, Settings)
    if said:
        raise BadInput(said)


def _start(path: Path) -> None:
    try:
        read_start(path.read_bytes())
    except ValueError as error:
        assert str(error) == "no start"  # noqa: PT017  what is handed over is not said


ACTS = [
    b'{"step": 3, "kind": "delete_point", "id": 7}\n{"step": 4, "set": {"rate": 0.25}}\n',
    b'{"step": 1, "kind": "flip_label", "id": 4}\n{"step": 9, "kind": "clear"}\n',
]
START = {"concept": "perceptron", "source": None, "sets": {"rate": "1"}, "load": ["a.csv"], "seed": 3, "play": True}
SETTINGS = {"theme": "dark", "scale": 1.25, "recent": ["/a.json"], "window": {"geometry": "AAA"}, "hinted": ["mlp"]}
CASES = {"panel": "hopfield", "cases": [{"name": "a", "kind": "b", "inputs": {"x": [1, 2]}, "expected": {"y": 1}}]}


@cache
def kinds() -> dict[str, Kind]:
    """All kinds by name."""
    records = [_record(name) for name in CHEAP]
    links = [to_link(_made_record(name)).encode() for name in ("perceptron", "minimax", "backprop")]
    lessons = [path.read_bytes() for path in sorted(asset("lessons").glob("*.toml"))[:4]]
    changed = [_made_record(name) for name in CHEAP]
    made = _of_json(changed, _restore)
    return {
        "tables": _of(sound_files.tables(), partial(_load, "table")),
        "graphs": _of(sound_files.graphs(), partial(_load, "graph")),
        "weights": _of(sound_files.weights(), partial(_load, "weights")),
        "pictures": _of(sound_files.pictures(), partial(_load, "picture")),
        "scenes": Kind(made.files, made.sound, _restore),
        "states": Kind(_signed(), tuple(json.dumps(one).encode() for one in records), _restore),
        "records": _of_json(records, lambda path: read_scene(path)),
        "links": _of(links, _link),
        "packed": _of_json([_made_record(name) for name in ("perceptron", "minimax")], _packed),
        "lessons": _of(lessons, _lesson),
        "gestures": _of(ACTS, _gestures),
        "settings": _of_json([SETTINGS], _settings),
        "starts": _of_json([START], _start),
        "cases": _of_json([CASES], lambda path: read_cases(path)),
    }
