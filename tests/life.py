"""Matches of three players for the tests of a match's life."""

import random
from collections.abc import Mapping

from prowlerbot.core.game import Game
from prowlerbot.match import lobby, play
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.match.terms import Terms
from tests.games.prowler.matches import PROWLER
from tests.games.tell import TellGame

ADA, BEN, CLEO = Player(1, "Ada"), Player(2, "Ben"), Player(3, "Cleo")
TELL = TellGame()
START = 1000
USUAL = Terms()


def begun(
    terms: Terms = USUAL, *, game: Game = PROWLER, options: Mapping[str, str] | None = None
) -> Match:
    """Ada against Ben, and Cleo where there are three; Ada places first, so Ben opens."""
    players = (ADA, BEN, CLEO)[: game.seats.start]
    usual = {"first": "1"} if game is PROWLER else {}
    asked = lobby.make_challenge(
        "abc", game, players, options if options is not None else usual, terms=terms, now=START
    )
    for player in players[1:]:
        asked = lobby.accept_challenge(asked, Context(game, random.Random(1), START), player.id)
    return asked


def played(match: Match, *moves: tuple[Player, str], game: Game = PROWLER) -> Match:
    """The match after these moves, a second each."""
    for player, move in moves:
        now = match.changed_at + 1
        match = play.make_move(
            match, Context(game, random.Random(1), now), player.id, match.moment, move
        )
    return match
