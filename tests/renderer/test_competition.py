"""Pictures of competitions: their sizes, and signs that do without colours."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial

import pytest

from renderer.competition import (
    Block,
    Bracket,
    Cell,
    Duel,
    Heading,
    Ladder,
    Line,
    Pair,
    Podium,
    Row,
    Rung,
    Sheet,
    Side,
    Step,
    Table,
    bracket,
    draw_bracket,
    draw_ladder,
    draw_podium,
    draw_standings,
    draw_table,
    ground,
    ladder_picture,
    podium,
    standings_picture,
    table,
)
from renderer.prowler import draw_cover
from renderer.theme import THEMES

from .contrast import SEEN, most_apart
from .scenes.contact import opened
from .texts import LONGEST_NAMES, ODD_NAMES

HEADING = Heading("W" * 60, "Prowler’s Passage · Swiss system · Round 3 of 5")
NAMES = (*LONGEST_NAMES, *ODD_NAMES)
HIGHEST = 1450
LARGEST = 180_000


def name(at: int) -> str:
    return NAMES[at % len(NAMES)]


def lines(count: int) -> tuple[Line, ...]:
    ways: tuple[standings_picture.Way, ...] = ("up", "", "down", "left")
    values = ("12½", "12/15", "104.25", "104.25", "−1,234")
    return tuple(Line(at + 1, name(at), values, ways[at % 4]) for at in range(count))


def full_sheet(blocks: tuple[Block, ...]) -> Sheet:
    columns = ("Points", "Matches", "Head to head", "Sonneborn Berger", "Margin")
    return Sheet(HEADING, columns, blocks)


def full_table() -> Table:
    cells = tuple(Cell("1½", "won", "128") for _ in range(table.MOST_COLUMNS))
    rows = tuple(Row(at + 113, name(at), cells, "12½") for at in range(table.MOST_ROWS))
    return Table(HEADING, tuple(f"R{at}" for at in range(table.MOST_COLUMNS)), "Points", rows)


def full_bracket(playing: bool = False) -> Bracket:  # noqa: FBT001, FBT002 - a variant
    rounds = tuple(
        tuple(
            Pair(
                Side(name(at), 127, "½ 1", won=not playing), Side(name(at + 1), 128, "½ 0"), playing
            )
            for at in range(bracket.PAIRS >> number)
        )
        for number in range(bracket.ROUNDS)
    )
    return Bracket(HEADING, ("Quarter-finals", "Semi-finals", "Final"), rounds)


def full_ladder(count: int = standings_picture.MOST_LINES) -> Ladder:
    rungs = tuple(Rung(at + 1, name(at), away=at % 3 == 0) for at in range(count))
    return Ladder(HEADING, rungs, tuple(Duel(at + 3, at) for at in range(1, count)))


def full_podium() -> Podium:
    steps = tuple(Step(min(at + 1, 3), name(at), "104½ points") for at in range(8))
    return Podium(HEADING, steps, ("Game", "Format", "128 players", "Days"), draw_cover)


FULLEST: dict[str, Callable[..., bytes]] = {
    "standings": partial(
        draw_standings, full_sheet(standings_picture.pages([Block("", lines(128))])[0])
    ),
    "divisions": partial(
        draw_standings,
        full_sheet(standings_picture.pages([Block("Division 1", lines(6))] * 20)[0]),
    ),
    "table": partial(draw_table, full_table()),
    "bracket": partial(draw_bracket, full_bracket()),
    "ladder": partial(draw_ladder, full_ladder()),
    "podium": partial(draw_podium, full_podium()),
}


def test_the_fullest_picture_of_a_kind_is_no_larger_than_others_of_the_house() -> None:
    for kind, draw in FULLEST.items():
        assert_is_no_larger(kind, draw(theme="night"))


@pytest.mark.full
def test_the_fullest_picture_is_no_larger_in_any_theme() -> None:
    for kind, theme in itertools.product(FULLEST, THEMES):
        assert_is_no_larger(kind, FULLEST[kind](theme=theme))


def assert_is_no_larger(kind: str, png: bytes) -> None:
    across, down = opened(png).size
    assert across == 1000, kind
    assert down <= HIGHEST, kind
    assert len(png) <= LARGEST, kind


def assert_apart(*pictures: bytes) -> None:
    """They differ without colours."""
    for one, other in itertools.combinations(map(opened, pictures), 2):
        assert most_apart(one, other) > SEEN


def test_up_down_and_left_are_told_apart_without_colours() -> None:
    def drawn(way: standings_picture.Way) -> bytes:
        line = Line(5, "Ada", ("1",), way)
        return draw_standings(Sheet(HEADING, ("Points",), (Block("", (line,)),)))

    assert_apart(drawn("up"), drawn("down"), drawn("left"))


def test_results_are_told_apart_without_colours_and_words() -> None:
    def drawn(kind: table.Kind) -> bytes:
        row = Row(1, "Ada", (Cell("", kind),), "1")
        return draw_table(Table(HEADING, ("1",), "Points", (row,)))

    assert_apart(drawn("won"), drawn("lost"))


def test_a_table_explains_the_numbers_below_its_results() -> None:
    def height(below: str) -> int:
        table_ = Table(
            HEADING, ("R1",), "Points", (Row(1, "Ada", (Cell("1", "won", below),), "1"),)
        )
        return opened(draw_table(table_)).height

    legend = ground.legend_height([(ground.playing, table.BELOW)])
    assert height("7") - height("") > legend


def test_the_podium_has_a_step_or_a_line_for_everybody_with_a_medal() -> None:
    steps = [Step(1, str(at)) for at in range(podium.MOST_STEPS + 2)]
    placed = podium.places(steps)
    assert len(placed) == podium.MOST_STEPS
    assert placed[0][1] >= ground.LEFT
    assert placed[-1][2] <= ground.RIGHT
    others = podium._others(Podium(HEADING, tuple(steps), (), draw_cover))
    assert others == "1. 6 · 1. 7"


def test_every_line_and_block_has_its_place_in_one_picture() -> None:
    for count in (1, 20, 21, 40, 128):
        shown = standings_picture.pages([Block("", lines(count))])
        sizes = [len(block.lines) for blocks in shown for block in blocks]
        assert sum(sizes) == count
        assert max(sizes) - min(sizes) <= len(sizes)
    blocks = [Block(str(at), lines(6)) for at in range(7)]
    assert [each for page in standings_picture.pages(blocks) for each in page] == blocks


def test_the_pictures_of_a_bracket_have_all_pairs_and_follow_each_other() -> None:
    for rounds in range(1, 8):
        assert_has_all_pairs(rounds)


def assert_has_all_pairs(rounds: int) -> None:
    whole = [[(number, at) for at in range(2 ** (rounds - number - 1))] for number in range(rounds)]
    shown = {
        pair
        for page in bracket.pages(rounds)
        for some in bracket.joined(whole, page)
        for pair in some
    }
    assert shown == {pair for some in whole for pair in some}
    for page in bracket.pages(rounds):
        sizes = [len(some) for some in bracket.joined(whole, page)]
        assert sizes == [sizes[0] >> at for at in range(len(sizes))], "each round has half as many"
        assert sizes[0] <= bracket.PAIRS


def test_challenges_side_by_side_do_not_share_a_lane() -> None:
    duels = [Duel(3, 1), Duel(4, 2), Duel(4, 3), Duel(8, 6)]
    for lane in ladder_picture.lanes_of(duels):
        spans = [
            range(min(each), max(each) + 1) for each in ((d.challenger, d.other) for d in lane)
        ]
        places = [place for span in spans for place in span]
        assert len(places) == len({*places})
