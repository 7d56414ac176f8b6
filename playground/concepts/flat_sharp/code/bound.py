"""The PAC-Bayes bound of a classifier whose weights are drawn."""

import math


def bound(emp, w, w_0, sigma, prior, n, delta):
    """McAllester's bound on the error of new points.

    emp: error on the sample of n points. w, w_0: the means of
    posterior and prior, lists. sigma, prior: their widths.
    delta: the chance with which the bound may fail.
    """
    d = len(w)
    ratio = (sigma / prior) ** 2
    away = math.fsum((a - b) ** 2 for a, b in zip(w, w_0))
    spread = d * (ratio - 1 - math.log(ratio))
    kl = (spread + away / prior**2) / 2
    cost = kl + math.log(2 * math.sqrt(n) / delta)
    gap = math.sqrt(cost / (2 * n))
    risk = emp + gap
    return risk, kl
