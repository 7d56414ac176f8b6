"""What the window shows, as one frozen value; every widget is a function of it. No Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from playground.engine.concept import Declaration
    from playground.engine.frame import Frame
    from playground.engine.params import ConceptParams
    from playground.figures.figure import Figure

Page = Literal["gallery", "panel"]
Speed = Literal["slow", "normal", "fast"]
Curtain = Literal["", "black", "white"]
Engine = Literal["off", "starting", "ready"]


@dataclass(frozen=True, slots=True)
class Notice:
    """One line at the bottom left for a few seconds.

    Attributes:
        number: counts up, so that the same words twice are two notices.
        kind: which icon and word stand before it.
        text: the sentence.
        action: the id of a command that a button beside it runs; empty: none.
        action_label: the button's verb.
    """

    number: int
    kind: Literal["notice", "warning", "failed"]
    text: str
    action: str = ""
    action_label: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """How far a claim has been reproduced.

    Attributes:
        claim: the claim's id.
        state: running, holds or fails.
        text: the number beside the threshold, in words.
    """

    claim: str
    state: Literal["running", "holds", "fails"]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """The self-check of a panel.

    Attributes:
        running: the engine is computing.
        results: a row a case: name, kind, ok, deviation, where.
    """

    running: bool = False
    results: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """One concept on the stage; two panels are equal only if they are the same, since frames hold arrays.

    Attributes:
        group: the engine's name of the run.
        declaration: what the concept declares.
        params: the parameters as asked for; what the engine has not yet confirmed is in `pending`.
        seed: the seed as asked for.
        figure: the picture that belongs to the frame.
        presets: the presets by name.
        preset: the preset last chosen.
        frame: the newest frame, or None while the engine warms up.
        pending: values asked for that no frame has confirmed.
        playing: whether the run goes on.
        speed: how fast; the step size never depends on it.
        steps_per_second: as the engine measures it.
        device: where it computes, in words.
        heavy_step: a step or an observation takes more than 10 ms.
        refused: the parameter or field and the sentence why its value was refused.
        asking: the class is being asked first: outcome layers are hidden.
        proofs: by claim id.
        check: the self-check.
        fault: an engine fault that no frame carries: the sentence and the report.
    """

    group: str
    declaration: Declaration
    params: ConceptParams
    seed: int
    figure: Figure
    presets: Mapping[str, Mapping[str, Any]]
    preset: str = ""
    frame: Frame | None = None
    pending: Mapping[str, Any] = field(default_factory=dict)
    playing: bool = False
    speed: Speed = "normal"
    steps_per_second: float = 0.0
    device: str = ""
    heavy_step: bool = False
    refused: tuple[str, str] = ("", "")
    asking: bool = False
    proofs: Mapping[str, Proof] = field(default_factory=dict)
    check: Check = Check()
    fault: tuple[str, str] = ("", "")

    @property
    def step(self) -> int:
        """The step on screen, 0 before the first frame."""
        return self.frame.step if self.frame is not None else 0

    @property
    def fails(self) -> str:
        """Why the chosen preset fails, in one line; empty if it does not."""
        return str(self.presets.get(self.preset, {}).get("fails", ""))

    @property
    def repair(self) -> Mapping[str, Any]:
        """What mends a failing preset: `label` and `set`; empty if there is nothing to mend."""
        repair: Mapping[str, Any] = self.presets.get(self.preset, {}).get("repair", {})
        return repair


@dataclass(frozen=True, slots=True)
class State:
    """The whole window.

    Attributes:
        page: the gallery or a panel.
        catalog: the declarations by id, once the catalog is loaded.
        panel: the panel on the stage; kept while the gallery is shown.
        engine: whether the engine can compute.
        theme: light, dark or projector.
        scale: the user's own factor, 0.85 to 2.0.
        still: motion is reduced.
        bare: everything is hidden but the picture.
        curtain: the screen is black or white.
        notice: the newest notice, or None.
        recent: recently used scene files, newest first.
        recent_panels: recently opened concepts, newest first.
        hinted: concepts whose first-run hint was seen.
    """

    page: Page = "gallery"
    catalog: Mapping[str, Declaration] = field(default_factory=dict)
    panel: Panel | None = None
    engine: Engine = "off"
    theme: str = "light"
    scale: float = 1.0
    still: bool = False
    bare: bool = False
    curtain: Curtain = ""
    notice: Notice | None = None
    recent: tuple[str, ...] = ()
    recent_panels: tuple[str, ...] = ()
    hinted: tuple[str, ...] = ()


def status_line(panel: Panel | None, frames_per_second: float) -> tuple[str, bool]:
    """The status in words, and whether the picture or the steps are over budget.

    Args:
        panel: the panel on the stage.
        frames_per_second: as the window measures it; 0 while nothing is drawn.
    """
    if panel is None or panel.frame is None:
        return "", False
    device = panel.device or "CPU"
    if not panel.playing:
        return f"{device} · {'paused' if panel.frame.status == 'running' else panel.frame.status}", False
    wanted = min(60.0, panel.steps_per_second)
    if wanted >= 20 and 0 < frames_per_second < 0.5 * wanted:
        return f"{device} · drawing {frames_per_second:.0f} frames/s", True
    if panel.heavy_step:
        return f"{device} · heavy steps, {panel.steps_per_second:,.0f} steps/s", True
    rate = f"{panel.steps_per_second:,.0f}" if panel.steps_per_second >= 10 else f"{panel.steps_per_second:.1f}"
    return f"{device} · {rate} steps/s · {frames_per_second:.0f} frames/s", False
