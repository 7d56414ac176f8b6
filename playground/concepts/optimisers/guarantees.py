"""What theory promises gradient descent at any step size below 2/L, and how far the run is from the promise.

Sources: Nesterov (2004, section 1.2.3), Karimi, Nutini and Schmidt (2016).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from playground.concepts.optimisers import race
from playground.concepts.optimisers.race import Course
from playground.engine.kit.arrays import Reals

_TINY = 1e-300
_ROUNDING = 1e-9  # of the first height


def gain(eta: float, L: float) -> float:
    """By how many squared lengths of the gradient f falls in a step, at least: eta (1 - L eta / 2)."""
    return eta * (1 - L * eta / 2)


def shrinking(eta: float, L: float, mu: float) -> float:
    """By what f - f* is multiplied in a step, at most, under the PL inequality: 1 - 2 mu eta (1 - L eta / 2)."""
    return 1 - 2 * mu * gain(eta, L)


def rate_of(course: Course) -> float | None:
    """The step size of gradient descent for which theory has a word; None where it has none.

    It has none with noise, with a constraint, with a step size that falls or is 2/L or longer, or where the curvature
    is only known in the window.
    """
    params, ground = course.params, course.ground
    if "gd" not in course.names or params.noise or params.radius or params.falling or not ground.everywhere:
        return None
    eta = float(race.settings(params, "gd", ground, 1).rate)
    return eta if ground.L is not None and eta * ground.L < 2 else None


def promised(course: Course, gap: Reals, slope: Reals) -> dict[str, Any]:
    """The promises, and the slack of the run behind them; a number is None where there is no promise.

    Args:
        course: the race.
        gap: f - f* of gradient descent at every step from the start on.
        slope: the lengths of its gradient there.
    """
    params, ground, eta = course.params, course.ground, rate_of(course)
    if eta is None or ground.L is None or course.race.since:
        return {}
    share, start = gain(eta, ground.L), float(gap[0])
    small = slope <= params.tolerance
    found: dict[str, Any] = {
        "gain": share,
        "critical_bound": start / (share * params.tolerance**2),
        "critical_step": int(small.argmax()) if small.any() else None,
    }
    if len(gap) > 1:
        lemma = gap[1:] - gap[:-1] + share * slope[:-1] ** 2
        found["decrease_slack"] = float(lemma.max() / max(start, _TINY))
        # Above rounding only: where nothing is gained any more there is no ratio.
        moving = share * slope[:-1] ** 2 > _ROUNDING * max(start, _TINY)
        if moving.any():
            ratios = (gap[:-1] - gap[1:])[moving] / (share * slope[:-1] ** 2)[moving]
            found |= {"least_gain": float(ratios.min()), "most_gain": float(ratios.max())}
    if ground.mu is not None:
        factor = shrinking(eta, ground.L, ground.mu)
        law = start * factor ** np.arange(len(gap))
        found |= {"pl_factor": factor, "pl_slack": float(((gap - law) / max(start, _TINY)).max())}
        if len(gap) > 1 and start > 0:
            found["pl_ratio"] = float((gap[1:] / law[1:]).max())
    return found
