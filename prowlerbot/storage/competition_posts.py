"""The SQL of what competitions tell their channels: which messages stand, and which are missing.

A post is noted before the request to Discord, with the id 0. If none is noted after it, the bot
searches the channel for it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from prowlerbot.competition.chores import CompetitionDuty
from prowlerbot.storage.duties import at_once
from prowlerbot.storage.engines.database import Tables, Work


class CompetitionPosts(Tables):
    async def is_behind(self, competition_id: str) -> bool:
        """Whether the channel of a competition does not know all of it yet."""
        behind = "id = $1 AND (shown < revision OR told < revision)"
        rows = await self._db.read(f"SELECT 1 FROM competitions WHERE {behind}", competition_id)  # noqa: S608 - constant parts
        return bool(rows)

    async def of(self, competition_id: str) -> dict[str, int]:
        """The ids of the posts of a competition by their keys, 0 for one that was only begun."""
        rows = await self._db.read("SELECT posts FROM competitions WHERE id = $1", competition_id)
        return dict(json.loads(rows[0][0])) if rows else {}

    async def forget(self) -> None:
        """Forget all messages of what goes on: for a chat that starts empty, as the preview."""

        def work(db: Work) -> None:
            db.execute(
                "UPDATE competitions SET message = 0, shown = -1, posts = '{}', told = -1"
                " WHERE ended = 0"
            )
            db.execute(at_once(CompetitionDuty.TELL, "id", "competitions WHERE ended = 0", "guild"))

        await self._db.run(work)

    async def note(self, competition_id: str, posts: Mapping[str, int]) -> None:
        """Note the ids of some posts."""

        def work(db: Work) -> None:
            hold_posts(db, competition_id)
            rows = db.fetch("SELECT posts FROM competitions WHERE id = $1", competition_id)
            for (written,) in rows:
                db.execute(
                    "UPDATE competitions SET posts = $1 WHERE id = $2",
                    json.dumps({**json.loads(written), **posts}),
                    competition_id,
                )

        await self._db.run(work)

    async def told(self, competition_id: str, revision: int) -> None:
        """Note that all news up to a revision stand in the channel."""
        await self._db.write(
            "UPDATE competitions SET told = $1 WHERE id = $2 AND told < $1",
            revision,
            competition_id,
        )


def tell_again(db: Work, which: str, *values: object) -> None:
    """Have the channels of some competitions told of all that they do not know."""
    of = f"competitions WHERE {which}"
    db.execute(at_once(CompetitionDuty.TELL, "id", of, home="guild"), *values)


def hold_posts(db: Work, competition_id: str) -> None:
    """Let nobody else note posts of a competition until the transaction ends."""
    db.alone(f"competition {competition_id}")


def without_others(written: str, player: int) -> dict[str, int]:
    """The posts without the messages to other players, and to other servers."""
    posts: dict[str, int] = json.loads(written)
    return {key: at for key, at in posts.items() if key.partition("@")[2] in {"", str(player)}}


def forget_posts(db: Work, competition_id: str, player: int) -> None:
    """Forget the messages to a player, whose keys have the player's id."""
    for (written,) in db.fetch("SELECT posts FROM competitions WHERE id = $1", competition_id):
        posts: dict[str, int] = json.loads(written)
        kept = {key: at for key, at in posts.items() if key.partition("@")[2] != str(player)}
        db.execute(
            "UPDATE competitions SET posts = $1 WHERE id = $2", json.dumps(kept), competition_id
        )
