"""The targets as code: f = -log density and its gradient at one point."""

from __future__ import annotations

from playground.concepts.samplers.targets import ALPHA, Target
from playground.engine.declarations.code import CodeText

_ABOVE = "import numpy as np\n\n\n"


def potential(target: Target) -> CodeText:
    """F as a function of one point."""
    lines = _lines(target)
    return CodeText(
        f"{_ABOVE}def f(x):\n    " + "\n    ".join([*lines[0], lines[1]]) + "\n", f"−log p, {_words(target)}"
    )


def gradient(target: Target) -> CodeText:
    """The gradient of f as a function of one point."""
    lines = _lines(target)
    return CodeText(
        f"{_ABOVE}def grad(x):\n    " + "\n    ".join([*lines[0], lines[2]]) + "\n", f"∇f, {_words(target)}"
    )


def _words(target: Target) -> str:
    names = {"data": "a mixture of Gaussians", "simplex": "a Dirichlet law"}
    return names.get(target.kind, "a Gaussian")


def _lines(target: Target) -> tuple[list[str], str, str]:
    """What both begin with, what the potential returns, and what the gradient does."""
    if target.law is not None:
        weights, means, variances = (part.tolist() for part in target.law)
        d = target.d
        shared = [
            f"w = np.array({weights!r})",
            f"m = np.array({means!r})",
            f"v = np.array({variances!r})",
            f"terms = np.log(w) - {d} / 2 * np.log(2 * np.pi * v) - ((x - m) ** 2).sum(1) / (2 * v)",
        ]
        shares = "(np.exp(terms - np.logaddexp.reduce(terms)) / v) @ (x - m)"
        return shared, "return -np.logaddexp.reduce(terms)", f"return {shares}"
    if target.kind == "simplex":
        powers = [alpha - 1 for alpha in ALPHA]
        shared = ["shares = np.append(x, 1 - x.sum())"]
        inside = f"-(np.array({powers!r}) * np.log(np.maximum(shares, 1e-300))).sum()"
        return shared, f"return {inside} if shares.min() > 0 else np.inf", "return np.zeros_like(x)"
    assert target.precision is not None
    shared = [f"P = np.array({target.precision.tolist()!r})"]
    return shared, "return x @ P @ x / 2", "return x @ P"
