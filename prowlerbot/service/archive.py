"""The archive: finished and running matches, and imported records, for replays and reviews.

An imported record is read as a match with empty seats. It has a table of its own, so it is in no
history and changes no rating. Only its importer can see it until they show it.
"""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import tr
from prowlerbot.core.recent_cache import Recent
from prowlerbot.core.record import Record
from prowlerbot.core.record_json import read_stored_record, write_record
from prowlerbot.match.match import (
    IMPORT_LETTER,
    Ending,
    Match,
    Phase,
    Play,
    Player,
    TakenHint,
    is_imported,
)
from prowlerbot.match.scene import AccessFacts
from prowlerbot.match.timeline import Looker, can_publish, is_public, opens_to_readers
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Asker, no_such_match
from prowlerbot.storage import import_store
from prowlerbot.storage.import_store import Import, ListedMatch

_MAX_LISTED = 25  # the most entries in a list of suggestions, as Discord allows no more
MAX_RECORDS = 20
"""Imported records kept for each user; the oldest make room for new ones."""
MAX_BYTES_KEPT = 256 * 1024
"""The most bytes for all records of a user; one of a whole match has about 500."""
MAX_BYTES_OF_ALL = 100 * import_store.MEGABYTE
"""The most bytes for all users; a host can set another figure."""
_RECORDS_REMEMBERED = 64
"""Imported records kept in memory, since each step of a replay asks for one."""


class _Access(NamedTuple):
    """The facts that decide who may look at a match or imported record."""

    owners: Collection[int]
    facts: AccessFacts
    public: bool


@dataclass(frozen=True, slots=True)
class Publicity:
    """Whether something is ``public``, and whether the asker ``wanted`` it: others may object."""

    public: bool
    wanted: bool


