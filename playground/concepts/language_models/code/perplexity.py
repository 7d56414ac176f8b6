"""How surprised a model was by a text."""

import torch


def perplexity(p):
    """Two to the mean surprise in bits.

    p: what the model gave to each character that came.
    """
    s = -torch.log2(p)
    bits = float(s.mean())
    nats = float(-torch.log(p).mean())
    perplexity = 2.0**bits
    return s, bits, nats, perplexity
