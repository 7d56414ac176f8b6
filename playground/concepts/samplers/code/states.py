"""Metropolis and Hastings on a few states, exactly."""

import torch


def states(weights, Q, law, rule):
    """The moves, the law after one of them, and the flux.

    weights: of the states. Q: what is proposed, a row for each state.
    law: where the walker is, as probabilities.
    rule: what a proposal is accepted with.
    """
    p = weights / weights.sum()
    accept = torch.ones_like(Q)
    if rule == "metropolis":
        accept = (p[None, :] / p[:, None]).clamp(max=1)
    if rule == "hastings":
        there = p[:, None] * Q
        back = there.T
        possible = there > 0
        accept = torch.where(possible, back / there, 0.0).clamp(max=1)
    P = Q * accept
    P.fill_diagonal_(0.0)
    P = P + torch.diag(1 - P.sum(1))
    law_next = law @ P
    flux = p[:, None] * P
    return P, law_next, flux
