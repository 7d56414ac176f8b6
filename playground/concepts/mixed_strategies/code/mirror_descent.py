"""Mirror descent: shares grow by how much their moves pay."""

import torch


def mirror_descent(log_p, log_q, A, eta):
    """One iteration of both players at once, with entropy as mirror.

    log_p, log_q: the logarithms of the strategies.
    A: what x pays to y, a row for each move of x. eta: the step size.
    """
    p, q = log_p.exp(), log_q.exp()
    cost = A @ q
    gain = A.T @ p
    log_p = torch.log_softmax(log_p - eta * cost, 0).clamp_min(-1e6)
    log_q = torch.log_softmax(log_q + eta * gain, 0).clamp_min(-1e6)
    p_next, q_next = log_p.exp(), log_q.exp()
    return p_next, q_next
