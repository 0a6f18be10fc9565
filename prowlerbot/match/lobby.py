"""The start of a match: players take the seats of a lobby one by one, until the match begins.

Each seat is for an invited person, for anyone, or for the machine. The match begins as soon as
every seat is taken, or when its host starts it with fewer.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.core.i18n import mark
from prowlerbot.match.match import (
    ENDED,
    VACANT,
    Ending,
    Level,
    Match,
    Phase,
    Play,
    Player,
    changed,
    machine,
    only_before_the_end,
    over,
    seat_at,
)
from prowlerbot.match.play import anew, states
from prowlerbot.match.terms import Terms

CHALLENGE_LASTS = 24 * 60 * 60
"""Seconds after which an unanswered challenge expires."""
_UNANSWERED = mark("This match waits for {players}; the host's menu can start it without them.")


def challenge(
    match_id: str,
    game: Game,
    players: Sequence[Player],
    options: Mapping[str, str],
    *,
    terms: Terms,
    now: int,
    host: int = 1,
) -> Match:
    """A lobby with these seats, seat 1 first; the host is in it, all other people are invited.

    A seat can be VACANT, for anyone to take, or a machine's.
    """
    if any(player.forgotten for player in players):
        raise Denied("The player from that match is no longer here; challenge somebody else.")
    people = [player.id for player in players if player.is_person]
    if len(set(people)) < len(people):
        if people.count(players[host - 1].id) > 1:
            raise Denied("You cannot challenge yourself.")
        raise Denied("Each player can have one seat only.")
    if len(players) not in game.seats:
        raise Denied("{game} is not for {count} players.", game=game.title, count=len(players))
    seated = tuple(
        replace(player, joined=seat == host or player.is_machine, orders=frozenset())
        for seat, player in enumerate(players, 1)
    )
    return Match(
        id=match_id,
        game=game.key,
        players=numbered(seated),
        created_at=now,
        changed_at=now,
        options=dict(options),
        terms=terms,
        challenger=host,
    )


def accept(match: Match, game: Game, user: int, rng: random.Random, now: int) -> Match:
    """Accept an invitation; the match begins if this was the last open seat."""
    _only_in_lobby(match, now)
    seat = seat_at(match, user)
    if seat == match.challenger:
        asked = tuple(each for each in match.players if each.is_person and not each.joined)
        raise Denied(
            "This is your own challenge. Waiting for {players}.", players=asked or (VACANT,)
        )
    if match.player(seat).joined:
        raise Stale("You are already in this match; it has not begun yet.")
    return join(match, game, match.player(seat), rng, now)


def join(match: Match, game: Game, user: Player, rng: random.Random, now: int) -> Match:
    """Take the seat that was offered to the user, else the first vacant one.

    ``user.choice`` is the choice that comes with it. The match begins if that was the last seat.
    """
    _only_in_lobby(match, now)
    seat = match.seat_of(user.id)
    if seat is not None and match.player(seat).joined:
        if user.choice and user.choice != match.player(seat).choice:
            return _seated(match, game, seat, replace(match.player(seat), choice=user.choice), now)
        raise Stale("You are already in this match; it has not begun yet.")
    if seat is None:
        vacant = [each for each in match.seats if match.player(each).is_vacant]
        if not vacant and match.asked:
            raise Denied("No seat is open: this match waits for {players}.", players=_asked(match))
        if not vacant:
            raise Denied("Every seat of this match is taken; you can start a match of your own.")
        seat = vacant[0]
    kept = user.choice or match.player(seat).choice
    joined = _seated(match, game, seat, replace(user, choice=kept, joined=True), now)
    return _begun_if_complete(joined, game, rng, now)


def add_machine(
    match: Match, game: Game, user: int, level: Level, *, rng: random.Random, now: int
) -> Match:
    """Give the first vacant seat to the machine, at the host's request."""
    _only_host(match, user, now, mark("Only {player} can add the machine."))
    vacant = [seat for seat in match.seats if match.player(seat).is_vacant]
    if not vacant:
        asked = tuple(each for each in match.players if not each.joined)
        raise Denied("No seat is free for the machine. Waiting for {players}.", players=asked)
    return _begun_if_complete(_seated(match, game, vacant[0], machine(level), now), game, rng, now)


