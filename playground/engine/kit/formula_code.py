"""A typed formula written as Python, for numpy or for torch."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playground.engine.kit.formula import Node

_NUMPY = {
    "atan": "np.arctan({})",
    "max": "np.maximum({}, {})",
    "min": "np.minimum({}, {})",
    "relu": "np.maximum({}, 0)",
    "sigmoid": "(1 / (1 + np.exp(-{})))",
    "softplus": "np.logaddexp(0, {})",
}
_TORCH = {
    "softplus": "torch.nn.functional.softplus({})",
    "max": "torch.maximum({}, {})",
    "min": "torch.minimum({}, {})",
}


def for_numpy(tree: Node) -> str:
    """The formula by functions of numpy, of numbers or arrays."""
    return _written(tree, lambda value: f"np.float64({value!r})", _NUMPY, "np.{}")


def for_torch(tree: Node) -> str:
    """The formula by functions of torch, of tensors."""
    return _written(tree, lambda value: f"torch.tensor({value!r}, dtype=torch.float64)", _TORCH, "torch.{}")


def _written(tree: Node, number: Callable[[float], str], own: Mapping[str, str], usual: str) -> str:
    def of(part: Node) -> str:
        return _written(part, number, own, usual)

    match tree:
        case ("number", value):
            return number(value)
        case ("name", name):
            return str(name)
        case ("minus", inner):
            return f"(-{of(inner)})"
        case ("call", name, *inner):
            parts = [of(part) for part in inner]
            return own[name].format(*parts) if name in own else f"{usual.format(name)}({', '.join(parts)})"
        case ("^", base, ("number", power)) if usual.startswith("torch"):
            # A plain number as the exponent keeps the derivatives right at 0 and below.
            return f"{of(base)} ** {power!r}"
        case (sign, left, right):
            return f"({of(left)} {'**' if sign == '^' else sign} {of(right)})"
    raise AssertionError(tree)
