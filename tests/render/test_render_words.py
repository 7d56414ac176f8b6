"""The catalogue: texts by themselves, by template, by their parts; and what it covers."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import build_translations
import pytest

from playground import catalog
from playground.render import words
from playground.render.words import choose_language, tr, use
from playground.ui.keys import COMMANDS


@pytest.fixture
def german() -> Iterator[None]:
    """German for one test."""
    use("de")
    yield
    use("en")


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


def test_the_language_of_a_setting() -> None:
    assert choose_language("de") == "de"
    assert choose_language("en") == "en"
    assert choose_language("system") in words.LANGUAGES
    assert choose_language("xx") in words.LANGUAGES


def uncovered(texts: list[str]) -> list[str]:
    """What has no German; a twentieth may still wait for its translation."""
    known = _translated()
    missing = [text for text in texts if text not in known]
    return missing if len(missing) > len(texts) / 20 else []


def test_german_covers_the_texts_of_the_window() -> None:
    missing = uncovered([*build_translations.sources(), *(command.label for command in COMMANDS)])
    assert not missing, f"translate in playground_de.ts (packaging/build_translations.py): {missing}"


def test_german_covers_what_the_panels_declare() -> None:
    known = _translated()
    begun = [concept for concept in catalog.ids() if catalog.declaration(concept).card.title in known]
    assert len(begun) >= 5
    missing = uncovered([text for concept in begun for text in build_translations.declared(concept)])
    assert not missing, f"labels without German: {missing}"


def test_holes_are_kept_and_nothing_is_left_from_before() -> None:
    for source, translation in _translated().items():
        assert translation.count("{}") <= source.count("{}"), source
        assert translation.strip() == translation, source


def test_the_compiled_catalogue_is_that_of_the_source() -> None:
    for path in build_translations.FOLDER.glob("*.ts"):
        assert path.with_suffix(".qm").read_bytes() == build_translations.compiled(path)


def _translated() -> dict[str, str]:
    root = ElementTree.parse(build_translations.FOLDER / "playground_de.ts").getroot()
    pairs = {m.findtext("source", ""): m.findtext("translation", "") for m in root.iter("message")}
    return {source: translation for source, translation in pairs.items() if translation}
