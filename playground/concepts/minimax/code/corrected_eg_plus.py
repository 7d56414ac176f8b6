"""Corrected EG+: the bias of a noisy look is taken away."""

import math


def corrected_eg_plus(z, z_before, ahead_before, V, gamma, k, xi):
    """Iteration k (Pethick, Fercoq, Latafat, Patrinos, Cevher, 2023).

    z = (x, y): x minimises the payoff, y maximises it.
    z_before, ahead_before: the last point, and where it looked.
    V(z) = (dPhi/dx, -dPhi/dy): what both go down.
    gamma: how far it looks. xi: two samples of the gradient noise.
    """
    share = 1 / math.sqrt(k)
    v = V(z) + xi[0]
    v_before = V(z_before) + xi[0]
    bias = ahead_before - z_before + gamma * v_before
    z_ahead = z - gamma * v + (1 - share) * bias
    v_ahead = V(z_ahead) + xi[1]
    z_next = z - share * gamma * v_ahead
    return z_next
