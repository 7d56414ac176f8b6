"""Lines of the notes that a reader can work out: a softmax, a score, a mean, a band, a share, each with its numbers."""

from __future__ import annotations

import torch
from torch import Tensor

from playground.texts.sums import products, signed, total
from playground.texts.template import fixed


def softmax(scores: Tensor, k: int) -> str:
    """The k-th weight of a softmax over scores, (n,), from the largest of them."""
    scores = scores.double()
    largest = float(scores.max())
    terms = (scores - largest).exp()
    less = f"{fixed(float(scores[k]), 3)} − {signed(largest, 3)}"
    return f"exp({less}) / {fixed(float(terms.sum()), 4)} = {fixed(float(terms[k] / terms.sum()), 3)}"


def score(query: Tensor, key: Tensor) -> str:
    """The product of a query and a key, each (features,), over the root of how many features there are."""
    a, b = query.double(), key.double()
    found = fixed(float(a @ b) / len(a) ** 0.5, 2)
    return f"({products(a.tolist(), b.tolist(), 3)}) / √{len(a)} = {found}"


def mean(values: Tensor) -> str:
    """The mean of a few numbers."""
    return f"{_mean(values)} = {fixed(float(values.double().mean()), 3)}"


def _mean(values: Tensor) -> str:
    return f"({total(values.tolist(), 3)}) / {len(values)}"


def band(values: Tensor) -> str:
    """Two standard errors of the mean of some accuracies; empty where they are not known."""
    if bool(values.isnan().any()):
        return ""
    off = (values - values.mean()).tolist()
    squares = " + ".join(f"{signed(one, 4)}²" for one in off)
    n = len(off)
    return f"2·√(({squares}) / {n - 1}) / √{n} = {fixed(2 * float(values.std()) / n**0.5, 3)}"


def share(hit: Tensor) -> str:
    """How many of some flags are set, as a share."""
    right = int(torch.count_nonzero(hit))
    return f"{right} / {len(hit)} = {fixed(right / len(hit), 2)}"


def lost(accuracies: Tensor) -> str:
    """The mean accuracy of the first row less that of the last; empty where it is not known."""
    if bool(accuracies[[0, -1]].isnan().any()):
        return ""
    fell = float(accuracies[0].mean() - accuracies[-1].mean())
    return f"{_mean(accuracies[0])} − {_mean(accuracies[-1])} = {fixed(fell, 3)}"
