"""The loss of a variational autoencoder at a batch, by its parts."""

import numpy as np


def elbo(x, noise, beta, W1, b1, W2, b2, W3, b3, W4, b4):
    """Reconstruction, KL and loss of pictures x with their noise."""
    n = len(x)

    # The encoder: a mean and a log variance for every unit.
    hidden = np.maximum(x @ W1 + b1, 0)
    mean, log_var = np.split(hidden @ W2 + b2, 2, axis=1)
    log_var = np.clip(log_var, -8, 8)

    # A sample that moves with both: the reparameterisation.
    z = mean + np.exp(log_var / 2) * noise

    # The decoder: a logit for every pixel.
    logits = np.maximum(z @ W3 + b3, 0) @ W4 + b4

    # Cross-entropy of the pixels, and the price of the code.
    cross = np.logaddexp(0, logits) - x * logits
    reconstruction = cross.sum() / n
    divergence = 0.5 * (mean**2 + np.exp(log_var) - log_var - 1)
    kl = divergence.sum() / n
    loss = reconstruction + beta * kl
    return reconstruction, kl, loss
