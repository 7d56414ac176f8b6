"""Mirror-prox: look ahead, then step by the payoffs found there."""

import torch


def mirror_prox(log_p, log_q, A, eta):
    """One iteration of both players (Nemirovski, 2004).

    log_p, log_q: the logarithms of the strategies.
    A: what x pays to y, a row for each move of x. eta: the step size.
    """
    ahead_p, ahead_q = _moved(log_p, log_q, log_p, log_q, A, eta)
    log_p, log_q = _moved(log_p, log_q, ahead_p, ahead_q, A, eta)
    p_next, q_next = log_p.exp(), log_q.exp()
    return p_next, q_next


def _moved(log_p, log_q, at_p, at_q, A, eta):
    """From one pair of strategies along the payoffs at another."""
    cost = A @ at_q.exp()
    gain = A.T @ at_p.exp()
    log_p = torch.log_softmax(log_p - eta * cost, 0).clamp_min(-1e6)
    log_q = torch.log_softmax(log_q + eta * gain, 0).clamp_min(-1e6)
    return log_p, log_q
