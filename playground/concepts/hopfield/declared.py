"""What the panel declares beside its parameters: metrics, arrays, gestures, jobs and claims. No torch."""

from __future__ import annotations

from playground.engine.concept import ArrayDecl, Claim, Field, GestureDecl, JobDecl, Metric

_SHOWN = (
    Metric(
        "energy",
        "energy",
        "E = −½ x·Wx + b·x; for the dense network −log Σ exp(x_k·x) + b·x.",
    ),
    Metric("best_match", "nearest to", "The memory, negative or mixture of three with the largest overlap."),
    Metric("overlap_max", "largest overlap", "The largest |x_k·x| / d over all memories x_k.", decimals=3),
    Metric(
        "distance",
        "units that differ",
        "Neurons whose sign is not that of the memory to be recalled.",
        decimals=None,
        note="of {units} from {target_name}",
    ),
    Metric(
        "stable",
        "stable",
        "Whether no neuron would change at temperature 0: the state is a fixed point, by an exact test.",
        decimals=None,
    ),
    Metric("flips", "flips", "How many neurons changed their sign so far.", decimals=None),
    Metric("sweeps", "sweeps", "How often every neuron had its turn.", decimals=None),
    Metric("load", "load n/d", "Memories for each neuron.", decimals=3),
    Metric(
        "unstable_bits",
        "unstable bits",
        "Bits of all memories that the network would change if it stood at them.",
        decimals=None,
        note="of {bits}",
    ),
)


def _hidden(name: str, label: str, meaning: str, decimals: int | None = None) -> Metric:
    """A number for plots, notes and files that does not stand in the list of numbers."""
    return Metric(name, label, meaning, decimals=decimals, shown=False)


_STEP = (
    _hidden("asked", "turns", "How many neurons had their turn so far."),
    _hidden("neuron", "neuron", "The neuron that the last step ended at, counted from 0."),
    _hidden("field", "its field", "H = Σ w x − b of that neuron when it was asked.", 3),
    _hidden("chance", "its chance", "The probability of +1 that it was given.", 3),
    _hidden("sign", "its sign", "The sign of that neuron now."),
    _hidden("flipped", "flipped", "Whether a neuron changed in the last step."),
    _hidden("asked_one", "a neuron was asked", "Whether the last step ended at one neuron."),
    _hidden("cold_turn", "asked at temperature 0", "Whether the last neuron followed the sign of its field."),
    _hidden("warm_turn", "asked at a temperature", "Whether the last neuron followed a probability."),
    _hidden("tie", "a tie", "Whether its field was exactly 0, so that sgn(0) = +1 decided."),
    _hidden("unstable_now", "want to change", "How many neurons would change now at temperature 0."),
    _hidden("cycling", "two states in turn", "Whether two steps of all neurons lead back: a cycle of two states."),
    _hidden("verdict", "where it is", "What the state is, in words, once it rests."),
    _hidden("at_rest", "at rest", "Whether there is a verdict."),
)
_NAMES = (
    _hidden("units", "neurons", "How many neurons there are."),
    _hidden("memories", "memories", "How many memories are stored."),
    _hidden("bits", "bits", "All bits of all memories."),
    _hidden("shape", "grid", "Rows and columns of the grid, in words."),
    _hidden("target_name", "to be recalled", "The memory that is to be recalled."),
    _hidden("has_target", "something to recall", "Whether there is a memory to be recalled."),
    _hidden("target_energy", "its energy", "The energy of that memory.", 2),
    _hidden("match_overlap", "overlap with it", "The overlap with what is nearest.", 3),
    _hidden("is_memory", "a memory", "Whether the state is exactly a memory."),
    _hidden("is_negative", "a negative", "Whether it is exactly the negative of a memory."),
    _hidden("is_mixture", "a mixture", "Whether it is exactly a mixture of three memories."),
    _hidden("is_spurious", "spurious", "Whether it is stable and none of these, or a mixture or a negative."),
    _hidden("bar_names", "bars", "The names of the bars of the overlaps, one a line."),
    _hidden("mixed_name", "mixture", "The mixture of three with the largest overlap."),
    _hidden("rule_hebb", "Hebb", "Whether Hebb's rule is used."),
    _hidden("rule_projection", "projection", "Whether the projection rule is used."),
    _hidden("rule_storkey", "Storkey", "Whether Storkey's rule is used."),
    _hidden("rule_dense", "dense", "Whether the dense network is used."),
)
_CROSSTALK = (
    _hidden("chosen_unstable", "its unstable bits", "Unstable bits of the memory to be recalled, in that view."),
    _hidden("edge", "edge of stability", "Cross-talk below this turns the bit over, in that view.", 3),
    _hidden("largest_crosstalk", "max |C|", "The largest |C| of that memory, in that view.", 3),
    _hidden("predicted_error", "predicted error", "½ erfc(1 / √(2 n/d)): the share of unstable bits by theory.", 4),
    _hidden("measured_bit_error", "unstable share", "The share of unstable bits of all memories.", 4),
    _hidden("memory_names", "memories", "The names of the memories with a bar of unstable bits, one a line."),
)
_LANDSCAPE = (
    _hidden("small", "a small net", "Whether the net is small enough for all of its states."),
    _hidden("fixed_points", "fixed points", "How many states are fixed points, in the landscape view."),
    _hidden("states", "states", "How many states there are, in the landscape view."),
    _hidden("basin_names", "fixed points", "What the fixed points are, one a line."),
    _hidden("ties", "ties", "Pairs of state and neuron whose field is exactly 0, in the landscape view."),
)
_CAPACITY = (
    _hidden("critical_load", "α_c", "The load above which no memory is a state of recall, by replica theory.", 4),
    _hidden("critical_overlap", "m_c", "The overlap just below it.", 4),
    _hidden("theory_overlap", "overlap by theory", "The replica overlap at this load; 0 above the critical one.", 3),
    _hidden("your_load", "your load", "Your memories for each neuron, in the capacity view.", 3),
    _hidden("overlap_at_012", "overlap at 0.12", "Measured end overlap at load 0.12.", 3),
    _hidden("overlap_at_020", "overlap at 0.20", "Measured end overlap at load 0.20.", 3),
    _hidden("error_gap", "error of theory", "Largest relative gap of the one-step error at loads 0.138 and 0.2.", 3),
    _hidden("recalled_30", "recalled at 30 %", "Of 20 memories in 400 neurons, how many came back from 30 % noise."),
    _hidden("recalled_45", "recalled at 45 %", "How many came back from 45 % noise."),
    _hidden("recalled_45_share", "share at 45 %", "Their share.", 2),
    _hidden("energy_rises", "rises of the energy", "How often an update raised the energy in those recalls."),
)
METRICS = (*_SHOWN, *_STEP, *_NAMES, *_CROSSTALK, *_LANDSCAPE, *_CAPACITY)

