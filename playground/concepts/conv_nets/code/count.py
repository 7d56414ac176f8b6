"""What a net costs: its weights and multiply-adds, layer by layer."""

import math


def count(channels, rows, columns, layers):
    """The weights with biases, the multiply-adds, and what is left.

    channels, rows, columns: of the picture.
    layers: ("conv", in, out, k, stride, padding, dilation, groups),
    ("pool", k, stride, padding), ("mean", side), ("linear", in, out),
    ("inception", in, 1x1, before 3x3, 3x3, before 5x5, 5x5, pooled).
    """
    weights = work = 0
    for kind, *how in layers:
        if kind == "conv":
            before, channels, k, s, p, d, groups = how
            rows = (rows + 2 * p - d * (k - 1) - 1) // s + 1
            columns = (columns + 2 * p - d * (k - 1) - 1) // s + 1
            bare = k * k * before // groups * channels
            biases = channels
        elif kind == "pool":
            k, s, p = how
            rows = (rows + 2 * p - k) // s + 1
            columns = (columns + 2 * p - k) // s + 1
            bare = biases = 0
        elif kind == "mean":
            rows = columns = how[0]
            bare = biases = 0
        elif kind == "linear":
            before, channels = how
            rows = columns = 1
            bare = before * channels
            biases = channels
        else:
            before, ones, low3, out3, low5, out5, pooled = how
            bare = before * (ones + low3 + low5 + pooled)
            bare = bare + 9 * low3 * out3 + 25 * low5 * out5
            channels = ones + out3 + out5 + pooled
            biases = channels + low3 + low5
        weights = weights + bare + biases
        work = work + bare * rows * columns
    left = math.prod((channels, rows, columns))
    return weights, work, left
