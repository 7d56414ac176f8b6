"""Why scores are divided by the root of d: one draw of keys."""

import math

import torch


def scaling(q, K):
    """The weights of one random query, with the root of d and without.

    q: a query of d standard normal entries. K: the keys, a row each.
    """
    d = len(q)
    scores = K @ q
    unscaled = torch.softmax(scores, 0)
    scaled = torch.softmax(scores / math.sqrt(d), 0)
    entropy_unscaled = torch.special.entr(unscaled).sum()
    entropy_scaled = torch.special.entr(scaled).sum()
    return unscaled, scaled, entropy_unscaled, entropy_scaled
