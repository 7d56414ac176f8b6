"""An answer at every place as the functions of the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from playground.concepts.every_place import Params, unet, wavenet
from playground.concepts.every_place.along import along
from playground.concepts.every_place.borders import borders
from playground.concepts.every_place.flat import views
from playground.concepts.every_place.phrases import WORDS
from playground.concepts.every_place.reading import reading
from playground.concepts.every_place.state import HELD, Data, Info, State, begin, forms_of, make_data
from playground.concepts.every_place.stepping import step
from playground.engine.declarations.concept import Findings, Gesture, Model
from playground.engine.errors import BadInput
from playground.engine.frame import View
from playground.engine.kit import strokes
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn

_BRUSH = 0.06  # of the side


def observe(params: Params, data: Data, state: State, info: Info | None, view: View, findings: Findings) -> Drawn:
    """The plots of the task with their data, and the numbers that are read."""
    match params.task:
        case "blobs":
            drawn = borders(params, data, state)
        case "wave":
            drawn = along(params, state)
        case "words":
            drawn = reading(params, data, state)
    numbers: dict[str, Any] = {
        "updates": state.updates,
        "loss": info.loss if info is not None else None,
        "weights": len(state.theta),
        "next": state.moment + 1,
        "phrases_of_words": (len(WORDS) - 1) ** params.words,
    }
    return Drawn(drawn.figure, {**numbers, **drawn.numbers})


def apply(params: Params, data: Data, state: State, gesture: Gesture, ctx: Ctx) -> tuple[Data, State]:
    """What the mouse and the buttons do.

    Raises:
        BadInput: the path is not made of places.
    """
    values = gesture.values
    match gesture.kind:
        case "draw":
            return data, state._replace(mask=torch.maximum(state.mask, _touched(values["path"])))
        case "erase":
            return data, state._replace(mask=torch.minimum(state.mask, 1.0 - _touched(values["path"])))
        case "ask":
            return data, state._replace(moment=min(max(round(values["x"]), 0), wavenet.LENGTH + wavenet.MADE - 2))
        case "follow":
            return data, state._replace(follow=values["row"])
        case "another":
            which = int(torch.randint(HELD, (), generator=ctx.rng))
            wave = wavenet.waves(params.wave, 1, ctx.rng, wavenet.LENGTH + wavenet.MADE)[0]
            return data, state._replace(mask=data.held[which], noise=data.held_noise[which], wave=wave)
        case _:
            return data, state._replace(mask=torch.zeros_like(state.mask))


def _touched(path: Sequence[float]) -> Tensor:
    """1 where a stroke passes, (32, 32).

    Raises:
        BadInput: there is half a place too many, or none.
    """
    if len(path) % 2 or not path:
        raise BadInput(f"path has {len(path)} numbers, allowed are pairs of x and y", "path")
    inside = [at / unet.SIDE if k % 2 == 0 else 1.0 - at / unet.SIDE for k, at in enumerate(path)]
    return (strokes.stroke(inside, unet.SIDE, _BRUSH) > 0.5).to(torch.float32)


_NAMES = {
    "blobs": tuple(
        f"{net}.{layer}" for net in ("skips", "bare") for layer in ("down1", "down2", "bottom", "up1", "up2", "output")
    ),
    "words": ("words", "filters", "bias", "output.weight", "output.bias"),
}


def weights(params: Params, data: Data, state: State) -> dict[str, Tensor]:
    """The weights of the task's net by name."""
    parts = views(state.theta, forms_of(params))
    names = _NAMES.get(params.task) or ("entry", *(f"layer{k + 1}" for k in range(params.layers)), "output")
    if params.task != "words":
        names = tuple(f"{name}.{what}" for name in names for what in ("weight", "bias"))
    return {name: part.clone() for name, part in zip(names, parts, strict=True)}


CONCEPT = Model(make_data=make_data, init=begin, step=step, observe=observe, apply=apply, weights=weights)
