"""Small products are made by one thread, whatever of the program is loaded first."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROBE = """
import sys
{first}
import playground.engine.run.session, numpy, os
print(os.environ["OPENBLAS_NUM_THREADS"], "numpy" in sys.modules)
"""


@pytest.mark.parametrize("first", ["", "from playground import catalog", "from playground import open_session"])
def test_the_thread_count_is_set_before_numpy_is_loaded(first: str) -> None:
    bare = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    watch = (
        "import sys, os\n"
        "class Watch:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name in ('numpy', 'torch') and 'OPENBLAS_NUM_THREADS' not in os.environ:\n"
        "            raise SystemExit(f'{name} is loaded before the thread count is set')\n"
        "sys.meta_path.insert(0, Watch())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", watch + PROBE.format(first=first)], env=bare, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["1", "True"]
