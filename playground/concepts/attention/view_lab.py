"""The views without training: what an order of tokens changes, and the entropy of random scores."""

from __future__ import annotations

from playground.concepts.attention import Params
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Curve, Image, Level, Lines, Points, Role, Text

HEAD = "{head_name}"


def order(params: Params) -> Figure:
    """The tokens, the weights before and after, what comes out, and what tells the positions, where anything does."""
    pair = _reordered("typed"), _reordered("reordered")
    places = () if params.encoding == "none" else (_encoding(), _dots())
    plots = (_strip(), *pair, _change(), *places)
    return Figure(plots=plots, even=True, hint="Drag a token, or press space to shuffle")


def scaling() -> Figure:
    """Entropy and slope against the size of keys, and one row of weights of each kind."""
    return Figure(plots=(_entropies(), _row("unscaled"), _row("scaled"), _jacobians()), hint="Press space to draw")


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
    gap = Text(name="largest", text="largest {shuffle_gap}", anchor="top right", outcome=True)
    return Plot(name="change", title="Change of what comes out", y=Axis(range="change_y"),
                layers=(layer, gap))  # fmt: skip


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
    def curve(how: str, role: Role, text: str) -> Curve:
        name = f"entropy_curve_{how}"
        return Curve(name=how, role=role, x="size_x", y=name, low=f"{name}_low", high=f"{name}_high", text=text,
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
    def curve(how: str, role: Role) -> Curve:
        name = f"jacobian_curve_{how}"
        return Curve(name=how, role=role, x="size_x", y=name, low=f"{name}_low", high=f"{name}_high", markers=True)

    return Plot(
        name="jacobian",
        title="Slope of the softmax",
        unit="norm of its Jacobian",
        x=Axis(label="key size d", log=True, range=(0.0, 3.6)),
        y=Axis(zero=True),
        layers=(curve("unscaled", "slot2"), curve("scaled", "slot1")),
    )
