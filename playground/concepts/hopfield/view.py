"""What the panel shows: the state with its memories, energy and overlaps; cross-talk; all states; capacity."""

from __future__ import annotations

from playground.concepts.hopfield import Params
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Image, Level, Lines, Points, Regions, Ring, Text, Trace


def figure(params: Params) -> Figure:
    """The plots of the chosen view."""
    match params.mode:
        case "crosstalk":
            return Figure(plots=(_crosstalk(), _memory(), _unstable()), hint="Click a memory in the recall view")
        case "landscape":
            return Figure(
                plots=(_landscape(), _grid(params, main=False), _basins()), hint="Click a state to start there"
            )
        case "capacity":
            return Figure(plots=(_capacity(), _error(), _damage()), hint="Watch the overlap fall off the cliff")
    return Figure(
        plots=(_grid(params, main=True), _energy(params), _overlaps()),
        hint="Click a memory to load a damaged copy, paint on the state, press space",
    )


# ---- recall


def _grid(params: Params, main: bool) -> Plot:
    brush = {"size": params.brush}
    state = [
        Mouse(on="drag", target="state", kind="paint", take={"path": "path"}, give={"ink": "black", **brush},
              label="paint black"),
        Mouse(on="shift+drag", target="state", kind="paint", take={"path": "path"}, give={"ink": "white", **brush},
              label="erase"),
        Mouse(on="alt+click", target="state", kind="paint", take={"path": "path"}, give={"ink": "invert", **brush},
              label="invert under the brush"),
    ]  # fmt: skip
    bank = [
        Mouse(on="click", target="memories", kind="recall", take={"memory": "id"}, label="load a damaged copy"),
        Mouse(on="double-click", target="memories", kind="forget", take={"memory": "id"}, label="delete the memory"),
        Mouse(on="drag", target="memories", kind="paint_memory", take={"memory": "id", "path": "path"},
              give={"ink": "black", **brush}, label="paint on the memory"),
        Mouse(on="shift+drag", target="memories", kind="paint_memory", take={"memory": "id", "path": "path"},
              give={"ink": "white", **brush}, label="erase on the memory"),
        Mouse(on="alt+click", target="memories", kind="paint_memory", take={"memory": "id", "path": "path"},
              give={"ink": "invert", **brush}, label="invert on the memory"),
    ]  # fmt: skip
    return Plot(
        name="state",
        title="State",
        unit="{shape}",
        main=main,
        plane=True,
        axes=False,
        x=Axis(range="picture_x"),
        y=Axis(range="picture_y"),
        layers=(
            Regions(name="memories", role="muted", xy="bank_frames"),
            Image(name="bank", z="bank_image", color_map="binary", extent="bank_extent", frame=False),
            Lines(name="chosen", role="now", xy="bank_chosen", dash="solid"),
            Image(name="state", z="state_image", color_map="binary", extent="state_extent", gaps=True, symbol="x"),
            Lines(name="changed", role="slot2", xy="changed_cells", dash="solid", outcome=True),
            Lines(name="asked", role="now", xy="asked_cell", dash="solid", symbol="H"),
            Text(name="verdict", text="{verdict}", xy="verdict_at", show="at_rest", plate=False, outcome=True),
        ),
        mouse=(*state, *bank),
    )


def _energy(params: Params) -> Plot:
    return Plot(
        name="energy",
        title="Energy",
        unit="−log Σ exp(xₖ·x) + b·x" if params.rule == "dense" else "E = −½ x·Wx + b·x",
        x=Axis(label="turns of neurons", whole=True, zero=True),
        layers=(
            Level(name="stored", role="theory", value="target_energy", text="stored {target_name}", show="has_target"),
            Trace(name="energy", series="energy", against="asked", text="{energy}", outcome=True),
        ),
    )


def _overlaps() -> Plot:
    return Plot(
        name="overlaps",
        title="Overlap",
        unit="x·xₖ / d with memory k",
        x=Axis(range=(-1.35, 1.35)),
        layers=(
            Bars(name="rest", role="muted", heights="overlap_rest", across="horizontal", words="bar_names",
                 text="{overlap_rest}", outcome=True),
            Bars(name="best", role="hero", heights="overlap_best", across="horizontal", words="bar_names",
                 text="{overlap_best}", outcome=True),
        ),
    )  # fmt: skip


# ---- cross-talk


