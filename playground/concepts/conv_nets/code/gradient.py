"""What a unit sees: its box by the formula, its heat by derivatives."""

import torch


def gradient(x, net, c, i, j):
    """The receptive field of a unit, and its derivative by each pixel.

    x: the drawing, (side, side).
    net: of each layer up to that of the unit: kernels, biases, stride,
    padding, dilation, side of the pooling, and which channels speak.
    c, i, j: channel, row and column of the unit.
    """
    r, jump, start = 1, 1, 0
    x = x.clone().requires_grad_()
    a = x[None, None]
    for l, (w, b, s, p, d, q, speaks) in enumerate(net):
        r = r + d * (w.shape[-1] - 1) * jump
        start = start - p * jump
        jump = jump * s
        z = torch.conv2d(a, w, b, stride=s, padding=p, dilation=d)
        if l + 1 < len(net):
            a = torch.max_pool2d(z.relu() * speaks[:, None, None], q)
            r = r + (q - 1) * jump
            jump = jump * q
    u = z[0, c, i, j]
    u.backward()
    heat = x.grad
    u = u.detach()
    top, left = start + i * jump, start + j * jump
    return r, top, left, u, heat
