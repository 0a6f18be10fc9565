"""English messages read plainly: no headless clause, no nameless people, no code of an emoji."""

from __future__ import annotations

import re

from tests.catalogues import forms, template

_HEADLESS = re.compile(r"(who|what|whom|whose|whoever|whatever)\b", re.IGNORECASE)
"""Words that begin no sentence, except a question."""
_HANGING = re.compile(r"\b(whoever|whatever|whomever)\b", re.IGNORECASE)
_NAMELESS = re.compile(r"\b(the others|somebody|anybody|everybody else)\b", re.IGNORECASE)
"""People without a name."""
_EMOJI_CODE = re.compile(r"<a?:\w+:\d+>|(?<!\w):[a-z]\w+:(?!\w)")
_SENTENCE = re.compile(r"[^.!?:;\n]+[.!?:;]?")

ALLOWED = {
    "Who can see my history": "the name of a setting",
    "What it brought": "the heading of a column",
    "What it cost": "the heading of a column",
}
"""Sentences that may begin so, with the reason."""
NOBODY_KNOWN = {
    "The player from that match is no longer here; challenge somebody else.": "their name is gone",
    "You: {rating}, hidden from everybody else": "a list of all who play here",
    "Find somebody": "it is the search for a player",
    "Find somebody to play with, here or on other servers": "likewise",
}
"""Messages about people of whom no name is known, with the reason. The texts that teach a game and
the rules in short speak of players in general, so they are not looked at."""
_LONG = 150
"""Characters from which a message teaches or explains."""


def _told() -> list[str]:
    return sorted({text for message in template() if message.id for text in forms(message.id)})


def test_no_sentence_begins_with_a_bare_who_or_what() -> None:
    found = [
        sentence
        for text in _told()
        for sentence in (each.strip(" *-#▶️❓") for each in _SENTENCE.findall(text))
        if _HEADLESS.match(sentence) and not sentence.endswith("?") and sentence not in ALLOWED
    ]
    assert found == []


def test_no_clause_hangs_on_whoever_or_whatever() -> None:
    assert [text for text in _told() if _HANGING.search(text)] == []


def test_people_are_named_where_a_name_is_known() -> None:
    short = [text for text in _told() if len(text) < _LONG and "/" not in text]
    assert [each for each in short if _NAMELESS.search(each) and each not in NOBODY_KNOWN] == []


def test_no_message_bears_the_code_of_an_emoji() -> None:
    assert [text for text in _told() if _EMOJI_CODE.search(text)] == []


def test_every_exception_is_still_told() -> None:
    told = _told()
    assert [each for each in ALLOWED if not any(each in text for text in told)] == []
    assert [each for each in NOBODY_KNOWN if each not in told] == []
