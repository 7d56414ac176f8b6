"""Jobs and data files by the command line, and the window's engine beside the command line."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import patience
import pytest
import toys

from playground import catalog
from playground.commands.run import numbers
from playground.engine.declarations.concept import Partial
from playground.engine.process import messages
from playground.engine.process import messages as m
from playground.engine.process.client import EngineClient
from playground.engine.run.session import Session
from playground.figures.figure import Figure, Plot
from playground.figures.layers import Level

Say = Callable[..., Any]
PATIENCE = patience.SECONDS


@pytest.fixture
def walking(say: Say, monkeypatch: pytest.MonkeyPatch) -> Say:
    """The command line with the walk as its concept."""
    walk = toys.walk()
    monkeypatch.setattr(catalog, "ids", lambda: (walk.id,))
    monkeypatch.setattr(catalog, "declaration", lambda name: walk.declaration)
    monkeypatch.setattr(catalog, "load", lambda name: walk)
    monkeypatch.setattr(catalog, "presets", lambda name: {})
    return say


def test_a_job_is_waited_for_and_its_results_join(walking: Say) -> None:
    plain = walking("run", "walk", "--steps", 3, "--json").json
    done = walking("run", "walk", "--steps", 3, "--job", "squares", "--json", "--arrays", "all").json
    assert plain["metrics"]["square_sum"] is None
    x = np.array(done["arrays"]["x"])
    assert done["metrics"]["square_sum"] == pytest.approx(10 * (x**2).sum())


def test_an_array_of_a_job_can_be_asked_for(walking: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    refusal = walking("run", "walk", "--steps", 3, "--arrays", "squares").refusal
    assert "array 'squares' does not exist" in refusal


def test_a_failed_job_is_a_fault(walking: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> Iterator[Partial]:
        yield Partial({}, 0.5)
        raise RuntimeError("shapes differ")

    broken_walk = toys.walk(jobs={"squares": broken})
    monkeypatch.setattr(catalog, "load", lambda name: broken_walk)
    said = walking("run", "walk", "--steps", 1, "--job", "squares")
    assert said.status == 1
    assert "shapes differ" in said.err
    assert "this is a fault of the program" in said.err


def test_a_data_file_is_opened(walking: Say, tmp_path: Path) -> None:
    path = tmp_path / "numbers.txt"
    path.write_text("1 2 4")
    found = walking("run", "walk", "--load", path, "--steps", 2, "--arrays", "x", "--json").json
    assert found["arrays"]["x"] == [1.0, 2.0, 4.0]


def test_data_survive_a_scene(walking: Say, tmp_path: Path) -> None:
    path, scene = tmp_path / "numbers.txt", tmp_path / "a.scene.json"
    path.write_text("1 2 4")
    straight = walking("run", "walk", "--load", path, "--steps", 9, "--arrays", "all", "--json").json
    walking("run", "walk", "--load", path, "--steps", 4, "--save", scene)
    path.unlink()
    assert walking("run", "walk", "--scene", scene, "--steps", 9, "--arrays", "all", "--json").json == straight


class Inbox:
    """The newest frame of an engine."""

    def __init__(self) -> None:
        self.frames: dict[str, Any] = {}
        self.client: EngineClient | None = None
        self._news = threading.Condition()

    def __call__(self, message: object) -> None:
        with self._news:
            if isinstance(message, messages.FrameMessage):
                self.frames[message.group] = message.frames[0]
                if self.client is not None:
                    self.client.send(message.group, m.Ask())
            self._news.notify_all()

    def wait(self, group: str, step: int) -> Any:
        with self._news:
            assert self._news.wait_for(lambda: group in self.frames and self.frames[group].step == step, PATIENCE)
            return self.frames[group]


def test_the_windows_engine_and_the_command_line_give_the_same_frames() -> None:
    from playground import cli

    inbox = Inbox()
    client = EngineClient(catalog.load, inbox, strict_warnings=True)
    inbox.client = client
    client.start()
    try:
        for concept in catalog.ids():
            declared = catalog.declaration(concept)
            preset = next(iter(catalog.presets(concept).values()))
            params = declared.params.make(preset["params"])
            client.send(concept, m.Open.of(concept, params.plain(), 7))
            client.send(concept, m.Seek(5))
            frame = inbox.wait(concept, 5)
            client.send(concept, m.Close())
            args = cli.parser().parse_args(["run", concept, "--seed", "7", "--steps", "5"])
            from playground.commands.run_arguments import play, start

            args.set = [(name, text(value)) for name, value in params.plain().items()]
            session = start(args)
            play(session, 5, [])
            mine = session.frame()
            assert mine.metrics == frame.metrics
            assert {name: array.tobytes() for name, array in mine.arrays.items()} == {
                name: array.tobytes() for name, array in frame.arrays.items()
            }
    finally:
        client.stop()


def text(value: Any) -> str:
    """A parameter as it is typed behind --set."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value)


def test_a_run_past_all_numbers_prints_its_numbers_and_nothing_of_its_picture() -> None:
    figure = Figure(plots=(Plot(name="plane", title="Plane", layers=(Level(name="sum", value=1.0),)),))
    growing = toys.exploding()
    concept = replace(growing, model=replace(growing.model, observe=toys.drawn(figure).model.observe))
    session = Session(concept)
    session.advance(40)
    frame = session.frame()
    assert frame.failure is not None
    assert frame.failure.kind == "nonfinite"
    assert "plane.sum.value" in frame.metrics
    printed = numbers(session, frame)
    assert "hits" in printed
    assert "plane.sum.value" not in printed
