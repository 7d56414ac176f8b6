"""All neurons at once: each follows the field of the same state."""

import numpy as np


def together(s, left, right, diagonal, b, unit, near, T, u):
    """One step of all neurons.

    s: the state, 1 or -1 for each neuron.
    left, right, diagonal: W = (left' right - diagonal) / unit; under
    Hebb's rule left and right are the memories, a row each.
    b: the thresholds, times unit. near: a field as small is a tie.
    T: the temperature. u: a random number for each neuron.
    """
    overlaps = right @ s
    field = left.T @ overlaps - diagonal * s - b
    H = field / unit
    up = field >= -near
    if T > 0:
        up = u < 1 / (1 + np.exp(-2 * H / T))
    s_next = np.where(up, 1, -1)
    return s_next
