"""Pictures of competitions: their sizes, and signs that do without colours."""

import itertools
from collections.abc import Sequence
from functools import partial

from renderer import bracket, competition_table, standings_picture
from renderer.competition_table import Heading, Table, TableCell, TableRow
from renderer.standings_picture import Duel, draw_ladder, draw_results, draw_standings
from tests.renderer.scenes.contact import opened
from tests.renderer.texts import LONGEST_NAMES, ODD_NAMES, SEEN, most_apart

HEADING = Heading("W" * 60, "Prowler’s Passage · Swiss system · Round 3 of 5")
NAMES = (*LONGEST_NAMES, *ODD_NAMES)


def name(at: int) -> str:
    return NAMES[at % len(NAMES)]


def rows(count: int, block: str = "") -> tuple[TableRow, ...]:
    ways: tuple[competition_table.Movement, ...] = ("up", "", "down", "out")
    cells = tuple(map(TableCell, ("12/15", "104.25", "104.25", "−1,234")))
    return tuple(
        TableRow(at + 1, at, name(at), "12½", cells, ways[at % 4], block=block)
        for at in range(count)
    )


def divisions(count: int) -> Table:
    blocks = [rows(6, f"Division {number + 1}") for number in range(count)]
    return full_standings(tuple(itertools.chain.from_iterable(blocks)))


def full_standings(shown: tuple[TableRow, ...]) -> Table:
    columns = ("Matches", "Head to head", "Sonneborn-Berger", "Margin")
    return Table(HEADING, shown, "Points", columns)


def windows(shown: Table) -> list[range]:
    return competition_table.row_ranges(shown, standings_picture.MAX_LINES)


def assert_apart(*pictures: bytes) -> None:
    """They differ without colours."""
    for one, other in itertools.combinations(map(opened, pictures), 2):
        assert most_apart(one, other) > SEEN


def test_up_down_and_left_are_told_apart_without_colours() -> None:
    def drawn(movement: competition_table.Movement) -> bytes:
        return draw_standings(
            Table(HEADING, (TableRow(5, 1, "Ada", "1", movement=movement),), "Points")
        )

    assert_apart(drawn("up"), drawn("down"), drawn("out"))


def test_the_readers_own_row_is_told_apart_without_colours() -> None:
    for draw in (draw_standings, draw_results, partial(draw_ladder, ())):
        both = [
            draw(Table(HEADING, (TableRow(5, 1, "Ada", "1", own=own), TableRow(6, 2, "Ben", "0"))))
            for own in (False, True)
        ]
        assert_apart(*both)


def test_results_are_told_apart_without_colours_and_words() -> None:
    def drawn(kind: competition_table.Kind) -> bytes:
        row = TableRow(1, 1, "Ada", "1", (TableCell("", kind),))
        return draw_results(Table(HEADING, (row,), "Points", ("1",)))

    assert_apart(drawn("won"), drawn("lost"))


def test_every_line_and_block_has_its_place_in_one_picture_no_higher_than_wide() -> None:
    fullest = opened(draw_standings(full_standings(rows(standings_picture.MAX_LINES))))
    assert fullest.height <= fullest.width
    for count in (1, 20, 21, 40, 128):
        sizes = [len(each) for each in windows(full_standings(rows(count)))]
        assert sum(sizes) == count
        assert max(sizes) - min(sizes) <= len(sizes)
    shown = windows(divisions(7))
    assert [at for each in shown for at in each] == [*range(7 * 6)]
    assert all(not each.start % 6 for each in shown), "no division is cut"


def test_the_pictures_of_a_bracket_have_all_pairs_and_follow_each_other() -> None:
    for rounds in range(1, 8):
        halving = [2 ** (rounds - number - 1) for number in range(rounds)]
        assert_has_all_pairs(halving)
        assert_has_all_pairs([size for size in halving for _ in range(2)])


def assert_has_all_pairs(rounds: Sequence[int]) -> None:
    whole = [[(number, at) for at in range(size)] for number, size in enumerate(rounds)]
    shown = {
        pair
        for page in bracket.all_pages(rounds)
        for some in bracket.pairs_of_page(whole, page)
        for pair in some
    }
    assert shown == {pair for some in whole for pair in some}
    for page in bracket.all_pages(rounds):
        sizes = [len(some) for some in bracket.pairs_of_page(whole, page)]
        for one, two in itertools.pairwise(sizes):
            assert two in {one, one // 2}, "each round has half as many as before, or as many"
        assert sizes[0] <= bracket.MAX_PAIRS


def test_challenges_side_by_side_do_not_share_a_lane() -> None:
    duels = [Duel(3, 1), Duel(4, 2), Duel(4, 3), Duel(8, 6)]
    for lane in standings_picture.lanes_of(duels):
        spans = [range(min(it), max(it) + 1) for it in ((d.challenger, d.other) for d in lane)]
        places = [place for span in spans for place in span]
        assert len(places) == len({*places})
