"""Files are whole or not there, and nothing but files is replaced."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from playground.engine.errors import BadInput
from playground.engine.files import check_target, replacing, write_bytes

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes, links and pipes of POSIX")


def test_a_failed_block_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a.json"
    write_bytes(target, b"old")

    def broken() -> None:
        with replacing(target) as temporary:
            temporary.write_bytes(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        broken()
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


@posix
def test_a_pipe_or_device_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(BadInput, match="not a file"):
        check_target(pipe)
    with pytest.raises(BadInput, match="not a file"):
        write_bytes("/dev/null", b"")
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix
def test_what_a_link_names_is_written_and_keeps_its_mode(tmp_path: Path) -> None:
    target, link = tmp_path / "real.json", tmp_path / "link.json"
    target.write_bytes(b"old")
    target.chmod(0o600)
    link.symlink_to(target)
    write_bytes(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["no/such/folder.json", "a\0b", "x" * 300])
def test_impossible_names_get_a_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        write_bytes(f"{tmp_path}/{name}", b"")
