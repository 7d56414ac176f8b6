"""Byte pairs against plain programs on strings, and what the panel promises beyond the contract."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from claims import failing
from hypothesis import given, settings
from hypothesis import strategies as st
from spoiling import Spoil, fresh, replaced

from playground import catalog
from playground.concepts.byte_pairs import Params, blocks, pairs, state
from playground.concepts.byte_pairs.pairs import BYTES
from playground.engine.errors import BadInput
from playground.engine.run.session import Session

CONCEPT = catalog.load("byte_pairs")
CLAIMS = [claim.id for claim in catalog.declaration("byte_pairs").claims]
TEXTS = st.text(alphabet="ab c\né木🦫", max_size=60)


def session(**values: Any) -> Session:
    return Session(CONCEPT, Params().changed(values), 0)


def plainly_learnt(words: list[bytes], merges: int) -> tuple[list[tuple[int, int]], list[list[int]]]:
    """The method as it is told: each word of the text in a list of its own, counted with a dictionary."""
    rows, made = [list(word) for word in words], list[tuple[int, int]]()
    for k in range(merges):
        # Of words that are alike only the first tells where a pair stands first.
        counts = Counter(pair for row in rows for pair in pairwise(row))
        if not counts or max(counts.values()) < 2:
            break
        best = max(counts, key=lambda pair: counts[pair])  # the first of the most frequent
        made.append(best)
        rows = [plainly_merged(row, best, BYTES + k) for row in rows]
    return made, rows


def plainly_merged(row: list[int], pair: tuple[int, int], new: int) -> list[int]:
    found = list[int]()
    for token in row:
        # A token that was just made cannot be a part of the pair again.
        if found and (found[-1], token) == pair:
            found[-1] = new
        else:
            found.append(token)
    return found


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, within=st.booleans())
def test_merges_are_those_of_a_plain_program(text: str, within: bool) -> None:
    run = session(text=text, within=within)
    run.advance(12)
    made, rows = plainly_learnt(state.words_of(text, within), 12)
    assert [tuple(pair) for pair in run.state.merges.tolist()] == made
    assert run.state.size == sum(map(len, rows))


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, word=TEXTS)
def test_words_are_encoded_as_by_all_merges_in_their_order(text: str, word: str) -> None:
    run = session(text=text)
    run.advance(12)
    ranks = state.learnt_of(run.state).ranks
    spelled = state.learnt_of(run.state).spelled
    row = list(word.encode())
    found = pairs.encoded(row, ranks)
    for k, pair in enumerate(run.state.merges.tolist()):
        row = plainly_merged(row, (pair[0], pair[1]), BYTES + k)
    assert list(found[-1].tokens) == row
    assert b"".join(spelled[one] for one in row) == word.encode(), "nothing is lost"


@settings(max_examples=40, deadline=None)
@given(text=TEXTS)
def test_the_text_itself_is_encoded_as_it_was_learnt(text: str) -> None:
    run = session(text=text)
    run.advance(12)
    ranks = state.learnt_of(run.state).ranks
    tokens, owner = run.state.tokens.numpy(), run.state.owner.numpy()
    for number, word in enumerate(dict.fromkeys(state.words_of(text, True))):
        assert tuple(tokens[owner == number].tolist()) == pairs.encoded(word, ranks)[-1].tokens


@settings(max_examples=80, deadline=None)
@given(token=st.binary(max_size=12))
def test_each_byte_of_a_token_has_a_cell(token: bytes) -> None:
    assert len(blocks.letters(token)) == len(token)


def test_a_run_of_alike_tokens_is_merged_from_the_left() -> None:
    tokens = np.array([5, 5, 5, 5, 5, 7, 5, 5], dtype=np.int64)
    owner = np.array([0, 0, 0, 0, 0, 0, 0, 1])
    found = pairs.merged(tokens, owner, np.array([3, 1]), (5, 5), 300)
    assert found.tokens.tolist() == [300, 300, 5, 7, 5, 5]
    assert found.replaced == 6


def test_another_pair_can_be_merged_and_what_is_not_there_is_named() -> None:
    run = session()
    wanted = state.counts_of(run.data, run.state).pairs[5].tolist()
    run.act("merge", {"id": 5})
    assert run.state.merges.tolist() == [wanted]
    empty = session(text="a")
    with pytest.raises(BadInput, match="id is 0, but there are 0 pairs"):
        empty.act("merge", {"id": 0})


@pytest.mark.parametrize("mode", ["learn", "encode"])
@pytest.mark.parametrize("text", ["", " ", "a", "aaaa", "\t\t", "木", "x" * 1000, "🦫" * 250])
def test_any_text_can_be_looked_at(mode: str, text: str) -> None:
    for word in ("", " ", "🦫木", "x" * 60, "🦫" * 60):
        run = session(mode=mode, text=text, word=word)
        run.advance(3)
        frame = run.frame()
        assert frame.failure is None


def test_a_text_of_the_users_own(tmp_path: Path) -> None:
    assert CONCEPT.model.load is not None
    path = tmp_path / "mine.txt"
    path.write_text("the cat and the hat\n" * 40_000, encoding="utf-8")
    data = CONCEPT.model.load(Params(), path)
    assert data.bytes <= state.USED
    path.write_text("  \n ", encoding="utf-8")
    with pytest.raises(BadInput, match="holds no words"):
        CONCEPT.model.load(Params(), path)


# ---- claims


def test_every_claim_holds() -> None:
    assert not failing("byte_pairs", CLAIMS)


def overlapping(true: Any, tokens: Any, owner: Any, times: Any, pair: Any, new: int) -> Any:
    """Merges that say that they replaced as many as were counted."""
    counted = (tokens[:-1] == pair[0]) & (tokens[1:] == pair[1]) & (owner[1:] == owner[:-1])
    return true(tokens, owner, times, pair, new)._replace(replaced=int(times[owner[:-1][counted]].sum()))


def once(true: Any, tokens: Any, owner: Any, times: Any, size: int) -> Any:
    """Words that count once, however often they come."""
    return true(tokens, owner, np.ones_like(times), size)


@pytest.mark.parametrize(
    ("spoil", "claims"),
    [
        (replaced(pairs, "merged", overlapping), {"runs"}),
        (replaced(pairs, "counted", once), {"wood", "ties"}),
    ],
)
def test_a_spoilt_model_fails_its_claim(spoil: Spoil, claims: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    fresh("byte_pairs")
    spoil(monkeypatch)
    try:
        assert failing("byte_pairs", claims) == claims
    finally:
        fresh("byte_pairs")
