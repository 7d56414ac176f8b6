"""One update of a recurrence that learns to echo its input."""

import torch


def echo(theta, m, v, count, delay, K, eta):
    """Adam on the exact error of lam = exp(-exp(nu) + i phi).

    theta: nu, phi, and both parts of the output weights, (4, n).
    m, v: running means of gradients and their squares.
    count: updates so far. K: how much of the response is compared.
    """
    theta = theta.clone().requires_grad_()
    nu, phi, re, im = theta
    log_lam = torch.complex(-nu.exp(), phi)
    gamma = (-torch.expm1(-2 * nu.exp())).sqrt()
    k = torch.arange(K)
    powers = torch.exp(log_lam[:, None] * k)
    c = torch.complex(re, im)
    h = ((c * gamma)[:, None] * powers).real.sum(0)
    wanted = (k == delay).double()
    loss = ((h - wanted) ** 2).sum()
    (g,) = torch.autograd.grad(loss, theta)
    t = count + 1
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    step = (m / (1 - 0.9**t)) / ((v / (1 - 0.999**t)).sqrt() + 1e-8)
    theta_next = (theta - eta * step).detach()
    return theta_next, loss
