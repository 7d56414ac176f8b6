"""The challenges of every panel: they name what exists, teach something, and their solutions do what they ask."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from playground import catalog
from playground.engine.declarations.concept import Declaration
from playground.lecture.attempts import problems
from playground.lecture.challenges import Challenge, check_challenge, read_challenges

FEWEST, MOST = 3, 6


@pytest.fixture
def challenges(concept_id: str) -> Mapping[str, Challenge]:
    """The challenges of the panel by name."""
    return read_challenges(catalog.challenges(concept_id), concept_id)


def test_they_are_few_and_say_what_is_to_be_learnt(challenges: Mapping[str, Challenge]) -> None:
    assert FEWEST <= len(challenges) <= MOST
    titles = [one.title for one in challenges.values()]
    assert len(set(titles)) == len(titles)
    for one in challenges.values():
        for words in (one.title, one.task, one.hint, one.after, *(move.say for move in (*one.moves, *one.wrong_moves))):
            assert "!" not in words
            assert words == words.strip()
        assert one.task.endswith((".", "?"))
        assert one.hint.endswith((".", "?"))
        assert one.after.endswith(".")
        assert not one.title.endswith(".")
        assert len({one.task, one.hint, one.after}) == 3


def test_they_name_what_exists(challenges: Mapping[str, Challenge], declared: Declaration) -> None:
    presets = catalog.presets(declared.id)
    wrong = [f"{one.id}: {said}" for one in challenges.values() for said in check_challenge(one, declared, presets)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
def test_solutions_do_it_and_wrong_moves_do_not(challenges: Mapping[str, Challenge]) -> None:
    """Nor is a challenge done at its beginning, or by letting the run go on as long as its solution does."""
    wrong = [f"{one.id}: {said}" for one in challenges.values() for said in problems(one, catalog)]
    assert not wrong, "\n".join(wrong)
