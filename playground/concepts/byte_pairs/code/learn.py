"""One merge: count the pairs, take the most frequent, replace it."""


def learn(words, times, new):
    """The words after the next merge.

    words: the different words as lists of tokens; times: how often
    each comes; new: the number of the next token.
    """
    n = {}
    for word, often in zip(words, times):
        for k in range(len(word) - 1):
            pair = word[k], word[k + 1]
            n[pair] = n.get(pair, 0) + often
    best = max(n, key=n.get)
    count = n[best]
    merged, replaced = [], 0
    for word, often in zip(words, times):
        rest, k = [], 0
        while k < len(word):
            if tuple(word[k : k + 2]) == best:
                rest.append(new)
                replaced = replaced + often
                k = k + 2
            else:
                rest.append(word[k])
                k = k + 1
        merged.append(rest)
    return best, count, replaced, merged
