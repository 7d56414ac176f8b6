"""ELMo: a word's vector in a sentence, from two LSTMs and a mix."""

import torch


def elmo(rows, place, forward, backward, s):
    """The mix of the word's own vector and the states of both LSTMs.

    rows: the vectors of the words between the two ends of the text.
    place: of the word, in rows. s: the weight of the states.
    forward, backward: W, U, b of the gates o, f, i and g.
    """
    ahead = _lstm(rows, *forward)
    back = _lstm(rows.flip(0), *backward).flip(0)
    e = torch.cat([rows[place], rows[place]])
    h = torch.cat([ahead[place], back[place]])
    v = (1 - s) * e + s * h
    return v


def _lstm(rows, W, U, b):
    """The states after each row; the cell c is what it keeps."""
    h = torch.zeros_like(b[0])
    c = torch.zeros_like(b[0])
    states = []
    for x in rows:
        o = torch.sigmoid(x @ W[0] + h @ U[0] + b[0])
        f = torch.sigmoid(x @ W[1] + h @ U[1] + b[1])
        i = torch.sigmoid(x @ W[2] + h @ U[2] + b[2])
        g = torch.tanh(x @ W[3] + h @ U[3] + b[3])
        c = f * c + i * g
        h = o * torch.tanh(c)
        states.append(h)
    return torch.stack(states)
