"""What goes into the frozen application and what does not; measured sizes stand in docs/packaging.md.

Used by playground.spec inside PyInstaller, on all three systems, and by the tests.
"""

from __future__ import annotations

import re

EXCLUDED = [
    # Never used by the program; some are only installed for its tests.
    *("tkinter", "IPython", "matplotlib", "scipy", "pytest", "hypothesis", "setuptools", "pip", "torch_geometric"),
    *("fontTools", "tensorboard", "triton", "sklearn", "pandas", "psutil", "mypy", "aiohttp", "requests", "fsspec"),
    *("distributed", "dask", "pyarrow"),
    *("PySide6.QtQml", "PySide6.QtQuick", "PySide6.QtNetwork", "PySide6.QtDBus", "PySide6.QtSql", "PySide6.QtDesigner"),
    *("pyqtgraph.examples", "pyqtgraph.opengl", "networkx.tests", "sympy.testing"),
    # Compilers, clusters and test tools of torch: nothing here uses them, and looking through them takes long.
    *(f"torch.testing._internal.{name}" for name in ("opinfo", "common_methods_invocations", "common_modules")),
    *(f"torch.testing._internal.{name}" for name in ("common_distributed", "common_quantization", "distributed.rpc")),
    *(f"torch._inductor.{name}" for name in ("fx_passes", "kernel", "codegen", "autoheuristic", "package")),
    *(f"torch.distributed.{name}" for name in ("checkpoint", "elastic", "pipelining", "launcher", "examples")),
    *(f"torch.utils.{name}" for name in ("tensorboard", "benchmark", "hipify", "bottleneck", "model_dump")),
]
"""Modules that are not followed. sympy and torch._dynamo stay: the first step of some torch functions loads them."""

HIDDEN = ["playground"]
"""Packages whose modules are loaded by name, so that no import statement shows them."""

DATA = ["playground", "ziamath", "ziafont", "latex2mathml"]
"""Packages with files that are read at run time: notes and presets, fonts, tables of signs."""

VERSIONED = [
    *("torch", "numpy", "PySide6-Essentials", "pyqtgraph", "pydantic", "safetensors", "networkx", "ziamath"),
    *("pillow", "av"),
]
"""Packages whose version `playground selfcheck` names."""

_SYSTEM = (
    # The C++ library and what graphics drivers bring: they need at least their own version.
    *("stdc++", "gcc_s", "expat", "drm", "gbm", "wayland-client", "wayland-cursor", "wayland-egl", "mvec"),
    # Fonts, the session's bus and GLib are one with the desktop's configuration.
    *("fontconfig", "freetype", "dbus-1", "systemd", "gcrypt", "gpg-error", "cap", "glib-2", "gobject-2", "gmodule-2"),
    *("gthread-2", "gio-2", "mount", "blkid", "selinux", "pcre2-8", "png16", "brotlicommon", "brotlidec", "lz4"),
    *("X11", "X11-xcb", "Xau", "Xdmcp", "Xext", "bsd", "md"),
    # GTK's libraries, brought by a theme that is dropped, and what only Qt's network module uses.
    *("gtk-3", "gdk-3", "gdk_pixbuf-2", "cairo", "cairo-gobject", "pango-1", "pangocairo-1", "pangoft2-1", "atk-1"),
    *("atk-bridge-2", "atspi", "epoxy", "thai", "datrie", "fribidi", "harfbuzz", "graphite2", "pixman-1", "Xcomposite"),
    *("Xcursor", "Xdamage", "Xfixes", "Xi", "Xinerama", "Xrandr", "Xrender", "cloudproviders", "tracker-sparql"),
    *("Qt6Network", "gssapi_krb5", "krb5", "krb5support", "k5crypto", "com_err", "keyutils"),
)
"""Libraries of the system that are not carried: without `lib`, up to the first dot of the version.

Those that are needed stand in the dependencies of the package, and the program names them where they are missing.
A wheel's own copies, which have a hash in their names, stay.
"""

_DROPPED = re.compile(
    rf"""^(
    torch/(test|include|share)/
    | torch/bin/(?!torch_shm_manager)
    | torch/lib/lib(jitbackend_test|torchbind_test|backend_with_compiler|aoti_custom_ops)\.so
    | PySide6/(Qt/)?translations/
    | PySide6/(Qt/)?plugins/(egldeviceintegrations|generic|networkinformation|tls|sqldrivers|qmltooling)/
    | PySide6/(Qt/)?plugins/platforms/libq(eglfs|linuxfb|minimalegl|vkkhrdisplay|vnc)\.so
    | PySide6/(Qt/)?plugins/platformthemes/libqgtk3\.so
    | (PySide6/Qt/lib/)?libQt6(EglF[Ss]|Network)[^/]*
    | (python3\.\d+/lib-dynload/)?readline[^/]*
    | lib({"|".join(map(re.escape, _SYSTEM))})(\.\d{{1,2}})?\.so[^/]*
    | lib(readline|tinfo)\.so[^/]*
    )""",
    re.VERBOSE,
)
"""What the hooks bring and nothing uses: test programs and headers of torch, Qt's plugins for devices without a screen,
and the system's libraries above."""


def kept(name: str) -> bool:
    """Whether a file of the frozen application stays, by its path inside it."""
    return _DROPPED.match(name.replace("\\", "/")) is None
