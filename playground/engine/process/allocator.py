"""How the engine's process keeps memory that was set free: at hand, for all of its threads. Linux with glibc alone."""

from __future__ import annotations

import ctypes
import sys

_ARENAS = -8  # the names of glibc's malloc.h
_MAPPED_FROM = -3
_TRIMMED_FROM = -1

LARGEST = 32 << 20  # bytes; what is larger is mapped by itself and goes back to the system at once
KEPT = 64 << 20  # bytes at the top of the heap that are not given back


def settle() -> bool:
    """Have all threads share one heap, which is not given back after every step; returns whether it was done.

    A long step works on a thread of its own (`kit/giving_way`). With a heap of its own as well, which is trimmed
    whenever its top is free, each step would have its arrays mapped anew, page by page: twice the time.
    """
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return False  # another C library
    return all([mallopt(_ARENAS, 1), mallopt(_MAPPED_FROM, LARGEST), mallopt(_TRIMMED_FROM, KEPT)])
