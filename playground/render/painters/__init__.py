"""One painter per layer kind; `PAINTERS` is the registry."""

from __future__ import annotations

from typing import Any

from playground.figures import layers
from playground.figures.layers import Layer
from playground.render.painter import Painter
from playground.render.painters.arrows import ArrowsPainter
from playground.render.painters.bars import BarsPainter
from playground.render.painters.boundaries import BoundaryPainter
from playground.render.painters.clouds import CloudPainter
from playground.render.painters.curves import CurvePainter, LevelPainter, TracePainter
from playground.render.painters.diagrams import DiagramPainter
from playground.render.painters.graphs import GraphPainter
from playground.render.painters.letters import LettersPainter
from playground.render.painters.lines import LinesPainter
from playground.render.painters.messages import MessagesPainter
from playground.render.painters.pictures import CellsPainter, ImagePainter
from playground.render.painters.points import PointsPainter
from playground.render.painters.regions import RegionsPainter
from playground.render.painters.sentences import SentencePainter
from playground.render.painters.surfaces import SurfacePainter
from playground.render.painters.tables import TablePainter
from playground.render.painters.threads import ThreadsPainter
from playground.render.painters.tiles import TilesPainter
from playground.render.painters.words import RingPainter, TextPainter

PAINTERS: dict[type[Layer], type[Painter[Any]]] = {
    layers.Points: PointsPainter,
    layers.Ring: RingPainter,
    layers.Lines: LinesPainter,
    layers.Boundary: BoundaryPainter,
    layers.Arrows: ArrowsPainter,
    layers.Graph: GraphPainter,
    layers.Regions: RegionsPainter,
    layers.Image: ImagePainter,
    layers.Letters: LettersPainter,
    layers.Tiles: TilesPainter,
    layers.Cells: CellsPainter,
    layers.Trace: TracePainter,
    layers.Curve: CurvePainter,
    layers.Level: LevelPainter,
    layers.Bars: BarsPainter,
    layers.Text: TextPainter,
    layers.Diagram: DiagramPainter,
    layers.Table: TablePainter,
    layers.Surface: SurfacePainter,
    layers.Cloud: CloudPainter,
    layers.Messages: MessagesPainter,
    layers.Threads: ThreadsPainter,
    layers.Sentence: SentencePainter,
}


def painter_for(layer: Layer) -> Painter[Any]:
    """A new painter for a layer.

    Raises:
        KeyError: no painter is registered for its kind.
    """
    return PAINTERS[type(layer)](layer)
