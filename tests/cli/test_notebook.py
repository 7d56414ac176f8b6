"""Sessions in notebooks: the README's lines run as cells in a fresh process, and what they show is the picture."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import playground
from playground import catalog, open_session
from playground.engine.errors import BadInput
from playground.engine.run.session import Session

README = Path(__file__).resolve().parents[2] / "README.md"

# What a notebook does: one name space, cell by cell, and the value of the last line is shown by its rich form.
KERNEL = """
import ast, sys, torch
torch.set_num_threads(2)
space = {}
for cell in sys.stdin.read().split("\\n\\n"):
    body = ast.parse(cell).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), space)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), space)
        shown = value._repr_png_() if hasattr(value, "_repr_png_") else repr(value).encode()
        print(len(shown), shown[:8])
assert torch.get_num_threads() == 2
assert value._mime_()[1].startswith("data:image/png;base64,iVBOR")
"""


def test_the_lines_of_the_readme_run_as_a_notebook() -> None:
    block = re.search(r"```python\n(from playground import open_session\n.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert block is not None
    code = block[1].strip()
    assert len(code.splitlines()) <= 10
    done = subprocess.run([sys.executable, "-W", "error", "-c", KERNEL], input=code, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    size, head = done.stdout.splitlines()[-1].split(" ", 1)
    assert int(size) > 5000
    assert head == repr(b"\x89PNG\r\n\x1a\n")


def test_a_session_does_what_the_engine_does(demo: Path, tmp_path: Path) -> None:
    run = open_session("demo", seed=3)
    straight = Session(catalog.load("demo"), seed=3)
    straight.advance(5)
    assert run.step(5).metrics == dict(straight.frame().metrics)
    assert run.seek(2).step_number == 2
    assert repr(run) == f"<demo, seed 3, step 2, {run.status}>"
    run.seek(5).save(tmp_path / "a.scene.json")
    for source in (tmp_path / "a.scene.json", run.link):
        again = open_session(scene=source)
        assert again.metrics == run.metrics
        assert {name: array.tolist() for name, array in again.arrays.items()} == {
            name: array.tolist() for name, array in run.arrays.items()
        }


def test_what_cannot_be_used_is_said(demo: Path) -> None:
    with pytest.raises(BadInput, match="concept 'nothing' does not exist"):
        open_session("nothing")
    with pytest.raises(BadInput, match="nothing"):
        open_session("demo", nothing=1)
    with pytest.raises(BadInput, match="preset 'nothing' does not exist"):
        open_session("demo", preset="nothing")
    assert open_session("demo", preset="too_large").params.rate == 2.5
    with pytest.raises(BadInput, match="does not exist"):
        open_session(scene="none.scene.json")
    with pytest.raises(BadInput, match="theme"):
        open_session("demo").picture(theme="pink")
    with pytest.raises(AttributeError):
        getattr(playground, "nothing")  # noqa: B009


def test_a_session_opens_with_files_of_ones_own(tmp_path: Path) -> None:
    for name in ("ring", "path"):
        (tmp_path / f"{name}.txt").write_text("0 1\n1 2\n2 3\n" + "3 0\n" * (name == "ring"))
    one = open_session("graphs", load=tmp_path / "ring.txt")
    assert one._session.data_source == "ring.txt"
    two = open_session("graphs", load=[tmp_path / "ring.txt", tmp_path / "path.txt"])
    assert two._session.data_source == "ring.txt and 1 more"
    assert open_session("hopfield", load=0.2).params.load == 0.2, "a number is the parameter of that name"


THREADS = """
import threading
from concurrent.futures import ThreadPoolExecutor
from playground import open_session
from playground.engine.errors import BadInput
runs = [open_session("perceptron", seed=3, points=60).step(10) for _ in range(4)]
with ThreadPoolExecutor(4) as visitors:
    pictures = list(visitors.map(lambda run: run.picture((400, 300)), runs))
pictures.append(runs[0].picture((400, 300)))
def refused(run):
    try:
        run.picture(theme="blue")
    except BadInput as error:
        pictures.append(str(error))
visitor = threading.Thread(target=refused, args=(runs[1],))
visitor.start()
visitor.join()
print(len(set(pictures[:5])), len(pictures[0]) > 5000, pictures[5])
"""


def test_any_thread_gets_its_picture_also_several_at_once() -> None:
    done = subprocess.run([sys.executable, "-W", "error", "-c", THREADS], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "1 True theme 'blue' does not exist; known: dark, light, projector\n"
    assert not done.stderr


OWN_APPLICATION = """
import threading
from PySide6.QtWidgets import QApplication
own = QApplication(["program"])
from playground import open_session
from playground.engine.errors import BadInput
run = open_session("perceptron")
print(len(run.picture()) > 5000)
def refused():
    try:
        run.picture()
    except BadInput as error:
        print(error)
visitor = threading.Thread(target=refused)
visitor.start()
visitor.join()
"""


def test_a_program_with_an_application_of_its_own_draws_in_its_thread() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", OWN_APPLICATION], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == "True"
    assert second == "pictures are drawn in the thread of this program's QApplication, and this is another"
