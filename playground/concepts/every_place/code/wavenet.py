"""WaveNet: causal dilated layers, and what a prediction hangs on."""

import torch


def wavenet(x, t, entry, layers, output, dilations, ahead):
    """The prediction of sample t + 1, and its derivatives.

    x: the samples. t: the present.
    entry, layers, output: each a pair of kernel and bias.
    dilations: of the layers.
    ahead: how many samples later each layer may look; 0: causal.
    """
    x = x.clone().requires_grad_()
    w, b = entry
    z = w[:, 0] * x + b[:, None]
    total = torch.zeros(z.shape)
    field, T = 1, len(x)
    for l, (w, b) in enumerate(layers):
        d, k = dilations[l], w.shape[-1]
        field = field + (k - 1) * d
        before = torch.zeros((len(z), (k - 1) * d - ahead[l]))
        after = torch.zeros((len(z), ahead[l]))
        wide = torch.cat([before, z, after], 1)
        h = b[:, None]
        for tap in range(k):
            h = h + w[:, :, tap] @ wide[:, tap * d : tap * d + T]
        h = h.tanh()
        z, total = z + h, total + h
    w, b = output
    x_next = (w[:, :, 0] @ total + b[:, None])[0, t]
    x_next.backward()
    slope = x.grad
    future = slope[t + 1 :].abs().max()
    x_next = x_next.detach()
    return x_next, field, slope, future
