"""A variational autoencoder of digits: its latent plane, its bound split in two, and the gradient through a sample."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.vae.declared import DOORS, GESTURES, METRICS
from playground.engine.declarations.concept import Badge, Card, Opens
from playground.engine.declarations.params import LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real

__all__ = ["CARD", "DOORS", "GESTURES", "METRICS", "Params"]

CARD = Card(
    title="VAE latent explorer",
    chapter="Generative models",
    line="Drag a point and its picture is decoded; too large a β, and nothing is left to decode",
    badge=Badge(
        kind="exact",
        what="losses, divergences and gradients of a net that learns here and now",
        against="automatic differentiation, closed forms of linear nets, and worked cases by independent code",
    ),
    sources=(
        "D. Kingma and M. Welling, Auto-encoding variational Bayes (2014)",
        "D. Rezende, S. Mohamed and D. Wierstra, Stochastic backpropagation in deep generative models (2014)",
        "I. Higgins et al., beta-VAE (2017)",
        "J. Lucas et al., Don't blame the ELBO: a linear VAE perspective on posterior collapse (2019)",
        "E. Alpaydin and C. Kaynak, Optical recognition of handwritten digits, UCI repository (1998)",
    ),
    dtype="float32",
    pace=30.0,
    words=(
        "variational autoencoder",
        "ELBO",
        "evidence lower bound",
        "reparameterisation",
        "KL divergence",
        "beta-VAE",
        "latent space",
        "interpolation",
        "morph",
        "generative model",
        "posterior collapse",
    ),
    opens=(Opens("picture", "one drawing, dark on light, as the first end of the walk"),),
    weights="encoder and decoder",
)

_NET = {"mode": ("plane", "bound")}
_PATH = {"mode": ("gradient",)}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "latent", "beta", "rate", "mean", "spread", "slope", "bend", "baseline")
    mode: Literal["plane", "bound", "gradient"] = choice(
        "plane",
        label="view",
        effect=RESTART,
        labels={"plane": "Latent plane", "bound": "ELBO", "gradient": "Gradient"},
        meaning="What each place of the code decodes to; the bound and its two terms; the gradient through a sample.",
    )
    latent: int = integer(
        2, low=1, high=16, label="units of the code", effect=RESTART, meaning="Dimension of z.", when=_NET
    )
    beta: float = real(
        1.0, low=0.0, high=10.0, label="β", effect=LIVE, meaning="Weight of the KL in the loss.", when=_NET
    )
    rate: float = real(
        0.005,
        low=1e-5,
        high=1.0,
        log=True,
        decimals=4,
        label="learning rate",
        effect=LIVE,
        meaning="Step of Adam.",
        when=_NET,
    )
    updates: int = integer(
        10, low=1, high=10, label="updates a step", effect=LIVE, meaning="On 128 digits each.", when=_NET
    )
    across: int = integer(1, low=1, high=16, label="unit across", effect=VIEW, when={"mode": ("plane",)})
    up: int = integer(2, low=1, high=16, label="unit upwards", effect=VIEW, when={"mode": ("plane",)})
    mean: float = real(0.5, low=-3.0, high=3.0, label="mean μ", effect=RESTART, when=_PATH)
    spread: float = real(0.5, low=0.01, high=3.0, label="spread σ", effect=RESTART, when=_PATH)
    slope: float = real(1.0, low=-5.0, high=5.0, label="slope a of f", effect=RESTART, when=_PATH)
    bend: float = real(2.0, low=-5.0, high=5.0, label="curvature b of f", effect=RESTART, when=_PATH)
    baseline: bool = flag(
        False,
        label="baseline",
        effect=RESTART,
        meaning="Take the best constant off f in the score estimator.",
        when=_PATH,
    )
