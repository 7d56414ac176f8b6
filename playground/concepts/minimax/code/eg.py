"""Extragradient: look ahead, and move with the gradient there."""


def eg(z, V, eta, look, xi):
    """One iteration of Korpelevich's method.

    z = (x, y): x minimises the payoff, y maximises it.
    V(z) = (dPhi/dx, -dPhi/dy): what both go down.
    eta: how far it moves. look: how far it looks ahead.
    xi: two samples of the gradient noise.
    """
    v = V(z) + xi[0]
    z_ahead = z - look * v
    v_ahead = V(z_ahead) + xi[1]
    z_next = z - eta * v_ahead
    return z_next
