"""Optimistic gradient: twice the new gradient less the last."""


def ogda(z, v_before, V, eta, xi):
    """One iteration of the optimistic method.

    z = (x, y): x minimises the payoff, y maximises it.
    v_before: the gradient of the iteration before.
    V(z) = (dPhi/dx, -dPhi/dy): what both go down.
    eta: the step size. xi: two samples of the gradient noise.
    """
    v = V(z) + xi[0]
    z_next = z - eta * (2 * v - v_before)
    return z_next, v
