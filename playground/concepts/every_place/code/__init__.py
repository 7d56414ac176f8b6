"""The three nets as plain functions on what is on screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from torch import Tensor

from playground.concepts.every_place import phrases, reading, unet, wavenet
from playground.concepts.every_place.flat import views
from playground.concepts.every_place.state import both, forms_of, shape_of
from playground.engine.declarations.code import Code, Moment

_NEAR = 1e-4  # the run computes in float32


def _reads_unet(at: Moment) -> Mapping[str, Any]:
    parts, state = views(both(at.state.theta)[0], unet.forms(True)), at.state
    picture = unet.pictured(state.mask, state.noise, at.params.noise)
    return {"x": picture, "mask": state.mask, "W": parts[::2], "b": parts[1::2], "skips": True}


def _gives_unet(at: Moment) -> Mapping[str, Any]:
    state = at.state
    picture = unet.pictured(state.mask, state.noise, at.params.noise)
    z = unet.run(both(state.theta)[0], True, picture[None])
    return {"p": z[0].sigmoid(), "iou": unet.scores(z, state.mask[None])[0]}


def _reads_wavenet(at: Moment) -> Mapping[str, Any]:
    stack, parts = wavenet.stack_of(at.params), views(at.state.theta, forms_of(at.params))
    pairs = list(zip(parts[::2], parts[1::2], strict=True))
    return {
        "x": at.state.wave,
        "t": at.state.moment,
        "entry": pairs[0],
        "layers": pairs[1:-1],
        "output": pairs[-1],
        "dilations": list(stack.dilations),
        "ahead": [stack.ahead(d) for d in stack.dilations],
    }


def _gives_wavenet(at: Moment) -> Mapping[str, Any]:
    stack, t = wavenet.stack_of(at.params), at.state.moment
    slopes = wavenet.by_sample(at.state.theta, stack, at.state.wave, t)
    told = wavenet.run(at.state.theta, stack, at.state.wave[None])[0, t]
    return {"x_next": told, "field": stack.field, "slope": slopes, "future": slopes[t + 1 :].abs().max()}


def _reads_phrases(at: Moment) -> Mapping[str, Any]:
    parts = views(at.state.theta, phrases.forms(shape_of(at.params)))
    E, filters, bias, W, c = (part.double().numpy() for part in parts)
    words = reading.tokens_of(at.params)[0].tolist()
    return {"words": words, "E": E, "filters": filters, "bias": bias, "W": W[0], "c": float(c[0])}


def _gives_phrases(at: Moment) -> Mapping[str, Any]:
    found = phrases.run(at.state.theta, shape_of(at.params), reading.tokens_of(at.params))
    W: Tensor = views(at.state.theta, phrases.forms(shape_of(at.params)))[3][0].abs()
    z = float(found.logits[0])
    return {"scores": found.scores[0], "added": W * found.pooled[0], "z": z, "p": 1 / (1 + np.exp(-z))}


CODES = (
    Code(
        "unet",
        title="U-Net, with skips",
        when={"task": ("blobs",)},
        reads=_reads_unet,
        gives=_gives_unet,
        marks={"x": "x", "p": "p"},
        within=_NEAR,
        step=False,
    ),
    Code(
        "wavenet",
        title="A prediction, and what it hangs on",
        when={"task": ("wave",)},
        reads=_reads_wavenet,
        gives=_gives_wavenet,
        marks={"slope": "x"},
        within=_NEAR,
        step=False,
    ),
    Code(
        "phrases",
        title="From words to a judgement",
        when={"task": ("words",)},
        reads=_reads_phrases,
        gives=_gives_phrases,
        marks={"scores": "s"},
        within=_NEAR,
        step=False,
    ),
)
WITHOUT = ()
