"""One character drawn from the logits of a language model."""

import torch


def sample(z, T, k, u):
    """A token from softmax(z / T), of the k likeliest alone.

    z: logits, a number for each character of the alphabet.
    T: temperature; at 0 the likeliest is taken.
    k: how many may come; 0: all of them.
    u: a random number between 0 and 1.
    """
    V = len(z)
    if T == 0:
        token = int(torch.argmax(z))
        p = torch.zeros(V, dtype=z.dtype)
        p[token] = 1.0
        return p, token
    place = k - 1 if 0 < k < V else V - 1
    least = torch.sort(z, descending=True).values[place]
    kept = z >= least
    e = torch.exp((z - z.max()) / T) * kept
    p = e / e.sum()
    ends = torch.cumsum(p, 0)
    token = int((ends <= u * ends[-1]).sum())
    return p, token
