"""Tables in every dialect give the same numbers; faults name file, row and column."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from playground.engine.errors import BadInput
from playground.engine.reading.points import read_labelled
from playground.engine.reading.table import read_records, read_table
from playground.engine.reading.text import read_text

EXPECTED = [[1.5, -2.0], [3.25, 4000.0], [0.0, 6.0]]


def written(folder: Path, content: str | bytes) -> Path:
    path = folder / "mine.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def text_of(delimiter: str, comma: bool, header: bool, newline: str) -> str:
    rows = [["1.5", "-2"], ["+3.25", "4e3"], ["0", "6.0"]]
    cells = [[cell.replace(".", ",") if comma else cell for cell in row] for row in rows]
    lines = [["first x", "second"], *cells] if header else cells
    quote = '"' if comma and delimiter == "," else ""
    return newline.join(delimiter.join(f"{quote}{cell}{quote}" for cell in line) for line in lines) + newline


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_every_dialect_gives_the_same_numbers(tmp_path: Path, delimiter: str, encoding: str) -> None:
    for comma, header, newline in itertools.product((False, True), (False, True), ("\n", "\r\n", "\r")):
        table = read_table(written(tmp_path, text_of(delimiter, comma, header, newline).encode(encoding)), 9, 9, "x")
        assert table.numbers().tolist() == EXPECTED
        assert table.titles == (("first x", "second") if header else ("column 1", "column 2"))
        assert table.header is header


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("1.5 -2\n3.25   4e3\n 0 6.0 \n", EXPECTED),
        ("a b\n1,5 −2\n3,25 4e3\n0 6,0\n", EXPECTED),
        ("sep=;\n1,5;-2\n3,25;4e3\n0;6,0\n", EXPECTED),
        ("1.5,-2,\n3.25,4e3,\n0,6.0,\n", EXPECTED),
        ('"x, in m","y ""up"""\n1.5,-2\n3.25,4e3\n0,6.0\n', EXPECTED),
        ('\n\n"two\nlines",y\n1.5, -2\n\n3.25, 4e3\n0, 6.0', EXPECTED),
        ("7\n8\n", [[7.0], [8.0]]),
        ("1;2\n", [[1.0, 2.0]]),
    ],
)
def test_other_forms(tmp_path: Path, text: str, rows: list[list[float]]) -> None:
    assert read_table(written(tmp_path, text), 9, 9, "x").numbers().tolist() == rows


def test_quoted_names_keep_their_signs(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, '"x, in m","y ""up""",\n1,2,\n'), 9, 9, "numbers")
    assert table.titles == ("x, in m", 'y "up"')


def test_rows_are_counted_as_an_editor_counts_them(tmp_path: Path) -> None:
    found = read_records(written(tmp_path, '# said\n"two\nlines",1\n\n3,4\n'), "x", comments=True)
    assert (found.lines, found.rows) == ([2, 5], [["two\nlines", "1"], ["3", "4"]])


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("a,b\n1,2\n3,oops\n", r"^mine\.csv, row 3, column b: 'oops' is not a number$"),
        ("a;b\n1,5;2\n3;0.5\n", r"row 3, column b: '0\.5' is not a number with a decimal comma"),
        ("a,b\n1,\n", r"row 2, column b: the cell is empty, allowed is a number"),
        ("a,b\n1,1e400\n", r"row 2, column b: 1e400 is not allowed, numbers are from -1e6 to 1e6"),
        ("a,b\n1,1_0\n", r"'1_0' is not a number"),
        ("a,b\n1,inf\n", r"'inf' is not a number"),
        ("1,2\n3\n", r"row 2 has 1 columns, row 1 has 2"),
        ("1,2,3,4\n", r"has 1 row and 4 columns; allowed are 3 rows and 3 columns"),
        ("1\n2\n3\n4\n", r"has 4 rows and 1 columns; allowed"),
        ("a,b\n", r"has a header but no rows; expected are two columns"),
        ("", r"^mine\.csv is empty; expected are two columns$"),
        (" \n\n", r"is empty"),
        ("a,b\n1,\xe9\n".encode("latin-1"), r"row 2 is not text in UTF-8 or UTF-16; save the file as UTF-8"),
        (b"a,b\n\x00\x01\x02", r"is not a text file: row 2 holds a control character"),
        (b"\xff\xfea", r"row 1 is not text"),
        (b"\x89PNG\r\n\x1a\n\0\0", r"^mine\.csv is a picture; expected are two columns$"),
        (b"BM\x10\0\0\0\0\0\0\0", r"^mine\.csv is a picture; expected are two columns$"),
        ('a,b\n"1,2\n' + "3,4\n" * 50_000, r"row 2 is not a row of a table: a cell has more than 131,072 letters"),
        ("1," * 12_000_000, r"has 24,000,000 bytes, allowed are 20,000,000"),
    ],
)
def test_a_fault_names_file_row_and_column(tmp_path: Path, content: str | bytes, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_table(written(tmp_path, content), 3, 3, "two columns").numbers()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"RIFF\0\0\0\0WAVEfmt ", r"^mine\.csv is a sound, expected is a text file$"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", r"^mine\.csv is a picture, expected is a text file$"),
    ],
)
def test_what_is_no_text_is_called_what_it_is(tmp_path: Path, content: bytes, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_text(written(tmp_path, content))


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    for path, sentence in (
        (tmp_path, "is a folder or a device, not a file"),
        (tmp_path / "none", "none does not exist"),
        (Path("/dev/zero"), "zero cannot be opened"),
        (Path("a\0b"), "is no path"),
    ):
        with pytest.raises(BadInput, match=sentence):
            read_records(path, "x")


def test_labels_may_be_words_or_numbers(tmp_path: Path) -> None:
    found = read_labelled(written(tmp_path, "kind;x;y\nb;1,5;2\na;3;4,5\n"), 9, 9)
    assert found.X.tolist() == [[1.5, 2.0], [3.0, 4.5]]
    assert (found.y.tolist(), found.names, found.classes) == ([1.0, -1.0], ("x", "y"), ("b", "a"))
    numbered = read_labelled(written(tmp_path, "1;-0,5\n2;0,5\n"), 9, 9)
    assert (numbered.y.tolist(), numbered.classes) == ([-1.0, 1.0], ("0,5", "-0,5"))
