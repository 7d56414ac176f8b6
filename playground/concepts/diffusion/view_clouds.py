"""The figures of the forward process, of the samplers, and of denoising."""

from __future__ import annotations

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.names import LABELS, ROLES, half_known, samplers
from playground.figures import editing
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import (
    Arrows,
    Bars,
    Boundary,
    Curve,
    Image,
    Layer,
    Level,
    Lines,
    Points,
    Ring,
    Role,
    Text,
    Trace,
)

_MASSES = ("two", "unequal", "line2", "line3", "blank", "pinwheel")
HINT = "Press space: noise turns into data; drag the bar below to go back"

# ---- layers that several figures have

_EDIT = (
    editing.draw("draw data", kind="draw"),
    editing.move("move a component", "centres", "move_centre"),
    editing.add("add a component", on="double-click", kind="add_centre"),
    editing.delete("delete a component", "centres", "delete_centre"),
)
_CENTRES = Points(
    name="centres", role="muted", xy="centres", ids="centre_ids", hollow="centres_hollow", symbol="x_0", size=0.55,
    hover="component at {x}, {y}",
)  # fmt: skip


_CURSOR = (
    Lines(name="posterior here", role="slot4", xy="cursor_lines", widths="cursor_weights", halo=False, found=False),
    Arrows(name="score here", role="now", tails="cursor_at", vectors="cursor_score"),
    Ring(name="guess here", role="slot4", xy="cursor_guess", text="E[x₀ | x]"),
    Text(
        name="here",
        text="score ({cursor_score_x}, {cursor_score_y}), E[x₀ | x] = ({cursor_guess_x}, {cursor_guess_y}), "
        "{cursor_count} of {components} components",
        anchor="top left",
        show="at_cursor",
    ),
)


def _density() -> Layer:
    return Image(name="density", z="density", extent="density_extent", levels=(0.0, 1.0), frame=False, symbol="p_t p")


def _field() -> Layer:
    return Arrows(name="field", role="field", tails="field_at", vectors="field", field=True, symbol="∇")


def _strip(title: str, layers: tuple[Layer, ...], label: str = "step", main: bool = False) -> Plot:
    return Plot(
        name="strip",
        title=title,
        unit="√ density",
        main=main,
        x=Axis(label=label, range="strip_x", whole=True),
        y=Axis(range="strip_y"),
        layers=(
            Image(name="strip", z="strip", extent="strip_extent", levels=(0.0, 1.0), frame=False),
            *layers,
            Lines(name="now", role="now", xy="strip_now"),
        ),
    )


def _histogram(role: Role, unit: str) -> Plot:
    return Plot(
        name="histogram",
        title="Particles and exact density",
        unit=unit,
        x=Axis(label="x", range="line_range"),
        y=Axis(zero=True, ticks=False),
        layers=(
            Bars(name="particles", outcome=True, role=role, heights="hist", edges="hist_edges"),
            Curve(name="density", role="theory", x="line_x", y="line_density"),
        ),
    )


# ---- forward


def _schedule(own: bool) -> Plot:
    nodes = Points(name="nodes", role="hero", xy="nodes", ids="node_ids", size=1.2, hover="drag: {y}")
    drag = Mouse(on="drag", target="nodes", kind="drag_node", take={"id": "id", "y": "y"}, label="drag the schedule")
    return Plot(
        name="schedule",
        title="Signal and noise",
        unit="drag the points" if own else "signal √ᾱ, noise σ",
        x=Axis(label="t/T", range=(0.0, 1.15)),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            Curve(name="signal", role="slot1", x="schedule_x", y="schedule_scale", text="signal"),
            Curve(name="noise", role="slot2", x="schedule_x", y="schedule_sigma", text="noise"),
            Lines(name="now", role="now", xy="schedule_now"),
            *((nodes,) if own else ()),
        ),
        mouse=(drag,) if own else (),
    )


def _energy() -> Plot:
    return Plot(
        name="energy",
        title="Mean of |x|²",
        unit="exact {norm_theory}",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(zero=True),
        layers=(
            Trace(name="theory", role="theory", series="norm_theory", text=""),
            Trace(name="simulated", outcome=True, series="norm", text="{norm}"),
        ),
    )


