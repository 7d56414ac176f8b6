"""Heat flows along the edges: x' = -L x."""

import torch


def heat(x, edges, h, parts):
    """A while of heat by the method of Runge and Kutta.

    x: the values of the nodes. edges: pairs of nodes.
    h: the time of a part. parts: how many.
    """
    for _ in range(parts):
        a = -_laplacian(edges, x)
        b = -_laplacian(edges, x + h / 2 * a)
        c = -_laplacian(edges, x + h / 2 * b)
        d = -_laplacian(edges, x + h * c)
        x = x + h / 6 * (a + 2 * b + 2 * c + d)
    return x


def _laplacian(edges, x):
    """L x: the degree times the value less the sum of neighbours."""
    i, j = edges.T
    d = torch.bincount(edges.flatten(), minlength=len(x))
    around = torch.zeros_like(x)
    around = around.index_add(0, i, x[j]).index_add(0, j, x[i])
    return d * x - around
