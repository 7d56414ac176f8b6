"""A walk between two drawings: encoded, joined by a line, decoded."""

import numpy as np


def walk(x, share, W1, b1, W2, b2, W3, b3, W4, b4):
    """Pictures on the way from the code of x[0] to that of x[1]."""
    # The encoder: a mean and a log variance for every unit.
    hidden = np.maximum(x @ W1 + b1, 0)
    mean, log_var = np.split(hidden @ W2 + b2, 2, axis=1)
    spread = np.exp(np.clip(log_var, -8, 8) / 2)

    # Straight from mean to mean.
    z = (1 - share[:, None]) * mean[0] + share[:, None] * mean[1]

    # The decoder: the probability of ink at every pixel.
    logits = np.maximum(z @ W3 + b3, 0) @ W4 + b4
    pictures = 1 / (1 + np.exp(-logits))
    return mean, spread, z, pictures
