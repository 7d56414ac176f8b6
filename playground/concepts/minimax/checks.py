"""The oracle cases, computed by the panel's own methods, flow, linearisation and searches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playground.concepts.minimax import checks_cycles, checks_plain

CHECKS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {**checks_plain.CHECKS, **checks_cycles.CHECKS}
