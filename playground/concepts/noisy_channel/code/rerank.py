"""The noisy channel: the best sentence among the candidates."""

import numpy as np


def rerank(words, channel, prior, weight):
    """Viterbi's recursion for log p(x | y) + weight log p(y).

    words: candidates for each place, rows of word numbers.
    channel: log p(typed | word) of each of them.
    prior: log p(next | word); the last row is that of the start.
    """
    best = channel[0] + weight * prior[-1, words[0]]
    came = []
    for t in range(1, len(words)):
        step = prior[np.ix_(words[t - 1], words[t])]
        ways = best[:, None] + weight * step
        came.append(ways.argmax(0))
        best = ways.max(0) + channel[t]
    score = best.max()
    k = best.argmax()
    y = [words[-1][k]]
    for t in range(len(words) - 1, 0, -1):
        k = came[t - 1][k]
        y = [words[t - 1][k], *y]
    y = np.array(y)
    return y, score
