"""A final count in words: every number of the picture, for those who see signs and who do not."""

import pickle
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.contract import count_words
from cogs.contract.face import Face
from cogs.contract.screen import ALT_LIMIT, Look
from cogs.contract.sign import coloured
from cogs.games.landgrab.texts import LARGE, LIFE, SMALL
from prowlerbot.core.final_count import Cell, Column, Count, Row, times
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import LANGUAGES, speaking, whole_words
from prowlerbot.core.record import random_record
from prowlerbot.games import GAMES
from tests.cogs.games.shown import FACES, MATCHES, match
from tests.games.test_final_counts import COUNTS
from tests.renderer.counts import NAMES, toy_count
from tests.renderer.scenes.contact import opened

SIGNS = {sign.name: sign for sign in (SMALL, LARGE, LIFE)}
COLUMNS = [Column("small", "small_building"), Column("kept"), Column("lives", "life", "beside")]
COUNT = Count(
    "Final count",
    "points",
    COLUMNS,
    [
        Row(1, [times(3, 1, "A1"), Cell(0), Cell(2)], 3),
        Row(2, [Cell(0), Cell(0), Cell(0)], 0),
        Row(3, [Cell(4), Cell(5), Cell(1)], 9),
    ],
    [3, 0, 9],
    ranks=(2, 2, 1),
    reasons=["Nobody moves", "Won by 6 points"],
    notes=["Only stones count"],
    gone={2: "out"},
)


def test_the_end_says_what_decided_and_lists_the_sums_by_rank_with_signs_or_in_words() -> None:
    assert count_words.ending(COUNT, ["*Ada*", "*Ben*", "*Cleo*"], SIGNS).splitlines() == [
        "Nobody moves. Won by 6 points.",
        "**1.** *Cleo* **9** = 🏠 4 + kept 5",
        "**2.** *Ada* **3** = 🏠 3 (3 × 1)",
        "**2.** *Ben* **0** · out",
        "-# lives: *Cleo* 1 · *Ada* 2 · *Ben* 0",
    ]
    with coloured("night", words=True):
        told = count_words.sums(COUNT, ["Ada", "Ben", "Cleo"], SIGNS)
    assert told[0] == "**1.** Cleo **9** = small 4 + kept 5"


def test_the_page_tells_each_thing_on_a_line_and_what_is_zero_on_one() -> None:
    assert count_words.page(COUNT, NAMES).splitlines()[:6] == [
        "### Final count",
        "### Ada: 3",
        "- small 3 = 3 × 1 (A1)",
        "- kept 0",
        "- lives: 2",
        "### Ben: 0 · out",
    ]
    assert count_words.page(COUNT, NAMES).endswith("-# Only stones count")


@pytest.mark.parametrize(("game", "setup", "seed"), MATCHES)
def test_page_and_list_have_all_numbers_in_every_language(game: str, setup: str, seed: int) -> None:
    line = match(game, setup, seed)
    face: Any = FACES[game]
    view = line[-1].view(None)
    seats = len(COUNTS[game](line).totals)
    names = ("Ada", "Ben", "Cleo", "Dan")[:seats]
    language = LANGUAGES[seed % len(LANGUAGES)]
    with speaking(language):
        count: Count = COUNTS[game](line)
        page, (sheet, *_) = face.scores(view, names), face.sheet([view], Look(names, names))
        listed = face.ending(view, names)
    for row in count.rows:
        for column, cell in zip(count.columns, row.cells, strict=True):
            if column.kind == "beside":
                assert re.search(
                    rf"{re.escape(column.name)}\W*{whole_words(cell.value or 0)}\b", page
                )
            elif cell.value:
                terms = f" = {cell.terms}" if cell.terms else ""
                assert f"{column.name} {whole_words(cell.value)}{terms}" in page
    for seat, total in enumerate(count.totals, 1):
        assert f"**{names[seat - 1]}** **{whole_words(total)}**" in listed
        assert names[seat - 1] in sheet.alt
    assert all(reason in listed and reason in sheet.alt for reason in count.reasons)
    assert len(sheet.alt) <= ALT_LIMIT
    assert sheet.counted
    assert pickle.dumps(sheet.draw), "another process draws it"


class Counting(Face):
    """A game from outside that states its count."""

    def final_count(self, views: Sequence[AnyView]) -> Count:
        return toy_count(2, over=views[-1].outcome is not None)


def test_a_game_from_outside_has_sheet_list_and_scores_from_its_count_alone() -> None:
    game = GAMES["prowler"]
    states = random_record(game, random.Random(1), 2).states()
    views, face, look = [each.view(None) for each in states], Counting(game), Look(NAMES, NAMES)
    running, over = face.screen(views[:-1], look), face.screen(views, look)
    assert [each.filename for each in running.drawings] == ["board.png"]
    assert "More stones decide" not in running.text
    sheet, board = over.drawings
    assert (sheet.filename, sheet.counted, board.filename) == ("sheet.png", True, "board.png")
    assert "More stones decide.\n**1.** **Ada** **18** = stones 18 (9 × 2)" in over.text
    assert "- stones 18 = 9 × 2 (found)" in face.scores(views[-1], NAMES)
    assert opened(sheet.draw()).width == 1000
    assert Face(game).scores(views[-1], NAMES) == Face(game).describe(views[-1], NAMES)
