"""What all views give: the run in numbers, and what the notes say of it in words."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.data import Data
from playground.concepts.perceptron.problem import Problem, bound_without_one
from playground.concepts.perceptron.state import State, deciding, in_use, true_weights
from playground.concepts.perceptron.stepping import Info, promised, reading
from playground.texts.sums import products

MOST_WRITTEN_OUT = 4  # weights
_UNNAMED = ("+1", "−1")


def class_words(classes: tuple[str, str]) -> str:
    """Which label each class has, with the classes' names where they have some."""
    blue, orange = (f" ({name})" if classes != _UNNAMED else "" for name in classes)
    return f"blue is +1{blue}, orange is −1{orange}"


def period_words(period: int | None) -> str:
    """A number of passes."""
    return "" if period is None else "1 pass" if period == 1 else f"{period:,} passes"


def verdict_words(params: Params, problem: Problem) -> str:
    """Whether the points can be separated, as the rule counts points on the line; Cover counts none of them."""
    if not problem.separable or (problem.tied and params.mode == "cover"):
        return "no line separates these points"
    if not problem.tied:
        return "a line separates these points"
    return "a line with points on it separates them" if problem.best.any() else "only w = 0 makes no mistake"


def race_words(updates: int, bound: float | None) -> str:
    """The mistakes beside their bound, which is None where there is none."""
    return f"{updates:,} so far" if bound is None else f"{updates:,} of at most {math.floor(bound):,}"


def novikoff_words(points: int, bound: float | None) -> str:
    """Where the two promised curves meet, in few words: the plot is small.

    Args:
        points: how many points there are.
        bound: on the mistakes; None if the points are not separable.
    """
    if not points:
        return ""
    return "; no bound" if bound is None else f"; they meet at {bound:,.1f}"


def numbers_of(params: Params, data: Data, state: State, info: Info | None) -> dict[str, Any]:
    """What every view gives: the run in numbers, and the words of the notes."""
    w = in_use(params, state) / state.per
    problem, start = state.problem, state.start
    errors, margin = reading(problem, deciding(params, state))
    low, high = promised(state)
    visited = info is not None and 0 <= info.row < len(data.y)
    updated = info is not None and info.updated
    label = float(data.y[info.row]) if info is not None and visited else 0.0
    distance = _distance(params, state, w, margin)
    plain_start = start.updates == 0 and start.squared == 0.0
    inseparable = len(data.y) > 0 and not problem.separable
    after = true_weights(state)
    point = torch.zeros_like(after)
    if info is not None and updated and visited:
        point = data.y[info.row] * problem.A[info.row] / problem.scale
    before = info.before if info is not None and updated else after
    written_out = updated and len(w) <= MOST_WRITTEN_OUT
    return {
        "updates": state.updates,
        "errors": errors,
        "margin": margin,
        "max_margin": problem.margin if problem.separable and len(data.y) else None,
        "separable": problem.separable if len(data.y) else None,
        "converged": state.converged,
        "period": state.period,
        "epochs": state.epochs,
        "seen": state.seen,
        "R": problem.R if len(data.y) else None,
        "bound": start.bound,
        "bound_note": "" if start.bound is None else f"≤ {start.bound:,.1f}",
        "bound_without_one": bound_without_one(data) if params.data == "offset pair" and params.bias else None,
        "start_updates": start.updates,
        "pass_mistakes": state.last_pass,
        "distance": distance,
        "clearance": distance if distance is not None and distance > 0.0 else None,
        "margin_gap": problem.gap,
        "proved": problem.certain,
        "version_share": problem.share,
        "alignment": state.along / state.rate if problem.separable else None,
        "alignment_low": low,
        "length": state.length / state.rate,
        "length_high": high,
        "points": len(data.y),
        "signed_rate": state.rate * label if updated else None,
        "b": float(w[-1]) if params.bias else 0.0,
        "row": info.row if info is not None and visited else None,
        "updated": updated,
        "passed_by": visited and not updated,
        "written_out": written_out,
        "score_terms": products(before.tolist(), point.tolist(), 3) if written_out else "",
        "score_before": float(before @ point) if written_out else None,
        "plain_start": plain_start and start.bound is not None,
        "moved_start": not plain_start and start.bound is not None,
        "told": inseparable or problem.tied,
        "tied": problem.tied and params.mode != "cover",
        "cycling": state.period is not None,
        "acted": not plain_start,
        "inseparable": inseparable,
        "novikoff": novikoff_words(len(data.y), start.bound),
        "period_name": period_words(state.period),
        "verdict": verdict_words(params, problem),
        "weights": len(w),
        "blue_name": data.classes[0],
        "orange_name": data.classes[1],
        "classes": class_words(data.classes),
        "race": race_words(state.updates, start.bound),
        "w_before": before,
        "w_after": after,
        "x_visited": point,
    }


def _distance(params: Params, state: State, w: Tensor, margin: float | None) -> float | None:
    """The smallest y (w.x + b) / |w|: the margin measured with |w| alone."""
    length = float(torch.linalg.vector_norm(w[:-1] if params.bias else w))
    if margin is None or length == 0.0:
        return None
    return margin * float(torch.linalg.vector_norm(w)) / length