def step_out(match: Match, user: int, now: int) -> Match:
    """Leave a match that has not begun; the seat is vacant again."""
    _only_in_lobby(match, now)
    seat = seat_at(match, user)
    if seat == match.challenger:
        raise Denied("This is your own challenge; you can cancel it.")
    if not match.player(seat).joined:
        raise Denied("You have not joined this match; you can decline it.")
    return changed(match, now, players=_with(match, seat, VACANT))


def rated_unless_first(match: Match, *, first: bool) -> Match:
    """The match as a rated one, or as a friendly one if it is the ``first`` of any of its players.

    An explicit choice of the players stays as it is.
    """
    if not match.terms.first_friendly:
        return match
    return replace(match, terms=replace(match.terms, rated=not first))


def start(
    match: Match,
    game: Game,
    user: int,
    rng: random.Random,
    now: int,
    *,
    alone: bool = False,
) -> Match:
    """Begin with the players who have joined, at the host's request; the other seats are removed.

    The match waits for invited players, unless the host wants to begin ``alone``, without them.
    """
    _only_host(match, user, now, mark("Only {player} can start the match."))
    if match.asked and not alone:
        raise Denied(_UNANSWERED, players=_asked(match))
    count = sum(player.joined for player in match.players)
    if match.origin is not None and not complete(match):
        raise Denied("A match that plays on from another one needs the same number of players.")
    if count not in game.seats:
        raise Denied(
            "{game} needs at least {least} players; {count} joined so far.",
            game=game.title,
            least=game.seats.start,
            count=count,
        )
    host = match.player(match.challenger)
    players = numbered([player for player in match.players if player.joined])
    fewer = replace(match, players=players, challenger=players.index(host) + 1)
    return begun(changed(fewer, now), game, rng, now)


def begun(match: Match, game: Game, rng: random.Random, now: int) -> Match:
    """The match with its present seats: with a set-up drawn now or, for a branch of another match,
    with that match's first moves as if made at this moment. People begin with the usual standing
    orders.

    Only matches between people are rated.
    """
    origin = match.origin
    choices = [player.choice for player in match.players]
    options = game.chosen(match.options, choices) if any(choices) else match.options
    setup = origin.setup if origin else game.setup(rng, len(match.players), options)
    plays = tuple(Play(seat, move, now) for seat, move in (origin.moves if origin else ()))
    friendly = match.has_machine or len(match.players) == 1
    terms = replace(match.terms, rated=False) if friendly else match.terms
    usual = frozenset(game.usual_orders)
    players = tuple(
        replace(each, orders=usual) if each.is_person else each for each in match.players
    )
    match = replace(
        match,
        phase=Phase.PLAYING,
        players=players,
        setup=setup,
        plays=plays,
        options=options,
        terms=terms,
    )
    state = states(match, game)[-1]
    while CHANCE in state.to_move:
        move = rng.choice(state.moves(CHANCE))
        state = state.after(CHANCE, move)
        match = replace(match, plays=(*match.plays, Play(CHANCE, str(move), now)))
    moment = match.ply - sum(state.concealed.values())
    return replace(match, **anew(match, state, moment, now))  # type: ignore[arg-type]  # its fields


def decline(match: Match, user: int, now: int) -> Match:
    """Say no: if nobody else is invited or in, the match is off; else the seat becomes vacant."""
    _only_in_lobby(match, now)
    seat = seat_at(match, user)
    if seat == match.challenger:
        raise Denied("This is your own challenge; you can cancel it.")
    if match.player(seat).joined:
        raise Denied("You have joined this match; you can leave it.")
    if len(match.players) == 2:
        return over(match, Ending.DECLINED, seat, now)
    return changed(match, now, players=_with(match, seat, VACANT))


