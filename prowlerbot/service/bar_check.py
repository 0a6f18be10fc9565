"""The checks that no player of a match is barred from the bot in its server."""

from __future__ import annotations

from collections.abc import Iterable

from prowlerbot.core.errors import Denied
from prowlerbot.match.match import Match, Phase, Player
from prowlerbot.storage.bar_store import BARRED_THERE
from prowlerbot.storage.match_store import Store


async def check_not_barred(
    store: Store, guild: int, players: Iterable[Player], user: int, now: int
) -> None:
    """Raise Denied if the user or another one of these people is barred in a server."""
    out = await _barred(store, guild, players, now)
    if user in {each.id for each in out}:
        raise Denied(BARRED_THERE)
    if out:
        raise Denied(
            "A moderator has barred {players} from this bot in this server; challenge another"
            " player.",
            players=out,
        )


async def check_place(store: Store, guild: int, match: Match, now: int) -> None:
    """Raise Denied if a running match would move into a server that has barred one of its players.

    The player could not move there while the clock runs.
    """
    if match.phase is Phase.OVER:
        return
    if out := await _barred(store, guild, match.players, now):
        raise Denied(
            "A moderator has barred {players} from this bot in this server, so the match stays"
            " where it is.",
            players=out,
        )


async def _barred(
    store: Store, guild: int, players: Iterable[Player], now: int
) -> tuple[Player, ...]:
    """The people among some players who are barred in a server; 0 is outside of servers."""
    people = {each.id: each for each in players if each.is_person}
    out = await store.bars.barred(guild, people, now) if guild and people else ()
    return tuple(people[each] for each in sorted(out))
