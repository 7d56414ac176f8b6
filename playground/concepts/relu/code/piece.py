"""The piece at a place: with the same units on, the net is affine."""

import numpy as np


def piece(x, W, b):
    """The map f(x) = g x + c that holds in the region of x.

    x: the place. W, b: weights and biases of each layer; W has a row
    for each unit.
    """
    A, c = np.eye(len(x)), np.zeros(len(x))
    pattern = []
    for W_k, b_k in zip(W[:-1], b[:-1]):
        A = W_k @ A
        c = W_k @ c + b_k
        on = A @ x + c > 0
        pattern.append("".join("1" if one else "0" for one in on))
        A = on[:, None] * A
        c = on * c
    g = (W[-1] @ A)[0]
    c = (W[-1] @ c + b[-1])[0]
    f = g @ x + c
    pattern = " ".join(pattern)
    return pattern, g, c, f
