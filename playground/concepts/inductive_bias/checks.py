"""The oracle cases: patches, tokens and weights of transformers, a whole pass, rollout, and pictures that move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from playground.concepts.inductive_bias import transformer
from playground.concepts.inductive_bias.pictures import CANVAS, moved, pixel_order
from playground.engine.kit.cases import Inputs, exactly

_SHAPE = ("patch", "width", "heads", "layers", "hidden", "classes", "positions")


def _shape(inputs: Inputs, side: int) -> transformer.Shape:
    return transformer.Shape(side=side, **{name: inputs[name] for name in _SHAPE})


def patch_tokens(inputs: Inputs) -> dict[str, Any]:
    """A picture as patches in reading order."""
    patches = transformer.cut(exactly(inputs["picture"]), inputs["patch"])
    return {"patches": patches, "tokens": len(patches) + 1}


def transformer_parameters(inputs: Inputs) -> dict[str, Any]:
    """Tokens and weights of a net."""
    shape = _shape(inputs, inputs["side"])._replace(colours=inputs["colours"])
    return {"tokens": transformer.tokens(shape), "parameters": transformer.count(shape)}


def class_token_pass(inputs: Inputs) -> dict[str, Any]:
    """The attention of the class token in every block and head, and the logits."""
    picture = exactly(inputs["picture"])
    shape = _shape(inputs, len(picture))
    theta = torch.cat([exactly(inputs["weights"][name]).flatten() for name in transformer.sizes(shape)])
    done = transformer.run(theta[None], shape, picture[None, None])
    attention = torch.stack([block.weights[0, 0, :, 0] for block in done.blocks])
    return {"class_attention": attention, "logits": done.logits[0, 0]}


def attention_rollout(inputs: Inputs) -> dict[str, Any]:
    """The products of the blocks' attention, half of each token staying."""
    return {"rollout": transformer.rollout(exactly(inputs["weights"]))}


def moved_ink(inputs: Inputs) -> dict[str, Any]:
    """Where the ink of a picture lies after a move, row by row."""
    picture = torch.zeros(CANVAS, CANVAS)
    for row, column in inputs["ink"]:
        picture[row, column] = 1.0
    return {"ink": moved(picture, torch.tensor([inputs["down"]]), torch.tensor([inputs["right"]]))[0].nonzero()}


def scrambled_order(inputs: Inputs) -> dict[str, Any]:
    """Which pixels stand in the first row of a scrambled picture."""
    scramble = torch.tensor(inputs["scramble"])
    return {
        "patches_first_row": pixel_order("patches", inputs["patch"], scramble)[:CANVAS],
        "inside_first_row": pixel_order("inside", inputs["patch"], scramble)[:CANVAS],
        "all_first_row": pixel_order("all", inputs["patch"], scramble)[:CANVAS],
    }


CHECKS: dict[str, Callable[[Inputs], dict[str, Any]]] = {
    "patch_tokens": patch_tokens,
    "transformer_parameters": transformer_parameters,
    "class_token_pass": class_token_pass,
    "attention_rollout": attention_rollout,
    "moved_ink": moved_ink,
    "scrambled_order": scrambled_order,
}
