"""One number of every view worked out in digits."""

from __future__ import annotations

import math
from typing import Any

from playground.concepts.recurrent.reading import Reading
from playground.texts.sums import signed
from playground.texts.template import fixed


def step_words(name: str, shown: Reading, t: int) -> dict[str, Any]:
    """The first unit at step t, worked out from its gates."""
    seen = shown.seen
    a = [float(one) for one in seen.gates[:, t, 0, 0]]
    h, new = float(seen.h[t, 0, 0]), float(seen.h[t + 1, 0, 0])
    found: dict[str, Any] = {"unit_before": h, "unit_after": new}
    if name == "lstm" and seen.c is not None:
        c, after = float(seen.c[t, 0, 0]), float(seen.c[t + 1, 0, 0])
        words = f"{fixed(a[1], 4)}·{signed(c, 4)} + {fixed(a[2], 4)}·{signed(a[3], 4)}"
        found |= {"step_words": words, "step_result": after, "keep_gate": a[1]}
    elif name == "gru":
        words = f"{fixed(a[0], 4)}·{signed(h, 4)} + (1 − {fixed(a[0], 4)})·{signed(a[2], 4)}"
        found |= {"step_words": words, "step_result": new, "keep_gate": a[0]}
    else:
        found |= {"step_words": f"1 − {signed(new, 4)}²", "step_result": 1.0 - new * new, "keep_gate": None}
    return found


def power_words(radius: float, lag: int) -> dict[str, Any]:
    """The spectral radius to the power of the lag."""
    return {"power": radius**lag, "power_digits": lag * math.log10(radius)}
