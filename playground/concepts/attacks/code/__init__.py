"""Each attack and each certificate as one plain function."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from playground.concepts.attacks.attack import attacked
from playground.concepts.attacks.attacking import Net
from playground.concepts.attacks.bounds import of
from playground.concepts.attacks.certified import MOST
from playground.concepts.attacks.nearest import grid
from playground.concepts.attacks.smoothing import noise
from playground.concepts.attacks.state import dividers, epsilon, in_plane, logits, readers
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
        "net": _told(of(logits(at.params, at.state), 0)),
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
        "places": torch.tensor(grid()[1].copy()),
        "net": _told(of(logits(at.params, at.state), 0)),
        "norm": at.params.norm,
    }


def _gives_steepness(at: Moment) -> Mapping[str, Any]:
    return {name: at.numbers[name] for name in ("exact", "product", "absolute")}


_VIEWS = ("picture", "plane")
_MARKS = {"x": "x", "eta": "η", "after": "p"}
CODES = (
    Code(
        "fgsm",
        title="One step",
        when={"mode": _VIEWS, "method": ("fgsm",)},
        reads=_ball,
        gives=_gives,
        marks=_MARKS,
        within=_NEAR,
        step=False,
    ),
    Code(
        "pgd",
        title="Projected ascent",
        when={"mode": _VIEWS, "method": ("pgd",)},
        reads=_reads_pgd,
        gives=_gives,
        marks=_MARKS,
        within=_NEAR,
        step=False,
    ),
    Code(
        "deepfool",
        title="To the boundary",
        when={"mode": _VIEWS, "method": ("deepfool",)},
        reads=_reads_deepfool,
        gives=_gives,
        marks=_MARKS,
        within=_NEAR,
        step=False,
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
