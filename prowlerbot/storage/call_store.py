"""The SQL of calls: they are noted with the change of a match that makes them due."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace

from prowlerbot.core.posts import HELD, Post, PostKind, PostName, PostState
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.call_rules import CallChange, DueCall
from prowlerbot.storage.engines.database import Work
from prowlerbot.storage.post_store import note_all, see_to_each

_REMEMBERED = 1_000
"""Matches; calls that nobody sends soon after they are noted are due like those of the dead."""


_OUTDATED = (
    "kind = 'call' AND subject = $1 AND state IN ('noted', 'stands')"
    " AND key NOT IN (SELECT value FROM json_each($2))"
)


def call_post(match_id: str, call: DueCall) -> Post:
    """A call of which nothing is sent yet."""
    return Post(PostName(PostKind.CALL, match_id, str(call.key), call.part), call.at)


class CallStore:
    def __init__(self) -> None:
        self._fresh: Recent[str, tuple[Post, ...]] = Recent(_REMEMBERED)

    def hand_over(self, calls: Iterable[Post]) -> None:
        """Keep calls that were just noted for whoever sends them now."""
        for post in calls:
            match_id = post.name.subject
            self._fresh.keep(match_id, (*self.take(match_id), post))

    def take(self, match_id: str) -> tuple[Post, ...]:
        """The calls that this process has noted just now, once for one caller."""
        found = self._fresh.find(match_id) or ()
        if found:
            self._fresh.keep(match_id, ())
        return found


def change_calls(db: Work, change: CallChange, now: int) -> Callable[[], list[Post]]:
    """Note new calls and outdate others, within the transaction of the change; what is returned has
    the calls that nobody has got yet.
    """
    standing, kept = (
        json.dumps([str(key) for key in keys]) for keys in (change.standing, change.kept)
    )
    db.execute(
        "DELETE FROM messages WHERE kind = 'call' AND subject = $1 AND ((state = 'gone'"
        " AND key NOT IN (SELECT value FROM json_each($2))) OR (state = 'noted' AND begun_at > $4"
        " AND key NOT IN (SELECT value FROM json_each($3))))",
        change.match,
        kept,
        standing,
        now,
    )
    see_to_each(db, _OUTDATED, "$3", change.match, standing, now + HELD)
    db.execute(
        f"UPDATE messages SET state = 'outdated' WHERE {_OUTDATED}",  # noqa: S608 - constant parts
        change.match,
        standing,
    )
    needless = [
        replace(call_post(change.match, call), state=PostState.GONE) for call in change.needless
    ]
    note_all(db, needless)
    return note_calls(db, change.match, change.due)


def note_calls(db: Work, match_id: str, calls: Iterable[DueCall]) -> Callable[[], list[Post]]:
    """Note calls; those that nobody has got yet are the caller's to send."""
    return note_all(db, [call_post(match_id, call) for call in calls])
