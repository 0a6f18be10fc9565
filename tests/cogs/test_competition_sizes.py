"""Messages about competitions fit, however many play, however long their names are."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cogs.competitions.message import CompetitionMessages
from cogs.competitions.news import NewsMessages
from cogs.contract.screen import TEXT_LIMIT
from cogs.frame.fitting import first_lines, pages_of
from cogs.frame.layout import Content
from prowlerbot.competition.record import DAY, Competition, Format, Terms
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.shell.made_up import MadeUp
from prowlerbot.storage.competitions import Stored

LARGEST = 10**19
"""More than any id of Discord, so that mentions and links are as long as they get."""


def first_round(kind: Format, players: int, table: int) -> Competition:
    terms = Terms(
        kind,
        "landgrab" if table > 2 else "prowler",
        1_800_000_000,
        table=table,
        check_in=DAY,
        at_once=kind is Format.LEAGUE,
    )
    ratings = {LARGEST + each: 1500 - each for each in range(players)}
    made = MadeUp(terms, ratings, random.Random(3), leave=0, late=0)
    return next(it for it in made.played() if it.course.round)


def stored(it: Competition) -> Stored:
    return Stored(
        "c23456789",
        it,
        "*" * 80,
        guild=LARGEST,
        channel=LARGEST,
        host=LARGEST,
        created_at=0,
        pace=DAY,
        text="*" * 400,
        names=dict.fromkeys(it.course.entries, "*" * 32),
        matches={number: f"{number:08}" for number in it.course.pairings},
    )


def length(content: Content) -> int:
    parts = cast("list[dict[str, Any]]", content.view.to_components())  # type: ignore[no-untyped-call]  # of discord.py
    return sum(len(each.get("content", "")) for each in parts)


@pytest.mark.parametrize(
    ("kind", "players", "table"),
    [
        (Format.SWISS, 128, 2),
        (Format.PODS, 128, 4),
        (Format.KNOCKOUT, 128, 2),
        (Format.LEAGUE, 60, 2),
        (Format.LEAGUE, 60, 4),
    ],
)
async def test_the_pairings_of_a_round_fit_in_every_language(
    kind: Format, players: int, table: int
) -> None:
    async def choices(*_: object) -> PlayerChoices:
        return PlayerChoices()

    it = stored(first_round(kind, players, table))
    link = f"https://discord.com/channels/{LARGEST}/{LARGEST}/{LARGEST}"
    links = dict.fromkeys(it.matches.values(), link)
    nothing = cast("Any", None)  # no picture is drawn here
    service = cast("Any", SimpleNamespace(store=SimpleNamespace(choices=choices)))
    messages = CompetitionMessages(service, nothing)
    news = NewsMessages(service, nothing, messages)
    keys = ["call1", "remind", "confirm", "begin" if kind is Format.LEAGUE else "round1"]
    for language in LANGUAGES:
        with speaking(language):
            for key in keys:
                assert length((await news.of(it, key, links)).content) <= TEXT_LIMIT
            for page in range(40):
                told = messages.pairings(it, 1, page, LARGEST, links)
                assert length(told) <= TEXT_LIMIT


def test_as_many_lines_as_fit_are_shown_and_the_others_counted() -> None:
    lines = ["x" * 999] * 6
    assert first_lines(lines, 10) == ["x" * 999] * 3 + ["-# … and 3 more."]
    assert first_lines(lines, 2, "y") == ["x" * 999] * 2 + ["-# … and 4 more."]
    assert first_lines(lines[:2], 2) == lines[:2]
    assert first_lines(["short"] * 3, 10, "y" * 3_850) == ["short"] * 3


def test_pages_hold_all_lines_in_their_order() -> None:
    lines = [str(number) * 600 for number in range(10)] + ["z" * 5_000]
    pages = pages_of(lines, 4, "y" * 1_000)
    assert [len(page) for page in pages] == [4, 4, 2, 1]
    assert [line for page in pages for line in page] == lines
    assert pages_of([], 4) == [[]]
