"""What panels on diffusion declare alike: data sets, noise schedules, files, and the level of noise. No torch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from playground.engine.declarations.concept import Metric, Opens
from playground.engine.declarations.params import DATA, choice, real

DataSet = Literal["line2", "line3", "two", "eight", "grid", "unequal", "moons", "swiss", "checker", "pinwheel", "blank"]
LevelSpacing = Literal["even", "quadratic", "snr"]

LINE = ("line2", "line3")
"""The data sets of one dimension."""
PLANE = ("two", "eight", "grid", "unequal", "moons", "swiss", "checker", "pinwheel", "blank")
"""The data sets of two."""
GAUSSIANS = (*LINE, "two", "eight", "grid", "unequal")
"""The data sets whose components are modes of their own, as wide as the user wants."""

DATA_LABELS = {
    "line2": "Two modes on a line",
    "line3": "Three modes on a line",
    "two": "Two Gaussians",
    "eight": "Eight Gaussians",
    "grid": "25 Gaussians",
    "unequal": "Unequal masses",
    "moons": "Two moons",
    "swiss": "Swiss roll",
    "checker": "Checkerboard",
    "pinwheel": "Pinwheel",
    "blank": "Your own drawing",
}
SCHEDULE_LABELS = {
    "linear": "Linear β",
    "scaled": "Scaled linear β",
    "cosine": "Cosine",
    "exploding": "Exploding σ",
}
SPACING_LABELS = {"even": "Even in t", "quadratic": "Denser near data", "snr": "Even in log SNR"}
MOST_ROWS = 1_000_000
"""Rows of a table of the user's own at most; see `files`."""

OPENS = (
    Opens("table", "two columns of numbers are points (one on a line), each a small Gaussian", MOST_ROWS),
    Opens("picture", "dark pixels become the density"),
)
"""The files that `files.read_components` reads."""

ALPHA_BAR = Metric(
    "alpha_bar",
    "ᾱ",
    "Square of what the data are multiplied with: the share of the signal in the variance.",
    decimals=4,
)
NOISE = (
    Metric("t", "level t", "The level of noise, from 0 (data) to T (noise).", decimals=None, note="of {T}"),
    ALPHA_BAR,
    Metric("snr", "signal to noise", "ᾱ over the variance of the noise; none without noise.", decimals=4),
)
"""The metrics of a level of noise that a run is at; see `schedules.noise_numbers`."""


def data_choice(when: Mapping[str, tuple[Any, ...]], labels: Mapping[str, str] = DATA_LABELS) -> Any:
    """The parameter that names the data set, in force under a condition."""
    return choice(
        "eight",
        label="data",
        effect=DATA,
        labels=labels,
        meaning="All are Gaussian mixtures, curves by many small components, so that the score is known exactly.",
        when=when,
    )


def component_width(when: Mapping[str, tuple[Any, ...]]) -> float:
    """The parameter of the standard deviation of a component, in force under a condition where the data have one."""
    return real(
        0.18,
        low=0.03,
        high=0.6,
        label="width of a Gaussian",
        effect=DATA,
        decimals=2,
        meaning="Standard deviation of a component of the Gaussian data sets.",
        when={**when, "data": GAUSSIANS},
    )
