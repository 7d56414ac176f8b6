"""Types of arrays that many modules share. No torch."""

from __future__ import annotations

from typing import Any

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float64]]
"""Real numbers of double precision."""
Reals = np.ndarray[Any, np.dtype[np.floating[Any]]]
"""Real numbers of any precision."""
