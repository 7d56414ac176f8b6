"""Newton: to the stationary point of the quadratic that touches."""

import numpy as np


def newton(theta, grad, H, damping, xi):
    """One step.

    theta: where it stands. grad(theta), H(theta): gradient and Hessian.
    damping: added to the diagonal. xi: the noise of the samples.
    """
    g = grad(theta) + xi
    bent = H(theta) + damping * np.eye(2)
    step = np.linalg.pinv(bent, rcond=1e-10, hermitian=True) @ g
    theta_next = theta - step
    return theta_next
