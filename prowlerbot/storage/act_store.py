"""The SQL of moderation in a server: the log of acts, and the bars of players.

If the settings name a channel for the log, the message about an act is noted with the act. It is
deleted with the act, and drawn again after a person in it has deleted their data.

A statement that reads the choices of a server for a player reads the bars with them. The bar of a
player who has deleted their data has a keyed hash (``deleted_id``) in place of the id.
"""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from prowlerbot.core import posts
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import Act, ActKind, Bar, Person, Post, PostKind, PostName
from prowlerbot.match.match import SOMEONE
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.storage import columns
from prowlerbot.storage.choice_store import read_choices
from prowlerbot.storage.contributions import deleted_id, host_secret, known_secret
from prowlerbot.storage.duty_store import OPEN_PHASES, put_duties, put_if_sooner
from prowlerbot.storage.engines.database import Row, Tables, Work, reading, transaction
from prowlerbot.storage.post_store import IS_NOTED, IS_SENT, note_post, outdate_posts

_ACT_COLUMNS = (
    *columns.plain_columns("guild", "number", "at"),
    columns.column("actor", "actor.id"),
    columns.column("actor_name", "actor.name"),
    columns.column("what", "kind", read=ActKind),
    columns.column("target", "target.id"),
    columns.column("target_name", "target.name"),
    *columns.plain_columns("subject", "detail", "reason"),
)
ACT_NAMES = columns.sql_names(_ACT_COLUMNS)
_ADD_ACT = columns.insert_sql("acts", ACT_NAMES)
_ACTS_OF_GUILD = f"SELECT {ACT_NAMES} FROM acts WHERE guild = $1"  # noqa: S608 - constant columns
_BY_PERSON, _AGAINST_PERSON = "actor = $1 AND actor > 0", "target = $1 AND target > 0"
_IS_ACT_POST = "kind = 'log' AND subject = $1 AND key = $2"


class ActPage(NamedTuple):
    """Some acts of a server, the latest first, and the number of all."""

    acts: list[Act]
    total: int


def put_act(db: Work, act: Act) -> None:
    """Note an act and the message about it, within the transaction of the act."""
    db.lock(f"acts {act.guild}")
    ((number,),) = db.fetch("SELECT COALESCE(MAX(number), 0) FROM acts WHERE guild = $1", act.guild)
    numbered = replace(act, number=int(number) + 1)
    db.execute(_ADD_ACT, *columns.row_of(_ACT_COLUMNS, numbered))
    at, home = act.at + posts.ACT_SECONDS, act.guild
    put_if_sooner(db, str(act.guild), posts.SWEEP_DUTY, at=at, home=home)
    server = read_choices(db, ServerChoices, act.guild)
    if server.log_channel:
        note_post(db, _act_post(numbered.guild, numbered.number, numbered.at, server.log_channel))


def _act_post(guild: int, number: int, at: int, channel: int = 0) -> Post:
    return Post(PostName(PostKind.LOG, str(guild), str(number), str(at)), at, guild, channel)


def forget_acts(db: Work, player: int) -> None:
    """Take a person out of all acts and the messages about them, within a transaction. Their own
    acts in a server get a number, so that admins see which acts are by the same person. The reason
    of an act against them is deleted too, as it may name them.
    """
    for condition in (_BY_PERSON, _AGAINST_PERSON):
        acts = f"SELECT guild, number FROM acts WHERE {condition}"  # noqa: S608 - constant parts
        for guild, number in db.fetch(acts, player):
            # The message is drawn and sent anew, without the name.
            redraw = f"UPDATE messages SET {IS_NOTED} WHERE {_IS_ACT_POST} AND {IS_SENT}"  # noqa: S608 - likewise
            db.execute(redraw, str(guild), str(number))
            put_if_sooner(db, str(guild), posts.POST_DUTY, at=0, home=int(guild))
    guilds = f"SELECT DISTINCT guild FROM acts WHERE {_BY_PERSON} ORDER BY guild"  # noqa: S608 - likewise
    for (guild,) in db.fetch(guilds, player):
        _number_actor(db, int(guild), player)
    nameless = "UPDATE acts SET target = 0, target_name = $2, reason = '' WHERE"
    db.execute(f"{nameless} {_AGAINST_PERSON}", player, SOMEONE)


