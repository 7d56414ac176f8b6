"""The shipped data are the sets that their README names."""

from __future__ import annotations

import csv
from collections import Counter

import numpy as np

from playground.resources import asset


def test_iris_is_fishers_table_without_the_misprints() -> None:
    with asset("data/iris.csv").open(encoding="utf-8", newline="") as stream:
        header, *rows = list(csv.reader(stream))
    assert header[-1] == "species"
    assert len(header) == 5
    assert Counter(row[-1] for row in rows) == {"setosa": 50, "versicolor": 50, "virginica": 50}
    assert rows[34][:4] == ["4.9", "3.1", "1.5", "0.2"]
    assert rows[37][:4] == ["4.9", "3.6", "1.4", "0.1"]
    lengths = np.array([row[:4] for row in rows], dtype=float)
    np.testing.assert_allclose(lengths.mean(axis=0), [5.843333, 3.057333, 3.758, 1.199333], atol=1e-6)


def test_the_digits_are_the_1797_of_the_test_part() -> None:
    with np.load(asset("data/digits.npz"), allow_pickle=False) as archive:
        images, labels = archive["images"], archive["labels"]
    assert images.shape == (1797, 8, 8)
    assert (images.min(), images.max()) == (0, 16)
    assert np.bincount(labels).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    assert images[0, 0].tolist() == [0, 0, 5, 13, 9, 1, 0, 0]


def test_source_and_licence_stand_beside_the_data() -> None:
    words = asset("data/README.md").read_text(encoding="utf-8")
    for name in ("iris.csv", "digits.npz", "public domain", "CC BY 4.0", "UCI Machine Learning Repository"):
        assert name in words
