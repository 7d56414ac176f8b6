"""Paths in a view: nothing that is seen of one is lost."""

from __future__ import annotations

import torch

from playground.engine.kit.trail import near

VIEW = (-1.0, 1.0, -1.0, 1.0)


def test_a_path_keeps_the_way_through_the_view_between_two_places_far_away() -> None:
    path = torch.tensor([[-50.0, 0.0], [50.0, 0.1], [50.0, 90.0], [60.0, 90.0], [70.0, 80.0]])
    found = near(path, VIEW)
    assert found[:2].isfinite().all()
    assert found[2:].isnan().all()
    both = near(torch.stack([path, path * 0.01], dim=1), VIEW)
    assert both[:, 1].isfinite().all()
    assert torch.equal(both[:, 0].isnan(), found.isnan())


def test_a_path_inside_is_as_it_was() -> None:
    path = torch.rand(20, 2)
    assert torch.equal(near(path, VIEW), path)
