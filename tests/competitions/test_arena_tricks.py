"""Whether a person with several accounts wins an arena more often than as many honest players.

The record of an hour goes through the arena's own replay, event by event. The lengths of matches
and their results are made up.
"""

import heapq
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb, sqrt
from statistics import NormalDist
from typing import NamedTuple

import pytest

from prowlerbot.competitions.course import Began, Decided, Entered, Paired
from prowlerbot.competitions.formats.arena import OVERTIME, RULES, Hall
from prowlerbot.games import GAMES
from tests.competitions.building import START

HONEST = 10
_HOUR = 60 * 60
_QUICK = 1.5
"""The seconds of a move of two who have agreed on it."""
_EARLY = 5
"""The seconds after which somebody gives up at once."""
_STALLED = 55
"""The seconds that a player uses for a move who stalls at a minute a move."""
_SPREAD = 200
"""The deviation of strengths, in points of rating, as in ``tools.compete``."""


class Lengths(NamedTuple):
    """The own moves of a player in a match of two, and the seconds of each.

    ``moves`` are the 10th, 25th, 50th, 75th and 90th of a hundred. They were measured with
    ``play_contest``: in each game the machine played 100 matches against itself at the level easy
    and 100 at the level medium, each with a drawn set-up. The seconds are assumed, with a deviation
    as large as their mean: people think about a tile of Prowler's Passage, while most moves of the
    other games roll, pass or place what is clear. With them strangers play for about so long:

    | game | own moves: 10 %, half, 90 % | minutes: 10 %, half, 90 % |
    |---|---|---|
    | prowler | 13, 14, 14 | 2.9, 4.1, 5.7 |
    | landgrab | 50, 75, 98 | 6.0, 8.9, 12.7 |
    | heroes | 83, 99, 114 | 4.9, 6.6, 8.9 |
    """

    moves: tuple[int, ...]
    seconds: float
    at_once: bool = False


LENGTHS: Mapping[str, Lengths] = {
    "prowler": Lengths((13, 13, 14, 14, 14), 9),
    "landgrab": Lengths((50, 61, 75, 93, 98), 3.5),
    "heroes": Lengths((83, 90, 99, 106, 114), 3.5, at_once=True),
}


@dataclass(frozen=True)
class Trick:
    """How a person's accounts play: ``main`` and the others against strangers, and ``among`` them.

    They play, give up ``early``, or as soon as that is not ``early`` any more (``late``), or
    ``stall``. Among them the main account wins: the first one, or with ``leads`` whichever leads.
    """

    among: str = "late"
    main: str = "play"
    others: str = "play"
    leads: bool = False


class Hour:
    """An hour of an arena; the ``accounts`` of the person have the lowest numbers."""

    def __init__(self, game: str, seed: int, accounts: int, trick: Trick | None) -> None:
        self.rng = random.Random(f"{game} {seed} {accounts}")
        self.lengths, self.least = LENGTHS[game], GAMES[game].least_moves
        self.trick, self.own = trick, range(1, accounts + 1)
        players = [*range(1, HONEST + accounts + 1)]
        self.strength = self._strengths(players, seed)
        self.speed = {player: self.rng.lognormvariate(0, 0.25) for player in players}
        self.rng.shuffle(players)
        self.hall = Hall(RULES)
        for player in players:
            self.hall.apply(Entered(START, player, 1500))
        self.hall.apply(Began(START, (tuple(players),)))
        self.playing: list[tuple[int, int, Decided]] = []
        self._play()

    def best(self) -> set[int]:
        """The players of the first place."""
        values = {player: (each.points, each.won) for player, each in self.hall.players.items()}
        return {player for player, value in values.items() if value == max(values.values())}

    def _strengths(self, players: Sequence[int], seed: int) -> dict[int, float]:
        """Strengths with a usual spread. The first account has each of them in turn, so that a
        sample of hours has no lucky person.
        """
        parts = [(place + 0.5) / len(players) for place in range(len(players))]
        own = parts.pop(seed % len(parts))
        self.rng.shuffle(parts)
        usual = NormalDist(0, _SPREAD)
        return dict(zip(players, map(usual.inv_cdf, [own, *parts]), strict=True))

    def _play(self) -> None:
        now, number = START, 0
        while True:
            at = self.hall.next_pairing()
            over = self.playing[0][0] if self.playing else START + 2 * _HOUR
            if at and max(at, now) < min(over, START + _HOUR):
                now = max(at, now)
                for pair in self.hall.pairs_at(now):
                    number += 1
                    self.hall.apply(Paired(now, number, 1, pair))
                    seconds, ranks, short = self._match(*pair)
                    end = now + max(1, round(seconds))
                    decided = Decided(end, number, ranks, short=short)
                    heapq.heappush(self.playing, (end, number, decided))
            elif self.playing and over <= START + _HOUR + OVERTIME:
                now, _, decided = heapq.heappop(self.playing)
                self.hall.apply(decided)
            else:
                break
        for *_, decided in self.playing:  # the clocks end them: a tie unless somebody stalled
            self.hall.apply(Decided(START + _HOUR + OVERTIME, decided.pairing, (1, 1)))

    def _match(self, one: int, two: int) -> tuple[float, tuple[int, int], bool]:
        """The seconds of a match, its ranks, and whether it is short."""
        own = [player for player in (one, two) if player in self.own]
        way, loser = "play", 0
        if self.trick is not None and own:
            main = max(own, key=self._leads) if len(own) == 2 else max(self.own, key=self._leads)
            loser = next((player for player in own if player != main), main)
            way = self.trick.main if loser == main else self.trick.others
            way = self.trick.among if len(own) == 2 else way
        ranks = (2, 1) if loser == one else (1, 2)
        if way == "early":
            return _EARLY, ranks, True
        if way == "late":
            other = one if loser == two else two
            thought = self.least * _QUICK if other in self.own else self._thought(other, self.least)
            return thought + self.least * _QUICK, ranks, False
        moves = self._moves()
        used = [self._thought(player, moves) for player in (one, two)]
        if way == "stall":
            used[(one, two).index(loser)] = moves * _STALLED
        wins = 1 / (1 + 10 ** ((self.strength[two] - self.strength[one]) / 400))
        ranks = (1, 2) if self.rng.random() < wins else (2, 1)
        return max(used) if self.lengths.at_once else sum(used), ranks, False

    def _leads(self, account: int) -> tuple[int, int]:
        leads = self.trick is not None and self.trick.leads
        return self.hall.players[account].points if leads else 0, -account

    def _moves(self) -> int:
        return self.rng.randint(*self.rng.choice([*pairwise(self.lengths.moves)]))

    def _thought(self, player: int, moves: int) -> float:
        mean = self.lengths.seconds * self.speed[player]
        return max(moves * mean / 2, self.rng.gauss(moves * mean, sqrt(moves) * mean))


