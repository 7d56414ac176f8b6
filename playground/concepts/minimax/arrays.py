"""The arrays of the panel's frames, and the words for kinds of stationary points. No torch."""

from __future__ import annotations

from playground.concepts.minimax.names import LABELS, MATRIX, PLANE
from playground.engine.declarations.concept import ArrayDecl


def _per(names: tuple[str, ...], prefix: str, shape: str, meaning: str) -> tuple[ArrayDecl, ...]:
    return tuple(ArrayDecl(f"{prefix}_{name}", shape, f"{LABELS[name]}: {meaning}") for name in names)


KINDS = {
    "attracting": "attracts",
    "attracting_line": "a line of them attracts",
    "centre": "centre",
    "degenerate": "degenerate",
    "repelling": "repels",
    "repelling_line": "a line of them repels",
    "saddle": "saddle of the flow",
}
"""Stationary points by what the flow does there, and the words for it."""

_PLANE = (
    ArrayDecl("plane_x", "2", "range of the plane across"),
    ArrayDecl("plane_y", "2", "range of the plane up"),
    ArrayDecl("field_at", "points 2", "where the arrows of the field stand"),
    ArrayDecl("field", "points 2", "−V there"),
    ArrayDecl("level_lines", "pieces 4", "level sets of the payoff as x0 y0 x1 y1"),
    ArrayDecl("start", "1 2", "the start"),
    ArrayDecl("start_hollow", "1", "always: the start is drawn as a ring"),
    ArrayDecl("solutions", "points 2", "stationary points that were found"),
    ArrayDecl("solutions_hollow", "points", "those that are no local Nash points"),
    ArrayDecl("chosen", "points 2", "the solution that distances are measured to, if there is one"),
    *_per(
        PLANE,
        "path",
        "iterates 2",
        "iterates, at most the first and the last 750 with NaN between; NaN far outside of the view",
    ),
    *_per(PLANE, "at", "1 2", "the present point; empty if it does not run"),
    *_per(PLANE, "cloud", "starts 2", "present points of the lattice"),
    *_per(
        PLANE,
        "far",
        "times 2",
        "iterations since the start, at most 800 of them, and log10 of the distance to the solution",
    ),
    *_per(PLANE, "law", "2 2", "log10 of the distance as the spectral radius says, from the last change on"),
    *_per(PLANE, "here", "1 2", "iteration and log10 of the distance now"),
    *_per(PLANE, "off", "1 2", "where the method left all bounds: iteration and log10 of the distance"),
)
_STEP = (
    ArrayDecl("step_x", "2", "range of the plot of one step across"),
    ArrayDecl("step_y", "2", "range up"),
    ArrayDecl("step_from", "1 2", "the point before"),
    ArrayDecl("step_to", "1 2", "the point after"),
    ArrayDecl("step_look_at", "1 2", "the point at which V is taken a second time"),
    ArrayDecl("step_look", "1 2", "the arrow to it (extrapolate)"),
    ArrayDecl("step_value", "1 2", "−η V at the second point, or at the first where there is one only (evaluate)"),
    ArrayDecl("step_value_at", "1 2", "where that arrow stands"),
    ArrayDecl("step_move", "1 2", "the whole move (return)"),
    ArrayDecl("step_memory", "1 2", "the term from before: of the optimistic step, or z − z before"),
    ArrayDecl("step_memory_at", "1 2", "where that arrow stands"),
)
_POINTS = (
    *(
        ArrayDecl(f"kind_{kind}", "points 2", f"stationary points of the flow: {words}")
        for kind, words in KINDS.items()
    ),
    ArrayDecl("unit_circle", "points 2", "the unit circle"),
    ArrayDecl("growth_line", "3", "the imaginary axis as a line w1, w2, b"),
    ArrayDecl("jacobian_values", "2 2", "eigenvalues of −J at the solution"),
    ArrayDecl("jacobian_here", "points 2", "eigenvalues of −J at the present point of the method in focus"),
    *_per(PLANE, "eigen", "2 or 4 2", "eigenvalues of its iteration at the present point; none for Adam"),
    ArrayDecl("orbit_attracting", "points 2", "closed orbits of the flow that attract"),
    ArrayDecl("orbit_repelling", "points 2", "closed orbits of the flow that repel"),
)
_MAPS = (
    ArrayDecl("basin", "rows columns", "where starts end: 0 the solution, 1 other points, 2 bounded, 4 diverged"),
    ArrayDecl("basin_extent", "4", "x0, x1, y0, y1 of the map"),
    ArrayDecl("rate_x", "steps", "log10 of the step size"),
    *_per(PLANE[:7], "rate", "steps", "spectral radius at the solution for each step size"),
    *_per(PLANE[:7], "limit_at", "1 2", "largest stable step: log10 of it, and the rate 1"),
    *_per(PLANE[:7], "name_at", "1 2", "where its name stands on the curve"),
    *_per(PLANE[:7], "measured", "steps 2", "log10 of the step size and the measured rate"),
    ArrayDecl("eta_now", "2 2", "the present step size as an upright line"),
    ArrayDecl("gap_x", "steps", "log10 of the step size"),
    ArrayDecl("gap_eg", "steps", "log10 of the distance of an EG step to the proximal step"),
    ArrayDecl("gap_ogda", "steps", "log10 of the distance of an OGDA step to the proximal step"),
    ArrayDecl("angle_image", "rows columns", "<V, z − z*> / |V|², cut at ± 1"),
    ArrayDecl("angle_extent", "4", "x0, x1, y0, y1 of the picture"),
    ArrayDecl("angle_zero", "pieces 4", "where the quotient is −1/(2L), as x0 y0 x1 y1"),
    ArrayDecl("angle_worst", "1 2", "where it is smallest"),
)
_MATRIX = (
    ArrayDecl("triangle", "points 2", "the border of the strategies"),
    ArrayDecl("corner_x", "1 2", "where the name of x's triangle stands"),
    ArrayDecl("corner_y", "1 2", "where the name of y's triangle stands"),
    *_per(MATRIX, "p_path", "iterates 2", "strategies of x (rock, paper, scissors), or both shares of heads"),
    *_per(MATRIX, "q_path", "iterates 2", "strategies of y in the triangle"),
    *_per(MATRIX, "p_at", "1 2", "the present strategy of x, or both shares of heads"),
    *_per(MATRIX, "q_at", "1 2", "the present strategy of y"),
    *_per(MATRIX, "p_mean", "1 2", "the average so far of x, or both"),
    *_per(MATRIX, "q_mean", "1 2", "the average so far of y"),
    *_per(MATRIX, "mix", "iterates", "log10 of the divergence from the equilibrium"),
    *_per(MATRIX, "gap", "records", "log10 of the exploitability of the average"),
    ArrayDecl("mix_time", "iterates", "iterations since the start"),
    ArrayDecl("gap_time", "records", "log10 of the iteration"),
    ArrayDecl("gap_law", "2 2", "the slope −1/2 through the last record"),
    ArrayDecl("equilibrium", "1 2", "the equilibrium"),
    ArrayDecl("shares", "moves twice", "shares of the method in focus, x first"),
    ArrayDecl("share_owner", "moves twice", "0 for x, 1 for y"),
)
_BOX = (
    ArrayDecl("box_gda", "pairs 2", "pairs of GDA"),
    ArrayDecl("box_eg", "pairs 2", "pairs of extragradient"),
    ArrayDecl("box_langevin", "pairs 2", "pairs of Langevin players"),
    ArrayDecl("trap", "points 2", "the hyperbola x y = 1/2"),
    ArrayDecl("bin_edges", "34", "borders of the bins"),
    ArrayDecl("law_of_x", "33", "density of x of the method in focus, averaged over the second half of the run"),
    ArrayDecl("law_of_y", "33", "density of y"),
    ArrayDecl("theory_at", "401", "points of the box"),
    ArrayDecl("theory_of_x", "401", "density of x in the entropic pair"),
    ArrayDecl("theory_of_y", "401", "density of y in the entropic pair"),
    ArrayDecl("tau_x", "temperatures", "log10 of the temperature"),
    ArrayDecl("tau_x2", "temperatures", "E x² of the entropic pair"),
    ArrayDecl("tau_y2", "temperatures", "E y² of the entropic pair"),
    ArrayDecl("tau_gap", "temperatures", "what both players gain against the entropic pair"),
)
ARRAYS = (*_PLANE, *_STEP, *_POINTS, *_MAPS, *_MATRIX, *_BOX)
