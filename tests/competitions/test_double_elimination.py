"""A double elimination: its brackets, the decider, and the standings computed once more."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions.competition_record import Competition
from prowlerbot.competitions.course import Actor
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.standings import medals, standings
from tests.cases import each_of
from tests.competitions.building import (
    DAY,
    START,
    begun,
    better_wins,
    decided,
    settled,
    tables,
    terms,
    won,
)
from tests.competitions.reference import Line, Reference

KIND = FORMATS["double-elimination"]


def reference(given: Line, events: Sequence[Line]) -> list[dict[str, Any]]:
    """The lines of a knock-out, but for the rounds that players have reached."""
    return Followed({**given, "format": "knockout"}, events).lines()


class Followed(Reference):
    """A player is followed from round to round by results and defeats alone, without a bracket."""

    def reached(self, player: int) -> int:
        last = 1
        while 2**last < len(self.divisions[0]):
            last += 1
        final, round_, beaten = 2 * last, 1, False
        while played := [
            each
            for each in self.paired.values()
            if each["round"] == round_ and player in each["players"]
        ]:
            goes_on = self.champion(played)
            result = self.results.get(played[-1]["pairing"], {"absent": []})
            absent = result["absent"]
            if goes_on is None or player in absent:
                return round_
            if round_ > final or (round_ == final and not beaten and goes_on == player):
                return final + 2 if goes_on == player else round_
            if round_ == final and beaten and goes_on != player:
                return round_
            if round_ == final:
                is_real = len(played[-1]["players"]) > 1 and not absent
                round_ += 1 if is_real else 2
            elif goes_on == player:
                round_ += 2 if round_ > 1 and not beaten else 1
            elif beaten:
                return round_
            else:
                beaten, round_ = True, round_ + 1
        return round_


def begun_with(players: int) -> Competition:
    return begun(terms(KIND), range(1, players + 1))


def better_goes_on(it: Competition, rounds: int) -> Competition:
    for _ in range(rounds):
        it = settled(better_wins(it), START)
    return it


def upset(it: Competition, winner: int, loser: int) -> Competition:
    return settled(won(it, winner, loser), START)


def places(it: Competition) -> dict[int, int]:
    return {line.player: line.place for line in standings(it)}


def test_losers_go_on_in_their_bracket_and_the_loser_of_its_last_match_is_third() -> None:
    it = better_goes_on(begun_with(8), 6)
    assert it.course.ended
    assert [[{*table} for table in tables(it, number)] for number in range(1, 8)] == [
        [{1, 8}, {4, 5}, {2, 7}, {3, 6}],
        [{1, 4}, {2, 3}, {8, 5}, {7, 6}],
        [{3, 5}, {4, 6}],
        [{1, 2}, {3, 4}],
        [{2, 3}],
        [{1, 2}],
        [],
    ]
    assert places(it) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 7, 8: 7}
    assert medals(it) == {1: 1, 2: 2, 3: 3}


def test_whoever_comes_from_the_losers_bracket_or_lost_once_of_two_must_win_twice() -> None:
    it = upset(better_goes_on(begun_with(8), 5), 2, 1)
    assert not it.course.ended
    assert [{*each.players} for each in it.course.open] == [{1, 2}]
    assert it.course.round == it.rounds == 7
    for winner, loser in ((1, 2), (2, 1)):
        over = upset(it, winner, loser)
        assert over.course.ended
        assert (places(over)[winner], places(over)[loser]) == (1, 2)
    it = upset(upset(begun_with(2), 1, 2), 2, 1)
    assert it.course.round == 3
    assert places(upset(it, 2, 1)) == {2: 1, 1: 2}


@each_of(("players", "rematch"), [(8, 4), (16, 5), (32, 6)])
def test_players_meet_again_as_late_as_they_can(players: int, rematch: int) -> None:
    earliest = 99
    for seed in range(12):
        rng, it = random.Random(seed), begun_with(players)
        while not it.course.ended:
            for pairing in it.course.open:
                it = decided(it, pairing.pairing, *rng.choice([(1, 2), (2, 1)]))
            it = settled(it, START)
        met = set[frozenset[int]]()
        for each in it.course.pairings.values():
            if frozenset(each.players) in met:
                earliest = min(earliest, each.round)
            met.add(frozenset(each.players))
    assert earliest == rematch


def test_whoever_is_known_is_paired_at_once_but_round_by_round_under_the_first_rules() -> None:
    it = begun_with(9)
    assert {each.round for each in it.course.open} == {1, 2}
    assert len({player for each in it.course.open for player in each.players}) == 8
    it = won(it, 2, 7, now=START + DAY)
    assert not any(2 in each.players for each in it.course.open), "its rival still plays"
    it = settled(won(it, 3, 6, now=START + DAY), START + DAY)
    (third,) = [each for each in it.course.open if {*each.players} == {2, 3}]
    assert third.until - third.at == it.terms.round_time
    assert it.course.clock_end(third) > (it.course.deadline or 0) > 0
    it = changes.end_rounds(it, START + DAY, by=Actor(99))
    later = replace(third, pairing=99, round=2, at=START + 2 * DAY, until=START + 9 * DAY)
    assert it.course.clock_end(later) == later.until, "no later match ends with a round's end"
    assert not it.course.role_that_cut(later)
    it = begun_with(9)
    before = replace(it, terms=replace(it.terms, rules=0), events=it.events[:-3])
    assert {each.round for each in before.course.open} == {1}
    assert not before.format.planned_pairings(before)
