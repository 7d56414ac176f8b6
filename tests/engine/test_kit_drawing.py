"""Numbers drawn in pieces are those of a single draw, and the generator goes on from the same place."""

from __future__ import annotations

import pytest
import torch

from playground.engine.kit import drawing
from playground.engine.kit.drawing import _PIECE

SIZES = [(3,), (_PIECE,), (_PIECE + 1,), (_PIECE + 17,), (2 * _PIECE + 15,), (2, _PIECE + 3, 2)]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("size", SIZES)
def test_pieces_are_one_draw(size: tuple[int, ...], dtype: torch.dtype) -> None:
    for ours, whole in ((drawing.normal, torch.randn), (drawing.uniform, torch.rand)):
        one, other = (torch.Generator().manual_seed(5) for _ in range(2))
        assert torch.equal(ours(size, one, dtype), whole(size, generator=other, dtype=dtype))
        assert torch.equal(one.get_state(), other.get_state())
