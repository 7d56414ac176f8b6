"""One step of the size ε in the steepest direction."""

import torch


def _scores(x, net):
    for W, b in net[:-1]:
        x = (x @ W + b).relu()
    W, b = net[-1]
    return x @ W + b


def fgsm(x, net, c, sign, eps, norm, low, high):
    """The change of x that one step makes.

    x: the input, (d,). net: weights (inputs, units) and biases (units,)
    of each layer. c: the class whose loss is made larger (sign 1) or
    smaller (sign -1). eps: the size. norm: linf, l2 or l1.
    low, high: what the entries of the input are kept within.
    """
    x = x.clone().requires_grad_()
    s = _scores(x, net)
    # The slope of the loss by the scores: p, and p - 1 for c.
    p = s.detach().softmax(0)
    p[c] = 0
    mass = p.sum()
    p[c] = -mass
    (g,) = torch.autograd.grad(s, x, p)
    g = torch.where(g.abs() > 1e-14 * mass, g, 0)  # not rounding
    x = x.detach()
    if norm == "linf":
        v = g.sign()
    elif norm == "l2":
        v = g / g.norm().clamp_min(1e-300)
    else:
        v = torch.zeros_like(g)
        i = g.abs().argmax()
        v[i] = g[i].sign()
    eta = (x + sign * eps * v).clamp(low, high) - x
    after = _scores(x + eta, net).softmax(0)
    return eta, after
