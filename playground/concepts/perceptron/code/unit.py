"""A unit of McCulloch and Pitts: it fires where the sum is enough."""


def unit(sigma, theta, inputs, gate):
    """What the unit gives, and for how many inputs as the gate does.

    sigma: a weight of 1 or -1 for each input. theta: the threshold.
    inputs: all inputs, each of 0 and 1. gate: what the gate gives.
    """
    fires = []
    for x in inputs:
        total = sum(s * a for s, a in zip(sigma, x))
        fires.append(1 if total >= theta else 0)
    right = sum(a == b for a, b in zip(fires, gate))
    return fires, right
