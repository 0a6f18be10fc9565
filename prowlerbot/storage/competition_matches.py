"""The SQL of the matches of competitions: to claim, to let go, and that one is over."""

from __future__ import annotations

from prowlerbot.match.duties import MatchDuty
from prowlerbot.match.match import Match
from prowlerbot.storage.competitions import Todo
from prowlerbot.storage.duties import put_duties
from prowlerbot.storage.engines.database import Database, Work

_BELONGS_TO = "SELECT competition FROM competition_matches WHERE match = $1"
_OF_ENDED = (
    "SELECT 1 FROM competition_matches p JOIN competitions c ON c.id = p.competition"
    " WHERE p.match = $1 AND c.ended = 1"
)
_NOTE_OVER = "UPDATE competition_matches SET todo = $1 WHERE match = $2 RETURNING competition"
_DUE_NOW = "UPDATE competitions SET due = 0 WHERE id = $1 AND ended = 0"


class CompetitionMatches:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def is_released(self, match_id: str) -> bool:
        """Whether the competition of a match is over, so the match belongs to its players."""
        return bool(await self._db.read(_OF_ENDED, match_id))

    async def give_up(self, match_id: str) -> None:
        """Look at a damaged match no more: its pairing gets a result without it."""

        def work(db: Work) -> None:
            put_duties(db, match_id, {MatchDuty.CLAIM: None})
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
