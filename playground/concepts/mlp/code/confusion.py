"""The confusion matrix: true classes against decisions."""

import numpy as np


def confusion(f, y, K):
    """How many points of each class are decided how.

    f: the outputs, a row for each point. y: the classes, from 0.
    K: how many there are; of two the one output decides by its sign.
    """
    if K == 2:
        decided = np.where(f[:, 0] >= 0, 0, 1)
    else:
        decided = f.argmax(1)
    counts = np.zeros((K, K), dtype=int)
    for true, said in zip(y, decided):
        counts[true, said] += 1
    right = counts.trace() / len(y)
    return counts, right
