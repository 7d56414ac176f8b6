"""Texts bound to numbers: templates, notes with formulas and conditions, and what ties a symbol to a layer."""
