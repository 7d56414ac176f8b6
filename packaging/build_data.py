"""Makes the shipped data sets: iris and the 8x8 digits.

Run it from a source checkout: `pip install -e '.[assets]'`, then `python packaging/build_data.py`.
The numbers come from the copies inside the package `scikit-learn`; assets/data/README.md says where those come from.
"""

from __future__ import annotations

import csv
import gzip
from pathlib import Path

import numpy as np
from build_fonts import ASSETS, source

FEATURES = ("sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)")

FISHER = {34: ("4.9", "3.1", "1.5", "0.2"), 37: ("4.9", "3.6", "1.4", "0.1")}
"""The two rows (counted from 0) that are misprinted in a widespread copy, as Fisher printed them."""


def build_iris(target: Path) -> None:
    """Writes 150 rows of four lengths in cm and the species.

    Raises:
        ValueError: the source is the misprinted copy.
    """
    with source("scikit-learn", "sklearn/datasets/data/iris.csv").open(encoding="utf-8", newline="") as stream:
        (_, _, *species), *rows = list(csv.reader(stream))
    for row, values in FISHER.items():
        if tuple(rows[row][:4]) != values:
            raise ValueError(f"row {row + 1} of iris is {rows[row][:4]}, Fisher printed {values}")
    with target.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow((*FEATURES, "species"))
        writer.writerows((*row[:4], species[int(row[4])]) for row in rows)


def build_digits(target: Path) -> None:
    """Writes `images` (1797, 8, 8), values 0 to 16, and `labels` (1797,), both uint8."""
    with gzip.open(source("scikit-learn", "sklearn/datasets/data/digits.csv.gz"), "rt", encoding="utf-8") as stream:
        table = np.loadtxt(stream, delimiter=",").astype(np.uint8)
    np.savez_compressed(target, images=table[:, :64].reshape(-1, 8, 8), labels=table[:, 64])


def main() -> None:
    """Writes both into assets/data."""
    folder = ASSETS / "data"
    folder.mkdir(parents=True, exist_ok=True)
    build_iris(folder / "iris.csv")
    build_digits(folder / "digits.npz")
    for path in (folder / "iris.csv", folder / "digits.npz"):
        print(f"{path.relative_to(ASSETS.parent)}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
