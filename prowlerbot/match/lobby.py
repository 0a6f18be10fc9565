"""The start of a match: players take the seats of a lobby one by one, until the match begins.

Each seat is for an invited person, for anyone, or for the machine. The match begins as soon as
every seat is taken, or when its host starts it with fewer. A rematch and a branch are challenges
that follow from another match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, LEAVE, Game
from prowlerbot.core.i18n import mark
from prowlerbot.core.record import Record
from prowlerbot.match.match import (
    VACANT,
    Context,
    Ending,
    Level,
    Match,
    Phase,
    Play,
    Player,
    change_match,
    check_not_over,
    end_match,
    machine,
    seat_at,
)
from prowlerbot.match.play import replay_match, restart_decisions
from prowlerbot.match.terms import Origin, Terms

CHALLENGE_SECONDS = 24 * 60 * 60
"""Seconds after which an unanswered challenge expires."""
_TIMED_CHALLENGE_SECONDS = 15 * 60
"""The same with a clock for the whole match, as its host has to be there when it begins."""
_ACCEPTED_FACTOR = 7
"""The factor on these times once somebody has accepted, so that no answer is lost."""
_UNANSWERED = mark("This match waits for {players}; the host's menu can start it without them.")


def make_challenge(
    match_id: str,
    game: Game,
    players: Sequence[Player],
    options: Mapping[str, str],
    *,
    terms: Terms,
    now: int,
    host: int = 1,
) -> Match:
    """A lobby with these seats, seat 1 first; the host is in it, all other people are invited. A
    seat can be VACANT, for anyone to take, or a machine's.
    """
    if any(player.is_forgotten for player in players):
        raise Denied("The player from that match is no longer here; challenge somebody else.")
    people = [player.id for player in players if player.is_person]
    if people.count(players[host - 1].id) > 1:
        raise Denied("You cannot challenge yourself.")
    if len(set(people)) < len(people):
        raise Denied("Each player can have one seat only.")
    if len(players) not in game.seats:
        raise Denied("{game} is not for {count} players.", game=game.title, count=len(players))
    seated = [  # without what belongs to an earlier match
        replace(each, joined=joined, orders=frozenset(), plan="", offered=0, former=None)
        for seat, each in enumerate(players, 1)
        for joined in [seat == host or each.is_machine]
    ]
    return Match(
        id=match_id,
        game=game.key,
        players=number_machines(seated),
        created_at=now,
        changed_at=now,
        options=dict(options),
        terms=terms,
        challenger=host,
    )


def accept_challenge(match: Match, context: Context, user: int) -> Match:
    """Accept an invitation; the match begins if this was the last open seat."""
    _check_in_lobby(match)
    seat = seat_at(match, user)
    if seat == match.challenger:
        invited = match.players_at(match.invited_seats) or (VACANT,)
        raise Denied("This is your own challenge. Waiting for {players}.", players=invited)
    return join_match(match, context, match.player(seat))


def join_match(match: Match, context: Context, user: Player) -> Match:
    """Take the seat that was offered to the user, or the first vacant one. ``user.choice`` comes
    with the seat. The match begins if this was the last open seat.
    """
    _check_in_lobby(match)
    seat = match.seat_of(user.id)
    if seat is not None and match.player(seat).joined:
        if user.choice and user.choice != match.player(seat).choice:
            return _fill_seat(match, context, seat, replace(match.player(seat), choice=user.choice))
        raise Stale("You are already in this match; it has not begun yet.")
    if seat is None:
        vacant = [each for each in match.seats if match.player(each).is_vacant]
        if not vacant and (invited := match.players_at(match.invited_seats)):
            raise Denied("No seat is open: this match waits for {players}.", players=invited)
        if not vacant:
            raise Denied("Every seat of this match is taken; you can start a match of your own.")
        seat = vacant[0]
    choice = user.choice or match.player(seat).choice
    return _fill_seat(match, context, seat, replace(user, choice=choice, joined=True))


def add_machine(match: Match, context: Context, user: int, level: Level) -> Match:
    """Give the first vacant seat to the machine, at the host's request."""
    _check_host(match, user, mark("Only {player} can add the machine."))
    if not (vacant := [seat for seat in match.seats if match.player(seat).is_vacant]):
        invited = tuple(player for player in match.players if not player.joined)
        raise Denied("No seat is free for the machine. Waiting for {players}.", players=invited)
    return _fill_seat(match, context, vacant[0], machine(level))


def leave(match: Match, context: Context, user: int) -> Match:
    """Leave a match that has not begun; the seat is vacant again."""
    seat = _guest_seat(match, user)
    if not match.player(seat).joined:
        raise Denied("You have not joined this match; you can decline it.")
    return change_match(match, context.now, players=seat_player(match, seat, VACANT))


def rated_unless_first(match: Match, *, is_first: bool) -> Match:
    """The match; friendly if it is a player's first one and its host left the rating open."""
    if not match.terms.first_friendly:
        return match
    return replace(match, terms=replace(match.terms, rated=not is_first))


