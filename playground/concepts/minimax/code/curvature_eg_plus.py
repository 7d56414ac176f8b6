"""CurvatureEG+: look as far as the curvature here allows."""

import numpy as np


def curvature_eg_plus(z, V, J, xi):
    """One iteration (Pethick, Latafat, Patrinos, Fercoq, Cevher, 2022).

    z = (x, y): x minimises the payoff, y maximises it.
    V(z) = (dPhi/dx, -dPhi/dy): what both go down. J(z): its Jacobian.
    xi: two samples of the gradient noise.
    """
    nu, sigma = 0.99, -0.99 / 2
    norm = np.linalg.norm(J(z), 2)
    gamma = nu / (norm if norm > 0 else 1)
    v = V(z) + xi[0]
    for _ in range(40):
        reach = -gamma * v
        v_ahead = V(z + reach) + xi[1]
        change = gamma * (v_ahead - v)
        if change @ change <= (1 + 1e-9) * nu**2 * (reach @ reach):
            break
        gamma = gamma / 2
    reach = -gamma * v
    turn = reach - gamma * (v_ahead - v)
    length = turn @ turn
    alpha = sigma + reach @ turn / (length if length > 0 else 1)
    z_next = z + alpha * turn
    return z_next
