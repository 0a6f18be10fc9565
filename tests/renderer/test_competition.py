"""Pictures of competitions: their sizes, and signs that do without colours."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable
from functools import partial

import pytest
from PIL import Image

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
    ladder,
    podium,
    standings,
    table,
)
from renderer.prowler import draw_cover
from renderer.theme import THEMES

from .golden import TOLERANCE, difference
from .texts import LONGEST_NAMES, ODD_NAMES

HEADING = Heading("W" * 60, "Prowler’s Passage · Swiss system · Round 3 of 5")
NAMES = (*LONGEST_NAMES, *ODD_NAMES)
HIGHEST = 1450
LARGEST = 180_000


def name(at: int) -> str:
    return NAMES[at % len(NAMES)]


def lines(count: int) -> tuple[Line, ...]:
    ways: tuple[standings.Way, ...] = ("up", "", "down", "left")
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


def full_ladder(count: int = standings.MOST_LINES) -> Ladder:
    rungs = tuple(Rung(at + 1, name(at), away=at % 3 == 0) for at in range(count))
    return Ladder(HEADING, rungs, tuple(Duel(at + 3, at) for at in range(1, count)))


def full_podium() -> Podium:
    steps = tuple(Step(min(at + 1, 3), name(at), "104½ points") for at in range(8))
    return Podium(HEADING, steps, ("Game", "Format", "128 players", "Days"), draw_cover)


FULLEST: dict[str, Callable[..., bytes]] = {
    "standings": partial(draw_standings, full_sheet(standings.pages([Block("", lines(128))])[0])),
    "divisions": partial(
        draw_standings,
        full_sheet(standings.pages([Block("Division 1", lines(6))] * 20)[0]),
    ),
    "table": partial(draw_table, full_table()),
    "bracket": partial(draw_bracket, full_bracket()),
    "ladder": partial(draw_ladder, full_ladder()),
    "podium": partial(draw_podium, full_podium()),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", FULLEST)
def test_the_fullest_picture_of_a_kind_is_no_larger_than_others_of_the_house(
    kind: str, theme: str
) -> None:
    png = FULLEST[kind](theme=theme)
    across, down = Image.open(io.BytesIO(png)).size
    assert across == 1000
    assert down <= HIGHEST
    assert len(png) <= LARGEST


@pytest.mark.parametrize("kind", FULLEST)
def test_the_same_values_give_the_same_bytes(kind: str) -> None:
    assert FULLEST[kind]() == FULLEST[kind]()


def grey(png: bytes) -> bytes:
    file = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("L").save(file, "PNG")
    return file.getvalue()


def test_up_down_and_left_are_told_apart_without_colours() -> None:
    def drawn(way: standings.Way) -> bytes:
        line = Line(5, "Ada", ("1",), way)
        return grey(draw_standings(Sheet(HEADING, ("Points",), (Block("", (line,)),))))

    up, down, left = drawn("up"), drawn("down"), drawn("left")
    assert min(difference(up, down), difference(down, left), difference(up, left)) > TOLERANCE


def test_results_are_told_apart_without_colours_and_words() -> None:
    def drawn(kind: table.Kind) -> bytes:
        row = Row(1, "Ada", (Cell("", kind),), "1")
        return grey(draw_table(Table(HEADING, ("1",), "Points", (row,))))

    won, lost = drawn("won"), drawn("lost")
    assert difference(won, lost) > TOLERANCE


def test_a_table_explains_the_numbers_below_its_results() -> None:
    def height(below: str) -> int:
        table_ = Table(
            HEADING, ("R1",), "Points", (Row(1, "Ada", (Cell("1", "won", below),), "1"),)
        )
        return Image.open(io.BytesIO(draw_table(table_))).height

    legend = ground.legend_height([(ground.playing, table.BELOW)])
    assert height("7") - height("") > legend


def test_the_podium_shows_the_end_of_a_long_name() -> None:
    def drawn(end: str) -> bytes:
        step = Step(1, f"Christoph-Maximilian of {end}")
        return draw_podium(Podium(HEADING, (step,), ("Prowler’s Passage",), draw_cover))

    assert drawn("Aachen") != drawn("Bergen")


def test_the_podium_has_a_step_or_a_line_for_everybody_with_a_medal() -> None:
    def drawn(count: int, last: str = "Ada") -> bytes:
        names = ["Ada"] * (count - 1) + [last]
        steps = tuple(Step(1, each) for each in names)
        return draw_podium(Podium(HEADING, steps, ("Prowler’s Passage",), draw_cover))

    for count in range(1, podium.MOST_STEPS + 3):
        assert drawn(count) != drawn(count, "Ben")
    placed = podium.places([Step(1, "Ada")] * podium.MOST_STEPS)
    assert len(placed) == podium.MOST_STEPS
    assert placed[0][1] >= ground.LEFT
    assert placed[-1][2] <= ground.RIGHT


def test_every_line_and_block_has_its_place_in_one_picture() -> None:
    for count in (1, 20, 21, 40, 128):
        shown = standings.pages([Block("", lines(count))])
        sizes = [len(block.lines) for blocks in shown for block in blocks]
        assert sum(sizes) == count
        assert max(sizes) - min(sizes) <= len(sizes)
    blocks = [Block(str(at), lines(6)) for at in range(7)]
    assert [each for page in standings.pages(blocks) for each in page] == blocks


@pytest.mark.parametrize("rounds", range(1, 8))
def test_the_pictures_of_a_bracket_have_all_pairs_and_follow_each_other(rounds: int) -> None:
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
    for lane in ladder.lanes_of(duels):
        spans = [
            range(min(each), max(each) + 1) for each in ((d.challenger, d.other) for d in lane)
        ]
        places = [place for span in spans for place in span]
        assert len(places) == len({*places})


def test_the_winner_stands_in_the_middle_of_three() -> None:
    steps = [Step(place, str(place)) for place in (1, 2, 3)]
    placed = podium.places(steps)
    assert [step.place for step, _, _ in placed] == [2, 1, 3]
    assert all(one[2] < other[1] for one, other in itertools.pairwise(placed))
