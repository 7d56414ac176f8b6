"""A linear system as powers of its matrix and as modes."""

import torch


def diagonal(A, B, C, T):
    """The impulse response C A^{k-1} B for k = 1 to T, in two ways."""
    z, g = B, []
    for _ in range(T):
        g.append(C @ z)
        z = A @ z
    g = torch.stack(g)
    lam, P = torch.linalg.eig(A)
    inside = torch.linalg.pinv(P, rtol=1e-9) @ B.to(P.dtype)
    weight = (C.to(P.dtype) @ P) * inside
    k = torch.arange(T)
    modes = weight[:, None] * lam[:, None] ** k
    by_modes = modes.sum(0).real
    g_now = g[-1]
    rho = lam.abs().max()
    return g_now, by_modes, rho
