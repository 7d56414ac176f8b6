"""The contract tests themselves are tested: each breach of the contract makes the test that is there for it fail."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from playground.commands.new import make

ROOT = Path(__file__).resolve().parents[2]

# Concept: file, what stands there, what is put in its place, and the test that must see it.
BREACHES = {
    "impure_step": (
        "model.py",
        "    w = state.w -",
        "    state.w.add_(1.0)\n    w = state.w -",
        "test_nothing_writes_into_its_inputs",
    ),
    "impure_apply": (
        "model.py",
        "    point = ",
        "    data.x[0] = 0.0\n    point = ",
        "test_nothing_writes_into_its_inputs",
    ),
    "global_noise": (
        "model.py",
        "ctx.randn(params.n, 2)",
        "torch.randn(params.n, 2)",
        "test_the_same_seed_gives_the_same_bits",
    ),
    "deaf_seed": (
        "model.py",
        "ctx.randn(params.n, 2)",
        "0 * ctx.randn(params.n, 2)",
        "test_another_seed_differs_where_there_is_chance",
    ),
    "strided_state": (
        "model.py",
        "torch.zeros(2, dtype",
        "torch.zeros(4, dtype",
        "test_state_and_data_are_contiguous_trees",
    ),
    "data_by_rate": (
        "model.py",
        "+ 1.0)",
        "+ params.rate)",
        "test_data_depend_on_data_parameters_only",
    ),
    "hidden_state": (
        "model.py",
        "    w = state.w -",
        "    CALLS.append(1)\n    w = state.w + 1e-9 * len(CALLS) -",
        "test_seek_is_a_straight_replay",
    ),
    "unknown_name": ("plane.py", "xy=data.x", 'xy="nowhere"', "test_names_in_the_figure_are_in_the_frame"),
    "silent_metric": (
        "plane.py",
        '"factor": factor(params), ',
        "",
        "test_everything_declared_is_observed_in_some_mode",
    ),
    "late_array": (
        "plane.py",
        '"w": state.w}',
        '"w": state.w} | ({"late": state.w} if state.w.any() else {})',
        "test_the_names_of_a_frame_do_not_depend_on_the_step",
    ),
    "late_layer": (
        "plane.py",
        "        layers=(\n",
        '        layers=(\n            *((Points(name="late", xy=data.x),) if state.w.any() else ()),\n',
        "test_a_figure_is_constant_along_a_run",
    ),
    "slow_observe": (
        "model.py",
        "    return plane(",
        "    sum(range(3 * 10**6))\n    return plane(",
        "test_step_and_observe_are_fast",
    ),
    "brittle_range": (
        "model.py",
        "    w = state.w -",
        "    assert params.rate < 3\n    w = state.w -",
        "test_every_range_can_be_used_to_its_ends",
    ),
    "torch_in_declaration": (
        "__init__.py",
        "from __future__ import annotations\n",
        "from __future__ import annotations\nimport torch\n",
        "test_a_declaration_loads_without_torch",
    ),
    "wrong_mouse": ("plane.py", 'take={"xy": "xy"}', 'take={"x": "x"}', "test_plots_and_their_mouse_are_sound"),
    "wrong_case": ("cases.json", "[1.5, 0]", "[1.6, 0]", "test_shipped_cases_hold"),
    "wrong_notes": ("notes.md", "{error}", "{eror}", "test_notes_name_what_exists"),
    "no_failure": ("presets.toml", "fails = ", "# ", "test_presets_are_sound"),
    "no_meaning": (
        "__init__.py",
        '"What one step multiplies the distance by: |1 - rate|."',
        '""',
        "test_names_are_unique_and_everything_has_a_meaning",
    ),
    "stuck_gesture": (
        "model.py",
        "    point = ",
        '    raise BadInput("xy is not wanted", "xy")\n    point = ',
        "test_every_gesture_is_applied_and_logged",
    ),
    "lost_challenge": (
        "challenges.toml",
        "set = { rate = 1.0 }",
        "set = { rate = 0.9 }",
        "test_solutions_do_it_and_wrong_moves_do_not",
    ),
    "idle_challenge": (
        "challenges.toml",
        'holds = "error > 10"',
        'holds = "error < 1"',
        "test_solutions_do_it_and_wrong_moves_do_not",
    ),
    "unknown_challenge": (
        "challenges.toml",
        'allows = ["rate"]',
        'allows = ["rat"]',
        "test_they_name_what_exists",
    ),
    "false_claim": ("claims.toml", "factor == 0.8", "factor == 0.7", "test_claims_hold"),
}


def failing(root: Path) -> set[str]:
    """Which tests fail in a copy of the product whose only concepts are the breaches, and one that is flawless."""
    for folder in ("playground", "tests/contract", "tests/support", "packaging/new_concept", "packaging/linux"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__", Path(__file__).name))
    for file in ("pyproject.toml", "tests/conftest.py"):
        shutil.copy(ROOT / file, root / file)
    (root / "assets").symlink_to(ROOT / "assets")
    for shipped in (root / "playground" / "concepts").iterdir():
        if shipped.is_dir():
            shutil.rmtree(shipped)
    subprocess.run([sys.executable, "-m", "playground", "new", "flawless"], cwd=root, check=True, capture_output=True)
    for name, (file, old, new, _) in BREACHES.items():
        make(root, name)
        path = root / "playground" / "concepts" / name / file
        text = path.read_text()
        assert old in text, name
        text = text.replace(old, new, 1)
        if file == "model.py":
            text = text.replace("import torch\n", "import time\n\nimport torch\n", 1)
            text = text.replace("import Ctx\n", "import Ctx\nfrom playground.engine.errors import BadInput\n", 1)
            text = text.replace("CLOSE = ", "CALLS: list[int] = []\nCLOSE = ", 1)
        if name == "strided_state":
            text = text.replace("device=ctx.device))", "device=ctx.device)[::2])")
        path.write_text(text)
    chosen = " or ".join(["flawless", *(f"({test} and {name})" for name, (*_, test) in BREACHES.items())])
    words = [sys.executable, "-m", "pytest", "-q", "-rf", "--tb=no", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run([*words, "-k", chosen], cwd=root, capture_output=True, text=True, check=False)
    failed = set(re.findall(r"FAILED \S+::(\w+\[\w+)", done.stdout))
    failed |= set(re.findall(r"FAILED \S+/(\w+\.py::test_theorem)", done.stdout))
    assert failed, done.stdout + done.stderr
    return failed


@pytest.mark.slow
def test_each_breach_is_seen_and_nothing_flawless_fails(tmp_path: Path) -> None:
    failed = failing(tmp_path)
    assert not [name for name, (*_, test) in BREACHES.items() if f"{test}[{name}" not in failed]
    assert not [test for test in failed if test.endswith("[flawless")]
    assert "test_flawless.py::test_theorem" in failed, "a new concept owes its theorem"
