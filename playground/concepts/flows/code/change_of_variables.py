"""The density of a mapped normal draw at one place."""

import math

import numpy as np


def change_of_variables(z, a, b, g, leak, both):
    """Every source of x adds its density, thinned by the slope there.

    z: the draw. a, b: u = a z + b. g: the map by its name. leak: the
    slope below 0 of the chain's last line. both: of a square, whether
    the other source counts, too.
    """
    u = a * z + b
    sources = [z]
    if g == "affine":
        x, slope = u, np.array([a])
    elif g == "exp":
        x, slope = math.exp(u), a * np.array([math.exp(u)])
    elif g == "sinh":
        x, slope = math.sinh(u), a * np.array([math.cosh(u)])
    elif g == "cubic":
        x, slope = u**3 + u, a * np.array([3 * u**2 + 1])
    elif g == "sigmoid":
        x = 1 / (1 + math.exp(-u))
        slope = a * np.array([x * (1 - x)])
    elif g == "square":
        x = u**2
        roots = np.array([abs(u), -abs(u)])[: 2 if both else 1]
        sources, slope = (roots - b) / a, 2 * a * roots
    else:
        leaky = 1.0 if u >= 0 else leak
        x = leaky * math.sinh(u)
        slope = a * np.array([leaky * math.cosh(u)])
    phi = np.exp(-np.square(sources) / 2) / math.sqrt(2 * math.pi)
    density = np.sum(phi / np.abs(slope))
    return x, density
