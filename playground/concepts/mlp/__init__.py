"""The MLP playground: a net of any shape learns in the plane or on the line, every unit in sight."""

from __future__ import annotations

from typing import ClassVar, Literal

from playground.concepts.mlp.declared import GESTURES, JOBS, METRICS
from playground.engine.declarations.concept import Badge, Card, Opens
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
    text,
    vector,
)

__all__ = ["CARD", "GESTURES", "JOBS", "METRICS", "Params"]

MOST_POINTS = 1000  # of a table of the user's own

CARD = Card(
    title="MLP playground",
    chapter="Connectionism",
    line="Draw points, choose a net, and watch every unit learn",
    badge=Badge(
        kind="exact",
        what="outputs, losses and gradients of every net, by a hand-written backward pass",
        against="central differences, automatic differentiation, and closed forms of linear models",
    ),
    sources=(
        "D. Rumelhart, G. Hinton and R. Williams, Learning representations by back-propagating errors (1986)",
        "G. Cybenko, Approximation by superpositions of a sigmoidal function (1989)",
        "X. Glorot and Y. Bengio, Understanding the difficulty of training deep feedforward networks (2010)",
        "N. Srivastava et al., Dropout (2014)",
        "S. Ioffe and C. Szegedy, Batch normalization (2015)",
        "K. He et al., Delving deep into rectifiers (2015)",
        "D. Smilkov et al., Direct-manipulation visualization of deep networks (2017)",
        "A. Madry et al., Towards deep learning models resistant to adversarial attacks (2018)",
        "D. Soudry et al., The implicit bias of gradient descent on separable data (2018)",
    ),
    heavy=True,
    pace=30.0,
    words=(
        "multilayer perceptron",
        "neural network",
        "feedforward",
        "hidden layer",
        "backpropagation",
        "XOR",
        "spiral",
        "dropout",
        "batch norm",
        "weight decay",
        "logistic regression",
        "softmax",
        "confusion matrix",
        "universal approximation",
        "adversarial",
        "TensorFlow",
    ),
    opens=(
        Opens(
            "table",
            "two columns of numbers and one of labels or of values to learn, or x and y of a function",
            MOST_POINTS,
        ),
    ),
)

CLASSES = ("circles", "moons", "xor", "spirals", "blobs", "pinwheel", "iris", "empty")
FUNCTIONS = ("saddle", "hills", "sine", "curve")
LINE = ("sine", "curve")
MADE = ("circles", "moons", "xor", "spirals", "blobs", "pinwheel", "saddle", "hills", "sine")


