"""The proximal point method: the gradient where the step ends."""

import numpy as np


def ppm(z, V, J, eta, xi):
    """One iteration: solve w = z - eta V(w) by Newton's method.

    z = (x, y): x minimises the payoff, y maximises it.
    V(z) = (dPhi/dx, -dPhi/dy): what both go down. J(z): its Jacobian.
    eta: the step size. xi: two samples of the gradient noise.
    """
    z_next = z - eta * (V(z) + xi[0])
    for _ in range(30):
        rest = z_next - z + eta * (V(z_next) + xi[0])
        if rest @ rest <= 1e-24 * (1 + z @ z):
            break
        slope = np.eye(2) + eta * J(z_next)
        z_next = z_next - np.linalg.solve(slope, rest)
    return z_next
