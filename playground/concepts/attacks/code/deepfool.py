"""Step after step to the nearest boundary of the linearised scores."""

import torch


def _scores(x, net):
    for W, b in net[:-1]:
        x = (x @ W + b).relu()
    W, b = net[-1]
    return x @ W + b


def deepfool(x, net, norm):
    """The change of x that makes its class another one.

    x: the input, (d,). net: weights (inputs, units) and biases (units,)
    of each layer. norm: linf, l2 or l1.
    """
    c = int(_scores(x, net).argmax())
    moved = torch.zeros_like(x)
    for _ in range(50):
        z = x + 1.02 * moved
        s = _scores(z, net)
        if s.argmax() != c:
            break
        J = torch.func.jacrev(_scores)(z, net)
        w = J - J[c]
        if norm == "linf":
            sizes = w.abs().sum(1)
        elif norm == "l2":
            sizes = w.norm(dim=1)
        else:
            sizes = w.abs().amax(1)
        far = torch.where(sizes > 0, (s[c] - s) / sizes, torch.inf)
        far[c] = torch.inf
        j = int(far.argmin())
        if far[j].isinf():
            break
        if norm == "linf":
            v = w[j].sign()
        elif norm == "l2":
            v = w[j] / sizes[j]
        else:
            v = torch.zeros_like(x)
            i = w[j].abs().argmax()
            v[i] = w[j, i].sign()
        moved = moved + far[j] * v
    eta = 1.02 * moved
    after = _scores(x + eta, net).softmax(0)
    return eta, after
