"""What a linear recurrence remembers of an impulse."""

import torch


def powers(lam, gamma, T):
    """Run xi <- lam xi + gamma u on a single 1, for T more steps.

    lam: complex eigenvalues, each for itself and its conjugate.
    gamma: what the input is multiplied by.
    """
    xi = gamma + 0 * lam
    h = [xi.real.mean()]
    for _ in range(T):
        xi = lam * xi
        h.append(xi.real.mean())
    h = torch.stack(h)
    h_now = h[-1]
    tau = -1 / lam.abs().log()
    return h_now, tau
