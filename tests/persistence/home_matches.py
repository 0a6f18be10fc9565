"""The matches of one server, of all games, finished and open: those that a bench looks at.

They are played at random and stored with what a bot would store about them: results, boards, calls.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import repeat
from typing import NamedTuple

from prowlerbot.core.clock import DAY
from prowlerbot.games import GAMES
from prowlerbot.match import leaving, lobby, play
from prowlerbot.match.call_rules import CallKind, CallPart, DueCall, call_key
from prowlerbot.match.match import Context, Match, Phase, Player, machine
from prowlerbot.match.ratings import result_of
from prowlerbot.match.scene import Board
from prowlerbot.match.terms import Terms
from prowlerbot.service.match_service import Service
from prowlerbot.storage.post_store import call_post
from prowlerbot.storage.results import enter_result

NOW = 1_750_000_000  # when the benches begin, in epoch seconds
HOME = 10**17
"""The server of these matches; its channel has the next number."""
PLAYERS = tuple(Player(number, f"Player {number}") for number in range(1, 13))
ASKER = PLAYERS[0].id

_TERMS = Terms(pace=3 * DAY, rated=True)


class Kind(NamedTuple):
    """Matches of a game: so many to their end, given up in the middle, and open."""

    game: str
    ended: int
    given_up: int
    open: int
    plays: int
    """How many moves an unfinished one has at most."""


KINDS = (
    Kind("prowler", 8, 50, 12, 12),
    Kind("landgrab", 0, 12, 4, 16),
    Kind("heroes", 0, 4, 3, 24),
)


async def settle(service: Service, kinds: Sequence[Kind] = KINDS) -> list[Match]:
    """Play and store the matches."""
    rng, found = random.Random(20), list[Match]()
    for number, (kind, given_up, is_open) in enumerate(_wanted(kinds), 1):
        first = _asked(number, rng, kind, is_open=is_open)
        match = _played(first, rng, kind, given_up=given_up, is_open=is_open)
        await _store(service, first, match, number)
        found.append(match)
    return found


def _wanted(kinds: Sequence[Kind]) -> Iterator[tuple[Kind, bool, bool]]:
    """The kind of each match, and whether it is given up and whether it stays open."""
    for kind in kinds:
        yield from repeat((kind, False, False), kind.ended)
        yield from repeat((kind, True, False), kind.given_up)
        yield from repeat((kind, False, True), kind.open)


def _asked(number: int, rng: random.Random, kind: Kind, *, is_open: bool) -> Match:
    """A challenge between players of this server, or to the machine."""
    game = GAMES[kind.game]
    players = rng.sample(PLAYERS, 3 if 3 in game.seats and rng.random() < 0.5 else 2)
    if rng.random() < 0.4 and PLAYERS[0] not in players:
        players[0] = PLAYERS[0]
    if rng.random() < 0.2:
        players[-1] = machine("easy")
    at = NOW - (DAY if is_open else 30 * DAY) + number * 60
    return lobby.make_challenge(f"home{number}", game, players, {}, terms=_TERMS, now=at)


def _played(
    match: Match, rng: random.Random, kind: Kind, *, given_up: bool, is_open: bool
) -> Match:
    """The match to its end, or as far as it gets; a few open ones stay challenges."""
    it = Context(GAMES[kind.game], rng, match.created_at)
    people = [each.id for each in match.players if each.is_person]
    if lobby.is_complete(match):
        match = lobby.begin_match(match, it)
    elif is_open and rng.random() < 0.1:
        return match
    for player in people[1:]:
        match = lobby.accept_challenge(match, it, player)
    most = rng.randint(kind.plays // 2, kind.plays) if given_up or is_open else 10_000
    while match.phase is Phase.PLAYING and (match.ply < most or _waits_for_machine(match)):
        match = _moved(match, it._replace(now=match.changed_at + 1))
    if given_up and match.phase is Phase.PLAYING:
        match = leaving.resign(match, it._replace(now=match.changed_at), people[0])
    return match


def _waits_for_machine(match: Match) -> bool:
    to_move = play.replay_match(match, GAMES[match.game])[-1].to_move
    return any(match.player(seat).is_machine for seat in to_move if seat)


def _moved(match: Match, it: Context) -> Match:
    state = play.replay_match(match, it.game)[-1]
    seat = it.rng.choice(sorted(state.to_move))
    move, decision = str(it.rng.choice(state.moves(seat))), match.decision(seat)
    player = match.player(seat)
    if player.is_machine:
        return play.move_of_machine(match, it, seat, decision, move)
    return play.make_move(match, it, player.id, decision.moment, move, step=decision.step)


async def _store(service: Service, first: Match, match: Match, number: int) -> None:
    """Store a match that is shown on a board, with calls to its turn or to its end."""
    store, channel, message = service.store, HOME + 1, 10**18 + number * 1000
    assert await store.add_new(first)
    await store.boards.put_board(Board(match.id, HOME, channel, message, shown=match.revision))
    if match is not first:
        result = result_of(match, service.facts.game(match))
        also = None if result is None else partial(enter_result, result=result)
        assert await store.commit(first, match, also)
    over = match.phase is Phase.OVER
    for seat in match.seats if over else service.facts.to_move(match):
        if match.player(seat).is_person:
            call = call_post(match.id, DueCall(call_key(match, seat), CallPart(CallKind.TURN), 0))
            await store.outbox.note_post(call)
            await store.outbox.note_sent(replace(call, channel=channel, message=message + seat))
