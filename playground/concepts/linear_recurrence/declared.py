"""The metrics, gestures, jobs and doors of the panel. No torch."""

from __future__ import annotations

from playground.concepts.linear_recurrence.names import DISC
from playground.engine.declarations.concept import Door, Field, GestureDecl, JobDecl, Metric, hidden

METRICS = (
    Metric("radius", "largest modulus", "The largest |λ|: the spectral radius.", decimals=4),
    Metric(
        "longest", "longest memory", "Steps until the slowest state is 1/e of what it was.", unit="steps", decimals=1
    ),
    Metric("shortest", "shortest memory", "The same of the fastest state.", unit="steps", decimals=1),
    Metric(
        "gap_digits",
        "digits that agree",
        "Of the recurrence and of the convolution, at the largest output.",
        decimals=1,
    ),
    Metric("rounds_done", "rounds", "Rounds so far.", decimals=None, note="of {depth}"),
    Metric("combined", "combinations", "Combinations so far.", decimals=None, note="of {work}"),
    Metric("loop_digits", "digits that agree", "Of the scan and of the loop, at the largest state.", decimals=1),
    Metric("peak", "largest gain", "The largest |H| over all angles.", decimals=2),
    Metric("condition", "condition of P", "Largest over smallest singular value of the eigenvectors.", decimals=1),
    Metric(
        "has_basis", "has an eigenbasis", "Whether there are as many independent eigenvectors as rows.", decimals=None
    ),
    Metric("mode_digits", "digits that agree", "Of the modes and of the powers, at the largest response.", decimals=1),
    Metric("grown", "largest growth", "The largest norm of a power of A.", decimals=2),
    Metric("loss", "error", "E|y − what was wanted|² for white noise: 1 is no memory.", decimals=4, over="form"),
    Metric("largest", "largest modulus", "Of the eigenvalues as they are learnt.", decimals=4, over="form"),
    Metric(
        "long_gain", "gain after 2,000 steps", "Root mean square output of unit white noise.", decimals=1, over="form"
    ),
    Metric("updates_done", "updates", "Since the start.", decimals=None),
    Metric("race_digits", "digits that agree", "Of the four ways of the race, at the largest output.", decimals=1),
    Metric("gamma_error", "error of γ", "The largest, as a share of γ in 64 bits from v.", decimals=3),
    hidden("gap", "recurrence − convolution", "The largest difference, relative to the largest output.", 16),
    hidden("loop_error", "scan − loop", "The largest difference, relative to the largest state.", 16),
    hidden("mode_error", "modes − powers", "The largest difference of both impulse responses, relative.", 16),
    hidden("modulus_low", "smallest modulus", "Of exp(−exp v) for v from −5 to 5.", 70),
    hidden("modulus_high", "largest modulus", "Of exp(−exp v) for v from −5 to 5.", 6),
    hidden("memory_low", "smallest memory times 1 − |λ|", "Over the eigenvalues on the disc.", 4),
    hidden("memory_high", "largest memory times 1 − |λ|", "Over the eigenvalues on the disc.", 4),
    hidden("degrees", "angle", "Where the walker is on the unit circle.", 0),
    hidden("gain_now", "gain", "|H| there.", 3),
    hidden("response_now", "response", "Of the matrix at this step.", 4),
    hidden("silent", "silent units", "How many eigenvalues have γ = 0."),
    hidden("depth", "rounds in all", "Of the scan."),
    hidden("work", "combinations in all", "Of the scan."),
    hidden("sweeps_work", "combinations of two sweeps", "At this length."),
    hidden("doubling_work", "combinations of doubling", "At this length."),
    hidden("loop_depth", "rounds of the loop", "At this length."),
)

_FAR = 1.5
_PLACE = (
    Field("x", "real", low=-_FAR, high=_FAR, meaning="real part"),
    Field("y", "real", low=-_FAR, high=_FAR, meaning="imaginary part"),
)
_WHICH = Field("id", "integer", low=0, high=31, meaning="which eigenvalue")

GESTURES = (
    GestureDecl("move", (_WHICH, *_PLACE), "Moves an eigenvalue.", target=("id",), when=DISC),
    GestureDecl("add", _PLACE, "Adds an eigenvalue.", when=DISC),
    GestureDecl("remove", (_WHICH,), "Takes an eigenvalue away.", when=DISC),
    GestureDecl("look_at", (_WHICH,), "Puts an eigenvalue in focus.", target=(), when=DISC),
    GestureDecl(
        "node",
        (
            Field("x", "real", low=-1, high=1024, meaning="time from 0"),
            Field("y", "real", low=-1100, high=1, meaning="minus the round"),
        ),
        "Puts a combination in focus.",
        when={"mode": ("scan",)},
    ),
    GestureDecl(
        "set_input",
        (
            Field("x", "real", low=-1, high=1024, meaning="time from 0"),
            Field("y", "real", low=-10, high=10, meaning="the input there"),
        ),
        "Sets an input of the scan.",
        when={"mode": ("scan",)},
    ),
    GestureDecl(
        "seek",
        (Field("x", "real", low=0, high=200_000, meaning="sample"),),
        "Goes to a place of the signal.",
        target=(),
        when={"mode": ("filter",)},
    ),
)

JOBS = (
    JobDecl(
        "race",
        "race of four ways",
        "The same filter as a loop, a scan, a convolution and by FFT, timed here and now at growing lengths.",
        reads=("mode",),
        reads_data=False,
        when={"mode": ("scan",)},
    ),
)

DOORS = (
    Door(
        "parallel_scan",
        title="Parallel prefix scan",
        chapter="Sequences and language",
        line="A loop of T steps as a tree of log T rounds",
        preset="eight",
        words=("prefix sum", "Hillis-Steele", "Blelloch", "associative scan", "Mamba", "linear GRU"),
    ),
    Door(
        "digital_filter",
        title="Digital filter",
        chapter="Sequences and language",
        line="Poles in the unit disc shape 100,000 samples while you drag them",
        preset="chirp",
        words=("IIR", "poles", "frequency response", "Bode", "signal processing", "resonance"),
    ),
    Door(
        "diagonalisation",
        title="Diagonalisation",
        chapter="Sequences and language",
        line="Your own matrix as separate modes, and matrices that have none",
        preset="rotation",
        words=("eigenvectors", "Jordan block", "defective", "non-normal", "matrix powers"),
    ),
    Door(
        "delay_line",
        title="Learning to remember",
        chapter="Sequences and language",
        line="Eigenvalues arrange themselves until the unit echoes its input",
        preset="remember",
        words=("LRU", "copy task", "delay", "parametrisation", "exploding gradient"),
    ),
)
