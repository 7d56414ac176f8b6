"""Nets as PyTorch, Keras, NumPy and scikit-learn users save them: the same layers in the same order, or a refusal."""

from __future__ import annotations

import io
import itertools
import json
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import save
from torch import Tensor, nn

from playground.engine.errors import BadInput
from playground.engine.reading.preview import preview
from playground.engine.reading.weights import Limits, Pair, read_layers

FILES = Path(__file__).resolve().parents[1] / "support" / "usual_files"
LIMITS = Limits(layers=5, units=64, inputs=(1, 2))


def layers(*sizes: int, seed: int = 0) -> list[Pair]:
    rng = torch.Generator().manual_seed(seed)
    draw = {"generator": rng, "dtype": torch.float64}
    return [(torch.randn(b, a, **draw), torch.randn(b, **draw)) for a, b in itertools.pairwise(sizes)]  # type: ignore[call-overload]


NET = layers(2, 4, 4, 1)
(W1, B1), (W2, B2), (W3, B3) = NET
ARRAYS = [part.numpy() for pair in NET for part in pair]
KERAS = [part.T for part in ARRAYS]


def state(*names: str, net: list[Pair] = NET) -> OrderedDict[str, Tensor]:
    found: OrderedDict[str, Tensor] = OrderedDict()
    for name, (W, b) in zip(names, net, strict=True):
        found[f"{name}.weight"], found[f"{name}.bias"] = W, b
    return found


def saved(content: Any) -> bytes:
    torch.save(content, buffer := io.BytesIO())
    return buffer.getvalue()


def npz(*arrays: Any, **named: Any) -> bytes:
    np.savez(buffer := io.BytesIO(), *arrays, **named)
    return buffer.getvalue()


def packed(**named: Any) -> bytes:
    np.savez_compressed(buffer := io.BytesIO(), **named)
    return buffer.getvalue()


BOTH = {"epoch": 3, "optimizer_state_dict": {"state": {0: {"exp_avg": W1}}, "param_groups": [{"lr": 0.1}]}}
SHUFFLED = dict(sorted(state("out", "fc1", "fc2", net=[NET[2], NET[0], NET[1]]).items(), key=lambda one: one[0][::-1]))

USUAL: dict[str, bytes] = {
    "Sequential": saved(state("0", "2", "4")),
    "ten layers": saved(state("8", "9", "10")),
    "fc1, fc2, out": saved(state("fc1", "fc2", "out")),
    "fc1, fc2, out in safetensors": save(SHUFFLED),
    "hidden and head": save(state("hidden.0", "hidden.2", "head")),
    "features and classifier": save(state("features.0", "classifier.0", "classifier.2")),
    "input and output": save(state("input_layer", "hidden", "output_layer")),
    "names alone, in order": saved(state("alpha", "beta", "gamma")),
    "module.": saved(state("module.fc1", "module.fc2", "module.fc3")),
    "_orig_mod.": save(state("_orig_mod.net.0", "_orig_mod.net.2", "_orig_mod.net.4")),
    "state_dict": saved({"state_dict": state("model.fc1", "model.fc2", "model.fc3"), "epoch": 3}),
    "model_state_dict": saved({"model_state_dict": state("0", "2", "4"), **BOTH}),
    "model": saved({"model": state("0", "2", "4"), **BOTH}),
    "nested twice": saved({"checkpoint": {"net": {"layers": state("0", "2", "4")}}, "step": torch.tensor(7)}),
    "a dictionary a layer": saved(
        {"fc1": {"weight": W1, "bias": B1}, "fc2": {"weight": W2, "bias": B2}, "out": {"weight": W3, "bias": B3}}
    ),
    "list(model.parameters())": saved([nn.Parameter(part) for pair in NET for part in pair]),
    "npz by names": npz(
        **{f"fc{k}.{what}": part for k, (W, b) in enumerate(NET, 1) for what, part in (("weight", W), ("bias", b))}
    ),
    "npz W1, b1": npz(W1=W1, b1=B1, W2=W2, b2=B2, W3=W3, b3=B3),
    "npz all W first": npz(b3=B3, b1=B1, b2=B2, W3=W3, W2=W2, W1=W1),
    "npz w_1": packed(w_1=W1, b_1=B1, w_2=W2, b_2=B2, w_3=W3, b_3=B3),
    "npz arr_0": npz(*ARRAYS),
    "Keras get_weights": npz(*KERAS),
    "Keras by names": npz(
        **{
            f"{name}/{what}:0": part
            for name, W, b in zip(("dense", "dense_1", "dense_2"), KERAS[::2], KERAS[1::2], strict=True)
            for what, part in (("kernel", W), ("bias", b))
        }
    ),
    "scikit-learn": npz(*KERAS[::2], *KERAS[1::2]),
    "JSON": json.dumps({"layers": [{"W": W.tolist(), "b": b.tolist()} for W, b in NET]}).encode(),
    "JSON with a mark": b"\xef\xbb\xbf"
    + json.dumps({"layers": [{"W": W.tolist(), "b": b.tolist()} for W, b in NET]}).encode(),
    "JSON of a state_dict": json.dumps(
        {key: value.tolist() for key, value in state("fc1", "fc2", "out").items()}
    ).encode(),
}


