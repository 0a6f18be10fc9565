"""The SQL of the bot's application: which one of Discord has written the messages that are stored.

An application cannot edit the messages of another one. The host may have started the bot with the
wrong token, so nothing is posted anew before the host takes the present application.
"""

import json
from dataclasses import asdict, dataclass

from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.scene import Access
from prowlerbot.storage.boards import BEHIND
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.duty_store import OPEN, ChoreStore, at_once, note_chore, put_sooner
from prowlerbot.storage.engines.database import Tables, Work, transaction

GREETING = "greeting"
"""The duty to post the message with all games anew in a server."""
_CHORE = "application"
_IN_PORTIONS = "$1 + ROW_NUMBER() OVER (ORDER BY b.match) / 2"
"""The time of a board when they are posted anew, two a second."""
_OF_OPEN = f"match IN (SELECT id FROM matches WHERE phase IN {OPEN})"  # noqa: S608 - a constant
_FORGET_BOARDS = (
    f"UPDATE boards SET message = 0 WHERE {_OF_OPEN}"  # noqa: S608 - constants
    f" AND (guild = 0 OR reach <> '{Access.MEMBER}')"
)
_FORGET_POSTS = (
    "UPDATE messages SET state = 'gone', message = 0 WHERE kind IN ('call', 'follow', 'news')"
    " AND guild = 0 AND state IN ('stands', 'outdated')"
)
"""Forget the boards and messages in chats, and the calls, which only pinged."""
_GREETED = "SELECT id, chosen FROM preferences WHERE kind = $1 AND chosen LIKE $2 ORDER BY id"


@dataclass(frozen=True, slots=True)
class Applications:
    """The application of the stored messages, and the one with which the bot started last."""

    known: int = 0
    present: int = 0

    @property
    def is_another(self) -> bool:
        return self.known != self.present


@dataclass(eq=False)
class ApplicationStore(Tables):
    _contributions: Contributions

    async def applications(self) -> Applications:
        return Applications(**await ChoreStore(self._db).latest_outcome(_CHORE))

    async def note_start(self, present: int) -> Applications:
        """Note the application of a bot that starts; a database without any takes it."""
        known = (await self.applications()).known or present
        await ChoreStore(self._db).note(_CHORE, asdict(found := Applications(known, present)))
        return found

    @transaction
    def take(self, db: Work, present: int, now: int) -> None:
        """Take an application for the bot's own, and have what it cannot edit posted anew."""
        note_chore(db, _CHORE, asdict(Applications(present, present)))
        db.execute(_FORGET_BOARDS)
        db.execute(_FORGET_POSTS)
        db.execute(f"UPDATE boards SET shown = -1 WHERE message <> 0 AND {_OF_OPEN}")  # noqa: S608 - constants
        behind = f"boards b WHERE {BEHIND} AND b.shown = -1"
        db.execute(at_once(MatchDuty.BOARD, "b.match", behind, at=_IN_PORTIONS), now)
        greeted = db.fetch(_GREETED, ServerChoices.kind, '%"greeting": [%')
        for number, (guild, chosen) in enumerate(greeted):
            if json.loads(chosen)["greeting"]:
                put_sooner(db, str(guild), GREETING, now + number, guild)
        for feature in self._contributions:
            feature.application_changed(db, now)
