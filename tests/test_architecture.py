"""The rules of the house hold, and each of them is seen to fail when it is broken."""

from __future__ import annotations

import ast
import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import networkx
import patience
import pytest

import playground
from playground import catalog
from playground.ui.controller import state

ROOT = Path(__file__).resolve().parents[1]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
CONTRACTS: dict[str, dict[str, Any]] = {contract["id"]: contract for contract in CONFIG["contracts"]}

BREAKS = {
    "layers": ("engine/declarations/params.py", "import playground.catalog"),
    "rooms-of-the-window": ("ui/panel/stage.py", "import playground.ui.window"),
    "rooms-of-the-engine": ("engine/run/jobs.py", "import playground.engine.process.client"),
    "no-qt": ("figures/layers.py", "import PySide6.QtGui"),
    "no-torch": ("render/__init__.py", "import torch"),
    "no-torch-in-declarations": ("concepts/left/__init__.py", "import playground.engine.run.session"),
    "no-model-in-declarations": ("concepts/left/__init__.py", "import playground.concepts.left.model"),
    "concepts-are-strangers": ("concepts/left/model.py", "import playground.concepts.right"),
    "nobody-names-a-concept": ("catalog.py", "import playground.concepts.left"),
    "pyqtgraph-in-render": ("ui/__init__.py", "import pyqtgraph"),
}
"""For each contract a file of the package and a line that breaks it."""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the package with two small concepts in it, for breaking."""
    package = tmp_path / "playground"
    shutil.copytree(ROOT / "playground", package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for concept in ("left", "right"):
        folder = package / "concepts" / concept
        folder.mkdir()
        (folder / "__init__.py").write_text("import playground.engine.declarations.concept\n", encoding="utf-8")
        (folder / "model.py").write_text("import torch\n", encoding="utf-8")
    return tmp_path


def lint(folder: Path, *contracts: str) -> subprocess.CompletedProcess[str]:
    """What import-linter says about a copy of the package."""
    only = [argument for contract in contracts for argument in ("--contract", contract)]
    program = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [str(program), "--no-cache", "--no-logo", *only],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=patience.SECONDS,
    )


def test_all_contracts_hold(house: Path) -> None:
    result = lint(house)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"{len(CONTRACTS)} kept, 0 broken" in result.stdout


def test_every_contract_is_broken_by_a_test() -> None:
    assert BREAKS.keys() == CONTRACTS.keys()


@pytest.mark.parametrize("contract", sorted(BREAKS))
def test_a_broken_contract_is_seen(contract: str, house: Path) -> None:
    name, line = BREAKS[contract]
    path = house / "playground" / name
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    result = lint(house, contract)
    assert result.returncode == 1, result.stdout + result.stderr
    assert "0 kept, 1 broken" in result.stdout


def test_a_new_top_level_module_needs_its_place_in_the_order(house: Path) -> None:
    (house / "playground" / "somewhere.py").write_text("", encoding="utf-8")
    result = lint(house, "layers")
    assert result.returncode == 1, result.stdout + result.stderr
    assert "playground.somewhere" in result.stdout


def test_every_top_level_module_has_its_place_in_the_order() -> None:
    present = {found.name for found in pkgutil.iter_modules(playground.__path__)}
    declared = {name.strip(" ()") for layer in CONTRACTS["layers"]["layers"] for name in layer.split("|")}
    assert present <= declared
    assert {"__main__", "cli", "ui", "render", "catalog", "concepts", "figures", "engine", "resources"} <= present


def imports(package: Path) -> dict[str, set[str]]:
    """The modules of a package by name, each with those it imports anywhere: in functions and for type checking too."""
    paths = {module_name(path, package): path for path in package.rglob("*.py")}
    found: dict[str, set[str]] = {name: set() for name in paths}
    for name, path in paths.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                wanted = [f"{node.module}.{alias.name}" for alias in node.names]
                found[name] |= {one if one in paths else node.module for one in wanted}
            elif isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names}
    return {name: (others & paths.keys()) - {name} for name, others in found.items()}


def module_name(path: Path, package: Path) -> str:
    return ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")


def circles(package: Path) -> list[set[str]]:
    """The groups of modules of a package that reach one another by their imports."""
    graph = networkx.DiGraph(imports(package))
    return [group for group in networkx.strongly_connected_components(graph) if len(group) > 1]


def test_no_files_import_one_another_in_a_circle() -> None:
    assert circles(ROOT / "playground") == []


@pytest.mark.parametrize("line", ["import {0}", "def late():\n    import {0}", "if TYPE_CHECKING:\n    import {0}"])
def test_a_circle_of_files_is_seen(line: str, house: Path) -> None:
    path = house / "playground" / "engine" / "run" / "timeline.py"
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{line.format('playground.engine.run.session')}\n", "utf-8")
    pair = {"playground.engine.run.timeline", "playground.engine.run.session"}
    assert any(pair <= found for found in circles(house / "playground"))


def types(path: Path) -> set[str]:
    """The public classes and type aliases that a module makes at its top."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in found if re.fullmatch(r"[A-Z]\w*[a-z]\w*", name)}


def homonyms(package: Path) -> dict[str, set[str]]:
    """The names that more than one type of engine, window, figures and painters has, with where they are made."""
    places: dict[str, set[str]] = {}
    for room in ("engine", "ui", "figures", "render"):
        for path in (package / room).rglob("*.py"):
            for name in types(path):
                places.setdefault(name, set()).add(module_name(path, package))
    return {name: where for name, where in places.items() if len(where) > 1}


