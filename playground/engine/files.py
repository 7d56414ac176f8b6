"""The one way in and the one way out for files of a user. No torch, no Qt.

What is read is a regular file of limited size; what is written is either whole or not there.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playground.engine.errors import BadInput

LONGEST_SUFFIX = 24  # letters; a longer one names no format, and a system takes names of 255 bytes


def read_bytes(path: str | Path, most: int, called: str = "") -> bytes:
    """What a file holds.

    A pipe is not waited for, a device not asked, and of a file that grows meanwhile no more than is allowed is read.

    Args:
        path: the file.
        most: the largest size in bytes.
        called: how the sentences call it, which is their field too; empty: by its name.

    Raises:
        BadInput: it is not there, may not be read, is no file, or is larger.
    """
    raw, size = _read(path, most + 1, called)
    if len(raw) > most:
        name = called or Path(path).name
        raise BadInput(f"{name} has {max(size, len(raw)):,} bytes, allowed are {most:,}", called or "file")
    return raw


def read_head(path: str | Path, most: int, called: str = "") -> bytes:
    """The first bytes of a file, at most so many; arguments and errors as for `read_bytes`."""
    return _read(path, most, called)[0]


def is_there(path: str | Path) -> bool:
    """Whether anything has this name, be it no file; a name that cannot be one has nothing."""
    return os.path.lexists(path)


def _read(path: str | Path, most: int, called: str) -> tuple[bytes, int]:
    """The first bytes of a regular file, and its size as the system says it."""
    place, field = Path(path), called or "file"
    name = called or place.name or str(place)
    try:
        # Asked before it is opened, since opening a device may do something; and after, since it may be another one.
        if stat.S_ISREG(place.stat().st_mode):
            with open(place, "rb", opener=_open_at_once) as file:
                about = os.fstat(file.fileno())
                if stat.S_ISREG(about.st_mode):
                    return file.read(most) or b"", about.st_size
    except FileNotFoundError:
        raise BadInput(f"{name} does not exist", field) from None
    except OSError as error:
        raise BadInput(f"{name} cannot be opened: {(error.strerror or str(error)).lower()}", field) from None
    except ValueError:  # a NUL or half a letter in the path
        raise BadInput(f"{name} cannot be opened: it is no path", field) from None
    raise BadInput(f"{name} cannot be opened: it is a folder or a device, not a file", field)


def _open_at_once(path: str, flags: int) -> int:
    """Opens without waiting for somebody at the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


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
    except BadInput:
        raise
    except RuntimeError:  # before Python 3.13
        raise BadInput(f"{path} cannot be written: too many levels of symbolic links", str(path)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no path"
        raise BadInput(f"{path} cannot be written: {reason.lower()}", str(path)) from None
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
