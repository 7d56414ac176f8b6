"""README and handbook say what is so: every block runs, every option exists, every link leads somewhere."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import patience
import pytest

from playground import catalog, cli
from playground.commands.reference import commands_of, reference
from playground.lecture.handbook import pages
from playground.render.formats import FORMATS
from playground.ui.keys import COMMANDS, key_label

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "assets" / "handbook"
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted(FOLDER.glob("*.md")))}
_BLOCK = re.compile(
    r"(?:<!-- (?P<mark>[^>]*?) -->\n)?^```(?P<kind>[\w-]*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL
)
_CODE = re.compile(r"`(playground [^`]+)`")
_LINK = re.compile(r"\]\((?P<target>[^)#]+)(?:#[^)]*)?\)")
_SHELL = re.compile(r"^(sudo |sh |bash |python3 |\.venv/bin/)")


@dataclass(frozen=True)
class Block:
    """One block of code.

    Attributes:
        mark: how it is checked: empty (it runs), window (it is parsed), shell (its files exist), file: NAME, or needs:
            PACKAGE (it runs where that is installed).
        kind: the language.
        code: the lines.
    """

    mark: str
    kind: str
    code: str


def blocks(text: str) -> list[Block]:
    return [Block(found["mark"] or "", found["kind"], found["code"]) for found in _BLOCK.finditer(text)]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, with a file that pages take for granted, and the state of nobody."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "state"))
    return tmp_path


@pytest.mark.parametrize("name", TEXTS)
def test_every_block_of_a_page_runs(name: str, desk: Path, monkeypatch: pytest.MonkeyPatch, qapp: object) -> None:
    space: dict[str, Any] = {}
    for block in blocks(TEXTS[name]):
        if block.mark.startswith("needs: ") and find_spec(block.mark.removeprefix("needs: ")) is None:
            continue
        if block.mark.startswith("file: "):
            (desk / block.mark.removeprefix("file: ")).write_text(block.code, encoding="utf-8")
        elif block.kind == "sh":
            for line in block.code.splitlines():
                _check_line(line, block.mark, monkeypatch)
        elif block.kind == "python":
            exec(compile(block.code, f"{name}, a block", "exec"), space)
        elif block.kind in ("toml", "json"):
            _check_data(block)
        else:
            assert block.kind == "text", f"{name}: a block says neither what it is nor how it runs: {block.code[:60]!r}"


def _check_line(line: str, mark: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if mark == "shell":
        assert _SHELL.match(line), line
        for script in re.findall(r"(?:packaging|\.ci)/[\w./]+", line):
            assert (ROOT / script).exists(), f"{script} does not exist: {line}"
        if "dev.py run " in line:
            cli.parser().parse_args(shlex.split(line)[3:])
        return
    words = shlex.split(line)
    assert words[0] == "playground", line
    if mark == "window":
        assert cli.parser().parse_args(words[1:]).command in ("show", "open", "lesson"), line
        return
    assert not mark, f"nobody knows what {mark!r} means"
    if words == ["playground", "selfcheck"]:  # its own tests run it, and one page runs it with a report
        return
    if words[1] == "selfcheck":
        monkeypatch.setattr(catalog, "ids", lambda: ("perceptron",))
    said, complaints = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complaints):
        try:
            status = cli.main(words[1:])
        except SystemExit as leaving:  # --version and --help leave as argparse does
            status = int(leaving.code or 0)
    assert status == 0, f"{line}: {complaints.getvalue()}"
    for option, path in itertools.pairwise(words):
        if option in ("--out", "--csv", "--npz", "--save", "--script"):
            assert Path(path).exists(), line


def _check_data(block: Block) -> None:
    if block.kind == "toml":
        tomllib.loads(block.code)
    else:
        for line in block.code.splitlines():
            json.loads(line)


@pytest.mark.parametrize("name", TEXTS)
def test_every_command_in_the_words_of_a_page_exists(name: str) -> None:
    known = commands_of(cli.parser())
    for said in _CODE.findall(TEXTS[name]):
        words = said.replace("\\|", "|").split()
        command = words[1].split("|")[0]
        if command.isupper() or command.startswith("-") or command == "FILE":
            continue
        assert command in known, said
        options = {option for action in known[command]._actions for option in action.option_strings}
        for option in re.findall(r"--[a-z]+", said):
            assert option in options, f"{said}: no {option}"


@pytest.mark.parametrize("name", TEXTS)
def test_every_link_of_a_page_leads_somewhere(name: str) -> None:
    folder = ROOT if name == "README.md" else FOLDER
    for found in _LINK.finditer(TEXTS[name]):
        target = found["target"]
        assert target.startswith("https://") or (folder / target).exists(), f"{name}: {target}"


def test_the_first_page_leads_to_every_other() -> None:
    assert {page.name for page in pages()} == {path.stem for path in FOLDER.glob("*.md")}
    assert all(page.title for page in pages())


def test_the_reference_has_every_command_option_key_and_ending() -> None:
    made = reference(cli.parser())
    for name, command in commands_of(cli.parser()).items():
        _, found, rest = made.partition(f"### playground {name}\n")
        assert found, name
        here = rest.partition("\n### ")[0]
        for action in command._actions:
            for option in action.option_strings:
                assert option in here or option in ("-h", "--help"), f"{name} {option}"
            assert action.help or action.option_strings, f"{name}: {action.dest} says nothing of itself"
    for key in (key for command in COMMANDS for key in command.keys):
        assert key_label(key) in made, key
    assert all(command.label in made for command in COMMANDS)
    assert all(f"`{one.suffix}`" in made for one in FORMATS)
    assert "`beats`" in made
    assert "`concept`" in made


def test_every_option_says_what_it_is_for() -> None:
    silent = [
        f"{name} {'/'.join(action.option_strings) or action.dest}"
        for name, command in commands_of(cli.parser()).items()
        for action in command._actions
        if not action.help
    ]
    assert silent == []


def test_the_readme_names_every_command() -> None:
    missing = [name for name in commands_of(cli.parser()) if f"playground {name}" not in TEXTS["README.md"]]
    assert missing == []


@pytest.mark.slow
def test_the_handbook_is_good_html(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(tmp_path / "site")]
    made = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=patience.SECONDS, check=False
    )
    assert made.returncode == 0, made.stderr
    for page in pages():
        html = (tmp_path / "site" / f"{page.name}.html").read_text(encoding="utf-8")
        assert page.title in html
        assert "```" not in html
    assert "playground selfcheck" in (tmp_path / "site" / "reference.html").read_text(encoding="utf-8")
