"""Components, factors and the linear autoencoder: against other ways, in other units, and with the user's own data."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from claims import failing
from PIL import Image
from spoiling import Spoil, changed, fresh, replaced, with_

from playground import catalog
from playground.concepts.factors import Params, bottleneck, fitting, loadings
from playground.concepts.factors import data as samples
from playground.engine.errors import BadInput
from playground.engine.kit import linear_gaussian as g
from playground.engine.run.session import Session

CONCEPT = catalog.load("factors")
CLAIMS = [claim.id for claim in catalog.declaration("factors").claims]
SEEDS = tuple(range(12))


def session(steps: int = 0, seed: int = 0, **values: Any) -> Session:
    """A session of the panel after some steps."""
    made = Session(CONCEPT, Params().changed(values), seed)
    made.advance(steps)
    return made


def number(run: Session, name: str) -> float:
    """A number that the panel gives now."""
    frame = run.frame()
    assert frame.failure is None
    value = frame.metrics[name]
    assert isinstance(value, int | float)
    return value


def moments(run: Session) -> g.Moments:
    """The moments of the samples as a run takes them."""
    params = run.params
    assert isinstance(params, Params)
    return fitting.moments_of(params, run.data)


def drawn(n: int, p: int, seed: int = 0) -> torch.Tensor:
    """Samples with unlike variances, (n, p)."""
    rng = torch.Generator().manual_seed(seed)
    mixed = torch.randn(p, p, generator=rng, dtype=torch.float64)
    return torch.randn(n, p, generator=rng, dtype=torch.float64) @ mixed + 1.0


# ---- the mathematics


@pytest.mark.parametrize("shape", [(40, 6), (4, 9), (200, 3)])
def test_components_are_those_of_the_singular_values(shape: tuple[int, int]) -> None:
    X = drawn(*shape)
    found = g.moments(X)
    _, values, rows = torch.linalg.svd(X - X.mean(0), full_matrices=False)
    assert torch.allclose(found.eigenvalues[: len(values)], values.square() / len(X), atol=1e-10)
    k = min(2, found.rank)
    assert torch.allclose(found.U[:, :k] @ found.U[:, :k].T, rows[:k].T @ rows[:k], atol=1e-9)
    gap = X - g.reconstruction(found, X, k)
    assert float(gap.square().sum(1).mean()) == pytest.approx(float(found.eigenvalues[k:].sum()), abs=1e-10)


def test_the_likelihood_is_that_of_the_whole_covariance() -> None:
    X, rng = drawn(30, 5), torch.Generator().manual_seed(3)
    W, noise = torch.randn(5, 2, generator=rng, dtype=torch.float64), torch.rand(5, generator=rng, dtype=torch.float64)
    law = torch.distributions.MultivariateNormal(X.mean(0), W @ W.T + noise.diag())
    told = law.log_prob(X).mean()  # type: ignore[no-untyped-call]
    assert g.log_likelihood(g.moments(X).S, W, noise) == pytest.approx(float(told), rel=1e-10)


@pytest.mark.parametrize("seed", range(3))
def test_em_never_falls_and_ends_at_the_closed_form(seed: int) -> None:
    found, rng = g.moments(drawn(60, 6, seed)), torch.Generator().manual_seed(seed)
    W, sigma2 = torch.randn(6, 2, generator=rng, dtype=torch.float64), 1.0
    last = -math.inf
    for _ in range(1000):
        now = g.log_likelihood(found.S, W, torch.full((6,), sigma2, dtype=torch.float64))
        assert now >= last - 1e-12
        last = now
        W, sigma2 = g.ppca_update(found.S, W, sigma2, hold=False)
    best = g.closed_form(found.eigenvalues, 2)
    assert sigma2 == pytest.approx(best.sigma2, rel=1e-6)
    assert last == pytest.approx(best.log_likelihood, abs=1e-9)


def test_factor_analysis_never_falls_and_keeps_the_variances() -> None:
    run = session(0, mode="factors", data="marks", m=2)
    likelihoods = []
    for _ in range(60):
        run.advance(5)
        likelihoods.append(number(run, "log_likelihood"))
    assert all(later >= sooner - 1e-12 for sooner, later in itertools.pairwise(likelihoods))
    S = moments(run).S
    modelled = run.state.W @ run.state.W.T + run.state.noise.diag()
    assert torch.allclose(modelled.diagonal(), S.diagonal(), rtol=1e-4)


def test_gradients_of_the_autoencoder_are_those_of_automatic_differentiation() -> None:
    X = drawn(25, 6)
    gap, found = X - X.mean(0), g.moments(X)
    rng = torch.Generator().manual_seed(5)
    D = torch.randn(6, 3, generator=rng, dtype=torch.float64, requires_grad=True)
    E = torch.randn(3, 6, generator=rng, dtype=torch.float64, requires_grad=True)
    loss = (gap - gap @ E.T @ D.T).square().sum(1).mean()
    grad_D, grad_E = torch.autograd.grad(loss, (D, E))
    here = bottleneck.slopes(found.S, D.detach(), E.detach())
    assert here.loss == pytest.approx(float(loss.detach()), rel=1e-12)
    assert float((here.D - grad_D).abs().max()) < 1e-9 * float(grad_D.abs().max())
    assert float((here.E - grad_E).abs().max()) < 1e-9 * float(grad_E.abs().max())


def test_principal_angles_of_a_span_that_is_turned_by_known_angles() -> None:
    U, turn = torch.eye(5).double()[:, :2], (1e-7, 0.4)
    D = torch.zeros(5, 2).double()
    for k, angle in enumerate(turn):
        D[k, k], D[k + 2, k] = math.cos(angle), math.sin(angle)
    mixed = D @ torch.tensor([[2.0, 1.0], [0.5, 3.0]]).double()
    assert torch.deg2rad(bottleneck.angles(U, mixed)).tolist() == pytest.approx(turn, rel=1e-6)


def test_varimax_turns_a_simple_structure_back() -> None:
    W = torch.tensor([[0.9, 0.0], [0.8, 0.0], [0.7, 0.0], [0.0, 0.6], [0.0, 0.9], [0.0, 0.8]]).double()
    for degrees in (0.0, 17.0, 60.0, 101.0):
        turned = W @ g.rotation(2, -degrees)
        assert g.simplicity(turned @ g.rotation(2, g.varimax(turned))) == pytest.approx(1.0)


# ---- the runs


def test_another_unit_changes_components_and_no_factor() -> None:
    plain, other = (session(30, mode="factors", data="marks", m=2, feature=3, scale=s) for s in (1.0, 50.0))
    same, here = (fitting.common(moments(run), run.state) for run in (plain, other))
    assert torch.allclose(same.factors, here.factors, atol=1e-12)
    assert float((same.components - here.components).abs().max()) > 0.1


def test_a_step_adds_a_component_until_nothing_is_left() -> None:
    run = session(mode="table", data="iris", m=1)
    errors = []
    for _ in range(5):
        errors.append(number(run, "error"))
        run.advance(1)
    assert errors[:4] == sorted(errors[:4], reverse=True)
    assert number(run, "count") == 4
    assert errors[4] == pytest.approx(0.0, abs=1e-20)


def test_held_noise_stays_and_more_of_it_leaves_fewer_factors() -> None:
    active = [
        number(session(3, mode="spectrum", hold=True, sigma=s), "active") for s in (0.1, 0.55, 0.7, 0.79, 0.82, 0.9)
    ]
    assert active == [5, 4, 3, 2, 1, 0]
    assert number(session(3, mode="spectrum", hold=True, sigma=0.55), "sigma2") == pytest.approx(0.55**2)


def test_a_rate_too_high_stands_still_before_all_numbers_end() -> None:
    run = session(80, mode="autoencoder", rate=1.2)
    frame = run.frame()
    assert frame.failure is None
    assert frame.status == "diverging"


def test_blank_features_have_no_part_in_factors() -> None:
    run = session(3, mode="factors", data="digits", m=3)
    blank = run.data.X.var(0) == 0
    assert bool(blank.any())
    assert bool((run.state.W[blank] == 0).all())
    assert math.isfinite(number(run, "log_likelihood"))


def test_a_chosen_sample_must_be_there() -> None:
    run = session()
    run.act("choose", {"row": 12})
    assert run.state.chosen == 12
    with pytest.raises(BadInput, match="allowed is a whole number from 0 to 1796"):
        run.act("choose", {"row": 1797})


def test_the_line_is_dragged_within_the_range_of_its_parameter() -> None:
    assert Params.clipped({"sigma": -0.3, "hold": True}) == {"sigma": 0.001, "hold": True}
    assert Params.clipped({"sigma": 0.4, "m": 3}) == {"sigma": 0.4, "m": 3}


# ---- the user's own


def test_a_table_keeps_its_names_and_classes(tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("length,width,depth,kind\n1,2,3,a\n2,1,4,b\n3,5,1,a\n4,4,2,b\n")
    run = session(mode="table", data="iris")
    run.load(path)
    assert (run.data.names, run.data.classes) == (("length", "width", "depth"), ("a", "b"))
    assert number(run, "features") == 3
    for mode in ("pictures", "spectrum", "factors", "autoencoder"):
        run.set({"mode": mode})
        run.advance(2)
        assert run.frame().failure is None


def test_a_picture_is_cut_into_patches_and_several_are_samples(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    paths = []
    for k in range(5):
        paths.append(tmp_path / f"{k}.png")
        Image.fromarray(rng.integers(0, 255, (64, 48), dtype=np.uint8)).save(paths[-1])
    run = session()
    run.load(paths[0])
    assert run.data.X.shape == (48, 64)
    run.load(*paths)
    assert run.data.X.shape == (5, 256)
    assert number(run, "rank") == 4
    run.load(paths[0], paths[0])
    assert run.data.X.shape == (48, 64)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a,b\n1,2\n1,2\n1,2\n", "all rows are the same"),
        ("a,b\n1,2\n3,1\n", "2 rows and 2 columns of numbers"),
        ("a,b\n1,2\n3,x1\n4,5\n", "'x1' is not a number"),
        ("a,b\n1,2\n3,nan\n4,5\n", "'nan' is not a number"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_reason(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "odd.csv"
    path.write_text(text)
    with pytest.raises(BadInput, match=why):
        session(data="iris").load(path)


# ---- claims


def test_every_claim_holds() -> None:
    assert failing("factors", CLAIMS) == set()


@pytest.mark.parametrize("seed", SEEDS)
def test_every_claim_holds_at_other_seeds(seed: int) -> None:
    assert failing("factors", CLAIMS, seed) == set()


def in_one_unit(true: Any, data: Any, feature: int, scale: float, standardise: bool) -> torch.Tensor:
    """The samples in their own unit whatever is asked for."""
    found: torch.Tensor = true(data, feature, 1.0, standardise)
    return found


LEARNS_NOTHING = changed(bottleneck, "slopes", lambda found: found._replace(D=0 * found.D, E=0 * found.E))
SPOILT: list[tuple[tuple[str, ...], Spoil]] = [
    (("V1 loss", "V1 span", "stairs"), LEARNS_NOTHING),
    (("V1 tail",), changed(g, "reconstruction", lambda x: 1.01 * x)),
    (("V2",), changed(g, "rotation", lambda Q: 1.01 * Q)),
    (("V3 noise", "V3 rho"), changed(g, "ppca_update", lambda found: (1.01 * found[0], 1.01 * found[1]))),
    (("V3 line", "V3 drowned"), changed(g, "closed_form", lambda best: best._replace(rho=best.rho + 0.1))),
    (
        ("units", "units of components"),
        replaced(fitting, "in_units", lambda true, data, at, unit, same: true(data, at, 1.0, same)),
    ),
    (("units of factors",), changed(loadings, "common", lambda both: both._replace(factors=both.components))),
    (("meaning",), with_(samples, "_SPREADS", (3.0, 0.12, 1.0))),
    (("heywood",), changed(g, "factor_update", lambda found: (found[0], found[1].clamp_min(0.01)))),
]


@pytest.mark.parametrize(("names", "spoil"), SPOILT, ids=[" ".join(names) for names, _ in SPOILT])
def test_a_spoilt_model_fails_its_claims(names: tuple[str, ...], spoil: Spoil, monkeypatch: pytest.MonkeyPatch) -> None:
    fitting._MOMENTS._kept.clear()
    fitting._ERRORS._kept.clear()
    spoil(monkeypatch)
    fresh("factors")
    assert failing("factors", names) == set(names)
    fitting._MOMENTS._kept.clear()
    fitting._ERRORS._kept.clear()


def test_each_claim_is_spoilt() -> None:
    assert sorted(name for names, _ in SPOILT for name in names) == sorted(CLAIMS)
