"""The SQL of the matches of competitions: their ends, and their release by an ended competition."""

from __future__ import annotations

from prowlerbot.competitions.competition_store import Todo, step_if_due
from prowlerbot.competitions.due_steps import CompetitionDuty
from prowlerbot.core.game import Game
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.match import Match
from prowlerbot.storage.duty_store import at_once, put_duties
from prowlerbot.storage.engines.database import Database, Tables, Work, transaction
from prowlerbot.storage.match_rows import OPEN

_OF_ENDED = (
    "SELECT 1 FROM competition_matches p JOIN competitions c ON c.id = p.competition"
    " WHERE p.match = $1 AND c.ended = 1"
)
_RUNNING = (
    "SELECT count(*) FROM matches m CROSS JOIN competition_matches p JOIN competitions c"  # noqa: S608 - constant parts
    f" ON c.id = p.competition WHERE m.phase IN {OPEN} AND p.match = m.id AND c.ended = 0"
)
_NOTE_OVER = "UPDATE competition_matches SET todo = $1 WHERE match = $2 RETURNING competition"

_LOOK_AT_STEPS = at_once(
    CompetitionDuty.STEP, "d.subject", f"duties d WHERE d.what = '{CompetitionDuty.STEP}'"
)
_OF_ALL_SERVERS = "SELECT 1 FROM competitions WHERE id = $1 AND guild = 0"


async def is_of_all_servers(database: Database, match: Match) -> bool:
    """Whether a match belongs to a league of all servers that goes on."""
    if not match.terms.competition or match.terms.released:
        return False
    return bool(await database.read(_OF_ALL_SERVERS, match.terms.competition))


class CompetitionMatches(Tables):
    async def is_released(self, match_id: str) -> bool:
        """Whether the competition of a match has ended, so that the match goes on by itself."""
        return bool(await self._db.read(_OF_ENDED, match_id))

    async def running(self) -> int:
        """The matches of competitions that are not over."""
        return await self._db.number(_RUNNING)

    @transaction
    def give_up(self, db: Work, match_id: str) -> None:
        """Never look at a damaged match again; its pairing gets a result without it."""
        put_duties(db, match_id, {MatchDuty.CLAIM: None})
        match_over(db, match_id)


def match_over(db: Work, match_id: str) -> None:
    """Record, in the transaction that ends a match, that a step of its competition is due."""
    for (competition_id,) in db.fetch(_NOTE_OVER, Todo.OVER, match_id):
        step_if_due(db, competition_id)


def note_end(db: Work, match: Match, _: Game) -> None:
    """Record the end of any match, if it belongs to a competition."""
    if match.terms.competition:
        match_over(db, match.id)


def look_at_steps(db: Work) -> None:
    """Let the steps of all competitions fall due, within a transaction."""
    db.execute(_LOOK_AT_STEPS)
