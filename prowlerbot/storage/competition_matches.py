"""The SQL of the matches of competitions: to claim, to let go, and that one is over."""

from __future__ import annotations

from prowlerbot.match.match import Match
from prowlerbot.storage.competitions import Todo
from prowlerbot.storage.engines.database import Database, Work

_BELONGS_TO = "SELECT competition FROM competition_matches WHERE match = $1"
_NEVER_CLAIM = "UPDATE matches SET claim_at = 0 WHERE id = $1"
_NOTE_OVER = "UPDATE competition_matches SET todo = $1 WHERE match = $2 RETURNING competition"
_DUE_NOW = "UPDATE competitions SET due = 0 WHERE id = $1 AND ended = 0"


class CompetitionMatches:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def to_claim(self, now: int, most: int) -> list[str]:
        """The matches in which the bot may have to claim a late move; those of competitions that
        are over belong to their players.
        """
        return await self._db.column(
            "SELECT m.id FROM matches m JOIN competition_matches p ON p.match = m.id"
            " JOIN competitions c ON c.id = p.competition"
            " WHERE m.claim_at > 0 AND m.claim_at <= $1 AND c.ended = 0"
            " ORDER BY m.claim_at, m.id LIMIT $2",
            now,
            most,
        )

    async def to_release(self, most: int) -> list[str]:
        """The running matches of competitions that are over."""
        return await self._db.column(
            "SELECT m.id FROM matches m JOIN competition_matches p ON p.match = m.id"
            " JOIN competitions c ON c.id = p.competition"
            " WHERE m.claim_at > 0 AND c.ended = 1 ORDER BY m.claim_at, m.id LIMIT $1",
            most,
        )

    async def give_up(self, match_id: str) -> None:
        """Look at a damaged match no more: its pairing gets a result without it."""

        def work(db: Work) -> None:
            db.execute(_NEVER_CLAIM, match_id)
            _note_over(db, match_id, str(db.fetch(_BELONGS_TO, match_id)[0][0]))

        await self._db.run(work)


def match_over(db: Work, match: Match) -> None:
    """Note within the transaction that ends a match of a competition that a step is due."""
    _note_over(db, match.id, match.terms.competition)


def _note_over(db: Work, match_id: str, first: str) -> None:
    """The competition is locked first, as by its changes."""
    db.execute(_DUE_NOW, first)
    for (present,) in db.fetch(_NOTE_OVER, Todo.OVER, match_id):
        if present != first:  # the next season of a ladder has it
            db.execute(_DUE_NOW, present)
