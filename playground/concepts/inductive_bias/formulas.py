"""The formulas of the notes from their own terms, by other ways than the run takes; see `playground.texts.terms`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch import nn

from playground.concepts.inductive_bias import nets, transformer
from playground.concepts.inductive_bias.attending import shown_picture
from playground.texts.terms import Sides, Terms


def _count(*modules: nn.Module) -> int:
    return sum(part.numel() for module in modules for part in module.parameters())


def mlp_count(terms: Terms) -> Any:
    """The weights of torch's own linear maps."""
    return {"mlp_weights": _count(nn.Linear(144, 54), nn.Linear(54, 10))}


def cnn_count(terms: Terms) -> Any:
    """The weights of torch's own convolutions, and what comes out of them for a blank picture."""
    params = terms.params
    colours = 3 if params.coordinates else 1
    first, second = nn.Conv2d(colours, 16, 3, padding=1), nn.Conv2d(16, 52, 3, padding=1)
    maps = second(nn.MaxPool2d(2)(first(torch.zeros(1, colours, 12, 12))))
    features = nn.MaxPool2d(2)(maps).numel() if params.readout == "flat" else maps.shape[1]
    layers = {"cnn_first": first, "cnn_second": second, "cnn_last": nn.Linear(features, 10)}
    return {name: _count(layer) for name, layer in layers.items()} | {"cnn_weights": _count(*layers.values())}


def vit_count(terms: Terms) -> Any:
    """The weights of torch's own encoder and of what stands round it."""
    params, d = terms.params, 24
    block = nn.TransformerEncoderLayer(d, 3, 24, norm_first=True)
    places = nn.Unfold(params.patch, stride=params.patch)(torch.zeros(1, 1, 12, 12)).shape[2] + 1
    round_it = _count(nn.Conv2d(1, d, params.patch), nn.LayerNorm(d), nn.Linear(d, 10)) + d
    outer = round_it + (places * d if params.positions else 0)
    blocks = nn.ModuleList(block for _ in range(params.layers))
    inner = _count(block)
    return {
        "vit_outer": outer,
        "vit_block": inner,
        "vit_blocks": len(blocks),
        "vit_weights": outer + len(blocks) * inner,
    }


def shifted(terms: Terms) -> Any:
    """A kernel of the first layer at every place of the digit and of the digit moved round, sum by sum."""
    shape = nets.convolutional(terms.params)
    kernel = terms.state.cnn.theta[0, : 9 * shape.colours].view(shape.colours, 3, 3)[0].double().numpy()
    picture = shown_picture(terms.params, terms.data, terms.state).double().numpy()

    def correlated(x: Any) -> Any:
        places = range(12)
        return np.array(
            [
                [
                    sum(kernel[i, j] * x[(r + i - 1) % 12, (c + j - 1) % 12] for i in range(3) for j in range(3))
                    for c in places
                ]
                for r in places
            ]
        )

    return Sides(correlated(np.roll(picture, (1, 2), (0, 1))), np.roll(correlated(picture), (1, 2), (0, 1)))


def tokens(terms: Terms) -> Any:
    """Places of a window that moves by its own side, and the class token."""
    places = nn.Unfold(terms.params.patch, stride=terms.params.patch)(torch.zeros(1, 1, 12, 12)).shape[2]
    return {"tokens": places + 1, "patch_side": math.isqrt(144 // places)}


def rollout(terms: Terms) -> Any:
    """The sum over all ways of the token through the blocks back to itself, half of each staying."""
    params, state = terms.params, terms.state
    shape = nets.transforming(params)
    picture = shown_picture(params, terms.data, state)
    blocks = transformer.run(state.vit.theta, shape, picture[None, None]).blocks
    token = min(state.token, transformer.tokens(shape) - 1)
    mass = np.zeros(transformer.tokens(shape))
    mass[token] = 1.0
    for block in reversed(blocks):
        weights = block.weights[0, 0].double().mean(0).numpy()
        mass = np.array(
            [0.5 * mass[k] + 0.5 * sum(mass[i] * weights[i, k] for i in range(len(mass))) for k in range(len(mass))]
        )
    return {"reached_self": mass[token]}


def permuted(terms: Terms) -> Any:
    """The first layer of the MLP on the digit, with pixels and rows in the order of the run and as they are."""
    W = terms.state.mlp.theta[0, : 144 * 54].view(144, 54).double()
    picture = shown_picture(terms.params, terms.data, terms.state).double().flatten()
    order = terms.state.deal.scramble
    return Sides((picture[order, None] * W[order]).sum(0).numpy(), (picture @ W).numpy())
