"""Reflected gradient: taken where the last move would end again."""


def rfbs(z, z_before, V, eta, xi):
    """One iteration of reflected forward-backward splitting.

    z = (x, y): x minimises the payoff, y maximises it.
    z_before: the point of the iteration before.
    V(z) = (dPhi/dx, -dPhi/dy): what both go down.
    eta: the step size. xi: two samples of the gradient noise.
    """
    z_ahead = 2 * z - z_before
    v_ahead = V(z_ahead) + xi[0]
    z_next = z - eta * v_ahead
    return z_next
