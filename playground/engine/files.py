"""Writing a file so that it is either whole or not there: the one helper that every writer uses. No torch, no Qt."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playground.engine.errors import BadInput

LONGEST_SUFFIX = 24  # letters; a longer one names no format, and a system takes names of 255 bytes


def check_target(path: str | Path) -> Path:
    """The path of a file that is to be written, checked before the work that fills it begins.

    Raises:
        BadInput: its folder does not exist, what stands in its place is no file, or it may not be written.
    """
    try:
        target = Path(path).resolve()  # what a link names is written, not the link
        if not target.parent.is_dir():
            raise BadInput(f"{path} cannot be written: the folder {Path(path).parent} does not exist", str(path))
        if target.is_dir():
            raise BadInput(f"{path} cannot be written: it is a folder", str(path))
        if target.exists() and not target.is_file():
            raise BadInput(f"{path} cannot be written: it is a device or a pipe, not a file", str(path))
        if target.exists() and not os.access(target, os.W_OK):
            raise BadInput(f"{path} cannot be written: permission denied", str(path))
    except (OSError, ValueError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{str(path)[:60]!r} cannot be written: {error}", str(path)) from None
    return target


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary file beside the target, with the target's suffix, which replaces it when the block ends.

    If the block raises, the temporary file is removed and the target stays as it was.

    Raises:
        BadInput: the target cannot be written; its sentence names the file.
    """
    target = check_target(path)
    suffix = target.suffix if len(target.suffix) <= LONGEST_SUFFIX else ""
    temporary = target.with_name(f".{secrets.token_hex(6)}{suffix}")
    try:
        temporary.touch(exist_ok=False)
        yield temporary
        if target.exists():
            temporary.chmod(stat.S_IMODE(target.stat().st_mode))
        temporary.replace(target)
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {(error.strerror or str(error)).lower()}", str(path)) from error
    finally:
        temporary.unlink(missing_ok=True)


def write_bytes(path: str | Path, content: bytes) -> None:
    """Writes a whole file at once; after a power failure it holds the old bytes or the new ones.

    Raises:
        BadInput: the target cannot be written.
    """
    with replacing(path) as temporary, temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
