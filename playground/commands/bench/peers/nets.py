"""Rows of small nets: the same net trained by a loop in numpy or torch, by torch.optim and by scikit-learn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import numpy as np
import torch

from playground import catalog
from playground.commands.bench.peers.timing import TURNS, of_loop, of_run, versus
from playground.commands.bench.rows import Row
from playground.engine.run.session import Session
from playground.engine.run.starting import begin

PANEL = "mlp"
MANY, WIDE = 50, [8, 8, 8]
_WHAT = "updates"


def rows(panels: tuple[str, ...]) -> Iterator[Row]:
    """The first preset of the panel against each peer, and many nets in one batch."""
    if PANEL not in panels:
        return
    start = next(iter(catalog.presets(PANEL).values()))
    problem = _problem(begin(catalog.load(PANEL), start))
    peers = {"numpy by hand": by_hand_in_numpy, "torch by hand": by_hand_in_torch, "torch.optim": by_torch_optim}
    if find_spec("sklearn") is not None:
        peers["scikit-learn"] = by_scikit
    ours = partial(of_run, PANEL, start, _updates)
    for name, make in peers.items():
        yield versus(f"{name}: {PANEL}", ours, lambda make=make: of_loop(make(*problem)), _WHAT)  # type: ignore[misc]
    batch = {**start, "params": {**start["params"], "nets": MANY, "widths": WIDE}}
    rate = max(of_run(PANEL, batch, _updates) for _ in range(TURNS))
    yield Row.of("nets", PANEL, MANY * rate, f"{MANY} nets of {'-'.join(map(str, WIDE))} in one batch")


def _updates(run: Session) -> int:
    return int(run.frame().metrics["updates"] or 0)


def _problem(run: Session) -> tuple[list[int], Any, Any, int, float]:
    """Sizes of the layers, points (n, 2), targets (n,), points in an update, and the rate, as in the run."""
    sizes = [int(size) for size in str(run.frame().metrics["shape"]).split("-")]
    learnt = ~run.data.held.numpy()
    x, y = run.data.X.numpy()[learnt], run.data.y.numpy()[learnt].astype(float)
    return sizes, x, y, int(run.params.batch), float(run.params.rate)  # type: ignore[attr-defined]  # of this panel


def _weights(sizes: list[int]) -> list[Any]:
    rng = np.random.default_rng(0)
    return [part for a, b in pairwise(sizes) for part in (rng.normal(size=(a, b)) / np.sqrt(a), np.zeros(b))]


def by_hand_in_numpy(sizes: list[int], x: Any, y: Any, batch: int, rate: float) -> Callable[[], int]:
    """A pass over the points: gradient descent on the cross-entropy with written-out derivatives."""
    weights, shuffle = _weights(sizes), np.random.default_rng(1).permutation
    return lambda: _pass(np, weights, x, y[:, None], shuffle(len(x)), batch, rate)


def by_hand_in_torch(sizes: list[int], x: Any, y: Any, batch: int, rate: float) -> Callable[[], int]:
    """The same with tensors."""
    weights = [torch.as_tensor(part) for part in _weights(sizes)]
    points, targets = torch.as_tensor(x), torch.as_tensor(y)[:, None]
    return lambda: _pass(torch, weights, points, targets, torch.randperm(len(points)), batch, rate)


def _pass(xp: Any, weights: list[Any], x: Any, y: Any, order: Any, batch: int, rate: float) -> int:
    """One pass by numpy or torch; returns how many updates it took."""
    starts = range(0, len(x), batch)
    for first in starts:
        chosen = order[first : first + batch]
        values = [x[chosen]]
        for k in range(0, len(weights) - 2, 2):
            values.append(xp.tanh(values[-1] @ weights[k] + weights[k + 1]))
        output = 1 / (1 + xp.exp(-(values[-1] @ weights[-2] + weights[-1])))
        delta = (output - y[chosen]) / len(chosen)
        for k in range(len(weights) - 2, -1, -2):
            into = values[k // 2]
            slope, offset = into.T @ delta, delta.sum(0)
            if k:
                delta = (delta @ weights[k].T) * (1 - into * into)
            weights[k] -= rate * slope
            weights[k + 1] -= rate * offset
    return len(starts)


def by_torch_optim(sizes: list[int], x: Any, y: Any, batch: int, rate: float) -> Callable[[], int]:
    """As the tutorials have it: modules, backward and an optimiser."""
    layers: list[torch.nn.Module] = []
    for a, b in pairwise(sizes):
        layers += [torch.nn.Linear(a, b, dtype=torch.float64), torch.nn.Tanh()]
    net = torch.nn.Sequential(*layers[:-1])
    optimiser, loss = torch.optim.SGD(net.parameters(), lr=rate), torch.nn.BCEWithLogitsLoss()
    points, targets = torch.as_tensor(x), torch.as_tensor(y)[:, None]

    def one_pass() -> int:
        parts = torch.split(torch.randperm(len(points)), batch)
        for chosen in parts:
            optimiser.zero_grad()
            loss(net(points[chosen]), targets[chosen]).backward()
            optimiser.step()
        return len(parts)

    return one_pass


def by_scikit(sizes: list[int], x: Any, y: Any, batch: int, rate: float) -> Callable[[], int]:
    """MLPClassifier, which is asked for one pass at a time."""
    from sklearn.neural_network import MLPClassifier

    net = MLPClassifier(
        sizes[1:-1], activation="tanh", solver="sgd", alpha=0.0, batch_size=batch, learning_rate_init=rate, momentum=0.0
    )
    labels = y.astype(int)

    def one_pass() -> int:
        net.partial_fit(x, labels, classes=np.unique(labels))
        return -(-len(x) // batch)

    return one_pass