def forward(params: Params) -> Figure:
    """Data that turn into noise in the plane."""
    plane = Plot(
        name="plane",
        title="Forward: data turn into noise",
        unit="t = {t} of {T}",
        main=True,
        plane=True,
        x=Axis(range="plane_x"),
        y=Axis(range="plane_y"),
        layers=(
            _density(),
            _field(),
            Points(name="cloud", role="slot2", xy="cloud", size=0.7, outcome=True),
            Lines(name="path", role="hero", xy="path", halo=False, outcome=True),
            _CENTRES,
            Points(name="ends", role="hero", xy="ends"),
            *_CURSOR,
        ),
        mouse=_EDIT,
        cursor=True,
    )
    return Figure(plots=(plane, _schedule(params.schedule == "own"), _energy()), hint="Press space to add noise")


def forward_line(params: Params) -> Figure:
    """The same on a line: the density over time."""
    strip = _strip(
        "Density over time",
        (Lines(name="paths", role="hero", xy="strip_path", halo=False, outcome=True),),
        label="step",
        main=True,
    )
    plots = (strip, _histogram("slot2", "t = {t} of {T}"), _schedule(params.schedule == "own"))
    return Figure(plots=plots, hint="Press space to add noise")


# ---- reverse


def _cloud(name: str) -> Layer:
    return Points(
        name="cloud",
        role=ROLES[name],
        xy=f"cloud_{name}",
        size=0.7,
        outcome=True,
        hover="click to follow",
        symbol="x_t x",
    )


def _follow() -> Mouse:
    return Mouse(on="click", target="cloud", kind="follow", take={"id": "id"}, label="follow this particle")


def _plane(params: Params, name: str, *, main: bool, alone: bool) -> Plot:
    paths: list[Layer] = []
    if alone:
        others = [other for other in samplers(params) if other != name]
        paths += [
            Lines(name=f"path {other}", role=ROLES[other], xy=f"path_{other}", halo=False, outcome=True)
            for other in others
        ]
    border, drags = _bounded(half_known(params))
    distance = f"distance {{energy_distance.{name}}} ± {{energy_error.{name}}}"
    return Plot(
        name="plane" if alone else f"plane {name}",
        title="Noise turns into data" if alone else LABELS[name][0].upper() + LABELS[name][1:],
        unit=f"{LABELS[name]}, t = {{t}} of {{T}}{'; grey is known' if border else ''}" if alone else distance,
        main=main,
        plane=True,
        x=Axis(range="plane_x"),
        y=Axis(range="plane_y"),
        layers=(
            _density(),
            _field(),
            _cloud(name),
            *border[:1],
            Points(name="examples", role="slot1", xy="examples", size=0.8, hover="training example {x}, {y}"),
            *paths,
            Lines(name=f"path {name}", role="hero", xy=f"path_{name}", halo=False, outcome=True),
            _CENTRES,
            *border[1:],
            Points(name="followed", role="hero", xy=f"ends_{name}", symbol="x_t x"),
            *(_CURSOR if alone else ()),
            Text(
                name="no net", text="no net was kept: the exact score is used", anchor="bottom left", show="no_net"
            ),
        ),
        mouse=(*drags, _follow(), *_EDIT),
        cursor=alone,
    )  # fmt: skip


def _bounded(known: bool) -> tuple[tuple[Layer, ...], tuple[Mouse, ...]]:
    """The known particles and the line that bounds them, and how its ends are dragged."""
    if not known:
        return (), ()
    layers = (
        Points(name="known", role="muted", xy="known", size=0.8, outcome=True),
        Boundary(name="border", role="now", wb="border_line"),
        Points(name="border ends", role="now", xy="border", ids="border_ids", size=1.2, hover="drag the line"),
    )
    drag = Mouse(
        on="drag", target="border ends", kind="move_border", take={"id": "id", "x": "x", "y": "y"},
        label="move the line",
    )  # fmt: skip
    return layers, (drag,)


