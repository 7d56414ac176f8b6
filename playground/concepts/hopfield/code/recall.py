"""Recall: a neuron follows the sign of its field, one after another."""

import numpy as np


def recall(s, left, right, diagonal, b, unit, near, T, visits, u):
    """The neurons that are asked in one step.

    s: the state, 1 or -1 for each neuron.
    left, right, diagonal: W = (left' right - diagonal) / unit; under
    Hebb's rule left and right are the memories, a row each.
    b: the thresholds, times unit. near: a field as small is a tie.
    T: the temperature. visits: the neurons in turn, u: their chances.
    """
    s = s.copy()
    for i, chance in zip(visits, u):
        overlaps = right @ s
        field = left[:, i] @ overlaps - diagonal[i] * s[i] - b[i]
        H = field / unit
        up = field >= -near
        if T > 0:
            up = chance < 1 / (1 + np.exp(-2 * H / T))
        s[i] = 1 if up else -1
    return s
