"""An arena: for an hour or so players get a new opponent soon after a match ends.

A win is worth two points and a tie one. From the third win in a row on a win is worth four. The
loser may stay away, resign or run out of time after too few moves. Then the win is worth two, and
the row of the winner stays as it was. The loser waits a minute, and each time twice as long. A
pause lasts at least as long, so that nobody chooses an opponent by it. A further match of the same
two brings points only after both have met all others as often, so that two players who agree on
results win little.

``ArenaState`` replays the record. Arenas from before there were ``RULES`` keep the first ones.
"""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations

from prowlerbot.competitions import course as events
from prowlerbot.competitions.competition_record import (
    Competition,
    CompetitionTerms,
    Format,
    PlannedPairing,
    Seasons,
    Standing,
    Step,
)
from prowlerbot.competitions.course import By
from prowlerbot.competitions.standings import rank_lines
from prowlerbot.core.clock import DAY, pass_time
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match.terms import CLOCK_5_PLUS_5
from prowlerbot.match.terms import Terms as MatchTerms

RULES = 1
"""The version of the rules of an arena that begins now; 0 before there were versions."""
WIN, TIE, WIN_IN_A_ROW = 2, 1, 4
"""The points of a win, of a tie, and of a win in a row of wins."""
WINS_IN_A_ROW = 3
"""The win in a row from which on wins are worth more."""
MAX_MEETINGS_IN_A_ROW = 3
"""The matches in a row of the same two players that bring points."""
TICK = 15
"""Seconds from one moment of pairings to the next."""
REMATCH_SECONDS = 60
"""Seconds after which two meet without points if each finds nobody else."""
MIN_REST_SECONDS = 60
"""Seconds of rest after giving up early, and of the least pause; each further time they double."""
SLOW_MATCH_SECONDS = 15 * 60
"""Seconds in one match that count as a meeting with everybody: a slow match stops no points."""
OVERTIME_SECONDS = 10 * 60
"""Seconds after the last pairing after which the clocks end the matches that still run."""
MAX_WAIT_SECONDS = 15 * 60
"""Seconds in all for which an arena waits for a channel. Players who wait longer are gone, and the
moment at which it goes on would choose the pairs.
"""
_PACE_SECONDS = range(30, 2 * 60 + 1)
_LENGTH_SECONDS = range(30 * 60, DAY // 6 + 1)


class Arena(Format):
    """Players enter, pause and come back at any time, and get new opponents at every tick."""

    key = "arena"
    default_pace = CLOCK_5_PLUS_5
    rules = RULES
    has_rounds = False
    allows_reentry = True
    ties = ("won",)

    def check_terms(self, terms: CompetitionTerms, pace: int) -> None:
        if not MatchTerms().at_pace(pace).is_timed and pace not in _PACE_SECONDS:
            raise Denied(
                "An arena needs a clock for the match, or a time limit of 30 seconds to 2 minutes"
                " a move."
            )
        if terms.season not in _LENGTH_SECONDS:
            raise Denied("An arena lasts from 30 minutes to 4 hours.")

    def takes_late_entries(self, competition: Competition) -> bool:
        return not competition.course.reminded

    def check_entry(self, competition: Competition, player: int, previous: Seasons) -> None:
        if competition.course.began is not None and competition.course.reminded:
            raise Denied("The time of this arena is over, so nobody can join any more.")

    def pairing_time(self, competition: Competition) -> int:
        return 0

    def planned_pairings(self, competition: Competition) -> list[PlannedPairing]:
        players = replay_arena(competition)
        at = max(players.next_pairing(), competition.events[-1].at)  # if the step comes late
        numbered = enumerate(players.pairs_at(at), len(competition.course.pairings) + 1)
        return [PlannedPairing(number, 1, pair) for number, pair in numbered]

    def clock_end(self, competition: Competition, pairing: events.Paired) -> int:
        """By the first rules a match that outlasts the arena goes on as a match of its own."""
        return ends_at(competition) + OVERTIME_SECONDS if competition.terms.rules else 0

    def due_at(self, competition: Competition) -> int:
        course, ends = competition.course, ends_at(competition)
        if course.reminded:
            return ends + OVERTIME_SECONDS if course.open else competition.events[-1].at
        return min(ends, replay_arena(competition).next_pairing() or ends)

    def due_step(self, competition: Competition, now: int) -> Step:
        """A late pairing comes before the reminder, which ends the time for new matches."""
        course = competition.course
        if course.reminded:
            return Step.CLOSE if course.open and competition.terms.rules else Step.END
        if 0 < replay_arena(competition).next_pairing() < ends_at(competition):
            return Step.PAIR
        return Step.REMIND if course.open else Step.END

    def longest_wait(self, competition: Competition, since: int) -> int:
        gaps = (event for event in competition.events if isinstance(event, events.Interrupted))
        waits = (event for event in gaps if event.by == "channel" and event.ended <= since)
        return MAX_WAIT_SECONDS - sum(event.ended - event.began for event in waits)

    def interruption_events(
        self, competition: Competition, now: int, by: By = ""
    ) -> list[events.Interrupted]:
        """It lengthens the arena, as an outage does; waiting begins after the latest act."""
        # An act can make others free to meet since before, but nobody has waited for that.
        acts = (each.at for each in competition.events if not isinstance(each, events.Interrupted))
        known = (outage.ended for outage in competition.course.outages)
        began = max([replay_arena(competition).next_pairing(), *known, *(() if by else acts)])
        return [events.Interrupted(now, began, now, by)] if began + TICK < now else []

    def standings(self, competition: Competition) -> list[Standing]:
        """Players who leave keep their places, except those whom a host or admin has taken out."""
        values = {
            player: (Fraction(entrant.points), {"won": Fraction(entrant.won)})
            for player, entrant in replay_arena(competition).players.items()
        }
        course = competition.course
        out = {player for player, each in course.left.items() if each.by_host}
        return rank_lines(1, values, out - course.pardoned)


def ends_at(competition: Competition) -> int:
    """The end of the time for new matches; outages do not count."""
    terms, began = competition.terms, competition.course.began
    start = terms.starts if began is None else began.at
    return pass_time(start, terms.season, competition.course.outages)


def has_first_rules(competition: Competition) -> bool:
    """Whether an arena began before there were ``RULES``."""
    return competition.course.began is not None and not competition.terms.rules


@dataclass(slots=True, eq=False)
class Entrant:
    """A player of an arena. All times are in epoch seconds."""

    player: int
    rating: int = 0
    points: int = 0
    won: int = 0
    """The wins that brought points."""
    streak: int = 0
    """The wins in a row."""
    matches_at_seat_1: int = 0
    given_up: int = 0
    """The matches given up early."""
    last_opponent: int = 0
    """0 before the first match."""
    met_in_a_row: int = 0
    """The latest matches in a row with the latest opponent."""
    is_active: bool = True
    """Whether the player takes part and does not pause."""
    active_since: int = 0
    """The time since which the player is here, or after giving up early the end of the rest."""
    playing_since: int = 0
    """The beginning of the running match; 0 without one."""
    waiting_since: int = 0
    """The time since which the player waits for a match."""
    ready_at: int = 0
    """The time from which the player can be paired."""
    slow_units: int = 0
    """The ``SLOW_MATCH_SECONDS`` that fit into each match that is over, since the player came."""
    paused_at: int = 0
    """The beginning of the latest pause."""
    pauses: int = 0
    """The pauses that kept the player from a pairing."""

    def slow_units_at(self, at: int) -> int:
        """``slow_units`` with those of the running match, at a time in epoch seconds."""
        running = at - self.playing_since if self.playing_since else 0
        return self.slow_units + running // SLOW_MATCH_SECONDS

    def begin_match(self, other: "Entrant", in_a_row: int, at: int) -> None:
        self.last_opponent, self.met_in_a_row, self.playing_since = other.player, in_a_row, at

    def end_match(self, at: int) -> None:
        self.slow_units = self.slow_units_at(at)
        self.playing_since, self.waiting_since, self.ready_at = 0, at, at

    def rest_after_giving_up(self) -> None:
        self.ready_at += MIN_REST_SECONDS * 2**self.given_up
        self.given_up += 1
        self.active_since, self.slow_units = self.ready_at, 0


class ArenaState:
    """The players of an arena, in the order of their seeds, and their matches, by the record."""

    def __init__(self, rules: int = RULES) -> None:
        self.rules, self.began = rules, 0
        self.players: dict[int, Entrant] = {}
        self._open: dict[int, events.Paired] = {}
        self._counting_pairings: set[int] = set()
        self._meeting_times: defaultdict[frozenset[int], list[int]] = defaultdict(list)
        """The times of the meetings of two that count."""

    def apply(self, event: events.CompetitionEvent) -> None:
        match event:
            case events.Entered():
                self._arrive(event.player, event.at).rating = event.rating
            case events.Away(until=0):
                self._arrive(event.player, event.at)
            case events.Away() | events.Withdrew():
                entrant = self.players[event.player]
                entrant.is_active, entrant.paused_at = False, event.at
            case events.Began():
                self.began = event.at
                seeds = [player for division in event.divisions for player in division]
                self.players = {player: self.players[player] for player in seeds}
                for player in seeds:
                    self._arrive(player, event.at)
            case events.Paired():
                self._pair(event)
            case events.Decided():
                self._decide(event)

    def _arrive(self, player: int, at: int) -> Entrant:
        entrant = self.players.setdefault(player, Entrant(player))
        if self.rules and self.began and not entrant.is_active and not entrant.playing_since:
            free = max(entrant.paused_at, entrant.waiting_since)
            entrant.ready_at = max(entrant.ready_at, free + MIN_REST_SECONDS * 2**entrant.pauses)
            entrant.pauses += 1
        entrant.is_active, entrant.waiting_since, entrant.slow_units = True, at, 0
        entrant.ready_at = entrant.active_since = max(entrant.ready_at, at)
        return entrant

    def _pair(self, event: events.Paired) -> None:
        one, two = (self.players[player] for player in event.players)
        if self._brings_points(one, two, event.at):
            self._counting_pairings.add(event.pairing)
            self._meeting_times[frozenset(event.players)].append(event.at)
        in_a_row = self._times_in_a_row(one, two)
        one.begin_match(two, in_a_row, event.at)
        two.begin_match(one, in_a_row, event.at)
        one.matches_at_seat_1 += 1
        self._open[event.pairing] = event

    def _decide(self, event: events.Decided) -> None:
        players = self._open.pop(event.pairing).players
        best = min(event.ranks)
        ranked = zip(players, event.ranks, strict=True)
        leaders = [each for each, rank in ranked if rank == best and each not in event.absent]
        given_up = event.short or bool(event.absent)
        counts = event.pairing in self._counting_pairings and not (given_up and not self.rules)
        for player in players:
            entrant, is_winner = self.players[player], leaders == [player]
            entrant.streak = entrant.streak + (counts and not given_up) if is_winner else 0
            if counts and player in leaders:
                win = WIN_IN_A_ROW if entrant.streak >= WINS_IN_A_ROW and not given_up else WIN
                entrant.points += win if is_winner else TIE
                entrant.won += is_winner
            entrant.end_match(event.at)
            if given_up and self.rules and player not in leaders:
                entrant.rest_after_giving_up()

    @staticmethod
    def _times_in_a_row(one: Entrant, two: Entrant) -> int:
        """The number of matches in a row of two players, the next one included."""
        again = one.last_opponent == two.player and two.last_opponent == one.player
        return one.met_in_a_row + 1 if again else 1

    def _brings_points(self, one: Entrant, two: Entrant, at: int) -> bool:
        """Whether a match of two that begins at a time brings points. It does not if one of them
        has met a third player, who is here, less often since that player came. A slow match of the
        third player counts as meetings.
        """
        if self._times_in_a_row(one, two) > MAX_MEETINGS_IN_A_ROW:
            return False
        if not self.rules or not self._meetings(one, two, self.began):
            return True
        third = (each for each in self.players.values() if each not in (one, two))
        others = [entrant for entrant in third if entrant.is_active]
        return all(
            self._meetings(own, entrant, entrant.active_since) + entrant.slow_units_at(at)
            >= self._meetings(one, two, entrant.active_since)
            for entrant in others
            for own in (one, two)
        )

    def _meetings(self, one: Entrant, two: Entrant, since: int) -> int:
        """The number of matches of two since a time that count."""
        times = self._meeting_times.get(frozenset((one.player, two.player)))
        return sum(at >= since for at in times) if times else 0

    def pairs_at(self, at: int) -> list[tuple[int, int]]:
        """The pairs of those who are free at this time, seat 1 first.

        The player who waits longest gets the opponent with the nearest points, then the nearest
        rating, and if possible not the last one. A player who finds nobody to meet for
        points comes last.
        """
        free = [entrant for entrant in self._free_players() if entrant.ready_at <= at]
        free.sort(key=lambda each: (each.waiting_since, -each.points, -each.rating))
        pairs = list[tuple[int, int]]()
        for may_meet in (self._may_meet_for_points, self._may_meet_without_points):
            unpaired = list[Entrant]()
            while free:
                one = free.pop(0)
                others = [entrant for entrant in free if may_meet(one, entrant, at)]
                if not others:
                    unpaired.append(one)
                    continue
                two = min(others, key=partial(_mismatch, one))
                free.remove(two)
                first, second = sorted((one, two), key=lambda each: each.matches_at_seat_1)
                pairs.append((first.player, second.player))
            free = unpaired
        return pairs

    def next_pairing(self) -> int:
        """The time of the next pairing if nothing else happens; 0 for none."""
        times = [self._pairing_time(one, two) for one, two in combinations(self._free_players(), 2)]
        return min(times, default=0)

    def _free_players(self) -> list[Entrant]:
        return [each for each in self.players.values() if each.is_active and not each.playing_since]

    def _may_meet_for_points(self, one: Entrant, two: Entrant, at: int) -> bool:
        """Whether two meet for points; by the first rules, whether neither just met the other."""
        return self._brings_points(one, two, at) if self.rules else not _just_met(one, two)

    def _may_meet_without_points(self, one: Entrant, two: Entrant, at: int) -> bool:
        """Whether two have waited long enough to meet without points, too."""
        return self._pairing_time(one, two) <= at

    def _pairing_time(self, one: Entrant, two: Entrant) -> int:
        """The first time at which two can be paired: they wait for others unless they are alone."""
        at = max(one.ready_at, two.ready_at)
        at += (self.began - at) % TICK if self.rules else 0
        active_count = sum(entrant.is_active for entrant in self.players.values())
        if active_count == 2 or self._may_meet_for_points(one, two, at):
            return at
        return at + REMATCH_SECONDS


def _just_met(one: Entrant, two: Entrant) -> bool:
    """Whether one of two was the last opponent of the other."""
    return one.last_opponent == two.player or two.last_opponent == one.player


def _mismatch(one: Entrant, two: Entrant) -> tuple[bool, int, int]:
    return _just_met(one, two), abs(one.points - two.points), abs(one.rating - two.rating)


@lru_cache(maxsize=8)  # a step asks for it several times; nobody changes it
def replay_arena(competition: Competition) -> ArenaState:
    """The players of an arena, from its record."""
    state = ArenaState(competition.terms.rules)
    for event in competition.events:
        state.apply(event)
    return state


def active_players(competition: Competition) -> list[int]:
    """The players who take part and do not pause."""
    return [each.player for each in replay_arena(competition).players.values() if each.is_active]


def has_paused(competition: Competition, player: int) -> bool:
    """Whether a player who takes part pauses. A player who leaves and comes back plays."""
    return not replay_arena(competition).players[player].is_active


def begin_pause(competition: Competition, player: int, now: int) -> Competition:
    """Let a player finish a match without a new one after it."""
    _check_plays_now(competition, player)
    if has_paused(competition, player):
        raise Stale("You already pause. “Play” brings you back.")
    return competition.with_events(events.Away(now, player, ends_at(competition)))


def end_pause(competition: Competition, player: int, now: int) -> Competition:
    _check_plays_now(competition, player)
    if not has_paused(competition, player):
        raise Stale("You are in already: your next match begins as soon as an opponent is free.")
    return competition.with_events(events.Away(now, player, 0))


def _check_plays_now(competition: Competition, player: int) -> None:
    course = competition.course
    if not isinstance(competition.format, Arena):
        raise Denied("Only an arena has pauses.")
    if course.ended or course.reminded:
        raise Stale("The time of this arena is over.")
    if course.began is None:
        raise Denied("This arena has not begun yet.")
    if player not in course.present:
        raise Denied("You do not take part in this competition.")
