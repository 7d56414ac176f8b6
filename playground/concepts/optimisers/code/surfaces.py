"""The surfaces as code: the gradient of the chosen one, and its Hessian."""

from __future__ import annotations

from playground.concepts.optimisers import Params
from playground.concepts.optimisers.race import drops_of
from playground.concepts.optimisers.state import Data
from playground.concepts.optimisers.surfaces import BOWL, PL, WIDTH, matrix_of, surface_of
from playground.engine.declarations.code import CodeText
from playground.engine.kit import formula_maths
from playground.engine.kit.formula import parse
from playground.engine.kit.formula_code import for_numpy


def gradient(params: Params, data: Data) -> CodeText:
    """The gradient as a function of theta = (x, y)."""
    words = f"the gradient of {surface_of(params, drops_of(data)).words}"
    return CodeText(_function("grad", params, _lines(params, data)[0]), words)


def hessian(params: Params, data: Data) -> CodeText:
    """The Hessian as a function of theta = (x, y)."""
    return CodeText(_function("H", params, _lines(params, data)[1]), "the Hessian")


def _function(name: str, params: Params, lines: list[str]) -> str:
    body = "\n    ".join(["x, y = theta", *lines])
    return f"import numpy as np\n\n\ndef {name}(theta):\n    {body}\n"


def _lines(params: Params, data: Data) -> tuple[list[str], list[str]]:
    """The bodies of both."""
    match params.problem:
        case "quadratic":
            named = f"A = np.array({matrix_of(params.kappa, params.tilt).tolist()!r})"
            return [named, "return theta @ A"], [named, "return A"]
        case "rosenbrock":
            return (
                ["c = y - x * x", "return np.array([-2 * (1 - x) - 400 * x * c, 200 * c])"],
                ["return np.array([[2 - 400 * y + 1200 * x * x, -400 * x], [-400 * x, 200.0]])"],
            )
        case "himmelblau":
            return (
                [
                    "a, b = x * x + y - 11, x + y * y - 7",
                    "return np.array([4 * x * a + 2 * b, 2 * a + 4 * y * b])",
                ],
                [
                    "xx, xy, yy = 12 * x * x + 4 * y - 42, 4 * (x + y), 12 * y * y + 4 * x - 26",
                    "return np.array([[xx, xy], [xy, yy]])",
                ],
            )
        case "saddle":
            return ["return np.array([x, -y + y**3])"], ["return np.array([[1.0, 0.0], [0.0, 3 * y * y - 1]])"]
        case "pl":
            return (
                [f"return np.array([2 * x + {PL} * np.sin(2 * x), 2 * y])"],
                [f"return np.array([[2 + {2 * PL} * np.cos(2 * x), 0.0], [0.0, 2.0]])"],
            )
        case "plateau":
            g = "g = np.exp(-(theta @ theta) / 2)"
            return (
                [g, "return theta * g"],
                [g, "return g * np.array([[1 - x * x, -x * y], [-x * y, 1 - y * y]])"],
            )
        case "drawn":
            drops = [
                f"drops = np.array({data.drops.tolist()!r}).reshape(-1, 3)",
                "away, height = theta - drops[:, :2], drops[:, 2]",
                f"g = height * np.exp(-(away**2).sum(1) / (2 * {WIDTH}**2))",
            ]
            return (
                [*drops, f"return {BOWL} * theta - g @ away / {WIDTH}**2"],
                [
                    *drops,
                    f"outer = (away * g[:, None]).T @ away / {WIDTH}**4",
                    f"return {BOWL} * np.eye(2) + outer - g.sum() * np.eye(2) / {WIDTH}**2",
                ],
            )
    return _typed(params.formula)


def _typed(formula: str) -> tuple[list[str], list[str]]:
    tree = parse(formula)
    dx, dy = (formula_maths.derivative(tree, name) for name in "xy")
    xx, xy, yy = (formula_maths.derivative(*of) for of in ((dx, "x"), (dx, "y"), (dy, "y")))
    of = [for_numpy(node) for node in (dx, dy, xx, xy, yy)]
    return (
        [f"dx = {of[0]}", f"dy = {of[1]}", "return np.array([dx, dy], dtype=float)"],
        [
            f"xx, xy, yy = {of[2]}, {of[3]}, {of[4]}",
            "return np.array([[xx, xy], [xy, yy]], dtype=float)",
        ],
    )