@pytest.mark.parametrize("name", USUAL)
def test_a_usual_net_gives_its_layers(name: str, tmp_path: Path) -> None:
    (tmp_path / "net.bin").write_bytes(USUAL[name])
    found = read_layers(tmp_path / "net.bin", LIMITS)
    assert [W.shape for W, _ in found] == [W.shape for W, _ in NET]
    for (W, b), (right_W, right_b) in zip(found, NET, strict=True):
        assert torch.equal(W, right_W)
        assert torch.equal(b, right_b)
    assert preview(tmp_path / "net.bin", ("table", "weights")).kind == "weights"


def test_layers_without_biases_and_of_other_precision(tmp_path: Path) -> None:
    for name, content in (
        ("a", npz(*(part.T for part in ARRAYS[::2]))),
        ("b", saved({f"{k}.weight": W.to(torch.float32) for k, (W, _) in enumerate(NET)})),
        ("c", npz(ARRAYS[0], ARRAYS[1], ARRAYS[2], ARRAYS[4])),
    ):
        (tmp_path / name).write_bytes(content)
        found = read_layers(tmp_path / name, LIMITS)
        assert [W.shape for W, _ in found] == [W.shape for W, _ in NET]
        assert all(torch.allclose(W, right) for (W, _), (right, _) in zip(found, NET, strict=True))
        assert torch.equal(found[0][1], B1 if name == "c" else torch.zeros(4, dtype=torch.float64))


@pytest.mark.parametrize("order", [("a", "b", "out"), ("b", "a", "out")])
def test_the_order_in_a_safetensors_file_does_not_matter(order: tuple[str, ...], tmp_path: Path) -> None:
    square = layers(2, 2, 2, 1)
    (tmp_path / "net.st").write_bytes(save(dict(state(*order, net=square))))
    with pytest.raises(BadInput, match=r"net\.st: a and b fit in either order; number the layers, as in fc1 and fc2"):
        read_layers(tmp_path / "net.st", LIMITS)
    (tmp_path / "net.pt").write_bytes(saved(state(*order, net=square)))  # keeps it
    assert torch.equal(read_layers(tmp_path / "net.pt", LIMITS)[0][0], square[0][0])


class Whole(nn.Module):
    """A model that somebody saved whole."""

    def __init__(self) -> None:
        super().__init__()
        self.out = nn.Linear(2, 1)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            saved(Whole()),
            r"holds more than tensors, such as a whole model or settings; save its weights alone, torch\.save",
        ),
        (
            saved({"model": state("0", "2", "4"), "ema": state("0", "2", "4")}),
            r"holds several nets: model, ema; save one",
        ),
        (saved(torch.ones(3)), r"holds one tensor, allowed is a dictionary of tensors"),
        (saved({"epoch": 3}), r'has no tensor whose name ends in "weight"'),
        (
            saved({**state("0", "2", "4"), "1.running_mean": B1}),
            r"1\.running_mean is neither weights nor biases of a layer",
        ),
        (saved({**state("0", "3", "5"), "1.weight": B1}), r"layer 2 has W of shape \(4,\)"),
        (
            save(dict(state("fc1", "fc2", "fc3", net=[NET[1], NET[0], NET[2]]))),
            r"layer 1 takes 4 inputs, allowed are|layer 2 takes",
        ),
        (npz(W1, B1, W2, B2, B2, W3), r"has 3 matrices and 3 vectors|layer"),
        (npz(W1, torch.ones(2, 2, 2)), r"holds the arrays|arr_1 has the shape \(2, 2, 2\)"),
        (
            npz(W1=np.array([[1j, 2]]), b1=np.zeros(1), W2=np.ones((1, 1))),
            r"W1 holds complex128, allowed are real numbers",
        ),
        (b"\x89HDF\r\n\x1a\n" + b"\0" * 99, r"is an HDF5 file; write the arrays with np\.savez\("),
        (
            b"\x80\x04\x95" + b"\0" * 99 + b".",
            r"is a Python pickle, which can run code and is never opened; write a table",
        ),
    ],
)
def test_what_is_no_net_says_what_to_do(content: bytes, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "net.bin").write_bytes(content)
    with pytest.raises(BadInput, match=sentence):
        read_layers(tmp_path / "net.bin", LIMITS)


def test_files_that_failed_once() -> None:
    for name, shapes in (
        ("fc1-fc2-out.safetensors", [(8, 2), (8, 8), (1, 8)]),
        ("net.npz", [(8, 2), (8, 8), (1, 8)]),
        ("lightning.ckpt", [(8, 2), (8, 8), (1, 8)]),
    ):
        assert [tuple(W.shape) for W, _ in read_layers(FILES / name, LIMITS)] == shapes
    with np.load(FILES / "net.npz") as stored:
        assert np.array_equal(read_layers(FILES / "net.npz", LIMITS)[1][0].numpy(), stored["fc2.weight"])
    with pytest.raises(BadInput, match="hidden_a and hidden_b fit in either order"):
        read_layers(FILES / "unnumbered.safetensors", LIMITS)
