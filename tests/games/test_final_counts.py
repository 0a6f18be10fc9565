"""The final count of each game: it adds up, and says what decided."""

import re
from collections.abc import Sequence
from math import prod
from typing import Any

import pytest

from prowlerbot.core.final_count import Cell, Column, Count, as_steps, sum_words
from prowlerbot.games.heroes.final_count import final_count as heroes
from prowlerbot.games.landgrab.final_count import final_count as landgrab
from prowlerbot.games.landgrab.position import End
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.prowler.final_count import final_count as prowler
from prowlerbot.games.prowler.rules import banked_wealth, running_wealth
from tests.cogs.games.shown import MATCHES, match
from tests.games.landgrab.matches import started
from tests.renderer.heroes.matches import match as heroes_match

COUNTS: Any = {"prowler": prowler, "landgrab": landgrab, "heroes": heroes}


@pytest.mark.parametrize(("game", "setup", "seed"), MATCHES)
def test_every_row_adds_up_to_the_total_of_its_seat_and_the_course_runs_forward_to_it(
    game: str, setup: str, seed: int
) -> None:
    line = match(game, setup, seed)
    outcome = line[-1].outcome
    assert outcome is not None
    count: Count = COUNTS[game](line)
    assert ([*count.totals], count.ranks) == ([*outcome.totals], outcome.ranks)
    for seat, total in enumerate(outcome.totals, 1):
        assert sum(row.total for row in count.rows_of(seat)) == total
    for row in count.rows if not line[-1].facts().get("left") else ():
        assert_adds_up(count.columns, row.cells, row.total)
    running: Count = COUNTS[game](line[: len(line) * 2 // 3])
    assert (running.ranks, running.course) == (None, None)
    for row in running.rows:
        assert_adds_up(running.columns, row.cells, row.total)
    assert count.course is not None
    assert len({course[-1][0] for course in count.course.lines}) == 1
    for course, total in zip(count.course.lines, count.totals, strict=True):
        whens = [when for when, _ in course]
        assert whens == sorted(whens)
        assert course[-1][1] == total


def test_heroes_beware_tells_what_is_missing_for_a_medal_and_that_the_last_round_counts() -> None:
    assert as_steps([(0, 1), (2, 1), (3, 4)], 5) == [(0, 1), (3, 1), (3, 4), (5, 4)], "level"
    assert [sum_words(each) for each in ([9, 0, -4], [0, 9])] == ["9 − 4", ""]
    over = heroes_match("1/turns/guided/full", 2)[-1]
    for gold, headline, reason in (
        (0, "No medal", "14 more would have been bronze"),
        (14, "Bronze medal", "11 more would have been silver"),
        (39, "Silver medal", "1 more would have been gold"),
        (40, "Gold medal", "There is nothing higher"),
    ):
        count = heroes([over._replace(seats=(over.seats[0]._replace(gold=gold, gems=0),))])
        assert (count.headline, *count.reasons) == (headline, reason)
    line = heroes_match("3/turns/guided/full", 2)
    for at in (0, len(line) // 2, -1):
        assert heroes([line[at]]).notes == ["Only what round 3 leaves counts"], (
            "from the first round on"
        )
    rounds = [column.name for column in heroes(line).columns if column.kind == "beside"]
    assert rounds == ["Round 1", "Round 2"]


def value(terms: str) -> int:
    """A sum in figures, such as 3 × 2 or 9 − 4."""
    parts = re.findall(r"([+−]?) ?(\d+(?: × \d+)*)", terms)
    return sum((-1 if sign == "−" else 1) * prod(map(int, it.split(" × "))) for sign, it in parts)


def assert_adds_up(columns: Sequence[Column], cells: Sequence[Cell], total: int) -> None:
    found = [*zip(columns, cells, strict=True)]
    assert sum(cell.value or 0 for column, cell in found if column.kind == "term") == total
    for _, cell in found:
        assert not cell.terms or value(cell.terms) == cell.value
    parts = [cell.value or 0 for column, cell in found if column.kind == "part"]
    first = next((at for at, (column, _) in enumerate(found) if column.kind == "part"), 0)
    assert not parts or sum(parts) == found[first - 1][1].value


def test_what_is_projected_has_its_sum_and_what_is_banked_stays() -> None:
    line = match("prowler", "2", 1)
    for position in line[1:-1]:
        count = prowler([position])  # type: ignore[list-item] # a match of this game
        for seat, total in enumerate(count.totals, 1):
            assert total == running_wealth(position, seat)  # type: ignore[arg-type] # as above
            *banked, projected = count.rows_of(seat)
            assert sum(row.total for row in banked) == banked_wealth(position, seat)  # type: ignore[arg-type] # as above
            assert projected.brief == "projected"


def test_mid_game_scoring_is_a_jump_by_what_it_pays() -> None:
    line = match("prowler", "2", 2)
    count: Count = COUNTS["prowler"](line)
    assert count.course is not None
    assert count.course.jump is not None
    when, _ = count.course.jump
    for course, seat in zip(count.course.lines, (1, 2), strict=True):
        before, after = (had for moment, had in course if moment == when)
        assert after - before == count.rows_of(seat)[0].total
    assert COUNTS["prowler"](line[-3:]).course is None, "the beginning is not there"


BOOK = "RB/1/B2,D2,F2,H2,B4,D4,F4,H4/B2,D2,F2,H2,B4,D4,F4/I2-I3,D5-E5,H5-I5"
PLAIN = "RBG/1/B2,D2,F2,H2,B4,D4,F4,H4/B2,D2,F2/B5-C5,F5-G5"


def ended(
    setup: str, small: Sequence[int], large: Sequence[int], lives: Sequence[int], end: End = "last"
) -> Position:
    """The end of a match in which the buildings have these owners, in reading order."""
    state = started(setup)
    smaller, larger = iter(small), iter(large)
    owners = tuple(next(larger) if each.is_large else next(smaller) for each in state.map.buildings)
    return state._replace(owners=owners, lives=tuple(lives), end=end, phase="over", round=9)


def test_the_example_of_the_rules_of_landgrab_reads_eleven_to_ten() -> None:
    """Two large and five small against one large, two small and the last pawn."""
    count = landgrab([ended(BOOK, (1, 1, 1, 1, 1, 2, 2), (1, 1, 2), (0, 1))])
    cells = [[cell.value for cell in row.cells] for row in count.rows]
    assert cells == [[5, 6, 0, 0], [2, 3, 5, 1]]
    assert [*count.totals] == [11, 10]
    assert count.reasons == ["One pawn is left standing", "Won by 1 point"]
    assert count.gone == {1: "out"}


def test_leaving_is_told_where_it_decided_or_the_margin_would_contradict_the_totals() -> None:
    gone = frozenset({2, 3})
    for small, large, left in (((2, 2, 2), (2, 2), gone), ((3, 3, 3), (0, 0), frozenset({3}))):
        state = ended(PLAIN, small, large, (1, 0, 0))._replace(left=left)
        assert landgrab([state]).reasons[1] == "A player who leaves ranks last"
        assert landgrab([state]).gone[3] == "has left"
