"""The data stored about a person: to hand it out, and to forget it.

The records of finished matches belong to the opponents too, so forgetting leaves them as they are
and only takes the person out: all their seats go to one nameless player with a negative id, a new
one each time. So the opponents' ratings stay, and come out the same when they are recalculated, and
nothing leads back to the person. Where a deletion would open something again, a keyed hash tells.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import partial

from prowlerbot.competitions.competition_player_store import (
    hosted_ahead,
    others_hidden,
    own_events,
    takes_part,
)
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.errors import Denied, Stale, StoreError
from prowlerbot.core.posts import PostKind, PostState
from prowlerbot.match.call_rules import CallKey
from prowlerbot.match.decisions import Play
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import cancel, decline
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.timeline import Timeline
from prowlerbot.privacy.personal_data_store import (
    STORED,
    Rows,
    forget,
    matches_of,
    named,
    raw_rows_about,
    running_matches,
    still_in,
)
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Row, Work

_TRIES = 5
_KEY = {"matches": "id", "messages": "subject"}
_COUNTING = {"matches": {"revision", "changed_at"}, "boards": {"shown", "wanted"}}
"""Columns that each change of a match sets, even one that nobody else has seen."""


@dataclass(frozen=True, slots=True)
class Amount:
    """The amount of stored data: finished matches, open ones, and anything at all; and how many
    competitions end with it.
    """

    finished: int
    open: int
    anything: bool
    hosted: int = 0


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The matches whose boards must be redrawn: those ended just now, and the others."""

    ended: tuple[str, ...]
    others: tuple[str, ...]


@dataclass(eq=False)
class Privacy:
    _service: Service

    async def amount(self, user: int) -> Amount:
        def work(db: Work) -> tuple[dict[str, Phase], bool, int]:
            tables = ["preferences", "ratings", "imports", "puzzle_tries", "competitions"]
            tables += ["wishes", "avoided", "follows", "reviews", "showings", "bars", "acts"]
            anything = any(raw_rows_about(db, each, user) for each in tables)
            return matches_of(db, user), anything, len(hosted_ahead(db, user))

        matches, others, hosted = await self._service.store.database.look(work)
        unfinished = sum(phase is not Phase.OVER for phase in matches.values())
        return Amount(len(matches) - unfinished, unfinished, bool(matches) or others, hosted)

    async def export(self, user: int) -> bytes:
        """Everything stored about a user as JSON, from one moment, without other people.

        A running match contains no more than the user may know.
        """

        def work(db: Work) -> tuple[dict[str, list[Row]], list[Match]]:
            found = {table: raw_rows_about(db, table, user) for table in STORED}
            return found, running_matches(db, user)

        found, running = await self._service.store.database.look(work)
        about = {"player": user, "exported_at": self._service.now()}

        def told() -> bytes:
            tables = {table: named(table, rows) for table, rows in found.items()}
            known = {match.id: self._service.timeline(match, user) for match in running}
            hints = {match.id: _own_hints(match, known[match.id]) for match in running}
            tables["matches"] = [
                {**row, "hints": hints.get(str(row["id"]), row["hints"])}
                for row in tables["matches"]
            ]
            tables["competitions"] = others_hidden(tables["competitions"], user)
            tables["competition_events"] = own_events(tables["competition_events"], user)
            tables = {table: _without_secrets(table, it, known) for table, it in tables.items()}
            written = json.dumps({**about, **tables}, ensure_ascii=False, indent=1)
            return f"{written}\n".encode()

        return await asyncio.to_thread(told)

    async def forget(self, user: int) -> Forgotten:
        """End the open matches of a user, then forget the user in one transaction."""
        ended: list[str] = []
        for _ in range(_TRIES):
            await self._leave_competitions(user)
            await self._cancel_hosted(user)
            done, watched = await self._end_matches(user)
            ended += done
            work = partial(_forget, user=user, watched=watched, now=self._service.now())
            matches = await self._service.store.database.run(work)
            if matches is not None:
                others = tuple(match for match in matches if match not in ended)
                break
        else:
            raise Denied("New challenges to you keep arriving; please try again in a minute.")
        with suppress(StoreError):  # otherwise it stays in the log of the database for a while
            await self._service.store.database.scrub()
        return Forgotten(tuple(ended), others)

    async def _leave_competitions(self, user: int) -> None:
        """Leave every competition that is not over; the matches of one end with that."""
        competitions = Competitions(self._service)
        for it in await competitions.of_player(user):
            with suppress(Denied):  # it has ended, or somebody has taken them out
                await competitions.leave(it.id, user)

    async def _cancel_hosted(self, user: int) -> None:
        """Cancel the competitions that they host and that have not begun: nobody else would."""
        competitions = Competitions(self._service)
        ahead = await self._service.store.database.look(lambda db: hosted_ahead(db, user))
        for competition_id in ahead:
            with suppress(Denied):  # it has ended
                await competitions.cancel(competition_id)

    async def _end_matches(self, user: int) -> tuple[list[str], list[str]]:
        """Resign, decline or cancel every open match. Returns the matches that this changed, and
        those that the user had already left, from which only the name must go.

        A match of three or four can go on without the user.
        """
        matches = await self._service.store.database.look(lambda db: matches_of(db, user))
        ended: list[str] = []
        watched: list[str] = []
        for match_id, phase in matches.items():
            if phase is Phase.OVER:
                continue
            if phase is Phase.LOBBY:
                await Housekeeping(self._service).expire(match_id)
            match = await self._service.match(match_id)
            seat = match.seat_of(user)
            if seat is None or seat in match.left:
                continue
            if self._service.is_out(match, seat):
                watched.append(match_id)
                continue
            with suppress(Stale):  # something else has ended it; the next look tells
                await self._end(match, user)
                ended.append(match_id)
        return ended, watched

    async def _end(self, match: Match, user: int) -> None:
        """Resign, decline or cancel a match in which a user takes part."""
        seat = match.seat_of(user)
        if match.phase is Phase.PLAYING:
            await self._service.apply(match, resign, user)
        elif seat == match.challenger:
            await self._service.apply(match, cancel, user)
        elif seat is not None and match.player(seat).joined:
            await Lobby(self._service).step_out(match, user)
        else:
            await self._service.apply(match, decline, user)


