"""An arena: for an hour or so players get a new opponent as soon as a match ends.

A win is worth two points and a tie one. From the third win in a row on a win is worth four. A match
that ends because somebody stays away, resigns or runs out of time before their third move brings no
points and lengthens no row of wins. Nor does a match after three in a row of the same two players:
two who agree on results while nobody else plays win little by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction

from prowlerbot.competitions.competition_events import Away, Began, Decided, Entered, Paired
from prowlerbot.competitions.competition_record import DAY, Competition, Format, Terms
from prowlerbot.competitions.competition_values import Plan, Standing, Step
from prowlerbot.competitions.course import Course
from prowlerbot.competitions.standings import by_value
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.outages import passed

WIN, TIE, IN_A_ROW = 2, 1, 4
"""The points of a win, of a tie, and of a win in a row of wins."""
ROW = 3
"""The win in a row from which on wins are worth more."""
MEETINGS = 3
"""The matches in a row of the same two players that bring points."""
REMATCH = 60
"""Seconds after which two who have just met meet again if nobody else waits."""
OVERTIME = 10 * 60
"""Seconds after the last pairing within which a match must end to count."""
_PACES = range(30, 2 * 60 + 1)
_LENGTHS = range(30 * 60, DAY // 6 + 1)


class Arena(Format):
    """Players enter, pause and come back at any time; a match is paired when one ends."""

    key = "arena"
    has_rounds = False
    lets_back = True
    ties = ("won",)

    def check_terms(self, terms: Terms, pace: int) -> None:
        if pace not in _PACES:
            raise Denied("An arena needs a time limit of 30 seconds to 2 minutes a move.")
        if terms.season not in _LENGTHS:
            raise Denied("An arena lasts from 30 minutes to 4 hours.")

    def takes_late_entries(self, competition: Competition) -> bool:
        return not competition.course.reminded

    def check_entry(
        self, competition: Competition, player: int, previous: Sequence[Competition]
    ) -> None:
        if competition.course.began is not None and competition.course.reminded:
            raise Denied("The time of this arena is over, so nobody can join any more.")

    def lasts(self, competition: Competition) -> int:
        return 0

    def plans(self, competition: Competition) -> list[Plan]:
        pairs = pairs_now(competition) or rematch(competition)
        numbered = enumerate(pairs, len(competition.course.pairings) + 1)
        return [Plan(number, 1, players) for number, players in numbered]

    def due_at(self, competition: Competition) -> int:
        course, ends = competition.course, ends_at(competition)
        if course.reminded:
            return ends + OVERTIME if course.open else competition.events[-1].at
        return min(ends, _pairs_at(competition) or ends)

    def due(self, competition: Competition, now: int) -> Step:
        """The reminder is the end of the time for new matches."""
        if competition.course.reminded:
            return Step.END
        if now >= ends_at(competition):
            return Step.REMIND if competition.course.open else Step.END
        return Step.PAIR

    def standings(self, competition: Competition) -> list[Standing]:
        """Players who leave or stay away keep their points and their places; nobody can come back
        once the time is up.
        """
        values = {
            player: (Fraction(each.points), {"won": Fraction(each.won)})
            for player, each in tallies(competition).items()
        }
        left = competition.course.left
        return by_value(1, values, {player for player in left if left[player].by_host})


def ends_at(competition: Competition) -> int:
    """The end of the time for new matches; outages do not count."""
    terms, began = competition.terms, competition.course.began
    start = terms.starts if began is None else began.at
    return passed(start, terms.season, competition.course.outages)


# ---------------------------------------------------------------------- points


@dataclass(slots=True)
class Tally:
    """The points of a player, the matches won, the matches that count, and the wins in a row."""

    points: int = 0
    won: int = 0
    played: int = 0
    row: int = 0


def tallies(competition: Competition) -> dict[int, Tally]:
    """The tally of each player, in the order of the seeds."""
    course = competition.course
    found, meetings = {player: Tally() for player in course.players}, _meetings(course)
    for result in course.results.values():
        players = course.pairings[result.pairing].players
        best = min(result.ranks)
        first = [p for p, rank in zip(players, result.ranks, strict=True) if rank == best]
        counts = not (result.absent or result.short) and meetings[result.pairing] <= MEETINGS
        for player in players:
            _count(found[player], result, player, first, counts=counts)
    return found


def _meetings(course: Course) -> dict[int, int]:
    """How often in a row the two players of each pairing have met, this time included."""
    last: dict[int, Paired] = {}
    found: dict[int, int] = {}
    for number, pairing in course.pairings.items():
        before, other = (last.get(player) for player in pairing.players)
        found[number] = 1 + (found[before.pairing] if before is not None and before is other else 0)
        last |= dict.fromkeys(pairing.players, pairing)
    return found


def _count(
    tally: Tally, result: Decided, player: int, first: Sequence[int], *, counts: bool
) -> None:
    wins = player in first and len(first) == 1 and player not in result.absent
    if not counts:
        tally.row = tally.row if wins else 0
        return
    tally.played += 1
    tally.row = tally.row + 1 if wins else 0
    tally.won += wins
    if wins:
        tally.points += IN_A_ROW if tally.row >= ROW else WIN
    elif player in first:
        tally.points += TIE


# ---------------------------------------------------------------------- pairings


@dataclass(slots=True)
class Waiting:
    """A player without a match: since when, the players of their last match, and how many matches
    they had at seat 1.
    """

    player: int
    since: int
    points: int = 0
    rating: int = 0
    last: AbstractSet[int] = field(default_factory=frozenset[int])
    firsts: int = 0


def waiting(competition: Competition) -> list[Waiting]:
    """The players who wait for a match, the longest waiting first."""
    course = competition.course
    playing = {player for each in course.open for player in each.players}
    free = [player for player in active(competition) if player not in playing]
    known, since = tallies(competition), _since(competition)
    last: dict[int, AbstractSet[int]] = {}
    firsts = dict.fromkeys(course.players, 0)
    for pairing in course.pairings.values():
        firsts[pairing.players[0]] += 1
        last.update(dict.fromkeys(pairing.players, frozenset(pairing.players)))
    found = [
        Waiting(
            player,
            since[player],
            known[player].points,
            course.entries[player].rating,
            last.get(player, frozenset()),
            firsts[player],
        )
        for player in free
    ]
    return sorted(found, key=lambda each: (each.since, -each.points, -each.rating))


def active(competition: Competition) -> list[int]:
    """The players who take part and do not pause."""
    return [p for p in competition.course.present if not pauses(competition, p)]


def pauses(competition: Competition, player: int) -> bool:
    """Whether a player pauses. Whoever leaves and comes back plays."""
    course = competition.course
    pause = course.holidays.get(player)
    return pause is not None and pause.until > 0 and pause.at >= course.entries[player].at


def _since(competition: Competition) -> Mapping[int, int]:
    """The time since which each player would wait: the end of a match, or their coming."""
    since: dict[int, int] = {}
    for event in competition.events:
        match event:
            case Entered() | Away():
                since[event.player] = event.at
            case Began():
                since.update(dict.fromkeys(since, event.at))
            case Decided():
                players = competition.course.pairings[event.pairing].players
                since.update(dict.fromkeys(players, event.at))
            case _:
                pass
    return since


def pairs_now(competition: Competition) -> list[tuple[int, int]]:
    """The pairs of players who have not just met, seat 1 first.

    The player who waits longest gets the opponent with the nearest points, then the nearest rating.
    """
    left, pairs = waiting(competition), list[tuple[int, int]]()
    while left:
        one = left.pop(0)
        others = [
            each for each in left if one.player not in each.last and each.player not in one.last
        ]
        if others:
            points, rating = one.points, one.rating
            two = min(others, key=lambda o: (abs(points - o.points), abs(rating - o.rating)))
            left.remove(two)
            pairs.append(_seated(one, two))
    return pairs


def rematch(competition: Competition) -> list[tuple[int, int]]:
    """The pair of two who have just met, if nobody else waits. Of three who wait, two have not just
    met.
    """
    free = waiting(competition)
    return [_seated(*free)] if len(free) == 2 else []


def _pairs_at(competition: Competition) -> int:
    """The time of the next pairing if nothing else happens; 0 for none."""
    if pairs_now(competition):
        return competition.events[-1].at
    if not rematch(competition):
        return 0
    alone = len(active(competition)) == 2
    since = max(each.since for each in waiting(competition))
    return since if alone else since + REMATCH


def _seated(one: Waiting, two: Waiting) -> tuple[int, int]:
    """Seat 1 goes to the player who had it less often."""
    first, second = sorted((one, two), key=lambda each: each.firsts)
    return first.player, second.player


# ---------------------------------------------------------------------- pauses


def pause(competition: Competition, player: int, now: int) -> Competition:
    """Let a player finish a match without a new one after it."""
    _only_while_it_runs(competition, player)
    if pauses(competition, player):
        raise Stale("You already pause. “Play” brings you back.")
    return competition.after(Away(now, player, ends_at(competition)))


def play(competition: Competition, player: int, now: int) -> Competition:
    """End the pause of a player."""
    _only_while_it_runs(competition, player)
    if not pauses(competition, player):
        raise Stale("You are in already: your next match begins as soon as an opponent is free.")
    return competition.after(Away(now, player, 0))


def _only_while_it_runs(competition: Competition, player: int) -> None:
    course = competition.course
    if not isinstance(competition.format, Arena):
        raise Denied("Only an arena has pauses.")
    if course.ended or course.reminded:
        raise Stale("The time of this arena is over.")
    if course.began is None:
        raise Denied("This arena has not begun yet.")
    if player not in course.present:
        raise Denied("You do not take part in this competition.")