def _number_actor(db: Work, guild: int, player: int) -> None:
    """Put a number in the place of a person in their own acts in a server."""
    db.lock(f"acts {guild}")
    hashed = deleted_id(host_secret(db), player, f"acts {guild}")
    numbered = "SELECT DISTINCT actor, actor_name FROM acts WHERE guild = $1 AND actor < 0"
    numbers = {int(actor): int(name) for actor, name in db.fetch(numbered, guild)}
    number = numbers.get(hashed, max(numbers.values(), default=0) + 1)
    renamed = "UPDATE acts SET actor = $1, actor_name = $2 WHERE guild = $3 AND actor = $4"
    db.execute(renamed, hashed, str(number), guild, player)


class ActStore(Tables):
    async def add_act(self, act: Act) -> None:
        await self._db.run(partial(put_act, act=act))

    async def acts_page(self, guild: int, page: int) -> ActPage:
        """A page of the acts of a server, from 0."""
        sql, size = f"{_ACTS_OF_GUILD} ORDER BY number DESC LIMIT $2 OFFSET $3", posts.ACTS_A_PAGE
        rows = await self._db.read(sql, guild, size, page * size)
        count = await self._db.number("SELECT COUNT(*) FROM acts WHERE guild = $1", guild)
        return ActPage([_act_of_row(row) for row in rows], count)

    async def find_act(self, guild: int, number: int) -> Act | None:
        rows = await self._db.read(f"{_ACTS_OF_GUILD} AND number = $2", guild, number)
        return _act_of_row(rows[0]) if rows else None

    @transaction
    def forget_old(self, db: Work, guild: int, now: int) -> int | None:
        """Forget acts that are too old, with their messages; returns when the next one will be."""
        delete = "DELETE FROM acts WHERE guild = $1 AND at <= $2 RETURNING number, at"
        deleted = db.fetch(delete, guild, now - posts.ACT_SECONDS)
        outdate_posts(db, [_act_post(guild, int(number), int(at)) for number, at in deleted])
        ((oldest,),) = db.fetch("SELECT MIN(at) FROM acts WHERE guild = $1", guild)
        return None if oldest is None else int(oldest) + posts.ACT_SECONDS


def _act_of_row(row: Row) -> Act:
    fields = columns.to_dict(_ACT_COLUMNS, row)
    actor, target = (
        Person(fields.pop(f"{each}.id"), fields.pop(f"{each}.name")) for each in ("actor", "target")
    )
    return Act(**fields, actor=actor, target=target)


BARRED_THERE = mark("A moderator has barred you from this bot in that server.")
_BAR_COLUMNS = columns.plain_columns("guild", "player", "name", "since", "until", "reason")
BAR_NAMES = columns.sql_names(_BAR_COLUMNS)
_PUT_BAR = columns.insert_or_update_sql("bars", _BAR_COLUMNS, "guild", "player")
_BAR_HOLDS = "(until = 0 OR until > {now})"
_OPEN_MATCHES = (
    "SELECT m.id FROM seats s JOIN boards b ON b.match = s.match JOIN matches m"  # noqa: S608 - constant parts
    f" ON m.id = s.match WHERE s.player = $1 AND b.guild = $2 AND m.phase IN {OPEN_PHASES}"
    " ORDER BY m.id"
)


def read_bar(row: Row | Sequence[object]) -> Bar:
    return Bar(**columns.to_dict(_BAR_COLUMNS, row))


def barred_players(db: Work, guild: int, players: Collection[int], now: int) -> set[int]:
    """Those of the players who are barred in a server, also under their ``deleted_id``."""
    player_of = {player: player for player in players}
    if (secret := known_secret(db)) is not None:
        player_of |= {deleted_id(secret, player): player for player in players}
    rows = db.fetch(
        f"SELECT player FROM bars WHERE guild = $1 AND {_BAR_HOLDS.format(now='$2')}"  # noqa: S608 - constant parts
        " AND player IN (SELECT CAST(value AS BIGINT) FROM json_each($3))",
        *(guild, now, json.dumps(sorted(player_of))),
    )
    return {player_of[int(barred)] for (barred,) in rows}