def _forget(db: Work, user: int, watched: list[str], now: int) -> list[str] | None:
    """Forget a user and return their matches; None if they still take part in something or host
    what has not begun.
    """
    db.alone(f"daily {user}")
    db.keep_writers_out("seats", "showings", "publicity", "competitions")
    if still_in(db, user, watched) or takes_part(db, user) or hosted_ahead(db, user):
        return None
    matches = list(matches_of(db, user))
    forget(db, user, now=now)
    return matches


def _without_secrets(table: str, rows: Rows, running: Mapping[str, Timeline]) -> Rows:
    """The rows without secret actions of others in running matches, and without counts of them."""
    if table == "plays":
        others = [row for row in rows if row["match"] not in running]
        return others + [
            _played(match_id, ply, play, known.viewer)
            for match_id, known in running.items()
            for ply, play in enumerate(known.plays)
        ]
    counting, key = _COUNTING.get(table, set()), _KEY.get(table, "match")
    kept = []
    for row in rows:
        known = running.get(str(row.get(key)))
        if known is None:
            kept.append(row)
        elif table != "messages" or _is_own_call(row, known):
            kept.append({name: value for name, value in row.items() if name not in counting})
    return kept


def _is_own_call(row: Mapping[str, object], known: Timeline) -> bool:
    """Whether a call stands and is to a player: when others go may tell of a secret step."""
    own = row["kind"] == PostKind.CALL and CallKey.read(str(row["key"])).seat in {0, known.viewer}
    return own and row["state"] == PostState.STANDS


def _own_hints(match: Match, known: Timeline) -> list[tuple[int, ...]]:
    """The hints that a player of a running match has taken, each with the number of plays before it
    that they know of; the others' would tell what these are working at.
    """
    return [
        (sum(play in known.plays for play in match.plays[: each.ply]), *astuple(each)[1:])
        for each in match.hints
        if each.seat == known.viewer
    ]


def _played(match_id: str, ply: int, play: Play, own: int | None) -> dict[str, object]:
    told: dict[str, object] = {
        "match": match_id,
        "ply": ply,
        "seat": play.seat,
        "move": play.move,
        "played_at": play.at,
    }
    return {**told, "moment": play.moment, "own": play.own} if play.seat == own else told
