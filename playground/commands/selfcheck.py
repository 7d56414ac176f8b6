"""`playground selfcheck`: is this installation whole?"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from playground import catalog
from playground.commands import Outcome, health_checks
from playground.commands.output import table, to_json
from playground.engine import device
from playground.engine.run.session import Session
from playground.lecture.anonymise import short_path
from playground.lecture.report import Trouble, versions, write_report

STEPS = 3


def main(args: Namespace) -> Outcome:
    """Versions, devices, three steps of every concept, the engine process, a picture, films; 1 if one of them fails."""
    concepts, parts, faults = [], [], []
    for name in catalog.ids():
        with health_checks.watchdog(name):
            fault = _fault(name)
        concepts.append({"id": name, "ok": not fault})
        if fault:
            faults.append(f"{name}: {fault}")
    for name, part in health_checks.PARTS.items():
        with health_checks.watchdog(name):
            works, said = health_checks.attempt(part)
        parts.append({"name": name, "ok": works, "said": said})
        if not works:
            faults.append(f"{name}: {said}")
    with health_checks.watchdog("the graphics card"):
        cards = [{"kind": card.kind, "name": card.name, "why_not": card.why_not} for card in device.cards()]
        best = device.name(device.best())
    found: dict[str, Any] = {
        "versions": versions(),
        "device": best,
        "cards": cards,
        "concepts": concepts,
        "parts": parts,
    }
    status = 1 if faults else 0
    text = table(_rows(found), indent="")
    notes = (*faults, *([_report(text, faults, found["device"], args.paths)] if args.report else []))
    return Outcome(to_json(found) if args.json else text, status, notes)


def _rows(found: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = [*found["versions"].items(), ("device", found["device"])]
    rows += [
        (f"not {card['kind']}", f"{card['name']}: {card['why_not']}") for card in found["cards"] if card["why_not"]
    ]
    rows += [(one["id"], "steps" if one["ok"] else "FAILS") for one in found["concepts"]]
    return rows + [(one["name"], one["said"] if one["ok"] else "FAILS") for one in found["parts"]]


def _report(text: str, faults: list[str], device: str, plain_paths: bool) -> str:
    """Writes the same report as after a crash; returns where it is."""
    sentence = f"The self-check found {len(faults)} fault{'' if len(faults) == 1 else 's'}"
    trouble = Trouble("selfcheck", sentence, "\n".join([text, *faults]))
    path = write_report(trouble, device=device, plain_paths=plain_paths)
    return f"the report is in {short_path(path)}" if path is not None else "the report could not be written"


def _fault(name: str) -> str:
    """Why a concept does not take three steps and show itself; empty if it does."""
    try:
        session = Session(catalog.load(name))
        session.advance(STEPS)
        frame = session.frame()
    except Exception as error:  # whatever it is, the other concepts are still checked
        return f"{type(error).__name__}: {error}"
    return frame.failure.sentence if frame.failure is not None else ""
