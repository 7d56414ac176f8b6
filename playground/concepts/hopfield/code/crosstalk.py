"""Cross-talk: what the other memories say to the bits of one."""


def crosstalk(x, left, right, diagonal, b, unit, near, signal):
    """The part of the field along a bit that is not its own.

    x: the memory, 1 or -1 for each neuron.
    left, right, diagonal: W = (left' right - diagonal) / unit; under
    Hebb's rule left and right are the memories, a row each.
    b: the thresholds, times unit. near: a field as small is a tie.
    signal: the field along the bit of a memory that is alone.
    """
    overlaps = right @ x
    field = left.T @ overlaps - diagonal * x - b
    along = x * field / unit
    C = along - signal
    unstable = (field >= -near) != (x > 0)
    count = unstable.sum()
    return C, count
