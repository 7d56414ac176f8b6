"""The recurrence as it is written: one step after another."""


def loop(a, b):
    """All states of z <- a z + b from z = 0.

    a, b: one pair for each step, (T,).
    """
    z, states = 0.0, []
    for a_t, b_t in zip(a, b):
        z = a_t * z + b_t
        states.append(float(z))
    depth = work = len(a) - 1
    z = states
    return z, depth, work
