"""The check that no player of a new match is barred from the bot in its server."""

from __future__ import annotations

from collections.abc import Iterable

from prowlerbot.core.errors import Denied
from prowlerbot.match.match import Player
from prowlerbot.storage.bar_store import BARRED_THERE
from prowlerbot.storage.match_store import Store


async def check_not_barred(
    store: Store, guild: int, players: Iterable[Player], user: int, now: int
) -> None:
    """Raise Denied if the user or another one of these people is barred in a server."""
    people = {each.id: each for each in players if each.is_person}
    out = await store.bars.barred(guild, people, now) if guild and people else set[int]()
    if user in out:
        raise Denied(BARRED_THERE)
    if others := tuple(people[each] for each in sorted(out)):
        raise Denied(
            "A moderator has barred {players} from this bot in this server; challenge another"
            " player.",
            players=others,
        )
