"""Tables as pandas, R, NumPy, Excel and Matlab write them: points, names and classes come out as they were meant."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from playground.engine.errors import BadInput
from playground.engine.reading.points import read_labelled
from playground.engine.reading.preview import preview
from playground.engine.reading.remarks import listening
from playground.engine.reading.table import read_table

FILES = Path(__file__).resolve().parents[1] / "support" / "usual_files"
X = [[2.0, 1.5], [2.5, 1.0], [-3.0, -2.5], [-2.5, -2.0]]
Y = [1.0, 1.0, -1.0, -1.0]
POINTS = np.array(X)


def written(folder: Path, content: str | bytes, name: str = "mine.csv") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def npy(array: Any) -> bytes:
    np.save(buffer := io.BytesIO(), array)
    return buffer.getvalue()


def npz(*arrays: Any, **named: Any) -> bytes:
    np.savez(buffer := io.BytesIO(), *arrays, **named)
    return buffer.getvalue()


def savetxt(**options: Any) -> str:
    np.savetxt(buffer := io.StringIO(), np.column_stack([POINTS, [1, 1, 0, 0]]), **options)
    return buffer.getvalue()


# What a file holds; the names of the features; the classes of its first and its last two rows; what is said.
USUAL: dict[str, tuple[str | bytes, tuple[str, ...], tuple[str, str], str]] = {
    "pandas": (",x,y,label\n0,2,1.5,a\n1,2.5,1,a\n2,-3,-2.5,b\n3,-2.5,-2,b\n", ("x", "y"), ("a", "b"), "no title"),
    "pandas, shuffled": (
        ",x,y,label\n7,2,1.5,a\n1,2.5,1,a\n12,-3,-2.5,b\n3,-2.5,-2,b\n",
        ("x", "y"),
        ("a", "b"),
        "no title",
    ),
    "pandas, twice": (
        ",Unnamed: 0,x,y,label\n0,0,2,1.5,a\n1,1,2.5,1,a\n2,2,-3,-2.5,b\n3,3,-2.5,-2,b\n",
        ("x", "y"),
        ("a", "b"),
        "column Unnamed: 0 only names the rows",
    ),
    "pandas, without names": (
        ",0,1,2\n0,2.0,1.5,1.0\n1,2.5,1.0,1.0\n2,-3.0,-2.5,0.0\n3,-2.5,-2.0,0.0\n",
        ("0", "1"),
        ("1", "0"),
        "the first row, 0, 1, 2, is read as titles",
    ),
    "pandas, without names and index": (
        "0,1,2\n2.0,1.5,1.0\n2.5,1.0,1.0\n-3.0,-2.5,0.0\n-2.5,-2.0,0.0\n",
        ("0", "1"),
        ("1", "0"),
        "the first row, 0, 1, 2, is read as titles",
    ),
    "Kaggle": ("Id,x,y,Species\n1,2,1.5,a\n2,2.5,1,a\n3,-3,-2.5,b\n4,-2.5,-2,b\n", ("x", "y"), ("a", "b"), "column Id"),
    "write.csv": (
        '"","x","y","kind"\n"1",2,1.5,"a"\n"2",2.5,1,"a"\n"3",-3,-2.5,"b"\n"4",-2.5,-2,"b"\n',
        ("x", "y"),
        ("a", "b"),
        "no title",
    ),
    "write.csv, named rows": (
        '"","x","y","kind"\n"Mazda RX4",2,1.5,"a"\n"Fiat",2.5,1,"a"\n"Honda",-3,-2.5,"b"\n"Volvo",-2.5,-2,"b"\n',
        ("x", "y"),
        ("a", "b"),
        "no title",
    ),
    "write.table": (
        '"x" "y" "kind"\n"1" 2 1.5 "a"\n"2" 2.5 1 "a"\n"3" -3 -2.5 "b"\n"4" -2.5 -2 "b"\n',
        ("x", "y"),
        ("a", "b"),
        "no title",
    ),
    "write.csv2": (
        '"x";"y";"kind"\n2;1,5;"a"\n2,5;1;"a"\n-3;-2,5;"b"\n-2,5;-2;"b"\n',
        ("x", "y"),
        ("a", "b"),
        "",
    ),
    "savetxt": (savetxt(), ("column 1", "column 2"), ("1", "0"), ""),
    "savetxt with titles": (savetxt(delimiter=",", header="x,y,label"), ("x", "y"), ("1", "0"), ""),
    "savetxt with a note": (savetxt(header="made in May"), ("made", "in"), ("1", "0"), ""),
    "savetxt with a long note": (
        savetxt(delimiter=",", header="made in May, by me"),
        ("column 1", "column 2"),
        ("1", "0"),
        "",
    ),
    "savetxt with a last note": (savetxt(header="x y c", footer="end"), ("x", "y"), ("1", "0"), ""),
    "Matlab": ("% x y class\n2 1.5 1\n2.5 1 1\n-3 -2.5 0\n-2.5 -2 0\n", ("x", "y"), ("1", "0"), ""),
    "Weka": (
        "% iris\n@relation iris\n\n@attribute 'length x' numeric\n@ATTRIBUTE y real\n@attribute class {a,b}\n@data\n"
        "2,1.5,a\n2.5,1,a\n% more\n-3,-2.5,b\n-2.5,-2,b\n",
        ("length x", "y"),
        ("a", "b"),
        "",
    ),
    "Titanic": (
        "PassengerId,x,y,Sex\n892,2,1.5,a\n893,2.5,1,a\n901,-3,-2.5,b\n950,-2.5,-2,b\n",
        ("x", "y"),
        ("a", "b"),
        "the column PassengerId only names the rows",
    ),
    "BMI": ("BMI,humid,label\n2,1.5,a\n2.5,1,a\n-3,-2.5,b\n-2.5,-2,b\n", ("BMI", "humid"), ("a", "b"), ""),
    "TSV": ("x\ty\tlabel\n2\t1.5\ta\n2.5\t1\ta\n-3\t-2.5\tb\n-2.5\t-2\tb\n", ("x", "y"), ("a", "b"), ""),
    "blank lines": ("x,y,label\n\n2,1.5,a\n2.5,1,a\n\n\n-3,-2.5,b\n-2.5,-2,b\n\n", ("x", "y"), ("a", "b"), ""),
    "Excel": (
        "\ufeffsep=;\r\nx;y;label\r\n2;1,5;a\r\n2,5;1;a\r\n-3;-2,5;b\r\n-2,5;-2;b\r\n",
        ("x", "y"),
        ("a", "b"),
        "",
    ),
    "years": ("2019,2020,label\n2,1.5,a\n2.5,1,a\n-3,-2.5,b\n-2.5,-2,b\n", ("2019", "2020"), ("a", "b"), "as titles"),
    "class first": ("class,x,y\na,2,1.5\na,2.5,1\nb,-3,-2.5\nb,-2.5,-2\n", ("x", "y"), ("a", "b"), ""),
    "class first, in numbers": ("Class,x,y\n1,2,1.5\n1,2.5,1\n0,-3,-2.5\n0,-2.5,-2\n", ("x", "y"), ("1", "0"), ""),
    "target between": ("x,target,y\n2,1,1.5\n2.5,1,1\n-3,0,-2.5\n-2.5,0,-2\n", ("x", "y"), ("1", "0"), ""),
    "y is the class": ("y,x1,x2\n1,2,1.5\n1,2.5,1\n-1,-3,-2.5\n-1,-2.5,-2\n", ("x1", "x2"), ("1", "-1"), ""),
    "class first, untitled": (
        "1,2,1.5\n1,2.5,1\n2,-3,-2.5\n2,-2.5,-2\n",
        ("column 2", "column 3"),
        ("1", "2"),
        "alone",
    ),
    "scikit-learn": (
        "x,y,target,target_name\n2,1.5,0,a\n2.5,1,0,a\n-3,-2.5,1,b\n-2.5,-2,1,b\n",
        ("x", "y"),
        ("0", "1"),
        "the column target_name is left out, since no numbers are in it",
    ),
    "names beside": (
        "name,x,y,kind\nAnn,2,1.5,a\nBob,2.5,1,a\nCid,-3,-2.5,b\nDot,-2.5,-2,b\n",
        ("x", "y"),
        ("a", "b"),
        "the column name is left out",
    ),
    "one class in several spellings": (
        "x,y,c\n2,1.5,1\n2.5,1,1.0\n-3,-2.5,0e0\n-2.5,-2,0\n",
        ("x", "y"),
        ("1", "0"),
        "",
    ),
    "quoted": ('x,y,label\n"2","1.5","a, b"\n2.5,"1","a, b"\n-3,-2.5,b\n-2.5,-2,b\n', ("x", "y"), ("a, b", "b"), ""),
    "a blank behind quotes": (
        'x,y,label\n"2" ,1.5,"a"\n2.5 ,1,"a" \n-3,-2.5,b\n-2.5,-2,b\n',
        ("x", "y"),
        ("a", "b"),
        "",
    ),
    "npy": (npy(np.column_stack([POINTS, [1, 1, 0, 0]])), ("column 1", "column 2"), ("1", "0"), ""),
    "npz": (npz(X=POINTS, y=np.array([1, 1, 0, 0])), ("column 1", "column 2"), ("1", "0"), ""),
    "npz of flags": (npz(X=POINTS, y=np.array([True, True, False, False])), ("column 1", "column 2"), ("1", "0"), ""),
    "npz of words": (npz(POINTS, np.array(["a", "a", "b", "b"])), ("column 1", "column 2"), ("a", "b"), ""),
    "npz of two parts": (
        npz(X_train=POINTS, y_train=np.array([1, 1, 0, 0]), X_test=POINTS[:1], y_test=np.array([1])),
        ("column 1", "column 2"),
        ("1", "0"),
        "the arrays X_test, y_test are left out",
    ),
    "npy with names": (
        npy(np.array([(*row, int(y > 0)) for row, y in zip(X, Y, strict=True)], "f8,f8,i4").view()),
        ("f0", "f1"),
        ("1", "0"),
        "",
    ),
}


@pytest.mark.parametrize("name", USUAL)
def test_a_usual_table_gives_its_points(name: str, tmp_path: Path) -> None:
    content, features, classes, said = USUAL[name]
    with listening() as heard:
        found = read_labelled(written(tmp_path, content), 9, 9)
    assert found.names == features
    assert found.X.tolist() == X
    rows = [found.classes[0] if one > 0 else found.classes[1] for one in found.y]
    assert rows == [classes[0]] * 2 + [classes[1]] * 2
    assert bool(heard) == bool(said), heard
    assert said in "; ".join(heard)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('x,y,c\n1,2,a\n3,4,"b\n5,6,a\n7,8,b\n', r"^mine\.csv, row 3: a quote is opened and not closed in this row$"),
        ('x,y,c\n1,2,a\n3,4,"b\n5,6,"a\n7,8,b\n', r"row 3: a quote is opened and not closed"),
        (
            "x,c,d\n1,a,p\n2,b,q\n1,a,q\n2,b,p\n",
            r"the columns c and d hold words; call the one that is the class class",
        ),
        ("label,target,x\n1,0,2\n0,0,3\n1,1,4\n", r"the columns label and target are both called as classes are"),
        ("x,y,c\n1,NA,a\n2,3,b\n", r"row 2, column y: 'NA' is not a number; leave rows with a missing value out"),
        (
            "x,y\n1,2\n2,3\n3,4\n",
            r"mine\.csv has two columns of numbers; expected are columns of numbers and one column",
        ),
        ("x,y,c\n1,5%,a\n2,3,b\n", r"row 2, column y: '5%' is not a number"),
        ("a b\nb c\nc a\n", r"mine\.csv has no numbers beside its class; expected are columns of numbers"),
        ("1,2,a\n3,4,b\n5,x,a\n", r"row 3, column 2: 'x' is not a number"),
        ('[{"x": 1, "c": "a"}, {"x": 2, "c": "b"}]', r"mine\.csv holds JSON, not a table; expected are columns"),
        ('<?xml version="1.0"?>\n<a/>', r"holds XML, not a table"),
        ("+1 1:0.5 2:0.3\n-1 1:0.1 2:0.9\n", r"is a file of LIBSVM; write X\.toarray\(\) and y with np\.savez"),
        (npy(np.array([{}], dtype=object)), r"mine\.csv holds objects of Python, which are never opened"),
        (npy(POINTS)[:-8], r"is damaged: an array is not as long as its head says"),
        (npy(np.zeros((2, 2, 2))), r"holds an array of 3 dimensions, allowed are rows and columns"),
        (npy(np.zeros((50, 3))), r"has 50 rows and 3 columns; allowed are 9 rows and 10 columns"),
        (npz(a=POINTS, b=POINTS[:3]), r"holds weights of a net"),
        (npz(a=POINTS, c=np.ones(4), d=np.ones(4)), r"holds the arrays c, d; call that of the classes y"),
        (
            npz(a=np.ones(3), b=np.ones(4)),
            r"holds the arrays a, b; call that of the points X and that of the classes y",
        ),
        (b"PK\3\4" + b"\0" * 26 + b"x.npy" + b"\0" * 90, r"is damaged: it cannot be read as arrays"),
    ],
)
def test_what_cannot_be_told_is_refused(content: str | bytes, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_labelled(written(tmp_path, content), 9, 9)


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("0,1\n1,3\n2,2\n", ("column 1", "column 2")),  # x and y of a function, not titles
        (",y\n0,1\n1,3\n2,2\n", ("column 1", "y")),  # a series of pandas: its index is x
        ("index,y\n0,1\n1,3\n", ("index", "y")),
        ("x,y\n1,1\n2,3\n", ("x", "y")),
        ("n,x,y\n1,1,5\n2,3,6\n", ("n", "x", "y")),  # counts, but is not called as such columns are
        ("id,x,y\n1,1,5\n1,3,6\n", ("id", "x", "y")),  # repeats: no name of a row
        ("1,2,a\n3,4,a\n5,6,b\n", ("column 1", "column 2", "column 3")),
        ("1,2,a\n3,4,b\n5,6,b\n", ("column 1", "column 2", "column 3")),
    ],
)
def test_values_are_not_taken_for_titles_or_names(text: str, titles: tuple[str, ...], tmp_path: Path) -> None:
    assert read_table(written(tmp_path, text), 9, 9, "x").titles == titles


def test_the_look_at_a_file_says_what_will_be_left_out(tmp_path: Path) -> None:
    assert "only names the rows and is left out" in preview(FILES / "pandas_index.csv", ("table",)).remark
    assert preview(FILES / "savetxt.csv", ("table",)).remark == ""
    seen = preview(written(tmp_path, npz(X=POINTS, y=np.ones(4), z=np.ones(3))), ("table",))
    assert (seen.kind, seen.count, seen.rows[0]) == ("table", 4, ("column 1", "column 2", "class"))
    assert "the arrays z are left out" in seen.remark


@pytest.mark.parametrize(
    ("name", "features", "classes"),
    [
        ("pandas_index.csv", ("x", "y"), ("spam", "ham")),
        ("numhead.csv", ("2019", "2020"), ("spam", "ham")),
        ("classfirst_binary_last.csv", ("length", "hairy"), ("1", "0")),
        ("savetxt.csv", ("x", "y"), ("1", "0")),
    ],
)
def test_files_that_failed_once(name: str, features: tuple[str, ...], classes: tuple[str, str]) -> None:
    found = read_labelled(FILES / name, 20, 9)
    assert (found.names, found.classes) == (features, classes)
    assert found.y.tolist() == [1.0] * 6 + [-1.0] * 6
    assert found.X[:, 0].round(3).tolist()[:3] == [2.063, 2.32, 1.732]
