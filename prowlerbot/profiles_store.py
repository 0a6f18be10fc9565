"""The SQL of leaderboards: a page of players in the order of their ratings, and places in it.

A reader sees the players of their server and those whose results are visible everywhere. The
ratings of the latter have a ``bound`` with an index in its order, and the table ``bounds`` counts
them by steps. So a page reads only its own rows, and a place reads only the rows of one step.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from prowlerbot.match.player_statistics import Extent, extent_of_leaderboard
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.ratings import PlayerStanding, Rating, Verdict
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.act_store import barred_players
from prowlerbot.storage.engines.database import Tables, Work, reading
from prowlerbot.storage.results import BOUND_STEP, read_visibility
from prowlerbot.storage.showings import IS_PLAYED

_COUNT_HERE = (
    "SELECT s.player, COUNT(*) FROM (SELECT DISTINCT w.match FROM showings w"  # noqa: S608 - constant
    f" WHERE w.standing {IS_PLAYED} AND COALESCE(NULLIF(w.guild, 0), w.channel) = $1) here"
    " CROSS JOIN results r CROSS JOIN seats s WHERE r.match = here.match AND s.match = r.match"
    " AND r.game = $2 AND r.verdict = $3 GROUP BY s.player"
)
"""The rated matches of each player in a home."""
_READ_RATINGS = (
    "SELECT r.player, r.mu, r.sigma, r.matches, r.bound, p.chosen FROM ratings r"
    " LEFT JOIN preferences p ON p.kind = $1 AND p.id = r.player"
    " WHERE r.game = $2 AND r.player IN (SELECT CAST(value AS BIGINT) FROM json_each($3))"
)
_COUNT_ALL = "SELECT COALESCE(SUM(players), 0) FROM bounds WHERE game = $1"
_COUNT_BEFORE = (
    "SELECT (SELECT COALESCE(SUM(players), 0) FROM bounds WHERE game = $1 AND step > $5)"
    " + (SELECT COUNT(*) FROM ratings WHERE game = $1 AND bound > $2 AND bound < $6)"
    " + (SELECT COUNT(*) FROM ratings WHERE game = $1 AND bound = $2"
    " AND (mu > $3 OR (mu = $3 AND player < $4)))"
)
_READ_PAGE = (
    "SELECT player, mu, sigma, matches FROM ratings WHERE game = $1 AND bound IS NOT NULL"
    " ORDER BY bound DESC, mu DESC, player LIMIT $2 OFFSET $3"
)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard."""

    shown: Sequence[PlayerStanding]
    page: int
    pages: int
    all: int
    """The number of players on all pages."""
    place: int | None
    """The place of the player that the page is about, from 1; None without one."""


class Leaderboards(Tables):
    @reading
    def read_leaderboard(
        self,
        db: Work,
        reader: Reader,
        game: str,
        about: int,
        *,
        only_here: bool = False,
        page: int = 0,
        size: int = 1,
        now: int = 0,
    ) -> Leaderboard:
        """The nearest existing ``page``, from 0, of the rated players that a reader may see, the
        best first; with the place of the player ``about``.

        Of players who are not visible everywhere, only the matches played in the reader's home
        count. With ``only_here`` the list has only players who have finished a rated match there,
        and are not barred there ``now``.
        """
        here, standing = _read_here(db, reader, game, about, now, only_here=only_here)
        elsewhere = 0 if only_here else _fetch_number(db, _COUNT_ALL, game)
        everybody = len(here) + elsewhere
        pages = max(1, -(-everybody // size))
        page = max(0, min(page, pages - 1))
        # Even if all players from here come before the page, this many of the others do, too.
        skipped = max(0, page * size - len(here))
        first = page * size - skipped
        merged = here
        if elsewhere:
            rows = db.fetch(_READ_PAGE, game, first + size, skipped)
            others = [PlayerStanding(player, Rating(mu, sigma), n) for player, mu, sigma, n in rows]
            merged = sorted([*here, *others], key=_sort_key)
        place = None
        if standing is not None:
            place = 1 + sum(_sort_key(other) < _sort_key(standing) for other in here)
            place += _count_before(db, game, standing) if elsewhere else 0
        return Leaderboard(merged[first : first + size], page, pages, everybody, place)


def _read_here(
    db: Work, reader: Reader, game: str, about: int, now: int, *, only_here: bool
) -> tuple[list[PlayerStanding], PlayerStanding | None]:
    """The players from here that the index lacks, in order, and the player ``about``, if any."""
    counts = db.fetch(_COUNT_HERE, reader.home, game, Verdict.COUNTED)
    played_here = {player: int(count) for player, count in counts}
    people = {player_id for player_id in {reader.user, about, *played_here} if player_id > 0}
    if only_here:
        people -= barred_players(db, reader.home, people, now)
    standings: list[PlayerStanding] = []
    found = None
    for player, mu, sigma, matches, bound, chosen in db.fetch(
        _READ_RATINGS, PlayerChoices.kind, game, json.dumps(sorted(people))
    ):
        visible = extent_of_leaderboard(reader.user, player, read_visibility(chosen))
        counts_all = visible is Extent.ALL and not only_here
        count = matches if counts_all else played_here.get(player, 0)
        if not count or visible is Extent.NOTHING:
            continue
        standing = PlayerStanding(player, Rating(mu, sigma), count)
        if bound is None or only_here:
            standings.append(standing)
        if player == about:
            found = standing
    return sorted(standings, key=_sort_key), found


def _count_before(db: Work, game: str, standing: PlayerStanding) -> int:
    """The players visible everywhere who are before another one."""
    bound, step = standing.rating.lower_bound, standing.rating.lower_bound // BOUND_STEP
    key = bound, standing.rating.mu, standing.player, step, (step + 1) * BOUND_STEP
    return _fetch_number(db, _COUNT_BEFORE, game, *key)


def _sort_key(standing: PlayerStanding) -> tuple[int, int, int]:
    return -standing.rating.lower_bound, -standing.rating.mu, standing.player


def _fetch_number(db: Work, sql: str, *values: object) -> int:
    ((number,),) = db.fetch(sql, *values)
    return int(number)
