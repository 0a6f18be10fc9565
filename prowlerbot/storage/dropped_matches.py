"""The SQL that drops matches which their only player has hardly played, and what stays of them.

That is what the player asked for last, for `/play`, and the messages in servers that have a name to
be removed once the player's data is deleted.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from prowlerbot.match.lobby import numbered
from prowlerbot.match.match import Match, Player, machine
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.scene import Board, Scene
from prowlerbot.match.terms import Terms
from prowlerbot.storage.choice_store import CHOOSE
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.duty_store import LOCK
from prowlerbot.storage.engines.database import Tables, Work, transaction
from prowlerbot.storage.rating_bounds import NUMBERS

ASKED = "asked"
"""The kind under which the table of choices has what a player asked for last."""
_ASKED = "SELECT chosen FROM preferences WHERE kind = $1 AND id = $2"
_KEEP_NAMES = (
    "UPDATE showings SET match = '', player = $2, standing = 'quoted', moment = ''"
    " WHERE match = $1 AND guild <> 0 AND (stale <> 0 OR $2 <> 0)"
)
_ROWS = (
    *("places WHERE match", "results WHERE match", "rematches WHERE match"),
    *("rematches WHERE rematch", "takebacks WHERE match", "former_players WHERE match"),
    *("publicity WHERE match", "showings WHERE match", "boards WHERE match", "broken WHERE match"),
    "messages WHERE kind IN ('board', 'call', 'follow', 'thread') AND subject",
    *("duties WHERE subject", "plays WHERE match", "seats WHERE match", "matches WHERE id"),
)
"""The rows of a match, those before that refer to others."""


@dataclass(eq=False)
class DroppedMatches(Tables):
    _contributions: Contributions

    @transaction
    def drop(self, db: Work, scene: Scene) -> bool:
        """Delete a match alone, or against the machine; False if it has changed meanwhile."""
        match = scene.match
        db.alone(NUMBERS)
        if not db.change(f"{LOCK} AND revision = $2", match.id, match.revision):
            return False
        player = max((0, *match.people))
        if player and match.origin is None:
            self._keep_wish(db, scene, player)
        db.execute(_KEEP_NAMES, match.id, player)
        for take_effect in self._contributions.record_deleted:
            take_effect(db, match.id)
        for rows in _ROWS:
            db.execute(f"DELETE FROM {rows} = $1", match.id)  # noqa: S608 - constant parts
        return True

    def _keep_wish(self, db: Work, scene: Scene, player: int) -> None:
        """Remember a match as the one that its player asked for, unless a later one is."""
        match, kept = scene.match, db.fetch(_ASKED, ASKED, player)
        if kept and json.loads(kept[0][0])["created_at"] > match.created_at:
            return
        wish = {
            "id": match.id,
            "game": match.game,
            "created_at": match.created_at,
            "options": dict(match.options),
            "terms": match.terms.written(),
            "levels": [each.level for each in match.players],
            "unshared": scene.unshared,
        }
        db.execute(CHOOSE, ASKED, player, json.dumps(wish))

    async def last_asked(self, player: int) -> Scene | None:
        """What a player asked for, as the scene of that match."""
        rows = await self._db.read(_ASKED, ASKED, player)
        if not rows:
            return None
        wish = json.loads(rows[0][0])
        levels = wish["levels"]
        match = Match(
            wish["id"],
            wish["game"],
            numbered([machine(level) if level else Player(player, "") for level in levels]),
            wish["created_at"],
            wish["options"],
            Terms.read(wish["terms"]),
            challenger=levels.index(None) + 1,
        )
        board = Board(match.id, 0, 0, 0) if wish["unshared"] else None
        return Scene(match, board, (), ServerChoices(), (), ())
