"""The figures of learning, chains, wrong masses, and digits."""

from __future__ import annotations

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.names import LABELS, ROLES, chains
from playground.engine.kit.diffusion.declared import LINE
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Arrows, Bars, Curve, Image, Layer, Level, Lines, Points, Ring, Role, Trace

# ---- learning


def learn(params: Params) -> Figure:
    """The learned score beside the exact one, its error, the loss, and samples by the net."""
    line = params.data in LINE
    main = _learned_line() if line else _learned()
    samples = Plot(
        name="samples",
        title="Samples by this net",
        unit="distance {sample_distance}, fresh data {floor}",
        plane=not line,
        x=Axis(range="home_range"),
        y=Axis(range="home_range") if not line else Axis(zero=True, ticks=False),
        layers=(
            (
                Bars(name="samples", role="slot2", heights="sample_hist", edges="sample_edges", outcome=True),
                Curve(name="data", role="theory", x="data_x", y="data_y"),
            )
            if line
            else (
                Image(name="data", z="data_density", extent="data_extent", levels=(0.0, 1.0), frame=False),
                Points(name="samples", role="slot2", xy="samples", size=0.6, outcome=True),
            )
        ),
    )
    return Figure(plots=(main, samples, _errors(), _loss()), hint="Press space to train")


def _learned() -> Plot:
    return Plot(
        name="plane",
        title="Learned score and its error",
        unit="t = {t}; grey exact, bold learned; error {error_here}",
        main=True,
        plane=True,
        x=Axis(range="plane_x"),
        y=Axis(range="plane_y"),
        layers=(
            Image(name="error", z="error_image", extent="density_extent", levels=(0.0, 1.2), frame=False),
            Lines(name="levels", role="grid", xy="level_lines"),
            Arrows(name="exact", role="field", tails="field_at", vectors="field", field=True, symbol="s_θ"),
            Arrows(name="learned", role="slot1", tails="field_at", vectors="learned", field=True, outcome=True),
            Points(name="examples", role="slot2", xy="train_points", size=0.6),
        ),
    )


def _learned_line() -> Plot:
    return Plot(
        name="plane",
        title="Learned score",
        unit="t = {t}; dashed exact; error {error_here}",
        main=True,
        x=Axis(label="x", range="plane_x"),
        y=Axis(),
        layers=(
            Curve(name="exact", role="theory", x="score_x", y="score_exact", symbol="s_θ"),
            Curve(name="learned", role="hero", x="score_x", y="score_learned", outcome=True),
        ),
    )


def _errors() -> Plot:
    return Plot(
        name="errors",
        title="Error by level",
        unit="relative; mean {score_error}",
        x=Axis(label="t/T", range=(0.0, 1.0)),
        y=Axis(zero=True),
        layers=(Curve(name="errors", role="slot4", x="error_x", y="error_y", markers=True, outcome=True),),
    )


def _loss() -> Plot:
    return Plot(
        name="loss",
        title="Loss",
        unit="{loss}",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(),
        layers=(Trace(name="loss", series="loss", against="updates", text="{loss}"),),
    )


# ---- chains


def sampling(params: Params) -> Figure:
    """Particles of the chain in focus on the target, its first coordinate, and the spread of all chains."""
    names = chains(params)
    focus = params.chain if params.chain in names else names[0] if names else "ula"
    on_line = params.target == "data" and params.data in LINE
    law = Plot(
        name="histogram",
        title="First coordinate",
        unit=f"{LABELS[focus]} and exact density",
        main=on_line,
        x=Axis(range="line_range"),
        y=Axis(zero=True, ticks=False),
        layers=(
            Bars(name="particles", outcome=True, role=ROLES[focus], heights="hist", edges="hist_edges"),
            Curve(name="density", role="theory", x="line_x", y="line_density"),
        ),
    )
    beside: tuple[Plot, ...] = (_spread(names), *((_visited(names),) if params.target == "data" else ()))
    plots = (law, *beside) if on_line else (_target(params, focus), law, *beside)
    return Figure(plots=plots, hint="Click where the chains start; press space")


def _target(params: Params, focus: str) -> Plot:
    start = Mouse(on="click", kind="start_at", take={"x": "x", "y": "y"}, label="start the chains here")
    corners = Lines(name="border", role="muted", xy="triangle", dash="solid")
    return Plot(
        name="plane",
        title="Particles on the target",
        unit=f"{LABELS[focus]}, accepted {{acceptance.{focus}}}",
        main=True,
        plane=True,
        x=Axis(range="plane_x", ticks=params.target != "simplex"),
        y=Axis(range="plane_y", ticks=params.target != "simplex"),
        layers=(
            Image(name="density", z="density", extent="density_extent", levels=(0.0, 1.0), frame=False),
            *((corners,) if params.target == "simplex" else ()),
            Points(name="cloud", role=ROLES[focus], xy="cloud", size=0.7, outcome=True, symbol="x"),
            Lines(name="path", role="hero", xy="path", halo=False, outcome=True),
            Points(name="ends", role="hero", xy="ends"),
            Ring(name="start", role="now", xy="start", text="start"),
        ),
        mouse=(start,),
    )


