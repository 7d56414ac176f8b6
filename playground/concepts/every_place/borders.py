"""The view on U-Net: the picture, what both nets find, what crosses the bridges, and the overlap at the border."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from playground.concepts.every_place import Params, unet
from playground.concepts.every_place.flat import views
from playground.concepts.every_place.state import Data, State, both
from playground.engine.frame import Array
from playground.engine.kit.arrays import Floats
from playground.engine.kit.newest import Newest
from playground.figures.drawn import Drawn
from playground.figures.figure import Axis, Figure, Mouse, Plot
from playground.figures.layers import Bars, Image, Lines, Role, Tiles, Trace
from playground.figures.values import Range

_PAPER = np.array([0.0, unet.SIDE, 0.0, unet.SIDE])
_FOUND: Newest[tuple[Tensor, Tensor]] = Newest()


def borders(params: Params, data: Data, state: State) -> Drawn:
    """The six plots, and the numbers of U-Net."""
    picture = unet.pictured(state.mask, state.noise, params.noise)

    def find() -> tuple[Tensor, Tensor]:
        nets = zip(both(state.theta), (True, False), strict=True)
        first, second = (unet.run(net, skips, picture[None])[0] for net, skips in nets)
        return first, second

    found = _FOUND.of(state.theta, (state.mask, state.noise, params.noise), find)
    mine = [unet.scores(one[None], state.mask[None]) for one in found]
    means = state.scores.double().mean(0).tolist()
    rim = _outline(state.mask)
    plots = (
        _paper(picture),
        _answer("with", "With skips", "border IoU {mine_with}", found[0], rim),
        _answer("without", "Without skips", "border IoU {mine_without}", found[1], rim),
        _bridges(state, picture),
        _overlaps(mine),
        _learning(),
    )
    numbers = {
        "iou_with": means[0],
        "border_with": means[1],
        "iou_without": means[2],
        "border_without": means[3],
        "border_gain": means[1] - means[3],
        **_counted(found[0], state.mask),
        "mine_with": mine[0][1],
        "mine_without": mine[1][1],
    }
    hint = "Drag to draw, shift and drag to erase, space to train"
    return Drawn(Figure(plots=plots, hint=hint), numbers)


def _counted(logits: Tensor, mask: Tensor) -> dict[str, int]:
    """How many pixels are in both borders, and in either."""
    found, true = unet.rim((logits[None] > 0).float())[0], unet.rim(mask[None])[0]
    return {"both_borders": int((found & true).sum()), "either_border": int((found | true).sum())}


def _paper(picture: Tensor) -> Plot:
    return Plot(
        name="paper",
        title="Draw blobs here",
        unit="what both nets are shown",
        main=True,
        axes=False,
        badge="exact",
        layers=(Image(name="picture", z=picture, extent=_PAPER, levels=(-0.8, 1.8), symbol="x"),),
        mouse=(
            Mouse(on="drag", target="picture", kind="draw", take={"path": "path"}, label="add to the blobs"),
            Mouse(on="shift+drag", target="picture", kind="erase", take={"path": "path"}, label="take away"),
        ),
    )


def _answer(name: str, title: str, unit: str, logits: Tensor, rim: Floats) -> Plot:
    return Plot(
        name=name,
        title=title,
        unit=unit,
        main=name == "with",
        axes=False,
        badge="exact",
        layers=(
            Image(name=f"found {name}", z=logits.sigmoid(), extent=_PAPER, levels=(0.0, 1.0), outcome=True, symbol="p"),
            Lines(name="rim", role="slot2", xy=rim, dash="solid", halo=False, found=False, key="true border"),
        ),
    )


def _outline(mask: Tensor) -> Floats:
    """The edges between the pixels of a mask and the others, (n, 4)."""
    inside = np.pad(mask.numpy() > 0.5, 1)
    side = len(mask)
    rows, columns = np.nonzero(inside[:, 1:] != inside[:, :-1])
    upright = np.stack([columns, side + 1 - rows, columns, side - rows], 1)
    rows, columns = np.nonzero(inside[1:] != inside[:-1])
    level = np.stack([columns - 1, side - rows, columns, side - rows], 1)
    return np.concatenate([upright, level]).astype(np.float64)


def _bridges(state: State, picture: Tensor) -> Plot:
    """The maps that cross the two bridges, and those of the bottom, each as a share of the largest of its row."""
    w = views(both(state.theta)[0], unet.forms(True))
    z, rows = picture[None, None] - 0.5, list[Tensor]()
    for k in range(3):
        z = functional.conv2d(functional.max_pool2d(z, 2) if k else z, w[2 * k], w[2 * k + 1], padding="same").relu()
        rows.append(z[0] / z.max().clamp_min(1e-12))
    wide = [one.repeat_interleave(2**k, 1).repeat_interleave(2**k, 2)[:6] for k, one in enumerate(rows)]
    place = [(float(c), -float(k)) for k in range(3) for c in range(6)]
    words = ("crosses the upper bridge, 32 × 32", "crosses the lower bridge, 16 × 16", "of the bottom, 8 × 8")
    return Plot(
        name="bridges",
        title="What crosses the bridges",
        unit="where, in 32 × 32 and 16 × 16; below, what: 8 × 8",
        axes=False,
        badge="exact",
        x=Axis(range=Range(-0.55, 5.55)),
        y=Axis(range=Range(-2.55, 0.55)),
        layers=(
            Tiles(
                name="maps",
                z=torch.cat(wide).numpy(),
                xy=np.array(place),
                size=np.array([0.9, 0.9]),
                color_map="sequential",
                levels=(0.0, 1.0),
                words=[f"map {c + 1} {words[k]}" for k in range(3) for c in range(6)],
                symbol="a",
            ),
        ),
    )


def _overlaps(mine: list[tuple[float, float]]) -> Plot:
    """All pixels and the border alone, with skips and without."""
    heights = np.array([mine[0][0], mine[1][0], mine[0][1], mine[1][1]])
    kinds = np.array([True, False, True, False])
    kinds_of: tuple[tuple[str, Role, Array], ...] = (("bridged", "hero", kinds), ("bare", "muted", ~kinds))
    names = ("all, skips", "all, none", "border, skips", "border, none")
    return Plot(
        name="overlaps",
        title="Overlap over union",
        unit="of the picture on the paper",
        badge="exact",
        x=Axis(range=(0.0, 1.12)),
        layers=tuple(
            Bars(
                name=name,
                role=role,
                heights=np.where(which, heights, np.nan),
                names=names,
                across="horizontal",
                text="{heights}",
                outcome=True,
            )
            for name, role, which in kinds_of
        ),
    )


def _learning() -> Plot:
    return Plot(
        name="learning",
        title="Border IoU, held out",
        unit="{border_with} and {border_without} after {updates} updates",
        badge="sampled",
        x=Axis(label="updates", whole=True, zero=True),
        y=Axis(range=(0.0, 1.0)),
        layers=(
            Trace(name="border without", role="muted", series="border_without", against="updates", text="no skips"),
            Trace(name="border with", series="border_with", against="updates", text="skips", outcome=True),
        ),
    )
