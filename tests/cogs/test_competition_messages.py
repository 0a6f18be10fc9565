"""The rows of buttons and the headings of messages about competitions."""

from __future__ import annotations

import pytest

from cogs.competitions.message import rows
from cogs.views.competition_words import FORMATS, link_line
from cogs.views.competitions.podium import podium_parts
from prowlerbot.competition import steps
from prowlerbot.competition.record import Competition, Format
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import LANGUAGES, speaking, tr
from tests.cogs.shown_competitions import shown, stored
from tests.competition.building import (
    DAY,
    START,
    begun,
    better_wins,
    entered,
    settled,
    terms,
)


@pytest.mark.parametrize("kind", Format)
def test_three_buttons_at_most_stand_side_by_side(kind: Format) -> None:
    of = terms(kind, check_in=0 if kind is Format.LADDER else DAY)
    joined = entered(of, range(1, 31))
    stages: list[Competition] = [joined, settled(joined, START - DAY)]
    stages.append(begun(terms(kind), range(1, 31)))
    stages.append(settled(better_wins(stages[-1]), START))
    for it in stages:
        shown_rows = rows(stored(it), "main")
        assert max(map(len, shown_rows)) <= 3
        labels = [button.label for row in shown_rows for button in row]
        assert len(labels) == len({*labels})


def test_everything_can_be_pressed_during_the_check_in() -> None:
    of = terms(Format.SWISS, check_in=DAY)
    it = settled(entered(of, range(1, 31)), START - DAY)
    labels = [[button.label for button in row] for row in rows(stored(it), "main")]
    assert labels == [["Check in", "Join", "Leave"], ["Rules", "Players"]]


@pytest.mark.parametrize("kind", [each for each in Format if each is not Format.LADDER])
def test_the_button_to_join_is_there_as_long_as_somebody_can_enter(kind: Format) -> None:
    it = begun(terms(kind), range(1, 9))
    while not it.course.ended:
        try:
            steps.enter(it, 9, 1500, START)
        except Denied:
            enters = False
        else:
            enters = True
        labels = [button.label for row in rows(stored(it), "main") for button in row]
        assert ("Join" in labels) is enters
        it = settled(better_wins(it), START)


@pytest.mark.parametrize("name", ["", "Old Town"])
@pytest.mark.parametrize("kind", [Format.LEAGUE, Format.LADDER])
def test_lists_and_headings_say_once_what_a_competition_is(kind: Format, name: str) -> None:
    it = settled(better_wins(begun(terms(kind), range(1, 5))), START)
    for language in LANGUAGES:
        with speaking(language):
            view, word = shown(it, name), tr(FORMATS[kind])
            heading, (podium,) = view.heading(), podium_parts(view)
            for texts in (
                [link_line(view.stored).removeprefix("- ")],
                [heading.name, heading.line],
                [podium.heading.name, *podium.lines(view.player)],
            ):
                told = [part.rstrip(".") for text in texts for part in text.split(" · ")]
                assert told.count(word) == 1
