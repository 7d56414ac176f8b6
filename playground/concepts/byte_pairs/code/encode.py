"""A word in tokens: the learnt merges, each where it fits."""


def encode(word, merges):
    """The tokens of a word.

    word: its bytes; merges: the pairs in the order learnt.
    """
    tokens = list(word)
    for rank, pair in enumerate(merges):
        rest, k = [], 0
        while k < len(tokens):
            if tokens[k : k + 2] == list(pair):
                rest.append(256 + rank)
                k = k + 2
            else:
                rest.append(tokens[k])
                k = k + 1
        tokens = rest
    count = len(tokens)
    return tokens, count
