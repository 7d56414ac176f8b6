"""A DDPM move of a picture, with the exact score of finite data."""

import math

import numpy as np


def ddpm(x, data, a_t, sigma_t, a_s, sigma_s, z, known, truth, fresh):
    """One ancestral move of one picture.

    x: its pixels. data: the training pictures, a row each.
    a_t, sigma_t: signal and noise of this level, a_s, sigma_s of the
    next lower one. z, fresh: standard normal numbers.
    known, truth: the pixels that are known, and the true picture.
    """
    squares = ((x - a_t * data) ** 2).sum(1)
    logits = -squares / (2 * sigma_t**2)
    w = np.exp(logits - logits.max())
    w = w / w.sum()
    x_0 = w @ data
    a = a_t / a_s
    v = sigma_t**2 - a**2 * sigma_s**2
    keep = a * sigma_s**2 / sigma_t**2
    mean = keep * x + a_s * v / sigma_t**2 * x_0
    spread = sigma_s**2 * v / sigma_t**2
    x_next = mean + math.sqrt(spread) * z
    if known is not None:
        there = a_s * truth + sigma_s * fresh
        x_next = np.where(known, there, x_next)
    return x_next, x_0
