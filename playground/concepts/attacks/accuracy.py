"""The view of many digits: accuracy against the size of the change, what transfers from net to net, and DeepFool."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from playground.concepts.attacks import Params
from playground.concepts.attacks.attacking import Classes, Net, ascended, deepfool, one_step, scores_of
from playground.concepts.attacks.data import SIDES, Data
from playground.concepts.attacks.parts import bars_of, learning
from playground.concepts.attacks.state import NETS, State, epsilon, linear_net, readers, same_size
from playground.concepts.attacks.stepping import PIXELS
from playground.engine.declarations.concept import Findings, Partial
from playground.engine.frame import View
from playground.engine.kit.arrays import Floats
from playground.engine.run.context import Ctx
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Plot
from playground.figures.layers import Curve, Letters, Role

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0)  # of ε
ROUNDS = 20  # steps of PGD
PUSHED = 100  # digits of DeepFool
READ = (
    *("clean_accuracy", "fgsm_accuracy", "pgd_accuracy", "noise_accuracy"),
    *("robust_clean_accuracy", "robust_pgd_accuracy", "clean_gap", "transfer_twin", "transfer_robust"),
    *("deepfool_mean", "deepfool_median", "fgsm_half"),
)
_PART = 100  # digits attacked at once
_HALVINGS = 10
CURVES: tuple[tuple[str, Role, str], ...] = (
    ("standard, PGD", "hero", "pgd"),
    ("standard, one step", "slot5", "fgsm"),
    ("standard, noise", "slot6", "noise"),
    ("robust, PGD", "second", "robust"),
)


def sweep(params: Params, data: Data, state: State, view: View, ctx: Ctx) -> Iterator[Partial]:
    """Accuracy at every size, then transfer, then DeepFool; each as soon as it is known."""
    X, labels, eps, norm = data.held_pictures.numpy(), data.held_labels.numpy(), epsilon(params), params.norm
    nets = readers(params, state)
    known = [nets.of(0), nets.of(1), nets.of(2), linear_net(params, state)]
    parts = [slice(k, k + _PART) for k in range(0, len(X), _PART)]
    normal = ctx.randn(*X.shape).numpy().astype(np.float64)
    found: dict[str, Any] = {name: np.full(len(SHARES), np.nan) for _, _, name in CURVES}
    found["robust_fgsm"] = np.full(len(SHARES), np.nan)
    for i, share in enumerate(SHARES):
        size = share * eps
        stride = 2.5 * size / ROUNDS
        right = dict.fromkeys(("pgd", "fgsm", "noise", "robust"), 0)
        for part in parts:
            x, y = X[part], labels[part]
            for name, net in (("pgd", known[0]), ("robust", known[1])):
                right[name] += _right(ascended(net, x, y, size, stride, norm, ROUNDS, PIXELS).scores, y)
            right["fgsm"] += _right(one_step(known[0], x, y, size, norm, PIXELS).scores, y)
            right["noise"] += _right(scores_of(known[0], np.clip(x + same_size(norm, size, normal[part]), *PIXELS)), y)
        for name, count in right.items():
            found[name] = found[name].copy()
            found[name][i] = count / len(X)
        yield Partial({**found, **_read(found)}, (i + 1) / (len(SHARES) + 5), f"{i + 1} of {len(SHARES)} sizes")
    found["transfer"] = np.full((4, 4), np.nan)
    clean = [scores_of(net, X).argmax(-1) == labels for net in known]
    for i, net in enumerate(known):
        changed = [X[p] + ascended(net, X[p], labels[p], eps, 0.25 * eps, norm, 10, PIXELS).etas[-1] for p in parts]
        found["transfer"] = found["transfer"].copy()
        for j, other in enumerate(known):
            turned = scores_of(other, np.concatenate(changed)).argmax(-1) != labels
            found["transfer"][i, j] = float((turned & clean[j]).sum() / max(1, int(clean[j].sum())))
        yield Partial({**found, **_read(found)}, (len(SHARES) + i + 1) / (len(SHARES) + 5), "Transfer")
    found |= _pushed(known[0], X[clean[0]][:PUSHED])
    yield Partial({**found, **_read(found)}, 1.0, "DeepFool")


def _right(scores: Floats, labels: Classes) -> int:
    return int((scores.argmax(-1) == labels).sum())


def _pushed(net: Net, X: Floats) -> dict[str, Any]:
    """DeepFool's lengths and steps, and the length at which one step of signs turns half of the digits."""
    if not len(X):
        return {}
    fooled = deepfool(net, X)
    lengths = np.linalg.norm(fooled.eta, axis=1)
    labels, low, high = fooled.before, 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        turned = one_step(net, X, labels, middle, "linf").scores.argmax(-1) != labels
        low, high = (low, middle) if turned.mean() >= 0.5 else (middle, high)
    eta = one_step(net, X, labels, high, "linf").etas[-1]
    return {
        "lengths": np.sort(lengths),
        "deepfool_mean": float(lengths.mean()),
        "deepfool_median": float(np.median(fooled.steps)),
        "fgsm_half": float(np.linalg.norm(eta, axis=1).mean()),
        "fooled": float((fooled.after != fooled.before).mean()),
    }


