"""Knock-outs, single and double: the bracket of the seeds, and the players who go on.

The player who had seat 1 less often gets it. A match without a single winner is played again once,
with the seats changed. After that the better seed goes on. A player without an opponent goes on
with a bye. A player who does not come to a match is out at once. Players who have left keep the
place that they have reached, and the next opponent goes on.

In a double elimination, a player is out after two lost matches. The losers of the bracket of the
seeds go on in a second bracket. Its winner meets the unbeaten player in the final, and must win
twice. After a first win the decider follows. With 16 players, and with 9 to 15 and some byes, the
rounds of the record are these.

    round of the record   1  2  3  4  5  6  7  8          9
    winners' round        1  2     3     4     the final  the decider
    losers' round            1  2  3  4  5  6
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import NamedTuple

from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, PlannedPairing
from prowlerbot.competitions.course import Course, Paired
from prowlerbot.competitions.formats.round_robin import InRounds
from prowlerbot.competitions.standings import Value


class Knockout(InRounds):
    """Two meet as soon as both are known; by the first rules, after the whole round before."""

    key = "knockout"
    rules = 1
    pairs_early = True
    max_matches_a_round = 2
    keeps_places = True

    def count_rounds(self, terms: CompetitionTerms, players: int) -> int:
        return max(0, players - 1).bit_length()

    def planned_pairings(self, competition: Competition) -> list[PlannedPairing]:
        course = competition.course
        rounds = self.rounds_of(course)
        if not competition.terms.rules:
            return due_plans(course, rounds)
        return [
            PlannedPairing(number, 1, place.due)
            for number, places in enumerate(rounds, 1)
            for place in places
            if place.due
        ]

    def rounds_of(self, course: Course) -> "Sequence[Sequence[Meeting]]":
        return meetings_by_round(course)

    def values(self, competition: Competition) -> dict[int, Value]:
        reached = self.rounds_reached(competition.course)
        return {player: (Fraction(number), {}) for player, number in reached.items()}

    def rounds_reached(self, course: Course) -> dict[int, int]:
        """The last round of each player; the winner has one more than the last round."""
        reached: dict[int, int] = dict.fromkeys(course.players, 0)
        for pairing in course.pairings.values():
            for player in pairing.players:
                reached[player] = max(reached[player], pairing.round)
        final = course.pairings_in(len(bracket_places(course.players)).bit_length() - 1)
        champion = advancing_player(course, final)
        if champion is not None and not due_plans(course, self.rounds_of(course)):
            reached[champion] = course.round + 1
        return reached


def bracket_places(seeds: Sequence[int]) -> list[int | None]:
    """The players of the first round, where neighbours meet each other; None is a free place.

    The best two seeds can meet in the final only, the best four not before the semi-finals, and so
    on.
    """
    places = [0]
    while len(places) < len(seeds):
        size = 2 * len(places)
        places = [place for upper in places for place in (upper, size - 1 - upper)]
    return [seeds[place] if place < len(seeds) else None for place in places]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A place of the bracket: its players, their matches, the player who goes on, and the next
    pairing to make, seat 1 first. None is a player who is unknown, or a free place. It is ``over``
    if nothing is played or paired here any more.
    """

    players: tuple[int | None, int | None]
    played: Sequence[Paired]
    winner: int | None
    due: tuple[int, ...]
    over: bool


class BracketPlayer(NamedTuple):
    """A player who comes to a meeting; None for a free place, or while nobody is ``known``."""

    player: int | None
    known: bool = True


def meetings_by_round(
    course: Course, number_of: Callable[[int], int] = lambda number: number
) -> list[list[Meeting]]:
    """The bracket by rounds; ``number_of`` gives the number in the record of the n-th round."""
    places = [*map(BracketPlayer, bracket_places(course.players))]
    rounds: list[list[Meeting]] = []
    while len(places) > 1:
        number = number_of(len(rounds) + 1)
        rounds.append(meetings_of_round(course, number, places[::2], places[1::2]))
        places = _advancing_players(rounds[-1])
    return rounds


def _advancing_players(meetings: Iterable[Meeting]) -> list[BracketPlayer]:
    return [BracketPlayer(meeting.winner, meeting.over) for meeting in meetings]


def meetings_of_round(
    course: Course, number: int, upper: Sequence[BracketPlayer], lower: Sequence[BracketPlayer]
) -> list[Meeting]:
    """The meetings of the round with this number, each of an upper and a lower player."""
    paired, running = course.pairings_in(number), course.open
    meetings = []
    for (one, one_known), (two, two_known) in zip(upper, lower, strict=True):
        played = [pairing for pairing in paired if {one, two} & {*pairing.players}]
        known = one_known and two_known
        due = _next_pairing(course, played, one, two) if known else ()
        over = known and not due and not any(each in running for each in played)
        meetings.append(Meeting((one, two), played, advancing_player(course, played), due, over))
    return meetings


def due_plans(course: Course, rounds: Iterable[Sequence[Meeting]]) -> list[PlannedPairing]:
    """The pairings that can be made now, in the first of these rounds that is not over."""
    running = course.open
    for number, places in enumerate(rounds, 1):
        plans = [PlannedPairing(number, 1, place.due) for place in places if place.due]
        if plans or any(paired in running for place in places for paired in place.played):
            return plans
    return []


