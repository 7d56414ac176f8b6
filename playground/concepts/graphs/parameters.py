"""The parameters: view, layer, graph, first values, and what each view adds. No torch."""

from __future__ import annotations

from typing import ClassVar, Literal

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

SIZED = ("path", "cycle", "grid", "star", "barbell", "tree", "blocks", "regular")
VALUES: dict[str, tuple[str, ...]] = {"mode": ("messages", "squashing")}
PASSING: dict[str, tuple[str, ...]] = {"mode": ("messages", "squashing", "training", "renumber")}
VALUED: dict[str, tuple[str, ...]] = {"mode": ("messages", "squashing", "renumber", "spectral")}
GRAPHS: dict[str, tuple[str, ...]] = {"mode": ("messages", "squashing", "training", "renumber", "wl", "spectral")}
TRAINING: dict[str, tuple[str, ...]] = {"mode": ("training",)}
SPECTRAL: dict[str, tuple[str, ...]] = {"mode": ("spectral",)}


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = (
        "mode",
        "graph",
        "layer",
        "nodes",
        "rounds",
        "remedy",
        "features",
        "labels",
        "noise",
        "process",
        "filter",
        "time",
        "cut",
        "coefficients",
    )

    mode: Literal["messages", "squashing", "training", "renumber", "wl", "spectral", "crowd"] = choice(
        "messages",
        label="view",
        effect=RESTART,
        labels={
            "messages": "Messages",
            "squashing": "Squashing",
            "training": "Training",
            "renumber": "Renumbering",
            "wl": "WL test",
            "spectral": "Spectral",
            "crowd": "100,000 nodes",
        },
        meaning="Values, who is heard, learning, other numbers, colour refinement, graph Fourier, or a large graph.",
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
        24,
        low=0,
        high=64,
        label="rounds",
        effect=LIVE,
        meaning="The depth: how many layers follow; 0: there is no end.",
        when=VALUES,
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
        "karate",
        "miserables",
        "florentine",
        "path",
        "cycle",
        "grid",
        "star",
        "barbell",
        "tree",
        "blocks",
        "regular",
        "hexagon",
        "skips",
        "stars",
        "branches",
        "own",
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
    )
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
        4,
        low=0,
        high=40,
        label="length of the bridge",
        effect=DATA,
        meaning="Nodes between the two cliques.",
        when={"graph": ("barbell",)},
    )
    friends: int = integer(
        4,
        low=2,
        high=20,
        label="neighbours of each",
        effect=DATA,
        when={"graph": ("regular", "blocks")},
        meaning="The degree, for blocks its mean.",
    )
    noise: float = real(
        0.1,
        low=0.0,
        high=0.5,
        label="edges between blocks",
        effect=DATA,
        when={"graph": ("blocks",)},
        meaning="The share of the edges that lead out of a block; at 0.5 the blocks cannot be seen.",
    )
    start: Literal["poles", "one", "random", "degree", "constant"] = choice(
        "poles",
        label="first values",
        effect=DATA,
        labels={"poles": "Two poles", "one": "One node", "random": "Random", "degree": "Degree", "constant": "All 1"},
        meaning="The first node at −1 and the last at +1, one node at 1, or all; painted over by shift-clicks.",
        redraws=True,
        when=VALUED,
    )
    weights: Literal["fixed", "random"] = choice(
        "fixed",
        label="weights",
        effect=RESTART,
        labels={"fixed": "Fixed", "random": "Random"},
        when=VALUES,
        meaning="One value a node and no weights, or four features with a random matrix and ReLU in each round.",
    )
    update: Literal["all", "one"] = choice(
        "all",
        label="a step is",
        effect=RESTART,
        labels={"all": "All nodes", "one": "One node"},
        meaning="A whole round, or one node of it; nodes read the values of the round before.",
        when=VALUES,
    )
    self_weight: float = real(
        1.0,
        low=0.0,
        high=5.0,
        label="self weight",
        effect=RESTART,
        meaning="The weight c of the self loop in A + c I; 1 is the usual GCN.",
        when={"layer": ("gcn",), **PASSING},
    )
    sharpness: float = real(
        4.0,
        low=-1000.0,
        high=1000.0,
        label="attention a",
        effect=RESTART,
        decimals=1,
        meaning="The logits are LeakyReLU(a x_i + a x_j); however large, the weights stay finite.",
        when={"layer": ("gat",), "mode": ("messages", "squashing", "renumber")},
    )
    heads: int = integer(
        2,
        low=1,
        high=8,
        label="heads",
        effect=RESTART,
        when={"layer": ("gat",), **TRAINING},
        meaning="Attention heads of the first layer.",
    )
    rate: float = real(
        0.02,
        low=0.001,
        high=1.0,
        label="learning rate",
        effect=LIVE,
        log=True,
        decimals=3,
        when=TRAINING,
        meaning="The step of Adam.",
    )
    epochs: int = integer(200, low=1, high=2000, label="epochs", effect=LIVE, when=TRAINING)
    features: Literal["names", "noisy"] = choice(
        "names",
        label="input features",
        effect=RESTART,
        labels={"names": "Names only", "noisy": "Noisy class"},
        when=TRAINING,
        meaning="One-hot names, so that only edges say anything, or the class in much noise.",
    )
    labels: Literal["one", "half"] = choice(
        "one",
        label="labels",
        effect=DATA,
        labels={"one": "One a class", "half": "Every other node"},
        when=TRAINING,
        meaning="Which nodes the training is told the class of; the accuracy is that of the others.",
        redraws=True,
    )
    process: Literal["chebyshev", "heat"] = choice(
        "chebyshev",
        label="a step is",
        effect=RESTART,
        when=SPECTRAL,
        labels={"chebyshev": "One order", "heat": "Heat flow"},
        meaning="One more Chebyshev term of the filter, or heat flowing for a time of 0.05.",
    )
    filter: Literal["low", "heat", "high", "typed"] = choice(
        "heat",
        label="filter",
        effect=RESTART,
        when=SPECTRAL,
        labels={"low": "Low-pass", "heat": "Heat", "high": "High-pass", "typed": "Typed"},
        meaning="Keep eigenvalues to the edge, exp(−t λ), keep those beyond it, or a polynomial of λ.",
    )
    time: float = real(
        1.0,
        low=0.0,
        high=20.0,
        label="time t",
        effect=RESTART,
        when={"filter": ("heat",), **SPECTRAL},
        meaning="Of the heat filter exp(−t λ).",
    )
    cut: float = real(
        2.0,
        low=0.0,
        high=20.0,
        label="edge λ",
        effect=RESTART,
        when={"filter": ("low", "high"), **SPECTRAL},
        meaning="Where the pass band ends.",
    )
    coefficients: tuple[float, ...] = vector(
        (1.0, -0.3),
        low=-10.0,
        high=10.0,
        fewest=1,
        most=8,
        label="coefficients",
        effect=RESTART,
        decimals=3,
        meaning="p₀, p₁, p₂, ... of p₀ + p₁ λ + p₂ λ² + ...",
        when={"filter": ("typed",), **SPECTRAL},
    )
    picture: Literal["filtered", "signal"] = choice(
        "filtered",
        label="colours show",
        effect=VIEW,
        when=SPECTRAL,
        labels={"filtered": "Result", "signal": "Signal"},
        meaning="What was computed so far, or the first values.",
    )
    ink: float = real(
        1.0, low=-2.0, high=2.0, label="ink", effect=VIEW, meaning="The value that shift-clicks paint.", when=VALUED
    )
    names: bool = flag(True, label="names in the nodes", effect=VIEW, meaning="Where they fit.", when=GRAPHS)
