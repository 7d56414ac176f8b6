"""The reverse view: samplers that start from the same noise and turn it into data."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.cursor import cursor
from playground.concepts.diffusion.data import Data
from playground.concepts.diffusion.halves import DRAG, along, conditional, half_numbers, half_of, known_half
from playground.concepts.diffusion.line import clock, density_strip, histogram, over_time, quantile_lines
from playground.concepts.diffusion.names import LABELS, ROLES, PerSampler, focus, half_known, on_line, samplers
from playground.concepts.diffusion.plan import law_at, level_at, levels_of, moves, schedule_of, score_of
from playground.concepts.diffusion.plane import EDIT, components, density, field, training_examples, window
from playground.concepts.diffusion.state import TAIL, Clouds
from playground.concepts.diffusion.tweedie import NOTHING, in_digits
from playground.engine.frame import View
from playground.engine.kit.diffusion.measures import MEASURED, mode_masses, nearest_components, ruler
from playground.engine.kit.diffusion.pictures import dots, half_window, paths
from playground.engine.kit.diffusion.schedules import Schedule
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Layer, Level, Lines, Points, Role, Text, Trace

_HINT = "Press space: noise turns into data; drag the bar below to go back"
_HALF_HINT = "Drag the line, then press space: beyond it all is generated"
_MASSES = ("two", "unequal", "line2", "line3", "blank", "pinwheel")
_FOLLOW = Mouse(on="click", target="cloud", kind="follow", take={"id": "id"}, label="follow this particle")
_LAST = 9  # places of a noisy path that are drawn
_COUNTED = 1024
_FEW, _COMPARED = 4, 1  # followed particles of samplers that are not in focus, in the plane and over time


def distances(params: Params, data: Data, clouds: Clouds) -> dict[str, Any]:
    """What is recorded of each sampler's cloud."""

    def each(name: str) -> PerSampler:
        found = (getattr(one, name) for one in clouds.measured)
        return PerSampler(**dict(zip(samplers(params), found, strict=True)))

    return {
        "energy_distance": each("energy"),
        "sliced_wasserstein": each("sliced"),
        "mode_mass_error": each("mass_error"),
        "modes_covered": each("covered"),
    }


def reverse(params: Params, data: Data, clouds: Clouds, view: View) -> Drawn:
    """Samplers from the same noise, one large or all side by side; on a line the density over time."""
    schedule, names, one = schedule_of(params, data), samplers(params), focus(params)
    t, row = level_at(params, data, clouds.move), names.index(one)
    numbers = _numbers(params, data, clouds, row)
    if on_line(params):
        reach = half_window(data, schedule, t)
        law = histogram(clouds.x[row], law_at(data, schedule, t), reach, ROLES[one], LABELS[one])
        main = _over_time(params, data, schedule, clouds, main=True)
        return Drawn(Figure(plots=(main, law, _distances(params, data)), hint=_HINT), numbers)
    if params.compare == "side" and len(names) > 1:
        return Drawn(Figure(plots=_side_by_side(params, data, clouds, view), even=True, hint=_HINT), numbers)
    here, at_cursor = cursor(params, data, schedule, t, view.plot("plane"))
    numbers |= at_cursor
    errors = _distances(params, data)
    if half_known(params):
        half = half_of(data, schedule, clouds, row, t)
        plane = _large(params, data, clouds, view, here, known_half(data, half))
        plots = (plane, conditional(data, half, ROLES[one], view.plot("conditional")), along(half, ROLES[one]), errors)
        return Drawn(Figure(plots=plots, hint=_HALF_HINT), numbers | half_numbers(data, half))
    masses = (_mode_masses(data, clouds.x[row], ROLES[one]),) if params.data in _MASSES else ()
    plots = (_large(params, data, clouds, view, here), _over_time(params, data, schedule, clouds), errors, *masses)
    return Drawn(Figure(plots=plots, hint=_HINT), numbers)


