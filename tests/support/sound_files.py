"""Small sound files of each kind of data, as bytes: what the tests of readers break."""

from __future__ import annotations

import io
import json
from typing import Any

import networkx as nx
import numpy as np
import torch
from PIL import Image
from safetensors.torch import save

TABLE = "height,weight,kind\n1.5,2,cat\n3,-4e0,dog\n5.25,6,cat\n" + "7.5,8,dog\n" * 5


def tables() -> list[bytes]:
    """One table in several dialects."""
    return [
        TABLE.encode(),
        TABLE.replace(",", ";").replace(".", ",").encode("utf-8-sig"),
        TABLE.replace(",", "\t").encode("utf-16"),
        "".join(f'"{line}"\n' for line in TABLE.replace(",", '","').splitlines()).encode(),
        TABLE.split("\n", 1)[1].encode(),
    ]


def pictures() -> list[bytes]:
    """A small picture in several formats and modes."""
    grey = np.linspace(0, 255, 24 * 24).reshape(24, 24).astype(np.uint8)
    found = []
    several = {
        "PNG": ("L", "RGBA", "1", "P"),
        "JPEG": ("RGB", "CMYK"),
        "WEBP": ("RGB",),
        "GIF": ("P",),
        "BMP": ("RGB",),
    }
    for kind, mode in [(kind, mode) for kind, modes in several.items() for mode in modes]:
        Image.fromarray(grey).convert("RGB").convert(mode).save(buffer := io.BytesIO(), kind)
        found.append(buffer.getvalue())
    return found


def graphs() -> list[bytes]:
    """A small graph in every form."""
    made = nx.cycle_graph(5)
    found = []
    for write in (nx.write_graphml, nx.write_gexf, nx.write_gml, nx.write_pajek):
        write(made, buffer := io.BytesIO())
        found.append(buffer.getvalue())
    found.append(json.dumps(nx.node_link_data(made, edges="links")).encode())
    return [*found, b"[[0, 1], [1, 2]]", b"# friends\nann bob\nbob cid 0.5\n", b",x,y\nx,0,1\ny,1,0\n"]


def weights() -> list[bytes]:
    """A small net in every form."""
    tensors = {"0.weight": torch.ones(3, 2), "0.bias": torch.zeros(3), "2.weight": torch.ones(1, 3)}
    torch.save(tensors, buffer := io.BytesIO())
    layers = [{"W": [[1.0, 2.0]], "b": [0.5]}, {"W": [[1.0]], "b": [0.0]}]
    arrays: dict[str, Any] = {name: part.numpy() for name, part in tensors.items()}
    np.savez(packed := io.BytesIO(), **arrays)
    return [buffer.getvalue(), save(tensors), json.dumps({"layers": layers}).encode(), packed.getvalue()]
