"""Frames from the engine to the window through shared memory, everything else through a pipe.

The arena is anonymous, made before the process starts and passed to it: it has no name in the file system, so nothing
is left behind however either side ends. It has two slots; a flag for each says that the engine has filled it and the
client has not copied it yet. Small messages travel in the pipe whole, and so does a message for which no slot is free
or large enough.
"""

from __future__ import annotations

import multiprocessing.sharedctypes
import pickle
from ctypes import Array, c_ubyte
from typing import Any, NamedTuple

SLOTS = 2
SLOT_BYTES = 16 << 20
SMALL = 32 << 10
_ALIGN = 64
_HEADER = 64
_BUSY_AT = SLOTS  # after the flags of the slots: the number of the group that is worked on, four bytes
_BEATS_AT = _BUSY_AT + 4  # then how often the engine's heart has beaten, four bytes


class Parcel(NamedTuple):
    """One message on its way.

    Attributes:
        body: the pickled message without its large buffers.
        slot: where the buffers lie, or None if they are in `carried`.
        sizes: the size of each buffer in bytes.
        carried: the buffers themselves, if they are not in a slot.
    """

    body: bytes
    slot: int | None
    sizes: tuple[int, ...]
    carried: tuple[bytes, ...]


def make_memory(slot_bytes: int = SLOT_BYTES) -> Array[c_ubyte]:
    """The shared bytes, to be handed to the process at its start."""
    return multiprocessing.sharedctypes.RawArray(c_ubyte, _HEADER + SLOTS * slot_bytes)


class Arena:
    """Both sides' access to the shared bytes.

    Attributes:
        slot_bytes: the size of one slot.
    """

    def __init__(self, memory: Array[c_ubyte]) -> None:
        self._bytes = memoryview(memory).cast("B")
        self.slot_bytes = (len(self._bytes) - _HEADER) // SLOTS

    @property
    def busy(self) -> int:
        """The number of the group that the engine works on, 0 for none."""
        return int.from_bytes(self._bytes[_BUSY_AT : _BUSY_AT + 4], "little")

    @property
    def beats(self) -> int:
        """How often the engine has shown that its process runs; it begins anew now and then."""
        return int.from_bytes(self._bytes[_BEATS_AT : _BEATS_AT + 4], "little")

    def beat(self) -> None:
        """Show that the process runs, also while it is in a long step."""
        self._bytes[_BEATS_AT : _BEATS_AT + 4] = ((self.beats + 1) % 2**32).to_bytes(4, "little")

    def work_on(self, number: int) -> None:
        """Note which group is worked on, so that the client knows on whom the process died."""
        self._bytes[_BUSY_AT : _BUSY_AT + 4] = number.to_bytes(4, "little")

    def pack(self, message: Any) -> Parcel:
        """A message as a parcel; arrays go into a free slot if they fit."""
        found: list[pickle.PickleBuffer] = []
        body = pickle.dumps(message, protocol=5, buffer_callback=found.append)
        raws = [buffer.raw() for buffer in found]
        sizes = tuple(raw.nbytes for raw in raws)
        room = sum(_pad(size) for size in sizes)
        slot = self._free_slot() if SMALL < room <= self.slot_bytes else None
        if slot is None:
            return Parcel(body, None, sizes, tuple(bytes(raw) for raw in raws))
        at = start = _HEADER + slot * self.slot_bytes
        for raw in raws:
            self._bytes[at : at + raw.nbytes] = raw
            at += _pad(raw.nbytes)
        assert at - start == room
        self._bytes[slot] = 1
        return Parcel(body, slot, sizes, ())

    def unpack(self, parcel: Parcel) -> Any:
        """The message, with its arrays copied out of the arena at once and the slot set free."""
        if parcel.slot is None:
            return pickle.loads(parcel.body, buffers=[bytearray(raw) for raw in parcel.carried])
        start = _HEADER + parcel.slot * self.slot_bytes
        copy = memoryview(bytearray(self._bytes[start : start + sum(_pad(size) for size in parcel.sizes)]))
        self._bytes[parcel.slot] = 0
        buffers, at = [], 0
        for size in parcel.sizes:
            buffers.append(copy[at : at + size])
            at += _pad(size)
        return pickle.loads(parcel.body, buffers=buffers)

    def _free_slot(self) -> int | None:
        return next((slot for slot in range(SLOTS) if not self._bytes[slot]), None)


def _pad(size: int) -> int:
    return -(-size // _ALIGN) * _ALIGN