ARRAYS = (
    ArrayDecl("state_image", "rows columns", "the state: 1 for black (+1), 0 for white (-1)"),
    ArrayDecl("state_extent", "4", "where the state stands: x0, x1, y0, y1, one unit a cell"),
    ArrayDecl("asked_cell", "5 2", "the outline of the neuron that was asked last"),
    ArrayDecl("changed_cells", "corners 2", "outlines of the neurons that changed last"),
    ArrayDecl("bank_image", "cells cells", "the memories as small pictures; NaN between them"),
    ArrayDecl("bank_extent", "4", "where they stand"),
    ArrayDecl("bank_frames", "corners 2", "the frames round them, parted by NaN"),
    ArrayDecl("bank_chosen", "5 2", "the frame round the memory to be recalled"),
    ArrayDecl("picture_x", "2", "range of the picture across"),
    ArrayDecl("picture_y", "2", "range of the picture up"),
    ArrayDecl("verdict_at", "2", "where the verdict is written"),
    ArrayDecl("overlap_rest", "bars", "overlaps with the memories and the best mixture, NaN for the largest"),
    ArrayDecl("overlap_best", "bars", "the largest of them, NaN for the others"),
    ArrayDecl("crosstalk_share", "bins", "share of the memory's bits by their cross-talk x C"),
    ArrayDecl("crosstalk_bad", "bins", "the same of its unstable bits"),
    ArrayDecl("crosstalk_edges", "bins + 1", "borders of the bins"),
    ArrayDecl("gauss_x", "any", "cross-talk"),
    ArrayDecl("gauss_y", "any", "share in a bin for Gaussian cross-talk of variance n/d"),
    ArrayDecl("memory_image", "rows columns", "the memory to be recalled"),
    ArrayDecl("bad_cells", "corners 2", "outlines of its unstable bits"),
    ArrayDecl("memory_unstable", "memories", "unstable bits of each memory (up to eight)"),
    ArrayDecl("land_points", "states 2", "every state: its place and its energy"),
    ArrayDecl("land_ground", "corners 2", "each valley as a polygon under the energies of its states, parted by NaN"),
    ArrayDecl("land_slots", "fixed points", "the palette slot of each valley"),
    ArrayDecl("land_ids", "states", "numbers of the states"),
    ArrayDecl("land_fixed", "fixed points 2", "the fixed points"),
    ArrayDecl("land_path", "states 2", "the last states of the run"),
    ArrayDecl("land_here", "2", "the present state"),
    ArrayDecl("basin_sizes", "fixed points", "how many states end at each fixed point (the ten lowest)"),
    ArrayDecl("basin_labels", "fixed points", "their palette slots"),
    ArrayDecl("curve_load", "any", "loads of the curves by theory"),
    ArrayDecl("curve_overlap", "any", "replica overlap; NaN above the critical load"),
    ArrayDecl("curve_error", "any", "½ erfc(1/√(2α))"),
    ArrayDecl("measured_load", "loads", "loads measured so far"),
    ArrayDecl("measured_overlap", "loads", "mean end overlap of eight nets"),
    ArrayDecl("measured_low", "loads", "the mean minus two standard errors"),
    ArrayDecl("measured_high", "loads", "the mean plus two standard errors"),
    ArrayDecl("measured_error", "loads", "measured share of unstable bits"),
    ArrayDecl("damage_x", "levels", "share of flipped units"),
    ArrayDecl("damage_share", "levels", "share of your damaged memories that come back"),
)