def test_no_two_types_share_a_name() -> None:
    assert homonyms(ROOT / "playground") == {}


@pytest.mark.parametrize("line", ["class Panel:\n    pass", "Panel = tuple[int, int]", "Panel: object = int"])
def test_two_types_of_one_name_are_seen(line: str, house: Path) -> None:
    path = house / "playground" / "render" / "look.py"
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    found = homonyms(house / "playground")
    assert found == {"Panel": {"playground.render.look", "playground.ui.controller.state"}}


def writers(folder: Path) -> dict[str, set[str]]:
    """The files that write each field of the window's state, by the calls that do."""
    known = {field.name for kind in (state.State, state.Panel) for field in fields(kind)}
    found: dict[str, set[str]] = {}
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in ("put", "put_panel"):
                for keyword in node.keywords:
                    assert keyword.arg in known, f"{path.name}: {ast.unparse(node)}"
                    found.setdefault(keyword.arg, set()).add(path.name)
    return found


def test_each_field_of_the_state_has_one_writer() -> None:
    found = writers(ROOT / "playground" / "ui" / "controller")
    found["panel"].remove("store.py")  # on behalf of who writes a field of it
    assert {name: files for name, files in found.items() if len(files) > 1} == {}
    assert {"page", "panel", "notice", "params", "playing", "frame", "lesson", "proofs"} <= found.keys()


def test_only_the_controller_writes_the_state() -> None:
    for path in (ROOT / "playground").rglob("*.py"):
        if path.parent.name != "controller":
            assert not re.search(r"\bstore\.put(_panel)?\(", path.read_text(encoding="utf-8")), path


def strings(path: Path) -> set[str]:
    """All string constants of a Python file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_nobody_names_a_concept_in_a_string() -> None:
    peers = ROOT / "playground" / "commands" / "bench" / "peers"  # each is the rival of one panel
    layers = (
        "__main__.py",
        "cli.py",
        "commands",
        "ui",
        "export",
        "sweep",
        "render",
        "lecture",
        "verify.py",
        "catalog.py",
    )
    for layer in layers:
        path = ROOT / "playground" / layer
        for file in path.rglob("*.py") if path.is_dir() else [path]:
            assert file.parent == peers or not strings(file) & set(catalog.ids()), file


def loaded(statement: str) -> set[str]:
    """The modules that a fresh process has loaded after a statement."""
    code = f"{statement}\nimport sys\nprint('\\n'.join(sys.modules))"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", timeout=patience.SECONDS
    )
    assert result.returncode == 0, result.stderr
    return set(result.stdout.split())


HEAVY = {"torch", "torch._dynamo", "scipy", "networkx", "matplotlib", "IPython"}
"""What the window's process never loads."""


def test_the_catalog_of_declarations_and_figures_loads_no_torch_and_no_qt() -> None:
    statement = (
        "from playground import catalog\n"
        "for concept in catalog.ids():\n"
        "    catalog.declaration(concept).params()\n"
        "    catalog.presets(concept), catalog.notes(concept)"
    )
    modules = loaded(statement)
    assert {f"playground.concepts.{concept}" for concept in catalog.ids()} <= modules
    assert not modules & (HEAVY | {"PySide6"})


@pytest.mark.parametrize(
    "module", ["declarations.params", "declarations.concept", "frame", "errors", "process.messages", "process.client"]
)
def test_the_windows_side_of_the_engine_loads_no_torch_and_no_qt(module: str) -> None:
    modules = loaded(f"import playground.engine.{module}")
    assert f"playground.engine.{module}" in modules
    assert not modules & (HEAVY | {"PySide6"})


def window_modules() -> list[str]:
    """Every module of the window and its painters."""
    found = []
    for package in ("ui", "render"):
        path = str(ROOT / "playground" / package)
        found += [module.name for module in pkgutil.walk_packages([path], f"playground.{package}.")]
    return found


def test_the_window_and_its_painters_load_no_torch() -> None:
    modules = loaded("; ".join(f"import {module}" for module in window_modules()))
    assert set(window_modules()) <= modules
    assert not modules & HEAVY


def test_the_entry_of_the_program_loads_nothing_heavy() -> None:
    modules = loaded("import playground.__main__")
    assert not modules & (HEAVY | {"PySide6", "numpy", "pydantic"})


def lines_set_by_hand(root: Path) -> list[str]:
    """The places, as file:line below a folder, where a comment keeps the formatter out."""
    comment = re.compile(r"#\s*fmt:\s*(skip|off)")
    found = []
    for path in sorted(root.rglob("*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        found += [f"{path.relative_to(root)}:{k}" for k, line in enumerate(lines, 1) if comment.search(line)]
    return found


@pytest.mark.parametrize("folder", ["playground", "tests", "packaging"])
def test_the_formatter_sets_every_line(folder: str) -> None:
    assert not lines_set_by_hand(ROOT / folder)


@pytest.mark.parametrize("directive", ["fmt: skip", "fmt:off"])
def test_a_line_set_by_hand_is_seen(tmp_path: Path, directive: str) -> None:
    (tmp_path / "table.py").write_text(f"ROW = [1,\n       2]  # {directive}\n", encoding="utf-8")
    assert lines_set_by_hand(tmp_path) == ["table.py:2"]
