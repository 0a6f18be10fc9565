"""The SQL of matches, to store and to find them, and of the choices of players and servers."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from prowlerbot.core.acts import Bar
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Ending, Match, Phase, Player
from prowlerbot.match.match_duties import MatchDuty
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import PostPlace, Scene, board_post
from prowlerbot.storage.act_store import Acts
from prowlerbot.storage.bar_store import Bars
from prowlerbot.storage.beats import BeatStore
from prowlerbot.storage.boards import LOCK, Boards
from prowlerbot.storage.broken_matches import NOT_ASIDE, BrokenMatches
from prowlerbot.storage.call_store import CallStore
from prowlerbot.storage.columns import insert
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.duty_store import DutyStore, at_once, put_duties
from prowlerbot.storage.engines.database import Database, Row, Violation, Work
from prowlerbot.storage.match_rows import add_match, change_match
from prowlerbot.storage.player_matches import newcomers
from prowlerbot.storage.post_store import note
from prowlerbot.storage.rating_bounds import set_bounds
from prowlerbot.storage.results import Results
from prowlerbot.storage.scenes import damaged, read_scenes
from prowlerbot.storage.showings import Showings

_C = TypeVar("_C", PlayerChoices, ServerChoices)

Also = Callable[[Work], None]

MOST_OPEN = 200  # read for a list, so whoever has thousands makes nobody wait
_CHOSEN = "SELECT chosen FROM preferences WHERE kind = $1 AND id = $2"
_CHOSEN_BY_BOTH = (
    "SELECT chosen, kind, 0, 0, 0 FROM preferences"
    " WHERE kind = $1 AND id = $2 OR kind = $3 AND id = $4"
    " UNION ALL SELECT reason, 'bar', player, since, until FROM bars"
    " WHERE guild = $2 AND (player = $4 OR player < 0)"
)
_CHOOSE = (
    f"{insert('preferences', 'kind, id, chosen')}"
    " ON CONFLICT (kind, id) DO UPDATE SET chosen = excluded.chosen"
)
_ABOUT_REMINDERS = {"calls", "quiet_from", "quiet_to", "timezone", "away_until"}
_REMIND_ANEW = at_once(
    MatchDuty.REMIND,
    "m.id",
    "seats s JOIN matches m ON m.id = s.match"
    " WHERE s.player = $1 AND m.due > 0 AND m.phase = 'playing'",
)
"""Look again at once whether a player has to be reminded of any match."""
_ADD_REMATCH = insert("rematches", "match, rematch")
_REMATCH = (
    "SELECT m.id FROM rematches r JOIN matches m ON m.id = r.rematch"
    " WHERE r.match = $1 AND (m.phase <> $2 OR m.setup <> '')"
)

_TOO_MANY = mark(
    "Challenges of yours still waiting for an answer: {count}, the most allowed here. Cancel"
    " one or wait for an answer."
)


@dataclass(eq=False)
class Store(Boards):
    contributions: Contributions

    def __post_init__(self) -> None:
        super().__post_init__()
        database = self._db
        self.beats = BeatStore(database, self.contributions)
        self.results = Results(database)
        self.duties = DutyStore(database)
        self.calls = CallStore()
        self.broken = BrokenMatches(database)
        self.showings = Showings(database)
        self.bars = Bars(database)
        self.acts = Acts(database)

    async def write_behind(self) -> None:
        """Write all notes from memory: the revisions on boards, and the deleted messages."""
        await self.write_shown()
        await self.outbox.write_gone()

    @property
    def database(self) -> Database:
        """For the concepts whose SQL has a file of its own."""
        return self._db

    async def add(
        self,
        match: Match,
        most: int | None = None,
        rematch_of: str | None = None,
        place: PostPlace | None = None,
        also: Also | None = None,
    ) -> bool:
        """Store a new match, begun or not; False if its id or its place as a rematch is taken.

        ``place`` is where it is about to be posted, ``also`` is as for ``commit``. Raises Denied
        if the challenger already has ``most`` unanswered challenges.
        """

        def work(db: Work) -> bool:
            if most is not None:
                _check_unanswered(db, match, most)
            if db.fetch("SELECT 1 FROM matches WHERE id = $1", match.id):
                return False
            if rematch_of is not None:
                db.alone(f"rematch of {rematch_of}")
                if db.fetch(_REMATCH, rematch_of, Phase.OVER):
                    return False
            add_match(db, match)
            if rematch_of is not None:
                db.execute("DELETE FROM rematches WHERE match = $1", rematch_of)
                db.execute(_ADD_REMATCH, rematch_of, match.id)
            if place is not None:
                note(db, board_post(match.id, place, match.created_at))
            if also is not None:
                also(db)
            return True

        try:
            return await self._db.run(work)
        except Violation:  # another process was faster
            return False

    async def rematch(self, match_id: str) -> str | None:
        """The rematch of a match; a challenge that came to nothing does not count."""
        rows = await self._db.read(_REMATCH, match_id, Phase.OVER)
        return str(rows[0][0]) if rows else None

    async def rematch_of(self, match_id: str) -> str | None:
        """The match whose rematch this is."""
        rows = await self._db.read("SELECT match FROM rematches WHERE rematch = $1", match_id)
        return str(rows[0][0]) if rows else None

    async def newcomers(self, game: str, players: Iterable[int], but: str = "") -> set[int]:
        """The players whose next match of a game is their first one; see ``newcomers``."""
        return await newcomers(self._db, game, players, but)

    async def load(self, match_id: str) -> Match | None:
        found = await self.scene(match_id)
        return found.match if found else None

    async def scene(self, match_id: str, guild: int | None = None, reader: int = 0) -> Scene | None:
        """A match with the place and style of its board, in another server if asked."""
        found = await read_scenes(self._db, "WHERE m.id = $3", match_id, guild=guild, reader=reader)
        return replace(found[0], board=self._as_noted(found[0].board)) if found else None

    async def commit(self, before: Match, after: Match, also: Also | None = None) -> bool:
        """Store the change from one revision to the next; False if another change came first.

        ``also`` is the rest of the change: it happens in the same transaction.
        """

        def work(db: Work) -> bool:
            if not change_match(db, before, after, self.contributions):
                return False
            if also is not None:
                also(db)
            return True

        try:
            return await self._db.run(work)
        except Violation as error:
            # No race: the revision was the right one. A retry would never end.
            raise damaged(before.id) from error

    async def write_duties(self, match: Match, due: Mapping[str, int | None]) -> None:
        """Write duties of a match unless it has changed meanwhile, as that writes them, too."""

        def work(db: Work) -> None:
            if db.change(f"{LOCK} AND revision = $2", match.id, match.revision):
                put_duties(db, match.id, due)

        await self._db.run(work)

    async def rename(self, match_id: str, player: Player) -> None:
        """Keep the name under which a player was last seen."""
        await self._db.write(
            "UPDATE seats SET name = $1 WHERE match = $2 AND player = $3",
            player.name,
            match_id,
            player.id,
        )

    async def open_matches(self, player: int, game: str | None = None) -> list[Scene]:
        """The challenges and running matches of a player, of one game or all; the longest untouched
        first. Of more than MOST_OPEN those with the least time left.
        """
        return await read_scenes(
            self._db,
            "WHERE m.id IN (SELECT o.id FROM seats s CROSS JOIN matches o WHERE o.id = s.match"
            " AND s.player = $3 AND o.phase <> $5 AND o.game = COALESCE($4, o.game) ORDER BY"
            " o.due = 0, o.due, o.changed_at, o.id LIMIT $6) ORDER BY m.changed_at, m.id",
            *(player, game, Phase.OVER, MOST_OPEN),
        )

    async def lost_challenges(self, player: int, since: int) -> list[Match]:
        """The latest challenges of a player that were withdrawn as their messages were deleted."""
        return await self._matches(
            "WHERE m.id IN (SELECT m.id FROM seats s JOIN matches m ON m.id = s.match"
            " WHERE s.player = $3 AND m.ending = $4 AND m.changed_at > $5"
            " ORDER BY m.changed_at DESC, m.id LIMIT 3) ORDER BY m.changed_at DESC, m.id",
            *(player, Ending.DELETED, since),
        )

    async def latest_match(self, player: int, game: str) -> Match | None:
        """The match that a player touched last, over or not, without challenges."""
        found = await self._matches(
            "WHERE m.id = (SELECT m.id FROM seats s JOIN matches m ON m.id = s.match"
            " WHERE s.player = $3 AND m.game = $4 AND m.setup <> ''"
            " ORDER BY m.changed_at DESC, m.id LIMIT 1)",
            player,
            game,
        )
        return found[0] if found else None

    async def last_asked(self, player: int) -> Scene | None:
        """The match that a player asked for last, begun or not, without those that play on from
        another one.
        """
        found = await read_scenes(
            self._db,
            "WHERE m.id = (SELECT m.id FROM seats s JOIN matches m ON m.id = s.match"  # noqa: S608 - constant parts
            " AND s.seat = m.challenger WHERE s.player = $3"
            f" AND {NOT_ASIDE} AND m.origin IS NULL"
            " ORDER BY m.created_at DESC, m.rowid DESC LIMIT 1)",
            player,
        )
        return found[0] if found else None

    async def _ids(self, where: str, *values: object) -> list[str]:
        """The matches of a kind, except those set aside: each is then read by itself, so that one
        unreadable match stops none of the others.
        """
        rows = await self._db.read(
            f"SELECT m.id FROM matches m WHERE {NOT_ASIDE} AND {where} ORDER BY m.changed_at, m.id",  # noqa: S608 - constant parts
            *values,
        )
        return [match_id for (match_id,) in rows]

    async def ids(self) -> list[str]:
        """All matches, over or not, the oldest first."""
        return await self._db.column("SELECT id FROM matches ORDER BY created_at, id")

    async def choices(self, of: type[_C], owner: int) -> _C:
        """The choices of a player or server."""
        return _chosen(of, await self._db.read(_CHOSEN, of.kind, owner))

    async def choices_in(
        self, guild: int, player: int
    ) -> tuple[ServerChoices, PlayerChoices, tuple[Bar, ...]]:
        """The choices of a server and of a player, and the bars among which the player's would be,
        in one statement.
        """
        kinds = ServerChoices.kind, PlayerChoices.kind
        rows = await self._db.read(_CHOSEN_BY_BOTH, kinds[0], guild, kinds[1], player)
        server, reader = ([row for row in rows if row[1] == kind] for kind in kinds)
        bars = tuple(
            Bar(guild, who, "", since, until, reason)
            for reason, kind, who, since, until in rows
            if kind not in kinds
        )
        return _chosen(ServerChoices, server), _chosen(PlayerChoices, reader), bars

    async def players(self, players: Collection[int]) -> dict[int, PlayerChoices]:
        """The choices of each of these players."""
        rows = await self._db.read(
            "SELECT id, chosen FROM preferences WHERE kind = $1"
            " AND id IN (SELECT CAST(value AS BIGINT) FROM json_each($2))",
            PlayerChoices.kind,
            json.dumps(sorted(players)),
        )
        found = {int(player): PlayerChoices.read(json.loads(chosen)) for player, chosen in rows}
        return {player: found.get(player, PlayerChoices()) for player in players}

    async def rechoose(self, of: type[_C], owner: int, **changes: Any) -> _C:
        """Change some of the choices; the others stay, even if they change meanwhile."""
        reminded = of is PlayerChoices and not _ABOUT_REMINDERS.isdisjoint(changes)
        found_anew = of is PlayerChoices and "seen" in changes

        def work(db: Work) -> _C:
            db.alone(f"choices {of.kind} {owner}")
            chosen = replace(_chosen(of, db.fetch(_CHOSEN, of.kind, owner)), **changes)
            db.execute(_CHOOSE, chosen.kind, owner, json.dumps(chosen.written()))
            if reminded:
                db.execute(_REMIND_ANEW, owner)
            if found_anew:
                set_bounds(db, owner)
            for take_effect in self.contributions.choices_changed:
                take_effect(db, of, owner, changes)
            return chosen

        return await self._db.run(work)

    async def begin_greeting(self, guild: int) -> bool:
        """Note that a server is greeted; False if it was, perhaps by another process just now."""

        def work(db: Work) -> bool:
            db.alone(f"choices {ServerChoices.kind} {guild}")
            chosen = _chosen(ServerChoices, db.fetch(_CHOSEN, ServerChoices.kind, guild))
            if chosen.greeting is not None:
                return False
            greeted = replace(chosen, greeting=())
            db.execute(_CHOOSE, chosen.kind, guild, json.dumps(greeted.written()))
            return True

        return await self._db.run(work)

    async def choose(self, owner: int, chosen: PlayerChoices | ServerChoices) -> None:
        of: type[Any] = type(chosen)
        await self.rechoose(of, owner, **asdict(chosen))

    async def _matches(self, where: str, *values: object) -> list[Match]:
        return [scene.match for scene in await read_scenes(self._db, where, *values)]


def _chosen(of: type[_C], rows: list[Row]) -> _C:
    return of.read(json.loads(rows[0][0])) if rows else of()


def _check_unanswered(db: Work, match: Match, most: int) -> None:
    """Raise Denied if the maker of this challenge already has so many unanswered ones."""
    db.alone(f"challenges of {match.player(match.challenger).id}")
    ((count,),) = db.fetch(
        "SELECT count(*) FROM matches m JOIN seats s ON s.match = m.id"
        " WHERE s.player = $1 AND s.seat = m.challenger AND m.phase = $2 AND m.created_at > $3",
        match.player(match.challenger).id,
        Phase.LOBBY,
        match.created_at - CHALLENGE_LASTS,
    )
    if int(count) >= most:
        raise Denied(_TOO_MANY, count=most)
