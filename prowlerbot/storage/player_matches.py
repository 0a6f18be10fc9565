"""The SQL of a player's matches: those alone, first ones, those that count, and dropped ones.

A match is dropped if its only player has hardly played. Two things stay of it: the player's wish,
for `/play`, and its messages in servers, from which a deletion of the player's data takes the name.
"""

import json
from collections.abc import Collection
from dataclasses import asdict, dataclass

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import LEAVE
from prowlerbot.match.lobby import number_machines
from prowlerbot.match.match import Ending, Match, Phase, Player, machine
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.ratings import MIN_PLAYS
from prowlerbot.match.scene import Board, Scene
from prowlerbot.match.terms import Terms
from prowlerbot.storage.choice_store import PUT_CHOICES
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.duty_store import LOCK_MATCH, NOT_ASIDE
from prowlerbot.storage.engines.database import Database, Tables, Work, transaction
from prowlerbot.storage.results import RESULTS_LOCK

MAX_MATCHES_ALONE = 25
"""The most running matches that one player may have without another person."""

_COUNT_ALONE = (
    "SELECT COUNT(*) FROM (SELECT 1 FROM seats s JOIN matches m ON m.id = s.match"
    " WHERE s.player = $1 AND m.phase = $2 AND s.match <> $4"
    " AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.match = s.match AND o.player > 0"
    " AND o.player <> $1)"
    " AND NOT EXISTS (SELECT 1 FROM daily_tries t WHERE t.match = s.match) LIMIT $3) r"
)


def check_alone(db: Work, match: Match) -> None:
    """Raise Denied if a player with MAX_MATCHES_ALONE begins another match without other people. It
    runs in the transaction that begins the match. Tries of the day's challenge do not count.
    """
    if match.phase is not Phase.PLAYING or len(match.people) != 1 or match.terms.day:
        return
    (player,) = match.people
    db.lock(f"matches alone of {player}")
    ((running,),) = db.fetch(_COUNT_ALONE, player, Phase.PLAYING, MAX_MATCHES_ALONE, match.id)
    if running >= MAX_MATCHES_ALONE:
        raise Denied(
            "You play {count} matches alone or against the machine, the most at the same time;"
            " finish or resign one of them first.",
            count=MAX_MATCHES_ALONE,
        )


def played_sql(match: str) -> str:
    """The condition that a match, a row of ``matches``, may be somebody's first one. A match that
    ended before each of its players had made MIN_PLAYS moves does not count.
    """
    return (
        f"({match}.phase <> '{Phase.OVER}' OR {match}.ending = '{Ending.PLAYED}' OR NOT EXISTS"  # noqa: S608 - constant parts
        f" (SELECT 1 FROM seats each WHERE each.match = {match}.id AND (SELECT COUNT(*) FROM plays"
        f" WHERE match = {match}.id AND seat = each.seat AND move <> '{LEAVE}') < {MIN_PLAYS}))"
    )


NEWCOMERS = (
    "SELECT p.value FROM json_each($1) p WHERE NOT EXISTS (SELECT 1 FROM seats s"  # noqa: S608 - constant parts
    " JOIN matches m ON m.id = s.match WHERE s.player = CAST(p.value AS BIGINT)"
    f" AND m.game = $2 AND m.setup <> '' AND m.id <> $3 AND {played_sql('m')})"
)
"""Selects the players ($1) who have begun no match of a game ($2) other than one match ($3)."""


# The terms are compared as text, because each driver reads JSON in its own way. Only Terms writes
# them. Fields that are missing in old terms do not count.
IS_DAY_TRY = """(m.terms LIKE '%"day": %' AND m.terms NOT LIKE '%"day": 0%')"""
"""The condition that a match is a try of the day's challenge."""
_MATCHES_FOR_RESULT = (
    "SELECT DISTINCT m.id, m.revision FROM seats s CROSS JOIN matches m WHERE m.id = s.match"  # noqa: S608 - constant parts
    " AND s.player IN (SELECT CAST(value AS BIGINT) FROM json_each($1))"
    f" AND m.game = $2 AND m.phase = $3 AND {NOT_ASIDE} AND (m.terms LIKE"
    """ '%"rated": true%' OR (m.terms LIKE '%"competition": "%'"""
    f""" AND m.terms NOT LIKE '%"competition": ""%') OR {IS_DAY_TRY})"""
)


async def counting_matches(
    db: Database, game: str, players: Collection[int]
) -> list[tuple[str, int]]:
    """The running matches of these players that count: rated, of a competition, or a day's try."""
    rows = await db.read(_MATCHES_FOR_RESULT, json.dumps(sorted(players)), game, Phase.PLAYING)
    return [(str(match), int(revision)) for match, revision in rows]


LAST_WISH_KIND = "asked"
"""The kind under which the table of choices has what a player asked for last."""
_LAST_WISH_SQL = "SELECT chosen FROM preferences WHERE kind = $1 AND id = $2"
_KEEP_NAMED_MESSAGES = (
    "UPDATE showings SET match = '', player = $2, standing = 'quoted', moment = ''"
    " WHERE match = $1 AND guild <> 0 AND (stale <> 0 OR $2 <> 0)"
)
_ROWS_OF_MATCH = (
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
    def drop_match(self, db: Work, scene: Scene) -> bool:
        """Delete a match alone, or against the machine; False if it has changed meanwhile."""
        match = scene.match
        db.lock(RESULTS_LOCK)
        if not db.change(f"{LOCK_MATCH} AND revision = $2", match.id, match.revision):
            return False
        player = max((0, *match.people))
        if player and match.setup and match.origin is None and not match.terms.day:
            self._keep_wish(db, scene, player)
        db.execute(_KEEP_NAMED_MESSAGES, match.id, player)
        for feature in self._contributions:
            feature.record_deleted(db, match.id)
        for rows in _ROWS_OF_MATCH:
            db.execute(f"DELETE FROM {rows} = $1", match.id)  # noqa: S608 - constant parts
        return True

    def _keep_wish(self, db: Work, scene: Scene, player: int) -> None:
        """Remember the match for ``last_requested``, unless its player asked for a later one."""
        match, rows = scene.match, db.fetch(_LAST_WISH_SQL, LAST_WISH_KIND, player)
        if rows and json.loads(rows[0][0])["created_at"] > match.created_at:
            return
        wish = {
            "id": match.id,
            "game": match.game,
            "created_at": match.created_at,
            "options": dict(match.options),
            "terms": asdict(match.terms),
            "levels": [each.level for each in match.players],
            "unshared": scene.unshared,
        }
        db.execute(PUT_CHOICES, LAST_WISH_KIND, player, json.dumps(wish))

    async def last_requested(self, player: int) -> Scene | None:
        """What a player asked for, as the scene of that match."""
        if not (rows := await self._db.read(_LAST_WISH_SQL, LAST_WISH_KIND, player)):
            return None
        wish = json.loads(rows[0][0])
        levels = wish["levels"]
        match = Match(
            wish["id"],
            wish["game"],
            number_machines([machine(level) if level else Player(player, "") for level in levels]),
            wish["created_at"],
            wish["options"],
            Terms.read(wish["terms"]),
            challenger=levels.index(None) + 1,
        )
        board = Board(match.id, 0, 0, 0) if wish["unshared"] else None
        return Scene(match, board, choices=(), server=ServerChoices(), calls=(), finished=())
