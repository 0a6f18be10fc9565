"""The SQL of who is barred from the bot in a server.

A statement that reads the choices of a server for a player reads the bars with them. The bar of a
player who has deleted their data has a keyed hash (``deleted_id``) in place of the player's id.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import BAR, Act, Bar
from prowlerbot.storage.act_store import put_act
from prowlerbot.storage.columns import attributes, column, names, put, values
from prowlerbot.storage.duty_store import put_duties
from prowlerbot.storage.engines.database import Row, Tables, Work, reading, transaction
from prowlerbot.storage.host_secret import deleted_id, host_secret, known_secret
from prowlerbot.storage.match_rows import OPEN

BARRED_THERE = mark("A moderator has barred you from this bot in that server.")


_COLUMNS = tuple(map(column, ("guild", "player", "name", "since", "until", "reason")))
BARS = names(_COLUMNS)
_PUT = put("bars", _COLUMNS, "guild", "player")
_HOLDS = "(until = 0 OR until > {now})"
_THEIRS = (
    "SELECT m.id FROM seats s JOIN boards b ON b.match = s.match JOIN matches m"  # noqa: S608 - constant parts
    f" ON m.id = s.match WHERE s.player = $1 AND b.guild = $2 AND m.phase IN {OPEN} ORDER BY m.id"
)


def bar_subject(bar: Bar) -> str:
    """The subject of the duty of a bar."""
    return f"{bar.guild}:{bar.player}"


def read_bar(row: Row | Sequence[object]) -> Bar:
    return Bar(**attributes(_COLUMNS, row))


def barred(db: Work, guild: int, players: Collection[int], now: int) -> set[int]:
    """Those of the players who are barred in a server now, within a transaction."""
    secret = known_secret(db)
    known = {each: each for each in players}
    if secret is not None:
        known |= {deleted_id(secret, each): each for each in players}
    rows = db.fetch(
        f"SELECT player FROM bars WHERE guild = $1 AND {_HOLDS.format(now='$2')}"  # noqa: S608 - constant parts
        " AND player IN (SELECT CAST(value AS BIGINT) FROM json_each($3))",
        guild,
        now,
        json.dumps(sorted(known)),
    )
    return {known[int(each)] for (each,) in rows}


def check_not_barred(db: Work, guild: int, player: int, now: int) -> None:
    """Raise Denied for a player who is barred in a server, within a transaction."""
    if guild and barred(db, guild, [player], now):
        raise Denied(BARRED_THERE)


def forget_bars(db: Work, player: int, now: int) -> None:
    """Forget the name of a barred player and the reason, which may name them. The bar
    continues under their ``deleted_id``.
    """
    gone = f"DELETE FROM bars WHERE player = $1 RETURNING {BARS}"  # noqa: S608 - constant columns
    for row in db.fetch(gone, player):
        bar = read_bar(row)
        if bar.holds(now):
            nobody = deleted_id(host_secret(db), player)
            db.execute(_PUT, *values(_COLUMNS, Bar(bar.guild, nobody, "", bar.since, bar.until)))


class Bars(Tables):
    @transaction
    def put(self, db: Work, bar: Bar, act: Act, also: Callable[[Work], None]) -> None:
        """Bar a player, or change the end and the reason of a bar. A duty handles their open
        matches here next. ``also`` is part of the same transaction.
        """
        _remove(db, bar.guild, bar.player)
        db.execute(
            "DELETE FROM bars WHERE guild = $1 AND until > 0 AND until <= $2",
            bar.guild,
            bar.since,
        )
        db.execute(_PUT, *values(_COLUMNS, bar))
        also(db)
        put_duties(db, bar_subject(bar), {BAR: 0}, bar.guild)
        put_act(db, act)

    @transaction
    def lift(self, db: Work, guild: int, player: int, act: Act) -> bool:
        """Lift a bar; False if there is none that holds."""
        holds = bool(barred(db, guild, [player], act.at))
        _remove(db, guild, player)
        if holds:
            put_act(db, act)
        return holds

    async def of_guild(self, guild: int, now: int) -> list[Bar]:
        """The bars of a server that hold, the latest first."""
        rows = await self._db.read(
            f"SELECT {BARS} FROM bars WHERE guild = $1 AND {_HOLDS.format(now='$2')}"  # noqa: S608 - constant parts
            " ORDER BY since DESC, player",
            guild,
            now,
        )
        return [read_bar(row) for row in rows]

    async def barred(self, guild: int, players: Collection[int], now: int) -> set[int]:
        """Those of the players who are barred in a server now."""
        return await self._db.look(partial(barred, guild=guild, players=players, now=now))

    @reading
    def barred_pairs(
        self, db: Work, seekers: Iterable[tuple[int, int]], now: int
    ) -> set[frozenset[int]]:
        """The pairs of ``seekers`` in which one is barred in the server of the other.

        Each seeker is a player and the server where they look for a match.
        """
        known = [*seekers]
        players = [player for player, _ in known]
        homes = {home for _, home in known} - {0}
        out = {home: barred(db, home, players, now) for home in homes}
        return {
            frozenset({player, other})
            for player, guild in known
            for other in out.get(guild, ())
            if other != player
        }

    async def bar_among(self, bars: Iterable[Bar], player: int, now: int) -> Bar | None:
        """The bar that holds for a player, among those read with the choices of a server."""
        holding = [each for each in bars if each.holds(now)]
        for each in holding:
            if each.player == player:
                return each
        if not holding:
            return None
        secret = await self._db.look(known_secret)
        nobody = deleted_id(secret, player) if secret is not None else 0
        return next((each for each in holding if nobody and each.player == nobody), None)

    async def open_matches(self, guild: int, player: int) -> list[str]:
        """The matches of a player that are played in a server, and their challenges there."""
        return await self._db.column(_THEIRS, player, guild)


def _remove(db: Work, guild: int, player: int) -> None:
    secret = known_secret(db)
    nobody = deleted_id(secret, player) if secret is not None else player
    db.execute("DELETE FROM bars WHERE guild = $1 AND player IN ($2, $3)", guild, player, nobody)
