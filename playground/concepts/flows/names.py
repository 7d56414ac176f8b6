"""The words of choices."""

FLOWS = {
    "coupling": "Couplings in turn",
    "one_side": "One coordinate never moves",
    "additive": "Shifts alone (NICE)",
    "affine": "Lines alone",
}
MAPS = {
    "affine": "a z + b",
    "exp": "exp(a z + b)",
    "sinh": "sinh(a z + b)",
    "cubic": "u³ + u",
    "sigmoid": "1/(1 + exp(−u))",
    "square": "u²",
    "chain": "sinh, then leaky",
}
