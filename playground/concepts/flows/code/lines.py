"""The log density of a flow of linear layers at one point."""

import math

import torch


def lines(x, keeps, m_l, s, t, m):
    """Layers of lines backwards; together they are one linear map.

    x: a point of the data. keeps: which coordinate stays, by layer,
    the base's first. m_l, s, t: slope, scale and shift of each layer.
    m: the base is an equal mixture of Gaussians round (-m, 0) and
    (m, 0); 0: a single one.
    """
    z = x.clone()
    for l in reversed(range(len(keeps))):
        k = z[keeps[l]]
        c = z[1 - keeps[l]]
        c = (c - m_l[l] * k - t[l]) * torch.exp(-s[l])
        z = torch.stack([k, c] if keeps[l] == 0 else [c, k])
    log_det = -s.sum()
    log_base = -(z**2).sum() / 2 - math.log(2 * math.pi)
    mixed = torch.logaddexp(m * z[0], -m * z[0]) - math.log(2)
    log_base = log_base + mixed - m**2 / 2
    log_p = log_base + log_det
    return z, log_det, log_p
