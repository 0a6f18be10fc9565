"""The results of pairings from their matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from prowlerbot.competitions.course import Decided, Paired
from prowlerbot.core.game import LEAVE, AnyState, Game
from prowlerbot.match.closing import moved
from prowlerbot.match.match import CLOSED, REMOVED, Ending, Match
from prowlerbot.match.play import asked_since, states
from prowlerbot.match.ratings import result_of

SHORTEST = 3
"""The moves of a loser with which a match is not short by the first rules of arenas."""


def result_of_match(
    match: Match, game: Game, pairing: Paired, now: int, *, cut: bool = False, least: int = SHORTEST
) -> Decided:
    """The result of a pairing from its match, which is over.

    A player who lost on time without a single move was absent. If the host has ``cut`` the round,
    the clock of the move must have run out, too. A match that was not played out is short if a
    loser made fewer than the ``least`` moves.
    """
    result = result_of(match, game)
    players = pairing.players
    if result is None:
        return even_result(pairing, now)
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
        short=not result.totals and _is_short(match, result.ranks, least),
    )


def _is_short(match: Match, ranks: Sequence[int], least: int) -> bool:
    moves = Counter(play.seat for play in match.plays if play.move != LEAVE)
    return any(rank > min(ranks) and moves[seat] < least for seat, rank in enumerate(ranks, 1))


def even_result(pairing: Paired, now: int) -> Decided:
    """The result of a pairing whose match is damaged."""
    return Decided(now, pairing.pairing, (1,) * len(pairing.players))


def _late(match: Match, positions: Sequence[AnyState], ranks: Sequence[int]) -> frozenset[int]:
    """The seats that lost on time. A player who resigned in time has played, even with no move."""
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
    """Whether the clock of a seat's move in the position after so many plies ran out by a time."""
    if seat not in positions[ply].to_move:
        return False
    first = asked_since(match, positions, seat, ply)
    since = match.plays[first - 1].at if first else match.created_at
    return at >= since + match.terms.pace
