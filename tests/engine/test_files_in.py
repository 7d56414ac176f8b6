"""The one way in for files of a user: regular files of limited size, and nothing that is waited for."""

from __future__ import annotations

import ast
import os
import socket
import sys
from pathlib import Path

import pytest

import playground
from playground.engine.errors import BadInput
from playground.engine.files import check_target, is_there, read_bytes, read_head

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


def refusal(path: Path | str, most: int = 100) -> str:
    with pytest.raises(BadInput) as caught:
        read_bytes(path, most)
    said = str(caught.value)
    assert "\n" not in said
    assert len(said) < 400
    assert said.isprintable()
    return said


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 100)
    assert read_bytes(path, 100) == b"x" * 100
    assert refusal(path, 99) == "a has 100 bytes, allowed are 99"
    assert read_head(path, 3) == b"xxx"
    assert refusal(tmp_path / "b") == "b does not exist"
    assert refusal(tmp_path) == f"{tmp_path.name} cannot be opened: it is a folder or a device, not a file"


@posix
def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "round").symlink_to(tmp_path / "round")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket")[-100:])
        for name in ("/dev/zero", "/dev/full", "/dev/stdin", tmp_path / "pipe", tmp_path / "socket"):
            assert "not a file" in refusal(name)
    assert "too many levels of symbolic links" in refusal(tmp_path / "round")
    assert is_there(tmp_path / "round")


@posix
def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(b"")
    about = (tmp_path / "file").stat()
    monkeypatch.setattr(Path, "stat", lambda self, **_: about)
    assert "not a file" in refusal(tmp_path / "pipe")


@posix
def test_a_file_that_grows_while_it_is_read_has_an_end() -> None:
    # Its size is 0 to the system, and its content is made while it is read.
    assert "allowed are 100" in refusal("/proc/self/maps")


def test_a_name_that_cannot_be_one_is_a_sentence(tmp_path: Path) -> None:
    assert "too long" in refusal(tmp_path / ("n" * 300))
    assert "it is no path" in refusal("a\0b")
    assert "does not exist" in refusal("\udcff-\ud800") or "no path" in refusal("\udcff-\ud800")
    for name in (tmp_path / ("n" * 300), "a\0b", "\udcff-\ud800"):
        assert not is_there(name)
    for name in ("n" * 300, "a\0b", "round/x", "round"):
        (tmp_path / "round").unlink(missing_ok=True)
        (tmp_path / "round").symlink_to(tmp_path / "round")
        with pytest.raises(BadInput, match="cannot be written"):
            check_target(tmp_path / name)


# ---- nothing goes past it

# Files of the program itself, of this user's state folder and of the machine, by module, with what is opened there.
_OWN = {
    "catalog": "what ships",
    "resources": "what ships",
    "render.icons": "what ships",
    "lecture.handbook": "what ships",
    "lecture.shipped_lessons": "what ships",
    "concepts.hopfield.glyphs": "what ships",
    "concepts.inductive_bias.stored": "what ships",
    "export.delays": "a film of ours",
    "export.embedded_fonts": "what ships",
    "notebook.widget": "what ships",
    "commands.new": "what ships",
    "commands.gallery": "the source checkout",
    "commands.bench.readings": "what the system says of a process",
    "ui.controller.help": "what ships",
    "ui.controller.export_process": "what a process of ours has said",
    "ui.gallery.cards": "what ships",
    "ui.panel.opening_page": "what ships",
    "ui.panel.preset_sheet": "what ships",
    "ui.panel.stage": "what ships",
    "ui.system.instance": "lock and key of this user",
    "lecture.locks": "locks of this user",
    "lecture.trace": "traces of this user's crashes",
    "lecture.log": "the log of this user",
    "lecture.autosave": "a lock of this user",
    "commands.terminal": "a null device",
    "engine.files": "the way in itself",
    "engine.limits": "what the system says of this process",
    "sweep.identity": "the program itself",
}
_BY_PATH = {
    "read_text",
    "read_bytes",
    "fromfile",
    "loadtxt",
    "genfromtxt",
    "memmap",
    "load_file",
    "safe_open",
    "imread",
}
_BY_PATH |= {"QImageReader", "QFile", "QSettings"}
_BY_PATH_OR_BUFFER = {"load", "ZipFile", "parse", "QPixmap", "QImage"}
_LIBRARIES = {"np", "numpy", "torch", "json", "tomllib", "pickle", "nx", "networkx", "Image", "zipfile", "ElementTree"}


def _opens(call: ast.Call) -> bool:
    """Whether a call opens a file for reading, as far as its words say so."""
    function, first = call.func, call.args[0] if call.args else None
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    library = getattr(getattr(function, "value", None), "id", "")
    made_by = first.func if isinstance(first, ast.Call) else None
    buffer = "BytesIO" in (getattr(made_by, "attr", ""), getattr(made_by, "id", ""))  # io.BytesIO(…) or BytesIO(…)
    if name in ("read_bytes", "read_text") and isinstance(function, ast.Name):
        return False  # the way in
    if name in _BY_PATH or (library in ("nx", "networkx") and name.startswith("read_")):
        return not buffer
    if name in _BY_PATH_OR_BUFFER and (library in _LIBRARIES or name[0].isupper()):
        by_path = isinstance(first, ast.Call) and getattr(first.func, "id", "") == "str"
        return by_path if name[0] == "Q" else not buffer
    if name == "open":
        if library in ("os", "gzip", "bz2", "lzma", "io", "Image", "tarfile"):
            return not buffer
        mode = call.args[1 if isinstance(function, ast.Name) else 0 :][:1]
        word = str(mode[0].value) if mode and isinstance(mode[0], ast.Constant) else ""
        is_mode = 0 < len(word) <= 3 and set(word) <= set("rwxab+t")
        return isinstance(function, ast.Name) or (is_mode and ("r" in word or "+" in word))
    return False


def _openings(source: str) -> list[int]:
    """The lines of a module in which a file is opened."""
    return [node.lineno for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and _opens(node)]


def test_no_other_place_opens_a_file() -> None:
    root = Path(playground.__file__).parent
    found: dict[str, list[int]] = {}
    for path in sorted(root.rglob("*.py")):
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        if lines := _openings(path.read_text(encoding="utf-8")):
            found[module] = lines
    assert {name: lines for name, lines in found.items() if name not in _OWN} == {}
    assert {name for name in _OWN if name not in found} <= {"lecture.autosave", "ui.system.instance"}  # they write


@pytest.mark.parametrize(
    "line",
    [
        "open(path)",
        "open(path, 'w+')",
        "path.open('rb')",
        "Path(name).read_text()",
        "path.read_bytes()",
        "np.load(path)",
        "np.load(str(path))",
        "json.load(file)",
        "tomllib.load(file)",
        "torch.load(path)",
        "Image.open(path)",
        "nx.read_gml(path)",
        "zipfile.ZipFile(path)",
        "QPixmap(str(path))",
        "QSettings('a', 'b')",
        "os.open(path, 0)",
        "gzip.open(path)",
    ],
)
def test_a_place_that_opens_a_file_is_seen(line: str) -> None:
    assert _openings(line) == [1]


@pytest.mark.parametrize(
    "line",
    [
        "np.load(io.BytesIO(raw))",
        "Image.open(BytesIO(raw))",
        "read_bytes(path, 3)",
        "opening.open(concept)",
        "f.open('wb')",
        "QPixmap()",
    ],
)
def test_what_opens_no_file_is_not_seen(line: str) -> None:
    assert _openings(line) == []
