"""A GRU read to its end, and its gradient back through time."""

import torch


def gru(x, answers, V, U, b, W, k, held, steps):
    """H' = s h + (1 - s) n; the last state answers.

    x: tokens as vectors, (T, B, n). answers: (B,).
    V, U, b: of the gates s, r and of n. W, k: of the output.
    held: what is added to the sum of s at each step.
    steps: how far back the gradient goes.
    """
    T, B, _ = x.shape
    h = torch.zeros(B, U.shape[1], dtype=x.dtype)
    kept = [h]
    gates = []
    for t in range(T):
        s = torch.sigmoid(h @ U[0] + x[t] @ V[0] + b[0] + held[t])
        r = torch.sigmoid(h @ U[1] + x[t] @ V[1] + b[1])
        n = torch.tanh((r * h) @ U[2] + x[t] @ V[2] + b[2])
        h = s * h + (1 - s) * n
        kept.append(h)
        gates.append((s, r, n))
    log_p = torch.log_softmax(h @ W + k, 1)
    p = log_p.exp()
    loss = -log_p[torch.arange(B), answers].mean()
    dh = p.clone()
    dh[torch.arange(B), answers] -= 1
    dh = dh @ W.T / B
    size = torch.zeros(T + 1, dtype=x.dtype)
    size[T] = dh.norm()
    for t in range(T, max(0, T - steps), -1):
        s, r, n = gates[t - 1]
        h = kept[t - 1]
        dn = dh * (1 - s) * (1 - n**2)
        drh = dn @ U[2].T
        dr = drh * h * r * (1 - r)
        ds = dh * (h - n) * s * (1 - s)
        dh = dh * s + drh * r + ds @ U[0].T + dr @ U[1].T
        size[t - 1] = dh.norm()
    share = size / size[T]
    return p, loss, share
