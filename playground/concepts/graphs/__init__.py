"""Message passing on graphs: what the layers compute, where they fail, and what they cannot tell apart."""

from __future__ import annotations

from playground.concepts.graphs.declared import GESTURES, JOBS, METRICS
from playground.concepts.graphs.parameters import Params
from playground.engine.declarations.concept import Badge, Card, Door, Opens

__all__ = ["CARD", "DOORS", "GESTURES", "JOBS", "METRICS", "Params"]

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
    words=(
        "GCN",
        "GAT",
        "GraphSAGE",
        "GIN",
        "oversmoothing",
        "over-squashing",
        "Weisfeiler",
        "Leman",
        "Laplacian",
        "graph Fourier",
        "Chebyshev",
        "karate club",
        "attention",
        "spectral",
        "heat",
    ),
    opens=(Opens("graph", "nodes, names and edges, without directions, weights and loops", files=2),),
)

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
