"""Links: a scene in one line, the same run again, and nothing hostile in it unpacked or believed."""

from __future__ import annotations

import base64
import json
import random
import zlib
from pathlib import Path
from typing import Any

import pytest
from mutate import mutated
from toys import walk

from playground.engine.errors import BadInput
from playground.engine.kit import tree
from playground.engine.run.record import restore, store
from playground.engine.run.session import Session
from playground.lecture.link import LONGEST, SCHEME, from_link, is_link, scene_of, to_link
from playground.lecture.scene import save_scene


def run(steps: int = 20) -> Session:
    session = Session(walk(), seed=3)
    session.act("move", {"id": 1, "value": 0.5})
    session.advance(steps)
    return session


def packed(scene: Any) -> str:
    return SCHEME + base64.urlsafe_b64encode(zlib.compress(json.dumps(scene).encode())).decode()


def test_a_link_gives_the_same_run() -> None:
    session = run()
    link = to_link(store(session, with_state=True))
    assert link.startswith(SCHEME)
    assert len(link) < 700
    assert not set(link[len(SCHEME) :]) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    again = restore(walk(), from_link(link))
    assert tree.same(again.state, session.state)
    assert again.log == session.log
    assert again.note == ""


def test_a_link_may_be_broken_over_lines_or_shouted_and_padded(tmp_path: Path) -> None:
    link = to_link(store(run()))
    for form in (
        f" {link[:50]}\n{link[50:]} ",
        SCHEME.upper() + link[len(SCHEME) :],
        link + "/",
        f"{SCHEME}//{link[11:]}",
    ):
        assert from_link(form.strip()) == from_link(link)
    save_scene(tmp_path / "a.scene.json", store(run()))
    assert to_link(scene_of(str(tmp_path / "a.scene.json"))) == to_link(scene_of(link)) == link
    assert is_link(link)
    assert not is_link("a.scene.json")


def test_what_a_link_cannot_carry_is_said() -> None:
    noise = random.Random(1)
    record = store(run()) | {"data": {"source": "mine.csv", "stored": [noise.random() for _ in range(5000)]}}
    with pytest.raises(BadInput, match=rf"letters, allowed are {LONGEST:,}; save it as a scene file"):
        to_link(record)


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("https://example.org", "is no link of this program; one begins with playground:"),
        (SCHEME, "the link is damaged or cut off"),
        (SCHEME + "a*b", "the link is damaged"),
        (SCHEME + "AAAA", "the link is damaged"),
        (SCHEME + "A" * LONGEST, f"letters, allowed are {LONGEST:,}"),
        (to_link(store(run()))[:-40], "cut off"),
        (packed(["x"]), "the link is not a scene of this program"),
        (packed({"format": "playground.scene", "version": 9}), "made by a newer version"),
        (packed({"format": "playground.scene", "version": 1}), "concept is missing"),
        (
            SCHEME + base64.urlsafe_b64encode(zlib.compress(b" " * 20_000_000, 9)).decode(),
            "unpacks to more than 1,000,000",
        ),
    ],
)
def test_a_bad_link_gets_one_sentence(link: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        from_link(link)


def test_changed_links_are_read_or_refused() -> None:
    rng, whole, refused = random.Random(4), to_link(store(run())).encode(), 0
    for _ in range(200):
        try:
            assert from_link(mutated(rng, whole).decode("latin-1"))["concept"] == "walk"
        except BadInput as bad:
            refused += "\n" not in str(bad)
    assert refused > 100
