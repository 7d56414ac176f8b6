"""Two radii within which the class of a point cannot change."""

import torch


def certificate(x, net, sigma, noise, p):
    """The radius by the Lipschitz bound, and that by noise.

    x: the point, (2,). net: weights (inputs, units) and biases (units,)
    of each layer; the one output's sign is the class.
    sigma, noise: noise of this size, (samples, 2) standard normal.
    p: the lower end of the interval of the share of the votes.
    """
    steep = torch.tensor(1.0, dtype=x.dtype)
    z = torch.cat([x[None], x + sigma * noise])
    for l, (W, b) in enumerate(net):
        z = z @ W + b
        if l + 1 < len(net):
            z = z.relu()
        steep = steep * torch.linalg.matrix_norm(W, 2)
    f = z[:, 0]
    r = f[0].abs() / steep
    blue = int((f[1:] >= 0).sum())
    votes = max(blue, len(noise) - blue)
    # Within R no shift makes the class less likely than the other.
    R = torch.tensor(0.0, dtype=x.dtype)
    if p > 0.5:
        R = sigma * torch.special.ndtri(torch.tensor(p, dtype=x.dtype))
    return r, votes, R
