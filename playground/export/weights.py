"""The weights of a panel's net as a safetensors file, which the panel, torch and other programs read."""

from __future__ import annotations

from pathlib import Path

from playground.engine.declarations.concept import Declaration
from playground.engine.errors import BadInput
from playground.engine.files import replacing
from playground.engine.run.session import Session


def check_weights(declared: Declaration) -> None:
    """Whether a panel has a net at all.

    Raises:
        BadInput: it has none.
    """
    if not declared.card.weights:
        raise BadInput(f"{declared.id} has no net whose weights could be written", "weights")


def write_weights(path: str | Path, session: Session) -> None:
    """Writes the net as it stands at the session's step.

    Raises:
        BadInput: there is no net in this mode, or the file cannot be written.
    """
    from safetensors.torch import save

    check_weights(session.concept.declaration)
    give = session.concept.model.weights
    assert give is not None
    tensors = give(session.params, session.data, session.state)
    told = {"format": "pt", "panel": session.concept.id, "seed": str(session.seed), "step": str(session.step)}
    stored = save({name: part.detach().cpu().contiguous() for name, part in tensors.items()}, told)
    with replacing(path) as temporary:
        temporary.write_bytes(stored)
