"""The data stored about a person: its export and its deletion.

The records of finished matches also belong to the opponents. So a deletion keeps the records, but
gives all seats of the person to a new nameless player with a negative id. The opponents' ratings
stay, and a recalculation gives the same ratings; nothing leads back to the person. Where a deletion
would allow a second try, a keyed hash shows that there was a first one.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass, replace
from functools import partial

from prowlerbot import privacy_store
from prowlerbot.competitions.competition_player_store import (
    events_of_player,
    ids_hosted_ahead,
    takes_part,
)
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.errors import Denied, GameFailed, GameMissing, Stale, StoreError
from prowlerbot.core.posts import PostKind, PostState
from prowlerbot.daily.daily_store import lock_tries
from prowlerbot.match.call_rules import CallKey
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import cancel_challenge, decline_challenge
from prowlerbot.match.match import Ending, Match, Phase, Play, end_match
from prowlerbot.match.timeline import Timeline
from prowlerbot.privacy_store import STORED, NamedRows, name_rows
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Row, Work

_ATTEMPTS = 5
"""The attempts of a deletion. New challenges can arrive between the last match and the deletion."""
_MATCH_COLUMN = {"matches": "id", "messages": "subject"}
"""The column with the match, in tables where it is not ``match``."""
_COUNTING_COLUMNS = {"matches": {"revision", "changed_at"}, "boards": {"shown", "wanted"}}
"""Columns that each change of a match sets, even a change that is secret."""


@dataclass(frozen=True, slots=True)
class DataAmount:
    """The amount of data about a user; ``finished`` and ``open`` are numbers of matches."""

    finished: int
    open: int
    anything: bool
    """Whether any row of any table is about the user."""
    hosted: int = 0
    """The number of competitions that a deletion cancels."""
    takes_part: bool = False
    """Whether the user takes part in a competition."""


@dataclass(frozen=True, slots=True)
class DeletionResult:
    """The matches whose boards must be redrawn: those that the deletion ended, and the others."""

    ended: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(eq=False)
class Privacy:
    _service: Service

    async def data_amount(self, user: int) -> DataAmount:
        def count_rows(db: Work) -> DataAmount:
            read = privacy_store.stored_rows
            phases = privacy_store.phases_of_matches(db, user).values()
            unfinished = sum(phase is not Phase.OVER for phase in phases)
            return DataAmount(
                finished=len(phases) - unfinished,
                open=unfinished,
                anything=bool(phases) or any(read(db, table, user) for table in STORED),
                hosted=len(ids_hosted_ahead(db, user)),
                takes_part=takes_part(db, user),
            )

        return await self._service.store.database.run_reading(count_rows)

    async def export_data(self, user: int) -> bytes:
        """All stored data of a user as JSON, of a running match only what the user may know."""

        def read_rows(db: Work) -> tuple[dict[str, list[Row]], list[Match]]:
            stored = {table: privacy_store.stored_rows(db, table, user) for table in STORED}
            return stored, privacy_store.running_matches(db, user)

        stored, running = await self._service.store.database.run_reading(read_rows)
        now = self._service.now()
        return await asyncio.to_thread(self._write_export, user, stored, running, now)

    def _write_export(
        self, user: int, stored: Mapping[str, list[Row]], running: Sequence[Match], now: int
    ) -> bytes:
        tables = {table: name_rows(table, rows) for table, rows in stored.items()}
        known = {match.id: self._known_timeline(match, user) for match in running}
        hints = {match.id: _own_hints(match, known[match.id]) for match in running}
        tables["matches"] = [
            {**row, "hints": hints.get(str(row["id"]), row["hints"])} for row in tables["matches"]
        ]
        tables["competitions"] = [  # of others' competitions, not the host or the host's words
            row if row["host"] == user else {**row, "host": 0, "about": ""}
            for row in tables["competitions"]
        ]
        tables["competition_events"] = events_of_player(tables["competition_events"], user)
        tables = {table: _without_secrets(table, rows, known) for table, rows in tables.items()}
        export = {"player": user, "exported_at": now, **tables}
        return f"{json.dumps(export, ensure_ascii=False, indent=1)}\n".encode()

    def _known_timeline(self, match: Match, user: int) -> Timeline:
        """A match as far as its player may know it; while it rests that is no play at all."""
        if not self._service.facts.can_be_listed(match):
            return Timeline(match.seat_of(user), (), (), has_secrets=True)
        return self._service.facts.timeline(match, user)

    async def delete_data(self, user: int) -> DeletionResult:
        """End the open matches of a user, then delete the user's data in one transaction."""
        ended: list[str] = []
        for _ in range(_ATTEMPTS):
            await self._leave_competitions(user)
            done, watched = await self._end_matches(user)
            ended += done
            delete = partial(_delete_if_idle, user=user, watched=watched, now=self._service.now())
            if (matches := await self._service.store.database.run(delete)) is not None:
                others = tuple(match for match in matches if match not in ended)
                break
        else:
            raise Denied("New challenges to you keep arriving; please try again in a minute.")
        with suppress(StoreError):  # else the data stays in the log of the database for some time
            await self._service.store.database.erase_overwritten()
        return DeletionResult(tuple(ended), others)

    async def _leave_competitions(self, user: int) -> None:
        """Leave all competitions, which ends their matches, and cancel own ones not yet begun."""
        competitions = Competitions(self._service)
        for competition in await competitions.of_player(user):
            with suppress(Denied):  # it has ended, or somebody has removed the user
                await competitions.leave(competition.id, user)
        read_ids = partial(ids_hosted_ahead, host=user)
        for competition_id in await self._service.store.database.run_reading(read_ids):
            with suppress(Denied):  # it has ended
                await competitions.cancel(competition_id)

    async def _end_matches(self, user: int) -> tuple[list[str], list[str]]:
        """Resign, decline or cancel every open match. Returns the changed matches, and the matches
        that the user only watches, which need no more than the removal of the name. A match of
        three or four can go on without the user.
        """
        read_phases = partial(privacy_store.phases_of_matches, user=user)
        matches = await self._service.store.database.run_reading(read_phases)
        ended: list[str] = []
        watched: list[str] = []
        for match_id, phase in matches.items():
            if phase is Phase.OVER:
                continue
            try:
                if phase is Phase.LOBBY:
                    await Housekeeping(self._service).expire_challenge(match_id)
                match = await self._service.match(match_id)
                seat = match.seat_of(user)
                if seat is None or seat in match.left:
                    continue
                with self._service.facts.asking_game(match):
                    is_out = self._service.facts.is_out(match, seat)
                if is_out:
                    watched.append(match_id)
                    continue
                await self._end_match(match, user)
            except (GameMissing, GameFailed):
                await self._end_without_game(match_id)
            except Stale:  # another change has ended it; the next look finds that
                continue
            ended.append(match_id)
        return ended, watched

    async def _end_without_game(self, match_id: str) -> None:
        """End a match for all its players, as nobody can compute who goes on or wins."""
        match, now = await self._service.store.find_match(match_id), self._service.now()
        if match is not None:
            ending = Ending.EXPIRED if match.phase is Phase.LOBBY else Ending.ABANDONED
            await self._service.store.commit(match, end_match(match, ending, 0, now))

    async def _end_match(self, match: Match, user: int) -> None:
        """Resign, decline or cancel a match in which a user takes part."""
        seat = match.seat_of(user)
        if match.phase is Phase.PLAYING:
            await self._service.apply(match, resign, user)
        elif seat == match.challenger:
            await self._service.apply(match, cancel_challenge, user)
        elif seat is not None and match.player(seat).joined:
            await Lobby(self._service).leave(match, user)
        else:
            await self._service.apply(match, decline_challenge, user)


