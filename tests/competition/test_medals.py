"""Who has won, and who has a medal."""

from __future__ import annotations

from prowlerbot.competition import chores, steps
from prowlerbot.competition.medals import medals, ranked
from prowlerbot.competition.record import Competition, Format
from prowlerbot.competition.standings import standings
from tests.competition.building import DAY, START, begun, better_wins, settled, terms, won


def winners(competition: Competition) -> list[int]:
    return [line.player for line in ranked(competition) if line.place == 1]


def test_a_final_to_which_nobody_comes_leaves_a_knock_out_without_gold() -> None:
    competition = settled(better_wins(begun(terms(Format.KNOCKOUT), [1, 2, 3, 4])), START)
    competition = settled(chores.close(competition, START + 7 * DAY), START + 7 * DAY)
    assert competition.course.ended
    assert winners(competition) == []
    assert medals(competition) == {3: 3, 4: 3}


def test_whoever_leaves_a_swiss_tournament_in_front_leaves_the_win_to_the_next() -> None:
    competition = begun(terms(Format.SWISS), [1, 2, 3, 4])
    for _ in range(2):
        competition = settled(better_wins(competition), START)
    competition = won(competition, 1, next(iter({2, 3, 4} - _met(competition))))
    competition = steps.withdraw(competition, 1, START)
    competition = settled(better_wins(competition), START)
    first, second = standings(competition)[:2]
    assert first.player == 1
    assert first.left
    assert winners(competition) == [second.player]
    assert medals(competition)[second.player] == 1


def _met(competition: Competition) -> set[int]:
    """The players whom the first one has met in rounds that are over."""
    course = competition.course
    played = [course.pairings[number].players for number in course.results]
    return {other for players in played if 1 in players for other in players}


def test_a_competition_that_is_cancelled_between_two_rounds_gives_no_medals() -> None:
    competition = better_wins(begun(terms(Format.SWISS), range(1, 9)))
    assert not competition.course.open
    assert chores.due(competition, START) is chores.Step.PAIR
    competition = chores.end(competition, START, early=True)
    assert competition.course.cancelled
    assert medals(competition) == {}


def test_a_league_is_won_in_its_first_division() -> None:
    competition = begun(terms(Format.LEAGUE), range(1, 11))
    competition = settled(better_wins(competition), START)
    assert len(competition.course.divisions) == 2
    assert winners(competition) == [1]
    assert medals(competition) == {1: 1, 2: 2, 3: 3}
