"""An LSTM read to its end, and its gradient back through time."""

import torch


def lstm(x, answers, V, U, b, W, k, held, steps):
    """C' = f c + i g, h' = o tanh(c'); the last state answers.

    x: tokens as vectors, (T, B, n). answers: (B,).
    V, U, b: of the gates o, f, i and of g. W, k: of the output.
    held: what is added to the forget gate's sum at each step.
    steps: how far back the gradient goes.
    """
    T, B, _ = x.shape
    h = torch.zeros(B, U.shape[1], dtype=x.dtype)
    c = torch.zeros_like(h)
    kept = [(h, c)]
    gates = []
    for t in range(T):
        z = [h @ U[j] + x[t] @ V[j] + b[j] for j in range(4)]
        o, i = torch.sigmoid(z[0]), torch.sigmoid(z[2])
        f = torch.sigmoid(z[1] + held[t])
        g = torch.tanh(z[3])
        c = f * c + i * g
        h = o * torch.tanh(c)
        kept.append((h, c))
        gates.append((o, f, i, g))
    log_p = torch.log_softmax(h @ W + k, 1)
    p = log_p.exp()
    loss = -log_p[torch.arange(B), answers].mean()
    dh = p.clone()
    dh[torch.arange(B), answers] -= 1
    dh = dh @ W.T / B
    dc = torch.zeros_like(dh)
    size = torch.zeros(T + 1, dtype=x.dtype)
    for t in range(T, max(0, T - steps), -1):
        o, f, i, g = gates[t - 1]
        before, now = kept[t - 1][1], torch.tanh(kept[t][1])
        dc = dc + dh * o * (1 - now**2)
        size[t] = dc.norm()
        dz = [dh * now * o * (1 - o), dc * before * f * (1 - f)]
        dz += [dc * g * i * (1 - i), dc * i * (1 - g**2)]
        dh = sum(dz[j] @ U[j].T for j in range(4))
        dc = dc * f
        size[t - 1] = dc.norm()
    share = size / size[T]
    return p, loss, share
