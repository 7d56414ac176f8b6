"""Cover's count: how many labelings of n points a line separates."""

import math


def cover(n, d):
    """Labelings of n points in general position, and their share.

    n: how many points. d: how many weights, the bias among them.
    """
    separable = 0
    for k in range(min(n, d)):
        separable = separable + 2 * math.comb(n - 1, k)
    share = separable / 2**n
    return separable, share
