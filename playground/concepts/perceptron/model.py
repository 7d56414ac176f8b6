"""The perceptron run as the contract's functions."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from torch import Tensor

from playground.concepts.perceptron import Params
from playground.concepts.perceptron.data import Data, load, make_data
from playground.concepts.perceptron.gestures import apply
from playground.concepts.perceptron.jobs import JOBS
from playground.concepts.perceptron.picture import observe
from playground.concepts.perceptron.state import (
    State,
    begin,
    end_pass,
    in_use,
    learn,
    next_mistake,
    pass_by,
    row_at,
    true_weights,
    with_rate,
)
from playground.engine.concept import Model
from playground.engine.context import Ctx
from playground.engine.frame import Status

init = begin
