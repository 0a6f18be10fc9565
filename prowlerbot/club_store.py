"""The SQL of the club: medals of a year, finished matches, open challenges; “Tell me”, and roles.

“Tell me” tells a player of the next competition or the day's challenge. All that opens within a
day waits for one message. It is noted before it is sent, so a crash at worst sends none.
"""

import json
from collections.abc import Collection
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from prowlerbot.club import Medal, Played, PlayedSeat
from prowlerbot.core.clock import DAY
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.ratings import Verdict
from prowlerbot.match.timeline import Place
from prowlerbot.storage import contributions
from prowlerbot.storage.contributions import Choices, Deletion, MatchEvents, PersonalData
from prowlerbot.storage.duty_store import put_if_sooner
from prowlerbot.storage.engines.database import Tables, Work, transaction
from prowlerbot.storage.showings import IS_PLAYED

_MAX_COMPETITION_SECONDS = 180 * DAY
"""Seconds from the creation of a competition to its end; few take longer."""
_MEDALS_SQL = (
    "SELECT p.player, p.name, p.medal, (SELECT COUNT(*) FROM competition_players q"
    " WHERE q.competition = c.id AND q.present = 1), c.channel,"
    " (SELECT e.event FROM competition_events e"
    " WHERE e.competition = c.id ORDER BY e.number DESC LIMIT 1)"
    " FROM competitions c CROSS JOIN competition_players p WHERE p.competition = c.id"
    " AND c.guild = $1 AND c.ended = 1 AND c.created_at > $2 AND p.medal > 0 AND p.player > 0"
    " ORDER BY c.created_at, c.id"
)
_PLAYED_SQL = (
    "SELECT r.match, r.game,"  # noqa: S608 - constant parts
    " r.ended_at - (SELECT played_at FROM plays WHERE match = r.match AND ply = 0),"
    " here.channel, here.audience, s.player, p.rank, p.total"
    " FROM (SELECT DISTINCT w.match, w.channel, w.audience FROM showings w"
    f" WHERE w.standing {IS_PLAYED} AND COALESCE(NULLIF(w.guild, 0), w.channel) = $1) here"
    " CROSS JOIN results r CROSS JOIN matches m CROSS JOIN places p CROSS JOIN seats s"
    " WHERE r.match = here.match AND m.id = r.match AND p.match = r.match"
    " AND s.match = p.match AND s.seat = p.seat"
    " AND r.verdict = $2 AND m.ending = $3 AND r.ended_at >= $4"
    " ORDER BY r.number, here.channel, p.seat"
)
"""Rated matches alone: they have people in all seats, and a limit between the same players."""
_CHALLENGES_SQL = (
    "SELECT m.id FROM matches m CROSS JOIN boards b WHERE b.match = m.id AND m.phase = $1"
    " AND m.created_at > $2 AND b.guild = $3 AND b.message <> 0"
    " ORDER BY m.created_at DESC, m.id LIMIT $4"
)
REWARD_DUTY = "reward"
"""The duty to give and take the roles of a server."""
TELL_DUTY = "told"
"""The duty to write to a player who is to be told of something."""
DAILY_SUBJECT = "daily"
"""The subject of the day's challenge."""
_ROLE_PREFIX = "role "
_IS_ROLE = f"subject >= '{_ROLE_PREFIX}' AND subject < 'role!'"
"""A range, which an index can serve: in ASCII “!” follows the blank at the end of the prefix."""
_FORGET_SUBJECT = "DELETE FROM told WHERE player = $1 AND guild = $2 AND subject = $3"
_IS_NO_ROLE = f"subject NOT LIKE '{_ROLE_PREFIX}%'"
_FORGET_ALL = f"DELETE FROM told WHERE player = $1 AND {_IS_NO_ROLE}"  # noqa: S608 - constant parts
_ROLE_CHOICES = {"champion_role", "medal_role", "division_roles", "rating_roles", "rating_from"}
_CANCEL_SECONDS = 5 * 60
"""Seconds in which a host can still cancel a new competition before anybody is told."""


class ClubStore(Tables):
    async def medals(self, guild: int, since: int) -> list[Medal]:
        """The medals of a server's competitions that have ended since a time."""
        rows = await self._db.read(_MEDALS_SQL, guild, since - _MAX_COMPETITION_SECONDS)
        return [
            Medal(int(player), str(name), int(place), int(stayed), int(channel))
            for player, name, place, stayed, channel, last in rows
            if json.loads(last)["at"] >= since
        ]

    async def read_played(self, guild: int, since: int) -> list[Played]:
        """The rated matches of a server that were played to their end since a time, in order."""
        rows = await self._db.read(_PLAYED_SQL, guild, Verdict.COUNTED, Ending.PLAYED, since)
        found = list[Played]()  # a row for each seat, in each place that shows the match
        for (match, game, seconds), shown in groupby(rows, itemgetter(0, 1, 2)):
            seats = dict[Place, list[PlayedSeat]]()
            for *_, channel, audience, player, rank, total in shown:
                place = Place(guild, int(channel), int(audience))
                seats.setdefault(place, []).append(PlayedSeat(int(player), int(rank), total))
            own = next(iter(seats.values()))
            found.append(Played(str(match), str(game), int(seconds or 0), own, [*seats]))
        return found

    async def open_challenges(self, guild: int, since: int, most: int) -> list[str]:
        """The latest challenges of a server that wait for players."""
        return await self._db.column(_CHALLENGES_SQL, Phase.LOBBY, since, guild, most)


