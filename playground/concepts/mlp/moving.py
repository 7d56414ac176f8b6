"""The optimiser: temporary."""
from __future__ import annotations
from typing import NamedTuple
import numpy as np, torch
from torch import Tensor
from playground.engine.kit.dense.layout import Floats

class Memory(NamedTuple):
    m: Tensor
    v: Tensor
    t: int

def remembered(name: str, theta: Tensor) -> Memory:
    return Memory(torch.zeros_like(theta), torch.zeros_like(theta), 0)

class Mover:
    def __init__(self, params, memory, theta):
        self.params=params
        self.m=memory.m.numpy().reshape(theta.shape).copy(); self.v=memory.v.numpy().reshape(theta.shape).copy(); self.t=memory.t
    def move(self, theta, g):
        p=self.params; self.t+=1
        if p.optimiser=="sgd":
            theta -= p.rate*g
        elif p.optimiser in ("momentum","nesterov"):
            self.m*=.9; self.m+=g
            theta -= p.rate*self.m
        else:
            self.m=.9*self.m+.1*g; self.v=.999*self.v+.001*g*g
            theta -= p.rate*self.m/(1-.9**self.t)/(np.sqrt(self.v/(1-.999**self.t))+1e-8)
    @property
    def memory(self):
        sh=self.m if self.m.ndim>1 else self.m[None]
        return Memory(torch.from_numpy(sh), torch.from_numpy(self.v if self.v.ndim>1 else self.v[None]), self.t)

def rearranged(memory, moved):
    return Memory(moved(memory.m), moved(memory.v), memory.t)
