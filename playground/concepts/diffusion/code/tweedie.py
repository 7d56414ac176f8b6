"""Tweedie's formula: the best guess of what a noisy sample was."""


def tweedie(x, score, a, sigma):
    """The mean of x_0 given x, in one jump.

    x: the noisy sample, a x_0 + sigma eps.
    score(x, a, sigma): the slope of the log density of such samples.
    """
    u = score(x, a, sigma)
    eps = -sigma * u
    x_0 = (x - sigma * eps) / a
    return x_0, eps
