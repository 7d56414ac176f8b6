"""Theorems about convolutional nets, and what the panel promises beyond the contract."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from claims import failing
from PIL import Image
from spoiling import Spoil, fresh, replaced

from playground import catalog
from playground.concepts.conv_nets import Params, architectures, counted, scene, shape, unit, why
from playground.concepts.conv_nets.architectures import KNOWN, total
from playground.concepts.conv_nets.data import MARGIN
from playground.concepts.conv_nets.shape import fields, measured, shape_of, windows
from playground.concepts.conv_nets.state import maps_of
from playground.engine.errors import BadInput
from playground.engine.kit import conv_nets
from playground.engine.kit.opened_drawing import as_drawing
from playground.engine.run.session import Session

CONCEPT = catalog.load("conv_nets")
CLAIMS = [claim.id for claim in catalog.declaration("conv_nets").claims]


def session(seed: int = 0, **values: Any) -> Session:
    return Session(CONCEPT, Params().changed(values), seed)


def settings(run: Session) -> Params:
    assert isinstance(run.params, Params)
    return run.params


@pytest.mark.parametrize("seed", range(40))
def test_the_recursion_gives_the_extent_of_what_reaches_a_unit(seed: int) -> None:
    rng = torch.Generator().manual_seed(seed)
    drawn = torch.randint(1, 4, (4, 4), generator=rng).tolist()
    known = tuple((k + 1, s, d, p - 1) for k, s, d, p in drawn[: 1 + seed % 4])
    assert fields(known)[-1] == measured(known)[0]


def test_no_pixel_outside_of_the_box_moves_the_unit() -> None:
    run = session(mode="unit")
    run.advance(5)
    for row, column in ((0, 0), (7, 3), (13, 13)):
        run.act("choose_cell", {"row": row, "column": column})
        assert run.frame().metrics["outside"] == 0.0


def test_evidence_and_bias_are_the_logit() -> None:
    for head in ("flat", "mean"):
        run = session(mode="why", head=head)
        run.advance(10)
        maps = maps_of(settings(run), run.state)
        for digit in range(10):
            places, bias = why.evidence(run.state.theta, shape_of(settings(run)), maps, digit)
            assert float(places.sum()) + bias == pytest.approx(float(maps.logits[0, digit]), abs=1e-4)


@pytest.mark.parametrize("patch", [1, 2, 3, 5, 12])
def test_every_pixel_is_covered_by_a_square_and_paper_over_paper_takes_nothing_away(patch: int) -> None:
    run = session(mode="why")
    run.advance(3)
    known, theta, drawing = shape_of(settings(run)), run.state.theta, run.state.drawing
    found = why.occlusion(theta, known, drawing, 3, patch)
    assert bool(found.isfinite().all())
    if patch == 1:  # each pixel alone
        for row, column in drawing.gt(0.5).nonzero().tolist()[:6]:
            without = drawing.clone()
            without[row, column] = 0.0
            logits = conv_nets.run(theta, known, torch.stack([drawing, without])).logits[:, 3]
            assert float(found[row, column]) == pytest.approx(float(logits[0] - logits[1]), abs=1e-5)
    assert not why.occlusion(theta, known, torch.zeros_like(drawing), 3, patch).any()


def test_a_silent_channel_is_silent_and_speaks_again() -> None:
    run = session()
    run.advance(5)
    before = maps_of(settings(run), run.state).logits
    run.act("silence", {"layer": 1, "id": 2})
    assert not maps_of(settings(run), run.state).maps[0][0, 2].any()
    run.act("silence", {"layer": 1, "id": 2})
    assert torch.equal(maps_of(settings(run), run.state).logits, before)


@pytest.mark.parametrize("digits", ["strokes", "handwritten"])
def test_what_is_drawn_is_on_the_paper_and_can_be_rubbed_out(digits: str) -> None:
    run = session(digits=digits)
    side = shape_of(settings(run)).side
    run.act("blank", {})
    run.act("draw", {"path": [side * 0.2, side * 0.5, side * 0.8, side * 0.5]})
    ink = run.state.drawing
    assert float(ink.max()) > 0.5
    assert float(ink[: side // 4].max()) < 0.05
    run.act("erase", {"path": [side * 0.2, side * 0.5, side * 0.8, side * 0.5]})
    assert float(run.state.drawing.sum()) < 0.3 * float(ink.sum())


def test_a_click_on_a_map_chooses_the_unit_under_it() -> None:
    run = session()
    block = scene.blocks(shape_of(settings(run)))[1]
    x0, x1, y0, y1 = block.cell(5, 3, 9)
    run.act("choose_unit", {"layer": 2, "id": 5, "x": (x0 + x1) / 2, "y": (y0 + y1) / 2})
    assert (run.state.layer, run.state.channel, run.state.row, run.state.column) == (1, 5, 3, 9)


def test_a_layer_that_is_not_there_is_named() -> None:
    with pytest.raises(BadInput, match="layer is 3, allowed is 1 to 2"):
        session().act("silence", {"layer": 3, "id": 0})
    with pytest.raises(BadInput, match="id is 12, allowed is 0 to 11 in layer 2"):
        session().act("silence", {"layer": 2, "id": 12})


def test_a_net_too_large_for_a_step_is_refused() -> None:
    with pytest.raises(BadInput, match="multiply-adds a picture"):
        session(channels=[32, 32, 32, 32], pools=[1], kernels=[9])


def test_the_patches_hold_what_the_best_units_saw() -> None:
    run = session(mode="unit")
    run.advance(10)
    found = unit.most_driven(settings(run), run.data, run.state)
    assert found.values.tolist() == sorted(found.values.tolist(), reverse=True)
    assert found.pictures.shape[1] == run.frame().metrics["field"]


@pytest.mark.parametrize("name", ["lenet", "alexnet", "vgg", "inception"])
def test_known_nets_take_what_comes(name: str) -> None:
    found = architectures.counted(*KNOWN[name])
    assert found[-1].channels == (10 if name == "lenet" else 1000)
    assert total(found, "work") > 0


def test_the_net_trained_here_is_counted_as_it_is() -> None:
    for values in ({}, {"head": "mean"}, {"digits": "handwritten", "kernels": [3], "pools": [1, 2]}):
        known = shape_of(Params().changed(values))
        found = architectures.counted(*architectures.of_shape(known))
        assert total(found, "weights") == conv_nets.length(known)
        assert total(found, "work") == shape.work(known)


def test_a_picture_of_ink_on_paper_becomes_a_drawing(tmp_path: Path) -> None:
    grey = np.full((90, 60), 255, dtype=np.uint8)
    grey[20:80, 25:32] = 10
    for number, one in enumerate((grey, 255 - grey)):
        path = tmp_path / f"one{number}.png"
        Image.fromarray(one).save(path)
        drawing = as_drawing(path, 28, MARGIN)
        assert drawing.shape == (28, 28)
        assert 0.8 < float(drawing.max()) <= 1.0
        assert float(drawing[:, :8].max()) < 0.1, "paper on the left, whatever was dark"


def test_a_picture_of_one_tone_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plain.png"
    Image.fromarray(np.full((20, 20), 90, dtype=np.uint8)).save(path)
    with pytest.raises(BadInput, match="only one tone"):
        as_drawing(path, 28, MARGIN)


# ---- claims


def test_every_claim_holds() -> None:
    assert not failing("conv_nets", CLAIMS)


def without_dilation(true: Any, before: Any, window: Any) -> Any:
    """The formula of the sheet, which forgets the dilation."""
    k, s, _, p = window
    return true(before, (k, s, 1, p))


def without_biases(true: Any, *given: int) -> Any:
    """Weights whose biases are forgotten."""
    found = true(*given)
    return found._replace(shared=found.shared_bare)


def without_bias(true: Any, *given: Any) -> Any:
    """Evidence that forgets the bias."""
    return true(*given)[0], 1.0


@pytest.mark.parametrize(
    ("spoil", "claims"),
    [
        (replaced(shape, "grown", without_dilation), {"K8 recursion"}),
        (replaced(counted, "compared", without_biases), {"K13 counts"}),
        (replaced(why, "evidence", without_bias), {"evidence"}),
    ],
)
def test_a_spoilt_model_fails_its_claim(spoil: Spoil, claims: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    fresh("conv_nets")
    spoil(monkeypatch)
    try:
        assert failing("conv_nets", claims) == claims
    finally:
        fresh("conv_nets")


def test_the_windows_of_a_net_are_those_of_its_layers() -> None:
    known = shape_of(Params())
    assert windows(known.layers) == [(5, 1, 1, 2), (2, 2, 1, 0), (5, 1, 1, 2), (2, 2, 1, 0)]
