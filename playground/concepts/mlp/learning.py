"""Epochs of updates: batches, dropout, decay, the optimiser, and running statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch

from playground.concepts.mlp import Params
from playground.concepts.mlp.data import Data
from playground.concepts.mlp.evaluating import loss_of, rules_of, silence, statistics_of, targets_of
from playground.concepts.mlp.features import anywhere
from playground.concepts.mlp.moving import Mover
from playground.concepts.mlp.worst_points import worst_points
from playground.engine.kit.arrays import Floats
from playground.engine.kit.dense.activations import Activation
from playground.engine.kit.dense.layout import Sizes, is_weight, length, views
from playground.engine.kit.dense.losses import Loss
from playground.engine.kit.dense.normalise import kept, running, unbiased
from playground.engine.kit.dense.passes import Buffers, ForwardValues, buffers, mean_gradient
from playground.engine.kit.dense.small_nets import MeanGradient
from playground.engine.kit.giving_way import give_way
from playground.engine.run.context import Ctx

if TYPE_CHECKING:
    from playground.concepts.mlp.state import State


MOST_UPDATES = 2000  # of one step, unless a single pass takes more
_AN_UPDATE = 35_000  # products of a point and a weight that take as long as an update of a small net
_MOST_KEPT, _KINDS = 1 << 16, 8  # weights of which memory is kept, and kinds of nets
_ATTACKED = 32  # updates of ordinary points that take as long as one of the worst points


def learn(params: Params, data: Data, state: State, ctx: Ctx) -> State:
    """The state after some passes over the points that are not held out, each in a new random order."""
    epochs = Epochs(params, data, state, ctx)
    epochs.run()
    return epochs.state()


def gradient_norm(params: Params, data: Data, state: State) -> float:
    """The length of the gradient of the mean loss with its penalty, at the net on screen; dropout is left out."""
    normalised = params.norm != "none"
    flat = state.theta[state.shown].numpy()
    gradient = np.zeros_like(flat)
    learns = ~data.held.numpy()
    mean_gradient(
        views(flat, state.sizes, normalised),
        rules_of(params),
        state.Z.numpy()[learns],
        targets_of(data)[learns],
        loss_of(params, data),
        views(gradient, state.sizes, normalised),
    )
    pull = np.sign(flat) if params.penalty == "l1" else flat
    gradient += params.decay * is_weight(state.sizes, normalised) * pull
    return float(np.linalg.norm(gradient))


class _Work:
    """Memory of a step for nets of one kind, and the passes through it, which take as long to make as some updates.

    Attributes:
        theta: the weights, (N,) or (S, N).
        gradient: of the same shape.
        layers, slopes: views of both.
        small: by the points in a batch, what writes the gradient.
    """

    def __init__(self, sizes: Sizes, S: int, normalised: bool) -> None:
        N = length(sizes, normalised)
        # A single net has no axis of nets: its products are plain ones of two matrices, which cost half as much.
        self.theta = np.zeros((S, N) if S > 1 else N)
        self.gradient = np.zeros_like(self.theta)
        self.layers = views(self.theta, sizes, normalised)
        self.slopes = views(self.gradient, sizes, normalised)
        self.small: dict[int, MeanGradient] = {}


_Kind = tuple[Sizes, int, bool, Activation, Loss]
_idle: dict[_Kind, list[_Work]] = {}


def _lent(kind: _Kind) -> _Work:
    """Memory that nobody uses: a step that gives way keeps its own until it is done."""
    kept = _idle.get(kind)
    return kept.pop() if kept else _Work(*kind[:3])


def _give_back(kind: _Kind, work: _Work) -> None:
    """Keeps the memory of small nets for the next step."""
    if work.theta.size > _MOST_KEPT:
        return
    if kind not in _idle and len(_idle) >= _KINDS:
        _idle.pop(next(iter(_idle)))
    _idle.setdefault(kind, []).append(work)


class Epochs:
    """The work of one step, on copies of the state's arrays."""

    def __init__(self, params: Params, data: Data, state: State, ctx: Ctx) -> None:
        self.params, self.data, self.before, self.ctx = params, data, state, ctx
        S = len(state.theta)
        self.lead = (S,) if S > 1 else ()
        self.normalised = params.norm != "none"
        self.rules, self.loss = rules_of(params), loss_of(params, data)
        self._key = (state.sizes, S, self.normalised, self.rules.function, self.loss)
        self._work = _lent(self._key)
        self.theta, self.gradient = self._work.theta, self._work.gradient
        self.layers, self.slopes, self.small = self._work.layers, self._work.slopes, self._work.small
        np.copyto(self.theta, state.theta.numpy() if S > 1 else state.theta[0].numpy())
        self.decays = is_weight(state.sizes, self.normalised)
        self.rows = np.flatnonzero(~data.held.numpy())
        self.Z, self.targets = state.Z.numpy()[self.rows], targets_of(data)[self.rows]
        self.means, self.variances = state.means.numpy().copy(), state.variances.numpy().copy()
        self.memory: dict[int, Buffers] = {}
        self.alive = silence(state)
        self.mover = Mover(params, state.memory, self.theta, self.decays)
        self.updates = self.epochs = 0

    def run(self) -> None:
        """All epochs."""
        n, B = len(self.rows), min(self.params.batch, len(self.rows))
        for _ in range(max(1, min(self.params.epochs, MOST_UPDATES // self._cost(n, -(-n // B))))):
            order = self.ctx.randperm(n).numpy()
            Z, targets = self.Z[order].T.copy(), self.targets[order]
            X = self.data.X.numpy()[self.rows[order]] if self.params.training == "worst" else None
            masks = self._masks(-(-n // B), B)
            for k, start in enumerate(range(0, n, B)):
                batch, wanted = Z[:, start : start + B], targets[start : start + B]
                if X is not None:
                    batch = self._attacked(X[start : start + B], wanted).swapaxes(-1, -2)
                self.update(batch, wanted, self._factors(masks, k, len(wanted)))
                self.updates += 1
                give_way()
            self.epochs += 1

    def state(self) -> State:
        """What the epochs led to; nothing else may follow."""
        theta = (self.theta if self.lead else self.theta[None]).copy()
        _give_back(self._key, self._work)
        return self.before._replace(
            theta=torch.from_numpy(theta),
            memory=self.mover.memory,
            means=torch.from_numpy(self.means),
            variances=torch.from_numpy(self.variances),
            updates=self.before.updates + self.updates,
            epochs=self.before.epochs + self.epochs,
        )

    def _cost(self, n: int, updates: int) -> int:
        """How many updates of a small net take as long as one pass over n points."""
        cost = updates + n * self.theta.size // _AN_UPDATE
        return cost * _ATTACKED if self.params.training == "worst" else cost

    def update(self, Z: Floats, targets: Floats, factors: list[Floats] | None) -> None:
        """One update on the features of a batch as columns, (F + 1, n) or (S, F + 1, n)."""
        self.mover.look(self.theta)
        if self.normalised:
            self._normalised_gradient(Z.swapaxes(-1, -2), targets, factors)
        else:
            n = len(targets)
            if n not in self.small:
                self.small[n] = MeanGradient(self.layers, self.slopes, self.rules.function, self.loss, n)
            self.small[n].write(Z, targets, factors)
        self.mover.move(self.theta, self._decayed())

    def _normalised_gradient(self, Z: Floats, targets: Floats, factors: list[Floats] | None) -> None:
        n = len(targets)
        if n not in self.memory:
            self.memory[n] = buffers(self.before.sizes, n, self.lead)
        seen = mean_gradient(self.layers, self.rules, Z, targets, self.loss, self.slopes, factors, self.memory[n])
        if self.params.norm == "batch":
            self._remember(seen, n)

    def _decayed(self) -> Floats:
        """The gradient with the penalty's; AdamW takes the weights down by itself."""
        strength = self.params.decay
        if not strength or self.params.optimiser == "adamw":
            return self.gradient
        pull = np.sign(self.theta) if self.params.penalty == "l1" else self.theta
        found: Floats = self.gradient + strength * self.decays * pull
        return found

    def _masks(self, updates: int, B: int) -> Floats | None:
        """The factors of dropout for an epoch, (updates, ..., B, hidden units)."""
        if not self.params.dropout or not self.before.hidden:
            return None
        draws = self.ctx.rand(updates, *self.lead, B, self.before.hidden).numpy()
        return kept(draws, self.params.dropout)

    def _factors(self, masks: Floats | None, k: int, n: int) -> list[Floats] | None:
        """What the units of each hidden layer are multiplied with in one update."""
        if masks is None:
            return self.alive
        found, at = [], 0
        for depth, m in enumerate(self.before.sizes[1:-1]):
            mask = masks[k, ..., :n, at : at + m]
            found.append(mask if self.alive is None else mask * self.alive[depth])
            at += m
        return found

    def _attacked(self, X: Floats, targets: Floats) -> Floats:
        """The features of the worst points in the balls round a batch."""
        params = self.params
        statistics = None
        if params.norm == "batch":
            here = self.before._replace(means=torch.from_numpy(self.means), variances=torch.from_numpy(self.variances))
            statistics = statistics_of(params, here, slice(None) if self.lead else 0)
        args = (self.layers, self.rules, statistics, self.loss, params.features, X, targets, params.radius, 2)
        worst = worst_points(*args)[0]
        flat = anywhere(params.features, worst.reshape(-1, X.shape[1]))
        return flat.reshape(*worst.shape[:-1], flat.shape[1])

    def _remember(self, seen: ForwardValues, n: int) -> None:
        """The running statistics after a batch."""
        at = 0
        for norm, m in zip(seen.normed, self.before.sizes[1:-1], strict=True):
            assert norm is not None
            here = np.s_[:, at : at + m]
            self.means[here] = running(self.means[here], norm.mean[..., 0, :])
            self.variances[here] = running(self.variances[here], unbiased(norm.variance[..., 0, :], n))
            at += m
