"""Whatever a panel opens comes in by every way, and what it does not open is refused in one sentence.

The ways: dropped on the window or chosen or pasted, `--load`, and `open_session(load=...)`.
"""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch
from PIL import Image
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QImage
from safetensors.torch import save

from playground import catalog, cli, open_session
from playground.engine.errors import BadInput
from playground.engine.kit.diffusion import nets, training
from playground.engine.process import messages as m
from playground.engine.reading.preview import Preview, preview
from playground.engine.run.record import store
from playground.engine.run.session import Session
from playground.lecture.scene import save_scene
from playground.resources import asset
from playground.ui.commands import _open_clipboard
from playground.ui.controller.controller import Controller
from playground.ui.window import dropped

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from playground.engine.declarations.concept import Concept, Declaration, Opens

USUAL = Path(__file__).resolve().parents[1] / "support" / "usual_files"
ROWS = [
    f"{x},{y},{'spam' if x > 0 else 'ham'}" for x, y in ((2, 1.5), (2.5, 1), (1, 2), (-3, -2.5), (-2.5, -2), (-1, -2))
]
FUNCTION = "x,y\n" + "".join(f"{x},{x * x}\n" for x in range(-3, 4))


def picture() -> bytes:
    shades = np.add.outer(np.arange(24), np.arange(24)).astype(np.uint8) * 5
    Image.fromarray(shades).save(buffer := io.BytesIO(), "PNG")
    return buffer.getvalue()


def layers(*sizes: int) -> bytes:
    rng = torch.Generator().manual_seed(1)
    parts: dict[str, torch.Tensor] = {}
    for k, (a, b) in enumerate(itertools.pairwise(sizes)):
        parts |= {f"{2 * k}.weight": torch.randn(b, a, generator=rng), f"{2 * k}.bias": torch.randn(b, generator=rng)}
    return save(parts)


def score_net(d: int) -> bytes:
    rng = torch.Generator().manual_seed(1)
    return training.to_bytes(nets.begin(torch.randn(9, d, generator=rng), (8,), rng))


def samples() -> dict[str, list[bytes]]:
    """Files of each kind; those of weights and tables fit one panel or another."""
    return {
        "table": ["\n".join(["x,y,label", *ROWS]).encode(), FUNCTION.encode()],
        "graph": [b"a b\nb c\nc a\nc d\n"],
        "picture": [picture()],
        "weights": [layers(2, 3, 3, 1), layers(1, 3, 1), layers(2, 16, 16, 1), score_net(2), score_net(1)],
        "text": [asset("texts/alice.txt").read_bytes()[:8000]],
    }


def starts(concept: Concept) -> list[Session]:
    """A session at every preset."""
    declared = concept.declaration.params
    return [Session(concept, declared.make(one.get("params", {}))) for one in catalog.presets(concept.id).values()]


def fitting(concept: Concept, one: Opens, folder: Path) -> tuple[Path, str]:
    """A file of this kind and a preset at which the panel takes it."""
    for name, preset in catalog.presets(concept.id).items():
        session = Session(concept, concept.declaration.params.make(preset.get("params", {})))
        for k, content in enumerate(samples()[one.kind]):
            path = folder / f"{one.kind}{k}.dat"
            path.write_bytes(content)
            try:
                session.load(path)
            except BadInput:
                continue
            return path, name
    raise AssertionError(f"{concept.id} takes no {one.kind} of those in this test")


def refusal(session: Session, path: Path) -> str:
    """Why a session does not take a file; empty if it does."""
    try:
        session.load(path)
    except BadInput as bad:
        return str(bad)
    return ""


def seen(path: Path, kinds: Collection[Any]) -> Preview | None:
    """The look at a file before it is used; None if it is refused."""
    try:
        return preview(path, list(kinds))
    except BadInput:
        return None


class Written:
    """An engine that writes down what is sent to it."""

    def __init__(self) -> None:
        self.loads: list[m.Load] = []

    def life(self) -> int:
        return 0

    def send(self, group: str, command: m.Command) -> None:
        if isinstance(command, m.Load):
            self.loads.append(command)

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *args, **named: None


@pytest.fixture
def engine() -> Written:
    return Written()


@pytest.fixture
def controller(engine: Written, concept_id: str) -> Controller:
    """The window's controller with the panel on the stage."""
    made = Controller(engine, catalog)
    made.load_catalog()
    made.opening.open(concept_id)
    return made


