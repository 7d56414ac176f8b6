"""Stills as files: pixels, paths and words."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
import render_demo as demo
import render_zoo as zoo
from drawn import sight
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPainterPath
from PySide6.QtWidgets import QApplication

from playground.engine.errors import BadInput
from playground.export.drawing import svg as drawing
from playground.export.drawing import write_pdf, write_svg
from playground.export.stills import write_still
from playground.figures.figure import Figure, Plot
from playground.figures.layers import Graph, Image
from playground.render import fonts
from playground.render.camera import Camera
from playground.render.data import Data
from playground.render.look import FigureLook
from playground.render.painters.graphs import GraphPainter
from playground.render.scales import Mapping
from playground.render.tokens import DARK

SIZE = (724, 561)
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def camera(qapp: QApplication) -> Iterator[Camera]:
    fonts.install(qapp)
    with Camera(SIZE, DARK) as made:
        made.take((sight(demo.figure(), demo.DECLARATION, demo.frame()),))
        yield made


def svg(path: Path) -> ElementTree.Element:
    return ElementTree.parse(path).getroot()


def test_words_stay_words_of_the_same_width(camera: Camera, tmp_path: Path) -> None:
    target = tmp_path / "a.svg"
    write_svg(target, camera, "Demo, step 3")
    root = svg(target)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("724", "561", "0 0 724 561")
    assert root.findtext(f"{SVG}title") == "Demo, step 3"
    texts = {text.text: text for text in root.iter(f"{SVG}text")}
    title = texts["Plane of the data"]
    assert title.get("font-family", "").startswith("Inter,")
    wide = QFontMetricsF(fonts.font("plot title", 1.0)).horizontalAdvance("Plane of the data")
    assert float(title.get("textLength", "")) == pytest.approx(wide, abs=0.01)
    assert {"−2", "0", "2"} <= set(texts)
    # Each plot is clipped, and nothing was turned into pixels.
    assert len(root.findall(f".//{SVG}clipPath")) > 5
    assert not list(root.iter(f"{SVG}image"))


def test_words_may_be_paths(camera: Camera, tmp_path: Path) -> None:
    write_svg(tmp_path / "text.svg", camera, "x")
    write_svg(tmp_path / "paths.svg", camera, "x", words="paths")
    texts = [text.text for text in svg(tmp_path / "text.svg").iter(f"{SVG}text")]
    root = svg(tmp_path / "paths.svg")
    assert not list(root.iter(f"{SVG}text"))
    outlines = [path for path in root.iter(f"{SVG}path") if path.get("aria-label") is not None]
    assert [path.get("aria-label") for path in outlines] == texts
    # The outlines of a word are where the word was.
    word = next(text for text in svg(tmp_path / "text.svg").iter(f"{SVG}text") if text.text == "Plane of the data")
    drawn = next(path for path in outlines if path.get("aria-label") == word.text)
    xy = np.array([pair.split(",") for pair in re.findall(r"[-\d.]+,[-\d.]+", drawn.get("d", ""))], float)
    left, baseline = float(word.get("x", "")), float(word.get("y", ""))
    assert left <= xy[:, 0].min() <= left + 3
    assert left + float(word.get("textLength", "")) - 3 <= xy[:, 0].max() <= left + float(word.get("textLength", ""))
    assert xy[:, 1].min() == pytest.approx(baseline - 10.5, abs=1.5)
    assert (drawn.get("fill"), drawn.get("x")) == (word.get("fill"), None)


def test_cells_of_a_picture_keep_their_edges(qapp: QApplication, tmp_path: Path) -> None:
    plot = Plot(name="p", title="", main=True, axes=False, layers=(Image(name="z", z="z"),))
    small = demo.frame(z=np.eye(3, dtype=np.float32))
    with Camera((400, 300), DARK) as camera:
        camera.take((sight(Figure(plots=(plot,)), None, small),))
        write_svg(tmp_path / "a.svg", camera, "x")
    image = next(svg(tmp_path / "a.svg").iter(f"{SVG}image"))
    assert image.get("style") == "image-rendering: pixelated"
    data = image.get("{http://www.w3.org/1999/xlink}href", "").partition(",")[2]
    found = QImage.fromData(base64.b64decode(data))
    assert found.width() >= 2 * float(image.get("width", "")) > 300


def test_a_pdf_is_one_page_of_the_size(camera: Camera, tmp_path: Path) -> None:
    write_pdf(tmp_path / "a.pdf", camera, "Demo")
    content = (tmp_path / "a.pdf").read_bytes()
    assert content.startswith(b"%PDF-1.")
    assert content.rstrip().endswith(b"%%EOF")
    box = re.search(rb"/MediaBox \[([\d. ]+)\]", content)
    assert box is not None
    assert [float(side) for side in box[1].split()] == pytest.approx([0, 0, 724 * 0.75, 561 * 0.75], abs=0.5)
    assert b"Inter" in content


def test_the_ground_may_be_left_out(camera: Camera, tmp_path: Path) -> None:
    for suffix in ("png", "svg", "pdf"):
        write_still(tmp_path / f"a.{suffix}", camera, "x")
        write_still(tmp_path / f"clear.{suffix}", camera, "x", clear=True)
    whole, clear = QImage(str(tmp_path / "a.png")), QImage(str(tmp_path / "clear.png"))
    assert whole.pixelColor(2, 2).name() == DARK.surface.lower()
    assert clear.pixelColor(2, 2).alpha() == 0
    opaque = sum(clear.pixelColor(x, y).alpha() == 255 for x in range(0, 724, 4) for y in range(0, 561, 4))
    assert 500 < opaque < 20_000  # of 25,500
    ground = f'fill="{DARK.surface.lower()}"'
    counts = [(tmp_path / name).read_text().lower().count(ground) for name in ("a.svg", "clear.svg")]
    assert counts[1] == counts[0] - 1
    # A picture after that has its ground again.
    write_still(tmp_path / "again.png", camera, "x")
    assert (tmp_path / "again.png").read_bytes() == (tmp_path / "a.png").read_bytes()


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_a_folder_that_may_not_be_written_gets_a_sentence(camera: Camera, tmp_path: Path, suffix: str) -> None:
    with pytest.raises(BadInput, match="nowhere"):
        write_still(tmp_path / "nowhere" / f"a.{suffix}", camera, "x")


def test_clips_have_the_rule_of_their_paths(qapp: QApplication) -> None:
    """Qt gives the paths of clips the rule of a filling, by which a browser would cut the holes away too."""

    def holed(painter: QPainter) -> None:
        clip = QPainterPath()
        clip.addRect(0, 0, 40, 40)
        clip.addEllipse(10, 10, 20, 20)
        painter.setClipPath(clip)
        painter.fillRect(0, 0, 40, 40, Qt.GlobalColor.black)

    root = ElementTree.fromstring(drawing((40, 40), holed, "x"))
    paths = [path for clip in root.iter(f"{SVG}clipPath") for path in clip]
    assert paths
    assert all(path.get("clip-rule") == path.get("fill-rule") == "evenodd" for path in paths)


def test_names_of_nodes_leave_no_clip_behind(qapp: QApplication) -> None:
    """Qt's SVG keeps the box at which it cuts words off, for all nodes that come after them."""
    fonts.install(qapp)
    made = GraphPainter(
        Graph(name="nodes", xy="xy", pairs="pairs", words="words", scale=0.75)
    )  # their lines are higher than the nodes
    values = {"xy": np.array([[-0.5, 0.0], [0.5, 0.0]]), "pairs": np.array([[0, 1]], np.int32)}
    made.take(Data(replace(zoo.frame(values), words={"words": ("1", "2")}), None))
    made.refresh(FigureLook(), Mapping((-1.0, 1.0), (-1.0, 1.0), 200.0, 200.0))
    root = ElementTree.fromstring(drawing((200, 200), made.draw, "x"))
    assert [text.text for text in root.iter(f"{SVG}text")] == ["1", "2"]
    assert not [group for group in root.iter(f"{SVG}g") if group.get("clip-path")]
