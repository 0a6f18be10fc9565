"""The pages for readers of the repository are written in short sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.cases import each_of
from tests.catalogues import ROOT

MOST_WORDS = 20
DOCS = "hosting", "operation", "privacy", "playing", "architecture", "decisions"
PAGES = ["README.md", "CONTRIBUTING.md", *(f"docs/{name}.md" for name in DOCS)]

_CODE = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)
_NO_PROSE = re.compile(r"^ *(?:#|\||!\[|<img ).*$", re.MULTILINE)
"""Headings, rows of tables and pictures."""
_ITEM = re.compile(r"\n\s*\n|^[ >]*(?:[-*]|\d+\.) |^> ?", re.MULTILINE)
"""Where a paragraph or an item of a list begins."""
_END = re.compile(r"(?<=[.!?])(?:[”)]*\s+(?=[“(*]*[A-Z\d[])|\*\*\s+)")


def sentences(text: str) -> Iterator[str]:
    """The sentences of a page, with each piece of code as one word and without targets of links."""
    prose = _NO_PROSE.sub("\n", _CODE.sub("\n", text))
    prose = re.sub(r"\]\([^)]*\)", "]", re.sub(r"`[^`]+`", "CODE", prose))
    for paragraph in _ITEM.split(prose):
        yield from filter(None, _END.split(" ".join(paragraph.split())))


def words(sentence: str) -> int:
    return sum(any(map(str.isalnum, word)) for word in sentence.split())


@each_of("page", PAGES)
def test_no_sentence_has_more_words_than_one_reads_at_once(page: str) -> None:
    told = [*sentences((ROOT / page).read_text(encoding="utf-8"))]
    assert len(told) > 10
    assert {each: count for each in told if (count := words(each)) > MOST_WORDS} == {}


def test_sentences_are_told_apart_from_tables_code_and_targets_of_links() -> None:
    page = """# A heading

One sentence, with `a command --of several words`. A [second
one](docs/far-away.md#place) goes on. “Third?” he asks (e.g. so).

| a row | of a table. And more |

```
code. More code
```

- An item
- **Another.** 40 begin it
  1. It ends
"""
    assert [*sentences(page)] == [
        "One sentence, with CODE.",
        "A [second one] goes on.",
        "“Third?” he asks (e.g. so).",
        "An item",
        "**Another.",
        "40 begin it",
        "It ends",
    ]
    assert words("**Another** – one & [two] “CODE”") == 4
