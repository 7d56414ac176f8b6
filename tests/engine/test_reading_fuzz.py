"""Thousands of broken files: each is read, or refused in one sentence; nothing crashes and nothing is executed.

`--hypothesis-profile=thorough` tries 1,000 files a reader.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import settings
from mutate import mutated
from sound_files import graphs, pictures, tables, weights

from playground.engine.errors import BadInput
from playground.engine.reading.graph import read_graph
from playground.engine.reading.picture import read_picture
from playground.engine.reading.points import read_labelled
from playground.engine.reading.preview import preview
from playground.engine.reading.table import read_table
from playground.engine.reading.weights import Limits, read_layers

FILES = 1000 if settings.get_current_profile_name() == "thorough" else 60

_FORBIDDEN = {
    "os.system",
    "os.exec",
    "os.fork",
    "os.posix_spawn",
    "subprocess.Popen",
    "socket.connect",
    "pickle.find_class",
}
_heard: list[str] | None = None


def _listen(event: str, _args: Any) -> None:
    if _heard is not None and event in _FORBIDDEN:
        _heard.append(event)


def _table(path: Path) -> None:
    table = read_table(path, 100, 10, "numbers")
    assert np.isfinite(table.numbers([c for c in range(len(table.titles)) if c not in table.wordy()])).all()


def _labelled(path: Path) -> None:
    found = read_labelled(path, 100, 10)
    assert found.X.shape == (len(found.y), len(found.names))
    assert set(found.y.tolist()) == {1.0, -1.0}


def _picture(path: Path) -> None:
    grey = read_picture(path, 10**6).grey
    assert grey.min() >= 0
    assert grey.max() <= 1


def _graph(path: Path) -> None:
    found = read_graph(path)
    assert all(isinstance(name, str) for name in found.numbered())


def _layers(path: Path) -> None:
    for W, b in read_layers(path, Limits(layers=7, units=64, inputs=(1, 2))):
        assert W.dtype == b.dtype == torch.float64
        assert bool(W.isfinite().all() and b.isfinite().all())


def _preview(path: Path) -> None:
    assert preview(path, ("table", "picture", "graph", "weights")).size


@pytest.mark.parametrize(
    ("read", "seeds"),
    [(_table, tables), (_labelled, tables), (_picture, pictures), (_graph, graphs), (_layers, weights)],
)
def test_a_broken_file_is_read_or_refused_in_one_sentence(
    read: Callable[[Path], None], seeds: Callable[[], list[bytes]], tmp_path: Path
) -> None:
    global _heard
    sys.addaudithook(_listen)
    rng, whole, path = random.Random(read.__name__), seeds(), tmp_path / "mine.dat"
    for content in whole:  # unchanged, each is read
        path.write_bytes(content)
        read(path)
        _preview(path)
    refused, _heard = 0, []
    try:
        for k in range(FILES):
            path.write_bytes(mutated(rng, whole[k % len(whole)]))
            for look in (read, _preview):
                try:
                    look(path)
                except BadInput as bad:
                    said = str(bad)
                    assert said.startswith("mine.dat")
                    assert "\n" not in said
                    assert len(said) < 400
                    refused += look is read
        assert not _heard
    finally:
        _heard = None
    assert 0 < refused < FILES  # some are read, some are not
