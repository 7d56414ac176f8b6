"""Graphs and weights: traps in files of structured forms, and the look at a file before it is used."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
import torch
from PIL import Image
from safetensors.torch import save_file

from playground.engine.errors import BadInput
from playground.engine.reading.graph import read_graph
from playground.engine.reading.preview import LARGE_BYTES, preview
from playground.engine.reading.weights import Limits, read_layers

LIMITS = Limits(layers=4, units=8, inputs=(2,))


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


# ---- graphs


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_form_is_told_by_the_content(tmp_path: Path, encoding: str) -> None:
    made = nx.relabel_nodes(nx.path_graph(3), {0: "a", 1: "é", 2: "c"})
    forms = [
        "a;é\né;c",
        ";a;é;c\na;0;0,5;0\né;0,5;0;1\nc;0;1;0",
        '{"edges": [["a", "é"], ["é", "c"]]}',
        "\n".join(nx.generate_graphml(made)),
        "\n".join(nx.generate_gexf(made)),
        "\n".join(nx.generate_gml(made)),
        'graph [\n node [ id 0 name "a" ]\n node [ id 1 ]\n node [ id 2 ]\n edge [ source 0 target 1 ]\n'
        " edge [ source 1 target 2 ]\n]",
    ]
    for text in forms:
        found = read_graph(written(tmp_path, "g.txt", text.encode(encoding)))
        place = found.numbered()
        assert [(place[a], place[b]) for a, b in found.links] == [(0, 1), (1, 2)], text
        assert not found.directed


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a;b\na;;c\n", "row 2 has 3 columns"),
        (";a;b\na;0;x\nb;0;0\n", "row 2, column 3: 'x' is not a number"),
        (";a;a\na;0;1\na;1;0\n", "row 1 names the node 'a' twice"),
        ("0,1,0,1\n1,0,1,0\n", "row 1 has 4 columns, 2 are needed"),
        ("<a/>", "no GraphML or GEXF file"),
        ('<!DOCTYPE g [<!ENTITY a "b">]><graphml>&a;</graphml>', "declares a document type"),
        ("[" * 100_000, "is not JSON"),
        ('{"nodes": "many", "edges": []}', "nodes is many, allowed is a list or a number"),
        ('{"edges": [[1, {"x": 2}]]}', r"edge 0 is \{'x': 2\}"),
    ],
)
def test_a_graph_that_cannot_be_used(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_graph(written(tmp_path, "g.csv", text))


# ---- weights


def test_a_layer_without_a_bias_gets_zeros(tmp_path: Path) -> None:
    save_file({"10.weight": torch.ones(1, 3), "2.weight": torch.ones(3, 2, dtype=torch.bfloat16)}, tmp_path / "a.st")
    pairs = read_layers(tmp_path / "a.st", LIMITS)
    assert [W.shape for W, _ in pairs] == [(3, 2), (1, 3)]
    assert [b.tolist() for _, b in pairs] == [[0.0] * 3, [0.0]]


def layers(*pairs: tuple[object, object]) -> str:
    return json.dumps({"layers": [{"W": W, "b": b} for W, b in pairs]})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (layers(([[1, 2], [3]], [0, 0]), ([[1, 1]], [0])), "layer 1: W is not rows of numbers"),
        (layers(([[1, "2"]], [0]), ([[1]], [0])), "layer 1: W is not rows of numbers"),
        (layers(([[1, 2]], [None]), ([[1]], [0])), "layer 1: b is not a list of numbers"),
        (layers(([[1, 10**400]], [0]), ([[1]], [0])), "layer 1"),
        (layers(([[1, 2]], [0, 0]), ([[1]], [0])), r"layer 1 has W of shape \(1, 2\) and b of shape \(2,\)"),
        ('{"layers": [{"W": [[1, NaN]], "b": [0]}, {"W": [[1]], "b": [0]}]}', "layer 1 has a weight that is no number"),
        ("[1]", "is no net, allowed is"),
        ("{" * 100_000, "is no net"),
        ("\xe9", "is no net"),
    ],
)
def test_a_net_that_cannot_be_used(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_layers(written(tmp_path, "a.json", text), LIMITS)


def test_bombs_are_not_unpacked(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.pt", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/data.pkl", b"\0" * (LIMITS.most_bytes + 1))
    with pytest.raises(BadInput, match=r"unpacks to 16,777,217 bytes"):
        read_layers(tmp_path / "a.pt", LIMITS)
    torch.save({"0.weight": torch.ones(1).expand(100_000, 100_000)}, tmp_path / "b.pt")
    with pytest.raises(BadInput, match=r"0\.weight has the shape \(100000, 100000\), which is too large"):
        read_layers(tmp_path / "b.pt", LIMITS)


# ---- before use


def test_a_table_shows_its_first_rows(tmp_path: Path) -> None:
    text = "height;kind\n" + "1,5;a cat that has a very long name\n" * 20_000
    found = preview(written(tmp_path, "a.csv", text.encode("utf-16")), ("table",))
    assert found.kind == "table"
    assert found.size == f"20,001 rows, 2 columns, {2 * (len(text) + 1) / 1e6:.2f} MB"
    assert found.rows[:2] == (("height", "kind"), ("1,5", "a cat that has a …"))
    assert found.large
    assert not preview(written(tmp_path, "b.csv", text[: LARGE_BYTES // 2]), ("table",)).large


def test_pictures_graphs_and_nets_say_their_size(tmp_path: Path) -> None:
    Image.fromarray(np.zeros((2000, 2001), dtype=np.uint8)).save(tmp_path / "a.png")
    picture = preview(tmp_path / "a.png", ("picture",))
    assert picture.size.startswith("2,001 x 2,000 pixels")
    assert picture.large
    edges = preview(written(tmp_path, "a.csv", "ann,bob\n" * 3), ("graph",))
    assert (edges.kind, edges.size, edges.large) == ("graph", "2 nodes, 3 edges, 24 bytes", False)
    torch.save({"0.weight": torch.ones(3, 2)}, buffer := io.BytesIO())
    assert preview(written(tmp_path, "a.pt", buffer.getvalue()), ("weights",)).size.startswith("1 tensors")
    save_file({"0.weight": torch.ones(3, 2)}, tmp_path / "a.st")
    assert preview(tmp_path / "a.st", ("weights",)).rows == (("0.weight", "3 x 2"),)
    assert preview(written(tmp_path, "a.json", layers(([[1, 2]], [0]))), ("weights",)).rows == (("layer 1", "1 units"),)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", "1,2\n")
    with pytest.raises(BadInput, match=r"a\.csv holds a table; this panel opens a picture"):
        preview(path, ("picture",))
    with pytest.raises(BadInput, match=r"this panel opens no files"):
        preview(path, ())
