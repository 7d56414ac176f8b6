"""The noisy channel: readings are the best of all sentences, and Bayes' rule beats what knows no prior."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest

from playground import catalog
from playground.concepts.noisy_channel import Params, channel
from playground.concepts.noisy_channel.channel import LEXICON, START, Candidates
from playground.concepts.noisy_channel.reranking import accuracies, found, reader_of
from playground.engine.run.session import Session

SEEDS = (101, 202, 303)


def run(steps: int, seed: int = 0, **params: Any) -> Session:
    """A session at this step."""
    session = Session(catalog.load("noisy_channel"), Params().changed(params), seed)
    session.advance(steps)
    return session


def seen(session: Session) -> dict[str, Any]:
    """The numbers on screen."""
    frame = session.frame()
    assert frame.failure is None, frame.failure
    return dict(frame.metrics)


def test_chances_sum_to_one() -> None:
    normal = np.random.default_rng(1).normal(size=(len(LEXICON) + 1, len(LEXICON)))
    assert channel.chain(normal).sum(1) == pytest.approx(1.0)
    assert channel.slips(0.3).sum(1) == pytest.approx(1.0)
    session = run(20)
    reader = reader_of(session.data, 20)
    for table in (reader.slip, reader.back, reader.follows):
        assert np.exp(table).sum(1) == pytest.approx(1.0)
    letters = session.data.test_letters.numpy()[0]
    assert np.exp(channel.direct_scores(reader, letters)).sum(-1) == pytest.approx(1.0)


def test_neighbouring_keys_touch() -> None:
    def touch(a: str, b: str) -> bool:
        return bool(channel.NEIGHBOURS[ord(a) - 97, ord(b) - 97])

    assert touch("q", "w")
    assert touch("s", "w")
    assert touch("g", "v")
    assert not touch("q", "p")
    assert not touch("a", "a")
    assert np.array_equal(channel.NEIGHBOURS, channel.NEIGHBOURS.T)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("weight", [0.0, 0.7, 1.0, 6.0])
def test_viterbi_finds_the_best_of_all_sentences(seed: int, weight: float) -> None:
    session = run(25, seed)
    reader = reader_of(session.data, 25)
    known = channel.candidates(reader, session.data.test_letters.numpy()[:2], 4)
    read = channel.reranked(reader.follows, known, np.array([weight]))[0]
    for row in range(2):
        best = -math.inf
        for pick in product(range(4), repeat=channel.SENTENCE):
            words = [known.words[row, t, k] for t, k in enumerate(pick)]
            prior = sum(reader.follows[a, b] for a, b in zip([START, *words[:-1]], words, strict=True))
            best = max(best, sum(known.channel[row, t, k] for t, k in enumerate(pick)) + weight * prior)
        words = read[row].tolist()
        got = channel.channel_scores(reader, session.data.test_letters.numpy()[row])[range(5), words].sum()
        got += weight * sum(reader.follows[a, b] for a, b in zip([START, *words[:-1]], words, strict=True))
        assert got == pytest.approx(best)


def test_bayes_rule_with_the_true_models_is_the_most_probable_sentence() -> None:
    """With the true channel and the true prior the decoded sentence has the largest posterior of all."""
    rng = np.random.default_rng(3)
    follows = channel.chain(rng.normal(size=(len(LEXICON) + 1, len(LEXICON))))
    true = channel.slips(0.3)
    meant = channel.sentences(follows, rng.random((200, 5)))
    letters = channel.typed(meant, true, rng.random((200, 5, 3)))
    with np.errstate(divide="ignore"):
        slip, after = np.log(true + 1e-300), np.log(follows + 1e-300)
    nothing = np.zeros((0, 2), np.int64)
    reader = channel.Reader(slip, slip, after, nothing)
    everything = np.broadcast_to(np.arange(len(LEXICON)), (200, 5, len(LEXICON)))
    known = Candidates(everything, np.zeros(everything.shape), channel.channel_scores(reader, letters))
    right = [(one == meant).mean() for one in channel.reranked(after, known, np.array([0.0, 1.0, 4.0]))]
    assert right[1] > right[0]
    assert right[1] >= right[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_prior_is_worth_more_than_pairs(seed: int) -> None:
    numbers = seen(run(40, seed))
    assert numbers["reranking_gain"] > 0.05
    assert numbers["direct_accuracy"] <= numbers["ceiling"]
    assert numbers["reranked_accuracy"] <= numbers["ceiling"]


def test_with_one_candidate_there_is_nothing_to_choose() -> None:
    session = run(30, most=1)
    numbers = seen(session)
    assert numbers["reranked_accuracy"] == numbers["direct_accuracy"] == numbers["ceiling"]
    assert (accuracies(Params(most=1), session.data, 30, np.array([0.0, 8.0])) == numbers["direct_accuracy"]).all()


def test_the_direct_model_remembers_words() -> None:
    """What was typed for a word many times is read as that word, whatever its letters say."""
    pairs = np.array([[channel.numbered(channel.spelt(["zzz"]))[0], LEXICON.index("hat")]] * 5)
    reader = reader_of(run(1).data, 1)._replace(pairs=pairs)
    best = channel.direct_scores(reader, channel.spelt(["zzz", "cat"])).argmax(-1)
    assert LEXICON[best[0]] == "hat"


def test_what_the_user_types_is_read() -> None:
    session = run(100, 6, typed="hwr hsy gpt rhe hst")
    numbers = seen(session)
    assert numbers["own_text"] is True
    assert numbers["misread"] is None
    assert len(numbers["reads"].split()) == 5
    session.act("look_at", {"place": 3.2})
    assert seen(session)["chosen_word"] == "rhe"
    for odd in ("", "toolong", "ß÷é", "cat", "a b c", "cat " * 20):
        session.set({"typed": odd})
        seen(session)


def test_another_sentence_comes() -> None:
    session = run(10)
    first = seen(session)["reads"]
    session.act("another", {})
    assert seen(session)["reads"] != first


def test_the_winner_lies_on_its_line() -> None:
    for weight in (0.0, 0.4, 1.0, 8.0):
        session = run(40, 6, weight=weight)
        arrays = session.frame().arrays
        score = seen(session)["score"]
        ends, every = arrays["plane.score.xy"], arrays["plane.candidates.xy"]
        assert ends @ [1.0, weight] == pytest.approx([score, score], rel=1e-4)
        assert (every @ [1.0, weight] <= score + 1e-4).all()


def test_what_was_found_is_kept_for_the_same_pairs() -> None:
    session = run(5)
    params = session.params
    assert isinstance(params, Params)
    assert found(params, session.data, 5) is found(params, session.data, 5)
    assert found(params, session.data, 6) is not found(params, session.data, 5)
