"""Theorems about U-Net, WaveNet and phrase filters, and what the panel promises beyond the contract."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from claims import failing
from spoiling import Spoil, fresh, replaced

from playground import catalog
from playground.concepts.every_place import Params, flat, phrases, unet, wavenet
from playground.concepts.every_place.along import ways
from playground.concepts.every_place.wavenet import Stack
from playground.engine.run.session import Session

CONCEPT = catalog.load("every_place")
CLAIMS = [claim.id for claim in catalog.declaration("every_place").claims]


def session(seed: int = 0, **values: Any) -> Session:
    return Session(CONCEPT, Params().changed(values), seed)


def _net(stack: Stack, seed: int = 0) -> torch.Tensor:
    forms, rng = wavenet.forms(stack), torch.Generator().manual_seed(seed)
    return flat.begin(forms, torch.randn(flat.length(forms), generator=rng))


@pytest.mark.parametrize("width", [2, 3, 4])
@pytest.mark.parametrize("dilations", [(1,), (1, 2, 4), (1, 1, 1), (1, 2, 4, 8, 16)])
def test_the_field_is_where_derivatives_are_and_the_tree_ends(width: int, dilations: tuple[int, ...]) -> None:
    stack = Stack(width, dilations)
    slopes = wavenet.by_sample(_net(stack), stack, torch.randn(140, generator=torch.Generator().manual_seed(1)), 120)
    reached = slopes.nonzero()[:, 0]
    assert int(reached[-1]) == 120
    assert int(reached[0]) == 120 - stack.field + 1
    nodes, _ = ways(stack, 120)
    assert set(nodes[nodes[:, 1] == 0][:, 0].astype(int)) == set(reached.tolist())


def test_what_may_look_ahead_does() -> None:
    stack = Stack(2, (1, 2, 4), causal=False)
    slopes = wavenet.by_sample(_net(stack), stack, torch.ones(60), 30)
    assert slopes[31:].abs().max() > 0
    nodes, _ = ways(stack, 30)
    assert set(nodes[nodes[:, 1] == 0][:, 0].astype(int)) == set(slopes.nonzero()[:, 0].tolist())


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("width", [2, 3, 4])
def test_formula_and_measurement_are_compared_where_nothing_of_the_field_is_cut_off(causal: bool, width: int) -> None:
    run, gaps = session(task="wave", layers=3, causal=causal, width=width), list[Any]()
    for moment in (0, 5, 60, 150, 184, 190):
        run.act("ask", {"x": float(moment)})
        gaps.append(run.frame().metrics["field_gap"])
    assert gaps[2:4] == [0, 0]
    assert set(gaps) == {None, 0}


@pytest.mark.parametrize("dilations", [(1, 2, 4), (1, 1, 1, 1), (1, 2, 4, 8, 16, 32)])
def test_samples_made_from_queues_are_those_of_the_whole_net(dilations: tuple[int, ...]) -> None:
    stack = Stack(3, dilations)
    theta, x = _net(stack), torch.randn(140, generator=torch.Generator().manual_seed(2)) * 0.3
    made = wavenet.made(theta, stack, x, 5, [0.0] * 5)
    seen = x
    for k in range(5):
        new = wavenet.run(theta, stack, seen[None])[0, -1:]
        assert float(made[k]) == pytest.approx(float(new), abs=1e-4)
        seen = torch.cat([seen, new])


def test_a_planted_filter_is_one_on_its_phrase_alone() -> None:
    E = torch.randn((len(phrases.WORDS), phrases.DEPTH), generator=torch.Generator().manual_seed(0))
    tokens, _ = phrases.sentences(300, torch.Generator().manual_seed(1))
    for phrase in ([3, 9], [14, 15], [7, 7]):
        scores = phrases.planted(E, phrase, tokens)
        there = (tokens[:, :-1] == phrase[0]) & (tokens[:, 1:] == phrase[1])
        assert torch.allclose(scores[there], torch.ones(int(there.sum())))
        assert float(scores[~there].max()) < 1 - 1e-4


def test_half_of_the_sentences_are_praise_and_words_alone_do_not_tell() -> None:
    tokens, praise = phrases.sentences(4000, torch.Generator().manual_seed(0))
    assert 0.45 < float(praise.mean()) < 0.6
    bad = phrases.WORDS.index("bad")
    with_bad = (tokens == bad).any(1)
    assert abs(float(praise[with_bad].mean()) - float(praise[~with_bad].mean())) < 0.25


def test_the_border_of_a_square_is_its_rim() -> None:
    mask = torch.zeros((1, unet.SIDE, unet.SIDE))
    mask[0, 4:10, 4:10] = 1.0
    assert int(unet.rim(mask).sum()) == 20
    assert float(unet.overlap(mask > 0.5, mask > 0.5)) == 1.0


def test_what_is_drawn_is_blob_and_can_be_taken_away() -> None:
    run = session()
    run.act("blank", {})
    run.act("draw", {"path": [6.0, 16.0, 26.0, 16.0]})
    drawn = int(run.state.mask.sum())
    assert drawn > 40
    run.act("erase", {"path": [6.0, 16.0, 26.0, 16.0]})
    assert int(run.state.mask.sum()) < drawn / 10


@pytest.mark.parametrize("sentence", ["", "good", "xyzzy quux", "not bad " * 20])
def test_any_sentence_is_read(sentence: str) -> None:
    run = session(task="words", sentence=sentence[:160], planted="")
    run.advance(2)
    assert run.frame().failure is None


def test_every_claim_holds() -> None:
    assert not failing("every_place", CLAIMS)


def seeing_ahead(true: Any, z: Any, kernel: Any, dilation: int, ahead: int = 0) -> Any:
    """A layer whose zeros stand on the wrong side by one."""
    return true(z, kernel, dilation, ahead + 1)


def turned_round(true: Any, E: Any, phrase: list[int], tokens: Any) -> Any:
    """A filter whose words stand in the wrong order."""
    return true(E, phrase[::-1], tokens)


def no_bridges(true: Any, theta: Any, skips: bool, pictures: Any) -> Any:
    """A net whose bridges carry nothing that says where."""
    return true(
        theta, skips, torch.nn.functional.avg_pool2d(pictures, 8).repeat_interleave(8, 1).repeat_interleave(8, 2)
    )


@pytest.mark.parametrize(
    ("spoil", "claims"),
    [
        (replaced(wavenet, "causal", seeing_ahead), {"K12 future"}),
        (replaced(phrases, "planted", turned_round), {"K11 planted"}),
        (replaced(unet, "run", no_bridges), {"K10 border"}),
    ],
)
def test_a_spoilt_model_fails_its_claim(spoil: Spoil, claims: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    fresh("every_place")
    spoil(monkeypatch)
    assert failing("every_place", claims) == claims
