"""The convolutional net: shared windows, and one number of each map."""

import torch


def cnn(x, K_1, b_1, K_2, b_2, W, b, wrap, head):
    """Probabilities of ten classes for one picture.

    x: the picture, channels x 12 x 12. K_1, K_2: windows of 3 x 3.
    wrap: whether windows see the other side beyond the border.
    head: what is read of the last maps: max, mean or flat.
    """
    maps = x
    for K, bias in ((K_1, b_1), (K_2, b_2)):
        beyond = "circular" if wrap else "constant"
        wide = torch.nn.functional.pad(maps[None], (1, 1, 1, 1), beyond)
        maps = torch.nn.functional.conv2d(wide, K, bias)[0].clamp(min=0)
        if K is K_1 or head == "flat":
            half = maps.shape[1] // 2
            squares = maps.reshape(len(maps), half, 2, half, 2)
            maps = squares.amax((2, 4))
    if head == "max":
        features = maps.amax((1, 2))
    elif head == "mean":
        features = maps.mean((1, 2))
    else:
        features = maps.flatten()
    logits = W @ features + b
    p = logits.softmax(0)
    return logits, p
