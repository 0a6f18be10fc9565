"""The SQL of the lower bounds of ratings, which order a leaderboard of all players.

A rating has a bound if its player can be found everywhere. Each change of a rating, or of that
choice, updates the bound in the same transaction. The table ``bounds`` counts the bounds by steps,
so nobody reads all ratings to find the place of one player.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from prowlerbot.match.preferences import PlayerChoices, Seen
from prowlerbot.match.ratings import Rating
from prowlerbot.match.timeline import Extent, listing
from prowlerbot.storage.columns import insert
from prowlerbot.storage.engines.database import Work

NUMBERS = "results"
"""The lock for numbering results, and for a change of where a player can be found."""

CHOSEN = (
    "SELECT id, chosen FROM preferences"
    " WHERE kind = $1 AND id IN (SELECT CAST(value AS BIGINT) FROM json_each($2))"
)
STEP = 500_000
"""The width of one step of the table ``bounds``, in millionths."""
_RATINGS = "SELECT game, mu, sigma, bound FROM ratings WHERE player = $1"
_COUNT = (
    f"{insert('bounds', 'game, step, players')}"
    " ON CONFLICT (game, step) DO UPDATE SET players = bounds.players + excluded.players"
)
_SET_BOUND = "UPDATE ratings SET bound = $1 WHERE game = $2 AND player = $3"


def seen(chosen: str | None) -> Seen:
    """Where a player wants to be found, from the stored text of their choices."""
    return PlayerChoices.read(json.loads(chosen or "{}")).seen


def found_everywhere(db: Work, players: Iterable[int]) -> set[int]:
    """The players whose ratings have a bound, within a transaction that is alone with NUMBERS."""
    rows = db.fetch(CHOSEN, PlayerChoices.kind, json.dumps([*players]))
    return {player for player, chosen in rows if listing(0, player, seen(chosen)) is Extent.ALL}


def set_bounds(db: Work, player: int) -> None:
    """Update the bounds of a player after a change of their choices, within a transaction."""
    db.alone(NUMBERS)
    listed = bool(found_everywhere(db, [player]))
    for game, mu, sigma, before in db.fetch(_RATINGS, player):
        bound = Rating(mu, sigma).lower_bound if listed else None
        db.execute(_SET_BOUND, bound, game, player)
        count_bound(db, game, before, bound)


def count_bound(db: Work, game: str, before: int | None, after: int | None) -> None:
    """Count a bound that has changed, in the transaction that changes it."""
    for bound, more in ((before, -1), (after, 1)):
        if bound is not None:
            db.execute(_COUNT, game, bound // STEP, more)


def count_all_bounds(db: Work) -> None:
    """Count all bounds again, within a transaction that is alone with NUMBERS."""
    db.execute("DELETE FROM bounds")
    for game, bound in db.fetch("SELECT game, bound FROM ratings WHERE bound IS NOT NULL"):
        count_bound(db, game, None, bound)
