"""Backpropagation: values forward, deltas back, sums at branches."""


def backprop(nodes, value, pull):
    """Both passes over a graph.

    nodes: an operation, the rows of its arguments and its constant
    each, in an order in which arguments come first; the constant of a
    leaf is its value. value: what an operation gives.
    pull: what its arguments get of its delta.
    """
    v = []
    for op, args, c in nodes:
        inputs = [v[j] for j in args]
        v.append(c if op == "leaf" else value(op, inputs, c))
    delta = [0 * one for one in v]
    delta[-1] = delta[-1] + 1.0
    for k in reversed(range(len(nodes))):
        op, args, c = nodes[k]
        if op == "leaf":
            continue
        inputs = [v[j] for j in args]
        parts = pull(op, inputs, v[k], delta[k], c)
        for j, part in zip(args, parts):
            delta[j] = delta[j] + part
    L = v[-1]
    return v, delta, L
