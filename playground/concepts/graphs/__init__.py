"""Message passing on graphs: what the layers compute, where they fail, and what they cannot tell apart."""

from __future__ import annotations

from typing import Literal

from playground.concepts.graphs.declared import ARRAYS, CLAIMS, GESTURES, JOBS, METRICS
from playground.engine.declarations.concept import Badge, Card, Door, Opens
from playground.engine.declarations.params import (
    DATA,
    LIVE,
    RESTART,
    VIEW,
    ConceptParams,
    choice,
    flag,
    integer,
    real,
    vector,
)

__all__ = ["ARRAYS", "CARD", "CLAIMS", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

CARD = Card(
    title="Graph message passing",
    chapter="Geometry",
    line="Values walk along the edges, and blur as they go",
    badge=Badge(
        kind="exact",
        what="every round of every layer, the spectra, colour refinement and sensitivities, to rounding",
        against="worked cases by independent code, closed forms of path and cycle, and the theorems in the tests",
    ),
    sources=(
        "T. Kipf and M. Welling, Semi-supervised classification with graph convolutional networks (2017)",
        "W. Hamilton, R. Ying and J. Leskovec, Inductive representation learning on large graphs (2017)",
        "P. Velickovic et al., Graph attention networks (2018)",
        "K. Xu et al., How powerful are graph neural networks? (2019)",
        "K. Oono and T. Suzuki, Graph neural networks exponentially lose expressive power (2020)",
        "U. Alon and E. Yahav, On the bottleneck of graph neural networks (2021)",
        "M. Defferrard, X. Bresson and P. Vandergheynst, Convolutional neural networks on graphs (2016)",
        "B. Weisfeiler and A. Leman, The reduction of a graph to canonical form (1968)",
        "W. Zachary, An information flow model for conflict and fission in small groups (1977)",
    ),
    heavy=True,
    pace=3.0,
    words=("GCN", "GAT", "GraphSAGE", "GIN", "oversmoothing", "over-squashing", "Weisfeiler", "Leman", "Laplacian",
           "graph Fourier", "Chebyshev", "karate club", "attention", "spectral", "heat"),
    opens=(Opens("graph", "nodes and edges; directions, weights and loops are dropped"),),
)  # fmt: skip

DOORS = (
    Door(
        "weisfeiler_lehman",
        title="Weisfeiler-Lehman test",
        chapter="Geometry",
        line="Colours refine round by round, and some graphs still look the same",
        preset="branches",
        words=("WL", "colour refinement", "Leman", "graph isomorphism", "GIN", "expressive power"),
    ),
    Door(
        "spectral_graphs",
        title="Spectral graph filters",
        chapter="Geometry",
        line="Fourier on a network: eigenvectors are the waves, a filter weighs them",
        preset="filter",
        words=("graph Fourier transform", "Laplacian", "eigenvectors", "Chebyshev", "ChebNet", "low-pass"),
    ),
)

SIZED = ("path", "cycle", "grid", "star", "barbell", "tree", "blocks", "regular")
VALUES: dict[str, tuple[str, ...]] = {"mode": ("messages", "squashing")}
PASSING: dict[str, tuple[str, ...]] = {"mode": ("messages", "squashing", "training")}
VALUED: dict[str, tuple[str, ...]] = {"mode": ("messages", "squashing", "spectral")}
GRAPHS: dict[str, tuple[str, ...]] = {"mode": ("messages", "squashing", "training", "wl", "spectral")}
TRAINING: dict[str, tuple[str, ...]] = {"mode": ("training",)}
SPECTRAL: dict[str, tuple[str, ...]] = {"mode": ("spectral",)}


class Params(ConceptParams):
    """What may be turned."""

    mode: Literal["messages", "squashing", "training", "wl", "spectral", "crowd"] = choice(
        "messages",
        label="view",
        effect=RESTART,
        labels={
            "messages": "Messages",
            "squashing": "Squashing",
            "training": "Training",
            "wl": "WL test",
            "spectral": "Spectral",
            "crowd": "100,000 nodes",
        },
        meaning="Values travelling, how far one hears, learning, colour refinement, graph Fourier, or a large graph.",
    )
    layer: Literal["gcn", "mean", "sage", "sage_max", "gat", "gin", "alone"] = choice(
        "gcn",
        label="layer",
        effect=RESTART,
        labels={
            "gcn": "GCN",
            "mean": "Mean",
            "sage": "SAGE",
            "sage_max": "SAGE max",
            "gat": "GAT",
            "gin": "GIN",
            "alone": "No messages",
        },
        meaning="How a node combines its own value with those of its neighbours.",
        when=PASSING,
    )
    rounds: int = integer(
        24, low=1, high=64, label="rounds", effect=LIVE, meaning="The depth: how many layers follow.", when=VALUES
    )
    remedy: Literal["nothing", "skip", "initial", "pairnorm"] = choice(
        "nothing",
        label="remedy",
        effect=RESTART,
        labels={"nothing": "None", "skip": "Skip", "initial": "Initial", "pairnorm": "PairNorm"},
        meaning="Half of the old value is kept, a tenth of the first value is added, or values are centred and scaled.",
        when=VALUES,
    )
    graph: Literal[
        "karate", "miserables", "florentine", "path", "cycle", "grid", "star", "barbell", "tree", "blocks", "regular",
        "hexagon", "skips", "stars", "branches", "own",
    ] = choice(
        "karate",
        label="graph",
        effect=DATA,
        labels={
            "karate": "Karate club",
            "miserables": "Les Misérables",
            "florentine": "Florentine families",
            "path": "Path",
            "cycle": "Cycle",
            "grid": "Grid",
            "star": "Star",
            "barbell": "Barbell",
            "tree": "Binary tree",
            "blocks": "Blocks",
            "regular": "Random regular",
            "hexagon": "Hexagon, triangles",
            "skips": "Skips of 2, of 3",
            "stars": "Two stars",
            "branches": "Two trees",
            "own": "Your own",
        },
        meaning="Nodes and edges; drag, add and remove them in the picture, or open a file.",
        when=GRAPHS,
    )  # fmt: skip
    nodes: int = integer(
        24,
        low=2,
        high=2000,
        label="nodes",
        effect=DATA,
        log=True,
        meaning="Trees, grids and barbells take the nearest number that fits.",
        when={"graph": SIZED, **GRAPHS},
    )
    bridge: int = integer(
        4, low=0, high=40, label="length of the bridge", effect=DATA, meaning="Nodes between the two cliques.",
        when={"graph": ("barbell",)},
    )  # fmt: skip
    friends: int = integer(
        4, low=2, high=20, label="neighbours of each", effect=DATA, when={"graph": ("regular", "blocks")},
        meaning="The degree, for blocks its mean.",
    )  # fmt: skip
    noise: float = real(
        0.1, low=0.0, high=0.5, label="edges between blocks", effect=DATA, when={"graph": ("blocks",)},
        meaning="The share of the edges that lead out of a block; at 0.5 the blocks cannot be seen.",
    )  # fmt: skip
    start: Literal["poles", "one", "random", "degree", "constant"] = choice(
        "poles",
        label="first values",
        effect=DATA,
        labels={"poles": "Two poles", "one": "One node", "random": "Random", "degree": "Degree", "constant": "All 1"},
        meaning="The first node at −1 and the last at +1, one node at 1, or all; painted over by shift-clicks.",
        when=VALUED,
    )
    weights: Literal["fixed", "random"] = choice(
        "fixed", label="weights", effect=RESTART, labels={"fixed": "Fixed", "random": "Random"}, when=VALUES,
        meaning="One value a node and no weights, or four features with a random matrix and ReLU in each round.",
    )  # fmt: skip
    update: Literal["all", "one"] = choice(
        "all", label="a step is", effect=RESTART, labels={"all": "All nodes", "one": "One node"},
        meaning="A whole round, or one node of it; nodes read the values of the round before.", when=VALUES,
    )  # fmt: skip
    self_weight: float = real(
        1.0, low=0.0, high=5.0, label="self weight", effect=RESTART,
        meaning="The weight c of the self loop in A + c I; 1 is the usual GCN.", when={"layer": ("gcn",), **PASSING},
    )  # fmt: skip
    sharpness: float = real(
        4.0, low=-1000.0, high=1000.0, label="attention a", effect=RESTART, decimals=1,
        meaning="The logits are LeakyReLU(a x_i + a x_j); however large, the weights stay finite.",
        when={"layer": ("gat",), **VALUES},
    )  # fmt: skip
    heads: int = integer(
        2, low=1, high=8, label="heads", effect=RESTART, when={"layer": ("gat",), **TRAINING},
        meaning="Attention heads of the first layer.",
    )  # fmt: skip
    rate: float = real(
        0.02, low=0.001, high=1.0, label="learning rate", effect=LIVE, log=True, decimals=3, when=TRAINING,
        meaning="The step of Adam.",
    )  # fmt: skip
    epochs: int = integer(200, low=1, high=2000, label="epochs", effect=LIVE, when=TRAINING)
    features: Literal["names", "noisy"] = choice(
        "names", label="input features", effect=RESTART, labels={"names": "Names only", "noisy": "Noisy class"},
        when=TRAINING, meaning="One-hot names, so that only edges say anything, or the class in much noise.",
    )  # fmt: skip
    process: Literal["chebyshev", "heat"] = choice(
        "chebyshev", label="a step is", effect=RESTART, when=SPECTRAL,
        labels={"chebyshev": "One order", "heat": "Heat flow"},
        meaning="One more Chebyshev term of the filter, or heat flowing for a time of 0.05.",
    )  # fmt: skip
    filter: Literal["low", "heat", "high", "typed"] = choice(
        "heat", label="filter", effect=RESTART, when=SPECTRAL,
        labels={"low": "Low-pass", "heat": "Heat", "high": "High-pass", "typed": "Typed"},
        meaning="Keep eigenvalues to the edge, exp(−t λ), keep those beyond it, or a polynomial of λ.",
    )  # fmt: skip
    time: float = real(
        1.0, low=0.0, high=20.0, label="time t", effect=RESTART, when={"filter": ("heat",), **SPECTRAL},
        meaning="Of the heat filter exp(−t λ).",
    )  # fmt: skip
    cut: float = real(
        2.0, low=0.0, high=20.0, label="edge λ", effect=RESTART, when={"filter": ("low", "high"), **SPECTRAL},
        meaning="Where the pass band ends.",
    )  # fmt: skip
    coefficients: tuple[float, ...] = vector(
        (1.0, -0.3), low=-10.0, high=10.0, fewest=1, most=8, label="coefficients", effect=RESTART, decimals=3,
        meaning="α₀, α₁, α₂, ... of α₀ + α₁ λ + α₂ λ² + ...", when={"filter": ("typed",), **SPECTRAL},
    )  # fmt: skip
    picture: Literal["filtered", "signal"] = choice(
        "filtered", label="colours show", effect=VIEW, when=SPECTRAL,
        labels={"filtered": "Result", "signal": "Signal"},
        meaning="What was computed so far, or the first values.",
    )  # fmt: skip
    ink: float = real(
        1.0, low=-2.0, high=2.0, label="ink", effect=VIEW, meaning="The value that shift-clicks paint.", when=VALUED
    )
    names: bool = flag(True, label="names in the nodes", effect=VIEW, meaning="Where they fit.", when=GRAPHS)
