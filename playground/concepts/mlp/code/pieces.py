"""Activations and losses as code: each function and its slope."""

from __future__ import annotations

from playground.engine.declarations.code import CodeText

_ABOVE = "import numpy as np\n\n\n"
_GELU = "t = np.tanh(0.7978845608028654 * (z + 0.044715 * z**3))"
_ACTIVATIONS = {
    "tanh": ("return np.tanh(z)", "return 1 - np.tanh(z) ** 2"),
    "relu": ("return np.maximum(z, 0)", "return (z > 0).astype(float)"),
    "sigmoid": ("return 1 / (1 + np.exp(-z))", "a = 1 / (1 + np.exp(-z))\n    return a * (1 - a)"),
    "leaky": ("return np.maximum(z, 0.1 * z)", "return np.where(z > 0, 1.0, 0.1)"),
    "elu": (
        "return np.where(z > 0, z, np.expm1(np.minimum(z, 0)))",
        "return np.where(z > 0, 1.0, np.exp(np.minimum(z, 0)))",
    ),
    "gelu": (
        f"{_GELU}\n    return z * (1 + t) / 2",
        f"{_GELU}\n    inner = 0.7978845608028654 * (1 + 3 * 0.044715 * z**2)\n"
        "    return (1 + t) / 2 + z * (1 - t**2) * inner / 2",
    ),
    "sine": ("return np.sin(z)", "return np.cos(z)"),
    "abs": ("return np.abs(z)", "return np.sign(z)"),
    "linear": ("return z", "return np.ones_like(z)"),
}
_HOT = "hot = (y.astype(int)[:, None] == np.arange(f.shape[1])).astype(float)"
_WANTED = f"{_HOT}\n    wanted = y[:, None] if f.shape[1] == 1 else 2 * hot - 1"
_SLOPES = {
    "logistic": "return (np.tanh(f / 2) - y[:, None]) / 2",
    "cross-entropy": f"{_HOT}\n    e = np.exp(f - f.max(1, keepdims=True))\n"
    "    return e / e.sum(1, keepdims=True) - hot",
    "squared": f"{_WANTED}\n    return 2 * (f - wanted) / f.shape[1]",
    "absolute": f"{_WANTED}\n    return np.sign(f - wanted) / f.shape[1]",
    "huber": f"{_WANTED}\n    return np.clip(f - wanted, -1, 1) / f.shape[1]",
    "hinge": f"{_WANTED}\n    return np.where(wanted * f < 1, -wanted, 0.0) / f.shape[1]",
}


_LOSSES = {
    "logistic": "return np.logaddexp(0, -y * f[:, 0])",
    "cross-entropy": "return np.logaddexp.reduce(f, axis=1) - f[np.arange(len(f)), y.astype(int)]",
    "squared": f"{_WANTED}\n    return ((f - wanted) ** 2).mean(1)",
    "absolute": f"{_WANTED}\n    return np.abs(f - wanted).mean(1)",
    "huber": f"{_WANTED}\n    size = np.abs(f - wanted)\n"
    "    return np.where(size <= 1, size**2 / 2, size - 0.5).mean(1)",
    "hinge": f"{_WANTED}\n    return np.maximum(0, 1 - wanted * f).mean(1)",
}


def value(name: str) -> CodeText:
    """The activation."""
    return CodeText(f"{_ABOVE}def phi(z):\n    {_ACTIVATIONS[name][0]}\n", name)


def derivative(name: str) -> CodeText:
    """Its derivative."""
    return CodeText(f"{_ABOVE}def dphi(z):\n    {_ACTIVATIONS[name][1]}\n", f"the derivative of {name}")


def loss(name: str, outputs: int) -> CodeText:
    """The loss of a point."""
    own = _own(name, outputs)
    return CodeText(f"{_ABOVE}def loss(f, y):\n    {_LOSSES[own]}\n", f"the {own} loss")


def _own(name: str, outputs: int) -> str:
    return "logistic" if name == "cross-entropy" and outputs == 1 else name


def slope(name: str, outputs: int) -> CodeText:
    """The slope of the loss of a point by the outputs."""
    own = _own(name, outputs)
    return CodeText(f"{_ABOVE}def slope(f, y):\n    {_SLOPES[own]}\n", f"of the {own} loss")