def _numbers(params: Params, data: Data, clouds: Clouds, row: int) -> dict[str, Any]:
    """What fresh data would have, the error bars, and what guidance gives and costs."""
    rule, seen = ruler(data, params.particles), clouds.x[row, :_COUNTED].to(torch.float64)
    nearest = nearest_components(data, seen)
    wanted = data.labels[nearest] == (0 if params.label == "blue" else 1)
    inside = (seen - data.means[nearest]).square().mean(1) / data.variances[nearest]
    names = ("floor", "sliced_floor", "mass_floor", "sliced_spread", "mass_spread")
    errors = zip(samplers(params), clouds.measured, strict=True)
    return {
        **dict(zip(names, rule.floor, strict=True)),
        **{f"energy_error.{name}": one.energy_error for name, one in errors},
        "modes": len(mode_masses(data)),
        "measured": min(params.particles, MEASURED),
        "label_share": float(wanted.double().mean()),
        "diversity": float(inside.clamp(max=9.0).mean().sqrt()),
        **_by_hand(params, data, clouds, row),
    }


def _by_hand(params: Params, data: Data, clouds: Clouds, row: int) -> dict[str, Any]:
    """Tweedie's formula for the first particle of the sampler in focus; empty where no noise is left."""
    schedule, t = schedule_of(params, data), level_at(params, data, clouds.move)
    if t < 1 or params.score == "half":
        return dict(NOTHING)
    x = clouds.x[row, :1].to(torch.float32)
    score = score_of(params, data, schedule)(x, t).to(torch.float64)
    return in_digits(x, score, float(schedule.scale[t]), float(schedule.sigma[t]))


# ---- the plane


def _large(
    params: Params, data: Data, clouds: Clouds, view: View, here: tuple[Layer, ...], known: tuple[Layer, ...] = ()
) -> Plot:
    """The plane of the sampler in focus, with the paths of the others, what is at the cursor, and the known half."""
    one = focus(params)
    others = tuple(name for name in samplers(params) if name != one)
    ground, axis = _ground(params, data, clouds, view, "plane")
    return Plot(
        name="plane",
        title="Noise turns into data",
        badge="sampled",
        unit=f"{LABELS[one]}, t = {{t}} of {{T}}{'; grey is known' if known else ''}",
        main=True,
        plane=True,
        x=axis,
        y=axis,
        layers=_layers(params, data, clouds, one, ground, others, here, known),
        mouse=(*((DRAG,) if known else ()), _FOLLOW, *EDIT),
        cursor=True,
    )


def _side_by_side(params: Params, data: Data, clouds: Clouds, view: View) -> tuple[Plot, ...]:
    """A plane for each sampler, on the same ground."""
    names = samplers(params)
    ground, axis = _ground(params, data, clouds, view, f"plane {names[0]}")
    return tuple(
        Plot(
            name=f"plane {name}",
            title=LABELS[name][0].upper() + LABELS[name][1:],
            badge="sampled",
            unit=f"distance {{energy_distance.{name}}} ± {{energy_error.{name}}}",
            plane=True,
            x=axis,
            y=axis,
            layers=_layers(params, data, clouds, name, ground),
            mouse=(_FOLLOW, *EDIT),
        )
        for name in names
    )


def _ground(params: Params, data: Data, clouds: Clouds, view: View, plot: str) -> tuple[tuple[Layer, ...], Axis]:
    """The exact density at the level of now with the score that moves the particles, and the axes of the plane."""
    schedule, t, seen = schedule_of(params, data), level_at(params, data, clouds.move), view.plot(plot)
    half = half_window(data, schedule, t)
    layers = density(law_at(data, schedule, t), seen, half), field(params, data, schedule, t, seen, half)
    return layers, window(half)


def _layers(
    params: Params,
    data: Data,
    clouds: Clouds,
    name: str,
    ground: tuple[Layer, ...],
    others: tuple[str, ...] = (),
    here: tuple[Layer, ...] = (),
    known: tuple[Layer, ...] = (),
) -> tuple[Layer, ...]:
    """The cloud of a sampler on the ground, with paths of itself and of others."""
    x = clouds.x[samplers(params).index(name)]
    cloud = Points(
        name="cloud",
        role=ROLES[name],
        xy=dots(x),
        size=0.7,
        outcome=True,
        hover="click to follow",
        symbol="x_t x",
        key=f"particles of {LABELS[name]}, with their last moves",
    )
    words = "no net was opened: the exact score is used"
    no_net = params.score == "learned" and not data.net
    return (
        *ground,
        _tails(params, clouds, name),
        cloud,
        *known[:1],
        training_examples(params, data),
        *(_path(params, clouds, other, ROLES[other]) for other in others),
        _path(params, clouds, name, "hero"),
        components(data),
        *known[1:],
        Points(name="followed", role="hero", xy=x[clouds.followed], symbol="x_t x", key="followed"),
        *here,
        Text(name="no net", text=words, anchor="bottom left", show=no_net),
    )


