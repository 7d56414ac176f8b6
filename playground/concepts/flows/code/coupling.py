"""The log density of a flow of coupling layers at one point."""

import math

import torch


def coupling(x, keeps, W1, b1, W2, b2, W3, b3, clamp, m):
    """Real NVP backwards, with its bookkeeping (Dinh et al., 2017).

    x: a point of the data. keeps: which coordinate stays, by layer,
    the base's first. W1 to b3: the net of each layer. clamp: the
    largest |s|; 0: layers that shift alone. m: the base is an equal
    mixture of Gaussians round (-m, 0) and (m, 0); 0: a single one.
    """
    z = x.clone()
    log_det = torch.zeros(())
    for l in reversed(range(len(keeps))):
        k = z[keeps[l]]
        c = z[1 - keeps[l]]
        h = torch.tanh(k * W1[l][0] + b1[l])
        h = torch.tanh(h @ W2[l] + b2[l])
        a, t = h @ W3[l] + b3[l]
        s = torch.zeros(())
        if clamp > 0:
            s = clamp * torch.tanh(a / clamp)
        c = (c - t) * torch.exp(-s)
        log_det = log_det - s
        z = torch.stack([k, c] if keeps[l] == 0 else [c, k])
    log_base = -(z**2).sum() / 2 - math.log(2 * math.pi)
    mixed = torch.logaddexp(m * z[0], -m * z[0]) - math.log(2)
    log_base = log_base + mixed - m**2 / 2
    log_p = log_base + log_det
    return z, log_det, log_p
