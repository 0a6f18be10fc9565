"""The SQL of the club: medals of a year, finished matches, and open challenges of a server."""

import json
from itertools import groupby
from operator import itemgetter

from prowlerbot.club.year import Medal, Played
from prowlerbot.core.clock import DAY
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.ratings import Verdict
from prowlerbot.match.timeline import Place
from prowlerbot.storage.boards import PLAYED
from prowlerbot.storage.engines.database import Tables

_LONGEST = 180 * DAY
"""Seconds from the creation of a competition to its end; few take longer."""
_MEDALS = (
    "SELECT p.player, p.name, p.medal, (SELECT COUNT(*) FROM competition_players q"
    " WHERE q.competition = c.id AND q.present = 1), c.channel,"
    " (SELECT e.event FROM competition_events e"
    " WHERE e.competition = c.id ORDER BY e.number DESC LIMIT 1)"
    " FROM competitions c CROSS JOIN competition_players p WHERE p.competition = c.id"
    " AND c.guild = $1 AND c.ended = 1 AND c.created_at > $2 AND p.medal > 0 AND p.player > 0"
    " ORDER BY c.created_at, c.id"
)
_PLAYED = (
    "SELECT r.match, r.game,"  # noqa: S608 - constant parts
    " r.ended_at - (SELECT played_at FROM plays WHERE match = r.match AND ply = 0),"
    " here.channel, here.audience, s.player, p.rank, p.total"
    " FROM (SELECT DISTINCT w.match, w.channel, w.audience FROM showings w"
    f" WHERE w.standing {PLAYED} AND COALESCE(NULLIF(w.guild, 0), w.channel) = $1) here"
    " CROSS JOIN results r CROSS JOIN matches m CROSS JOIN places p CROSS JOIN seats s"
    " WHERE r.match = here.match AND m.id = r.match AND p.match = r.match"
    " AND s.match = p.match AND s.seat = p.seat"
    " AND r.verdict = $2 AND m.ending = $3 AND r.ended_at >= $4"
    " ORDER BY r.number, here.channel, p.seat"
)
"""Rated matches alone: they have people in all seats, and a limit between the same players."""
_CHALLENGES = (
    "SELECT m.id FROM matches m CROSS JOIN boards b WHERE b.match = m.id AND m.phase = $1"
    " AND m.created_at > $2 AND b.guild = $3 AND b.message <> 0"
    " ORDER BY m.created_at DESC, m.id LIMIT $4"
)


class ClubStore(Tables):
    async def medals(self, guild: int, since: int) -> list[Medal]:
        """The medals of a server's competitions that have ended since a time."""
        rows = await self._db.read(_MEDALS, guild, since - _LONGEST)
        return [
            Medal(int(player), str(name), int(place), int(stayed), int(channel))
            for player, name, place, stayed, channel, last in rows
            if json.loads(last)["at"] >= since
        ]

    async def read_played(self, guild: int, since: int) -> list[Played]:
        """The rated matches of a server that were played to their end since a time, in order."""
        rows = await self._db.read(_PLAYED, guild, Verdict.COUNTED, Ending.PLAYED, since)
        found = list[Played]()
        for (match, game, seconds), shown in groupby(rows, itemgetter(0, 1, 2)):
            seats = dict[Place, list[tuple[int, int, int | None]]]()
            for *_, channel, audience, player, rank, total in shown:
                place = Place(guild, int(channel), int(audience))
                seats.setdefault(place, []).append((int(player), int(rank), total))
            own = next(iter(seats.values()))
            found.append(Played(str(match), str(game), int(seconds or 0), own, [*seats]))
        return found

    async def open_challenges(self, guild: int, since: int, most: int) -> list[str]:
        """The latest challenges of a server that wait for players."""
        return await self._db.column(_CHALLENGES, Phase.LOBBY, since, guild, most)
