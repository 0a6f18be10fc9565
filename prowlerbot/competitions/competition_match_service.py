"""The matches of a competition: made from pairings, and turned into results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from prowlerbot.competitions.competition_events import Decided, Paired
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.core.game import LEAVE, AnyState, Game
from prowlerbot.match import lobby
from prowlerbot.match.closing import moved
from prowlerbot.match.match import CLOSED, REMOVED, Ending, Match, Player
from prowlerbot.match.play import asked_since, states
from prowlerbot.match.ratings import result_of
from prowlerbot.match.terms import Terms
from prowlerbot.service.match_service import Service


def made(service: Service, stored: Stored, pairing: Paired, now: int) -> Match:
    """The match of a pairing, which begins at once."""
    terms = Terms(
        takebacks="never",
        pace=stored.pace,
        rated=stored.competition.terms.rated,
        hints=False,
        competition=stored.id,
        pairing=pairing.pairing,
    )
    game = service.games[stored.competition.terms.game]
    players = [Player(player, stored.names.get(player, "")) for player in pairing.players]
    asked = lobby.challenge(service.new_id(), game, players, stored.options, terms=terms, now=now)
    seated = replace(asked, players=tuple(replace(each, joined=True) for each in asked.players))
    return lobby.begun(seated, service.context(seated)._replace(now=now))


def decided(match: Match, game: Game, pairing: Paired, now: int, *, cut: bool = False) -> Decided:
    """The result of a pairing from its match, which is over.

    Whoever has lost on time without a single move was absent. If the host has ``cut`` the round, so
    was only who was late by the clock of the move, too.
    """
    result = result_of(match, game)
    players = pairing.players
    if result is None:
        return even(pairing, now)
    positions = states(match, game)
    late = _late(match, positions, result.ranks)
    absent = late - moved(match)
    if cut:
        over = match.changed_at
        absent -= {
            s for s in absent - match.left if not _overdue(match, positions, s, match.ply, over)
        }
    return Decided(
        now,
        pairing.pairing,
        result.ranks,
        result.totals,
        absent=tuple(players[seat - 1] for seat in sorted(absent)),
        late=tuple(players[seat - 1] for seat in sorted(late - absent)),
    )


def even(pairing: Paired, now: int) -> Decided:
    """The result where nobody can tell another one, as the match is damaged."""
    return Decided(now, pairing.pairing, (1,) * len(pairing.players))


def _late(match: Match, positions: Sequence[AnyState], ranks: Sequence[int]) -> frozenset[int]:
    """The seats that have lost on time. Whoever gives up in time has played, without a move too."""
    late = frozenset(
        play.seat
        for ply, play in enumerate(match.plays)
        if play.move == LEAVE and _overdue(match, positions, play.seat, ply, play.at)
    )
    if match.ending in {Ending.PLAYED, Ending.RESIGNED, *REMOVED}:
        return late
    present = positions[-1].to_move
    if match.ending in CLOSED:
        return late | ({match.ended_by} if match.ended_by else present - moved(match))
    return late | {seat for seat in present if ranks[seat - 1] > 1}


def _overdue(match: Match, positions: Sequence[AnyState], seat: int, ply: int, at: int) -> bool:
    """Whether the clock of a seat's move ran out in the position after so many plies by a time."""
    if seat not in positions[ply].to_move:
        return False
    first = asked_since(match, positions, seat, ply)
    since = match.plays[first - 1].at if first else match.created_at
    return at >= since + match.terms.pace
