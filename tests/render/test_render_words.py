"""The catalogue: texts by themselves, by template, by their parts; and that all texts of the window are in it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import window_texts

from playground import catalog
from playground.render.words import Catalogue, tr, use

GERMAN = {
    "Back to the start": "Zurück zum Anfang",
    "Saved {}": "Gesichert: {}",
    "Undo": "Rückgängig",
    "ctrl": "Strg",
    "shift": "Umschalt",
    "or": "oder",
    "New start: {} changed": "Neuer Start: {} geändert",
    "learning rate": "Lernrate",
    "Search {} panels, words and formulas": "{} Tafeln, Wörter und Formeln durchsuchen",
    "{} must be at most {}": "{} darf höchstens {} sein",
    "paused": "Pause",
    "Save the scene": "Szene sichern",
    "of {}": "von {}",
}


@pytest.fixture
def german() -> Iterator[None]:
    """A few words of another language for one test."""
    use(Catalogue(GERMAN))
    yield
    use(Catalogue({}))


def test_english_is_what_is_written() -> None:
    assert tr("Back to the start") == "Back to the start"
    assert tr("Saved a.scene.json") == "Saved a.scene.json"


@pytest.mark.parametrize(
    ("english", "expected"),
    [
        ("Back to the start", "Zurück zum Anfang"),
        ("Saved a.scene.json", "Gesichert: a.scene.json"),
        ("Undo (ctrl + Z)", "Rückgängig (Strg + Z)"),
        ("ctrl + shift + Z or ctrl + Y", "Strg + Umschalt + Z oder Strg + Y"),
        ("New start: learning rate changed", "Neuer Start: Lernrate geändert"),
        ("Search 12 panels, words and formulas", "12 Tafeln, Wörter und Formeln durchsuchen"),
        ("learning rate must be at most 1", "Lernrate darf höchstens 1 sein"),
        ("CPU · paused", "CPU · Pause"),
        ("Save the scene\tctrl + S", "Szene sichern\tStrg + S"),
        ("of 1,024", "von 1,024"),
        ("0.25", "0.25"),
        ("η", "η"),
        ("something that nobody has translated", "something that nobody has translated"),
    ],
)
def test_a_text_is_found_by_itself_by_template_or_by_its_parts(german: None, english: str, expected: str) -> None:
    assert tr(english) == expected


def test_one_catalogue_has_the_texts_of_all_windows_and_panels() -> None:
    found = window_texts.catalogue({"Gallery": "Galerie", "nobody says this": "weg"})
    assert found["Gallery"] == "Galerie"
    assert "nobody says this" not in found
    for text in ("Back to the start", "Block of the inspector", "More parameters", "learning rate", "Presenter view"):
        assert text in found, text
    for concept in catalog.ids():
        assert catalog.declaration(concept).card.title in found


def test_the_catalogue_is_written_and_what_it_had_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "window.json"
    target.write_text(json.dumps({"Gallery": "Galerie"}), "utf-8")
    monkeypatch.setattr(sys, "argv", ["window_texts.py", str(target)])
    window_texts.main()
    written = json.loads(target.read_text("utf-8"))
    assert written["Gallery"] == "Galerie"
    assert f"{len(written)} texts" in capsys.readouterr().out
