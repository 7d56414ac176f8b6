"""Rows of peers: the same work done by what somebody would pick instead, in the same run, where it is installed."""

from __future__ import annotations

from collections.abc import Iterator

from playground.commands.bench.peers import film, nets, others
from playground.commands.bench.rows import Row


def rows(panels: tuple[str, ...]) -> Iterator[Row]:
    """The peers of some panels."""
    yield from nets.rows(panels)
    yield from others.rows(panels)
    yield from film.rows(panels)
