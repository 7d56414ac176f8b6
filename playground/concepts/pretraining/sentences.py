"""A small language whose ambiguous words have two senses each: what a sentence is about tells which is meant.

A sentence is "the AGENT VERB the WORD PREPOSITION the OBJECT". Some words of each list belong to one sense, others go
with both senses or with all words, so that a sentence may tell the sense on the left, on the right, or on both sides.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from operator import attrgetter
from typing import NamedTuple

import torch
from torch import Tensor


class Sense(NamedTuple):
    """What an ambiguous word may mean.

    Attributes:
        name: which sense it is.
        agents, verbs, prepositions, objects: what stands around it.
    """

    name: str
    agents: tuple[str, ...]
    verbs: tuple[str, ...]
    prepositions: tuple[str, ...]
    objects: tuple[str, ...]

    @property
    def around(self) -> tuple[str, ...]:
        """All words that stand around it."""
        return (*self.agents, *self.verbs, *self.prepositions, *self.objects)


SENSES: dict[str, tuple[Sense, Sense]] = {
    "bank": (
        Sense(
            "of a river",
            ("otter", "swan", "angler"),
            ("climbed", "saw"),
            ("along", "near"),
            ("river", "reeds", "ferry"),
        ),
        Sense(
            "for money", ("clerk", "thief", "lawyer"), ("robbed", "saw"), ("with", "near"), ("money", "loan", "vault")
        ),
    ),
    "bat": (
        Sense("an animal", ("owl", "moth", "cat"), ("heard", "saw"), ("inside", "near"), ("cave", "barn", "attic")),
        Sense(
            "of wood",
            ("umpire", "bowler", "coach"),
            ("lifted", "saw"),
            ("without", "near"),
            ("ball", "helmet", "wicket"),
        ),
    ),
    "spring": (
        Sense("of water", ("hiker", "deer", "goat"), ("drank", "saw"), ("below", "near"), ("moss", "valley", "cliff")),
        Sense("of steel", ("smith", "welder", "pilot"), ("bent", "saw"), ("under", "near"), ("bolt", "clock", "lever")),
    ),
}
ANYONE = ("man", "woman", "child")
ANYWHERE = ("road", "house", "tree")
AMBIGUOUS = tuple(SENSES)
PLACE = 4  # of the ambiguous word in a sentence
LENGTH = 8
UNTOLD = 0.3  # the share of sentences with an agent that goes with all, and that of those with such an object

WORDS: tuple[str, ...] = tuple(
    dict.fromkeys(
        (
            "the",
            *AMBIGUOUS,
            *(word for senses in SENSES.values() for sense in senses for word in sense.around),
            *ANYONE,
            *ANYWHERE,
        )
    )
)
NUMBER = {word: number for number, word in enumerate(WORDS)}


class Told(NamedTuple):
    """Some sentences.

    Attributes:
        tokens: numbers of the words, (n, LENGTH).
        topic: 2 times the number of the ambiguous word plus its sense, (n,).
    """

    tokens: Tensor
    topic: Tensor


_ALL = [(word, sense) for word, senses in SENSES.items() for sense in senses]


def _table(rows: list[tuple[str, ...]]) -> Tensor:
    return torch.tensor([[NUMBER[word] for word in row] for row in rows])


_AGENTS, _VERBS, _PREPOSITIONS, _OBJECTS = (
    _table([part(sense) for _, sense in _ALL])
    for part in (attrgetter("agents"), attrgetter("verbs"), attrgetter("prepositions"), attrgetter("objects"))
)
_WORD = _table([(word,) for word, _ in _ALL])[:, 0]
_ANYONE, _ANYWHERE = _table([ANYONE])[0], _table([ANYWHERE])[0]


def told(n: int, rng: torch.Generator) -> Told:
    """New sentences of the language."""
    topic = torch.randint(len(_ALL), (n,), generator=rng)
    agent, verb, where, thing = (
        table[topic, torch.randint(table.shape[1], (n,), generator=rng)]
        for table in (_AGENTS, _VERBS, _PREPOSITIONS, _OBJECTS)
    )
    side = torch.rand(n, generator=rng)
    anyone, anywhere = (words[torch.randint(len(words), (n,), generator=rng)] for words in (_ANYONE, _ANYWHERE))
    agent = torch.where(side < UNTOLD, anyone, agent)
    thing = torch.where(side > 1.0 - UNTOLD, anywhere, thing)
    the = torch.zeros_like(topic)
    return Told(torch.stack([the, agent, verb, the, _WORD[topic], where, the, thing], 1), topic)


class Table(NamedTuple):
    """All sentences of the language.

    Attributes:
        tokens: (sentences, LENGTH).
        chance: of each, (sentences,), summing to 1.
    """

    tokens: Tensor
    chance: Tensor


@cache
def every_sentence() -> Table:
    """Each sentence once for each sense that it may have, with its chance."""
    rows, chances = [], []
    told_both = 1.0 - 2 * UNTOLD
    for topic in range(len(_ALL)):
        word = int(_WORD[topic])
        agents = [(one, True) for one in _AGENTS[topic].tolist()] + [(one, False) for one in _ANYONE.tolist()]
        objects = [(one, True) for one in _OBJECTS[topic].tolist()] + [(one, False) for one in _ANYWHERE.tolist()]
        inner = list(product(_VERBS[topic].tolist(), _PREPOSITIONS[topic].tolist()))
        for (agent, left), (thing, right) in product(agents, objects):
            if left or right:
                share = told_both if left and right else UNTOLD
                for verb, where in inner:
                    rows.append([0, agent, verb, 0, word, where, 0, thing])
                    chances.append(share / (len(_ALL) * 9 * len(inner)))
    return Table(torch.tensor(rows), torch.tensor(chances, dtype=torch.float64))
