"""What the disk image shows: the application beside a link to the folder of applications. Read by dmgbuild."""

from __future__ import annotations

import os
from pathlib import Path

APPLICATION = os.environ.get("PLAYGROUND_APP", "build/frozen/ML Playground.app")

files = [APPLICATION]
symlinks = {"Applications": "/Applications"}
icon_locations = {Path(APPLICATION).name: (140, 150), "Applications": (400, 150)}
window_rect = ((200, 200), (540, 330))
default_view = "icon-view"
icon_size = 112
text_size = 13
format = "ULFO"  # compressed by LZFSE, which every supported macOS reads
