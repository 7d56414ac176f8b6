"""Each attack and each certificate as one plain function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.attacks.attack import attacked
from playground.concepts.attacks.attacking import Net
from playground.concepts.attacks.certified import MOST
from playground.concepts.attacks.nearest import PLACES
from playground.concepts.attacks.smoothing import noise
from playground.concepts.attacks.state import RULES, dividers, epsilon, in_plane, logits, readers
from playground.engine.declarations.code import Code, Moment, NoCode
from playground.engine.kit.dense.layout import DenseLayer

_NEAR = 1e-7


def _told(layers: list[DenseLayer]) -> list[tuple[Any, Any]]:
    return [(torch.tensor(one.W.copy()), torch.tensor(one.b[0].copy())) for one in layers]


def _standard(at: Moment) -> Net:
    return (dividers if in_plane(at.params) else readers)(at.params, at.state).of(0)


def _input(at: Moment) -> dict[str, Any]:
    x = at.state.point if in_plane(at.params) else at.state.drawing.flatten()
    return {"x": x, "net": _told(_standard(at).layers)}


def _ball(at: Moment) -> dict[str, Any]:
    """The input, the class whose loss moves, and the ball."""
    plane, own = in_plane(at.params), attacked(at.params, at.state)[0].says[0]
    aimed = not plane and at.state.target >= 0 and at.state.target != own
    return {
        **_input(at),
        "c": at.state.target if aimed else own,
        "sign": -1 if aimed else 1,
        "eps": epsilon(at.params),
        "norm": at.params.norm,
        "low": -1e9 if plane else 0.0,
        "high": 1e9 if plane else 1.0,
    }


def _reads_pgd(at: Moment) -> Mapping[str, Any]:
    return {**_ball(at), "alpha": at.params.stride * epsilon(at.params), "steps": at.params.steps}


def _reads_deepfool(at: Moment) -> Mapping[str, Any]:
    return {**_input(at), "norm": at.params.norm}


def _gives(at: Moment) -> Mapping[str, Any]:
    found = attacked(at.params, at.state)[0]
    return {"eta": found.eta, "after": found.after}


def _reads_certificate(at: Moment) -> Mapping[str, Any]:
    return {
        "x": at.state.point,
        "net": _told(Net(logits(at.params, at.state), RULES).of(0).layers),
        "sigma": at.params.sigma,
        "noise": torch.tensor(noise(MOST)[: at.params.samples].copy()),
        "p": float(at.numbers["share_low"]),
    }


def _gives_certificate(at: Moment) -> Mapping[str, Any]:
    return {
        name: at.numbers[key] for name, key in (("r", "lipschitz_radius"), ("votes", "votes"), ("R", "smoothed_radius"))
    }


def _reads_steepness(at: Moment) -> Mapping[str, Any]:
    return {
        "places": torch.tensor(PLACES.copy()),
        "net": _told(Net(logits(at.params, at.state), RULES).of(0).layers),
        "norm": at.params.norm,
    }


def _gives_steepness(at: Moment) -> Mapping[str, Any]:
    return {name: at.numbers[name] for name in ("exact", "product", "absolute")}


_VIEWS = ("picture", "plane")
_MARKS = {"x": "x", "eta": "η", "after": "p"}
_ATTACKS = (
    ("fgsm", "One step", _ball),
    ("pgd", "Projected ascent", _reads_pgd),
    ("deepfool", "To the boundary", _reads_deepfool),
)
CODES = (
    *(
        Code(
            name,
            title=title,
            when={"mode": _VIEWS, "method": (name,)},
            reads=reads,
            gives=_gives,
            marks=_MARKS,
            within=_NEAR,
            step=False,
        )
        for name, title, reads in _ATTACKS
    ),
    Code(
        "certificate",
        title="Two radii",
        when={"mode": ("certified",)},
        reads=_reads_certificate,
        gives=_gives_certificate,
        marks={"x": "x", "r": "r", "R": "R"},
        within=_NEAR,
        step=False,
    ),
    Code(
        "steepness",
        title="Steepness and bounds",
        when={"mode": ("bounds",)},
        reads=_reads_steepness,
        gives=_gives_steepness,
        marks={"exact": "∇f", "product": "L"},
        within=_NEAR,
        step=False,
    ),
)
WITHOUT = (
    NoCode(
        when={"mode": ("accuracy",)},
        because="The curves are the code of one step and of projected ascent for 400 digits; choose the view of one "
        "digit to see it.",
    ),
)
