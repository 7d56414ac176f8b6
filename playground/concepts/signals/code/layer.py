"""One hidden layer in five forms."""

import torch


def layer(h, W, b, g, method, phi, alpha):
    """Out of h (rows, inputs): a layer with weights W (inputs, units).

    b: biases, or the shift of a norm. g: gains. alpha: of a skip.
    """
    if method == "weight":
        lengths = W.norm(dim=0, keepdim=True)
        W = g * W / lengths
    z = h @ W
    if method == "batch":
        mean = z.mean(0, keepdim=True)
        variance = z.var(0, keepdim=True, correction=0)
        z = g * (z - mean) / (variance + 1e-5).sqrt() + b
    elif method == "layer":
        mean = z.mean(1, keepdim=True)
        variance = z.var(1, keepdim=True, correction=0)
        z = g * (z - mean) / (variance + 1e-5).sqrt() + b
    else:
        z = z + b
    if phi == "relu":
        a = torch.relu(z)
    elif phi == "tanh":
        a = torch.tanh(z)
    elif phi == "gelu":
        a = torch.nn.functional.gelu(z, approximate="tanh")
    else:
        a = z
    if method == "residual" and alpha > 0:
        out = h + alpha * a
    else:
        out = a
    size = out.square().mean().sqrt()
    return z, out, size
