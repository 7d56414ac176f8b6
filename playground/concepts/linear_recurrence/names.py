"""Views, forms and scans by name, and their places in the palette. No torch."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from playground.figures.layers import Role

Form = Literal["exp", "free"]
FORMS: tuple[Form, ...] = ("exp", "free")
FORM_LABELS = {"exp": "exp(−exp v)", "free": "λ itself"}
FORM_ROLES: dict[str, Role] = {"exp": "slot1", "free": "slot2"}
ScanKind = Literal["loop", "doubling", "sweeps"]
SCANS: tuple[ScanKind, ...] = ("loop", "doubling", "sweeps")
SCAN_LABELS = {
    "loop": "One after another",
    "doubling": "Doubling (Hillis-Steele)",
    "sweeps": "Up and down (Blelloch)",
}
SCAN_WORDS = {"loop": "Loop", "doubling": "Hillis-Steele", "sweeps": "Blelloch"}
SCAN_ROLES: dict[str, Role] = {"loop": "slot3", "doubling": "slot1", "sweeps": "slot2"}
DISC: dict[str, tuple[Any, ...]] = {"mode": ("disc", "filter", "learn")}


class PerForm(NamedTuple):
    """One number for each form; None where nothing is learnt."""

    exp: float | None = None
    free: float | None = None
