"""Filters of some words, the largest score of each, a judgement."""

import numpy as np


def phrases(words, E, filters, bias, W, c):
    """The probability that a sentence is praise.

    words: by their numbers. E: the vectors of all words.
    filters: (filters, numbers of a vector, words in a window).
    bias: of each filter. W, c: weights and bias of the output.
    """
    n = filters.shape[2]
    windows = max(0, len(words) - n + 1)
    scores = np.zeros((len(filters), windows))
    for f in range(len(filters)):
        for t in range(windows):
            s = bias[f]
            for j in range(n):
                s = s + filters[f, :, j] @ E[words[t + j]]
            scores[f, t] = s
    best = scores.max(1) if windows else np.zeros(len(filters))
    pooled = np.maximum(best, 0)
    added = np.abs(W) * pooled
    z = c + added.sum()
    p = 1 / (1 + np.exp(-z))
    return scores, added, z, p