def start_match(match: Match, context: Context, user: int, *, drop_invited: bool = False) -> Match:
    """Begin with the players who have joined, at the host's request; the other seats are removed.
    The match waits for invited players, unless the host wants to ``drop_invited`` ones.
    """
    _check_host(match, user, mark("Only {player} can start the match."))
    if match.invited_seats and not drop_invited:
        raise Denied(_UNANSWERED, players=match.players_at(match.invited_seats))
    count = sum(player.joined for player in match.players)
    if match.origin is not None and not is_complete(match):
        raise Denied("A match that plays on from another one needs the same number of players.")
    if count not in context.game.seats:
        raise Denied(
            "{game} needs at least {least} players; {count} joined so far.",
            game=context.game.title,
            least=context.game.seats.start,
            count=count,
        )
    host = match.player(match.challenger)
    players = number_machines([player for player in match.players if player.joined])
    fewer = replace(match, players=players, challenger=players.index(host) + 1)
    return begin_match(change_match(fewer, context.now), context)


def begin_match(match: Match, context: Context, setup: str = "") -> Match:
    """The match as it begins with its present seats.

    Without a ``setup`` one is drawn now. A branch of another match has the set-up and the first
    moves of that match, as if they were made now. People begin with the usual standing orders. Only
    matches between people are rated.
    """
    game, now = context.game, context.now
    origin, choices = match.origin, [player.choice for player in match.players]
    options = game.chosen(match.options, choices) if any(choices) else match.options
    if not setup:
        setup = origin.setup if origin else game.setup(context.rng, len(match.players), options)
    plays = tuple(Play(seat, move, now) for seat, move in (origin.moves if origin else ()))
    friendly = match.has_machine or len(match.players) == 1
    terms = replace(match.terms, rated=False) if friendly else match.terms
    if len(match.people) == 1:  # nobody waits
        terms = replace(terms, bank=0, increment=0)
    orders = frozenset(game.usual_orders)
    players = (replace(each, orders=orders) if each.is_person else each for each in match.players)
    match = replace(match, phase=Phase.PLAYING, players=tuple(players), options=options)
    match = replace(match, terms=terms, setup=setup, plays=plays)
    state = replay_match(match, game)[-1]
    while CHANCE in state.to_move:
        move = context.chance(setup, match.plays).choice(state.moves(CHANCE))
        state = state.after(CHANCE, move)
        match = replace(match, plays=(*match.plays, Play(CHANCE, str(move), now)))
    return restart_decisions(match, state, now)


def decline_challenge(match: Match, context: Context, user: int) -> Match:
    """Decline an invitation: a match of two is off; otherwise the seat becomes vacant."""
    seat = _guest_seat(match, user)
    if match.player(seat).joined:
        raise Denied("You have joined this match; you can leave it.")
    if len(match.players) == 2:
        return end_match(match, Ending.DECLINED, seat, context.now)
    return change_match(match, context.now, players=seat_player(match, seat, VACANT))


def cancel_challenge(match: Match, context: Context, user: int) -> Match:
    _check_host(match, user, mark("Only {player} can cancel this; you can decline it."))
    return end_match(match, Ending.CANCELLED, match.challenger, context.now)


def expiry_of(match: Match) -> int:
    """The time at which a challenge expires. It stands longer while somebody has accepted and it
    waits only for invited players. If that state ends late, the others have the whole time again.
    """
    seconds = _TIMED_CHALLENGE_SECONDS if match.terms.is_timed else CHALLENGE_SECONDS
    first, last = match.created_at + seconds, match.created_at + _ACCEPTED_FACTOR * seconds
    accepted = match.voters - match.invited_seats - {match.challenger}
    if match.invited_seats and accepted and not any(player.is_vacant for player in match.players):
        return last
    return min(match.changed_at + seconds, last) if match.changed_at > first else first


def expire_challenge(match: Match, now: int) -> Match:
    """End a challenge that has waited too long for an answer."""
    if match.phase is not Phase.LOBBY or now < expiry_of(match):
        raise Stale("This challenge has not expired.")
    return end_match(match, Ending.EXPIRED, 0, now)


def withdraw_lost_challenge(match: Match, context: Context) -> Match:
    """Withdraw a challenge whose message was deleted, so nobody can answer it."""
    if match.phase is not Phase.LOBBY:
        raise Stale("This match has begun.")
    return end_match(match, Ending.DELETED, 0, context.now)


def make_rematch(
    match_id: str, game: Game, finished: Match, user: int, now: int, *, level: Level | None = None
) -> Match:
    """A lobby for another match, in which each player moves on by a seat, unless the game forbids.

    All keep their choices and assigned values, such as a colour; newcomers choose from the rest. A
    forgotten player's seat is vacant if there are more than two. The machine may get another level.
    """
    seat_at(finished, user)
    if finished.phase is not Phase.OVER or not finished.setup:
        raise Denied("There can be a rematch once this match is over.")
    if finished.terms.competition:
        raise Denied("This match belongs to a competition, so there is no rematch.")
    choices = game.given(finished.setup) or [""] * len(finished.players)
    first, *rest = (
        replace(machine(level or player.level) if player.level else player, choice=choice)
        for player, choice in zip(finished.players, choices, strict=True)
    )
    seated = (first, *rest) if game.keeps_seats else (*rest, first)
    players = [VACANT if player.is_forgotten and len(seated) > 2 else player for player in seated]
    options, terms = game.again(finished.setup, finished.options), finished.terms.as_own_match
    host = [each.id for each in players].index(user) + 1
    return make_challenge(match_id, game, players, options, terms=terms, now=now, host=host)


