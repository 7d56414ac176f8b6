"""The view of two nets on one text: what each gives to every token that is hidden from it, and what it guesses."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch import Tensor

from playground.concepts.pretraining import Params
from playground.concepts.pretraining.reading import logits, shape_of
from playground.concepts.pretraining.sentences import PLACE as AMBIGUOUS_PLACE
from playground.concepts.pretraining.state import State
from playground.concepts.pretraining.texts import HIDDEN, LENGTH, behind, knowable, limits, names, one_hidden, typed
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Cells, Image, Level, Role, Table, Trace
from playground.figures.values import Rows
from playground.texts.sums import total
from playground.texts.template import fixed

FIRST_PLACE = {"palindromes": 2, "sentences": AMBIGUOUS_PLACE}
GUESSES = 6
_READ: Newest[Tensor] = Newest(4)


class Guess(NamedTuple):
    """What is said of the hidden place.

    Attributes:
        words: the likeliest tokens, best first.
        shares: their probabilities, (GUESSES,).
        right: which of them is the hidden one, (GUESSES,) of flags.
    """

    words: tuple[str, ...]
    shares: Tensor
    right: Tensor


def read(params: Params, state: State, text: Tensor) -> Tensor:
    """What both nets give to each token at each place when it is hidden, (2, LENGTH, tokens): causal first."""
    tokens = len(names(params.texts))
    causal, masked = (net.theta for net in state.nets)

    def both() -> Tensor:
        left = logits(shape_of(params, True), causal, behind(text[None], tokens))[0]
        sides = logits(shape_of(params, False), masked, one_hidden(text, tokens))
        return torch.stack([left, sides.diagonal().T]).double().softmax(-1)

    return _READ.of((causal, masked), (params.own, params.texts), both)


def hidden_place(params: Params, state: State) -> int:
    """The place that is hidden, from 0."""
    return state.place if 0 <= state.place < LENGTH else FIRST_PLACE[params.texts]


def masks(params: Params, state: State) -> Drawn:
    """The plots of the view, and the numbers that are read."""
    known, text = (*names(params.texts), HIDDEN), typed(params.texts, params.own)
    place = hidden_place(params, state)
    shares = read(params, state, text)
    token = int(text[place])
    guesses = [_guess(known, one[place], token) for one in shares]
    here = torch.arange(LENGTH)
    there = text < len(known) - 1
    right = torch.where(there, shares[:, here, text.clamp(max=len(known) - 2)], torch.nan)
    ways = [knowable(params.texts, text, place, causal) for causal in (True, False)]
    causal_limit, masked_limit = (float(one.mean()) for one in limits(params.texts))
    numbers = {
        "causal_accuracy": float(state.tested[0].mean()),
        "masked_accuracy": float(state.tested[1].mean()),
        "gain": float((state.tested[1] - state.tested[0]).mean()),
        "causal_limit": causal_limit,
        "masked_limit": masked_limit,
        "causal_loss": state.nets[0].loss,
        "masked_loss": state.nets[1].loss,
        "hidden_word": known[token],
        "hidden_place": place + 1,
        "causal_right": _share(right[0, place]),
        "masked_right": _share(right[1, place]),
        **{f"{name}_knowable": _known(one, token) for name, one in zip(("causal", "masked"), ways, strict=True)},
        **_by_hand(params, state, shares[1, place], known),
    }
    return Drawn(_figure(params, state, known, text, place, right, guesses), numbers)


def _share(value: Tensor) -> float | None:
    return None if bool(value.isnan()) else float(value)


def _known(chances: Tensor | None, token: int) -> float | None:
    """What can be known of a token; None where the text is none of the language, or the token is not known."""
    return None if chances is None or token >= len(chances) else float(chances[token])


def _guess(known: tuple[str, ...], shares: Tensor, token: int) -> Guess:
    best = shares.topk(GUESSES)
    return Guess(tuple(known[one] for one in best.indices.tolist()), best.values, best.indices == token)


def _by_hand(params: Params, state: State, shares: Tensor, known: tuple[str, ...]) -> dict[str, Any]:
    """The best guess of the masked net by its logits, and the limit of the causal one."""
    best = shares.topk(3)
    logs = (best.values / best.values[0]).log().tolist()
    rest = float((shares.sum() - best.values.sum()) / best.values[0])
    sums = " + ".join(f"exp({fixed(one, 3)})" for one in logs[1:])
    tokens = len(known) - 1
    left = limits(params.texts)[0]
    return {
        "best_guess": known[int(best.indices[0])],
        "softmax_by_hand": f"1 / (1 + {sums} + {fixed(rest, 3)}) = {fixed(float(best.values[0]), 2)}",
        "limit_by_hand": f"({total(left.tolist(), 3)}) / {LENGTH} = {fixed(float(left.mean()), 2)}",
        "expected_asked": params.hidden * LENGTH * params.batch,
        "places": LENGTH * params.batch,
        "tokens": tokens,
        "parts_by_hand": _parts(params),
    }


def _parts(params: Params) -> str:
    """How large a share of all places is hidden."""
    kept = 0.8 if params.shown_as == "bert" else 1.0
    return f"{fixed(kept, 1)}·{fixed(params.hidden, 2)} = {fixed(kept * params.hidden, 3)}"


def _figure(
    params: Params,
    state: State,
    known: tuple[str, ...],
    text: Tensor,
    place: int,
    right: Tensor,
    guesses: list[Guess],
) -> Figure:
    words = [known[one] for one in text.tolist()]
    chosen = torch.tensor([[float(place), 0.0], [float(place), 1.0]])
    hide = Mouse(on="click", target="right", kind="hide", take={"place": "column"}, label="hide this token")
    strip = Plot(
        name="text",
        title="What each net gives to the token that is hidden",
        unit="{hidden_word} at place {hidden_place}: causal {causal_right}, masked {masked_right}",
        badge="exact",
        main=True,
        layers=(
            Image(
                name="right",
                z=right,
                levels=(0.0, 1.0),
                gaps=True,
                row_words=("causal", "masked"),
                column_words=words,
                bar="probability",
                symbol="p",
                outcome=True,
            ),
            Cells(name="hidden", role="now", xy=chosen, key="hidden"),
        ),
        mouse=(hide,),
    )
    bars = (
        _guesses("causal", "Causal: the left side", "slot2", guesses[0]),
        _guesses("masked", "Masked: both sides", "slot1", guesses[1]),
    )
    return Figure(
        plots=(strip, *bars, _accuracy(), _example(state, known)),
        hint="Press space to learn, click a token to hide it, type a text of your own",
        wide=True,
        share=0.34,
    )


def _guesses(name: str, title: str, role: Role, guess: Guess) -> Plot:
    """The likeliest tokens of one net."""
    return Plot(
        name=name,
        title=title,
        unit="place {hidden_place}",
        badge="exact",
        x=Axis(range=(0.0, 1.3), ticks=False),
        layers=(
            Bars(
                name="guesses",
                role=role,
                heights=guess.shares,
                words=guess.words,
                mark=guess.right,
                across="horizontal",
                text="{heights:2}",
                outcome=True,
                key="the hidden one is outlined",
            ),
        ),
    )


def _accuracy() -> Plot:
    """Accuracy of both nets on texts that were held back."""
    return Plot(
        name="accuracy",
        title="Right, of hidden tokens",
        unit="on texts never seen",
        badge="sampled",
        x=Axis(label="update", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Level(name="causal limit", role="theory", value="causal_limit", text="causal limit {causal_limit:2}"),
            Trace(
                name="masked", role="slot1", series="masked_accuracy", text="masked {masked_accuracy:2}", outcome=True
            ),
            Trace(
                name="causal", role="slot2", series="causal_accuracy", text="causal {causal_accuracy:2}", outcome=True
            ),
        ),
    )


def _example(state: State, known: tuple[str, ...]) -> Plot:
    """One text of the last batch: as it is, and as the masked net was given it."""
    true, given, asked = state.example.tolist()
    if state.taken == 0:
        cells: tuple[tuple[str, ...], ...] = (("no text yet",),)
    else:
        cells = tuple(
            (known[a], known[b], _how(a, b, len(known) - 1) if c else "not asked")
            for a, b, c in zip(true, given, asked, strict=True)
        )
    return Plot(
        name="example",
        title="What the masked net was asked",
        unit="one text of the last update",
        badge="exact",
        axes=False,
        layers=(
            Table(
                name="asked",
                rows=Rows.of(("text", "given", "asked"), cells),
                mark=torch.tensor([bool(one) for one in asked][: len(cells)]),
            ),
        ),
    )


def _how(true: int, given: int, hidden: int) -> str:
    """What was done with a place that is asked."""
    if given == hidden:
        return "hidden"
    return "left as it is" if given == true else "replaced"
