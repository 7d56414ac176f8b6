"""Gradient descent and ascent at the same time."""


def gda(z, V, eta, xi):
    """One iteration of the simultaneous method.

    z = (x, y): x minimises the payoff, y maximises it.
    V(z) = (dPhi/dx, -dPhi/dy): what both go down.
    eta: the step size. xi: two samples of the gradient noise.
    """
    v = V(z) + xi[0]
    z_next = z - eta * v
    return z_next