def _conditional(name: str) -> tuple[Plot, Plot]:
    """What is generated beside the exact law given the half: in the plane, and along the line."""
    plane = Plot(
        name="conditional",
        title="Given the half: exact",
        unit="{generated_share} generated, exact mass {half_share}",
        plane=True,
        x=Axis(range="plane_x"),
        y=Axis(range="plane_y"),
        layers=(
            Image(name="density", z="conditional", extent="conditional_extent", levels=(0.0, 1.0), frame=False),
            Points(name="generated", role=ROLES[name], xy="generated", size=0.6, outcome=True),
            Boundary(name="border", role="now", wb="border_line"),
        ),
    )
    along = Plot(
        name="along",
        title="Generated, along the line",
        unit="W₁ {conditional_distance}, fresh {conditional_floor}",
        x=Axis(label="along the line", range="along_range"),
        y=Axis(zero=True, ticks=False),
        layers=(
            Bars(name="particles", outcome=True, role=ROLES[name], heights="along_hist", edges="along_edges"),
            Curve(name="exact", role="theory", x="along_x", y="along_density"),
        ),
    )
    return plane, along


def _distances(params: Params) -> Plot:
    return Plot(
        name="distance",
        title="Distance to the data",
        unit="energy distance, {measured} particles",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(log=True),
        layers=(
            Level(name="floor", role="theory", value="floor", text="fresh data {floor}", log=True),
            *(
                Trace(
                    name=name, role=ROLES[name], series=f"energy_distance.{name}", text=LABELS[name], log=True,
                    outcome=True,
                )
                for name in samplers(params)
            ),
        ),
    )  # fmt: skip


def _mode_masses(role: Role) -> Plot:
    return Plot(
        name="masses",
        title="Share in each mode",
        unit="lines are the true masses",
        x=Axis(ticks=False),
        y=Axis(zero=True),
        layers=(
            Bars(name="shares", role=role, heights="mode_shares"),
            Lines(name="masses", role="theory", xy="mode_masses", dash="solid"),
        ),
    )


def reverse(params: Params) -> Figure:
    """Samplers from the same noise, one large or all side by side."""
    names = samplers(params)
    if params.compare == "side" and len(names) > 1:
        planes = tuple(_plane(params, name, main=False, alone=False) for name in names[:6])
        return Figure(plots=planes, even=True, hint=HINT)
    focus = params.sampler if params.sampler in names else names[0] if names else "ode"
    lines = tuple(
        Lines(
            name=f"paths {name}",
            role="hero" if name == focus else ROLES[name],
            xy=f"strip_{name}",
            halo=False,
            outcome=True,
        )
        for name in (*(name for name in names if name != focus), focus)
    )
    if half_known(params):
        plots = (_plane(params, focus, main=True, alone=True), *_conditional(focus), _distances(params))
        return Figure(plots=plots, hint="Drag the line, then press space: beyond it all is generated")
    masses = (_mode_masses(ROLES[focus]),) if params.data in _MASSES else ()
    plots = (
        _plane(params, focus, main=True, alone=True),
        _strip("Density of x₁ over time", lines),
        _distances(params),
        *masses,
    )
    return Figure(plots=plots, hint=HINT)


def reverse_line(params: Params) -> Figure:
    """The same on a line, with the quantiles that the probability flow keeps."""
    names = samplers(params)
    focus = params.sampler if params.sampler in names else names[0] if names else "ode"
    lines = (
        Lines(name="quantiles", role="theory", xy="quantiles", dash="dashed", halo=False),
        *(
            Lines(
                name=f"paths {name}",
                role="hero" if name == focus else ROLES[name],
                xy=f"strip_{name}",
                halo=False,
                outcome=True,
            )
            for name in (*(name for name in names if name != focus), focus)
        ),
    )
    strip = _strip("Noise turns into data", lines, main=True)
    return Figure(plots=(strip, _histogram(ROLES[focus], LABELS[focus]), _distances(params)), hint=HINT)


# ---- denoising


