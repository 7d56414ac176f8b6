"""What another process was started for ends with that process, however that ends."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import patience
import pytest

PARENT = """
import os, subprocess, sys
from playground.lecture.parent import with_parent
own = {**os.environ, **with_parent()}
child = subprocess.Popen([sys.executable, "-c", sys.argv[1]], env=own, stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
sys.stdin.readline()
"""
CHILD = """
import threading
from playground.commands.ending import ended_in_order
from playground.lecture.parent import end_with_parent
with ended_in_order():
    end_with_parent()
    print("ready", flush=True)
    threading.Event().wait()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows does not tell of a parent's end")
def test_a_child_ends_with_a_parent_that_was_killed() -> None:
    command = [sys.executable, "-c", PARENT, CHILD]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        os.kill(child, 0)
        parent.kill()
    ends = time.monotonic() + patience.SECONDS
    while time.monotonic() < ends:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
    pytest.fail("the child lives on")
