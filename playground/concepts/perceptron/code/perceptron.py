"""The perceptron: only a mistake changes the weights."""


def perceptron(w, X, y, visits, rate, strict):
    """The visits of one step.

    w: the weights, the bias last. X: the points, a row each, with 1
    (or their unit) appended where there is a bias. y: labels, 1 or -1.
    visits: the points that are visited, in order.
    strict: a score of 0 is a mistake; otherwise it counts as +1.
    """
    mistakes = 0
    for i in visits:
        x = X[i]
        score = w @ x
        right = y[i] * score > 0
        if score == 0:
            right = y[i] > 0 and not strict
        if not right:
            w = w + rate * y[i] * x
            mistakes = mistakes + 1
    return w, mistakes
