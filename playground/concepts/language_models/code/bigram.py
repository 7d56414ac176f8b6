"""A language model that only counts pairs of characters."""

import torch


def bigram(learnt, x, y, V):
    """The perplexity of counts of pairs.

    learnt: the characters that are counted, by number.
    x, y: characters of another text and what followed each.
    V: how many different characters there are.
    """
    first, second = learnt[:-1], learnt[1:]
    counts = torch.full((V, V), 0.1, dtype=torch.float64)
    ones = torch.ones(len(first), dtype=torch.float64)
    counts.index_put_((first, second), ones, accumulate=True)
    p = counts / counts.sum(1, keepdim=True)
    given = p[x, y]
    nats = -torch.log(given).mean()
    perplexity = torch.exp(nats)
    return nats, perplexity
