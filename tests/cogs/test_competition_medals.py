"""Medals in the pictures and words of the standings, as competitions give them."""

from __future__ import annotations

from functools import partial

from cogs.competitions.message import CompetitionMessages
from cogs.views.competitions.podium import best
from cogs.views.competitions.tables import standings_parts
from prowlerbot.competition import chores, steps
from prowlerbot.competition.medals import medals
from prowlerbot.competition.record import Competition, Format
from renderer.competition import Line, Sheet
from tests.cogs.shown_competitions import shown, stored
from tests.competition.building import START, begun, better_wins, settled, terms


def without_the_first() -> Competition:
    """The player in front leaves a Swiss tournament before the last round."""
    it = begun(terms(Format.SWISS), range(1, 9))
    for _ in range(2):
        it = settled(better_wins(it), START)
    return steps.withdraw(it, 1, START)


def drawn(it: Competition) -> list[Line]:
    (part,) = standings_parts(shown(it))
    assert isinstance(part.draw, partial)
    sheet = part.draw.args[0]
    assert isinstance(sheet, Sheet)
    return [line for block in sheet.blocks for line in block.lines]


def discs(it: Competition) -> dict[str, int]:
    return {line.name: line.place for line in drawn(it) if line.medal}


def test_the_standings_show_the_medals_of_the_podium() -> None:
    it = settled(better_wins(without_the_first()), START)
    assert it.course.ended
    won = {f"Ada {player}": place for player, place in medals(it).items()}
    assert discs(it) == won
    assert won == {shown(it).player(line.player): line.place for line in best(shown(it))}
    assert sorted(won.values())[:2] == [1, 2]


def test_a_player_who_has_left_has_neither_medal_nor_place() -> None:
    it = without_the_first()
    for stage in (it, settled(better_wins(it), START)):
        assert discs(stage)
        (left,) = [line for line in drawn(stage) if line.way == "left"]
        assert (left.name, left.place, left.medal) == ("Ada 1", 0, False)
        told = standings_parts(shown(stage))[0].lines(shown(stage).player)
        assert sum(line.startswith("Ada 1: ") for line in told) == 1
        assert sum(line.startswith("1. ") for line in told) == 1


def test_nobody_who_comes_last_has_a_medal_in_the_standings() -> None:
    it = settled(better_wins(begun(terms(Format.ROUND_ROBIN), [1, 2])), START)
    assert discs(it) == {"Ada 1": 1}


def test_lines_of_the_standings_without_medals_place_the_players_who_have_stayed() -> None:
    it = without_the_first()
    lines = CompetitionMessages.best(stored(it))
    (left,) = [line for line in lines if "has left" in line]
    assert left.startswith("Ada 1 · ")
    assert sum(line.startswith("1\\. ") for line in lines) == 1


def test_a_cancelled_competition_shows_no_medals() -> None:
    it = better_wins(begun(terms(Format.SWISS), range(1, 9)))
    assert discs(it)
    assert not discs(chores.end(it, START, early=True))
