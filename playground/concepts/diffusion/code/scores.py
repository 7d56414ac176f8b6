"""The score as code: exact, of finite data, drawn to a label, or wrong."""

from __future__ import annotations

import math

import torch

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.names import half_known
from playground.engine.declarations.code import CodeText
from playground.engine.kit.diffusion import mixtures
from playground.engine.kit.diffusion.mixtures import Mixture

_ABOVE = """import numpy as np


def score(x, a, sigma):
"""
_MOST = 500  # components that are written out


def score_text(params: Params, data: Data) -> CodeText | str:
    """The score that moves the particles, of one point; a sentence where it cannot be written out."""
    law = data.law
    if half_known(params):
        return "Given half of the plane the score is an integral over the other half, which is not written out."
    if params.score == "learned" and data.net:
        return "The score here is the net that was opened; the view of score matching has the code of one."
    if params.score == "empirical":
        law = mixtures.points(data.examples)
    if len(law.weights) > _MOST:
        return f"The law of {len(law.weights):,} components is too long to be written out."
    words = "∇ log p of the noised law"
    if params.score == "guided" and params.guidance > 0 and int(data.labels.min()) < int(data.labels.max()):
        wanted = mixtures.labelled(data.law, data.labels, 0 if params.label == "blue" else 1)
        lines = [*_of(law, "plain"), *_of(wanted, "drawn"), f"return plain + {params.guidance!r} * (drawn - plain)"]
        return CodeText(_ABOVE + _indented(lines), "∇ log p, drawn to a label")
    lines = _of(law, "exact")
    if params.score == "wrong" and params.error > 0:
        size = params.error * math.sqrt(2.0 / data.d)
        return CodeText(
            _ABOVE + _indented([*lines, f"return exact + {size!r} / sigma * np.sin(3.0 * x[::-1] + 1.0)"]),
            "∇ log p with a false field",
        )
    return CodeText(_ABOVE + _indented([*lines, "return exact"]), words)


def _indented(lines: list[str]) -> str:
    return "".join(f"    {line}\n" for line in lines)


def _of(law: Mixture, name: str) -> list[str]:
    """The score of a x_0 + sigma eps with x_0 from a mixture."""
    weights, means, variances = (part.to(torch.float64).tolist() for part in law)
    return [
        f"w = np.array({weights!r})",
        f"m = a * np.array({means!r})",
        f"v = a**2 * np.array({variances!r}) + sigma**2",
        "terms = np.log(w) - len(x) / 2 * np.log(v) - ((x - m) ** 2).sum(1) / (2 * v)",
        "share = np.exp(terms - terms.max())",
        "share = share / share.sum()",
        f"{name} = (share / v) @ (m - x)",
    ]
