"""The scan of Blelloch in place: up a tree, and down again."""


def sweeps(a, b):
    """All states of z <- a z + b from z = 0, with less than 2 T work.

    a, b: one pair for each step, (T,). Later o earlier is
    (a2, b2) o (a1, b1) = (a2 a1, a2 b1 + b2).
    """
    a, b, T = a.clone(), b.clone(), len(a)
    stride, strides = 1, []
    while stride < T:
        strides.append(stride)
        stride = 2 * stride
    depth, work = 0, 0
    up = [(2 * s - 1, s) for s in strides]
    down = [(3 * s - 1, s) for s in reversed(strides)]
    for first, s in up + down:
        later = list(range(first, T, 2 * s))
        earlier = [i - s for i in later]
        b[later] = a[later] * b[earlier] + b[later]
        a[later] = a[later] * a[earlier]
        depth = depth + (len(later) > 0)
        work = work + len(later)
    z = b
    return z, depth, work