def can_start(match: Match, game: Game, *, drop_invited: bool = False) -> bool:
    """Whether the host may begin now, or with ``drop_invited`` if nobody else is waited for."""
    if match.invited_seats and not drop_invited:
        return False
    count = sum(player.joined for player in match.players)
    return is_complete(match) or (match.origin is None and count in game.seats)


def is_complete(match: Match) -> bool:
    """Whether every seat of a lobby is taken, so that the match can begin."""
    return match.phase is Phase.LOBBY and all(player.joined for player in match.players)


def number_machines(players: Sequence[Player]) -> tuple[Player, ...]:
    """The players, with the names of the machines as ``match.machine`` describes them."""
    result = list(players)
    machines = [i for i, each in enumerate(result) if each.is_machine and not each.is_substitute]
    for number, index in enumerate(machines, 1):
        name = str(number) if len(machines) > 1 else ""
        if len(players) == 2:
            name = result[index].level or ""
        result[index] = replace(result[index], name=name)
    return tuple(result)


def _fill_seat(match: Match, context: Context, seat: int, player: Player) -> Match:
    """The match with a player on a seat, begun if that was the last one."""
    holders = {other.choice: other for at, other in enumerate(match.players, 1) if at != seat}
    if player.choice and player.choice not in context.game.choices:
        raise Denied("“{choice}” cannot be chosen in this game.", choice=player.choice)
    if player.choice and (holder := holders.get(player.choice)):
        raise Stale("{player} has just chosen that; choose another one.", player=holder)
    seated = change_match(match, context.now, players=seat_player(match, seat, player))
    return begin_match(seated, context) if is_complete(seated) else seated


def seat_player(match: Match, seat: int, player: Player) -> tuple[Player, ...]:
    """The players with another one at a seat, and the machines numbered anew."""
    return number_machines(match.players_with(seat, player))


def _check_host(match: Match, user: int, sentence: str) -> None:
    """Raise Denied with this sentence for a user who is not the host of a lobby."""
    _check_in_lobby(match)
    if seat_at(match, user) != match.challenger:
        raise Denied(sentence, player=match.player(match.challenger))


def _guest_seat(match: Match, user: int) -> int:
    """The seat of a user in a lobby; raises Denied for the host."""
    _check_in_lobby(match)
    seat = seat_at(match, user)
    if seat == match.challenger:
        raise Denied("This is your own challenge; you can cancel it.")
    return seat


def _check_in_lobby(match: Match) -> None:
    """Raise Stale for a match that has begun. A late challenge is open until its duty ends it."""
    if match.phase is Phase.PLAYING:
        raise Stale("This challenge is already accepted.")
    check_not_over(match)


def check_ply(ply: int, count: int) -> None:
    """Raise Denied for a moment that a line of ``count`` moves does not have."""
    if not 0 <= ply <= count:
        raise Denied(
            "Choose a move from 0 to {count}; this match has no move {ply}.", count=count, ply=ply
        )


class BranchPoint(NamedTuple):
    """The moment of a match to play on from, and the challenger's seat there."""

    source: Match
    ply: int
    seat: int


def make_branch(
    match_id: str,
    game: Game,
    beginning: BranchPoint,
    record: Record,
    *,
    players: Sequence[Player],
    terms: Terms,
    now: int,
) -> Match:
    """A lobby to play on from a moment, always friendly. The first of the players takes the seat,
    the others take the rest in order. ``record`` is the record as far as the asker knows it.
    """
    source, ply, seat = beginning
    check_ply(ply, len(record.moves))
    if len(players) != len(source.players):
        raise Denied("That match is for {count} players.", count=len(source.players))
    if seat not in source.seats:
        raise Denied("That match has no seat {seat}.", seat=seat)
    moves = record.moves[:ply]
    leaver = next((made.seat for made in moves if made.text == LEAVE), None)
    if leaver is not None:
        raise Denied(
            "{player} had left by then; choose an earlier move to play on from.",
            player=source.player(leaver),
        )
    if record.states()[ply].outcome is not None:
        raise Denied("The match ended with that move; choose an earlier one to play on from.")
    others = players[1:]
    seated = (*others[: seat - 1], players[0], *others[seat - 1 :])
    friendly = replace(terms, rated=False)
    challenge = make_challenge(match_id, game, seated, {}, terms=friendly, now=now, host=seat)
    return replace(challenge, origin=Origin(source.id, source.setup, moves))
