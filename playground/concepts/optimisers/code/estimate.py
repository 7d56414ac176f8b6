"""A mean from samples: stochastic gradient steps that get smaller."""


def estimate(theta, mean, samples, a, p, t):
    """The samples of one step of the clock, for one run.

    theta: the estimate. mean: Polyak's average of the estimates.
    samples: what is seen. a, p: the step sizes are a t^-p.
    t: how many samples were seen before.
    """
    for x in samples:
        t = t + 1
        eta = a * t**-p
        g = theta - x
        theta = theta - eta * g
        mean = mean + (theta - mean) / t
    return theta, mean
