"""The vision transformer: patches are tokens, a class token asks."""

import math

import torch


def vit(x, p, heads, E, e, cls, P, blocks, g, h, U, u):
    """Probabilities of ten classes for one picture.

    x: the picture, 12 x 12, cut into patches of p x p.
    E, e: patch to token. cls: the class token. P: learnt positions.
    blocks: the weights of each block by name.
    """
    patches = []
    for row in range(0, 12, p):
        for column in range(0, 12, p):
            patch = x[row : row + p, column : column + p]
            patches.append(patch.flatten() @ E + e)
    X = torch.cat([cls, torch.stack(patches)]) + P
    normal = torch.nn.functional.layer_norm
    size = X.shape[1:]
    for w in blocks:
        seen = normal(X, size, w["g"], w["h"])
        Q, K, V = (seen @ w["Q"] + w["q"]).chunk(3, 1)
        d = size[0] // heads
        answers = []
        for k in range(heads):
            part = slice(k * d, k * d + d)
            scores = Q[:, part] @ K[:, part].T / math.sqrt(d)
            A = scores.softmax(1)
            answers.append(A @ V[:, part])
        X = X + torch.cat(answers, 1) @ w["O"] + w["o"]
        seen = normal(X, size, w["i"], w["j"])
        hidden = (seen @ w["A"] + w["a"]).clamp(min=0)
        X = X + hidden @ w["B"] + w["b"]
    logits = normal(X[0], size, g, h) @ U + u
    probabilities = logits.softmax(0)
    return A, logits, probabilities
