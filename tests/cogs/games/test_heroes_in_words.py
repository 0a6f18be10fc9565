"""The cards of an invasion in words: each is told once, and no outcome before it is sure."""

import re
from collections.abc import Sequence

import pytest

from cogs.contract.screen import Look, Screen
from cogs.contract.sign import coloured
from cogs.games.heroes.account import present_card
from cogs.games.heroes.colony_words import (
    DIRECTION_NAMES,
    KINDS,
    open_edges_at,
    side_kind,
)
from cogs.games.heroes.happened import card_name
from cogs.games.heroes.lessons import LESSONS
from prowlerbot.core.game import CHANCE, AnyView
from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes.colony import NEW
from prowlerbot.games.heroes.pieces import ENTRANCE, INVASIONS, NAME
from prowlerbot.games.heroes.rules import Position
from renderer.heroes.invaders import effect_of
from tests.cogs.games.shown import FACES, HEROES, match, views

NAMES = ("Ada", "Ben", "Cleo", "Dan")
FACE = FACES["heroes"]


def _line(setup: str, seed: int) -> list[Position]:
    return [it for it in match("heroes", setup, seed) if isinstance(it, Position)]


def _worded(seen: Sequence[AnyView], names: Sequence[str]) -> Screen:
    page = FACE.opening_page(seen, ())
    with coloured("night", words=True):
        return FACE.screen(seen, Look(names, names, words=True, page=page))


@pytest.mark.parametrize(
    ("setup", "seed"),
    [HEROES[3], *(pytest.param(*it, marks=pytest.mark.full) for it in (HEROES[0], HEROES[2]))],
)
def test_a_player_reads_the_outcomes_of_each_card_once(setup: str, seed: int) -> None:
    line = _line(setup, seed)
    seats, read_texts = len(line[0].seats), 0
    for seat in range(1, seats + 1):
        known, now = dict[tuple[int, int], str](), dict[tuple[int, int], str]()
        views_of_all = views(line, seat)
        for at, position in enumerate(line):
            if seat not in position.to_move:
                continue
            seen = views_of_all[: at + 1]
            told = _CARD.findall(_worded(seen, NAMES[:seats]).text)
            now = {(position.round, int(number)): words for number, words in told}
            assert all(known.get(card) != words for card, words in now.items())
            shown = present_card([view.seen for view in seen])
            assert shown is None or (position.round, shown.visit.number) in {**known, **now}
            read_texts += len(now)
            if line[at + 1].seats[seat - 1] != position.seats[seat - 1]:
                known |= now
    assert read_texts > 5


_CARD = re.compile(r"^Card (\d+), \*\*.*?\*\*(?:\. (.*))?$", re.MULTILINE)


@pytest.mark.parametrize(("setup", "seed"), [HEROES[0], HEROES[2], HEROES[3]])
def test_a_card_that_still_asks_a_player_has_no_outcome_yet(setup: str, seed: int) -> None:
    asked, line = 0, _line(setup, seed)
    for at, position in enumerate(line):
        shown = present_card(line[: at + 1])
        if shown is None:
            continue
        for seat in position.to_move - {CHANCE}:
            effect = effect_of(position, position.seats[seat - 1], shown.seats_before[seat - 1])
            if position.phase == "invasion" and effect is not None and effect.open:
                names = NAMES[: len(position.seats)]
                text = _worded(views(line[: at + 1], seat), names).text
                assert not re.search(f"^Nothing has changed: .*{card_name(position)}", text)
                assert f"**{names[seat - 1]}**: On its way" not in text
                assert f"**{names[seat - 1]}**: Still to decide" not in text
                asked += 1
    assert asked


def test_the_end_tells_each_card_and_the_count_once() -> None:
    line = _line("2/brisk/free/full", 2)
    seen = [each.view(1) for each in line]
    with coloured("night", words=True):
        look = Look(NAMES[:2], NAMES[:2], words=True, page="3.1")
        text = FACE.screen(seen, look).text
    cards = _CARD.findall(text)
    assert [int(number) for number, _ in cards] == [*range(1, len(cards) + 1)]
    assert len(cards) == sum(map(int, INVASIONS[3]))
    assert all(
        text.count(name.split(" (")[0]) == 1 for name in re.findall(r"\*\*(.*?)\*\*\. ", text)
    )
    assert "### Ada: 0\n" in FACE.describe(seen[-1], NAMES[:2])
    assert "Ada: 0" not in text.replace("*", "")


def test_the_words_of_the_first_lesson_tell_every_way_out_of_the_entrance() -> None:
    told = LESSONS[0].words
    assert told is not None
    entrance, passages = told().split("position is told", 1)
    assert f"{NAME[ENTRANCE]}, where invaders come in" in entrance
    assert all(NAME[square] in entrance for square in squares_in(NEW.area))
    for square, side in open_edges_at(NEW, NEW.area):
        way = rf"{NAME[square]} (is open )?to the {DIRECTION_NAMES[side]}\b[^.;]*"
        kind = KINDS[side_kind(NEW, square, side)]
        found = re.search(way, entrance)
        assert found is not None
        assert found[0].endswith(f"as {kind}") or found[0].endswith(f"as a {kind}")
    assert "“From G7: cavern" in passages