def denoise(params: Params) -> Figure:
    """Tweedie in the plane: a noisy sample, its posterior, one jump and many steps."""
    drag = Mouse(on="drag", target="probe", kind="look_at", take={"x": "x", "y": "y"}, label="drag the noisy sample")
    click = Mouse(on="click", kind="look_at", take={"x": "x", "y": "y"}, label="look at a noisy sample here")
    plane = Plot(
        name="plane",
        title="Noisy samples",
        unit="t = {t} of {T}",
        main=True,
        plane=True,
        x=Axis(range="plane_x"),
        y=Axis(range="plane_y"),
        layers=(
            _density(),
            _field(),
            Points(name="cloud", role="slot2", xy="cloud", size=0.6, outcome=True),
            Lines(name="small steps", role="hero", xy="probe_path", halo=True),
            Arrows(
                name="jump", role="slot4", tails="probe", vectors="guess_arrow", text="E[x₀ | x]", plate=True,
                symbol="x_0",
            ),
            Points(name="probe", role="now", xy="probe", size=1.2, hover="noisy sample {x}, {y}", symbol="x"),
            Points(name="probe now", role="hero", xy="probe_now"),
        ),
        mouse=(drag, click),
    )  # fmt: skip
    posterior = Plot(
        name="posterior",
        title="What it may have been",
        unit="posterior of x₀, spread {posterior_spread}",
        plane=True,
        x=Axis(range="home_range"),
        y=Axis(range="home_range"),
        layers=(
            Image(
                name="posterior", z="posterior", extent="posterior_extent", levels=(0.0, 1.0), frame=False,
                symbol="x_0",
            ),
            Points(name="mean", role="slot4", xy="guess", hover="posterior mean {x}, {y}"),
            Points(name="many steps", role="hero", xy="probe_now"),
        ),
    )  # fmt: skip
    result = Plot(
        name="result",
        title="One jump",
        unit="W₁ {jump_distance}; many steps {steps_distance}",
        plane=True,
        x=Axis(range="home_range"),
        y=Axis(range="home_range"),
        layers=(
            Image(name="data", z="data_density", extent="data_extent", levels=(0.0, 1.0), frame=False),
            Points(name="jumps", role="slot4", xy="jump", size=0.6, outcome=True),
            Points(name="examples", role="slot1", xy="examples", size=0.8, hover="training example {x}, {y}"),
        ),
    )
    return Figure(plots=(plane, posterior, result), hint="Drag the noisy sample; press space for many small steps")


def denoise_line(params: Params) -> Figure:
    """Tweedie on a line: the denoiser as a curve."""
    click = Mouse(on="click", kind="look_at", take={"x": "x", "y": "y"}, label="look at a noisy sample here")
    drag = Mouse(on="drag", target="probe", kind="look_at", take={"x": "x", "y": "y"}, label="drag the noisy sample")
    denoiser = Plot(
        name="denoiser",
        title="The best guess of x₀",
        unit="E[x₀ | x] against the noisy x",
        main=True,
        x=Axis(label="noisy x", range="line_range"),
        y=Axis(range="home_range"),
        layers=(
            Curve(name="identity", role="muted", x="denoiser_x", y="identity_y"),
            Curve(name="denoiser", role="slot4", x="denoiser_x", y="denoiser_y", symbol="x_0"),
            Points(name="probe", role="now", xy="probe", size=1.2, hover="x {x}, guess {y}"),
        ),
        mouse=(click, drag),
    )
    posterior = Plot(
        name="posterior",
        title="What it may have been",
        unit="posterior of x₀, spread {posterior_spread}",
        x=Axis(label="x₀", range="home_range"),
        y=Axis(zero=True, ticks=False),
        layers=(
            Curve(name="data", role="muted", x="data_x", y="data_y"),
            Curve(name="posterior", role="slot1", x="posterior_x", y="posterior_y", symbol="x_0"),
            Level(name="mean", role="slot4", value="guess_x", across="vertical", text="mean {guess_x}"),
        ),
    )
    return Figure(plots=(denoiser, posterior, _jumps(), _steps()), hint="Click or drag on the curve")


def _jumps() -> Plot:
    return _outcome("jumps", "One jump", "W₁ {jump_distance}", "jump_hist", "slot4")


def _steps() -> Plot:
    return _outcome("steps", "Many small steps", "W₁ {steps_distance}", "steps_hist", "slot2")


def _outcome(name: str, title: str, unit: str, heights: str, role: Role) -> Plot:
    return Plot(
        name=name,
        title=title,
        unit=unit,
        x=Axis(range="home_range"),
        y=Axis(zero=True, ticks=False),
        layers=(
            Bars(name=name, role=role, heights=heights, edges="hist_edges", outcome=True),
            Curve(name="data", role="theory", x="data_x", y="data_y"),
        ),
    )
