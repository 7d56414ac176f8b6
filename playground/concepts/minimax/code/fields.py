"""The games as code: V = (dPhi/dx, -dPhi/dy) of the chosen game, and its Jacobian."""

from __future__ import annotations

from playground.concepts.minimax import Params
from playground.concepts.minimax.games import game_of
from playground.engine.declarations.code import CodeText
from playground.engine.kit.formula import parse
from playground.engine.kit.formula_code import for_torch

_ABOVE = "import numpy as np\n\n\n"
_TORCH = "import numpy as np\nimport torch\n\n\n"


def field(params: Params) -> CodeText:
    """V as a function of z = (x, y)."""
    words = f"V of Φ = {game_of(params).words}" if params.game != "polar" else game_of(params).words
    if params.game in ("typed", "gan"):
        return CodeText(f"{_TORCH}{_payoff(params)}{_AUTOGRAD}", words)
    lines = "\n    ".join(["x, y = z", *_lines(params)[0]])
    return CodeText(f"{_ABOVE}def V(z):\n    {lines}\n", words)


def jacobian(params: Params) -> CodeText:
    """J, the Jacobian of V, as a function of z = (x, y)."""
    if params.game in ("typed", "gan"):
        return CodeText(f"{_TORCH}{_payoff(params)}{_TWICE}", "the Jacobian of V")
    lines = "\n    ".join(["x, y = z", *_lines(params)[1]])
    return CodeText(f"{_ABOVE}def J(z):\n    {lines}\n", "the Jacobian of V")


_AUTOGRAD = """

def V(z):
    a = torch.tensor(z, requires_grad=True)
    dx, dy = torch.autograd.grad(payoff(a[0], a[1]) + 0 * a.sum(), a)[0].tolist()
    return np.array([dx, -dy])
"""
_TWICE = """

def J(z):
    a = torch.tensor(z)
    (xx, xy), (yx, yy) = torch.autograd.functional.hessian(lambda a: payoff(a[0], a[1]) + 0 * a.sum(), a).tolist()
    return np.array([[xx, xy], [-yx, -yy]])
"""


def _lines(params: Params) -> tuple[list[str], list[str]]:
    """The bodies of V and J."""
    match params.game:
        case "bilinear" | "saddle" | "quadratic":
            a, b, c = {"bilinear": (0.0, 1.0, 0.0), "saddle": (2.0, 0.0, 2.0)}.get(
                params.game, (params.a, params.b, params.c)
            )
            named = f"a, b, c = {a!r}, {b!r}, {c!r}"
            return (
                [named, "return np.array([a * x + b * y, c * y - b * x])"],
                [named, "return np.array([[a, b], [-b, c]])"],
            )
        case "monkey":
            return (
                ["return np.array([3 * (x * x - y * y), 6 * x * y])"],
                ["return np.array([[6 * x, -6 * y], [6 * y, 6 * x]])"],
            )
        case "almost" if params.on == "maximiser":
            named = f"eps = {params.eps!r}"
            return (
                [named, "return np.array([y, -x - eps * (y - y**3)])"],
                [named, "return np.array([[0, 1], [-1, -eps * (1 - 3 * y * y)]])"],
            )
        case "almost":
            named = f"eps = {params.eps!r}"
            return (
                [named, "return np.array([y + eps * (x - x**3), -x])"],
                [named, "return np.array([[eps * (1 - 3 * x * x), 1], [-1, 0]])"],
            )
        case "forsaken":
            return (
                [
                    f"c = {params.offset!r}",
                    "slope = z / 2 - 2 * z**3 + z**5",
                    "return np.array([y - c, -x]) + slope",
                ],
                ["bend = 1 / 2 - 6 * z**2 + 5 * z**4", "return np.array([[bend[0], 1], [-1, bend[1]]])"],
            )
        case "polar":
            named = f"a, s = {params.pull!r}, x * x + y * y"
            pull = "g = a / 16 * (s - 1) * (16 * s - 9)"
            return (
                [named, pull, "return np.array([x * g - y, y * g + x])"],
                [
                    named,
                    pull,
                    "slope = a / 16 * (32 * s - 25)",
                    "return np.array([[g + 2 * x * x * slope, 2 * x * y * slope - 1],",
                    "                 [2 * x * y * slope + 1, g + 2 * y * y * slope]])",
                ],
            )
    return (
        ["return np.array([y - 2 * x * y * y, 2 * x * x * y - x])"],
        ["return np.array([[-2 * y * y, 1 - 4 * x * y], [4 * x * y - 1, 2 * x * x]])"],
    )


def _payoff(params: Params) -> str:
    if params.game == "typed":
        body = f"return {for_torch(parse(params.formula))} + 0 * x"
        return f"def payoff(x, y):\n    {body}\n"
    return _GAN.format(mean=params.mean, spread=params.spread)


_GAN = """def payoff(x, y):
    mean, spread = {mean!r}, {spread!r}
    nodes, weights = np.polynomial.hermite_e.hermegauss(16 if spread else 1)
    u, w = torch.from_numpy(spread * nodes), torch.from_numpy(weights / np.sqrt(2 * np.pi))
    real = torch.nn.functional.logsigmoid(y * (mean + u))
    made = torch.nn.functional.logsigmoid(-y * (x + u))
    return (w * (real + made)).sum()
"""
