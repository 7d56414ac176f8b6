"""Runs at random settings, and what the code beside the picture gives there against the run's own step."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import formula_draws
import numpy as np
from torch import Tensor

from playground import catalog
from playground.engine.declarations.code import Code
from playground.engine.declarations.concept import Concept
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.run.listing import Told, told
from playground.engine.run.session import Session

STEPS = (0, 1, 2, 5, 12, 40)
TRIES = 4  # draws that may refuse the parameters of a code or have nothing to run, for each that counts
_RUNNER = """
import io, json, runpy, sys, contextlib
import numpy as np
def plain(value):
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    value = value.detach().cpu().numpy() if hasattr(value, "detach") else value
    return np.asarray(value).tolist()
for path, names in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()):
        space = runpy.run_path(path)
    print(json.dumps([plain(space[name]) for name in names]))
"""


class Drawn(NamedTuple):
    """A code that was run at a random setting.

    Attributes:
        where: the setting in words.
        session: the run.
        view: what is looked at.
        told: what came of the code; a sentence where there was nothing to run.
    """

    where: str
    session: Session
    view: View
    told: Told | str


def draws(concept: Concept, code: Code, count: int, acted: Any) -> Iterator[Drawn]:
    """Up to `count` runs in which this code belongs to the view, always the same ones."""
    rng = random.Random(f"code {code.name} of {concept.id}")
    presets = list(catalog.presets(concept.id).values())
    found = 0
    for i in range(count * TRIES):
        chosen = presets[i % len(presets)]
        most = 0 if i < min(len(presets), count // 2) else formula_draws.MOST_CHANGED
        params = formula_draws.random_params(rng, concept.declaration, chosen["params"], most)
        try:
            tried = code.tried if i % 2 else {}
            params = params.changed({**tried, **{name: rng.choice(values) for name, values in code.when.items()}})
            session = Session(concept, params, rng.randrange(100))
        except BadInput:
            continue
        if concept.codes().at(params) is not code:
            continue
        session.advance(rng.choice(STEPS))
        kind = ""
        if concept.declaration.gestures and rng.random() < 0.4:
            kind = rng.choice(concept.declaration.gestures).kind
            kind = kind if acted(session, kind) else ""
            session.advance(rng.choice(STEPS[:4]))
        if session.failure is not None or concept.codes().at(session.params) is not code:
            continue
        view = formula_draws.whole_view(session)
        where = f"{session.params.plain()} at step {session.step}, {kind or 'no act'}"
        drawn = Drawn(where, session, view, told(session, view))
        yield drawn
        found += not isinstance(drawn.told, str)
        if found >= count:
            return


def faults(found: Told) -> Iterator[str]:
    """Where a code's values are not those that they must come to."""
    for name, expected in found.expected.items():
        if name not in found.run.values:
            yield f"{found.code.name} has no value {name}"
        elif not close(found.run.values[name], expected, found.code.within):
            yield f"{found.code.name}: {name} is {found.run.values[name]}, the run has {expected}"


def close(value: Any, expected: Any, within: float) -> bool:
    """Whether two values are the same, to within a share of the largest entry, at least of 1."""
    if isinstance(value, list | tuple) and isinstance(expected, list | tuple):
        pairs = zip(value, expected, strict=False)
        return len(value) == len(expected) and all(close(one, other, within) for one, other in pairs)
    if isinstance(value, str | bool) or value is None or isinstance(expected, str) or expected is None:
        return bool(value == expected)
    one, other = plain(value), plain(expected)
    if one.shape != other.shape:
        return False
    if one.dtype == bool or other.dtype == bool:
        return bool((one == other).all())
    size = max(1.0, float(np.abs(other[np.isfinite(other)]).max(initial=0.0)))
    with np.errstate(invalid="ignore"):
        same = (one == other) | (np.isnan(one) & np.isnan(other)) | (np.abs(one - other) <= within * size)
    return bool(same.all())


def plain(value: Any) -> Any:
    """A value as an array of numpy."""
    return np.asarray(value.detach().cpu().resolve_conj() if isinstance(value, Tensor) else value)


def bare(value: Any) -> Any:
    """A value as numbers and lists."""
    return [bare(one) for one in value] if isinstance(value, list | tuple) else plain(value).tolist()


def results(scripts: Mapping[str, tuple[str, tuple[str, ...]]], folder: Path) -> dict[str, list[Any]]:
    """What the named results of scripts are in a fresh Python, by the names of the scripts."""
    files = []
    for name, (text, names) in scripts.items():
        path = folder / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        files.append((str(path), names))
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", _RUNNER],
        input=json.dumps(files),
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(scripts, map(json.loads, done.stdout.splitlines()), strict=True))
