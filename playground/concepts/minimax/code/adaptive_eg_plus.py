"""AdaptiveEG+: moves by a length that fits both gradients."""


def adaptive_eg_plus(z, V, gamma, xi):
    """One iteration (Pethick, Latafat, Patrinos, Fercoq, Cevher, 2022).

    z = (x, y): x minimises the payoff, y maximises it.
    V(z) = (dPhi/dx, -dPhi/dy): what both go down.
    gamma: how far it looks. xi: two samples of the gradient noise.
    """
    sigma = -0.99 / 2
    v = V(z) + xi[0]
    reach = -gamma * v
    z_ahead = z + reach
    v_ahead = V(z_ahead) + xi[1]
    turn = reach - gamma * (v_ahead - v)
    length = turn @ turn
    alpha = sigma + reach @ turn / (length if length > 0 else 1)
    z_next = z + alpha * turn
    return z_next
