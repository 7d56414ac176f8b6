"""A decoder that hears itself: each step gets what it said before."""

import torch


def decode(s, v, Wx, Wh, b, W, C, c, steps, right):
    """What the net with the fixed vector says.

    s: its first state. v: the fixed vector, the same at every step.
    Wx, Wh, b: a GRU; the last row of Wx is the token that starts it.
    W, C, c: from state and vector to the logits.
    right: right tokens, fed in their place; empty: it hears itself.
    """
    m = len(s)
    heard = len(Wx) - 1
    said = []
    for t in range(steps):
        x = Wx[heard] + b
        gates = torch.sigmoid(x[: 2 * m] + s @ Wh[:, : 2 * m])
        keep, reset = gates[:m], gates[m:]
        new = torch.tanh(x[2 * m :] + (reset * s) @ Wh[:, 2 * m :])
        s = keep * s + (1 - keep) * new
        logits = s @ W + v @ C + c
        token = int(logits.argmax())
        said.append(token)
        heard = right[t] if len(right) else token
    return said
