"""Langevin players: gradient steps with noise of temperature tau."""

import math

import torch


def langevin(z, eta, tau, xi, all_meet_all):
    """One iteration on the weird saddle x y - x^2 y^2.

    z: a pair (x, y) in each row; x minimises, y maximises.
    eta: the step size. tau: the temperature. xi: normal numbers.
    all_meet_all: against the mean of the others, not one opponent.
    """
    x, y = z.T
    y1, y2, x1, x2 = y, y**2, x, x**2
    if all_meet_all:
        y1, y2, x1, x2 = y1.mean(), y2.mean(), x1.mean(), x2.mean()
    down = y1 - 2 * x * y2
    up = x1 - 2 * y * x2
    V = torch.stack([down, -up], 1)
    z_next = z - eta * V + math.sqrt(2 * eta * tau) * xi
    z_next = z_next.clamp(-2, 2)
    return z_next
