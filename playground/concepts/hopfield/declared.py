"""What the panel declares beside its parameters: metrics, gestures and jobs. No torch."""

from __future__ import annotations

from playground.engine.declarations.concept import Field, GestureDecl, JobDecl, Metric, hidden

METRICS = (
    Metric("energy", "energy", "E = −½ x·Wx + b·x; for the dense network −log Σ exp(x_k·x) + b·x."),
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
    # Recorded at each step.
    hidden("asked", "turns", "How many neurons had their turn so far."),
    hidden("neuron", "neuron", "The neuron that the last step ended at, counted from 0."),
    hidden("field", "its field", "H = Σ w x − b of that neuron when it was asked.", 3),
    hidden("chance", "its chance", "The probability of +1 that it was given.", 3),
    hidden("flipped", "flipped", "Whether a neuron changed in the last step."),
    # Read by the lesson and by claims.
    hidden("units", "neurons", "How many neurons there are."),
    hidden("memories", "memories", "How many memories are stored."),
    hidden("target_name", "to be recalled", "The memory that is to be recalled."),
    hidden("verdict", "where it is", "What the state is, in words, once it rests."),
    hidden("cycling", "two states in turn", "Whether two steps of all neurons lead back: a cycle of two states."),
    hidden("is_memory", "a memory", "Whether the state is exactly a memory."),
    hidden("is_mixture", "a mixture", "Whether it is exactly a mixture of three memories."),
    hidden("is_spurious", "spurious", "Whether it is stable and none of these, or a mixture or a negative."),
    hidden("critical_load", "α_c", "The load above which no memory is a state of recall, by replica theory.", 4),
    hidden("overlap_at_012", "overlap at 0.12", "Measured end overlap at load 0.12.", 3),
    hidden("overlap_at_020", "overlap at 0.20", "Measured end overlap at load 0.20.", 3),
    hidden("error_gap", "error of theory", "Largest relative gap of the one-step error at loads 0.138 and 0.2.", 3),
    hidden("recalled_30", "recalled at 30 %", "Of 20 memories in 400 neurons, how many came back from 30 % noise."),
    hidden("recalled_45_share", "share at 45 %", "The share that came back from 45 % noise.", 2),
    hidden("fixed_ends", "end in one state", "Of 200 random starts, all at once, how many end in a fixed point."),
    hidden("paired_ends", "end in two states", "Of these starts how many end in a cycle of two states."),
    hidden("other_ends", "end in more states", "Of these starts how many end in neither."),
    hidden("energy_rises", "rises of the energy", "How often an update raised the energy in those recalls."),
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
    JobDecl(
        "together",
        "Test all neurons at once",
        "Follows 200 random starts of 256 neurons, all neurons at once, until each repeats.",
        reads_data=False,
    ),
)