def given(controller: Controller, engine: Written) -> list[tuple[str, ...]]:
    """The paths that reach the engine, after a yes to what is offered."""
    if controller.state.offer is not None:
        controller.exchange.accept_offer()
    found = [one.paths for one in engine.loads]
    engine.loads.clear()
    return found


def test_a_file_of_each_kind_comes_in_by_every_way(
    concept: Concept,
    declared: Declaration,
    controller: Controller,
    engine: Written,
    tmp_path: Path,
    qapp: QApplication,
    capsys: pytest.CaptureFixture[str],
) -> None:
    opens = declared.card.opens
    assert bool(opens) == (concept.model.load is not None), "what a panel loads, its card names"
    for one in opens:
        path, preset = fitting(concept, one, tmp_path)
        assert preview(path, [each.kind for each in opens]).kind == one.kind
        # Dropped, or chosen in a dialog.
        content = QMimeData()
        content.setUrls([QUrl.fromLocalFile(str(path))])
        controller.exchange.open_files(dropped(content))
        assert given(controller, engine) == [(str(path.resolve()),)]
        # Pasted: files, a picture, or a text.
        board = qapp.clipboard()
        board.setMimeData(content)
        _open_clipboard(controller)
        assert given(controller, engine) == [(str(path.resolve()),)]
        if one.kind == "picture":
            board.setImage(QImage(str(path)))
        elif one.kind != "weights":
            board.setText(path.read_text("utf-8"))
        if one.kind != "weights":
            _open_clipboard(controller)
            ((pasted,),) = given(controller, engine)
            assert preview(Path(pasted), [each.kind for each in opens]).kind == one.kind
        # By the command line, and in a notebook.
        words = ["run", declared.id, "--preset", preset, "--load", str(path), "--steps", "0", "--json"]
        assert cli.main(words) == 0
        printed = json.loads(capsys.readouterr().out)
        run = open_session(declared.id, preset=preset, load=path)
        assert printed["metrics"] == json.loads(json.dumps(run.metrics, default=str)) or run.step_number == 0
        assert repr(open_session(declared.id, preset=preset).load(str(path))) == repr(run)


def test_as_many_files_as_there_are_places(
    concept: Concept, declared: Declaration, controller: Controller, engine: Written, tmp_path: Path
) -> None:
    for one in declared.card.opens:
        path, preset = fitting(concept, one, tmp_path)
        many = [tmp_path / f"{k}{path.suffix}" for k in range(one.files + 1)]
        for each in many:
            each.write_bytes(path.read_bytes())
        most = max(each.files for each in declared.card.opens)
        with pytest.raises(BadInput, match=rf"{most + 1} files are given, {declared.id} opens"):
            open_session(declared.id, preset=preset, load=[many[0]] * (most + 1))
        controller.exchange.open_files([str(each) for each in many])
        if one.files == 1:
            assert given(controller, engine) == []
            assert controller.state.notice is not None
            assert controller.state.notice.text == "2 files were given; this panel opens one file at a time"
        else:
            assert given(controller, engine) == [tuple(str(each.resolve()) for each in many[:-1])]
            two = open_session(declared.id, preset=preset, load=many[:2])
            assert repr(two) == repr(open_session(declared.id, preset=preset).load(*many[:2]))


# What no panel opens, and what is said of it.
FOREIGN = {
    "points.xlsx": "is an Excel workbook; save the table as CSV and open that",
    "photo.heic": "is a picture in HEIC; save it as PNG or JPEG and open that",
    "doc.pdf": "is a PDF; save its table as CSV, or its picture as PNG, and open that",
    "html.csv": "is a web page, not the file that it shows; download the file itself",
}


