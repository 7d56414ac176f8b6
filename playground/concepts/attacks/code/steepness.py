"""How steep a net is on a grid, and two bounds from its weights."""

import torch


def steepness(places, net, norm):
    """The largest gradient on the grid, and the bounds above it.

    places: (n, 2). net: weights (inputs, units) and biases (units,) of
    each layer, with one output. norm: linf, l2 or l1, of the inputs.
    """
    z = places.clone().requires_grad_()
    a = z
    for W, b in net[:-1]:
        a = (a @ W + b).relu()
    W, b = net[-1]
    f = a @ W + b
    (g,) = torch.autograd.grad(f.sum(), z)
    # What a step of size 1 gains at most: the dual norm.
    order = {"linf": 1, "l2": 2, "l1": torch.inf}[norm]
    sizes = torch.linalg.vector_norm(g, order, dim=1)
    exact = sizes.max()
    product = torch.tensor(1.0, dtype=places.dtype)
    A = torch.eye(2, dtype=places.dtype)
    for W, _ in net:
        if norm == "linf":
            product = product * W.abs().sum(0).max()
        elif norm == "l2":
            product = product * torch.linalg.matrix_norm(W, 2)
        else:
            product = product * W.abs().sum(1).max()
        A = A @ W.abs()
    absolute = torch.linalg.vector_norm(A[:, 0], order)
    return exact, product, absolute
