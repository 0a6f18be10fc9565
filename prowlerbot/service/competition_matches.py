"""The matches of a competition: made from pairings, and turned into results."""

from __future__ import annotations

from dataclasses import replace

from prowlerbot.competition.events import Decided, Paired
from prowlerbot.core.game import Game
from prowlerbot.match import lobby
from prowlerbot.match.closing import moved
from prowlerbot.match.match import Ending, Match, Player
from prowlerbot.match.play import states
from prowlerbot.match.ratings import result_of
from prowlerbot.match.terms import Terms
from prowlerbot.service.service import Service
from prowlerbot.storage.competitions import Stored


def made(service: Service, it: Stored, pairing: Paired, now: int) -> Match:
    """The match of a pairing, which begins at once."""
    terms = Terms(
        takebacks="never",
        pace=it.pace,
        rated=it.competition.terms.rated,
        hints=False,
        competition=it.id,
        pairing=pairing.pairing,
    )
    game = service.games[it.competition.terms.game]
    players = [Player(player, it.names.get(player, "")) for player in pairing.players]
    asked = lobby.challenge(service.new_id(), game, players, it.options, terms=terms, now=now)
    seated = replace(asked, players=tuple(replace(each, joined=True) for each in asked.players))
    return lobby.begun(seated, service.context(seated)._replace(now=now))


def decided(match: Match, game: Game, pairing: Paired, now: int) -> Decided:
    """The result of a pairing from its match, which is over.

    Whoever has lost on time without a single move was absent.
    """
    result = result_of(match, game)
    players = pairing.players
    if result is None:
        return even(pairing, now)
    late = _late(match, game, result.ranks)
    absent = late - moved(match)
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


def _late(match: Match, game: Game, ranks: tuple[int, ...]) -> frozenset[int]:
    """The seats that have lost on time, or have left before they made a move."""
    if match.ending is Ending.PLAYED:
        return match.left - moved(match)
    if match.ending is Ending.RESIGNED:
        return frozenset()
    present = states(match, game)[-1].to_move
    if match.ending is Ending.CLOSED and not match.ended_by:
        return present - moved(match)
    return frozenset(seat for seat in present if ranks[seat - 1] > 1)
