"""The probability flow by the method of Heun."""


def ode(x, score, a_t, sigma_t, a_s, sigma_s):
    """One move of one particle (Karras et al., 2022).

    x: where it is. score(x, a, sigma): the slope of the log density of
    a x_0 + sigma eps. a_t, sigma_t: of this level; a_s, sigma_s: of the
    next lower one.
    """
    span = sigma_s / a_s - sigma_t / a_t
    slope = -sigma_t * score(x, a_t, sigma_t)
    x_next = a_s * (x / a_t + span * slope)
    if sigma_s > 0:
        other = -sigma_s * score(x_next, a_s, sigma_s)
        average = (slope + other) / 2
        x_next = a_s * (x / a_t + span * average)
    return x_next
