r"""What ties a symbol of a formula to a layer of the picture: the names that both use.

A key is `@name` for a metric or an array of the frame that a formula shows as `\val{name}`, or a symbol as it is read,
such as `w`, `z*` or `z̄`. A layer has the key of each name in its fields and of its own `symbol`.
"""

from __future__ import annotations

import unicodedata
from dataclasses import fields
from functools import lru_cache

from playground.figures.figure import Figure
from playground.figures.layers import Layer
from playground.texts.template import names

# Fields whose words name nothing of the frame.
_OTHER = frozenset(
    {
        "name",
        "role",
        "symbol",
        "linked",
        "linked_columns",
        "dash",
        "color_map",
        "across",
        "anchor",
        "side",
        "bar",
        "draws",
    }
)
# How indices are written, and spaces.
_SET = frozenset("_^{} \n\t")
NONE: frozenset[str] = frozenset()


def value_key(name: str) -> str:
    """The key of a metric or an array."""
    return f"@{name}"


def symbol_key(symbol: str) -> str:
    """The key of a symbol, however it is set: bold and italic letters are the plain ones, an index is what follows."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", symbol) if sign not in _SET)


@lru_cache(maxsize=1024)
def keys(layer: Layer) -> frozenset[str]:
    """What a layer is tied to."""
    found = {symbol_key(symbol) for symbol in layer.symbol.split()}
    for field in fields(layer):
        words = getattr(layer, field.name)
        if field.name in _OTHER or not isinstance(words, str) or not words:
            continue
        if words.replace(".", "_").isidentifier():
            found.add(value_key(words))
        found.update(value_key(name) for name in names(words))
    return frozenset(found)


def linkable(figure: Figure) -> frozenset[str]:
    """All keys that some layer of a figure has."""
    return frozenset().union(*(keys(layer) for plot in figure.plots for layer in plot.layers))
