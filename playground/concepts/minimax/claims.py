"""The panel's claims: what presets must show, at which thresholds. No torch."""

from __future__ import annotations

from playground.concepts.minimax.names import LABELS, PLANE
from playground.engine.declarations.concept import Claim


def _claim(
    name: str,
    text: str,
    run: tuple[str, int] | tuple[str, int, str],
    metric: str,
    op: str,
    threshold: float | bool | str,
) -> Claim:
    """A claim about a preset after so many steps, and after a job if one is named."""
    preset, steps, *job = run
    return Claim(name, text, preset, metric, op, threshold, steps, job[0] if job else "")  # type: ignore[arg-type]


_RACE, _SIX = ("bilinear", 200), ("bilinear_all", 200)
_ORDERS, _ALMOST = ("orders", 0, "proximal"), ("almost_cycle", 320)
_FORSAKEN, _ORBITS = ("forsaken_all", 240), ("forsaken_points", 0, "orbits")
_POLAR, _WEAK = ("polar", 300), ("polar_weak", 300)
_RPS, _MIXED, _DIRAC = ("rps", 1000), ("mixed", 150), ("dirac_gan", 300)


def _between(
    name: str, text: str, run: tuple[str, int] | tuple[str, int, str], metric: str, low: float, high: float
) -> tuple[Claim, Claim]:
    return (
        _claim(f"{name}, at least", f"{text} at least {low:g}.", run, metric, ">=", low),
        _claim(f"{name}, at most", f"{text} at most {high:g}.", run, metric, "<=", high),
    )


CLAIMS = (
    _claim("M1 saddle", "The saddle of x² − y² is a local Nash point.", ("saddle", 0), "nash", "==", True),
    _claim("M1 monkey", "The monkey saddle is no local Nash point.", ("monkey", 0), "nash", "==", False),
    _claim("M2 GDA", "On x y GDA is over 10 times as far out after 200 iterations.", _RACE, "growth.gda", ">", 10.0),
    *_between("M2 alternating", "On x y the alternating distance changes by", _RACE, "growth.alt_gda", 0.5, 2.0),
    _claim("M2 EG", "On x y extragradient comes below 1/20 of the distance.", _RACE, "growth.eg", "<", 0.05),
    _claim("M2 OGDA", "On x y the optimistic method comes below 1/20.", _RACE, "growth.ogda", "<", 0.05),
    _claim("M2 PPM", "On x y the proximal point comes below 1/20.", _SIX, "growth.ppm", "<", 0.05),
    _claim("M2 RFBS", "On x y the reflected method comes below 1/20.", _SIX, "growth.rfbs", "<", 0.05),
    *_between("M3 EG", "The gap of an EG step to the proximal step is of order", _ORDERS, "slope_eg", 2.7, 3.2),
    *_between("M3 OGDA", "The gap of an OGDA step to it is of order", _ORDERS, "slope_ogda", 2.7, 3.2),
    _claim("M4", "In a linear game measured rates are the spectral radii.", ("quadratic", 250), "rate_gap", "<=", 1e-3),
    *_between("M5 EG", "On almost bilinear EG goes round at a radius of", _ALMOST, "radius.eg", 1.0, 1.1),
    *_between("M5 OGDA", "On almost bilinear OGDA goes round at a radius of", _ALMOST, "radius.ogda", 1.0, 1.1),
    *_between("M5 PPM", "On almost bilinear PPM goes round at a radius of", _ALMOST, "radius.ppm", 1.0, 1.1),
    *_between("M5 GDA", "On almost bilinear GDA goes round at a radius of", _ALMOST, "radius.gda", 1.24, 1.29),
    _claim(
        "M5 CurvatureEG+",
        "CurvatureEG+ goes to the origin, a stationary point that is no local Nash point.",
        _ALMOST,
        "distance.curvature_eg_plus",
        "<=",
        1e-8,
    ),
    *(
        _claim(
            f"M6 {LABELS[name]}",
            f"On forsaken {LABELS[name]} stays over 0.8 away.",
            _FORSAKEN,
            f"nearest.{name}",
            ">",
            0.8,
        )
        for name in PLANE
        if name != "curvature_eg_plus"
    ),
    _claim(
        "M6 CurvatureEG+",
        "On forsaken CurvatureEG+ reaches the solution.",
        _FORSAKEN,
        "distance.curvature_eg_plus",
        "<",
        1e-8,
    ),
    _claim("M7", "On forsaken ρ is below −1/(2L): outside the theory.", ("angle", 0), "rho", "<", "minty_bound"),
    _claim("M8 CurvatureEG+", "On polar CurvatureEG+ reaches 0.", _POLAR, "distance.curvature_eg_plus", "<=", 1e-10),
    *(
        _claim(
            f"M8 {LABELS[name]}", f"On polar {LABELS[name]} stays over 0.9 away.", _POLAR, f"nearest.{name}", ">", 0.9
        )
        for name in ("gda", "ppm", "eg", "ogda", "eg_plus")
    ),
    *(
        _claim(
            f"M8 weak {LABELS[name]}",
            f"With a third of the pull {LABELS[name]} reaches 0.",
            _WEAK,
            f"distance.{name}",
            "<=",
            1e-10,
        )
        for name in ("ppm", "eg", "ogda")
    ),
    _claim(
        "M10 average",
        "After 10,000 iterations of mirror descent the average is exploitable by less than 0.05.",
        _RPS,
        "gap_average.mirror_descent",
        "<",
        0.05,
    ),
    _claim(
        "M10 last",
        "The last strategies of mirror descent stay exploitable by over 0.4.",
        _RPS,
        "residual.mirror_descent",
        ">",
        0.4,
    ),
    _claim("M11 GDA", "GDA leaves over 95 % of the pairs in the trap.", _MIXED, "trapped.gda", ">", 0.95),
    _claim("M11 EG", "Extragradient leaves over 60 % there.", _MIXED, "trapped.eg", ">", 0.6),
    _claim("M11 Langevin", "Of Langevin players less than 15 % are there.", _MIXED, "trapped.langevin", "<", 0.15),
    _claim("M12 together", "The Dirac-GAN spirals out if both move at once.", _DIRAC, "growth.gda", ">", 1.5),
    _claim("M12 in turn", "If they move in turn it stays bounded.", _DIRAC, "growth.alt_gda", "<=", 1.5),
    _claim("closed orbits", "The flow of forsaken has two closed orbits.", _ORBITS, "orbits_found", "==", 2),
    _claim("shield", "One of them repels.", _ORBITS, "orbits_repelling", "==", 1),
)