def _delete_if_idle(db: Work, user: int, watched: list[str], now: int) -> list[str] | None:
    """Delete a user's data and return their matches; None if they still play or host."""
    lock_tries(db, user)
    db.keep_writers_out("seats", "showings", "publicity", "competitions")
    competes = takes_part(db, user) or bool(ids_hosted_ahead(db, user))
    if competes or privacy_store.still_plays(db, user, watched):
        return None
    matches = list(privacy_store.phases_of_matches(db, user))
    privacy_store.delete_person(db, user, now=now)
    return matches


def _without_secrets(table: str, rows: NamedRows, running: Mapping[str, Timeline]) -> NamedRows:
    """The rows without secret actions of others in running matches, and without counts of them."""
    if table == "plays":
        others = [row for row in rows if row["match"] not in running]
        return others + [
            _play_row(match_id, ply, play, known.viewer)
            for match_id, known in running.items()
            for ply, play in enumerate(known.plays)
        ]
    counting, key = _COUNTING_COLUMNS.get(table, set()), _MATCH_COLUMN.get(table, "match")
    kept = []
    for row in rows:
        if (known := running.get(str(row.get(key)))) is None:
            kept.append(row)
        elif table != "messages" or _is_own_call(row, known):
            columns = ((name, value) for name, value in row.items() if name not in counting)
            kept.append({name: _hide_secret(name, value, row, known) for name, value in columns})
    return kept


def _hide_secret(column: str, value: object, row: Mapping[str, object], known: Timeline) -> object:
    """A value of a row about a running match, without secrets: the set-up may have dealt some."""
    if column == "setup" and known.has_secrets:
        return ""
    return known.text_of(int(str(row["seat"])), str(value)) if column == "move" else value


def _is_own_call(row: Mapping[str, object], known: Timeline) -> bool:
    """Whether a row is a present call to the player; calls to others may show a secret step."""
    own = row["kind"] == PostKind.CALL and CallKey.read(str(row["key"])).seat in {0, known.viewer}
    return own and row["state"] == PostState.SENT


def _own_hints(match: Match, known: Timeline) -> list[tuple[int, ...]]:
    """The player's hints, each with the known plays before it; those of others would show plans."""
    return [
        astuple(replace(hint, ply=sum(ply < hint.ply for ply in known.plies)))
        for hint in match.hints
        if hint.seat == known.viewer
    ]


def _play_row(match_id: str, ply: int, play: Play, viewer: int | None) -> dict[str, object]:
    place = {"match": match_id, "ply": ply, "seat": play.seat}
    public = {**place, "move": play.move, "played_at": play.at}
    return {**public, "moment": play.moment, "own": play.step} if play.seat == viewer else public
