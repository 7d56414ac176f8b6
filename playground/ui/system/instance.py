"""One running program: a second start, or a file or link that is opened, is handed to the window that is open. No Qt.

The running program holds a lock in the user's state folder and listens at a socket (a named pipe on Windows) that only
the user can reach; its key stands in a file that only the user can read. What is handed over is JSON, never code. Where
the running program does not answer, the second one opens a window of its own: a lecture must never wait.
"""

from __future__ import annotations

import json
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from multiprocessing import AuthenticationError
from pathlib import Path
from tempfile import mkdtemp
from typing import IO, TYPE_CHECKING, Any

from playground.engine.files import read_bytes
from playground.lecture import locks
from playground.lecture.folders import make_private, state_folder
from playground.ui.system.start_request import Start, read_start

if TYPE_CHECKING:
    from multiprocessing.connection import Listener

PATIENCE = 5.0  # seconds that a second start waits for the first to answer
CLOSING = 0.5  # seconds that somebody who is being listened to may hold up the end
LONGEST = 1 << 20  # bytes of a request
_SOCKET = 100  # letters that the path of a socket may have on every system
_TAKEN = b"taken"


class Instance:
    """This program among those of the same user.

    Args:
        folder: where lock and key are; None: in the user's state folder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or state_folder() / "running"
        self._lock: IO[bytes] | None = None
        self._listener: Listener | None = None
        self._thread: threading.Thread | None = None
        self._closing = False
        self._holder: Path | None = None

    def claim(self) -> bool:
        """Tries to be the running program; false where another one is.

        A folder that cannot be written makes it the only one: there is nothing to hand over by.
        """
        try:
            make_private(self.folder)
            lock = self.lock_file.open("ab")
        except OSError:
            return True
        try:
            locks.take(lock)
        except OSError:
            lock.close()
            return False
        self._lock = lock
        return True

    def listen(self, take: Callable[[Start], bool]) -> None:
        """Takes what other starts hand over, until `close`.

        Args:
            take: is called on a thread of its own; false if the start is not taken, as by a window that closes.
        """
        if self._lock is None:
            return
        from multiprocessing.connection import Listener  # imported here: the first paint does without it

        address, key = self._address(), secrets.token_bytes(32)
        family = "AF_PIPE" if sys.platform == "win32" else "AF_UNIX"
        try:
            self._clean(address)
            self._listener = Listener(address, family, authkey=key)
            if family == "AF_UNIX":
                Path(address).chmod(0o600)
            self._write_key(address, key)
        except OSError:
            return  # then every start opens a window of its own
        self._thread = threading.Thread(
            target=self._serve, args=(self._listener, take), name="one instance", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Ends listening, and lets another program be the running one; may be called more than once."""
        self._closing = True
        listener, self._listener = self._listener, None
        if listener is not None:
            address = str(listener.address)
            self._key_file.unlink(missing_ok=True)
            _wake(address)
            if self._thread is not None:
                self._thread.join(CLOSING)
            with suppress(OSError):
                listener.close()
            self._clean(address)
        if self._holder is not None:
            with suppress(OSError):
                self._holder.rmdir()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    @property
    def lock_file(self) -> Path:
        """Which the running program holds."""
        return self.folder / "lock"

    @property
    def _key_file(self) -> Path:
        return self.folder / "key.json"

    def _address(self) -> str:
        if sys.platform == "win32":
            return rf"\\.\pipe\ml-playground-{secrets.token_hex(16)}"
        path = self.folder / "socket"
        if len(os.fsencode(path)) > _SOCKET:  # a system takes no longer ones
            self._holder = Path(mkdtemp(prefix="playground-"))
            path = self._holder / "socket"
        return str(path)

    @staticmethod
    def _clean(address: str) -> None:
        """Takes away the socket of a program that was killed."""
        if sys.platform != "win32":
            Path(address).unlink(missing_ok=True)

    def _write_key(self, address: str, key: bytes) -> None:
        temporary = self.folder / f".{secrets.token_hex(6)}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with os.fdopen(os.open(temporary, flags, 0o600), "w", encoding="utf-8") as file:
            json.dump({"address": address, "key": key.hex()}, file)
        temporary.replace(self._key_file)

    def _serve(self, listener: Listener, take: Callable[[Start], bool]) -> None:
        while not self._closing:
            try:
                with listener.accept() as connection:
                    if connection.poll(PATIENCE):
                        start = read_start(connection.recv_bytes(LONGEST))
                        if take(start):
                            connection.send_bytes(_TAKEN)
            except (AuthenticationError, EOFError, ValueError):
                continue  # somebody else, or somebody who went away
            except OSError:
                if self._closing or listener is not self._listener:
                    return


def hand_over(
    start: Start,
    folder: Path | None = None,
    patience: float = PATIENCE,
    ended: Callable[[], bool] = lambda: False,
) -> bool:
    """Gives a start to the running program; false if it does not take it in time, or ends.

    Args:
        start: what is asked for.
        folder: where lock and key are; None: in the user's state folder.
        patience: seconds to wait, since the running program may just be starting.
        ended: whether the running program runs no more.
    """
    taken, given_up = threading.Event(), threading.Event()
    ends = time.monotonic() + patience
    words = json.dumps(asdict(start.absolute())).encode()
    key_file = (folder or state_folder() / "running") / "key.json"

    def give() -> None:
        while time.monotonic() < ends and not given_up.is_set():
            if _give(words, key_file):
                taken.set()
                return
            time.sleep(0.05)

    # On a thread: a program that hangs takes the connection and never answers.
    threading.Thread(target=give, name="handing over", daemon=True).start()
    while not taken.wait(0.05) and time.monotonic() < ends and not ended():
        pass
    given_up.set()
    return taken.is_set()


def _give(words: bytes, key_file: Path) -> bool:
    from multiprocessing.connection import Client

    try:
        key = _read_key(key_file)
        with Client(key["address"], authkey=bytes.fromhex(key["key"])) as connection:
            connection.send_bytes(words)
            return connection.recv_bytes(len(_TAKEN)) == _TAKEN
    except (OSError, EOFError, ValueError, KeyError, TypeError, AuthenticationError):
        return False


def _read_key(path: Path) -> dict[str, Any]:
    """The key of the running program.

    Raises:
        OSError, ValueError: there is none, or others could have written or read it.
    """
    about = path.stat()
    if sys.platform != "win32" and (about.st_uid != os.getuid() or about.st_mode & 0o077):
        raise ValueError("not the user's own")
    found = json.loads(read_bytes(path, LONGEST))
    if not isinstance(found, dict):
        raise ValueError("no key")
    return found


def _wake(address: str) -> None:
    """Lets a listener that waits see that it is closing."""
    if sys.platform == "win32":
        from multiprocessing.connection import Client

        with suppress(OSError, EOFError, AuthenticationError):
            Client(address, authkey=b"").close()
        return
    import socket

    with suppress(OSError), socket.socket(socket.AF_UNIX) as waking:
        waking.settimeout(1.0)
        waking.connect(address)
