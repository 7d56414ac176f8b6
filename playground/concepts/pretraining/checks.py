"""The shipped cases, computed by the code that the panel runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.pretraining import bilm
from playground.concepts.pretraining.bilm import Layered
from playground.concepts.pretraining.reading import shot_limits
from playground.concepts.pretraining.sentences import Table
from playground.concepts.pretraining.texts import Chances, hidden, posterior
from playground.engine.kit.cases import Inputs, exactly


def _whole(values: Any) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.int64)


def _hiding(inputs: Inputs) -> Mapping[str, Any]:
    drawn = Chances(exactly(inputs["asked"]), exactly(inputs["how"]), _whole(inputs["other"]))
    as_bert = bool(inputs["replace_and_keep"])
    done = hidden(_whole(inputs["texts"]), inputs["tokens"], inputs["rate"], as_bert, drawn, torch.float64)
    return {"given": done.given, "asked": done.asked.to(torch.int64)}


def _posterior(inputs: Inputs) -> Mapping[str, Any]:
    table = Table(_whole(inputs["texts"]), exactly(inputs["chances"]))
    text, place = _whole(inputs["text"]), inputs["place"]
    at = torch.arange(len(text))
    found = {
        name: posterior(table, text, place, seen, inputs["tokens"])
        for name, seen in (("from_the_left", at < place), ("from_both_sides", at != place))
    }
    return found


def _shots(inputs: Inputs) -> Mapping[str, Any]:
    return {"accuracy": shot_limits(inputs["letters"])[inputs["examples"]]}


def _mix(inputs: Inputs) -> Mapping[str, Any]:
    layered = Layered(exactly(inputs["own"]), exactly(inputs["states"]))
    mixed = bilm.mixed(layered, inputs["weight"])
    cosine = bilm.cosines(mixed)
    within, between = bilm.within_between(cosine, _whole(inputs["senses"]))
    return {"mixed": mixed, "cosines": cosine, "within": within, "between": between}


CHECKS = {
    "hiding_80_10_10": _hiding,
    "context_posterior": _posterior,
    "shots_limit": _shots,
    "layer_mix": _mix,
}
