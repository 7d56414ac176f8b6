"""One attention head: who looks at whom, and what it takes there."""

import math

import torch


def head(X, Y, W_Q, W_K, W_V, scaled, causal, rotary):
    """softmax(Q K' / sqrt(d)) V.

    X: the tokens that ask, Y: those that are looked at, a row each.
    W_Q, W_K, W_V: the three matrices of this head.
    scaled, causal, rotary: divide by the root of d, look back only,
    turn queries and keys by their place.
    """
    Q = X @ W_Q
    K = Y @ W_K
    V = Y @ W_V
    if rotary:
        Q, K = _turned(Q), _turned(K)
    d = Q.shape[1]
    S = Q @ K.T
    if scaled:
        S = S / math.sqrt(d)
    if causal:
        later = torch.ones_like(S).triu(1).bool()
        S = S.masked_fill(later, -math.inf)
    largest = S.max(1, keepdim=True).values
    E = torch.exp(S - largest)
    A = E / E.sum(1, keepdim=True)
    O = A @ V
    return A, O


def _turned(X):
    """Every pair of features turned by its place times its speed."""
    n, d = X.shape
    half = d // 2
    speed = 10000.0 ** (-2 * torch.arange(half, dtype=X.dtype) / d)
    angle = torch.arange(n, dtype=X.dtype)[:, None] * speed
    a, b = X[:, 0 : 2 * half : 2], X[:, 1 : 2 * half : 2]
    turned = X.clone()
    turned[:, 0 : 2 * half : 2] = a * angle.cos() - b * angle.sin()
    turned[:, 1 : 2 * half : 2] = a * angle.sin() + b * angle.cos()
    return turned