def _crosstalk() -> Plot:
    return Plot(
        name="crosstalk",
        title="Cross-talk in {target_name}",
        unit="share of its bits; x C < {edge} turns a bit over",
        main=True,
        x=Axis(label="x C, cross-talk along the bit"),
        y=Axis(zero=True),
        layers=(
            Bars(name="bits", role="muted", heights="crosstalk_share", edges="crosstalk_edges", symbol="C"),
            Bars(name="unstable", role="slot2", heights="crosstalk_bad", edges="crosstalk_edges", outcome=True),
            Curve(name="theory", role="theory", x="gauss_x", y="gauss_y", show="rule_hebb"),
            Level(name="edge", role="theory", value="edge", across="vertical", text="unstable below {edge}"),
            Text(name="count", text="{chosen_unstable} of {units} bits unstable", anchor="top right", outcome=True),
        ),
    )


def _memory() -> Plot:
    return Plot(
        name="memory",
        title="Memory {target_name}",
        unit="unstable bits outlined",
        plane=True,
        axes=False,
        layers=(
            Image(name="memory", z="memory_image", color_map="binary", gaps=True),
            Lines(name="unstable", role="slot2", xy="bad_cells", dash="solid", outcome=True),
        ),
    )


def _unstable() -> Plot:
    return Plot(
        name="unstable",
        title="Unstable bits",
        unit="{measured_bit_error} of all, theory {predicted_error}",
        x=Axis(zero=True, whole=True),
        layers=(
            Bars(name="unstable", role="slot2", heights="memory_unstable", across="horizontal", words="memory_names",
                 text="{memory_unstable}", outcome=True),
        ),
    )  # fmt: skip


# ---- all states


def _landscape() -> Plot:
    return Plot(
        name="landscape",
        title="All {states} states",
        unit="{fixed_points} fixed points, one valley each",
        main=True,
        x=Axis(label="states, basin by basin", ticks=False),
        layers=(
            Points(name="states", role="muted", xy="land_points", ids="land_ids", size=0.25),
            Regions(name="valleys", xy="land_ground", values="land_slots", classes=True),
            Lines(name="path", role="hero", xy="land_path", dash="solid", outcome=True),
            Points(name="fixed", role="hero", xy="land_fixed", outcome=True, hover="energy {y}"),
            Ring(name="here", role="now", xy="land_here", text="E = {energy}"),
        ),
        mouse=(Mouse(on="click", target="states", kind="stand", take={"state": "id"}, label="start from a state"),),
        empty="small",
        empty_text="All states are shown for at most 12 neurons",
        empty_keys="choose 3 rows and 4 columns",
    )


def _basins() -> Plot:
    return Plot(
        name="basins",
        title="Basins",
        unit="states that end there, lowest first",
        x=Axis(zero=True, whole=True),
        layers=(
            Bars(name="basins", heights="basin_sizes", labels="basin_labels", across="horizontal", words="basin_names",
                 text="{basin_sizes}", outcome=True),
        ),
    )  # fmt: skip


# ---- capacity


def _capacity() -> Plot:
    return Plot(
        name="capacity",
        title="Overlap at the end",
        unit="{neurons} neurons, started at a memory",
        main=True,
        x=Axis(label="load α = n/d", range=(0.0, 0.36)),
        y=Axis(range=(0.0, 1.08)),
        layers=(
            Level(name="cliff", role="theory", value="critical_load", across="vertical",
                  text="critical load {critical_load}"),
            Curve(name="replica", role="theory", x="curve_load", y="curve_overlap", text="theory"),
            Level(name="yours", role="muted", value="your_load", across="vertical", show="your_load", text="yours"),
            Curve(name="measured", x="measured_load", y="measured_overlap", low="measured_low", high="measured_high",
                  markers=True, text="measured", outcome=True),
        ),
    )  # fmt: skip


def _error() -> Plot:
    return Plot(
        name="error",
        title="Unstable bits",
        unit="after one step",
        x=Axis(label="load α = n/d", range=(0.0, 0.36)),
        y=Axis(range=(0.0, 0.05)),
        layers=(
            Curve(name="theory", role="theory", x="curve_load", y="curve_error", text="½ erfc(1/√2α)"),
            Curve(name="measured", x="measured_load", y="measured_error", markers=True, outcome=True),
        ),
    )


def _damage() -> Plot:
    return Plot(
        name="damage",
        title="Damage survived",
        unit="share of your memories that come back",
        x=Axis(label="flipped units", range=(0.0, 0.52)),
        y=Axis(range=(0.0, 1.08)),
        layers=(Curve(name="share", x="damage_x", y="damage_share", markers=True, outcome=True),),
    )