def _read(found: dict[str, Any]) -> dict[str, float | None]:
    """The numbers at ε."""
    at = SHARES.index(1.0)
    return {
        "clean_accuracy": float(found["pgd"][0]),
        "fgsm_accuracy": float(found["fgsm"][at]),
        "pgd_accuracy": float(found["pgd"][at]),
        "noise_accuracy": float(found["noise"][at]),
        "robust_clean_accuracy": float(found["robust"][0]),
        "robust_pgd_accuracy": float(found["robust"][at]),
        "clean_gap": float(found["pgd"][0] - found["robust"][0]),
        "transfer_twin": float(found["transfer"][0, 2]) if "transfer" in found else None,
        "transfer_robust": float(found["transfer"][0, 1]) if "transfer" in found else None,
    }


JOBS = {"sweep": sweep}


def observe(params: Params, findings: Findings) -> Drawn:
    """The curves, the matrix of transfer, and DeepFool's lengths."""
    found = findings.get("sweep", {})
    none = np.zeros(0)
    x = epsilon(params) * np.array(SHARES) if found else none
    curves = Plot(
        name="curves",
        title="Accuracy against the size of the change",
        unit="400 digits held out; PGD with 20 steps",
        main=True,
        badge="sampled",
        x=Axis(label="ε", zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=tuple(
            Curve(name=words, role=role, x=x, y=found.get(name, none), markers=True, text=words, outcome=True)
            for words, role, name in CURVES
        ),
    )
    table = np.asarray(found.get("transfer", np.full((4, 4), np.nan)))
    transfer = Plot(
        name="transfer",
        title="Made for one net, tried on another",
        unit="share of the digits read that turn",
        badge="sampled",
        x=Axis(label="tried on"),
        layers=(
            Letters(
                name="transfer",
                z=table,
                levels=(0.0, 1.0),
                words=["" if np.isnan(one) else f"{one:.2f}" for one in table.ravel()],
                gaps=True,
                row_words=list(NETS),
                column_words=list(NETS),
                outcome=True,
                symbol="T",
            ),
        ),
    )
    lengths = bars_of(
        "lengths",
        "Length of a change that turns the standard net",
        "mean of DeepFool; of one step that turns half",
        [found.get("deepfool_mean"), found.get("fgsm_half")],
        ("DeepFool", "one step"),
        badge="sampled",
    )
    numbers = {name: found.get(name) for name in READ} | {"epsilon": epsilon(params)} | _spread(params)
    return Drawn(Figure(plots=(curves, transfer, lengths, learning()), hint="Turn ε or the norm"), numbers)


def _spread(params: Params) -> dict[str, Any]:
    """What a change of one size in all pixels is in another norm."""
    eps, d = epsilon(params), SIDES[params.digits] ** 2
    match params.norm:
        case "linf":
            return {"spread_sum": f"{eps:.3f}·√{d}", "spread": eps * d**0.5}
        case "l2":
            return {"spread_sum": f"{eps:.3f} / √{d}", "spread": eps / d**0.5}
        case "l1":
            return {"spread_sum": f"{eps:.3f} / {d}", "spread": eps / d}
