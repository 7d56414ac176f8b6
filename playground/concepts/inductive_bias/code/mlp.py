"""The multi-layer perceptron: every pixel has weights of its own."""


def mlp(x, W_1, b_1, W_2, b_2):
    """Probabilities of ten classes for one picture.

    x: the picture, 12 x 12. W_1, b_1, W_2, b_2: the two linear maps.
    """
    pixels = x.flatten()
    hidden = (pixels @ W_1 + b_1).clamp(min=0)
    logits = hidden @ W_2 + b_2
    grown = (logits - logits.max()).exp()
    p = grown / grown.sum()
    return logits, p