@cache
def honestly(game: str, seeds: int, accounts: int) -> float:
    """The share of hours in which one of so many accounts is first if all play honestly.

    Whichever of the players they are makes no difference, so each hour tells the mean of all.
    """
    players, shares = HONEST + accounts, 0.0
    for seed in range(seeds):
        first = len(Hour(game, seed, accounts, None).best())
        shares += 1 - comb(players - first, accounts) / comb(players, accounts)
    return shares / seeds


def with_trick(game: str, seeds: int, accounts: int, trick: Trick) -> float:
    """The share of hours in which one of the person's accounts is first."""
    hours = (Hour(game, seed, accounts, trick) for seed in range(seeds))
    return sum(not hour.best().isdisjoint(hour.own) for hour in hours) / seeds


# ---- whether a person with several accounts wins an arena more often than as many honest players

MARGIN = 0.03
TRICKS = {
    "the others let one win": Trick(),
    "the others give up early to one": Trick("early"),
    "the others give up early to everybody": Trick(others="early"),
    "the others give up to everybody once that is not early": Trick(others="late"),
    "the others stall": Trick(others="stall"),
    "all give up early to strangers": Trick(main="early", others="early"),
    "all give up to strangers once that is not early": Trick(main="late", others="late"),
}
LEADER = Trick(leads=True)
LEADER_MARGIN = 0.08
"""Three accounts can agree that whichever leads wins: no rule tells a match that is lost on purpose
from another one.
"""


def mean(shares: Collection[float]) -> float:
    return sum(shares) / len(shares)


def test_the_least_moves_of_a_game_are_about_half_of_a_short_match_at_most() -> None:
    assert LENGTHS.keys() == GAMES.keys()
    for key, lengths in LENGTHS.items():
        assert 3 < GAMES[key].least_moves <= 0.65 * min(lengths.moves)


@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)
def test_no_trick_with_three_accounts_wins_most_arenas(trick: Trick) -> None:
    assert with_trick("heroes", 14, 3, trick) <= honestly("heroes", 14, 3) + 0.15


@pytest.mark.full
@pytest.mark.parametrize("accounts", [1, 2, 3])
def test_no_trick_is_worth_more_than_three_of_a_hundred_hours(accounts: int) -> None:
    honest = mean([honestly(game, 200, accounts) for game in LENGTHS])
    for name, trick in TRICKS.items():
        first = mean([with_trick(game, 200, accounts, trick) for game in LENGTHS])
        assert first <= honest + MARGIN, name
    leader = mean([with_trick(game, 200, accounts, LEADER) for game in LENGTHS])
    assert leader <= honest + (MARGIN if accounts < 3 else LEADER_MARGIN)
