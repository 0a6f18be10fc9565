"""What can be looked at again: matches, and records that were imported.

An imported record is read as a match with empty seats. It is kept in a table of its own, so it
cannot touch history or ratings, and only the person who imported it can see it until they share it.
"""

from __future__ import annotations

import json
from dataclasses import replace

from prowlerbot.core.errors import BadRecord, NotFound
from prowlerbot.core.i18n import tr
from prowlerbot.core.record import Record
from prowlerbot.core.record_json import loads, to_json
from prowlerbot.core.registry import Registry
from prowlerbot.match.match import IMPORTED, Ending, Match, Phase, Play, Player, is_imported
from prowlerbot.service.service import Service
from prowlerbot.storage.imports import Import, Imports

_LISTED = 25
"""As many as a list of suggestions has room for."""
KEPT = 20
"""Imported records that are kept for each user; the oldest make room for new ones."""


def pick(data: bytes, line: int | None, games: Registry) -> Record:
    """The record of a file: the one on that line, else the first; raises BadRecord.

    A single record spread over several lines is accepted too.
    """
    lines = data.removeprefix(b"\xef\xbb\xbf").splitlines()
    if line is not None:
        if not 1 <= line <= len(lines) or not lines[line - 1].strip():
            raise BadRecord("There is no record on line {line} of this file.", line=line)
        return loads(lines[line - 1], games)
    written = [each for each in lines if each.strip()]
    if not written:
        raise BadRecord("This file is empty.")
    spread = not written[0].rstrip().endswith(b"}")
    return loads(b"\n".join(written) if spread else written[0], games)


class Archive:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._imports = Imports(service.store.database)

    async def find(self, match_id: str, user: int) -> Match:
        """A match, or an imported record that this user may see."""
        if not match_id.startswith(IMPORTED):
            return await self._service.match(match_id)
        found = await self._imports.find(match_id, user)
        if found is None:
            raise NotFound("There is no match “{match}”.", match=match_id)
        return _as_match(match_id, loads(found.record, self._service.games), found.imported_at)

    async def choose(self, user: int, game: str, match_id: str | None) -> Match:
        """The match that is meant: the one named, or the one that the user touched last."""
        if match_id is not None:
            match = await self.find(match_id, user)
            if match.game != game:
                raise NotFound("There is no match “{match}” of this game.", match=match_id)
            return match
        recent = await self.recent(user, game)
        if not recent:
            raise NotFound("You have no match yet; challenge somebody to one.")
        return recent[0]

    async def recent(self, user: int, game: str) -> list[Match]:
        """What a user has played or imported, the latest first, without challenges."""
        ids = await self._imports.recent(user, game, _LISTED)
        return [await self.find(each, user) for each in ids]

    async def add(self, user: int, record: Record) -> Match:
        """Keep a verified record; if there are too many, the user's oldest makes room."""
        now = self._service.now()
        written = json.dumps(to_json(record, states=False), separators=(",", ":"))
        new_id = IMPORTED + self._service.new_id()
        imported = Import(new_id, record.game.key, written, now)
        await self._imports.add(user, imported, KEPT)
        return _as_match(new_id, record, now)

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
