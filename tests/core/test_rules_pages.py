"""A translation of a page of the rules has all of that page, and its links lead somewhere.

A translation that follows an earlier English page is left alone until it follows the present one.
"""

from __future__ import annotations

import re
from pathlib import Path

from prowlerbot.core.i18n import Language
from tests.cases import each_of
from tests.catalogues import TRANSLATIONS
from tools.messages import RULES, follows

PRESENT = [
    (page, language)
    for page in sorted(RULES.glob("*.md"))
    for language in TRANSLATIONS
    if follows(page, language)
]
_LINK = re.compile(r"\]\(([^)#:]*)(?:#([^)]+))?\)")
_SHAPE = re.compile(r"^( *)(#+|\||- |\d+\. )", re.MULTILINE)


def _shape(text: str) -> list[str]:
    """Headings, rows of tables and points of lists, in their order."""
    return ["".join(found) for found in _SHAPE.findall(text)]


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    bare = (re.sub(r"[^\w \u00a0-]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in bare}


@each_of(("page", "language"), PRESENT)
def test_a_translation_has_all_parts_of_its_page(page: Path, language: Language) -> None:
    translation = page.parent / language / page.name
    assert _shape(translation.read_text(encoding="utf-8")) == _shape(page.read_text("utf-8"))


@each_of(("page", "language"), PRESENT)
def test_every_link_of_a_translation_leads_somewhere(page: Path, language: Language) -> None:
    translation = page.parent / language / page.name
    for path, anchor in _LINK.findall(translation.read_text(encoding="utf-8")):
        target = (translation.parent / path).resolve() if path else translation
        assert target.is_file(), path
        assert not anchor or anchor in _anchors(target), anchor
