"""A visual playground for machine learning."""

__version__ = "0.1.0"
