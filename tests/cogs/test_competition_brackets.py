"""The bracket of a knock-out: the picture that is shown first, and what it tells of each match."""

from __future__ import annotations

import pytest

from cogs.views.competitions.bracket import current_page
from cogs.views.competitions.pictures import page_of
from prowlerbot.competition import chores, steps
from prowlerbot.competition.record import Competition, Format
from tests.cogs.shown_competitions import shown
from tests.competition.building import START, begun, better_wins, decided, settled, terms, won

KNOCKOUT = terms(Format.KNOCKOUT)


def told(it: Competition, page: int | None = None) -> list[str]:
    found = page_of(shown(it), "standings", "night", page)
    assert found is not None
    return found.words.replace("*", "").splitlines()


def nobody_came(it: Competition, *pairings: int) -> Competition:
    for number in pairings:
        pairing = it.course.pairings[number]
        it = steps.report(it, steps.forfeit(pairing, pairing.players, START))
    return it


@pytest.mark.parametrize("missing", [(), (1,), (1, 2)])
def test_the_bracket_follows_its_rounds_past_matches_that_nobody_won(
    missing: tuple[int, ...],
) -> None:
    it = nobody_came(begun(KNOCKOUT, range(1, 33)), *missing)
    shown_first = []
    while not it.course.ended:
        shown_first.append(current_page(it.course))
        it = settled(better_wins(it), START)
    assert shown_first == [0, 0, 2, 2, 2]
    assert current_page(it.course) == 2


def test_the_bracket_waits_for_a_match_that_is_played_again() -> None:
    it = begun(KNOCKOUT, range(1, 17))
    first = it.course.open[0]
    for other in it.course.open[1:]:
        it = decided(it, other.pairing, 1, 2)
    it = decided(it, first.pairing, 1, 1)
    assert current_page(it.course) == 0
    assert "Ada 1 plays Ada 16." in told(it)


def test_a_match_that_nobody_won_is_told_as_such() -> None:
    it = nobody_came(begun(KNOCKOUT, range(1, 5)), 1)
    assert told(it) == [
        "Semi-finals:",
        "Ada 1 – Ada 4: nobody goes on.",
        "Ada 2 plays Ada 3.",
    ]
    it = settled(won(it, 2, 3), START)
    assert it.course.ended
    assert told(it)[-2:] == ["Final:", "Ada 2 goes on without a match."]


def test_nobody_plays_or_waits_in_a_bracket_that_was_cancelled() -> None:
    it = won(begun(KNOCKOUT, range(1, 5)), 2, 3)
    assert "Ada 2 waits for an opponent." in told(it)
    assert told(chores.end(it, START, early=True)) == [
        "Semi-finals:",
        "Ada 1 – Ada 4: nobody goes on.",
        "Ada 2 goes on against Ada 3.",
    ]
