"""Scripts: they stand alone and give the same numbers, for every concept."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import torch

from playground import catalog
from playground.engine.declarations.params import LIVE
from playground.engine.errors import BadInput
from playground.engine.run.series import recorded
from playground.engine.run.session import Session
from playground.export.script import script

STEPS = 9

# Runs each script in a namespace of its own, where this program cannot be imported.
DRIVER = """
import io, json, sys
from pathlib import Path
from contextlib import redirect_stdout

class NoPlayground:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "playground":
            raise ImportError("a script must not need the playground")

sys.meta_path.insert(0, NoPlayground())
said = {}
for path in sys.argv[1:]:
    out = io.StringIO()
    with redirect_stdout(out):
        exec(compile(Path(path).read_text("utf-8"), path, "exec"), {"__name__": "__main__"})
    said[path] = dict(line.split(" ", 1) for line in out.getvalue().splitlines())
print(json.dumps(said))
"""


def told(session: Session) -> dict[str, str]:
    """The numbers of the last step, as a script prints them."""
    declared = session.concept.declaration
    values = {name: value for name, value in recorded(session.info).items() if declared.metric(name)}
    return {name: str(v.item() if isinstance(v, torch.Tensor) else v) for name, v in values.items()}


def first_preset(concept_id: str) -> Session:
    concept = catalog.load(concept_id)
    preset = next(iter(catalog.presets(concept_id).values()))
    return Session(concept, concept.declaration.params.make(preset["params"]), preset.get("seed", 0))


def disturbed(concept_id: str) -> Session:
    """A run with a parameter turned and a button pressed on its way, where there are such."""
    session = first_preset(concept_id)
    session.advance(3)
    specs = session.params.specs()
    for name, value in session.params.model_dump().items():
        if specs[name].effect == LIVE and isinstance(value, float):
            try:
                session.set({name: value * 0.75})
            except BadInput:
                continue
            break
    session.advance(2)
    for declared in session.concept.declaration.gestures:
        shown = all(getattr(session.params, name) in allowed for name, allowed in declared.when.items())
        if declared.button and not declared.fields and shown:
            try:
                session.act(declared.kind, {})
            except BadInput:
                continue
            break
    session.advance(STEPS - session.step)
    return session


SHIPPED_DATA = {"image_denoising", "inductive_bias"}
"""Panels whose every step reads shipped data, which no script carries."""


@pytest.mark.slow
def test_every_script_gives_the_same_numbers_without_this_program(tmp_path: Path) -> None:
    wanted: dict[str, dict[str, str]] = {}
    for concept_id in catalog.ids():
        plain = first_preset(concept_id)
        plain.advance(STEPS)
        for name, session in (("plain", plain), ("disturbed", disturbed(concept_id))):
            if session.info is None:
                continue
            if concept_id in SHIPPED_DATA:
                with pytest.raises(BadInput, match=r"reads data that ship with it$"):
                    script(session)
                continue
            path = tmp_path / f"{concept_id}_{name}.py"
            path.write_text(script(session), encoding="utf-8")
            wanted[str(path)] = told(session)
    assert len(wanted) >= 2 * (len(catalog.ids()) - len(SHIPPED_DATA)) - 1
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", DRIVER, *wanted], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.stderr == ""
    got: dict[str, Any] = json.loads(done.stdout)
    for file, numbers in wanted.items():
        assert numbers, file
        assert got[file] == numbers, file


def test_a_script_is_plain_and_says_what_it_is() -> None:
    session = first_preset(catalog.ids()[0])
    session.advance(4)
    text = script(session)
    assert text.startswith(f'"""{session.concept.declaration.card.title}: seed {session.seed}, 4 steps.\n')
    assert "import playground" not in text
    assert "from playground" not in text
    assert all(len(line) < 2000 for line in text.splitlines())
    assert script(session) == text


def test_a_run_without_a_step_has_no_script() -> None:
    with pytest.raises(BadInput, match="take a step first"):
        script(first_preset(catalog.ids()[0]))
