"""The data sets and noise schedules of diffusion by name, and what they are called on screen. No torch."""

from __future__ import annotations

LINE = ("line2", "line3")
"""The data sets of one dimension."""
PLANE = ("two", "eight", "grid", "unequal", "moons", "swiss", "checker", "pinwheel", "blank")
"""The data sets of two."""

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
MOST_ROWS = 1_000_000
"""Rows of a table of the user's own at most; see `files`."""
