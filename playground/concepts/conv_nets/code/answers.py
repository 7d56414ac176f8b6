"""Three answers to why: gradient, occlusion, and evidence."""

import torch


def _last_maps(x, net):
    a = x[None, None]
    for w, b, s, p, d, q, speaks in net:
        z = torch.conv2d(a, w, b, stride=s, padding=p, dilation=d)
        a = torch.max_pool2d(z.relu() * speaks[:, None, None], q)
    return a[0]


def answers(x, net, W_k, b_k, mean, patch, starts):
    """What the output z of one digit owes to each place.

    x: the drawing, (side, side).
    net: of each layer: kernels, biases, stride, padding, dilation,
    side of the pooling, and which channels speak.
    W_k, b_k: weights and bias of the output.
    mean: it reads the mean of each map, else every place.
    patch: side of the square of paper. starts: its rows and columns.
    """
    x = x.clone().requires_grad_()
    a = _last_maps(x, net)
    if mean:
        V = W_k[:, None, None] / (a.shape[1] * a.shape[2])
    else:
        V = W_k.view(a.shape)
    # The output is linear in the last maps.
    evidence = (V * a).sum(0)
    z = evidence.sum() + b_k
    # What a little more ink would do.
    z.backward()
    gradient = x.grad
    x, z, evidence = x.detach(), z.detach(), evidence.detach()
    # What a square of paper takes away.
    fall, covers = torch.zeros(x.shape), torch.zeros(x.shape)
    for top in starts:
        for left in starts:
            rows = slice(top, top + patch)
            columns = slice(left, left + patch)
            covered = x.clone()
            covered[rows, columns] = 0
            less = z - ((V * _last_maps(covered, net)).sum() + b_k)
            fall[rows, columns] += less
            covers[rows, columns] += 1
    occlusion = fall / covers.clamp(min=1)
    return z, evidence, gradient, occlusion
