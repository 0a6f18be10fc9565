"""The SQL of the log of a server: the acts of its admins and moderators, and of the host.

If the settings name a channel for the log, the message about an act is noted with the act. It is
deleted with the act, and drawn again after a person in it has deleted their data.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from prowlerbot.core.posts import (
    KEPT,
    PAGE,
    POST_DUTY,
    SWEEP,
    Act,
    Person,
    Post,
    PostKind,
    PostName,
    What,
)
from prowlerbot.match.match import SOMEONE
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.storage.choice_store import chosen_by
from prowlerbot.storage.columns import column, insert, names, values
from prowlerbot.storage.duty_store import put_sooner
from prowlerbot.storage.engines.database import Row, Tables, Work, transaction
from prowlerbot.storage.host_secret import deleted_id, host_secret
from prowlerbot.storage.post_store import note, outdate

_COLUMNS = (
    *(column(name) for name in ("guild", "number", "at")),
    column("actor", "actor.id"),
    column("actor_name", "actor.name"),
    column("what"),
    column("target", "target.id"),
    column("target_name", "target.name"),
    *(column(name) for name in ("subject", "detail", "reason")),
)
ACTS = names(_COLUMNS)
_ADD = insert("acts", ACTS)
_OF = f"SELECT {ACTS} FROM acts WHERE guild = $1"  # noqa: S608 - constant columns
_POSTS = "kind = 'log' AND subject = $1 AND key = $2"


class Page(NamedTuple):
    """Some acts of a server, the latest first, and the number of all."""

    acts: list[Act]
    total: int


def put_act(db: Work, act: Act) -> None:
    """Note an act and the message about it, within the transaction of the act."""
    db.alone(f"acts {act.guild}")
    ((number,),) = db.fetch("SELECT COALESCE(MAX(number), 0) FROM acts WHERE guild = $1", act.guild)
    numbered = replace(act, number=int(number) + 1)
    db.execute(_ADD, *values(_COLUMNS, numbered))
    put_sooner(db, str(act.guild), SWEEP, act.at + KEPT, act.guild)
    server = chosen_by(db, ServerChoices, act.guild)
    if server.log_channel:
        note(db, log_post(numbered, server.log_channel))


def log_post(act: Act, channel: int) -> Post:
    """The message about an act in the channel of the log."""
    return _post(act.guild, act.number, act.at, channel)


def _post(guild: int, number: int, at: int, channel: int = 0) -> Post:
    name = PostName(PostKind.LOG, str(guild), str(number), str(at))
    return Post(name, at, guild, channel)


def forget_acts(db: Work, player: int) -> None:
    """Take a person out of all acts, and out of the messages about these, within a transaction.

    Their own acts in a server keep a number, so that admins see which are those of one person. The
    reason of an act against them is deleted too, as it may name them.
    """
    mine = "actor = $1 AND actor > 0", "target = $1 AND target > 0"
    for where in mine:
        for guild, number in db.fetch(f"SELECT guild, number FROM acts WHERE {where}", player):  # noqa: S608 - constant parts
            subject = str(guild)
            again = f"UPDATE messages SET state = 'noted' WHERE {_POSTS} AND state = 'stands'"  # noqa: S608 - likewise
            db.execute(again, subject, str(number))
            put_sooner(db, subject, POST_DUTY, 0, int(guild))
    acted_in = f"SELECT DISTINCT guild FROM acts WHERE {mine[0]} ORDER BY guild"  # noqa: S608 - likewise
    for (guild,) in db.fetch(acted_in, player):
        db.alone(f"acts {guild}")
        nobody = deleted_id(host_secret(db), player, f"acts {guild}")
        known = "SELECT DISTINCT actor, actor_name FROM acts WHERE guild = $1 AND actor < 0"
        numbers = {int(actor): int(name) for actor, name in db.fetch(known, guild)}
        number = numbers.get(nobody, max(numbers.values(), default=0) + 1)
        renamed = "UPDATE acts SET actor = $1, actor_name = $2 WHERE guild = $3 AND actor = $4"
        db.execute(renamed, nobody, str(number), guild, player)
    db.execute(
        f"UPDATE acts SET target = 0, target_name = $2, reason = '' WHERE {mine[1]}",  # noqa: S608 - likewise
        player,
        SOMEONE,
    )


class Acts(Tables):
    async def put(self, act: Act) -> None:
        await self._db.run(partial(put_act, act=act))

    async def page(self, guild: int, page: int) -> Page:
        """A page of the acts of a server, from 0."""
        rows = await self._db.read(
            f"{_OF} ORDER BY number DESC LIMIT $2 OFFSET $3", guild, PAGE, page * PAGE
        )
        count = await self._db.number("SELECT COUNT(*) FROM acts WHERE guild = $1", guild)
        return Page([_act(row) for row in rows], count)

    async def act(self, guild: int, number: int) -> Act | None:
        rows = await self._db.read(f"{_OF} AND number = $2", guild, number)
        return _act(rows[0]) if rows else None

    @transaction
    def sweep(self, db: Work, guild: int, now: int) -> int | None:
        """Forget the acts of a server that are too old, and have the messages about them deleted;
        returns when the next one will be.
        """
        old = "DELETE FROM acts WHERE guild = $1 AND at <= $2 RETURNING number, at"
        swept = db.fetch(old, guild, now - KEPT)
        outdate(db, [_post(guild, int(number), int(at)) for number, at in swept])
        ((oldest,),) = db.fetch("SELECT MIN(at) FROM acts WHERE guild = $1", guild)
        return None if oldest is None else int(oldest) + KEPT


def _act(row: Row) -> Act:
    guild, number, at, actor, actor_name, what, target, target_name, *rest = row
    subject, detail, reason = map(str, rest)
    return Act(
        int(guild),
        What(what),
        Person(int(actor), actor_name),
        Person(int(target), target_name),
        subject,
        detail,
        reason,
        at=int(at),
        number=int(number),
    )
