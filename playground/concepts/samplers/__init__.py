"""Samplers race: Markov chains on one target in lockstep, with the bias, the burn-in and the modes that each misses."""

from __future__ import annotations

from playground.concepts.samplers.names import LABELS, Chain, DataSet, TargetName
from playground.engine.declarations.concept import Badge, Card, Field, GestureDecl, Metric, hidden
from playground.engine.declarations.params import LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real
from playground.engine.kit.diffusion.declared import DATA_LABELS, OPENS, component_width, data_choice

__all__ = ["CARD", "GESTURES", "METRICS", "Params"]

CARD = Card(
    title="Samplers race",
    chapter="Generative models",
    line="Five chains on one target: too wide, too slow, or stuck in a mode",
    badge=Badge(
        kind="sampled",
        what="spreads, means and acceptance over the particles and the last 50 steps; densities are exact",
        against="closed forms of the unadjusted chain, detailed balance, and worked steps by independent code",
    ),
    sources=(
        "N. Metropolis et al., Equation of state calculations by fast computing machines (1953)",
        "W. K. Hastings, Monte Carlo sampling methods using Markov chains and their applications (1970)",
        "G. Roberts and R. Tweedie, Exponential convergence of Langevin distributions (1996)",
        "B. Leimkuhler and C. Matthews, Rational construction of stochastic numerical methods (2013)",
        "Y.-P. Hsieh et al., Mirrored Langevin dynamics (2018)",
        "K. Balasubramanian et al., Towards a theory of non-log-concave sampling (2022)",
    ),
    heavy=True,
    pace=25.0,
    opens=OPENS,
    words=(
        "Langevin",
        "MCMC",
        "Monte Carlo",
        "Markov chain",
        "Metropolis",
        "Hastings",
        "MALA",
        "ULA",
        "underdamped",
        "kinetic",
        "mirrored",
        "mirror map",
        "Dirichlet",
        "burn-in",
        "acceptance",
        "mixing",
        "detailed balance",
        "Hamiltonian",
    ),
)

Targets = dict[str, tuple[str, ...]]

_OF_DATA: Targets = {"target": ("data",)}
_WHOLE_SPACE: Targets = {"target": ("data", "gaussian", "stiff")}
_SIMPLEX: Targets = {"target": ("simplex",)}


def _chain(default: bool, name: str, meaning: str, targets: Targets | None = None) -> bool:
    return flag(default, label=LABELS[name], effect=RESTART, meaning=meaning, when=targets)


class Params(ConceptParams):
    """What may be turned."""

    main = ("target", "data", "stride", "ula", "mala", "underdamped", "walk", "mirrored", "chain")

    target: TargetName = choice(
        "gaussian",
        label="target",
        effect=RESTART,
        labels={"data": "The data", "gaussian": "Gaussian", "stiff": "Stiff Gaussian", "simplex": "Dirichlet"},
        meaning="The law that all chains are to sample.",
    )
    data: DataSet = data_choice(_OF_DATA, {name: words for name, words in DATA_LABELS.items() if name != "blank"})
    width: float = component_width(_OF_DATA)
    particles: int = integer(
        2000,
        low=100,
        high=1_000_000,
        log=True,
        label="particles",
        effect=RESTART,
        meaning="Independent runs of each chain; above 20,000 they are drawn as a density.",
    )
    ula: bool = _chain(
        True, "ula", "A step along the score and noise, never refused: biased by its step size.", _WHOLE_SPACE
    )
    mala: bool = _chain(True, "mala", "The same step as a proposal that is accepted or refused (MALA).", _WHOLE_SPACE)
    underdamped: bool = _chain(
        False, "underdamped", "With momentum and friction, by the splitting BAOAB.", _WHOLE_SPACE
    )
    walk: bool = _chain(False, "walk", "Metropolis's random walk: it does not look at the score.")
    mirrored: bool = _chain(True, "mirrored", "Langevin steps in the logarithms of the shares.", _SIMPLEX)
    chain: Chain = choice("ula", label="chain in focus", effect=VIEW, labels=LABELS, meaning="Its particles are shown.")
    stride: float = real(
        0.5,
        low=1e-4,
        high=2.0,
        log=True,
        label="step size",
        effect=LIVE,
        decimals=4,
        meaning="η: the step along the score is η times the score, the noise has the variance 2η.",
    )
    friction: float = real(
        2.0,
        low=0.1,
        high=20.0,
        log=True,
        label="friction γ",
        effect=LIVE,
        meaning="How fast the underdamped chain forgets its velocity.",
        when={**_WHOLE_SPACE, "underdamped": (True,)},
    )


METRICS = (
    Metric(
        "variance",
        "spread over the target's",
        "Mean squared distance from the target's mean in units of its variance, over about the last 50 steps.",
        decimals=3,
        over="chain",
    ),
    Metric("acceptance", "accepted", "Share of moves that were accepted.", decimals=3, over="chain"),
    Metric(
        "visited", "modes visited", "By a particle since the start, on average.", note="of {modes_there}", over="chain"
    ),
    Metric(
        "burn_in",
        "burn-in",
        "First step at which the spread of the particles is within 10 % of the target's.",
        decimals=None,
        over="chain",
    ),
    Metric("variance_theory", "spread in theory", "Of the unadjusted chain: mean of 1/(1 − η λ/2).", decimals=3),
    Metric("mean_error", "error of the mean", "Largest error of a mean over particles and time.", decimals=4),
    hidden("speed_up", "burn-in saved", "Burn-in of the unadjusted chain over that of the underdamped one.", 2),
    hidden("stays_inside", "stays inside", "Whether no particle has ever left the simplex."),
    hidden("modes_there", "modes of the target", "How many."),
)

GESTURES = (
    GestureDecl(
        "start_at",
        tuple(
            Field(name, "real", low=-100.0, high=100.0, meaning=f"position {words}")
            for name, words in (("x", "across"), ("y", "up"))
        ),
        "Start all chains here.",
    ),
)
