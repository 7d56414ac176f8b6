"""The samples, the model that is fitted to them, and what is recorded of a step."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from playground.engine.frame import Status


class Data(NamedTuple):
    """Samples.

    Attributes:
        X: a row a sample, (n, p), float64.
        labels: the class of each, (n,), int64; -1 where there is none.
        names: of the features; one name for all ("pixel") where they are pixels.
        classes: of the labels.
        side: rows and columns of a picture; 0 where the samples are no pictures.
        title: what the samples are, in a few words.
    """

    X: Tensor
    labels: Tensor
    names: tuple[str, ...]
    classes: tuple[str, ...]
    side: int
    title: str


class State(NamedTuple):
    """The model at a step.

    Attributes:
        chosen: the row of the sample that is looked at.
        summed: how many components are summed up; used by the views of components.
        W: loadings of a factor model, or the decoder, (p, m).
        E: the encoder, (m, p); without rows where there is none.
        noise: the variance of each feature's own noise, (p,).
    """

    chosen: int
    summed: int
    W: Tensor
    E: Tensor
    noise: Tensor


class Info(NamedTuple):
    """What is recorded of a step; None where the view has no such number.

    Attributes:
        status: see `playground.engine.frame`.
        error: the mean squared error of the components, or the loss of the autoencoder.
        log_likelihood: the mean log density of a sample, in nats.
        likelihood_gap: how far below the closed form it is, as log10.
        rho_error: the largest difference between the lengths of the loadings and the closed form.
        sigma: the noise of probabilistic PCA, as a standard deviation.
        angle_1, angle_2, angle_3, angle_4, angle_5, angle_6: the principal angles in degrees, the largest first.
    """

    status: Status = "running"
    error: float | None = None
    log_likelihood: float | None = None
    likelihood_gap: float | None = None
    rho_error: float | None = None
    sigma: float | None = None
    angle_1: float | None = None
    angle_2: float | None = None
    angle_3: float | None = None
    angle_4: float | None = None
    angle_5: float | None = None
    angle_6: float | None = None
