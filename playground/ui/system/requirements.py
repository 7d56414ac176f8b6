"""Looks at the system before Qt does: Qt ends the process where a library or the screen is missing.

Standard library only, and to be called before anything imports PySide6.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playground.engine.errors import BadInput

WINDOWLESS = frozenset({"offscreen", "minimal", "vnc"})
"""Qt platforms that need no screen."""


@dataclass(frozen=True)
class Library:
    """A shared library of the system and the packages that bring it."""

    name: str
    debian: str
    fedora: str


BASE = (
    Library("libEGL.so.1", "libegl1", "libglvnd-egl"),
    Library("libGL.so.1", "libgl1", "libglvnd-glx"),
    Library("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon"),
    Library("libglib-2.0.so.0", "libglib2.0-0", "glib2"),
    Library("libfontconfig.so.1", "libfontconfig1", "fontconfig"),
    Library("libdbus-1.so.3", "libdbus-1-3", "dbus-libs"),
)
"""Needed to import Qt at all, window or not."""

X11 = (
    Library("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11"),
    Library("libX11-xcb.so.1", "libx11-xcb1", "libX11-xcb"),
    Library("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor"),
    Library("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm"),
    Library("libxcb-image.so.0", "libxcb-image0", "xcb-util-image"),
    Library("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms"),
    Library("libxcb-randr.so.0", "libxcb-randr0", "libxcb"),
    Library("libxcb-render-util.so.0", "libxcb-render-util0", "xcb-util-renderutil"),
    Library("libxcb-shape.so.0", "libxcb-shape0", "libxcb"),
    Library("libxcb-xkb.so.1", "libxcb-xkb1", "libxcb"),
)
"""Needed for a window on an X11 screen."""

WAYLAND = (
    Library("libwayland-client.so.0", "libwayland-client0", "libwayland-client"),
    Library("libwayland-cursor.so.0", "libwayland-cursor0", "libwayland-cursor"),
    Library("libwayland-egl.so.1", "libwayland-egl1", "libwayland-egl"),
)
"""Needed for a window on a Wayland screen."""


def loads(name: str) -> bool:
    """Whether the system can load this library."""
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def x11_answers() -> bool:
    """Whether the X server that DISPLAY names takes a connection.

    Asked only after the X11 libraries are known to load.
    """
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    xcb.xcb_connection_has_error.argtypes = (ctypes.c_void_p,)
    xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(None, None)
    failed = xcb.xcb_connection_has_error(connection) != 0
    xcb.xcb_disconnect(connection)
    return not failed


def missing_sentence(missing: tuple[Library, ...]) -> str:
    """What to install, for the two families of packages."""
    names = ", ".join(library.name for library in missing)
    debian = " ".join(dict.fromkeys(library.debian for library in missing))
    fedora = " ".join(dict.fromkeys(library.fedora for library in missing))
    return (
        f"system libraries are missing: {names}; "
        f"on Debian or Ubuntu: sudo apt-get install {debian}; on Fedora: sudo dnf install {fedora}"
    )


def problem(
    environment: Mapping[str, str],
    can_load: Callable[[str], bool] = loads,
    answers: Callable[[], bool] = x11_answers,
) -> str:
    """What keeps Qt from opening a window on this Linux system, as one sentence; empty when nothing does.

    Args:
        environment: the environment variables.
        can_load: whether a library can be loaded.
        answers: whether the X server takes a connection.
    """
    missing = tuple(library for library in BASE if not can_load(library.name))
    wanted = environment.get("QT_QPA_PLATFORM", "").split(";")[0].split(":")[0]
    if missing or wanted in WINDOWLESS:
        return missing_sentence(missing) if missing else ""
    wayland = bool(environment.get("WAYLAND_DISPLAY")) and wanted != "xcb"
    x11 = bool(environment.get("DISPLAY")) and not wanted.startswith("wayland")
    if not wayland and not x11:
        return (
            "there is no screen: DISPLAY and WAYLAND_DISPLAY are not set; without one, "
            "`playground run` and `playground render` compute and draw the same things"
        )
    missing_wayland = tuple(library for library in WAYLAND if not can_load(library.name))
    if wayland and not missing_wayland:
        return ""
    if not x11:
        return missing_sentence(missing_wayland)
    missing_x11 = tuple(library for library in X11 if not can_load(library.name))
    if missing_x11:
        return missing_sentence(missing_x11)
    return "" if answers() else f"the screen {environment['DISPLAY']} (DISPLAY) does not answer"


def check_system(*, window: bool = True) -> None:
    """Makes sure that Qt can start, on Linux; the other systems bring all that it needs.

    Args:
        window: whether a window will be shown; without one only the libraries that Qt itself loads are asked for.

    Raises:
        BadInput: a library or the screen is missing; the sentence names the packages to install.
    """
    if not sys.platform.startswith("linux"):
        return
    sentence = problem(os.environ if window else {"QT_QPA_PLATFORM": "offscreen"})
    if sentence:
        raise BadInput(sentence, "system")
