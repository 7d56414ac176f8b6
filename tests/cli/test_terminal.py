"""What commands print is UTF-8 whatever the locale says, and a reader that goes away makes no noise."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# Those that print of themselves, without a window; the others print the path of what they wrote.
COMMANDS = (
    ("list",),
    ("list", "--json"),
    ("describe", "mlp"),
    ("describe", "optimisers", "--json"),
    ("reference",),
    ("run", "hopfield", "--steps", "1"),
    ("run", "hopfield", "--steps", "1", "--json"),
    ("check", "--schema"),
    ("check", "perceptron.lesson.toml"),
    ("verify", "Ω.json"),
    ("link", "Ω.scene.json"),
    ("run", "perceptron", "--load", "zahlen-größe.csv", "--steps", "0"),
    ("run", "perceptron", "--set", "größe=1", "--steps", "0"),
    ("run", "Ω", "--steps", "0"),
    ("render", "Ω", "--steps", "0", "--out", "Ω.png"),
    ("map", "Ω", "--x", "a", "--y", "b", "--out", "Ω.png"),
    ("gallery", "--help"),
    ("Ω.csv",),
)
LOCALES = (
    {"PYTHONIOENCODING": "cp1252"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii:strict"},
)

# All commands in one process, which would take seconds each in one of its own; streams are made anew for each.
_DRIVER = """
import io, json, os, sys
from playground import cli
heard = []
for words in json.loads(sys.argv[1]):
    files = [os.fdopen(os.open(f"{name}.txt", os.O_RDWR | os.O_CREAT | os.O_TRUNC), "r+b") for name in ("out", "err")]
    names = sys.argv[2]
    sys.stdout, sys.stderr = (io.TextIOWrapper(file, encoding=names, errors="strict") for file in files)
    try:
        status = cli.main(words)
    except SystemExit as left:
        status = left.code
    for stream in (sys.stdout, sys.stderr):
        stream.close()
    heard.append([status, *(open(f"{name}.txt", "rb").read().hex() for name in ("out", "err"))])
sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
print(json.dumps(heard))
"""


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen", "OMP_NUM_THREADS": "1", **more}


def test_every_command_prints_utf_8_into_streams_of_any_encoding(tmp_path: Path) -> None:
    (tmp_path / "zahlen-größe.csv").write_text("Größe,Höhe,Art\n1,2,grün\n3,4,blau\n5,x,blau\n", encoding="utf-8")
    words = [list(command) for command in COMMANDS]
    said = {}
    for encoding in ("utf-8", "cp1252", "ascii"):
        done = subprocess.run(
            [sys.executable, "-c", _DRIVER, json.dumps(words), encoding],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            check=True,
            timeout=300,
        )
        heard = [(status, bytes.fromhex(out), bytes.fromhex(err)) for status, out, err in json.loads(done.stdout)]
        for command, (status, out, err) in zip(COMMANDS, heard, strict=True):
            assert b"Traceback" not in err, (command, err.decode())
            assert status in (0, 2), command
            assert out.decode("utf-8") + err.decode("utf-8"), command
        said[encoding] = heard
    assert said["cp1252"] == said["utf-8"] == said["ascii"]
    assert "größe" in said["ascii"][11][2].decode("utf-8")
    assert any("→" in out.decode("utf-8") or "≤" in out.decode("utf-8") for _, out, _ in said["ascii"])


@pytest.mark.parametrize("locale", LOCALES)
def test_the_program_itself_prints_utf_8_in_any_locale(tmp_path: Path, locale: dict[str, str]) -> None:
    words = [sys.executable, "-m", "playground", "describe", "mlp"]
    done = subprocess.run(words, cwd=tmp_path, env=environment(**locale), capture_output=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")
    assert any(ord(letter) > 255 for letter in done.stdout.decode("utf-8"))


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Windows end otherwise")
@pytest.mark.parametrize("words", [("list",), ("describe", "mlp", "--json"), ("--help",), ("Ω",)])
def test_a_reader_that_has_gone_makes_no_noise(tmp_path: Path, words: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "playground", *words],
            cwd=tmp_path,
            env=environment(),
            stdout=write,
            stderr=subprocess.PIPE,
            check=False,
            timeout=120,
        )
    finally:
        os.close(write)
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr
    assert done.returncode in (0, 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_behind_the_output_is_one_sentence(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        words = [sys.executable, "-m", "playground", "list"]
        done = subprocess.run(
            words, cwd=tmp_path, env=environment(), stdout=full, stderr=subprocess.PIPE, check=False, timeout=120
        )
    assert (done.returncode, done.stderr.decode()) == (2, "playground: the output cannot be written\n")
