"""The view on masked kernels: what a pixel sees through a stack of them, and the corner that it never sees."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from playground.concepts.autoregressive import Params, pixelcnn
from playground.concepts.autoregressive.declared import GRID
from playground.concepts.autoregressive.pixelcnn import Seen
from playground.concepts.autoregressive.state import State
from playground.engine.kit import brush
from playground.figures.drawn import Drawn
from playground.figures.figure import Figure, Mouse, Plot
from playground.figures.layers import Image, Lines, Points

_CLICK = {"row": "row", "column": "column"}
_BLIND, _REACHED, _LATER, _WAITING = -1.0, 1.0, 0.0, 0.15


@lru_cache(maxsize=64)
def seen(k: int, cell: int, depth: int) -> Seen:
    """What a pixel sees through so many layers behind the first; kept."""
    return pixelcnn.seen_from(k, (GRID, GRID), divmod(cell, GRID), depth)


def blind(params: Params, state: State) -> Drawn:
    """The picture with what the pixel sees, and both masks."""
    k = int(params.kernel)
    found = seen(k, state.cell, params.depth)
    reached, lost = found.reached.numpy(), found.blind.numpy()
    earlier = np.arange(GRID * GRID).reshape(GRID, GRID) < state.cell
    z = np.where(lost, _BLIND, np.where(reached, _REACHED, np.where(earlier, _WAITING, _LATER)))
    dots = np.argwhere(lost)
    numbers = {
        "reached": int(reached.sum()),
        "blind": int(lost.sum()),
        "earlier": int(state.cell),
        "ahead": int((reached & ~earlier).sum()),
        "kept_a": int(pixelcnn.kernel_mask(k, centre=False).sum()),
        "side": k,
        "radius": k // 2,
        "up": (params.depth + 1) * (k // 2),
        "layers": params.depth + 1,
    }
    main = Plot(
        name="grid",
        title="What a pixel sees",
        unit="{reached} of {earlier} earlier pixels; {blind} that it can never see",
        main=True,
        axes=False,
        badge="exact",
        layers=(
            Image(name="pixels", z=z, gaps=True, color_map="diverging", levels=(-1.4, 1.4), outcome=True, symbol="R"),
            Points(
                name="lost",
                role="now",
                xy=np.stack([dots[:, 1] + 0.5, GRID - dots[:, 0] - 0.5], 1).astype(np.float64),
                size=0.5,
                hollow=np.ones(len(dots), dtype=bool),
                outcome=True,
                key="never seen, however many layers",
            ),
            Lines(
                name="chosen",
                role="now",
                xy=brush.outlines(np.array([state.cell]), GRID, GRID),
                dash="solid",
                found=False,
                key="the pixel that looks back",
            ),
        ),
        mouse=(Mouse(on="click", target="pixels", kind="choose_cell", take=_CLICK, label="let this pixel look"),),
    )
    return Drawn(
        Figure(
            plots=(main, _mask("A", "the first layer: without itself", k, False), _mask("B", "all others", k, True)),
            hint="Click a pixel, add layers",
            share=0.66,
        ),
        numbers,
    )


def _mask(name: str, words: str, k: int, centre: bool) -> Plot:
    return Plot(
        name=f"mask_{name.lower()}",
        title=f"Mask {name}",
        unit=words,
        axes=False,
        badge="exact",
        layers=(
            Image(
                name="mask",
                z=pixelcnn.kernel_mask(k, centre).double().numpy(),
                gaps=True,
                levels=(0.0, 1.0),
                symbol=name,
            ),
        ),
    )
