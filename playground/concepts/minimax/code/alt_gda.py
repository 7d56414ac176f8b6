"""Alternating descent and ascent: y answers to the new x."""

import numpy as np


def alt_gda(z, V, eta, xi):
    """One iteration of the alternating method.

    z = (x, y): x minimises the payoff, y maximises it.
    V(z) = (dPhi/dx, -dPhi/dy): what both go down.
    eta: the step size. xi: two samples of the gradient noise.
    """
    x, y = z
    x_next = x - eta * (V(z) + xi[0])[0]
    z_between = np.array([x_next, y])
    y_next = y - eta * (V(z_between) + xi[1])[1]
    z_next = np.array([x_next, y_next])
    return z_next
