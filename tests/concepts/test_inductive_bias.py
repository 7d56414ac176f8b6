"""What each architecture assumes: its symmetries, its nets against torch's own, and what the user does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import extent
import numpy as np
import pytest
import torch
from torch import Tensor, nn

from playground import catalog
from playground.concepts.inductive_bias import Params, curves, nets, pictures, shifting, stored, transformer
from playground.concepts.inductive_bias.flat import parts
from playground.concepts.inductive_bias.learning import EVERY
from playground.concepts.inductive_bias.state import NETS, Deal
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import conv_nets, optimisers
from playground.engine.run.context import Ctx
from playground.engine.run.session import Session

SEEDS = (1, 2, 3)


def numbers(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def dealt(seed: int = 0, **params: Any) -> Deal:
    """The digits as a run deals them out."""
    return pictures.dealt(Params().changed(params), torch.Generator().manual_seed(seed))


def begun(name: str, params: Params, deal: Deal, seed: int = 0, copies: int = 1) -> Tensor:
    """First weights in float64."""
    return nets.begin(name, params, deal.scramble, numbers(copies, nets.count(name, params), seed=seed))


def run(steps: int, **params: Any) -> Session:
    """A session at this step."""
    session = Session(catalog.load("inductive_bias"), Params().changed(params), 0)
    session.advance(steps)
    return session


def act(session: Session, kind: str, **values: Any) -> None:
    """What the user does."""
    session.act(kind, values)


# ---- the nets are those of torch


@pytest.mark.parametrize(
    ("patch", "layers", "heads", "positions"), [(4, 2, 3, True), (3, 1, 2, True), (2, 3, 1, False)]
)
def test_the_transformer_is_that_of_torch(patch: int, layers: int, heads: int, positions: bool) -> None:
    shape = transformer.Shape(12, patch, 6, heads, layers, 5, 4, positions=positions)
    theta = numbers(1, transformer.count(shape), seed=layers)
    W = {name: part[0] for name, part in parts(theta, transformer.sizes(shape)).items()}
    x = numbers(7, 12, 12, seed=5)
    embed = nn.Conv2d(1, 6, patch, stride=patch, dtype=torch.float64)
    with torch.no_grad():
        embed.weight.copy_(W["E"].T.reshape(6, 1, patch, patch))
        embed.bias.copy_(W["e"])  # type: ignore[union-attr]
        tokens = embed(x[:, None]).flatten(2).transpose(1, 2)
        tokens = torch.cat([W["class"].expand(7, 1, 6), tokens], 1) + (W["P"] if positions else 0)
        for k in range(layers):
            block = nn.TransformerEncoderLayer(6, heads, 5, 0.0, batch_first=True, norm_first=True, dtype=torch.float64)
            block.self_attn.in_proj_weight.copy_(W[f"Q{k}"].T)
            for mine, theirs in (
                (W[f"q{k}"], block.self_attn.in_proj_bias),
                (W[f"O{k}"].T, block.self_attn.out_proj.weight),
                (W[f"o{k}"], block.self_attn.out_proj.bias),
                (W[f"g{k}"], block.norm1.weight),
                (W[f"h{k}"], block.norm1.bias),
                (W[f"i{k}"], block.norm2.weight),
                (W[f"j{k}"], block.norm2.bias),
                (W[f"A{k}"].T, block.linear1.weight),
                (W[f"a{k}"], block.linear1.bias),
                (W[f"B{k}"].T, block.linear2.weight),
                (W[f"b{k}"], block.linear2.bias),
            ):
                theirs.copy_(mine)
            tokens = block(tokens)
        asks = nn.functional.layer_norm(tokens[:, 0], (6,), W["g"], W["h"])
    done = transformer.run(theta, shape, x[None])
    assert (done.logits[0] - (asks @ W["U"] + W["u"])).abs().max() < 1e-10
    assert (done.blocks[-1].tokens[0] - tokens).abs().max() < 1e-10


def test_patches_are_those_of_unfold() -> None:
    x = numbers(3, 12, 12)
    for patch in (2, 3, 4):
        theirs = nn.functional.unfold(x[:, None], patch, stride=patch).transpose(1, 2)
        assert torch.equal(transformer.cut(x, patch), theirs)


@pytest.mark.parametrize("name", NETS)
@pytest.mark.parametrize("changes", [{}, {"readout": "flat", "border": "wrap", "coordinates": True, "patch": 3}])
def test_an_update_is_a_step_of_adam_down_the_slope_by_differences(name: str, changes: dict[str, Any]) -> None:
    params, deal = Params().changed(changes), dealt()
    theta = begun(name, params, deal)
    x, y = numbers(1, 5, 12, 12, seed=3).abs(), torch.tensor([[0, 3, 9, 3, 1]])

    def loss(weights: Tensor) -> float:
        return float(nn.functional.cross_entropy(nets.logits(name, params, weights, x)[0], y[0]))

    found = nets.update(name, params, theta, optimisers.begin(theta), x, y)
    assert float(found.loss[0]) == pytest.approx(loss(theta))
    slope = found.moments.first / 0.1
    step, places = 1e-6, torch.randperm(theta.shape[1], generator=torch.Generator().manual_seed(1))[:40]
    for place in places.tolist():
        ahead, behind = theta.clone(), theta.clone()
        ahead[0, place] += step
        behind[0, place] -= step
        assert float(slope[0, place]) == pytest.approx((loss(ahead) - loss(behind)) / (2 * step), abs=2e-5)


@pytest.mark.parametrize("name", NETS)
def test_nets_beside_one_another_learn_as_each_alone(name: str) -> None:
    params, deal = Params(), dealt()
    theta = begun(name, params, deal, copies=3)
    x, y = numbers(3, 4, 12, 12, seed=3), torch.arange(12).view(3, 4) % 10
    both = nets.update(name, params, theta, optimisers.begin(theta), x, y)
    for k in range(3):
        alone = nets.update(
            name, params, theta[k : k + 1], optimisers.begin(theta[k : k + 1]), x[k : k + 1], y[k : k + 1]
        )
        assert (both.theta[k] - alone.theta[0]).abs().max() < 1e-7
        assert float(both.loss[k]) == pytest.approx(float(alone.loss[0]))


def test_the_nets_are_of_like_size() -> None:
    counts = [nets.count(name, Params()) for name in NETS]
    assert max(counts) < 1.02 * min(counts)


# ---- what they assume


@pytest.mark.parametrize(
    ("name", "pixels"), [("mlp", "all"), ("mlp", "patches"), ("vit", "patches"), ("vit", "inside")]
)
def test_a_symmetry_is_one_of_learning_too(name: str, pixels: str) -> None:
    """Scrambled pixels with weights that go with them: thirty updates later the answers are the same."""
    plain, other, deal = Params(), Params().changed({"pixels": pixels}), dealt()
    order = pictures.order(other.pixels, other.patch, deal)
    a, b = begun(name, plain, deal), begun(name, other, deal)
    memory_a, memory_b = optimisers.begin(a), optimisers.begin(b)
    for k in range(30):
        x, y = numbers(8, 12, 12, seed=k).abs(), torch.arange(8)[None]
        a, memory_a, _ = nets.update(name, plain, a, memory_a, x[None], y)
        b, memory_b, _ = nets.update(name, other, b, memory_b, pictures.scrambled(x, order)[None], y)
    x = numbers(6, 12, 12, seed=99).abs()
    mine = nets.probabilities(name, plain, a, x)
    assert (nets.probabilities(name, other, b, pictures.scrambled(x, order)) - mine).abs().max() < 1e-6
    assert (nets.moved_back(name, other, deal.scramble, b) - a).abs().max() < 1e-5


@pytest.mark.parametrize(("name", "pixels"), [("cnn", "patches"), ("cnn", "inside"), ("cnn", "all"), ("vit", "all")])
def test_what_is_no_symmetry_changes_the_answers(name: str, pixels: str) -> None:
    params, deal = Params().changed({"pixels": pixels}), dealt()
    theta, x = begun(name, params, deal), numbers(6, 12, 12, seed=99).abs()
    here = pictures.scrambled(x, pictures.order(params.pixels, params.patch, deal))
    back = nets.moved_back(name, params, deal.scramble, theta)
    gap = nets.probabilities(name, params, theta, here) - nets.probabilities(name, params, back, x)
    assert gap.abs().max() > 0.01


@pytest.mark.parametrize("readout", ["max", "mean"])
def test_a_cnn_on_a_ring_says_the_same_at_even_shifts(readout: str) -> None:
    params, deal = Params().changed({"readout": readout, "border": "wrap"}), dealt()
    theta, x = begun("cnn", params, deal), numbers(4, 12, 12, seed=7)
    said = nets.probabilities("cnn", params, theta, x)
    even = nets.probabilities("cnn", params, theta, x.roll((2, -4), (1, 2)))
    odd = nets.probabilities("cnn", params, theta, x.roll((1, 0), (1, 2)))
    assert (even - said).abs().max() < 1e-12
    assert (odd - said).abs().max() > 1e-4, "pooling keeps every other place"
    told = params.changed({"coordinates": True})
    theta = begun("cnn", told, deal)
    gap = nets.probabilities("cnn", told, theta, x.roll(2, 1)) - nets.probabilities("cnn", told, theta, x)
    assert gap.abs().max() > 1e-4, "coordinates tell the place"


def test_without_positions_a_picture_is_a_bag_of_patches() -> None:
    params, deal = Params().changed({"positions": False, "patch": 2}), dealt()
    theta, x = begun("vit", params, deal), torch.zeros(1, 12, 12, dtype=torch.float64)
    x[0, 2:8, 2:8] = numbers(6, 6, seed=7)
    said = nets.probabilities("vit", params, theta, x)
    assert (nets.probabilities("vit", params, theta, x.roll((2, -2), (1, 2))) - said).abs().max() < 1e-12
    assert (nets.probabilities("vit", params, theta, x.roll(1, 1)) - said).abs().max() > 1e-4


def test_rollout_is_a_law_at_every_block() -> None:
    weights = numbers(3, 5, 5).softmax(-1)
    found = transformer.rollout(weights)
    assert (found.sum(-1) - 1).abs().max() < 1e-12
    assert (found.diagonal(dim1=1, dim2=2) > 0.125).all(), "half stays in each of three blocks"


# ---- the pictures


@pytest.mark.parametrize("pixels", pictures.SCRAMBLES)
@pytest.mark.parametrize("patch", [2, 3, 4])
def test_no_pixel_is_lost(pixels: pictures.Scramble, patch: int) -> None:
    found = pictures.order(pixels, patch, dealt())
    assert torch.equal(found.sort().values, torch.arange(144))
    assert torch.equal(found, torch.arange(144)) == (pixels == "plain")


@pytest.mark.parametrize("seed", SEEDS)
def test_digits_lie_where_they_should(seed: int) -> None:
    deal = dealt(seed)
    centred = pictures.made(Params(moved=0), deal)
    rim = torch.ones(12, 12, dtype=torch.bool)
    rim[2:10, 2:10] = False
    assert centred.x[: pictures.POOL, rim].abs().max() == 0, "learnt in the middle"
    assert centred.x[pictures.POOL :, rim].abs().max() > 0, "tested anywhere"
    place = pictures.made(Params().changed({"task": "place"}), deal)
    assert sorted(set(place.y.tolist())) == list(range(9))
    first = place.x[(place.y == 0).nonzero()[0, 0]]
    assert first[:, 8:].abs().max() == 0
    assert first[8:].abs().max() == 0


def test_the_sources_are_dealt_anew_for_each_seed() -> None:
    a, b = dealt(1, source="strokes"), dealt(2, source="strokes")
    assert (pictures.bare(a).x - pictures.bare(b).x).abs().max() > 0.1
    assert torch.equal(pictures.bare(a).y.bincount(), torch.tensor([180] * 7 + [179] * 3))
    assert pictures.bare(dealt(1)).x.max() == 1.0


def test_moving_is_rolling_where_nothing_leaves() -> None:
    picture = torch.zeros(12, 12)
    picture[4:8, 4:8] = torch.rand(4, 4, generator=torch.Generator().manual_seed(0))
    down, right = pictures.shifts()
    for shown, d, r in zip(pictures.moved(picture, down, right), down.tolist(), right.tolist(), strict=True):
        assert torch.equal(shown, picture.roll((d, r), (0, 1)))


# ---- runs


def test_each_net_is_tested_every_few_updates() -> None:
    session, changed = run(0), dict.fromkeys(NETS, 0)
    for _ in range(2 * EVERY):
        before = session.state
        session.advance(1)
        for name in NETS:
            changed[name] += getattr(before, name).accuracy != getattr(session.state, name).accuracy
    assert all(0 < times <= 2 for times in changed.values()), changed


def test_needed_examples_are_read_between_the_sizes() -> None:
    assert curves.needed(torch.tensor([0.1, 0.2, 0.6, 0.8, 0.9])) == "170"  # 100 times the root of 3
    assert curves.needed(torch.tensor([0.75, 0.8, 0.8, 0.8, 0.9])) == "fewer than 25"
    assert curves.needed(torch.full((5,), 0.5)) == "more than 1,200"
    assert curves.needed(torch.full((5,), float("nan"))) == "unknown"


def test_what_ships_is_of_the_presets_and_of_this_code() -> None:
    """The first size of each net is computed again as the job has it; the others follow from the same numbers."""
    kept = json.loads(stored.PATH.read_text(encoding="utf-8"))
    presets = catalog.presets("inductive_bias").values()
    made = [Params().changed(preset["params"]) for preset in presets]
    wanted = {stored.settings("curves", one) for one in made if one.mode == "curves"}
    wanted |= {stored.settings("orders", one) for one in made if one.mode == "scrambled"}
    assert set(kept) == wanted
    job = next(iter(curves.measure(Params(), None, None, View(), ctx_of("curves"))))  # type: ignore[arg-type]
    assert job.progress < 0.1
    here = list(curves.trained("mlp", Params(), curves.SIZES[0], curves.SEEDS, ctx_of("curves")))[-1]
    assert here is not None
    assert (here - torch.tensor(kept["curves"]["mlp"][0])).abs().max() < 0.02


def ctx_of(job: str) -> Ctx:
    """The context of a stored job."""
    return Ctx(torch.device("cpu"), torch.float32, stored.SEED, job)


@pytest.mark.slow
@pytest.mark.parametrize(("job", "preset"), [("curves", "curves"), ("orders", "scrambled")])
def test_what_ships_is_computed_again(job: str, preset: str, request: pytest.FixtureRequest) -> None:
    if job == "curves" and not extent.whole(request.config, "inductive_bias"):
        pytest.skip("half a minute: in the long run, and where the panel was touched")
    params = Params().changed(catalog.presets("inductive_bias")[preset]["params"])
    session = Session(catalog.load("inductive_bias"), params, stored.SEED)
    session.finish_job(job)
    kept = json.loads(stored.PATH.read_text(encoding="utf-8"))[stored.settings(job, params)]
    found = session.jobs.get(job)
    assert found is not None
    for name in NETS:
        gap = (found.latest.found[name].mean(1) - torch.tensor(kept[name]).mean(1)).abs().max()
        assert gap < 0.02, "another machine rounds otherwise, and learns nearly the same"


# ---- what the user does


def test_drawing_takes_the_test_digit_as_paper_and_follows_the_move() -> None:
    session = run(1, mode="shift")
    before, meant = shifting.digit_of(session.data, session.state)
    act(session, "move", row=4, column=6)
    assert (session.state.down, session.state.right) == (0, 2)
    middle = [4.5, 4.5, 5.0, 4.5]
    act(session, "draw", path=middle, ink="ink")
    assert session.data.own
    assert session.data.meant == meant
    more = session.data.drawn - before
    assert (more >= 0).all()
    row, column = divmod(int(more.argmax()), 12)
    assert abs(row - 5.5) <= 1
    assert abs(column - 4.0) <= 1, "two to the left of where it was drawn"
    act(session, "draw", path=middle, ink="paper")
    assert session.data.drawn[row, column] < 0.2
    act(session, "clear")
    assert session.data.drawn.abs().max() == 0
    act(session, "mean", digit=7)
    assert session.data.meant == 7
    act(session, "choose", test=3)
    assert not session.data.own


@pytest.mark.parametrize("path", [[], [1.0], [1.0, 2.0, 3.0]])
def test_half_a_place_is_refused(path: list[float]) -> None:
    session = run(0, mode="shift")
    with pytest.raises(BadInput, match="path has"):
        act(session, "draw", path=path, ink="ink")
    assert not session.data.own


def test_a_token_that_is_not_there_is_refused() -> None:
    session = run(0, mode="patches")
    act(session, "follow", token=9)
    with pytest.raises(BadInput, match="token is 10, allowed is 0 to 9"):
        act(session, "follow", token=10)
    session.set({"patch": 2})
    act(session, "follow", token=36)


def test_a_picture_of_ones_own_is_as_large_as_a_digit(tmp_path: Path) -> None:
    from PIL import Image

    pixels = np.full((60, 90), 230, dtype=np.uint8)
    pixels[5:50, 40:52] = 20
    Image.fromarray(pixels).save(tmp_path / "one.png")
    session = run(1, mode="shift")
    session.load(tmp_path / "one.png")
    inked = (session.data.drawn > 0.2).nonzero()
    assert int(inked[:, 0].max() - inked[:, 0].min()) + 1 in (8, 9)
    assert session.data.name == "one.png"
    session.advance(3)
    assert session.frame().failure is None
    Image.fromarray(np.full((20, 20), 255, dtype=np.uint8)).save(tmp_path / "blank.png")
    with pytest.raises(BadInput, match="only one tone"):
        session.load(tmp_path / "blank.png")


def test_shapes_follow_the_parameters() -> None:
    assert conv_nets.features(nets.convolutional(Params())) == 52
    assert conv_nets.features(nets.convolutional(Params().changed({"readout": "flat"}))) == 52 * 9
    assert transformer.tokens(nets.transforming(Params(patch=2))) == 37
    ctx = Ctx(torch.device("cpu"), torch.float32, 0, "curves")
    steps = list(curves.trained("mlp", Params(), 25, 2, ctx))
    assert steps[-1] is not None
    assert steps[-1].shape == (2,)


def test_a_large_batch_goes_back_in_pieces_and_to_the_same_end(monkeypatch: pytest.MonkeyPatch) -> None:
    params, deal = Params().changed({"patch": 2}), dealt()
    theta = begun("vit", params, deal)
    x, y = numbers(1, 40, 12, 12, seed=3).abs(), (torch.arange(40) % 10)[None]
    in_pieces = nets.update("vit", params, theta, optimisers.begin(theta), x, y)
    monkeypatch.setattr(nets, "_AT_ONCE", 10**9)
    whole = nets.update("vit", params, theta, optimisers.begin(theta), x, y)
    assert (in_pieces.moments.first - whole.moments.first).abs().max() < 1e-14
    assert float(in_pieces.loss[0]) == pytest.approx(float(whole.loss[0]))
