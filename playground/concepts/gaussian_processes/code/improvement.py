"""Expected improvement over the best answer so far."""

import numpy as np
import torch


def improvement(m, s, best):
    """How much a question at each place is worth.

    m: mean of the function at each place.
    s: its deviation there.
    best: the highest answer so far.
    """
    s = np.maximum(s, 1e-12)
    z = (m - best) / s
    Phi = torch.special.ndtr(torch.tensor(z)).numpy()
    phi = np.exp(-0.5 * z**2) / np.sqrt(2 * np.pi)
    score = (m - best) * Phi + s * phi
    asked = score.argmax()
    return score, asked
