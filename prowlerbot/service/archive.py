"""What can be looked at again: matches, and records that were imported.

An imported record is read as a match with empty seats. It is kept in a table of its own, so it
cannot touch history or ratings, and only the person who imported it can see it until they show it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from prowlerbot.core.errors import BadRecord, Denied, NotFound
from prowlerbot.core.i18n import tr
from prowlerbot.core.record import Record
from prowlerbot.core.record_json import loads, to_json
from prowlerbot.core.registry import Registry
from prowlerbot.match.match import IMPORTED, Ending, Match, Phase, Play, Player, is_imported
from prowlerbot.match.sight import Looker, can_publish, is_public, opens
from prowlerbot.service.service import Service
from prowlerbot.service.sight import Asker, unseen
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


@dataclass(frozen=True, slots=True)
class Publicity:
    """Whether something is ``public``, and whether the asker ``wanted`` that: one of the others may
    be against it.
    """

    public: bool
    wanted: bool


class Archive:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._imports = Imports(service.store.database)

    async def find(self, match_id: str, asker: Asker) -> Match:
        """A match or imported record for somebody who may look at it; NotFound for others."""
        if not is_imported(match_id):
            return await self._service.look(match_id, asker)
        found = await self._import(match_id)
        facts = await self._service.store.showings.facts(match_id)
        await self._service.sight.check_facts(
            asker, match_id, {found.owner}, facts, public=found.public
        )
        return _as_match(match_id, loads(found.record, self._service.games), found.imported_at)

    async def opens(self, match: Match, asker: Asker) -> bool:
        """Whether showing this to all here lets them look at it from now on; Denied where it must
        not be shown here.
        """
        if not is_imported(match.id):
            return await self._service.sight.opens(asker, match)
        found = await self._import(match.id)
        facts = await self._service.store.showings.facts(match.id)
        looker = Looker(asker.user, asker.channel)
        return opens(looker, {found.owner}, facts.places, public=found.public)

    async def publicity(self, match: Match, user: int) -> Publicity | None:
        """Whether something can be looked at by whoever knows its id, as far as that is up to this
        user; None where it is not.
        """
        if is_imported(match.id):
            found = await self._import(match.id)
            mine = found.owner == user
            return Publicity(found.public, wanted=found.public) if mine else None
        if not can_publish(match, user):
            return None
        wishes = (await self._service.store.showings.facts(match.id)).wishes
        return Publicity(is_public(wishes), wanted=wishes.get(user, False))

    async def publish(self, match: Match, user: int, *, public: bool) -> None:
        """Let whoever knows the id look at a finished match or imported record, or not any more."""
        if await self.publicity(match, user) is None:
            raise Denied("Only its players can make a finished match public.")
        if is_imported(match.id):
            await self._imports.publish(match.id, public=public)
        else:
            await self._service.store.showings.wish(match.id, user, public=public)

    async def _import(self, import_id: str) -> Import:
        found = await self._imports.find(import_id) if import_id.isascii() else None
        if found is None:
            raise unseen(import_id)
        return found

    async def choose(self, asker: Asker, game: str, match_id: str | None) -> Match:
        """The match that is meant: the one named, or the one that the asker touched last."""
        if match_id is not None:
            match = await self.find(match_id, asker)
            if match.game != game:
                raise NotFound("There is no match “{match}” of this game.", match=match_id)
            return match
        recent = await self.recent(asker, game)
        if not recent:
            raise NotFound("You have no match yet; challenge somebody to one.")
        return recent[0]

    async def recent(self, asker: Asker, game: str) -> list[Match]:
        """What somebody has played or imported, the latest first, without challenges."""
        ids = await self._imports.recent(asker.user, game, _LISTED)
        return [await self.find(each, asker) for each in ids]

    async def add(self, user: int, record: Record) -> Match:
        """Keep a verified record; if there are too many, the user's oldest makes room."""
        now = self._service.now()
        written = json.dumps(to_json(record, states=False), separators=(",", ":"))
        new_id = IMPORTED + self._service.new_id()
        imported = Import(new_id, user, record.game.key, written, now)
        await self._imports.add(imported, KEPT)
        return _as_match(new_id, record, now)


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