def _next_pairing(
    course: Course, played: Sequence[Paired], one: int | None, two: int | None
) -> tuple[int, ...]:
    """The next pairing of a place in the bracket, seat 1 first; empty if there is none."""
    present = [player for player in (one, two) if player is not None and player not in course.left]
    if not played:
        firsts = Counter(each.players[0] for each in course.pairings.values() if not each.is_bye)
        return tuple(sorted(present, key=firsts.__getitem__))
    last = played[-1]
    result = course.results.get(last.pairing)
    if result is None or result.absent or advancing_player(course, played) is not None:
        return ()
    return last.players[::-1] if len(present) == len(last.players) else ()


def advancing_player(course: Course, played: Sequence[Paired]) -> int | None:
    """The player who goes on from a place in the bracket; None if there is none yet."""
    if not played:
        return None
    last = played[-1]
    if last.is_bye:
        return last.players[0]
    if (result := course.results.get(last.pairing)) is None:
        return None
    present = [player for player in last.players if player not in result.absent]
    ranked = zip(last.players, result.ranks, strict=True)
    winners = [player for player, rank in ranked if player in present and rank == 1]
    if len(present) == 1 or len(winners) == 1:
        return (winners or present)[0]
    seeds = [player for player in course.players if player in present]
    if seeds and len(played) == Knockout.max_matches_a_round:
        return seeds[0]
    staying = [player for player in seeds if player not in course.left]
    # ``left`` is in the order of leaving, so its last player stayed longest.
    last_to_stay = staying or [player for player in course.left if player in present][-1:]
    return last_to_stay[0] if len(last_to_stay) == 1 else None


class DoubleElimination(Knockout):
    key = "double-elimination"

    def count_rounds(self, terms: CompetitionTerms, players: int) -> int:
        """The number of rounds with the decider, which is played only if it is needed."""
        winners_rounds = max(0, players - 1).bit_length()
        return 2 * winners_rounds + 1 if winners_rounds else 0

    def rounds_of(self, course: Course) -> Sequence[Sequence[Meeting]]:
        return brackets_of(course).rounds

    def rounds_reached(self, course: Course) -> dict[int, int]:
        """The last round that each player has reached; the winner has one more than all rounds."""
        reached: dict[int, int] = dict.fromkeys(course.players, 0)
        if len(course.players) < 2:
            return reached
        brackets = brackets_of(course)
        for number, places in enumerate(brackets.rounds, 1):
            for player in (player for meeting in places for player in meeting.players if player):
                reached[player] = number
        champion = brackets.finals[-1][0].winner
        if champion is not None and not due_plans(course, brackets.rounds):
            reached[champion] = 2 * len(brackets.winners) + 2
        return reached


@dataclass(frozen=True, slots=True)
class Brackets:
    """The rounds of both brackets and, after them, the final and perhaps the decider."""

    winners: Sequence[Sequence[Meeting]]
    losers: Sequence[Sequence[Meeting]]
    finals: Sequence[Sequence[Meeting]]

    @property
    def rounds(self) -> list[list[Meeting]]:
        # As in the table above: each round of the winners but the first takes two of the record.
        upper = [self.winners[0], *(each for won in self.winners[1:] for each in (won, ()))]
        lower = ((), *self.losers)
        brackets = [[*won, *lost] for won, lost in zip_longest(upper, lower, fillvalue=())]
        return [*brackets, *map(list, self.finals)]


def round_of_winners(round_: int) -> int:
    """The round of the record for a round of the winners' bracket, both counted from 1."""
    return max(1, 2 * round_ - 2)


def round_of_losers(round_: int) -> int:
    """The round of the record for a round of the losers' bracket, both counted from 1."""
    return round_ + 1


def brackets_of(course: Course) -> Brackets:
    """All meetings of a double elimination that has begun."""
    winners = meetings_by_round(course, round_of_winners)
    losers: list[list[Meeting]] = []
    rivals = _beaten_players(course, winners[0])
    for turn, beaten in enumerate(winners[1:]):
        number = round_of_losers(len(losers) + 1)
        losers.append(meetings_of_round(course, number, rivals[::2], rivals[1::2]))
        order = _cross_over(_beaten_players(course, beaten), turn)
        survivors = _advancing_players(losers[-1])
        losers.append(meetings_of_round(course, number + 1, order, survivors))
        rivals = _advancing_players(losers[-1])
    number = 2 * len(winners)
    finals = [meetings_of_round(course, number, _advancing_players(winners[-1]), rivals)]
    final, beaten_first = finals[0][0], _beaten_players(course, finals[0])
    if final.winner is not None and final.winner == rivals[0].player and beaten_first[0].player:
        finals.append(meetings_of_round(course, number + 1, beaten_first, rivals))
    return Brackets(winners, losers, finals)


def _cross_over(beaten: list[BracketPlayer], turn: int) -> list[BracketPlayer]:
    """The players beaten in a round of the winners, in their order among the losers.

    Players who have met meet again as late as possible: the orders take turns. They are reversed,
    with each half reversed, with the halves changed, and unchanged.
    """
    half = len(beaten) // 2
    upper, lower = beaten[:half], beaten[half:]
    orders = (beaten[::-1], [*upper[::-1], *lower[::-1]], [*lower, *upper], beaten)
    return orders[turn % len(orders)]


def _beaten_players(course: Course, meetings: Iterable[Meeting]) -> list[BracketPlayer]:
    return [BracketPlayer(_beaten_player(course, meeting), meeting.over) for meeting in meetings]


def _beaten_player(course: Course, meeting: Meeting) -> int | None:
    """The player who goes on in the losers' bracket; None for one who did not come."""
    if meeting.winner is None:
        return None
    last = meeting.played[-1]
    result = course.results.get(last.pairing)
    absent = result.absent if result is not None else ()
    others = (each for each in last.players if each != meeting.winner and each not in absent)
    return next(others, None)
