"""EG+: look ahead by gamma, and move by half of that."""


def eg_plus(z, V, gamma, xi):
    """One iteration (Diakonikolas, Daskalakis and Jordan, 2021).

    z = (x, y): x minimises the payoff, y maximises it.
    V(z) = (dPhi/dx, -dPhi/dy): what both go down.
    gamma: how far it looks. xi: two samples of the gradient noise.
    """
    v = V(z) + xi[0]
    z_ahead = z - gamma * v
    v_ahead = V(z_ahead) + xi[1]
    z_next = z - gamma / 2 * v_ahead
    return z_next
