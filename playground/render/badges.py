"""How far a picture can be trusted: the icon, the words and the tone of each kind of badge."""

from __future__ import annotations

BADGES = {
    "exact": ("check-decagram-outline", "Exact", "ok"),
    "sampled": ("dice-5-outline", "Sampled ± error", "warn"),
    "illustration": ("draw", "Illustration", "muted"),
}
