"""The user's own data: points in a CSV file, a picture whose dark pixels are the density, or a net that was kept."""

from __future__ import annotations

import csv
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from playground.concepts.diffusion import Params
from playground.concepts.diffusion.data import Data, data_of, make_data
from playground.concepts.diffusion.names import LINE
from playground.concepts.diffusion.plan import packed
from playground.engine.context import Ctx
from playground.engine.errors import BadInput
from playground.engine.kit.diffusion import training

MOST_BYTES = 16 << 20
MOST_POINTS = 300
MOST_CELLS = 300
_PICTURES = (".png", ".jpg", ".jpeg")
_FARTHEST = 1e6


def load(params: Params, path: Path) -> Data:
    """The data of a file.

    CSV: a row a point, two columns of numbers (one on a line), at most 300 rows are kept, each a small Gaussian.
    PNG, JPEG: dark pixels become the density. safetensors: a net that was exported; the data are those of the parameters.

    Raises:
        BadInput: the file cannot be used; the sentence says why.
    """
    ctx = Ctx(torch.device("cpu"), torch.float64, 0, "data")
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise BadInput(f"{path.name} has {size:,} bytes, allowed are {MOST_BYTES:,}", "file")
        raw = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path.name} cannot be opened: {error.strerror}", "file") from None
    kind = path.suffix.lower()
    if kind == ".safetensors":
        return _with_net(params, path.name, raw, ctx)
    if kind in _PICTURES:
        masses, means, spread = _picture(path)
    elif kind == ".csv":
        means = _points(path.name, raw, 1 if params.data in LINE else 2)
        masses, spread = torch.ones(len(means), dtype=torch.float64), _bandwidth(means)
    else:
        raise BadInput(f"{path.name} ends in {kind or 'nothing'}, allowed are .csv, .png, .jpg, .safetensors", "file")
    if params.data in LINE and means.shape[1] != 1:
        raise BadInput(f"{path.name} is a picture, but the data are on a line; choose data in the plane first", "file")
    modes = torch.zeros(len(means), dtype=torch.int64)
    variances = torch.full((len(means),), spread**2, dtype=torch.float64)
    return data_of(masses, means, variances, modes, params.examples, ctx.rng)


def _with_net(params: Params, name: str, raw: bytes, ctx: Ctx) -> Data:
    data = make_data(params, ctx)
    net = training.from_bytes(raw)
    if net.sizes[-1] != data.d:
        raise BadInput(f"{name} is a net for {net.sizes[-1]} coordinates, the data have {data.d}", "file")
    if not all(bool(torch.isfinite(part).all()) for part in net[:3]):
        raise BadInput(f"{name} holds numbers that are not finite", "file")
    return data._replace(net=packed(net), net_words=name)


def _points(name: str, raw: bytes, d: int) -> Tensor:
    """Standardised points (n, d)."""
    try:
        rows = list(csv.reader(raw.decode("utf-8-sig").splitlines()))
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{name} cannot be read as CSV: {error}", "file") from None
    found = []
    for number, row in enumerate(rows, 1):
        if not any(cell.strip() for cell in row):
            continue
        try:
            values = [float(cell) for cell in row[:d]]
        except ValueError:
            if not found:
                continue  # a heading
            raise BadInput(f"line {number} of {name} is {','.join(row)[:40]!r}, allowed are {d} numbers", "file") from None
        if len(values) < d or not all(abs(value) <= _FARTHEST for value in values):
            raise BadInput(f"line {number} of {name} needs {d} numbers from -1e6 to 1e6", "file")
        found.append(values)
    if len(found) < 2:
        raise BadInput(f"{name} has {len(found)} points, at least 2 are needed", "file")
    every = torch.tensor(found, dtype=torch.float64)
    # Evenly over the file, so that files sorted by class keep all of them.
    kept = every[torch.linspace(0, len(every) - 1, min(len(every), MOST_POINTS)).round().long()]
    centred = kept - kept.mean(0)
    size = float(centred.square().sum(1).mean() / d) ** 0.5
    if size == 0.0:
        raise BadInput(f"all points of {name} are the same, at least two must differ", "file")
    return centred / size


def _bandwidth(means: Tensor) -> float:
    """Silverman's rule for data of variance 1, halved: real data have more than one mode."""
    n, d = means.shape
    return float(0.5 * (4 / (n * (d + 2))) ** (1 / (d + 4)))


def _picture(path: Path) -> tuple[Tensor, Tensor, float]:
    """Masses, means and the standard deviation of Gaussians on the dark cells of a picture."""
    grey = _grey(path)
    dark = 1.0 - grey
    for side in range(40, 7, -2):
        cells = _shrunk(dark, side)
        heavy = cells > 0.12 * cells.max()
        if cells.max() > 0.02 and heavy.sum() <= MOST_CELLS:
            break
    else:
        raise BadInput(f"{path.name} has no dark part that stands out", "file")
    rows, columns = np.nonzero(heavy)
    means = torch.tensor(np.stack([columns + 0.5, -(rows + 0.5)], 1), dtype=torch.float64)
    masses = torch.tensor(cells[heavy], dtype=torch.float64)
    weights = masses / masses.sum()
    centred = means - weights @ means
    size = float((weights[:, None] * centred.square()).sum() / 2) ** 0.5
    if size == 0.0:
        raise BadInput(f"{path.name} has a single dark cell, at least two are needed", "file")
    return masses, centred / size, 0.5 / size


def _shrunk(dark: Any, side: int) -> Any:
    """The darkness averaged over cells, `side` of them along the longer edge."""
    height, width = dark.shape
    scale = max(height, width) / side
    rows, columns = max(1, round(height / scale)), max(1, round(width / scale))
    y = np.minimum((np.arange(height) * rows) // height, rows - 1)
    x = np.minimum((np.arange(width) * columns) // width, columns - 1)
    flat = (y[:, None] * columns + x).ravel()
    counts = np.bincount(flat, minlength=rows * columns)
    return (np.bincount(flat, dark.ravel(), rows * columns) / np.maximum(counts, 1)).reshape(rows, columns)


def _grey(path: Path) -> Any:
    """Grey values from 0 (black) to 1 (white), (height, width); transparent pixels are white."""
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path, formats=("PNG", "JPEG")) as picture:
                if picture.size[0] * picture.size[1] > 40_000_000:
                    raise BadInput(f"{path.name} has more than 40 million pixels", "file")
                seen = picture.convert("RGBA")
                seen.thumbnail((400, 400))
    except BadInput:
        raise
    except UnidentifiedImageError:
        raise BadInput(f"{path.name} is not a picture; allowed are PNG and JPEG files", "file") from None
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise BadInput(f"{path.name} cannot be opened: it is damaged or too large", "file") from None
    paper = Image.new("RGBA", seen.size, "white")
    return np.asarray(Image.alpha_composite(paper, seen).convert("L"), dtype=np.float64) / 255
