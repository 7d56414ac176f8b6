"""What the panel shows: one head with its numbers worked out, all heads, two sequences, an order, or scaling."""

from __future__ import annotations

from playground.concepts.attention import Params
from playground.concepts.attention.view_lab import HEAD, order, scaling
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Cells, Graph, Image, Layer, Lines, Points, Text, Trace

TOKENS, FEATURES = "tokens", "features"
CHOOSE = Mouse(
    on="click", target="weights", kind="choose_cell", take={"query": "row", "key": "column"}, label="work out a weight"
)
HINT = "Press space to learn, click a cell to see it worked out, type a sentence of your own"


def figure(params: Params) -> Figure:
    """The plots of the chosen view."""
    if params.mode == "scaling":
        return scaling()
    if params.mode == "order":
        return order(params)
    if params.picture == "vectors":
        return Figure(plots=_vectors(params), even=True, hint="Point at a token: it lights up in every picture")
    learning = _accuracy(params)
    if params.picture == "grid":
        return Figure(plots=(_grid(), _matrix(params), learning), hint="Click a head to see it alone")
    if params.mode == "digits":
        return Figure(plots=(_digit(), _matrix(params, main=False), learning), hint="Click a patch, or the class token")
    main = _arcs(params) if params.picture == "arcs" else _matrix(params)
    return Figure(plots=(main, _by_hand(), learning), hint=HINT)


def links(params: Params) -> tuple[str, str]:
    """What rows and columns of a matrix stand for; in one sequence both are its tokens."""
    return ("targets", "sources") if params.mode == "translation" else (TOKENS, "")


# ---- one head


def _weights(params: Params) -> Image:
    rows, columns = links(params)
    return Image(
        name="weights",
        z="weights",
        levels=(0.0, 1.0),
        gaps=True,
        outcome=True,
        symbol="A α",
        row_words="asks",
        column_words="looked",
        linked=rows,
        linked_columns=columns,
    )


def _matrix(params: Params, main: bool = True) -> Plot:
    answers = () if params.mode == "digits" else (Cells(name="answers", role="theory", xy="aims"),)
    return Plot(
        name="matrix",
        title="Weights",
        unit=f"{HEAD}; a query each row, a key each column",
        main=main and params.picture != "grid",
        layers=(
            _weights(params),
            *answers,
            Cells(name="chosen", role="now", xy="chosen_cell", symbol="α"),
        ),
        mouse=(CHOOSE,),
    )


def _by_hand() -> Plot:
    return Plot(
        name="by_hand",
        title="{query_word} · {key_word} = {product:2}",
        unit="/ {root:2} = {score:2}",
        x=Axis(range="product_x"),
        layers=(
            Bars(
                name="products",
                heights="products",
                words="factors",
                across="horizontal",
                text="{products}",
                outcome=True,
                symbol="q k",
            ),
        ),
    )


def _accuracy(params: Params) -> Plot:
    honest: tuple[Layer, ...] = (
        Trace(
            name="honest",
            role="second",
            series="honest_accuracy",
            text="without the future {honest_accuracy}",
            show="unmasked",
            outcome=True,
        ),
    )
    return Plot(
        name="accuracy",
        title="Accuracy",
        unit="on new sequences" if params.mode != "digits" else "on a batch",
        x=Axis(label="step", whole=True, zero=True),
        y=Axis(range=(0.0, 1.05)),
        layers=(
            *honest,
            Trace(name="accuracy", series="accuracy", text="{accuracy}", outcome=True),
            Text(name="says", text="it says {said}", anchor="bottom right", outcome=True, show="taken"),
        ),
    )


