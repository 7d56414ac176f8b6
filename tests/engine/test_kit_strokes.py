"""Made digits and the pen: ink between paper and black, drawn by hand as they are made, the same for a seed."""

from __future__ import annotations

import torch

from playground.engine.kit import strokes


def _made(seed: int, n: int = 40, **more: float) -> torch.Tensor:
    return strokes.digits(torch.arange(n) % 10, torch.Generator().manual_seed(seed), **more)  # type: ignore[arg-type]


def test_digits_are_pictures_of_ink_on_paper() -> None:
    found = _made(0)
    assert found.shape == (40, 28, 28)
    assert float(found.min()) >= 0.0
    assert float(found.max()) < 1.0
    assert float(found.amax((1, 2)).min()) > 0.8, "every digit has a dark stroke"
    rim = torch.cat([found[:, [0, -1]].flatten(1), found[:, :, [0, -1]].flatten(1)], 1)
    assert float((rim > 0.5).float().mean()) < 0.01, "hardly any ink runs off the paper"


def test_the_seed_decides_and_without_wildness_all_of_a_kind_are_alike() -> None:
    assert torch.equal(_made(3), _made(3))
    assert not torch.equal(_made(3), _made(4))
    tame = _made(0, wild=0.0)
    assert torch.allclose(tame[:10], tame[10:20], atol=1e-6)


def test_kinds_differ_more_than_digits_of_a_kind() -> None:
    found = _made(0, n=200).flatten(1)
    labels = torch.arange(200) % 10
    means = torch.stack([found[labels == k].mean(0) for k in range(10)])
    nearest = torch.cdist(found, means).argmin(1)
    assert float((nearest == labels).float().mean()) > 0.8


def test_a_stroke_is_as_dark_wherever_its_corners_are() -> None:
    few = strokes.stroke([0.2, 0.5, 0.8, 0.5], 28)
    many = strokes.stroke([0.2, 0.5, 0.3, 0.5, 0.31, 0.5, 0.31, 0.5, 0.77, 0.5, 0.8, 0.5], 28)
    assert torch.allclose(few, many, atol=1e-3)
    assert 0.8 < float(few.max()) < 1.0
    assert float(few[:8].max()) < 0.01, "far from the stroke there is paper"


def test_a_click_is_a_dot() -> None:
    dot = strokes.stroke([0.5, 0.5], 28)
    assert float(dot.max()) > 0.7
    assert float(dot.sum()) < 20.0
    assert torch.equal(dot, strokes.stroke([0.5, 0.5, 0.5, 0.5], 28))
