"""Formulas of the notes."""
