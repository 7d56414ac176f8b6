"""Fine lines that the cursor passes over."""

from __future__ import annotations

from functools import partial

from playground.figures.layers import Lines

fine = partial(Lines, dash="solid", halo=False, found=False)