class Archive:
    """``bytes_of_all`` is the space for all imported records together."""

    def __init__(self, service: Service, bytes_of_all: int = MAX_BYTES_OF_ALL) -> None:
        self._service = service
        database, contributions = service.store.database, service.store.contributions
        self._imports = import_store.ImportStore(database, contributions)
        self._quota = import_store.Quota(MAX_RECORDS, MAX_BYTES_KEPT, bytes_of_all)
        self._records: Recent[tuple[str, str], Record] = Recent(_RECORDS_REMEMBERED)
        """By id and text, as this or another process may remove a name from a record."""

    async def find_match(self, match_id: str, asker: Asker) -> Match:
        """A match or imported record for an asker who may look at it; NotFound for others."""
        if not is_imported(match_id):
            match = await self._service.visible_match(match_id, asker)
            await self._service.facts.replay_in_thread(match)
            return match
        imported = await self._find_import(match_id)
        facts = await self._service.store.showings.facts_of(match_id)
        await self._service.visibility.check_facts(
            asker, match_id, {imported.owner}, facts, public=imported.public
        )
        return await self._read_match(imported)

    async def unchecked_match(self, match_id: str) -> Match:
        """A match or imported record without a check of access, for duties. Raises NotFound."""
        if is_imported(match_id):
            return await self._read_match(await self._find_import(match_id))
        match = await self._service.match(match_id)
        await self._service.facts.replay_in_thread(match)
        return match

    async def may_review(self, match: Match, user: int) -> bool:
        """Whether a user may have a finished match reviewed: a player, or all if it is public."""
        access = await self._read_access(match)
        return access.public or user in access.owners

    async def opens_to_readers(self, match: Match, asker: Asker) -> bool:
        """Whether showing this opens it to all here. Raises Denied if it must not be shown here."""
        await self._service.visibility.check_spoilers(match, self._service.now())
        owners, facts, public = await self._read_access(match)
        looker = Looker(asker.user, asker.channel)
        return opens_to_readers(looker, owners, facts.places, public=public)

    async def _read_access(self, match: Match) -> _Access:
        facts = await self._service.store.showings.facts_of(match.id)
        if is_imported(match.id):
            imported = await self._find_import(match.id)
            return _Access({imported.owner}, facts, imported.public)
        return _Access(match.people, facts, is_public(facts.wishes))

    async def publicity(self, match: Match, user: int) -> Publicity | None:
        """Whether a match or record is public; None for a user who may not change that."""
        if is_imported(match.id):
            imported = await self._find_import(match.id)
            is_own = imported.owner == user
            return Publicity(imported.public, wanted=imported.public) if is_own else None
        if not can_publish(match, user):
            return None
        wishes = (await self._service.store.showings.facts_of(match.id)).wishes
        return Publicity(is_public(wishes), wanted=wishes.get(user, False))

    async def change_publicity(self, match: Match, user: int, *, public: bool) -> None:
        """Make a finished match or imported record public, so that its id is enough, or private."""
        if await self.publicity(match, user) is None:
            raise Denied("Only its players can make a finished match public.")
        if public:
            await self._service.visibility.check_spoilers(match, self._service.now())
        if is_imported(match.id):
            await self._imports.share_import(match.id, public=public)
        else:
            await self._service.store.showings.note_wish(match.id, user, public=public)

    async def _find_import(self, import_id: str) -> Import:
        imported = await self._imports.find_import(import_id) if import_id.isascii() else None
        if imported is None:
            raise no_such_match(import_id)
        return imported

    async def choose_match(self, asker: Asker, game: str, match_id: str | None) -> Match:
        """The named match, or the one that the asker touched last."""
        if match_id is not None:
            match = await self.find_match(match_id, asker)
            if match.game != game:
                raise NotFound("There is no match “{match}” of this game.", match=match_id)
            return match
        latest = await self.list_matches(asker.user, game, 1)
        if not latest:
            raise NotFound("You have no match of this game yet; challenge a player or the machine.")
        return await self.find_match(latest[0].id, asker)

    async def list_matches(
        self, user: int, game: str, limit: int = _MAX_LISTED
    ) -> list[ListedMatch]:
        """A user's matches and imported records, the latest first, without challenges."""
        return await import_store.latest_matches(self._service.store.database, user, game, limit)

    async def keep_record(self, user: int, record: Record) -> Match:
        """Keep a verified record; if there are too many, the user's oldest make room. Raises Denied
        if all users together have used up the host's limit.
        """
        new_id, now = IMPORT_LETTER + self._service.new_id(), self._service.now()
        match = await _record_as_match(new_id, record, now)
        text, finished = write_record(record, states=False), match.ending is not None
        imported = Import(new_id, match.game, text, now, plies=match.ply, finished=finished)
        await self._imports.add_import(user, imported, self._quota)
        self._records.keep((new_id, text), record)
        return match

    async def _read_match(self, kept: Import) -> Match:
        """The record, which was verified at import, as a match."""
        if (record := self._records.find((kept.id, kept.record))) is None:
            record = await asyncio.to_thread(read_stored_record, kept.record, self._service.games)
            self._records.keep((kept.id, kept.record), record)
        return await _record_as_match(kept.id, record, kept.imported_at)


async def _record_as_match(match_id: str, record: Record, at: int) -> Match:
    """A record as a match of players without ids, under the names in it or those of their seats."""
    # Other matches may have displaced its replay, and a long one takes a while.
    outcome = (await asyncio.to_thread(record.states))[-1].outcome
    highest_seat = max([record.game.seats.start, *(made.seat for made in record.moves)])
    seats = len(outcome.ranks) if outcome else len(record.game.given(record.setup)) or highest_seat
    names = record.players if len(record.players) == seats else ("",) * seats
    return Match(
        id=match_id,
        game=record.game.key,
        players=tuple(
            Player(0, name.strip() or tr("Player {seat}", seat=seat))
            for seat, name in enumerate(names, 1)
        ),
        created_at=at,
        changed_at=at,
        phase=Phase.PLAYING if outcome is None else Phase.OVER,
        setup=record.setup,
        plays=tuple(Play(made.seat, made.text, at) for made in record.moves),
        hints=tuple(TakenHint(*hint, moment=hint.ply) for hint in record.hints),
        ending=None if outcome is None else Ending.PLAYED,
    )