def _spread(names: tuple[str, ...]) -> Plot:
    return Plot(
        name="spread",
        title="Spread over the target's",
        unit="1 is right; over the last 50 steps",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(),
        layers=(
            Level(name="right", role="theory", value="one", text="target"),
            Level(
                name="bias", role="muted", value="variance_theory", text="unadjusted in theory {variance_theory}",
                show="variance_theory",
            ),
            *(
                Trace(name=name, role=ROLES[name], series=f"variance.{name}", text=LABELS[name], outcome=True)
                for name in names
            ),
        ),
    )  # fmt: skip


def _visited(names: tuple[str, ...]) -> Plot:
    return Plot(
        name="visited",
        title="Modes visited by a particle",
        unit="of {modes_there}, on average",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(zero=True),
        layers=tuple(
            Trace(name=name, role=ROLES[name], series=f"visited.{name}", text=LABELS[name], outcome=True)
            for name in names
        ),
    )


# ---- wrong masses


_GAPS: tuple[tuple[str, Role, str], ...] = (
    ("fisher", "slot4", "Fisher"),
    ("tv", "slot3", "total variation"),
    ("kl", "slot1", "KL"),
)


def weakness() -> Figure:
    """Data and model of wrong masses, their scores, and the divergences against mass and noise."""

    def two(name: str, title: str, unit: str, what: str, main: bool = False) -> Plot:
        return Plot(
            name=name,
            title=title,
            unit=unit,
            main=main,
            x=Axis(label="x", range="weak_range"),
            y=Axis(zero=True),
            layers=(
                Curve(name="data", role="slot1", x="weak_x", y=f"{what}p", symbol="p"),
                Curve(name="model", role="slot2", x="weak_x", y=f"{what}q", symbol="q"),
            ),
        )

    def logs(name: str, title: str, label: str, x: str, prefix: str, now: str, range_: str = "") -> Plot:
        return Plot(
            name=name,
            title=title,
            unit="Fisher {fisher}, TV {tv}, KL {kl}",
            x=Axis(label=label, range=range_ or "auto"),
            y=Axis(range=(-14.0, 1.0), log=True),
            layers=(
                Level(name="now", role="now", value=now, across="vertical"),
                *(
                    Curve(name=what, role=role, x=x, y=f"{prefix}_{what}", text=words, outcome=True)
                    for what, role, words in _GAPS
                ),
            ),
        )  # fmt: skip

    plots = (
        two(
            "densities", "Right shapes, wrong masses", "blue data, orange model; noise {sigma_now}", "weak_", main=True
        ),
        two("scores", "Their scores", "grad log p", "weak_score_"),
        logs("masses", "Divergences by mass", "mass of the left mode", "masses_x", "mass", "mass_now"),
        logs("noise", "Divergences by noise", "noise σ", "noises_x", "noise", "sigma_now", "noise_range"),
    )
    return Figure(plots=plots, hint="Turn the mass, then press space to add noise")


# ---- digits


def _mosaic(name: str, title: str, unit: str, z: str, main: bool = False, mouse: tuple[Mouse, ...] = ()) -> Plot:
    layer: Layer = Image(name="pixels", z=z, levels=(-1.0, 1.0), outcome=name != "known")
    return Plot(name=name, title=title, unit=unit, main=main, axes=False, layers=(layer,), mouse=mouse)


def digits(params: Params) -> Figure:
    """Pictures on their way from noise, the best guess at each moment, the nearest training digits, the spectrum."""
    now = _mosaic("now", "Noise turns into digits", "t = {t} of {T}", "digits_now", main=True)
    guess = _mosaic("guess", "One jump from here", "averages {effective} training digits", "digits_guess")
    nearest = _mosaic("nearest", "Nearest training digits", "distance {nearest_train_distance}", "digits_nearest")
    if params.task == "inpaint":
        hide = Mouse(
            on="drag", target="pixels", kind="hide_pixel", take={"row": "row", "column": "column"},
            give={"hide": "yes"}, label="hide pixels",
        )  # fmt: skip
        show = Mouse(
            on="shift+drag", target="pixels", kind="hide_pixel", take={"row": "row", "column": "column"},
            give={"hide": "no"}, label="show pixels",
        )  # fmt: skip
        mask = Plot(
            name="mask", title="Mask", unit="filled pixels are hidden; drag to hide, shift to show", axes=False,
            layers=(Image(name="pixels", z="mask", levels=(0.0, 1.0), gaps=True),), mouse=(hide, show),
        )  # fmt: skip
        known = _mosaic("known", "What is known", "of digits outside the training set", "digits_known")
        return Figure(plots=(now, known, mask, nearest), hint="Paint the mask, then press space")
    return Figure(plots=(now, guess, nearest, _spectrum()), hint="Press space")


def _spectrum() -> Plot:
    return Plot(
        name="spectrum",
        title="Power by frequency",
        unit="{frequencies_above} of 6 frequencies stand out of the noise",
        x=Axis(label="radial frequency", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Curve(name="noise", role="muted", x="frequency", y="power_noise", text="noise"),
            Curve(name="signal", role="theory", x="frequency", y="power_signal", text="signal"),
            Curve(name="now", role="slot2", x="frequency", y="power_now", markers=True, text="now"),
        ),
    )
