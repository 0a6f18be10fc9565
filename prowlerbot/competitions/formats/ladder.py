"""The ladder of a server: an order of players, in which a challenger can win a higher place.

The places are the replay of the ladder's record, with all moves up and down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from prowlerbot.competitions import course as events
from prowlerbot.competitions.competition_record import (
    Competition,
    CompetitionKind,
    Format,
    NextSeason,
    Seasons,
    Standing,
    Step,
)
from prowlerbot.core.clock import DAY, pass_time
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import mark

MAX_REACH = 3
"""The number of places above their own that players can challenge."""
MAX_CHALLENGES = 2
"""The matches with which nobody can be challenged, and the most running challenges of a player.
Those by others do not count, so slow challengers keep nobody from challenging.
"""
WARNING_SECONDS = 2 * DAY
"""Seconds from the news to a player who will drop to the drop."""
REMATCH_SECONDS = 7 * DAY
"""Seconds between two challenges of the same two players. A player who comes back after a deletion
of their data challenges nobody for as long, because their earlier opponents are unknown.
"""
PROTECTION_SECONDS = 14 * DAY
"""Seconds for which a match protects its players, so that an endless match blocks no place."""
TAKING_TURNS_SECONDS = 60 * DAY
"""Seconds within which a second match of the same two players protects them only from those who
have played one of them since. So two players who challenge each other by turns block no place.
"""


@dataclass(frozen=True, slots=True)
class Fall:
    """The drop of an idle player to a place; ``number`` counts the drops of a season. After a match
    lost on time or by forfeit it is the number of the pairing.
    """

    number: int
    player: int
    place: int


@dataclass(frozen=True, slots=True)
class WonPlace:
    """A place that a challenger has won by the match of a pairing."""

    pairing: int
    challenger: int
    other: int
    place: int


class LadderPlaces(NamedTuple):
    """The moves on a ladder, each in the order of the record."""

    order: list[int]
    """The players from the top down, as they stand now."""
    won: list[WonPlace]
    idle_falls: list[Fall]
    """The drops of idle players; those of one drop from the top down."""
    late_falls: list[Fall]
    """The drops of players who lost on time or by forfeit."""


def ladder_order(competition: Competition) -> list[int]:
    """The players from the top down."""
    return replay_places(competition).order


def replay_places(competition: Competition) -> LadderPlaces:
    """The places and the moves between them, from the record.

    A challenger who wins takes the opponent's place, and the players between them move down by one.
    A match lost on time or by forfeit also drops the loser by one place.
    """
    order: list[int] = []
    places = LadderPlaces(order, [], [], [])
    drops = 0
    for event in competition.events:
        match event:
            case events.Entered():
                order.append(event.player)
            case events.Withdrew():
                order.remove(event.player)
            case events.Dropped():
                drops += 1
                places.idle_falls.extend(_drop_players(order, event.players, drops))
            case events.Decided():
                if won := _win_place(order, competition.course.pairings[event.pairing], event):
                    places.won.append(won)
                for player in (*event.absent, *event.late):
                    places.late_falls.extend(_drop_players(order, (player,), event.pairing))
    return places


def _win_place(order: list[int], pairing: events.Paired, result: events.Decided) -> WonPlace | None:
    """Move a challenger who has won to the place of the opponent, if it is higher."""
    challenger = pairing.challenger
    ranks = dict(zip(pairing.players, result.ranks, strict=True))
    (other,) = {*pairing.players} - {challenger}
    beaten = other in result.absent or ranks[challenger] < ranks[other]
    if not {challenger, other} <= {*order} or not beaten or challenger in result.absent:
        return None
    place = order.index(other)
    if place > order.index(challenger):
        return None
    order.remove(challenger)
    order.insert(place, challenger)
    return WonPlace(pairing.pairing, challenger, other, place + 1)


def _drop_players(order: list[int], players: tuple[int, ...], number: int) -> list[Fall]:
    """Drop players by one place each; the drops of those who could, from the top down."""
    before = [*order]
    _drop_by_one(order, players)
    return [
        Fall(number, player, order.index(player) + 1)
        for player in before
        if player in players and order.index(player) > before.index(player)
    ]


def _drop_by_one(order: list[int], players: tuple[int, ...]) -> None:
    """Drop players by one place each; a player stays above one of them who cannot drop."""
    stuck: set[int] = set()
    for player in reversed([each for each in order if each in players]):
        place = order.index(player)
        if place + 1 == len(order) or order[place + 1] in stuck:
            stuck.add(player)
        else:
            order[place : place + 2] = order[place + 1], player


class Ladder(Format):
    """Everybody enters and leaves at any time; the players pair themselves by challenges."""

    key = "ladder"
    kind = CompetitionKind.LADDER
    max_entries = 1
    too_many_refusal = mark("You are on a ladder of this server already.")
    min_players = 0
    has_rounds = False
    has_seasons = True
    allows_reentry = True
    second_refusal = mark("This server has a ladder already; `/ladder off` ends it.")

    def check_entry(self, competition: Competition, player: int, previous: Seasons) -> None:
        """A player enters at the end of the ladder."""

    def player_to_replace(self, competition: Competition, now: int) -> int | None:
        """The lowest player without a match for twice the time after which players drop."""
        course, terms = competition.course, competition.terms
        played = [pairing.players for pairing in protecting_matches(competition, now)]
        since = now - 2 * terms.idle
        for result in course.results.values():
            if result.at > since:
                players = course.pairings[result.pairing].players
                played.append(tuple(player for player in players if player not in result.absent))
        active = {player for players in played for player in players}
        active |= {
            player
            for player, entry in course.entries.items()
            if max(entry.at, terms.starts) > since
        }
        active |= {player for player, holiday in course.holidays.items() if holiday.until > since}
        from_below = reversed(ladder_order(competition))
        return next((player for player in from_below if player not in active), None)

    def make_divisions(
        self, competition: Competition, players: Sequence[int], previous: Competition | None
    ) -> tuple[tuple[int, ...], ...]:
        return (tuple(players),)

    def due_at(self, competition: Competition) -> int:
        drops, warnings = drop_times(competition), warning_times(competition)
        return min([ends_at(competition), *drops.values(), *warnings.values()])

    def due_step(self, competition: Competition, now: int) -> Step:
        if now >= ends_at(competition):
            return Step.END
        return Step.DROP if self.idle_players(competition, now) else Step.REMIND

    def falling_players(self, competition: Competition) -> Mapping[int, int]:
        """The players who were told last; without those who have played since, or dropped."""
        if not (news := [each for each in competition.events if isinstance(each, events.Warned)]):
            return {}
        drops, last = drop_times(competition), news[-1]
        known = {player: drops[player] for player in last.players if player in drops}
        idle = competition.terms.idle
        return {player: at for player, at in known.items() if at - idle <= last.at < at}

    def reminder(self, competition: Competition, now: int) -> events.CompetitionEvent:
        times = warning_times(competition)
        return events.Warned(now, tuple(player for player, at in times.items() if at <= now))

    def idle_players(self, competition: Competition, now: int) -> tuple[int, ...]:
        return tuple(player for player, at in drop_times(competition).items() if at <= now)

    def is_removed_after(self, competition: Competition, forfeited_at: Sequence[int]) -> bool:
        return max(forfeited_at) - min(forfeited_at) >= DAY

    def exit_events(
        self, withdrawal: events.Withdrew, forfeits: Sequence[events.Decided]
    ) -> Sequence[events.CompetitionEvent]:
        """First the challenger takes the place."""
        return (*forfeits, withdrawal)

    def standings(self, competition: Competition) -> list[Standing]:
        order = ladder_order(competition)
        return [Standing(1, place, player) for place, player in enumerate(order, 1)]

    def next_season(
        self, ended: Competition, now: int, pause: int, ratings: Mapping[int, int]
    ) -> NextSeason | None:
        """It follows at once. All players keep their places; running matches and holidays go on."""
        course, order = ended.course, tuple(ladder_order(ended))
        following = Competition(replace(ended.terms, starts=now)).with_events(
            *(events.Entered(now, player, course.entries[player].rating) for player in order),
            events.Began(now, (order,)),
            *(
                events.Away(now, player, course.holidays[player].until)
                for player in order
                if is_on_holiday(ended, player, now)
            ),
        )
        moved = {}
        for number, pairing in enumerate(course.open, 1):
            moved[pairing.pairing] = number
            following = following.with_events(replace(pairing, pairing=number, round=number))
        return NextSeason(following, moved)


def ends_at(competition: Competition) -> int:
    return competition.terms.starts + competition.terms.season


def drop_times(competition: Competition) -> dict[int, int]:
    """The time at which each player drops if they play no match, from the top down.

    A holiday counts as a match that lasts until its end. A match protects its players from a drop.
    The time of an outage is not idle, and it does not count in that protection.
    """
    course, idle_since = competition.course, _idle_since(competition)
    drops = {
        player: pass_time(idle_since[player], competition.terms.idle, course.outages)
        for player in ladder_order(competition)
    }
    for pairing in course.open:
        protected_until = pass_time(pairing.at, PROTECTION_SECONDS, course.outages)
        for player in {*pairing.players} & drops.keys():
            drops[player] = max(drops[player], protected_until + 1)
    return drops


def _idle_since(competition: Competition) -> dict[int, int]:
    """The time since which each player has been without a match, in epoch seconds."""
    course, starts = competition.course, competition.terms.starts
    began = course.began.at if course.began is not None else starts  # late by an outage
    idle_since = {player: max(entry.at, began) for player, entry in course.entries.items()}
    drops = [each for each in competition.events if isinstance(each, events.Dropped)]
    ends = [(each.at, course.pairings[each.pairing].players) for each in course.results.values()]
    ends += [(each.at, each.players) for each in drops]
    ends += [(each.until, (player,)) for player, each in course.holidays.items()]
    for at, players in ends:
        for player in players:
            idle_since[player] = max(idle_since[player], at)
    return idle_since


def warning_times(competition: Competition) -> dict[int, int]:
    """The time at which each player is told that they will drop, from the top down. A player is
    told once. Some do not drop, as nobody below does: the last one, and idle players above.
    """
    drops, idle_time = drop_times(competition), competition.terms.idle
    order = ladder_order(competition)
    warned = dict[int, int]()
    for event in competition.events:
        if isinstance(event, events.Warned):
            warned |= dict.fromkeys(event.players, event.at)
    return {
        player: at - WARNING_SECONDS
        for player, at in drops.items()
        if warned.get(player, 0) < at - idle_time and _can_drop(order, drops, player)
    }


def _can_drop(order: Sequence[int], drops: Mapping[int, int], player: int) -> bool:
    """Whether a player drops together with all who are idle by then."""
    order_after = [*order]
    _drop_by_one(order_after, tuple(idle for idle, at in drops.items() if at <= drops[player]))
    return order_after.index(player) > order.index(player)


def challenge(competition: Competition, player: int, other: int, now: int) -> Competition:
    """Challenge a player above, who cannot decline. The player who had seat 1 less often gets it. A
    challenge ends the holiday of the player who makes it.
    """
    _check_challenge(competition, player, other, now)
    course = competition.course
    firsts = [pairing.players[0] for pairing in course.pairings.values()]
    seats = (player, other) if firsts.count(player) < firsts.count(other) else (other, player)
    number = len(course.pairings) + 1
    pairing = events.Paired(now, number, number, seats, challenger=player)
    if is_on_holiday(competition, player, now):
        return competition.with_events(events.Away(now, player, now), pairing)
    return competition.with_events(pairing)


def _check_challenge(competition: Competition, player: int, other: int, now: int) -> None:
    """Raise Denied or Stale for a challenge that a player cannot make now."""
    _check_is_ladder(competition)
    course = competition.course
    if course.ended or now >= ends_at(competition):
        raise Stale("This season of the ladder is over.")
    if course.began is None:
        raise Denied("This season of the ladder has not begun yet.")
    order = ladder_order(competition)
    if player not in order:
        raise Denied("You are not on this ladder; enter it first.")
    if other not in order:
        raise Denied("This player is not on the ladder; challenge another one in your reach.")
    if not 0 < order.index(player) - order.index(other) <= MAX_REACH:
        raise Denied("You can challenge players up to {count} places above you.", count=MAX_REACH)
    entry = course.entries[player]
    if entry.again and now < entry.at + REMATCH_SECONDS:
        raise Denied(
            "You have come back after you deleted your data; you can challenge others 7 days after"
            " that."
        )
    if is_on_holiday(competition, other, now):
        raise Denied("This player is on holiday; challenge another one in your reach.")
    _check_may_meet(competition, player, other, now)


def _check_is_ladder(competition: Competition) -> None:
    if not isinstance(competition.format, Ladder):
        raise Denied("This competition is not a ladder.")


def _check_may_meet(competition: Competition, player: int, other: int, now: int) -> None:
    """Raise Denied for two who have too many matches, or have just met."""
    running = protecting_matches(competition, now)
    if sum(pairing.challenger == player for pairing in running) >= MAX_CHALLENGES:
        raise Denied(
            "{count} of your challenges still run here; finish one first.", count=MAX_CHALLENGES
        )
    last_met = _last_met(competition, other, player)
    of_other = [pairing for pairing in running if other in pairing.players]
    protects = (_protects(competition, each, other, last_met, now) for each in of_other)
    if sum(protects) >= MAX_CHALLENGES:
        raise Denied(
            "This player already plays {count} matches here; challenge another one, or wait.",
            count=MAX_CHALLENGES,
        )
    if any(player in pairing.players for pairing in of_other):
        raise Denied("You two still play a match on this ladder; finish it first.")
    if now < last_met + REMATCH_SECONDS:
        raise Denied(
            "You two can meet again 7 days after your last challenge; until then challenge"
            " another player in your reach."
        )


def _protects(
    competition: Competition, pairing: events.Paired, player: int, last_met: int, now: int
) -> bool:
    """Whether a running match protects a player from somebody whom they last met at this time."""
    if any(competition.course.entries[each].again for each in pairing.players):
        return False  # else two players who delete their data by turns block a place
    (rival,) = {*pairing.players} - {player}
    earlier = _last_met(competition, player, rival, pairing.pairing)
    # Soon after an earlier match it protects only from those who met one of the two since.
    return earlier < now - TAKING_TURNS_SECONDS or last_met > earlier


def _last_met(competition: Competition, one: int, other: int, before: int | None = None) -> int:
    """The time at which two players were last paired, or so before a pairing; 0 for never."""
    pairing_times = (
        pairing.at
        for number, pairing in competition.course.pairings.items()
        if {*pairing.players} == {one, other} and (before is None or number < before)
    )
    return max(pairing_times, default=0)


def protecting_matches(competition: Competition, now: int) -> list[events.Paired]:
    """The running matches that are young enough to protect their players."""
    return [each for each in competition.course.open if now <= each.at + PROTECTION_SECONDS]


def players_in_reach(competition: Competition, player: int, now: int) -> dict[int, Denied | None]:
    """The players in reach, the nearest first, each with the present reason against a challenge."""
    order = ladder_order(competition)
    place = order.index(player) if player in order else 0
    refusals: dict[int, Denied | None] = {}
    for other in reversed(order[max(0, place - MAX_REACH) : place]):
        refusals[other] = None
        try:
            _check_challenge(competition, player, other, now)
        except Denied as denied:
            refusals[other] = denied
    return refusals


def is_on_holiday(competition: Competition, player: int, now: int) -> bool:
    holiday = competition.course.holidays.get(player)
    return holiday is not None and now < holiday.until


def begin_holiday(competition: Competition, player: int, until: int, now: int) -> Competition:
    """Begin a holiday, once a season: it protects from challenges and from dropping."""
    check_holiday(competition, player, until, now)
    return competition.with_events(events.Away(now, player, until))


def check_holiday(competition: Competition, player: int, until: int, now: int) -> None:
    """Raise Denied or Stale for a holiday that a player cannot begin."""
    _check_is_ladder(competition)
    if competition.course.ended:
        raise Stale("This season of the ladder is over.")
    if player not in ladder_order(competition):
        raise Denied("You are not on this ladder; enter it first.")
    if player in competition.course.holidays:
        raise Denied("You have had your holiday of this season.")
    if competition.course.entries[player].again:
        raise Denied(
            "You have come back after you deleted your data; your next holiday is in the next"
            " season."
        )
    if not now < until <= now + competition.terms.holiday:
        days = competition.terms.holiday // DAY
        raise Denied("A holiday lasts {count} days at most.", count=days)
