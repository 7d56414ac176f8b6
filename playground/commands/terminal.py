"""What the commands say, in UTF-8 on every terminal and pipe; a reader that has gone is no fault."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TextIO

_GONE = (errno.EPIPE, errno.EINVAL)  # Windows calls a closed pipe an invalid argument


def speak_utf8() -> None:
    """From here on what is printed is UTF-8, and stdin is read so; half a letter, which has no form, is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig")


def say(text: str, stream: TextIO | None) -> bool:
    """Prints a text at once; False where it cannot be written for another reason than that its reader has gone."""
    if stream is None:  # a program of Windows without a console
        return True
    try:
        print(text, file=stream, flush=True)
    except OSError as error:
        return _fell_silent(stream, error)
    return True


def finish(stream: TextIO | None) -> bool:
    """Writes out what is left in a stream at the end, as `say`."""
    try:
        if stream is not None and not stream.closed:
            stream.flush()
    except OSError as error:
        return _fell_silent(stream, error)
    return True


def _fell_silent(stream: TextIO | None, error: OSError) -> bool:
    """Leads what is left to nowhere, so that the end of the process does not stumble over it."""
    try:
        if stream is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):  # a stream without a file
        pass
    return error.errno in _GONE
