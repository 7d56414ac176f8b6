"""One step of the smallest GAN, both players at once."""

import math


def dirac(theta, psi, eta, r, loss):
    """Gradient descent and ascent (Mescheder et al., 2018).

    theta: where the generator puts all its mass; the data are at 0.
    psi: the critic's slope. eta: the step size. r: the penalty.
    loss: gan, ns or wgan.
    """
    t = psi * theta
    up = 1.0
    down = 1.0
    if loss != "wgan":
        up = (1 - math.tanh(t / 2)) / 2
        down = up
    if loss == "ns":
        down = (1 + math.tanh(t / 2)) / 2
    theta_next = theta - eta * psi * down
    psi_next = psi + eta * (theta * up - r * psi)
    return theta_next, psi_next