class Params(ConceptParams):
    """What may be turned."""

    main: ClassVar[tuple[str, ...]] = ("mode", "data", "features", "widths", "activation", "rate")
    mode: Literal["plane", "surface", "net", "seeds", "classes", "worst", "units", "linear"] = choice(
        "plane",
        label="view",
        effect=VIEW,
        labels={
            "plane": "Output",
            "surface": "Output in 3D",
            "net": "Net",
            "seeds": "Seeds",
            "classes": "Confusion",
            "worst": "Worst case",
            "units": "Activation",
            "linear": "Linear net",
        },
        meaning="The output over the inputs, flat or as a surface; the net with all its units; the nets of all seeds; "
        "the confusion matrix; the worst points in a ball; the activation function; a linear net as one matrix.",
    )
    data: Literal[
        "circles", "moons", "xor", "spirals", "blobs", "pinwheel", "iris", "empty", "saddle", "hills", "sine", "curve"
    ] = choice(
        "circles",
        label="data",
        effect=DATA,
        labels={
            "circles": "Circles",
            "moons": "Moons",
            "xor": "XOR",
            "spirals": "Spirals",
            "blobs": "Blobs",
            "pinwheel": "Pinwheel",
            "iris": "Iris",
            "empty": "Your own points",
            "saddle": "Saddle (values)",
            "hills": "Hills (values)",
            "sine": "Sine (one input)",
            "curve": "Your own curve (one input)",
        },
        meaning="Classes in the plane, values over the plane, or a function of one input.",
    )
    classes: int = integer(
        3, low=2, high=6, label="classes", effect=DATA, when={"data": ("blobs", "pinwheel", "empty")}
    )
    points: int = integer(200, low=4, high=1000, label="points", effect=DATA, when={"data": MADE})
    noise: float = real(
        0.1,
        low=0.0,
        high=0.6,
        label="noise",
        effect=DATA,
        meaning="Spread of the points, or of the values.",
        when={"data": MADE},
    )
    held: float = real(
        0.3,
        low=0.0,
        high=0.9,
        label="held out",
        effect=DATA,
        meaning="Share of the points that the net never learns from; they are drawn hollow.",
    )
    brush: int = integer(1, low=1, high=6, label="class to draw", effect=VIEW, when={"data": CLASSES})
    features: str = text(
        "x, y",
        label="features",
        effect=RESTART,
        longest=200,
        meaning="What enters the net: formulas of x and y, parted by commas, such as x, y, x^2, xy, sin(x). With one "
        "input those with y are left out.",
    )
    widths: tuple[float, ...] = vector(
        (4.0, 2.0),
        low=1.0,
        high=64.0,
        fewest=0,
        most=8,
        decimals=0,
        label="hidden units",
        effect=RESTART,
        meaning="Units of each hidden layer; none at all gives linear, logistic or softmax regression.",
    )
    activation: Literal["tanh", "relu", "sigmoid", "leaky", "elu", "gelu", "sine", "abs", "linear"] = choice(
        "tanh",
        label="activation",
        effect=LIVE,
        labels={
            "tanh": "Tanh",
            "relu": "ReLU",
            "sigmoid": "Sigmoid",
            "leaky": "Leaky ReLU",
            "elu": "ELU",
            "gelu": "GELU",
            "sine": "Sine",
            "abs": "Absolute value",
            "linear": "Linear",
        },
    )
    loss: Literal["cross-entropy", "squared", "hinge"] = choice(
        "cross-entropy",
        label="loss",
        effect=LIVE,
        labels={"cross-entropy": "Cross-entropy", "squared": "Squared error", "hinge": "Hinge"},
        meaning="Of classes: from the logits, with a sigmoid or a softmax behind them only in the cross-entropy.",
        when={"data": CLASSES},
    )
    error: Literal["squared", "absolute", "huber"] = choice(
        "squared",
        label="loss of values",
        effect=LIVE,
        labels={"squared": "Squared error", "absolute": "Absolute error", "huber": "Huber"},
        when={"data": FUNCTIONS},
    )
    optimiser: Literal["sgd", "momentum", "nesterov", "adagrad", "rmsprop", "adam", "adamw"] = choice(
        "sgd",
        label="optimiser",
        effect=LIVE,
        labels={
            "sgd": "Gradient descent",
            "momentum": "Heavy ball",
            "nesterov": "Nesterov",
            "adagrad": "AdaGrad",
            "rmsprop": "RMSProp",
            "adam": "Adam",
            "adamw": "AdamW",
        },
    )
    rate: float = real(0.1, low=1e-4, high=10.0, log=True, label="learning rate", effect=LIVE, decimals=4)
    batch: int = integer(
        10,
        low=1,
        high=1000,
        log=True,
        label="batch",
        effect=LIVE,
        meaning="Points an update; all where there are less.",
    )
    epochs: int = integer(
        1,
        low=1,
        high=50,
        label="epochs a step",
        effect=LIVE,
        meaning="Passes over the points in one step; fewer where they would be over 2,000 updates of a small net.",
    )
    decay: float = real(
        0.0,
        low=0.0,
        high=0.3,
        label="weight decay",
        effect=LIVE,
        decimals=4,
        meaning="Strength λ of the penalty on the weights; biases are free.",
    )
    penalty: Literal["l2", "l1"] = choice(
        "l2", label="penalty", effect=LIVE, labels={"l2": "L2: λ/2 |w|²", "l1": "L1: λ |w|"}
    )
    dropout: float = real(
        0.0,
        low=0.0,
        high=0.9,
        label="dropout",
        effect=LIVE,
        meaning="Probability q that a hidden unit is left out of an update; those kept are divided by 1 − q.",
    )
    norm: Literal["none", "batch", "layer"] = choice(
        "none",
        label="normalisation",
        effect=RESTART,
        labels={"none": "None", "batch": "Batch norm", "layer": "Layer norm"},
    )
    init: Literal["glorot", "he", "lecun", "small", "large", "equal", "steps"] = choice(
        "glorot",
        label="initialisation",
        effect=RESTART,
        labels={
            "glorot": "Glorot",
            "he": "He",
            "lecun": "LeCun",
            "small": "Small: deviation 0.03",
            "large": "Large: deviation 3",
            "equal": "All units equal",
            "steps": "Even steps",
        },
        meaning="Variance 2/(n+m), 2/n, 1/n, 0.0009 or 9; all units of a layer alike; or a first layer of steps in a "
        "row, which for one hidden layer and one input add up to the curve.",
    )
    training: Literal["ordinary", "worst"] = choice(
        "ordinary",
        label="trained on",
        effect=LIVE,
        labels={"ordinary": "The points", "worst": "The worst points near them"},
        meaning="Empirical risk, or its minimax form: each point is replaced by the worst one in the ball round it.",
    )
    radius: float = real(
        0.3, low=0.0, high=1.5, label="radius of the ball", effect=LIVE, meaning="How far a point may be moved."
    )
    nets: int = integer(
        1,
        low=1,
        high=50,
        label="seeds at once",
        effect=RESTART,
        meaning="Nets from different random starts that learn together, in one batch.",
    )
    temperature: float = real(
        1.0,
        low=0.05,
        high=20.0,
        log=True,
        label="temperature",
        effect=VIEW,
        meaning="Of the softmax or sigmoid in the picture.",
        when={"data": CLASSES},
    )
    hard: bool = flag(
        False, label="hard borders", effect=VIEW, meaning="The decision without its confidence.", when={"data": CLASSES}
    )
