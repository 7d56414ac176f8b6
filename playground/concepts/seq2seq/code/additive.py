"""Additive attention: one step of the decoder looks back."""

import torch


def additive(s, H, Ws, We, b, v, W, C, c, only):
    """The weights of one step, its context, and what it says.

    s: state of the decoder. H: states of the encoder, a row each.
    Ws, We, b, v: a small net that scores a pair of states.
    W, C, c: from s and the context to the logits.
    only: the one place it may look at; -1: all of them.
    """
    e = torch.tanh(s @ Ws + H @ We + b) @ v
    if only >= 0:
        hidden = torch.arange(len(e)) != only
        e = e.masked_fill(hidden, -torch.inf)
    grown = torch.exp(e - e.max())
    alpha = grown / grown.sum()
    context = alpha @ H
    logits = s @ W + context @ C + c
    said = logits.argmax()
    return alpha, context, logits, said
