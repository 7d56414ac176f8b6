"""The dense network: which sign of a neuron has the lower energy?"""

import numpy as np


def dense(s, X, b, near, T, visits, u, together):
    """The neurons that are asked in one step, E = -log sum exp(x.s).

    s: the state, 1 or -1 for each neuron. X: the memories, a row each.
    b: the thresholds. near: a field as small is a tie.
    T: the temperature. visits: the neurons in turn, u: their chances.
    together: all look at the same state, not at the last change.
    """
    new = s.copy()
    for i, chance in zip(visits, u):
        seen = s if together else new
        rest = X @ seen - X[:, i] * seen[i]
        low = np.logaddexp.reduce(rest - X[:, i])
        high = np.logaddexp.reduce(rest + X[:, i])
        H = (high - low) / 2 - b[i]
        up = -near <= H
        if T > 0:
            up = chance < 1 / (1 + np.exp(-2 * H / T))
        new[i] = 1 if up else -1
    return new