class Waiting(NamedTuple):
    """A subject that a player waits for, and the ids of the competitions that have ``opened``."""

    guild: int
    subject: str
    opened: list[str]
    told_at: int


class ToldStore(Tables):
    @transaction
    def add_wait(self, db: Work, player: int, guild: int, subject: str, now: int) -> None:
        """Tell a player of a subject from now on."""
        db.execute(
            "INSERT INTO told (player, guild, subject, told_at) VALUES ($1, $2, $3, $4)"
            " ON CONFLICT DO NOTHING",
            *(player, guild, subject, now if subject == DAILY_SUBJECT else 0),
        )
        if subject == DAILY_SUBJECT:
            put_if_sooner(db, str(player), TELL_DUTY, at=next_day(now), home=0)

    async def remove_wait(self, player: int, guild: int, subject: str) -> None:
        """Tell a player of a subject no longer."""
        await self._db.write(_FORGET_SUBJECT, player, guild, subject)

    @transaction
    def note_opened(
        self, db: Work, competition: str, now: int, *, guild: int, kind: str, series: str
    ) -> None:
        """Have all who wait for a kind in a server or for a series told of a competition."""
        rows = db.fetch(
            "UPDATE told SET opened = opened || $1 WHERE ((subject = $2 AND guild = $3)"
            " OR subject = $4) AND opened NOT LIKE $5 RETURNING player",
            *(f"{competition} ", kind, guild, series, f"%{competition} %"),
        )
        for player in sorted({int(player) for (player,) in rows}):
            put_if_sooner(db, str(player), TELL_DUTY, at=now + _CANCEL_SECONDS, home=0)

    async def has_hosted(self, guild: int, host: int, beside: str, at: int) -> bool:
        """Whether a host has created a competition in a server within a day, beside one series."""
        found = await self._db.read(
            "SELECT 1 FROM competitions WHERE guild = $1 AND host = $2 AND series <> $3"
            " AND created_at > $4 AND created_at <= $5 LIMIT 1",
            *(guild, host, beside, at - DAY, at),
        )
        return bool(found)

    async def read_waiting(self, player: int) -> list[Waiting]:
        rows = await self._db.read(
            "SELECT guild, subject, opened, told_at FROM told WHERE player = $1"  # noqa: S608 - constant parts
            f" AND {_IS_NO_ROLE} ORDER BY guild, subject",
            player,
        )
        return [
            Waiting(int(guild), str(subject), str(opened).split(), int(at))
            for guild, subject, opened, at in rows
        ]

    async def note_told(self, player: int, now: int) -> None:
        """Note, before the request to Discord, that a player is told of all that has opened."""
        await self._db.write(
            f"UPDATE told SET opened = '', told_at = $2 WHERE player = $1 AND {_IS_NO_ROLE}",  # noqa: S608 - likewise
            *(player, now),
        )

    async def remove_waits(self, player: int) -> None:
        """Tell a player nothing any more."""
        await self._db.write(_FORGET_ALL, player)


class GivenRoles(Tables):
    """The roles that the bot has given. The table of “Tell me” has each as a subject of its own."""

    async def roles_in(self, guild: int) -> set[tuple[int, int]]:
        """The roles of a server that the bot has given, each with a player."""
        given = f"SELECT subject, player FROM told WHERE guild = $1 AND {_IS_ROLE}"  # noqa: S608 - constant parts
        rows = await self._db.read(given, guild)
        roles = ((str(subject).removeprefix(_ROLE_PREFIX), player) for subject, player in rows)
        return {(int(role), int(player)) for role, player in roles}

    async def note_role(self, guild: int, role: int, player: int, *, given: bool) -> None:
        """Note that the bot has given a role, or taken it."""
        change = (
            "INSERT INTO told (player, guild, subject) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
            if given
            else _FORGET_SUBJECT
        )
        await self._db.write(change, player, guild, f"{_ROLE_PREFIX}{role}")

    async def forget_role(self, guild: int, role: int) -> None:
        """Forget a role that is deleted, whoever had it."""
        deleted = f"{_ROLE_PREFIX}{role}"
        await self._db.write("DELETE FROM told WHERE guild = $1 AND subject = $2", guild, deleted)


class ClubEvents(MatchEvents):
    def choices_changed(self, db: Work, of: Choices, owner: int, changes: Collection[str]) -> None:
        if of is ServerChoices and any(name in _ROLE_CHOICES for name in changes):
            put_if_sooner(db, str(owner), REWARD_DUTY, at=0, home=owner)


def next_day(now: int) -> int:
    """The beginning of the next day's challenge."""
    return now - now % DAY + DAY


def _delete_person(db: Work, deletion: Deletion) -> None:
    """Delete all subjects of a player. A role stays noted until the bot has taken it away."""
    db.execute(_FORGET_ALL, deletion.user)
    for (guild,) in db.fetch("SELECT DISTINCT guild FROM told WHERE player = $1", deletion.user):
        put_if_sooner(db, str(guild), REWARD_DUTY, at=deletion.now, home=int(guild))


PERSONAL = PersonalData(
    stored=(contributions.personal_rows("told", "guild, subject, opened, told_at", "player = $1"),),
    delete=_delete_person,
)
