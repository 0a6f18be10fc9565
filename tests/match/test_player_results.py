"""The result of a match of several for each player, and between each two of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from prowlerbot.match.match import Ending, Player, machine
from prowlerbot.match.player_results import Finished, Won, result_between, result_for, tally
from prowlerbot.match.ratings import Verdict

ADA, BEN, CLEO = (Player(n, name) for n, name in enumerate(("Ada", "Ben", "Cleo"), 1))


def finished(*ranks: int, players: tuple[Player, ...] = (ADA, BEN, CLEO)) -> Finished:
    return Finished("m", 0, Ending.PLAYED, 0, Verdict.COUNTED, players, ranks, ranks)


@pytest.mark.parametrize(
    ("ranks", "results"),
    [
        ((1, 2, 3), (Won.WON, Won.LOST, Won.LOST)),
        ((1, 1, 3), (Won.SHARED, Won.SHARED, Won.LOST)),
        ((3, 1, 1), (Won.LOST, Won.SHARED, Won.SHARED)),
    ],
)
def test_of_three_only_the_first_have_won(ranks: tuple[int, ...], results: tuple[Won, ...]) -> None:
    assert tuple(result_for(finished(*ranks), n) for n in (1, 2, 3)) == results


def test_alone_it_is_won_or_lost() -> None:
    assert result_for(finished(1, players=(ADA,)), 1) is Won.WON
    assert result_for(finished(2, players=(ADA,)), 1) is Won.LOST


def test_two_of_three_are_compared_by_who_stood_before_whom() -> None:
    assert result_between(finished(3, 2, 1), 2, 1) is Won.WON
    assert result_between(finished(3, 2, 1), 1, 2) is Won.LOST
    assert result_between(finished(2, 2, 1), 1, 2) is Won.SHARED


def test_a_tally_of_two_counts_what_they_were_to_each_other() -> None:
    matches = [finished(3, 2, 1), finished(1, 2, 3), finished(2, 2, 1)]
    mine, theirs = tally(matches, 1, 2), tally(matches, 2, 1)
    assert (mine.won, mine.lost, mine.shared) == (theirs.lost, theirs.won, 1) == (1, 1, 1)
    assert (tally(matches, 1).won, tally(matches, 1).lost) == (1, 2)


def test_a_match_with_two_machines_is_told_for_the_person_in_it() -> None:
    match = finished(2, 1, 3, players=(machine("easy"), ADA, machine("easy")))
    assert result_for(match, ADA.id) is Won.WON


def test_only_a_match_that_both_have_played_out_counts_for_an_average() -> None:
    whole, left, ended = (
        finished(1, 2, 3),
        replace(finished(3, 1, 2), left=frozenset({ADA.id})),
        replace(finished(1, 2, 3), totals=()),
    )
    assert tally([whole, left, ended], ADA.id).totals == (1,)
    assert tally([whole, left, ended], BEN.id, ADA.id).totals == (2,)
    assert tally([whole, left, ended], BEN.id, CLEO.id).totals == (2, 1)
