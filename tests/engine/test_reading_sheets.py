"""Cells as sheets and terminals show them, heads that promise more than there is, and names that are no words."""

from __future__ import annotations

import io
import json
import struct
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from playground.engine.errors import BadInput
from playground.engine.limits import limited
from playground.engine.reading.graph import read_graph
from playground.engine.reading.points import read_labelled
from playground.engine.reading.preview import preview
from playground.engine.reading.remarks import listening, remark
from playground.engine.reading.weights import Limits, read_layers

NET = Limits(7, 64, (1, 2))


def written(folder: Path, content: str | bytes, name: str = "mine.csv") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def refusal(path: Path, kind: str = "table") -> str:
    """The sentence for a file that is refused, within limits."""
    readers: dict[str, Callable[[], object]] = {
        "table": lambda: read_labelled(path, 5000, 1024),
        "graph": lambda: read_graph(path),
        "net": lambda: read_layers(path, NET),
    }
    with limited("this file of a test", seconds=5.0, memory=1 << 30), pytest.raises(BadInput) as caught:
        readers[kind]()
    return str(caught.value)


def npy(array: Any) -> bytes:
    np.save(buffer := io.BytesIO(), array)
    return buffer.getvalue()


def safetensors(head: object) -> bytes:
    raw = json.dumps(head).encode()
    return struct.pack("<Q", len(raw)) + raw + bytes(8)


@pytest.mark.parametrize("cell", ["#DIV/0!", "#N/A", "#REF!", "#WERT!", "#ff0000", "%2"])
def test_a_row_that_begins_with_a_mark_is_no_comment(cell: str, tmp_path: Path) -> None:
    said = refusal(written(tmp_path, f"x,y,class\n1,2,a\n{cell},3,a\n4,5,b\n2,1,b\n"))
    assert said.startswith(f"mine.csv, row 3, column x: '{cell}' is not a number")


def test_a_comment_between_rows_is_still_one(tmp_path: Path) -> None:
    found = read_labelled(written(tmp_path, "x,y,class\n1,2,a\n# the others, later, came\n4,5,b\n"), 9, 9)
    assert found.X.tolist() == [[1, 2], [4, 5]]


def test_hashtags_are_nodes(tmp_path: Path) -> None:
    found = read_graph(written(tmp_path, "source,target\nann,#ml\n#ml,bob\n#ai,#ml\n# seen in May\n"))
    assert found.links == [("ann", "#ml"), ("#ml", "bob"), ("#ai", "#ml")]


@pytest.mark.parametrize("cell", ["1,001.20", "12.5%", "€ 3.5", "1.234,5", "3 €", "1'000", "$5"])
def test_dressed_numbers_are_not_left_out_as_words(cell: str, tmp_path: Path) -> None:
    rows = "".join(f'"{cell}";{k}.5;{"ab"[k % 2]}\n' for k in range(6))
    said = refusal(written(tmp_path, f"x;y;class\n{rows}"))
    assert said.startswith("mine.csv, row 2, column x: ")
    assert "write it plainly" in said


def test_dates_and_names_are_left_out_as_words(tmp_path: Path) -> None:
    rows = "".join(f"3.{k + 1}.2024,{k}.5,{k}.25,{'ab'[k % 2]}\n" for k in range(6))
    assert read_labelled(written(tmp_path, f"day,x,y,class\n{rows}"), 9, 9).names == ("x", "y")


@pytest.mark.parametrize("shape", [(0, 10**12), (10**12, 0), (0,), (0, 2)])
def test_an_array_without_cells_is_empty_whatever_its_size(shape: tuple[int, ...], tmp_path: Path) -> None:
    head = repr({"descr": "<f8", "fortran_order": False, "shape": shape}).encode()
    head += b" " * (63 - (len(head) + 10) % 64) + b"\n"
    said = refusal(written(tmp_path, b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head, "mine.npy"))
    assert said.startswith("mine.npy is empty: its array has no ")


def test_many_arrays_are_counted_before_they_are_listed(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "mine.npz", "w") as archive:
        for k in range(60_000):
            archive.writestr(f"a{k}.npy", b"")
    began = time.process_time()
    assert refusal(tmp_path / "mine.npz") == "mine.npz holds 60,000 arrays, allowed are 1,000"
    assert preview(tmp_path / "mine.npz", ["table"]).kind == "table"
    assert time.process_time() - began < 0.5


def test_a_column_without_a_title_is_called_by_its_number_once(tmp_path: Path) -> None:
    assert ", column 1: " in refusal(written(tmp_path, "1,2,0\n2,3,1\nz,3,0\n4,3,1\n"))


def test_a_cell_without_end_is_told_in_words(tmp_path: Path) -> None:
    assert refusal(written(tmp_path, '"' * 300_001 + ",1\n")).endswith("a cell has more than 131,072 letters")


@pytest.mark.parametrize(
    "head",
    [
        {"0.weight": {"dtype": "F32", "shape": [2**40, 2**40], "data_offsets": [0, 8]}},
        {"0.weight": {"dtype": "F32", "shape": [10**400], "data_offsets": [0, 8]}},
    ],
)
def test_a_head_that_lies_is_told_in_words(head: object, tmp_path: Path) -> None:
    said = refusal(written(tmp_path, safetensors(head), "net.safetensors"), "net")
    assert said == (
        "net.safetensors is no sound safetensors file: its head does not fit the tensors behind it; write it again"
    )


def test_one_layer_is_one(tmp_path: Path) -> None:
    head = {"0.weight": {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]}}
    assert "has 1 layer, allowed" in refusal(written(tmp_path, safetensors(head), "net.safetensors"), "net")


def test_torch_files_of_the_old_form_are_told(tmp_path: Path) -> None:
    path = tmp_path / "net.pt"
    torch.save(torch.nn.Linear(2, 1).state_dict(), path, _use_new_zipfile_serialization=False)
    assert "is a torch file of the old form; write it again with torch.save" in refusal(path, "net")


def test_arrays_and_weights_are_no_graphs(tmp_path: Path) -> None:
    torch.save(torch.nn.Linear(2, 1).state_dict(), tmp_path / "net.pt")
    assert "holds weights of a net" in refusal(tmp_path / "net.pt", "graph")
    assert "np.savetxt" in refusal(written(tmp_path, npy(np.eye(4)), "adjacency.npy"), "graph")


def test_a_script_of_neo4j_is_told(tmp_path: Path) -> None:
    text = "CREATE CONSTRAINT one FOR (node:X) REQUIRE (node.id) IS UNIQUE;\nUNWIND [{_id:1}] AS row\nCREATE (n:X);\n"
    assert "is a Cypher script" in refusal(written(tmp_path, text, "graph.cypher"), "graph")


def test_a_page_of_pandas_is_no_xml(tmp_path: Path) -> None:
    assert "is a web page" in refusal(written(tmp_path, '<table border="1" class="dataframe"><tr></tr></table>'))


def test_a_name_with_a_new_line_gives_one_line(tmp_path: Path) -> None:
    said = refusal(written(tmp_path, "x,y\n1,2\n2,3\n4,7\n", "new\nline\x1b[31m.csv"))
    assert said.startswith("new line\ufffd[31m.csv has two columns")
    with listening() as heard:
        remark("new\nline\x1b.csv: a column is left out")
    assert heard == ["new line\ufffd.csv: a column is left out"]
