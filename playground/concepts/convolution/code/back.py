"""The backward pass of a layer, as the chain rule has it."""

import numpy as np


def back(x, w, delta, s, p, d, border, turn):
    """The gradients of the input and of the kernel.

    x: (channels, rows, columns). w: (filters, channels, k, k).
    delta: the gradient of the output, (filters, rows, columns).
    s, p, d: stride, padding, dilation; border as np.pad calls it.
    turn: the layer turns its kernel first.
    """
    k = w.shape[-1]
    reach = d * (k - 1) + 1
    laid = w[:, :, ::-1, ::-1] if turn else w
    pads = ((0, 0), (p, p), (p, p))
    wide = np.pad(x, pads, mode=border)
    # Which input stands in each padded cell, and whether one does.
    at = np.pad(np.arange(x.size).reshape(x.shape), pads, mode=border)
    real = np.pad(np.ones(x.shape), pads, mode=border)
    dx, dw = np.zeros(x.size), np.zeros(w.shape)
    for o in range(delta.shape[0]):
        for u in range(delta.shape[1]):
            for v in range(delta.shape[2]):
                rows = slice(u * s, u * s + reach, d)
                columns = slice(v * s, v * s + reach, d)
                seen = wide[:, rows, columns]
                dw[o] += delta[o, u, v] * seen
                part = delta[o, u, v] * laid[o] * real[:, rows, columns]
                np.add.at(dx, at[:, rows, columns], part)
    dx = dx.reshape(x.shape)
    dw = dw[:, :, ::-1, ::-1] if turn else dw
    return dx, dw