_MEMORY = Field("memory", "integer", low=0, high=511, meaning="its number, from 0")
_PATH = Field("path", "vector", meaning="x, y, x, y, ... of the stroke, in cells from the bottom left of the state")
_BRUSH = (
    _PATH,
    Field("ink", "choice", choices=("black", "white", "invert"), meaning="what the brush does"),
    Field("size", "integer", low=1, high=16, meaning="side of the brush in cells"),
)

GESTURES = (
    GestureDecl("recall", (_MEMORY,), "Start a recall from a damaged copy of a memory."),
    GestureDecl("paint", _BRUSH, "Paint on the state; the recall goes on from there.", target=("ink", "size")),
    GestureDecl(
        "paint_memory",
        (_MEMORY, *_BRUSH),
        "Paint on a memory; the network learns it at once.",
        target=("memory", "ink", "size"),
    ),
    GestureDecl("forget", (_MEMORY,), "Delete a memory."),
    GestureDecl(
        "stand",
        (Field("state", "integer", low=0, high=4095, meaning="number of the state"),),
        "Go to a state of the landscape.",
    ),
    GestureDecl("store", (), "Store the state as a new memory.", button="Store the state as a memory"),
    GestureDecl("invert", (), "Turn every neuron over.", button="Invert the state"),
    GestureDecl("blank", (), "Make the state white.", button="Clear the state"),
)

JOBS = (
    JobDecl(
        "capacity",
        "Measure the capacity",
        "Relaxes eight random nets at each load from 0.02 to 0.3 and compares with theory.",
        reads=("neurons",),
        reads_data=False,
        when={"mode": ("capacity",)},
    ),
    JobDecl(
        "damage",
        "Measure the damage that is survived",
        "Relaxes damaged copies of your memories, 0 to 50 % of the units flipped.",
        reads=("rule", "threshold"),
        when={"mode": ("capacity",)},
    ),
    JobDecl(
        "recall",
        "Test the recall",
        "Recalls 20 random memories in 400 neurons from 30 % and from 45 % noise.",
        reads_data=False,
    ),
)

CLAIMS = (
    Claim(
        "never_rises",
        "The energy never rises at any update of 40 recalls (0 rises).",
        preset="random_memories",
        metric="energy_rises",
        op="==",
        threshold=0,
        steps=0,
        job="recall",
    ),
    Claim(
        "recalls",
        "With 400 neurons and 20 memories, all 20 come back from 30 % flipped units.",
        preset="random_memories",
        metric="recalled_30",
        op="==",
        threshold=20,
        steps=0,
        job="recall",
    ),
    Claim(
        "forgets",
        "From 45 % flipped units fewer than half of them come back.",
        preset="too_noisy",
        metric="recalled_45_share",
        op="<",
        threshold=0.5,
        steps=0,
        job="recall",
    ),
    Claim(
        "bit_error",
        "The share of unstable bits is ½ erfc(1/√(2α)) within 20 % at loads 0.138 and 0.2.",
        preset="capacity",
        metric="error_gap",
        op="<",
        threshold=0.2,
        steps=0,
        job="capacity",
    ),
    Claim(
        "below",
        "Below the cliff, at load 0.12 with 1,000 neurons, recall ends with an overlap above 0.97.",
        preset="capacity",
        metric="overlap_at_012",
        op=">",
        threshold=0.97,
        steps=0,
        job="capacity",
    ),
    Claim(
        "above",
        "Beyond the cliff, at load 0.20, it ends below 0.7.",
        preset="capacity",
        metric="overlap_at_020",
        op="<",
        threshold=0.7,
        steps=0,
        job="capacity",
    ),
    Claim(
        "spurious",
        "A mixture of three memories, which nobody stored, is a fixed point.",
        preset="mixture",
        metric="is_mixture",
        op="==",
        threshold=True,
        steps=3,
    ),
    Claim(
        "two_cycle",
        "All neurons at once end in a cycle of two states.",
        preset="two_cycle",
        metric="cycling",
        op="==",
        threshold=True,
        steps=20,
    ),
    Claim(
        "recalled",
        "The drawn sign comes back from 30 % flipped units, every unit right.",
        preset="six_signs",
        metric="distance",
        op="==",
        threshold=0,
        steps=5000,
    ),
)
