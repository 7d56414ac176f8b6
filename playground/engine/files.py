"""Writing a file so that it is either whole or not there: the one helper that every writer uses. No torch, no Qt."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playground.engine.errors import BadInput


def check_target(path: str | Path) -> Path:
    """The path of a file that is to be written, checked before the work that fills it begins.

    Raises:
        BadInput: its folder does not exist, or a folder stands in its place.
    """
    target = Path(path)
    if not target.parent.is_dir():
        raise BadInput(f"{path} cannot be written: the folder {target.parent} does not exist", str(path))
    if target.is_dir():
        raise BadInput(f"{path} cannot be written: it is a folder", str(path))
    return target


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """A temporary file beside the target, with the target's suffix, which replaces it when the block ends.

    If the block raises, the temporary file is removed and the target stays as it was.

    Raises:
        BadInput: the target cannot be written; its sentence names the file.
    """
    target = check_target(path)
    temporary = target.with_name(f".{secrets.token_hex(6)}{target.suffix}")
    try:
        temporary.touch(exist_ok=False)
        yield temporary
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
