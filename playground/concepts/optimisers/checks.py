"""Checks."""

CHECKS: dict[str, object] = {}
