"""What the palette finds beyond the commands: the presets and notes of all panels, and the handbook. No Qt."""

from __future__ import annotations

from playground.lecture.challenges import read_challenges
from playground.lecture.handbook import pages
from playground.render.words import tr
from playground.texts.notes import Formula, Section, parse
from playground.ui.controller.protocols import Catalog
from playground.ui.gallery.search import SearchEntry


def library(catalog: Catalog) -> list[SearchEntry]:
    """The lines of every panel and page; reading them takes a moment, so it is done once and when first searched."""
    made: list[SearchEntry] = []
    for concept in catalog.ids():
        title = catalog.declaration(concept).card.title
        for name, preset in catalog.presets(concept).items():
            about = f"{preset.get('line', '')} {preset.get('fails', '')}"
            made.append(
                SearchEntry("preset_of", f"{concept}/{name}", f"{tr(title)}: {tr(str(preset['title']))}", more=about)
            )
        for one in read_challenges(catalog.challenges(concept), concept).values():
            words = f"{tr('Challenge')}: {tr(title)}: {tr(one.title)}"
            made.append(SearchEntry("challenge", one.ref, words, more=one.task))
        for section in parse(catalog.notes(concept)):
            words = f"{tr('Notes')}: {tr(title)}: {section.heading}"
            made.append(SearchEntry("notes", concept, words, more=_text(section)))
    for page in pages():
        made.append(SearchEntry("handbook", page.name, f"{tr('Handbook')}: {page.title}"))
        for heading, text in page.sections:
            words = f"{tr('Handbook')}: {page.title}: {heading}"
            made.append(SearchEntry("handbook", f"{page.name}#{heading}", words, more=text))
    return made


def _text(section: Section) -> str:
    return " ".join(block.latex if isinstance(block, Formula) else block.text for block in section.blocks)
