"""What goes into the frozen application and what does not; measured sizes stand in docs/packaging.md.

Used by playground.spec inside PyInstaller, on all three systems, and by the tests.
"""

from __future__ import annotations

import re

EXCLUDED = [
    # Never used by the program; some are only installed for its tests.
    *("tkinter", "IPython", "matplotlib", "scipy", "pytest", "hypothesis", "setuptools", "pip", "torch_geometric"),
    *("fontTools", "tensorboard", "triton", "sklearn", "pandas", "psutil", "mypy", "aiohttp", "requests", "fsspec"),
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

_DROPPED = re.compile(
    r"""^(
    torch/(test|include|share)/
    | torch/bin/(?!torch_shm_manager)
    | torch/lib/lib(jitbackend_test|torchbind_test|backend_with_compiler|aoti_custom_ops)\.so
    | PySide6/(Qt/)?translations/
    | PySide6/(Qt/)?plugins/(egldeviceintegrations|generic|networkinformation|tls|sqldrivers|qmltooling)/
    | PySide6/(Qt/)?plugins/platforms/libq(eglfs|linuxfb|minimalegl|vkkhrdisplay|vnc)\.so
    | PySide6/(Qt/)?plugins/platformthemes/libqgtk3\.so
    | (PySide6/Qt/lib/)?libQt6EglF[Ss].*
    | lib(gtk-3|gdk-3|gdk_pixbuf|cairo|pango|atk-1\.0|thai|datrie|fribidi|harfbuzz|graphite2|pixman-1)[.-].*
    | lib(stdc\+\+|gcc_s|expat)\.so\..*
    )""",
    re.VERBOSE,
)
"""What the hooks bring and nothing uses: test programs and headers of torch, Qt's plugins for devices without a screen,
the GTK libraries of one of them. The C++ library, which every desktop has, must be the system's own: its graphics
drivers need at least theirs."""


def kept(name: str) -> bool:
    """Whether a file of the frozen application stays, by its path inside it."""
    return _DROPPED.match(name.replace("\\", "/")) is None
