"""Linear recurrence and scan: memory as eigenvalues, a loop as a tree, a filter as a walk round the unit circle."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import field_validator

from playground.concepts.linear_recurrence.declared import DOORS, GESTURES, JOBS, METRICS
from playground.concepts.linear_recurrence.names import DISC, FORM_LABELS, FORM_ROLES, SCAN_LABELS, SCAN_ROLES
from playground.concepts.linear_recurrence.typed import LONGEST, read
from playground.engine.declarations.concept import Badge, Card, Opens
from playground.engine.declarations.params import (
    DATA,
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    flag,
    integer,
    real,
    text,
    vector,
)

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Linear recurrence and scan",
    chapter="Sequences and language",
    line="Memory as eigenvalues in a disc, and a loop that becomes a tree",
    badge=Badge(
        kind="exact",
        what="every power, state, response and combination; the times of the race are measured",
        against="the plain loop, geometric sums, and worked cases by independent code",
    ),
    sources=(
        "W. D. Hillis and G. L. Steele, Data parallel algorithms, Communications of the ACM 29 (1986)",
        "G. E. Blelloch, Prefix sums and their applications (1990)",
        "E. Martin and C. Cundy, Parallelizing linear recurrent neural nets over sequence length (2018)",
        "A. Gu, K. Goel and C. Ré, Efficiently modeling long sequences with structured state spaces (2022)",
        "A. Orvieto et al., Resurrecting recurrent neural networks for long sequences (2023)",
    ),
    heavy=True,
    pace=10.0,
    opens=(
        Opens(
            "table",
            "its first column, or channel of a WAV file, is the signal; up to 200,000 samples",
        ),
    ),
    words=(
        "LRU",
        "state space model",
        "SSM",
        "S4",
        "Mamba",
        "linear RNN",
        "prefix sum",
        "parallel scan",
        "Hillis-Steele",
        "Blelloch",
        "eigenvalues",
        "unit circle",
        "poles",
        "IIR filter",
        "impulse response",
        "frequency response",
        "Bode",
        "diagonalisation",
        "Jordan block",
        "non-normal",
        "ring initialisation",
        "copy task",
        "long-range memory",
    ),
)

_SCAN = {"mode": ("scan",)}
_FILTER = {"mode": ("filter",)}
_MATRIX = {"mode": ("matrix",)}
_LEARN = {"mode": ("learn",)}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "units",
        "ring",
        "form",
        "signal",
        "scan",
        "length",
        "gates",
        "matrix",
        "delay",
        "rate",
    )

    mode: Literal["disc", "scan", "filter", "matrix", "learn"] = choice(
        "disc",
        label="view",
        effect=RESTART,
        labels={
            "disc": "Memory in the disc",
            "scan": "The loop as a tree",
            "filter": "100,000 samples",
            "matrix": "Your own matrix",
            "learn": "Learning to remember",
        },
    )
    units: int = integer(
        16,
        low=1,
        high=32,
        label="eigenvalues",
        effect=DATA,
        redraws=True,
        when=DISC,
        meaning="Each stands for itself and its conjugate.",
    )
    ring: tuple[float, ...] = vector(
        (0.9, 0.999),
        low=0.0,
        high=1.5,
        fewest=2,
        most=2,
        label="ring from, to",
        effect=DATA,
        decimals=10,
        redraws=True,
        when=DISC,
        meaning="Between which two moduli eigenvalues are drawn.",
    )
    law: Literal["area", "radius"] = choice(
        "area",
        label="drawn evenly over",
        effect=DATA,
        labels={"area": "The area", "radius": "The radius"},
        redraws=True,
        when=DISC,
        meaning="Large random matrices have eigenvalues spread evenly over area: |λ|² is uniform.",
    )
    widest: int = integer(40, low=0, high=180, label="largest angle", unit="°", effect=DATA, redraws=True, when=DISC)
    form: Literal["exp", "free"] = choice(
        "exp",
        label="parametrised by",
        effect=LIVE,
        labels=FORM_LABELS,
        roles=FORM_ROLES,
        when={"mode": ("disc", "filter")},
        meaning="exp(−exp v) is inside for every v: what was outside goes to 1/|λ|.",
    )
    normalised: bool = flag(
        True,
        label="input times γ",
        effect=LIVE,
        when={"mode": ("disc", "filter")},
        meaning="γ = √|1 − |λ|²|: white noise then leaves every state with variance 1.",
    )
    precision: Literal["double", "single"] = choice(
        "double",
        label="numbers",
        effect=LIVE,
        labels={"double": "64 bits", "single": "32 bits"},
        when={"mode": ("disc",)},
        meaning="What v or λ is stored in, and γ computed in.",
    )
    horizon: int = integer(120, low=10, high=2000, log=True, label="steps shown", effect=VIEW, when={"mode": ("disc",)})

    scan: Literal["loop", "doubling", "sweeps"] = choice(
        "doubling", label="scan", effect=RESTART, labels=SCAN_LABELS, roles=SCAN_ROLES, when=_SCAN
    )
    length: int = integer(16, low=2, high=1024, log=True, label="length T", effect=RESTART, when=_SCAN)
    gates: Literal["constant", "gated", "erased"] = choice(
        "constant",
        label="factors aₜ",
        effect=RESTART,
        labels={"constant": "All a", "gated": "Gates of the input", "erased": "a, and 0 now and then"},
        when=_SCAN,
        meaning="A gate is s = σ(g x) with b = (1 − s) x; a factor 0 erases the past.",
    )
    decay: float = real(0.5, low=-1.5, high=1.5, label="a", effect=LIVE, when=_SCAN | {"gates": ("constant", "erased")})
    openness: float = real(1.0, low=-4.0, high=4.0, label="g", effect=LIVE, when=_SCAN | {"gates": ("gated",)})

    signal: Literal["chirp", "step", "noise", "clicks"] = choice(
        "chirp",
        label="signal",
        effect=DATA,
        labels={"chirp": "A chirp", "step": "On and off", "noise": "White noise", "clicks": "Clicks"},
        redraws=True,
        when=_FILTER,
        meaning="100,000 samples; an opened file takes their place.",
    )

    matrix: str = text(
        "0.85 -0.5; 0.5 0.85",
        label="matrix A",
        effect=RESTART,
        longest=LONGEST,
        when=_MATRIX,
        meaning="Rows parted by semicolons; 1 to 6 of them.",
    )
    inward: tuple[float, ...] = vector(
        (1.0, 0.0),
        low=-10.0,
        high=10.0,
        fewest=1,
        most=6,
        label="B",
        effect=RESTART,
        when=_MATRIX,
        meaning="How the input enters; entries that are missing are 0.",
    )
    outward: tuple[float, ...] = vector(
        (1.0, 0.0),
        low=-10.0,
        high=10.0,
        fewest=1,
        most=6,
        label="C",
        effect=RESTART,
        when=_MATRIX,
        meaning="How the output is read; entries that are missing are 0.",
    )

    delay: int = integer(
        24, low=1, high=60, label="remember the input of", unit="steps ago", effect=RESTART, when=_LEARN
    )
    rate: float = real(0.05, low=1e-4, high=0.3, log=True, label="learning rate", effect=LIVE, decimals=4, when=_LEARN)
    updates: int = integer(2, low=1, high=20, label="updates a step", effect=LIVE, when=_LEARN)

    @field_validator("matrix")
    @classmethod
    def _readable(cls, text: str) -> str:
        """What is no square matrix is refused where it is given."""
        read(text)
        return text