def cancel(match: Match, user: int, now: int) -> Match:
    _only_host(match, user, now, mark("Only {player} can cancel this; you can decline it."))
    return over(match, Ending.CANCELLED, match.challenger, now)


def expired(match: Match, now: int) -> bool:
    """Whether a challenge has waited too long for an answer."""
    return match.phase is Phase.LOBBY and now >= match.created_at + CHALLENGE_LASTS


def expire(match: Match, now: int) -> Match:
    """End a challenge that nobody has answered in time."""
    if not expired(match, now):
        raise Stale("This challenge has not expired.")
    return over(match, Ending.EXPIRED, 0, now)


def rematch(match_id: str, game: Game, finished: Match, user: int, now: int) -> Match:
    """A lobby for another match, in which a player invites the others and each takes the next seat.

    All keep their choices and assigned values, such as a colour, so newcomers choose from the
    rest. The seat of a forgotten player is vacant if there are more than two.
    """
    seat_at(finished, user)
    if finished.phase is not Phase.OVER or not finished.setup:
        raise Denied("There can be a rematch once this match is over.")
    given = game.given(finished.setup) or [""] * len(finished.players)
    pairs = zip(finished.players, given, strict=True)
    first, *rest = (
        replace(machine(player.level) if player.level else player, choice=choice)
        for player, choice in pairs
    )
    rotated = (*rest, first)
    many = len(rotated) > 2
    players = [VACANT if player.forgotten and many else player for player in rotated]
    return challenge(
        match_id,
        game,
        players,
        game.again(finished.setup, finished.options),
        terms=finished.terms,
        now=now,
        host=next(seat for seat, each in enumerate(players, 1) if each.id == user),
    )


def can_start(match: Match, game: Game, *, alone: bool = False) -> bool:
    """Whether the host may begin with the players who have joined, or ``alone``, without invited
    players who have not answered.
    """
    if match.asked and not alone:
        return False
    count = sum(player.joined for player in match.players)
    return complete(match) or (match.origin is None and count in game.seats)


def complete(match: Match) -> bool:
    """Whether every seat of a lobby is taken, so that the match can begin."""
    return match.phase is Phase.LOBBY and all(player.joined for player in match.players)


def numbered(players: Sequence[Player]) -> tuple[Player, ...]:
    """The players, with short names for the machines where there are more than two seats: none for
    a single machine, else a number.
    """
    seats = [at for at, it in enumerate(players) if it.is_machine and not it.is_substitute]
    named = list(players)
    for number, at in enumerate(seats, 1):
        level = named[at].level or ""
        several = str(number) if len(seats) > 1 else ""
        named[at] = replace(named[at], name=level if len(players) == 2 else several)
    return tuple(named)


def _asked(match: Match) -> tuple[Player, ...]:
    return tuple(match.player(seat) for seat in sorted(match.asked))


def _begun_if_complete(match: Match, game: Game, rng: random.Random, now: int) -> Match:
    return begun(match, game, rng, now) if complete(match) else match


def _seated(match: Match, game: Game, seat: int, player: Player, now: int) -> Match:
    taken = {match.player(each).choice: match.player(each) for each in match.seats if each != seat}
    if player.choice and player.choice not in game.choices:
        raise Denied("“{choice}” cannot be chosen in this game.", choice=player.choice)
    if player.choice and player.choice in taken:
        raise Stale(
            "{player} has just chosen that; choose another one.", player=taken[player.choice]
        )
    return changed(match, now, players=_with(match, seat, player))


def _with(match: Match, seat: int, player: Player) -> tuple[Player, ...]:
    return numbered((*match.players[: seat - 1], player, *match.players[seat:]))


def _only_host(match: Match, user: int, now: int, sentence: str) -> None:
    _only_in_lobby(match, now)
    if seat_at(match, user) != match.challenger:
        raise Denied(sentence, player=match.player(match.challenger))


def _only_in_lobby(match: Match, now: int) -> None:
    if match.phase is Phase.PLAYING:
        raise Stale("This challenge is already accepted.")
    only_before_the_end(match)
    if expired(match, now):
        raise Stale(ENDED[Ending.EXPIRED])
