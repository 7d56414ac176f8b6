"""The shipped cases, computed by the code that the panel runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.concepts.noisy_channel import channel
from playground.concepts.noisy_channel.channel import Candidates
from playground.engine.kit.cases import Inputs


def _decoding(inputs: Inputs) -> Mapping[str, Any]:
    words, scores = np.array(inputs["candidates"]), np.log(np.array(inputs["channel"]))
    follows = np.log(np.array(inputs["prior"]))
    known = Candidates(words[None], np.zeros_like(scores)[None], scores[None])
    read = channel.reranked(follows, known, np.array(inputs["weights"]))[:, 0]
    return {"sentences": read}


CHECKS = {"channel_decoding": _decoding}
