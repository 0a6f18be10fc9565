"""The standings and brackets of competitions as shown: their matches, places and medals."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cogs.competitions.views.competition_pictures import Kind, best_players, page_of
from cogs.competitions.views.competition_text import pairing_lines
from cogs.competitions.views.standings_views import current_page, standings_parts, table_parts
from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import Competition, CompetitionTerms
from prowlerbot.competitions.course import Decided
from prowlerbot.competitions.standings import medals
from renderer.competition.table import Row, Table
from tests.cases import each_of
from tests.cogs.shown_competitions import shown
from tests.competitions import kinds
from tests.competitions.building import (
    START,
    begun,
    better_wins,
    decided,
    settled,
    stored,
    terms,
    won,
)

# ------------------------------------------------------------------ brackets


KNOCKOUT = terms(kinds.KNOCKOUT)


def told(it: Competition, page: int | None = None) -> list[str]:
    found = page_of(shown(it), "standings", "night", page)
    assert found is not None
    return found.words.replace("*", "").splitlines()


def nobody_came(it: Competition, *pairings: int) -> Competition:
    for number in pairings:
        pairing = it.course.pairings[number]
        it = competition_steps.report(
            it, competition_steps.forfeit(pairing, pairing.players, START)
        )
    return it


@each_of("missing", [(), (1,), (1, 2)])
def test_the_bracket_follows_its_rounds_past_matches_that_nobody_won(
    missing: tuple[int, ...],
) -> None:
    it = nobody_came(begun(KNOCKOUT, range(1, 33)), *missing)
    shown_first = []
    while not it.course.ended:
        shown_first.append(current_page(it.course))
        it = settled(better_wins(it), START)
    assert shown_first == [0, 0, 4, 4, 4]
    assert current_page(it.course) == 4


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
    assert told(competition_steps.cancel(it, START)) == [
        "Semi-finals:",
        "Ada 1 – Ada 4: nobody goes on.",
        "Ada 2 goes on against Ada 3.",
    ]


# ------------------------------------------------------------------ the page that opens


def rows_that_open(it: Competition, kind: Kind, reader: int = 0) -> tuple[Row, ...]:
    found = page_of(shown(it, reader=reader), kind, "night")
    assert found is not None
    return drawn(found.drawing.draw)


ARENA = terms(kinds.ARENA, season=60 * 60, round_time=0)


@each_of("many", [terms(kinds.SWISS), terms(kinds.LADDER), ARENA])
def test_a_page_has_ten_players_and_the_one_that_opens_has_its_reader(
    many: CompetitionTerms,
) -> None:
    it = begun(many, range(1, 26))
    for reader in it.course.entries:
        rows = rows_that_open(it, "standings", reader)
        assert len(rows) <= 10
        assert [row.player for row in rows if row.own] == [reader]


def test_everybody_sees_the_first_page_and_no_row_of_their_own() -> None:
    it = settled(better_wins(begun(terms(kinds.SWISS), range(1, 26))), START)
    first = page_of(shown(it), "standings", "night", 0)
    for reader in (0, 99):
        assert not [row for row in rows_that_open(it, "standings", reader) if row.own]
        opened = page_of(shown(it, reader=reader), "standings", "night")
        assert opened is not None
        assert first is not None
        assert (opened.page, opened.words) == (0, first.words)


def test_all_results_open_with_the_first_columns_of_the_reader() -> None:
    it = begun(terms(kinds.ROUND_ROBIN), range(1, 17))
    rows = rows_that_open(it, "table", 16)
    assert [row.player for row in rows if row.own] == [16]
    found = page_of(shown(it, reader=16), "table", "night")
    assert found is not None
    assert (found.page, found.pages) == (2, 4)


def test_a_bracket_opens_where_its_reader_has_come_to() -> None:
    it = begun(KNOCKOUT, range(1, 33))
    while not it.course.ended:
        it = settled(better_wins(it), START)
    out, finalist = (page_of(shown(it, reader=each), "standings", "night") for each in (32, 2))
    assert out is not None
    assert finalist is not None
    assert "Ada 32" in out.words.replace("*", "")
    assert finalist.page == finalist.pages - 1


# ------------------------------------------------------------------ medals


def without_the_first() -> Competition:
    """The player in front leaves a Swiss tournament before the last round."""
    it = begun(terms(kinds.SWISS), range(1, 9))
    for _ in range(2):
        it = settled(better_wins(it), START)
    return competition_steps.withdraw(it, 1, START)


def drawn(draw: Callable[..., bytes]) -> tuple[Row, ...]:
    assert isinstance(draw, partial)
    if isinstance(draw.func, partial):
        return drawn(draw.func)
    table = draw.args[-1]
    assert isinstance(table, Table)
    return table.rows


def standing(it: Competition) -> tuple[Row, ...]:
    (part,) = standings_parts(shown(it))
    return drawn(part.draw)


def discs(it: Competition) -> dict[str, int]:
    return {line.name: line.place for line in standing(it) if line.medal}


def test_the_standings_show_the_medals_of_the_podium() -> None:
    it = settled(better_wins(without_the_first()), START)
    assert it.course.ended
    won = {f"Ada {player}": place for player, place in medals(it).items()}
    assert discs(it) == won
    assert won == {shown(it).player(line.player): line.place for line in best_players(shown(it))}
    assert sorted(won.values())[:2] == [1, 2]


def test_a_player_who_has_left_has_neither_medal_nor_place() -> None:
    it = without_the_first()
    for stage in (it, settled(better_wins(it), START)):
        assert discs(stage)
        (left,) = [line for line in standing(stage) if line.way == "left"]
        assert (left.name, left.place, left.medal) == ("Ada 1", 0, False)
        told = standings_parts(shown(stage))[0].lines(shown(stage).player)
        assert sum(line.startswith("Ada 1: ") for line in told) == 1
        assert sum(line.startswith("1. ") for line in told) == 1


def test_nobody_who_comes_last_has_a_medal_in_the_standings() -> None:
    it = settled(better_wins(begun(terms(kinds.ROUND_ROBIN), [1, 2])), START)
    assert discs(it) == {"Ada 1": 1}


def test_the_table_of_all_results_shows_what_a_late_entry_has_for_missed_rounds() -> None:
    it = settled(better_wins(begun(terms(kinds.SWISS, rounds=6), range(1, 9))), START)
    (part,) = table_parts(shown(competition_steps.enter(it, 9, 1500, START)))
    (late,) = [row for row in drawn(part.draw) if row.name == "Ada 9"]
    assert [(cell.text, cell.below) for cell in late.cells[:3]] == [
        ("½", "–"),
        ("½", "–"),
        ("", ""),
    ]
    assert late.points == "1"


def test_a_match_of_an_arena_that_is_too_short_is_told_as_such() -> None:
    arena = begun(ARENA, (1, 2))
    ended = competition_steps.report(arena, Decided(START, 1, (1, 2), short=True))
    (line,) = pairing_lines(stored(ended), [ended.course.pairings[1]], {})
    assert line.endswith("(too short)")


def test_a_short_match_of_a_round_is_told_as_any_other() -> None:
    swiss = begun(terms(kinds.SWISS), (1, 2, 3, 4))
    pairing = swiss.course.pairings[1]
    ended = competition_steps.report(swiss, Decided(START, pairing.pairing, (2, 1), short=True))
    assert pairing_lines(stored(ended), [pairing], {}) == ["- Ada 1 – Ada 3: 0 : 1"]
