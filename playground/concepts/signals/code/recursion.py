"""Mean-field theory: what a layer of many units does to q."""

import math

import torch


def recursion(method, phi, variance, depth, alpha):
    """q: mean square of the signal. m: its mean over the units.

    variance: of a weight, times the number of inputs.
    """
    x = torch.linspace(-9, 9, 721, dtype=torch.float64)
    p = torch.exp(-x * x / 2)
    p = p / p.sum()
    q, m = 1.0, 0.0
    log_signal = [0.0]
    for _ in range(depth):
        normed = method in ("batch", "layer")
        v = 1.0 if normed else variance * q
        if phi == "relu":
            mean, square = math.sqrt(v / (2 * math.pi)), v / 2
        else:
            z = math.sqrt(v) * x
            if phi == "tanh":
                a = torch.tanh(z)
            elif phi == "gelu":
                a = torch.nn.functional.gelu(z, approximate="tanh")
            else:
                a = z
            mean, square = float(p @ a), float(p @ a**2)
        if method == "residual":
            q = q + 2 * alpha * m * mean + alpha**2 * square
            m = m + alpha * mean
        else:
            q = square
        log_signal.append(0.5 * math.log10(q))
    arrives = log_signal[-1]
    return q, log_signal, arrives
