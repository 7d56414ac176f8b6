"""One more term of Chebyshev's series of a filter."""

import torch


def chebyshev(before, term, total, edges, c, k, top):
    """Order k: T_k = 2 M T_(k-1) - T_(k-2), with M = 2 L / top - I.

    before, term: T_(k-2) x and T_(k-1) x. total: the sum so far.
    edges: pairs of nodes. c: the coefficient of order k.
    top: the largest eigenvalue of the Laplacian L.
    """
    i, j = edges.T
    d = torch.bincount(edges.flatten(), minlength=len(term))
    around = torch.zeros_like(term)
    around = around.index_add(0, i, term[j]).index_add(0, j, term[i])
    L_term = d * term - around
    M_term = 2 * L_term / top - term
    if k == 1:
        new = M_term
    else:
        new = 2 * M_term - before
    total = total + c * new
    return new, total
