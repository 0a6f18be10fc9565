"""What can be looked at again: matches, and records that were imported.

An imported record is read as a match with empty seats. It is kept in a table of its own, so it
cannot touch history or ratings, and only the person who imported it can see it until they share it.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

from prowlerbot.core.errors import NotFound
from prowlerbot.core.i18n import tr
from prowlerbot.core.recent import Recent
from prowlerbot.core.record import Record
from prowlerbot.core.record_json import read_kept, to_json
from prowlerbot.match.match import IMPORTED, Ending, Match, Phase, Play, Player, is_imported
from prowlerbot.service.service import Service
from prowlerbot.storage.imports import MEGABYTE, Import, Imports, Quota
from prowlerbot.storage.listed import Listed, latest

_LISTED = 25
"""As many as a list of suggestions has room for."""
KEPT = 20
"""Imported records that are kept for each user; the oldest make room for new ones."""
KEPT_BYTES = 256 * 1024
"""What they may have together; one of a whole match has about 500."""
BYTES_OF_ALL = 100 * MEGABYTE
"""Of all users; a host can set another figure."""
_REMEMBERED = 64
"""Imported records kept in memory, since each step of a replay asks for one."""


class Archive:
    """``bytes_of_all`` is how much imported records may take up together."""

    def __init__(self, service: Service, bytes_of_all: int = BYTES_OF_ALL) -> None:
        self._service = service
        self._imports = Imports(service.store.database)
        self._quota = Quota(KEPT, KEPT_BYTES, bytes_of_all)
        self._read: Recent[str, Record] = Recent(_REMEMBERED)

    async def find(self, match_id: str, user: int) -> Match:
        """A match, or an imported record that this user may see."""
        if not match_id.startswith(IMPORTED):
            return await self._service.match(match_id)
        found = await self._imports.find(match_id, user)
        if found is None:
            raise NotFound("There is no match “{match}”.", match=match_id)
        return _as_match(match_id, await self._record(found), found.imported_at)

    async def choose(self, user: int, game: str, match_id: str | None) -> Match:
        """The match that is meant: the one named, or the one that the user touched last."""
        if match_id is not None:
            match = await self.find(match_id, user)
            if match.game != game:
                raise NotFound("There is no match “{match}” of this game.", match=match_id)
            return match
        for touched_last in await self._imports.recent(user, game, 1):
            return await self.find(touched_last, user)
        raise NotFound("You have no match yet; challenge somebody to one.")

    async def listed(self, user: int, game: str) -> list[Listed]:
        """What a user has played or imported, the latest first, without challenges."""
        return await latest(self._service.store.database, user, game, _LISTED)

    async def add(self, user: int, record: Record) -> Match:
        """Keep a verified record; if there are too many, the user's oldest make room.

        Raises Denied where all users together have used up what the host allows.
        """
        now = self._service.now()
        await asyncio.to_thread(record.states)  # a long one takes a while; from here on it is known
        written = json.dumps(to_json(record, states=False), separators=(",", ":"))
        new_id = IMPORTED + self._service.new_id()
        match = _as_match(new_id, record, now)
        finished = match.ending is not None
        imported = Import(new_id, record.game.key, written, now, len(record.moves), finished)
        await self._imports.add(user, imported, self._quota)
        self._read.keep(new_id, record)
        return match

    async def _record(self, kept: Import) -> Record:
        """The record itself; it was verified when it came in."""
        record = self._read.find(kept.id)
        if record is None:
            record = await asyncio.to_thread(read_kept, kept.record, self._service.games)
            await asyncio.to_thread(record.states)
            self._read.keep(kept.id, record)
        return record

    async def share(self, match: Match) -> None:
        """From now on everybody may see an imported record; a match they may see anyway."""
        if is_imported(match.id):
            await self._imports.share(match.id)


def _as_match(match_id: str, record: Record, at: int) -> Match:
    outcome = record.states()[-1].outcome
    seats = max([record.game.seats.start, *(made.seat for made in record.moves)])
    match = Match(
        id=match_id,
        game=record.game.key,
        players=tuple(Player(0, tr("Player {seat}", seat=n + 1)) for n in range(seats)),
        created_at=at,
        changed_at=at,
        phase=Phase.PLAYING,
        setup=record.setup,
        plays=tuple(Play(made.seat, made.text, at) for made in record.moves),
    )
    if outcome is None:
        return match
    return replace(match, phase=Phase.OVER, ending=Ending.PLAYED)
