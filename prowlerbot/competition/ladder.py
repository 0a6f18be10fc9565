"""The ladder of a server: an order of players, in which a challenge can win a higher place."""

from __future__ import annotations

from prowlerbot.competition.events import Away, Decided, Dropped, Entered, Paired, Withdrew
from prowlerbot.competition.record import DAY, Competition, Format
from prowlerbot.core.errors import Denied, Stale

REACH = 3
"""The places above one's own that can be challenged."""
AT_ONCE = 2
"""The most matches that a player has on the ladder at the same time."""
AGAIN = 7 * DAY
"""The time between two challenges of the same two players."""


def places(competition: Competition) -> list[int]:
    """The players from the top down.

    A challenger who wins takes the place of the other, and those between move down by one. A match
    lost on time or by forfeit also drops the loser by one place.
    """
    order: list[int] = []
    for event in competition.events:
        match event:
            case Entered():
                order.append(event.player)
            case Withdrew():
                order.remove(event.player)
            case Dropped():
                _drop(order, event.players)
            case Decided():
                _decide(order, competition.course.pairings[event.pairing], event)
            case _:
                pass
    return order


def _decide(order: list[int], pairing: Paired, result: Decided) -> None:
    challenger = pairing.challenger
    ranks = dict(zip(pairing.players, result.ranks, strict=True))
    other = next(player for player in pairing.players if player != challenger)
    beaten = other in result.absent or ranks[challenger] < ranks[other]
    if challenger in order and other in order and beaten and challenger not in result.absent:
        place = order.index(other)
        if place < order.index(challenger):
            order.remove(challenger)
            order.insert(place, challenger)
    for player in (*result.absent, *result.late):
        _drop(order, (player,))


def _drop(order: list[int], players: tuple[int, ...]) -> None:
    """Drop players by one place each, from the lowest up; nobody drops past another of them who
    cannot drop.
    """
    stuck: set[int] = set()
    for player in reversed([each for each in order if each in players]):
        place = order.index(player)
        if place + 1 == len(order) or order[place + 1] in stuck:
            stuck.add(player)
        else:
            order[place : place + 2] = order[place + 1], player


def drops_at(competition: Competition) -> dict[int, int]:
    """The time at which each player without a match drops, from the top down; a holiday counts as
    a match until its end.
    """
    course, terms = competition.course, competition.terms
    since = {player: max(each.at, terms.starts) for player, each in course.entries.items()}
    for event in competition.events:
        match event:
            case Decided():
                players = course.pairings[event.pairing].players
            case Dropped():
                players = event.players
            case _:
                continue
        for player in players:
            since[player] = max(since[player], event.at)
    for player, holiday in course.holidays.items():
        since[player] = max(since[player], holiday.until)
    playing = {player for pairing in course.open for player in pairing.players}
    return {
        player: since[player] + terms.idle
        for player in places(competition)
        if player not in playing
    }


def idle(competition: Competition, now: int) -> tuple[int, ...]:
    """The players who have had no match for too long."""
    return tuple(player for player, at in drops_at(competition).items() if at <= now)


def challenge(competition: Competition, player: int, other: int, now: int) -> Competition:
    """Challenge a player above; nobody can decline. Whoever had seat 1 less often gets it."""
    _only_a_ladder(competition)
    course = competition.course
    if course.ended or now >= competition.terms.starts + competition.terms.season:
        raise Stale("This season of the ladder is over.")
    if course.began is None:
        raise Denied("This season of the ladder has not begun yet.")
    _only_in_reach(competition, player, other)
    if is_away(competition, other, now):
        raise Denied("This player is on holiday and cannot be challenged.")
    _only_if_free(competition, player, other, now)
    firsts = [pairing.players[0] for pairing in course.pairings.values()]
    seats = (player, other) if firsts.count(player) < firsts.count(other) else (other, player)
    number = len(course.pairings) + 1
    return competition.after(Paired(now, number, number, seats, challenger=player))


def _only_a_ladder(competition: Competition) -> None:
    if competition.terms.format is not Format.LADDER:
        raise Denied("This competition is not a ladder.")


def _only_in_reach(competition: Competition, player: int, other: int) -> None:
    order = places(competition)
    if player not in order:
        raise Denied("You are not on this ladder; enter it first.")
    if other not in order:
        raise Denied("This player is not on the ladder.")
    if not 0 < order.index(player) - order.index(other) <= REACH:
        raise Denied("You can challenge players up to {count} places above you.", count=REACH)


def _only_if_free(competition: Competition, player: int, other: int, now: int) -> None:
    course = competition.course
    for each in (player, other):
        if sum(each in pairing.players for pairing in course.open) >= AT_ONCE:
            raise Denied("One of you already plays {count} matches on this ladder.", count=AT_ONCE)
    for pairing in course.pairings.values():
        if {*pairing.players} == {player, other}:
            if now - pairing.at < AGAIN:
                raise Denied("You two can meet again 7 days after your last challenge.")
            if pairing.pairing not in course.results:
                raise Denied("You two still play a match on this ladder.")


def is_away(competition: Competition, player: int, now: int) -> bool:
    holiday = competition.course.holidays.get(player)
    return holiday is not None and now < holiday.until


def away(competition: Competition, player: int, until: int, now: int) -> Competition:
    """Protect a player from challenges and from dropping, once a season."""
    _only_a_ladder(competition)
    if competition.course.ended:
        raise Stale("This season of the ladder is over.")
    if player not in places(competition):
        raise Denied("You are not on this ladder; enter it first.")
    if player in competition.course.holidays:
        raise Denied("You have had your holiday of this season.")
    if not now < until <= now + competition.terms.holiday:
        days = competition.terms.holiday // DAY
        raise Denied("A holiday lasts {count} days at most.", count=days)
    return competition.after(Away(now, player, until))
