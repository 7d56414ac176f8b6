"""An RNN read to its end, and its gradient back through time."""

import torch


def rnn(x, answers, V, U, b, W, c, phi, steps):
    """H' = phi(h U + x V + b); a softmax of the last state answers.

    x: tokens as vectors, (T, B, n). answers: (B,).
    V, U, b: of the cell. W, c: of the output.
    phi: tanh, relu or none. steps: how far back the gradient goes.
    """
    T, B, _ = x.shape
    h = [torch.zeros(B, len(U), dtype=x.dtype)]
    slopes = []
    for t in range(T):
        z = h[t] @ U + x[t] @ V + b
        if phi == "tanh":
            new = torch.tanh(z)
            slope = 1 - new**2
        elif phi == "relu":
            new = torch.relu(z)
            slope = (z > 0).to(z.dtype)
        else:
            new = z
            slope = torch.ones_like(z)
        h.append(new)
        slopes.append(slope)
    log_p = torch.log_softmax(h[T] @ W + c, 1)
    p = log_p.exp()
    loss = -log_p[torch.arange(B), answers].mean()
    error = p.clone()
    error[torch.arange(B), answers] -= 1
    delta = [torch.zeros_like(h[0]) for _ in range(T + 1)]
    delta[T] = error @ W.T / B
    for t in range(T, max(0, T - steps), -1):
        delta[t - 1] = (delta[t] * slopes[t - 1]) @ U.T
    size = torch.stack([d.norm() for d in delta])
    share = size / size[T]
    return p, loss, share
