"""What the panel shows: one head with its numbers worked out, all heads, two sequences, an order, or scaling."""

from __future__ import annotations

from playground.concepts.attention import Params
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Cells, Curve, Graph, Image, Layer, Level, Lines, Points, Text, Trace

TOKENS, FEATURES = "tokens", "features"
HEAD = "{head_name}"
CHOOSE = Mouse(
    on="click", target="weights", kind="choose_cell", take={"query": "row", "key": "column"}, label="work out a weight"
)
HINT = "Press space to learn, click a cell to see it worked out, type a sentence of your own"


def figure(params: Params) -> Figure:
    """The plots of the chosen view."""
    if params.mode == "scaling":
        return Figure(plots=(_entropies(), _row("unscaled"), _row("scaled"), _jacobians()), hint="Press space to draw")
    if params.mode == "order":
        pair = _reordered("typed"), _reordered("reordered")
        plots = (_strip(), *pair, _change(), _encoding(), _dots())
        return Figure(plots=plots, even=True, hint="Drag a token, or press space to shuffle")
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


# ---- order


def _strip() -> Plot:
    return Plot(
        name="strip",
        title="Tokens",
        unit="as typed above, in their new order below",
        x=Axis(ticks=False),
        y=Axis(range=(-0.5, 1.5), ticks=False),
        layers=(
            Lines(name="moves", role="field", xy="moves", halo=False, found=False),
            Points(name="typed", role="muted", xy="typed_xy"),
            Points(name="tokens", xy="reordered_xy", ids="reordered_ids"),
            Text(name="typed words", xy="typed_xy", words="typed", side="above"),
            Text(name="new words", xy="reordered_xy", words="reordered", side="below"),
        ),
        mouse=(
            Mouse(on="drag", target="tokens", kind="move_token", take={"id": "id", "place": "x"}, label="move a token"),
        ),
    )


def _reordered(which: str) -> Plot:
    title = {"typed": "Weights as typed", "reordered": "Weights in the new order"}[which]
    layer = Image(name="weights", z=f"weights_{which}", levels=(0.0, 1.0), gaps=True, row_words=which,
                  column_words=which, outcome=which == "reordered", symbol="A α")  # fmt: skip
    return Plot(name=f"weights_{which}", title=title, unit=HEAD, layers=(layer,))


def _change() -> Plot:
    layer = Bars(name="change", heights="change", words="typed", outcome=True)
    return Plot(name="change", title="Change of what comes out", unit="largest {shuffle_gap}", y=Axis(range="change_y"),
                layers=(layer,))  # fmt: skip


def _encoding() -> Plot:
    layer = Image(name="encoding", z="encoding", color_map="diverging", levels=(-1.0, 1.0), symbol="P",
                  row_words="position_names", column_words="feature_names")  # fmt: skip
    return Plot(name="encoding", title="Positions", unit="a row each; features across", layers=(layer,))


def _dots() -> Plot:
    return Plot(
        name="dots",
        title="Dot product against distance",
        x=Axis(label="distance", whole=True, zero=True),
        layers=(
            Curve(name="first", role="theory", x="offsets", y="dots_first", text="from 0"),
            Curve(name="later", role="second", x="offsets", y="dots_later", markers=True),
        ),
    )


# ---- scaling


def _entropies() -> Plot:
    def curve(how: str, role: str, text: str) -> Curve:
        name = f"entropy_curve_{how}"
        return Curve(name=how, role=role, x="size_x", y=name, low=f"{name}_low", high=f"{name}_high", text=text,  # type: ignore[arg-type]
                     markers=True, outcome=True)  # fmt: skip

    return Plot(
        name="entropy",
        title="Entropy of the weights",
        unit="in nats, over {keys} keys, {draws} draws",
        main=True,
        x=Axis(label="key size d", log=True, range=(0.0, 3.6)),
        y=Axis(zero=True),
        layers=(
            Level(name="most", role="muted", value="max_entropy", text="all alike: log n = {max_entropy}"),
            Level(name="here", role="muted", value="size_here", across="vertical", text="d = {size}"),
            Curve(name="law", role="theory", x="size_x", y="theory_scaled", text="log n − ½"),
            curve("unscaled", "slot2", "q·k"),
            curve("scaled", "slot1", "q·k/√d"),
        ),
    )


def _row(how: str) -> Plot:
    words = {"unscaled": "softmax(q·k)", "scaled": "softmax(q·k/√d)"}[how]
    layer = Bars(name="row", role="slot2" if how == "unscaled" else "slot1", heights=f"row_{how}", outcome=True)
    return Plot(name=f"row_{how}", title=f"One row of {words}", unit=f"largest {{largest_{how}}}",
                x=Axis(label="key", whole=True), y=Axis(range=(0.0, 1.05)), layers=(layer,))  # fmt: skip


def _jacobians() -> Plot:
    def curve(how: str, role: str) -> Curve:
        name = f"jacobian_curve_{how}"
        return Curve(name=how, role=role, x="size_x", y=name, low=f"{name}_low", high=f"{name}_high", markers=True)  # type: ignore[arg-type]

    return Plot(
        name="jacobian",
        title="Slope of the softmax",
        unit="norm of its Jacobian",
        x=Axis(label="key size d", log=True, range=(0.0, 3.6)),
        y=Axis(zero=True),
        layers=(curve("unscaled", "slot2"), curve("scaled", "slot1")),
    )
