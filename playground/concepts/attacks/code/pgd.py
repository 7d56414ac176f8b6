"""Many short steps, each back into the ball."""

import torch


def _scores(x, net):
    for W, b in net[:-1]:
        x = (x @ W + b).relu()
    W, b = net[-1]
    return x @ W + b


def _back(eta, eps, norm):
    """The nearest place of the ball."""
    if norm == "linf":
        return eta.clamp(-eps, eps)
    if norm == "l2":
        return eta * (eps / eta.norm().clamp_min(1e-300)).clamp(max=1)
    sizes = eta.abs().sort(descending=True).values
    k = torch.arange(1, len(eta) + 1)
    tops = (sizes.cumsum(0) - eps) / k
    last = max(int((sizes > tops).sum()) - 1, 0)
    threshold = tops[last].clamp_min(0)
    return eta.sign() * (eta.abs() - threshold).clamp_min(0)


def pgd(x, net, c, sign, eps, alpha, norm, steps, low, high):
    """The change of x after some steps of projected ascent.

    x: the input, (d,). net: weights (inputs, units) and biases (units,)
    of each layer. c: the class whose loss is made larger (sign 1) or
    smaller (sign -1). eps: the ball's radius. alpha: a step's length.
    """
    eta = torch.zeros_like(x)
    for _ in range(steps):
        z = (x + eta).requires_grad_()
        s = _scores(z, net)
        # The slope of the loss by the scores: p, and p - 1 for c.
        p = s.detach().softmax(0)
        p[c] = 0
        mass = p.sum()
        p[c] = -mass
        (g,) = torch.autograd.grad(s, z, p)
        g = sign * torch.where(g.abs() > 1e-14 * mass, g, 0)
        if norm == "linf":
            v = g.sign()
        elif norm == "l2":
            v = g / g.norm().clamp_min(1e-300)
        else:
            v = torch.zeros_like(g)
            i = g.abs().argmax()
            v[i] = g[i].sign()
        eta = _back(eta + alpha * v, eps, norm)
        eta = (x + eta).clamp(low, high) - x
    after = _scores(x + eta, net).softmax(0)
    return eta, after
