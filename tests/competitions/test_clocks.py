"""Evenings with clocks, in matches of Prowler's Passage with random moves: how long matches and
rounds last, and how much those who stall take from the others.

People think for a time whose logarithm is normal, half of them for 13 seconds at most, slow ones
for 55. Those who stall move at the last moment at first, and then let their time run out.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from functools import cache
from typing import Literal

import pytest

from prowlerbot.competitions.course import Began, Decided, Entered, Paired
from prowlerbot.competitions.formats.arena import Hall
from prowlerbot.core.clock import HOUR
from prowlerbot.core.game import CHANCE
from prowlerbot.match import banks, closing, deadlines, lobby, play
from prowlerbot.match.banks import decision_time, longest_match, turn_begins
from prowlerbot.match.match import Context, Match, Phase
from prowlerbot.match.play import states
from prowlerbot.match.terms import Terms
from tests.competitions.building import START
from tests.games.prowler.matches import PROWLER
from tests.life import ADA, BEN

Person = Literal["usual", "slow", "absent", "stalls", "hesitates"]
MEDIAN = {"usual": 13, "slow": 55}
_SPREAD = 0.8
FIVE, TEN = Terms(competition="c").at_pace(-505), Terms(competition="c").at_pace(-1010)
_SHOWN = 1
"""Seconds until a change is shown."""


def lived(terms: Terms, people: tuple[Person, Person], seed: int, shown: int = _SHOWN) -> Match:
    """A match of two people from its beginning to its end."""
    rng, now = random.Random(seed), START
    asked = lobby.challenge("abc", PROWLER, (ADA, BEN), {}, terms=terms, now=now)
    match = lobby.accept(asked, Context(PROWLER, rng, now), BEN.id)
    while match.phase is Phase.PLAYING:
        present = states(match, PROWLER)[-1]
        (seat,) = present.to_move - {CHANCE}
        starts = banks.unshown_starts(match, {seat})
        match = banks.note_turns(match, starts, now + shown, first=not match.unseen)
        begins, claimed = turn_begins(match, seat), deadlines.claimed_at(match, seat)
        assert claimed
        thinks = _thinks(rng, people[seat - 1], match, seat)
        if thinks is None or thinks >= decision_time(match, seat):
            now = claimed
            return closing.run_out(match, Context(PROWLER, rng, now), {seat})
        now = begins + thinks
        move = str(rng.choice(list(present.moves(seat))))
        at_press = Context(PROWLER, rng, now, pressed=now)
        match = play.make_move(match, at_press, match.player(seat).id, match.moment, move)
    return match


def _thinks(rng: random.Random, person: Person, match: Match, seat: int) -> int | None:
    """The seconds for a move; None for none."""
    turns, most = sum(each.seat == seat for each in match.plays), decision_time(match, seat) - 1
    if person == "stalls":
        return most if turns < 2 else None
    if person == "hesitates":
        return most
    return None if person == "absent" else int(MEDIAN[person] * rng.lognormvariate(0, _SPREAD))


def lasted(match: Match) -> int:
    return match.changed_at - START


@pytest.mark.parametrize("people", [("hesitates",) * 2, ("stalls", "hesitates"), ("slow",) * 2])
def test_no_match_at_5_and_5_lasts_more_than_12_and_a_half_minutes(
    people: tuple[Person, Person],
) -> None:
    for seed in range(20):
        assert lasted(lived(FIVE, people, seed, shown=0)) <= 12.5 * 60


def test_six_rounds_of_sixty_at_10_and_10_end_within_two_hours() -> None:
    rng, longest = random.Random(1), longest_match(TEN, 2, 28)
    people: list[Person] = [*["slow"] * 4, *["absent"] * 3, *["usual"] * 53]  # type: ignore[list-item]  # literals
    evening = 0
    for number in range(6):
        rng.shuffle(people)
        pairs = zip(people[::2], people[1::2], strict=True)
        lengths = [lasted(lived(TEN, pair, 100 * number + at)) for at, pair in enumerate(pairs)]
        assert max(lengths) <= longest, "no match is cut by the end of its round"
        evening += max(lengths) + 60  # until the last board is there
        people = ["usual" if each == "absent" else each for each in people]  # they are out
    assert evening <= 2 * HOUR
    assert 6 * longest <= 2 * HOUR + 40 * 60


@cache
def lengths(*people: Person) -> list[int]:
    return [lasted(lived(FIVE, people, seed)) for seed in range(25)]  # type: ignore[arg-type]  # two


def matches_of_others(stalling: int) -> float:
    """The mean number of matches in an hour of an arena of forty, of those who do not stall."""
    rng, hall, playing = random.Random(stalling), Hall(), list[tuple[int, int, Decided]]()
    players, played, number = range(1, 41), Counter[int](), 0
    for player in players:
        hall.apply(Entered(START, player, 1500))
    hall.apply(Began(START, (tuple(players),)))
    while True:
        at, over = hall.next_pairing(), playing[0][0] if playing else START + 2 * HOUR
        if at and at <= over:
            if at >= START + HOUR:
                break
            for pair in hall.pairs_at(at):
                number += 1
                hall.apply(Paired(at, number, 1, pair))
                stall = ["stalls" if each <= stalling else "usual" for each in pair]
                ends = at + rng.choice(lengths(*stall))
                loser = stall.index("stalls") if "stalls" in stall else rng.randrange(2)
                ranks = (2, 1) if loser == 0 else (1, 2)
                heapq.heappush(playing, (ends, number, Decided(ends, number, ranks)))
                played.update(pair)
            continue
        if over >= START + 2 * HOUR:
            break
        hall.apply(heapq.heappop(playing)[2])
    return sum(played[each] for each in players if each > 4) / 36


def test_four_who_stall_among_forty_leave_the_others_nine_tenths_of_their_matches() -> None:
    assert matches_of_others(4) >= 0.9 * matches_of_others(0)
