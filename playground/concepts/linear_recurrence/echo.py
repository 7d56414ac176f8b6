"""The view of learning: eigenvalues arrange themselves until the recurrence echoes what it heard some steps ago."""

from __future__ import annotations

import math

import numpy as np
import torch

from playground.concepts.linear_recurrence import Params, ground, learning
from playground.concepts.linear_recurrence.learning import BEYOND, Learnt, reach
from playground.concepts.linear_recurrence.names import FORM_LABELS, FORM_ROLES, FORMS
from playground.concepts.linear_recurrence.state import Data
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Curve, Layer, Level, Lines, Points, Trace
from playground.figures.values import Range

_FLOOR = 1e-8


def echo(params: Params, data: Data, learnt: Learnt) -> Drawn:
    """Eigenvalues of both forms on their ways, their responses near and far, the loss and the largest modulus."""
    figure = Figure(
        plots=(
            _disc(params, data, learnt),
            _response(params, learnt),
            _loss(),
            _modulus(),
            _beyond(learnt),
        ),
        hint="Press space to learn; drag a starting place to begin anew",
    )
    gains = learning.long_gains(learnt)
    blown = int(learnt.blown[1])
    h = learning.response(learnt.theta[0], "exp", reach(params.delay))
    rest = float(h.square().sum() - h[params.delay] ** 2)
    return Drawn(
        figure,
        {
            **{f"long_gain.{form}": gain for form, gain in zip(FORMS, gains, strict=True)},
            "loss_exp": learning.losses(learnt, params.delay)[0],
            "blown": blown if blown >= 0 else None,
            "has_blown": blown >= 0,
            "reach": reach(params.delay),
            "echo": float(h[params.delay]),
            "echo_rest": rest,
            "count": len(data.places),
            "memory_kept": float(data.places.norm(dim=1).clamp_max(learning.OUTERMOST).max() ** params.delay),
        },
    )


def _disc(params: Params, data: Data, learnt: Learnt) -> Plot:
    across = Range(-1.2, 1.2)
    layers: list[Layer] = [
        Lines(name="circle", role="theory", xy=ground.CIRCLE, dash="solid", halo=False, found=False, key="|λ| = 1"),
        Points(name="starts", role="ghost", xy=data.places, size=0.8, key="start"),
    ]
    for row, form in reversed(list(enumerate(FORMS))):
        ways = learnt.trail[:, row].permute(2, 0, 1)
        tails = torch.cat([ways, torch.full_like(ways[:, :1], math.nan)], 1).reshape(-1, 2)[:-1]
        layers += [
            Lines(name=f"way {form}", role=FORM_ROLES[form], xy=tails, fade=1.0, halo=False, found=False, outcome=True),
            Points(
                name=form,
                role=FORM_ROLES[form],
                xy=learnt.trail[-1, row].T.clamp(-1e3, 1e3),
                size=1.1 if form == "exp" else 0.8,
                outcome=True,
                key=FORM_LABELS[form],
                symbol="λ",
            ),
        ]
    return Plot(
        name="disc",
        badge="exact",
        title="Eigenvalues that learn",
        unit="to echo the input of {delay} steps ago; update {updates_done}",
        main=True,
        plane=True,
        zoom=True,
        x=Axis(range=across, label="real part"),
        y=Axis(range=across, label="imaginary part"),
        layers=tuple(layers),
        mouse=(
            Mouse(
                on="drag",
                target="starts",
                kind="move",
                take={"id": "id", "x": "x", "y": "y"},
                label="move a starting place",
            ),
            Mouse(on="alt+click", target="starts", kind="remove", take={"id": "id"}, label="take a start away"),
            Mouse(on="double-click", kind="add", take={"x": "x", "y": "y"}, label="add a start"),
        ),
    )


def _response(params: Params, learnt: Learnt) -> Plot:
    length = reach(params.delay)
    k = np.arange(length)
    responses = {
        form: learning.response(theta, form, length).clamp(-20, 20)
        for theta, form in zip(learnt.theta, FORMS, strict=True)
    }
    return Plot(
        name="response",
        badge="exact",
        title="Impulse response",
        unit="wanted: a single 1 after {delay} steps",
        x=Axis(label="steps since the impulse", range=Range(0.0, length - 1.0)),
        y=Axis(range=Range(-0.6, 1.15)),
        layers=(
            Level(name="wanted", role="theory", across="vertical", value=float(params.delay)),
            Points(name="target", role="theory", xy=np.array([[float(params.delay), 1.0]]), key="wanted"),
            *(
                Curve(name=form, role=FORM_ROLES[form], x=k, y=responses[form], outcome=True, key=FORM_LABELS[form])
                for form in reversed(FORMS)
            ),
        ),
    )


def _loss() -> Plot:
    return Plot(
        name="loss",
        badge="exact",
        title="Error",
        unit="E|y − wanted|² of white noise, exact",
        x=Axis(label="step"),
        y=Axis(log=True),
        layers=tuple(
            Trace(name=form, role=FORM_ROLES[form], series=f"loss.{form}", log=True, text=FORM_LABELS[form])
            for form in FORMS
        ),
    )


def _modulus() -> Plot:
    return Plot(
        name="modulus",
        badge="exact",
        title="Largest modulus",
        x=Axis(label="step"),
        layers=(
            Level(name="one", role="theory", value=1.0),
            *(
                Trace(name=form, role=FORM_ROLES[form], series=f"largest.{form}", text=FORM_LABELS[form])
                for form in FORMS
            ),
        ),
    )


def _beyond(learnt: Learnt) -> Plot:
    k = np.arange(0, BEYOND, 8)
    lines = {}
    for h, form in zip(learning.long_responses(learnt), FORMS, strict=True):
        size = h.abs().reshape(-1, 8).amax(1)
        lines[form] = size.clamp(_FLOOR, 1e12).log10()
    return Plot(
        name="beyond",
        badge="exact",
        title="Beyond what was learnt",
        unit="size of the impulse response, the largest of 8 steps",
        x=Axis(label="steps since the impulse", range=(0.0, float(BEYOND))),
        y=Axis(log=True, zero=True),
        layers=tuple(
            Curve(name=form, role=FORM_ROLES[form], x=k, y=lines[form], outcome=True, text=FORM_LABELS[form])
            for form in FORMS
        ),
    )