def strangers(folder: Path) -> dict[str, str]:
    """Files that are no data of any panel, with what is said of them."""
    found = {str(USUAL / name): said for name, said in FOREIGN.items()}

    def write(name: str, content: bytes, said: str) -> None:
        (folder / name).write_bytes(content)
        found[str(folder / name)] = said

    lesson = b'format = "playground.lesson"\nversion = 1\ntitle = "A"\n'
    write("a.lesson.toml", lesson, "is a lesson, not data")
    write("marked.toml", b"\xef\xbb\xbf" + lesson, "is a lesson, not data")
    save_scene(folder / "a.scene.json", store(Session(catalog.load(catalog.ids()[0]))))
    write("scene.txt", (folder / "a.scene.json").read_bytes(), "is a scene, not data")
    write("acts.jsonl", b'{"step": 3, "set": {"rate": 0.5}}\n', "holds gestures, not data")
    write("a.ipynb", json.dumps({"cells": [], "nbformat": 4}).encode(), "is a notebook")
    write("a.svg", b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', "is a drawing in SVG")
    write("a.rds", b"\x1f\x8b\x08" + bytes(40), "is packed with gzip")
    write("a.mat", b"MATLAB 5.0 MAT-file, Platform: PCWIN64" + bytes(200), "is a MATLAB file")
    write("a.parquet", b"PAR1" + bytes(40) + b"PAR1", "is a Parquet file")
    write("a.keras", b"\x89HDF\r\n\x1a\n" + bytes(99), "is an HDF5 file")
    write("a.tiff", b"II*\0" + bytes(99), "is a picture in TIFF")
    write("a.mp4", b"\0\0\0\x18ftypisom" + bytes(99), "is a film")
    return found


def test_files_that_no_panel_opens_are_refused_as_what_they_are(
    concept: Concept, declared: Declaration, controller: Controller, engine: Written, tmp_path: Path
) -> None:
    session = starts(concept)[0]
    before = session.data
    opens = [one.kind for one in declared.card.opens]
    for path, said in strangers(tmp_path).items():
        name = Path(path).name
        with pytest.raises(BadInput) as refused:
            session.load(path)
        sentence = str(refused.value)
        assert said in sentence if opens else sentence == f"{declared.id} opens no data files", sentence
        with pytest.raises(BadInput) as seen:
            preview(Path(path), opens)
        assert str(seen.value).startswith(f"{name} {said}")
        if said not in ("is a lesson, not data", "is a scene, not data"):  # these open by themselves, not in the panel
            controller.exchange.open_files([path])
            assert controller.state.notice is not None
            assert controller.state.notice.text.startswith(f"{name} {said}")
        assert given(controller, engine) == []
    assert session.data is before


def test_data_of_other_kinds_and_broken_files_are_refused_in_one_sentence(concept: Concept, tmp_path: Path) -> None:
    kinds = {one.kind for one in concept.declaration.card.opens}
    contents: list[tuple[str, bytes]] = [(kind, each) for kind, several in samples().items() for each in several]
    for arrays in ([np.eye(3)], [np.zeros((2, 2, 2))], [np.eye(3), np.ones(3)], [np.array("x")], []):
        np.savez(buffer := io.BytesIO(), *arrays)
        contents.append(("table", buffer.getvalue()))
    np.save(buffer := io.BytesIO(), np.eye(3))
    contents += [("table", buffer.getvalue())]
    contents += [("", each.read_bytes()) for each in sorted(USUAL.iterdir())]
    contents += [
        ("", content) for content in (b"", b"\0" * 99, b"PK\3\4", b"\x89PNG\r\n\x1a\n", b"{", b"[[", b"<", b"a")
    ]
    contents += [(kind, content[: len(content) // 2]) for kind, content in contents[:8]]
    sessions = starts(concept)[:: max(1, len(starts(concept)) // 3)]
    for k, (kind, content) in enumerate(contents):
        path = tmp_path / f"file{k}.dat"
        path.write_bytes(content)
        for session in sessions:
            said = refusal(session, path)
            assert "\n" not in said
            assert len(said) < 400
            # A graph may be written as a table, and points look like one: the panel tells them apart.
            look = seen(path, kinds)
            assert look is None or look.kind in kinds, (concept.id, kind)
            known = {"", *kinds, *(("table", "graph") if "text" in kinds else ())}  # as text each of them can be read
            assert said or kind in known or {kind, *kinds} >= {"table", "graph"}, (concept.id, kind)


def test_a_mark_at_the_beginning_of_our_own_files_is_read_over(tmp_path: Path) -> None:
    save_scene(tmp_path / "a.scene.json", store(Session(catalog.load("perceptron"))))
    lesson = next((Path(catalog.__file__).parents[1] / "assets" / "lessons").glob("perceptron*.toml"))
    acts = '{"step": 1, "set": {"rate": 0.5}}\n'
    for encoding in ("utf-8-sig", "utf-16"):
        scene, told, done = (tmp_path / f"{encoding}{end}" for end in (".scene.json", ".lesson.toml", ".jsonl"))
        scene.write_bytes((tmp_path / "a.scene.json").read_text("utf-8").encode(encoding))
        told.write_bytes(lesson.read_text("utf-8").encode(encoding))
        done.write_bytes(acts.encode(encoding))
        assert cli.main(["check", str(scene)]) == 0
        assert cli.main(["check", str(told)]) == 0
        assert cli.main(["run", "perceptron", "--scene", str(scene), "--steps", "2", "--gestures", str(done)]) == 0
