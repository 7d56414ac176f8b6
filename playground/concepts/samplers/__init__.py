"""Samplers race: Markov chains on one target in lockstep, with the bias, the burn-in and the modes that each misses."""

from __future__ import annotations

from typing import Literal

from playground.concepts.samplers.names import LABELS, ROLES, Chain, DataSet, TargetName
from playground.engine.declarations.concept import Badge, Card, Field, GestureDecl, JobDecl, Metric, hidden
from playground.engine.declarations.params import DATA, LIVE, RESTART, VIEW, ConceptParams, choice, flag, integer, real
from playground.engine.kit.diffusion.declared import DATA_LABELS, OPENS, component_width, data_choice

__all__ = ["CARD", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Samplers race",
    chapter="Generative models",
    line="Six chains on one target: too wide, too slow, or stuck in a mode",
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

_RACE: Targets = {"mode": ("race",)}
_STATES: Targets = {"mode": ("states",)}
_OF_DATA: Targets = _RACE | {"target": ("data",)}
_WHOLE_SPACE: Targets = _RACE | {"target": ("data", "gaussian", "stiff", "correlated")}
_SIMPLEX: Targets = _RACE | {"target": ("simplex",)}


def _chain(default: bool, name: str, meaning: str, targets: Targets | None = None) -> bool:
    role, when = ROLES[name], targets or _RACE
    return flag(default, label=LABELS[name], effect=RESTART, meaning=meaning, when=when, group="chains", role=role)


class Params(ConceptParams):
    """What may be turned."""

    main = (
        *("mode", "target", "data", "stride", "leaps", "ula", "mala", "underdamped", "hmc", "walk", "mirrored"),
        *("chain", "beside", "states", "drift", "rule"),
    )

    mode: Literal["race", "states"] = choice(
        "race",
        label="view",
        effect=RESTART,
        labels={"race": "Chains on a target", "states": "A few states, exactly"},
    )
    target: TargetName = choice(
        "gaussian",
        label="target",
        effect=RESTART,
        labels={
            "data": "The data",
            "gaussian": "Gaussian",
            "stiff": "Stiff Gaussian",
            "correlated": "Correlated Gaussian",
            "simplex": "Dirichlet",
        },
        meaning="The law that all chains are to sample; the correlation is 0.99, the stiff variances are 1 and 1/100.",
        when=_RACE,
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
        when=_RACE,
    )
    ula: bool = _chain(
        True, "ula", "A step along the score and noise, never refused: biased by its step size.", _WHOLE_SPACE
    )
    mala: bool = _chain(True, "mala", "The same step as a proposal that is accepted or refused (MALA).", _WHOLE_SPACE)
    underdamped: bool = _chain(
        False, "underdamped", "With momentum and friction, by the splitting BAOAB.", _WHOLE_SPACE
    )
    hmc: bool = _chain(
        False, "hmc", "Leapfrog steps with a fresh velocity, accepted or refused at their end.", _WHOLE_SPACE
    )
    walk: bool = _chain(False, "walk", "Metropolis's random walk: it does not look at the score.")
    mirrored: bool = _chain(True, "mirrored", "Langevin steps in the logarithms of the shares.", _SIMPLEX)
    chain: Chain = choice(
        "ula",
        label="chain in focus",
        effect=VIEW,
        labels=LABELS,
        roles=ROLES,
        meaning="Its particles are shown.",
        when=_RACE,
    )
    beside: Literal["spread", "distances", "flux", "phase", "worth"] = choice(
        "spread",
        label="beside it",
        effect=VIEW,
        labels={
            "spread": "Spread",
            "distances": "Three distances",
            "flux": "Flux",
            "phase": "Phase space",
            "worth": "Effective samples",
        },
        when=_RACE,
    )
    stride: float = real(
        0.5,
        low=1e-4,
        high=2.0,
        log=True,
        label="step size",
        effect=LIVE,
        decimals=4,
        meaning="η: a step of η times the score with noise of variance 2η; with momentum it has the length √(2η).",
        when=_RACE,
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
    leaps: int = integer(
        10,
        low=1,
        high=60,
        label="leapfrog steps",
        effect=LIVE,
        meaning="Of one move of the Hamiltonian chain, each of length √(2η).",
        when={**_WHOLE_SPACE, "hmc": (True,)},
    )
    states: int = integer(5, low=3, high=8, label="states", effect=DATA, when=_STATES)
    drift: float = real(
        0.8,
        low=0.05,
        high=0.95,
        label="proposals clockwise",
        effect=RESTART,
        meaning="The next state clockwise is proposed so often, else the one before.",
        when=_STATES,
    )
    rule: Literal["hastings", "metropolis", "always"] = choice(
        "hastings",
        label="accepted with probability",
        effect=RESTART,
        labels={"hastings": "Hastings", "metropolis": "Metropolis", "always": "Always 1"},
        meaning="min(1, p(y) q(x|y) / (p(x) q(y|x))), the same without the proposals q, or always.",
        when=_STATES,
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
    *(
        Metric(name, label, meaning, decimals=4, over="chain", shown=False)
        for name, label, meaning in (
            ("tv", "total variation", "Of the first coordinate in 40 intervals of the same mass to its law."),
            ("kl", "KL divergence", "Of the same shares, in nats."),
            ("w2", "W₂", "Cost of matching the first coordinates with the quantiles of their law."),
        )
    ),
    hidden("hmc_gain", "gain by orbits", "Effective samples of the Hamiltonian chain over the random walk's.", 1),
    Metric(
        "net_flux",
        "net flux",
        "Largest difference between the moves from one third of the target to another and those back, a share.",
        decimals=4,
    ),
    hidden("rises", "rises", "How often a distance was above its least so far by more than fresh draws are off."),
    Metric("law_tv", "distance of the law", "Total variation of the walker's exact law to the target.", decimals=6),
    hidden("law_tv_bound", "its bound", "√((1 − π₁)/π₁)/2 times |λ₂| to the power of the step.", 6),
    Metric("asymmetry", "asymmetry of the flux", "Largest |π_a P_ab − π_b P_ba|.", decimals=4),
    Metric(
        "stationary_gap",
        "error of the law kept",
        "Total variation of that law to the target.",
        decimals=4,
    ),
    Metric("second_eigenvalue", "second eigenvalue", "Its size |λ₂|: how slowly the chain forgets.", decimals=3),
    hidden("walker_tv", "distance of the visits", "Total variation of their shares to the target.", 3),
    hidden("flux_words", "flux in words", "Whether as much flows each way as back."),
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
        when=_RACE,
    ),
    GestureDecl(
        "set_weight",
        (
            Field("state", "integer", low=0, high=7, meaning="from 0"),
            Field("height", "real", low=-100.0, high=100.0, meaning="the new share of the state"),
        ),
        "Change the weight of a state.",
        target=("state",),
        when=_STATES,
    ),
)

JOBS = (
    JobDecl(
        "worth",
        "effective samples",
        "Effective samples in 1,000 gradients of each chain, by 64 runs of 1,500 moves from equilibrium.",
        reads=("target", "stride", "friction", "leaps", "ula", "mala", "underdamped", "hmc", "walk", "mirrored"),
        when=_RACE | {"beside": ("worth",)},
    ),
)