def check_not_barred(db: Work, guild: int, player: int, now: int) -> None:
    """Raise Denied for a player who is barred in a server, within a transaction."""
    if guild and barred_players(db, guild, [player], now):
        raise Denied(BARRED_THERE)


def forget_bars(db: Work, player: int, now: int) -> None:
    """Forget a barred player's name, and the reason, which may have it; a ``deleted_id`` stays."""
    delete = f"DELETE FROM bars WHERE player = $1 RETURNING {BAR_NAMES}"  # noqa: S608 - constant columns
    for bar in map(read_bar, db.fetch(delete, player)):
        if bar.holds(now):
            nameless = replace(bar, player=deleted_id(host_secret(db), player), name="", reason="")
            db.execute(_PUT_BAR, *columns.row_of(_BAR_COLUMNS, nameless))


class BarStore(Tables):
    @transaction
    def put_bar(self, db: Work, bar: Bar, act: Act, extra: Callable[[Work], None]) -> None:
        """Bar a player, or change a bar. A duty then takes them out of open matches here."""
        _remove_bar(db, bar.guild, bar.player)
        delete_expired = "DELETE FROM bars WHERE guild = $1 AND until > 0 AND until <= $2"
        db.execute(delete_expired, bar.guild, bar.since)
        db.execute(_PUT_BAR, *columns.row_of(_BAR_COLUMNS, bar))
        extra(db)
        put_duties(db, f"{bar.guild}:{bar.player}", {posts.BAR_DUTY: 0}, bar.guild)
        put_act(db, act)

    @transaction
    def lift_bar(self, db: Work, guild: int, player: int, act: Act) -> bool:
        """Lift a bar; False if there is none that holds."""
        holds = bool(barred_players(db, guild, [player], act.at))
        _remove_bar(db, guild, player)
        if holds:
            put_act(db, act)
        return holds

    async def bars_of_guild(self, guild: int, now: int) -> list[Bar]:
        """The bars of a server that hold, the latest first."""
        rows = await self._db.read(
            f"SELECT {BAR_NAMES} FROM bars WHERE guild = $1 AND {_BAR_HOLDS.format(now='$2')}"  # noqa: S608 - constant parts
            " ORDER BY since DESC, player",
            guild,
            now,
        )
        return [read_bar(row) for row in rows]

    async def barred_players(self, guild: int, players: Collection[int], now: int) -> set[int]:
        return await self._db.run_reading(lambda db: barred_players(db, guild, players, now))

    @reading
    def barred_pairs(
        self, db: Work, seekers: Iterable[tuple[int, int]], now: int
    ) -> set[frozenset[int]]:
        """The pairs of ``seekers`` in which one is barred in the server of the other. Each seeker
        is a player and the server where they look for a match.
        """
        home_of = dict(seekers)
        homes = {*home_of.values()} - {0}
        barred_in = {home: barred_players(db, home, home_of, now) for home in homes}
        return {
            frozenset({player, other})
            for player, home in home_of.items()
            for other in barred_in.get(home, ())
            if other != player
        }

    async def bar_among(self, bars: Iterable[Bar], player: int, now: int) -> Bar | None:
        """The bar that holds for a player, among those read with the choices of a server."""
        bars_by_player = {bar.player: bar for bar in bars if bar.holds(now)}
        if player in bars_by_player or not bars_by_player:
            return bars_by_player.get(player)
        secret = await self._db.run_reading(known_secret)
        return bars_by_player.get(deleted_id(secret, player)) if secret is not None else None

    async def open_matches(self, guild: int, player: int) -> list[str]:
        """The matches of a player that are played in a server, and their challenges there."""
        return await self._db.column(_OPEN_MATCHES, player, guild)


def _remove_bar(db: Work, guild: int, player: int) -> None:
    secret = known_secret(db)
    hashed = deleted_id(secret, player) if secret is not None else player
    db.execute("DELETE FROM bars WHERE guild = $1 AND player IN ($2, $3)", guild, player, hashed)
