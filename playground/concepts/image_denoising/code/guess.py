"""The best guess of a noisy picture: a mean of training pictures."""

import numpy as np


def guess(x, data, sigma):
    """The mean of the clean picture given the noisy one.

    x: the noisy pixels. data: the training pictures, a row each.
    sigma: the standard deviation of the noise.
    """
    squares = ((x - data) ** 2).sum(1)
    logits = -squares / (2 * sigma**2)
    w = np.exp(logits - logits.max())
    w = w / w.sum()
    x_0 = w @ data
    entropy = -(w * np.log(np.maximum(w, 1e-300))).sum()
    effective = np.exp(entropy)
    return x_0, effective
