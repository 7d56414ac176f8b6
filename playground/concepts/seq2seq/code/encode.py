"""The fixed vector: a GRU reads, and its last state is all it keeps."""

import torch


def encode(tokens, Wx, Wh, b):
    """The state after the last token.

    tokens: numbers of the letters, in the order in which they are read.
    Wx: a row for each letter. Wh, b: recurrent weights and biases;
    side by side for the gates keep and reset, and the candidate.
    """
    m = Wh.shape[0]
    h = torch.zeros(m, dtype=Wh.dtype)
    for token in tokens:
        x = Wx[token] + b
        gates = torch.sigmoid(x[: 2 * m] + h @ Wh[:, : 2 * m])
        keep, reset = gates[:m], gates[m:]
        new = torch.tanh(x[2 * m :] + (reset * h) @ Wh[:, 2 * m :])
        h = keep * h + (1 - keep) * new
    return h
