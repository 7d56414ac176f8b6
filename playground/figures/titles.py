"""Titles made of the labels of parameters and metrics."""

from __future__ import annotations


def title_of(label: str) -> str:
    """The label as a title begins: with a capital letter, unless it begins with a symbol such as f or x₁."""
    first = label.split(" ", 1)[0].rstrip(",:")
    return label[:1].upper() + label[1:] if len(first) > 1 and first.isalpha() else label
