"""The scan of Hillis and Steele: every round looks twice as far."""


def doubling(a, b):
    """All states of z <- a z + b from z = 0, in log T rounds.

    a, b: one pair for each step, (T,). Later o earlier is
    (a2, b2) o (a1, b1) = (a2 a1, a2 b1 + b2).
    """
    T, stride = len(a), 1
    depth, work = 0, 0
    while stride < T:
        a_next, b_next = a.clone(), b.clone()
        b_next[stride:] = a[stride:] * b[:-stride] + b[stride:]
        a_next[stride:] = a[stride:] * a[:-stride]
        a, b = a_next, b_next
        depth, work = depth + 1, work + T - stride
        stride = 2 * stride
    z = b
    return z, depth, work
