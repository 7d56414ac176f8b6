"""A small transformer reads a text, and says what stands at a place."""

import math

import torch


def reader(tokens, place, E, P, blocks, g, b, R, heads, causal, rotary):
    """Blocks of attention over tokens, and a softmax at one place.

    E: a row for each token. P: a row for each place, or none.
    blocks: the matrices of each block by name.
    causal: look back only. rotary: turn queries and keys by place.
    """
    X = E[tokens]
    if not rotary:
        X = X + P[: len(tokens)]
    for W in blocks:
        Y = _normal(X, W["g1"], W["b1"])
        Q, K, V = (Y @ W["QKV"]).chunk(3, 1)
        found = []
        for q, k, v in zip(*(M.chunk(heads, 1) for M in (Q, K, V))):
            if rotary:
                q, k = _turned(q), _turned(k)
            S = q @ k.T / math.sqrt(q.shape[1])
            if causal:
                later = torch.ones_like(S).triu(1).bool()
                S = S.masked_fill(later, -math.inf)
            A = torch.softmax(S, 1)
            found.append(A @ v)
        X = X + torch.cat(found, 1) @ W["O"]
        if "U" in W:
            H = _normal(X, W["g2"], W["b2"]) @ W["U"]
            X = X + torch.relu(H) @ W["D"]
    logits = _normal(X, g, b)[place] @ R
    p = torch.softmax(logits, 0)
    return p


def _normal(X, gain, shift):
    """Each row with mean 0 and variance 1, times a gain, shifted."""
    centred = X - X.mean(1, keepdim=True)
    variance = centred.square().mean(1, keepdim=True)
    return centred / torch.sqrt(variance + 1e-5) * gain + shift


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