def _path(params: Params, clouds: Clouds, name: str, role: Role) -> Lines:
    """Paths that can be followed by eye: the last moves of noisy samplers, few of the background."""
    whole = clouds.path.whole[:, samplers(params).index(name)]
    if params.compare == "over" and name != focus(params):
        whole = whole[:, :_FEW]
    xy = paths(whole if _smooth(params, name) else whole[-_LAST:])
    return Lines(name=f"path {name}", role=role, xy=xy, halo=False, outcome=True)


def _smooth(params: Params, name: str) -> bool:
    """Whether a sampler takes no fresh noise."""
    return name == "ode" or (name == "ddim" and params.eta == 0)


def _tails(params: Params, clouds: Clouds, name: str) -> Lines:
    """The last moves of all dots: as many as are a twelfth of the way, the last one alone where noise tears them."""
    places = 2 if not _smooth(params, name) else 1 + max(1, min(TAIL - 1, moves(params) // 12))
    xy = paths(clouds.tail[-places:, samplers(params).index(name)])
    return Lines(name="tails", role=ROLES[name], xy=xy, halo=False, found=False, outcome=True)


# ---- beside it


def _over_time(params: Params, data: Data, schedule: Schedule, clouds: Clouds, main: bool = False) -> Plot:
    """The first coordinate of the followed particles on its density, on a line with the quantiles."""
    names, one, levels = samplers(params), focus(params), levels_of(params, data)
    traces = tuple(
        Lines(
            name=f"paths {name}",
            role="hero" if name == one else ROLES[name],
            xy=over_time(clouds.path.whole[:, names.index(name), : None if name == one else _COMPARED]),
            dash="solid",
            halo=False,
            outcome=True,
            key=f"the same start by {LABELS[name]}" if name != one else "followed",
        )
        for name in (*(name for name in names if name != one), one)
    )
    title = "Noise turns into data" if main else "Density of x₁ over time"
    layers = (quantile_lines(data, schedule, levels), *traces) if on_line(params) else traces
    half = half_window(data, schedule, params.T)
    return density_strip(data, schedule, levels, half, clouds.move, title=title, layers=layers, main=main)


def _distances(params: Params, data: Data) -> Plot:
    floor = ruler(data, params.particles).floor[0]
    return Plot(
        name="distance",
        title="Distance to the data",
        badge="sampled",
        unit="energy distance, {measured} particles",
        x=clock(len(levels_of(params, data)) - 1),
        y=Axis(log=True),
        layers=(
            Level(name="floor", role="theory", value=floor, text="fresh data {value:4}", log=True),
            *(
                Trace(
                    name=name,
                    role=ROLES[name],
                    series=f"energy_distance.{name}",
                    text=LABELS[name],
                    log=True,
                    outcome=True,
                )
                for name in samplers(params)
            ),
        ),
    )


def _mode_masses(data: Data, x: Tensor, role: Role) -> Plot:
    masses = mode_masses(data)
    place, nearest = torch.arange(len(masses)), nearest_components(data, x[:_COUNTED].to(torch.float64))
    shares = torch.bincount(data.modes[nearest], minlength=len(masses)) / len(nearest)
    lines = torch.stack([place - 0.45, masses, place + 0.45, masses], 1)
    return Plot(
        name="masses",
        title="Share in each mode",
        badge="sampled",
        unit="lines are the true masses",
        x=Axis(ticks=False),
        y=Axis(zero=True),
        layers=(
            Bars(name="shares", role=role, heights=shares),
            Lines(name="masses", role="theory", xy=lines, dash="solid"),
        ),
    )