def _arcs(params: Params) -> Plot:
    rows, columns = links(params)
    return Plot(
        name="arcs",
        title="Who looks at whom",
        unit=f"{HEAD}; queries left, keys right",
        main=True,
        x=Axis(range=(-0.35, 1.35), ticks=False),
        y=Axis(range="arc_y", ticks=False),
        layers=(
            Graph(name="arcs", xy="arc_xy", pairs="arc_pairs", widths="arc_widths", strong="arc_strong", scale=0.1,
                  outcome=True, symbol="A α"),
            Points(name="asks", xy="asks_xy", size=0.8, linked=rows),
            Points(name="looked", role="second", xy="looked_xy", size=0.8, linked=columns or rows),
            Text(name="asking", xy="asks_xy", words="asks", side="left"),
            Text(name="looked at", xy="looked_xy", words="looked", side="right"),
        ),
        mouse=(
            Mouse(on="click", target="asks", kind="choose_query", take={"query": "id"}, label="follow this token"),
        ),
    )  # fmt: skip


# ---- everything that leads to the weights


def _vectors(params: Params) -> tuple[Plot, ...]:
    rows, columns = links(params)

    def features(name: str, title: str, z: str, symbol: str, words: str, link: str, outcome: bool = False) -> Plot:
        layer = Image(name=name, z=z, color_map="diverging", gaps=True, row_words=words, linked=link,
                      linked_columns=FEATURES, symbol=symbol, outcome=outcome)  # fmt: skip
        return Plot(name=name, title=title, layers=(layer,), x=Axis(ticks=False))

    scores = Image(name="scores", z="scores", color_map="diverging", gaps=True, row_words="asks",
                   column_words="looked", linked=rows, linked_columns=columns, symbol="S")  # fmt: skip
    pick = Mouse(on="click", target="scores", kind="choose_cell", take={"query": "row", "key": "column"},
                 label="work out a weight")  # fmt: skip
    chosen = Cells(name="chosen", role="now", xy="chosen_cell", symbol="α")
    return (
        features("queries", "Queries Q = X Wq", "queries", "Q q", "asks", rows),
        features("keys", "Keys K = X Wk", "keys_shown", "K k", "looked", columns or rows),
        features("values", "Values V = X Wv", "values", "V v", "looked", columns or rows),
        Plot(name="scores", title="Scores QK'/{root}", layers=(scores, chosen), mouse=(pick,)),
        Plot(name="matrix", title="Softmax", unit=HEAD, layers=(_weights(params), chosen), mouse=(CHOOSE,)),
        features("outputs", "Output A V", "outputs", "o", "asks", rows, outcome=True),
    )


def _grid() -> Plot:
    return Plot(
        name="grid",
        title="All heads",
        unit="a row a layer, a column a head",
        main=True,
        axes=False,
        layers=(
            Image(name="grid", z="grid", levels=(0.0, 1.0), outcome=True, frame=False, symbol="A α"),
            Lines(name="frames", role="muted", xy="grid_frames", halo=False, found=False),
            Lines(name="shown", role="now", xy="grid_shown", halo=False, found=False),
        ),
        mouse=(
            Mouse(on="click", target="grid", kind="choose_head", take={"row": "row", "column": "column"},
                  label="show this head"),
        ),
    )  # fmt: skip


def _digit() -> Plot:
    return Plot(
        name="digit",
        title="Patches of a digit",
        unit="where {query_word} looks; it says {said}",
        main=True,
        axes=False,
        layers=(
            Image(name="pixels", z="pixels", extent="patch_extent", levels=(0.0, 1.8)),
            Lines(name="cuts", role="grid", xy="patch_cuts", halo=False, found=False),
            Graph(name="patches", xy="patch_xy", pairs="look_pairs", widths="look_widths", strong="look_strong",
                  values="look_values", sizes="look_values", color_map="sequential", levels=(0.0, 1.0), words="asks",
                  hover="{look_values}", mark="chosen_mark", linked=TOKENS, outcome=True, symbol="A α"),
        ),
        mouse=(
            Mouse(on="click", target="patches", kind="choose_query", take={"query": "id"}, label="follow this token"),
        ),
    )  # fmt: skip
