"""The one rule about players who begin no match together: one avoids the other, or is on holiday.

Competitions do not apply it: their players play all opponents that are drawn for them.
"""

from __future__ import annotations

from collections.abc import Iterable

from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.finding.avoidance_store import Avoidance
from prowlerbot.match.match import Player
from prowlerbot.storage.engines.database import Database

MOST_TOGETHER = 50
"""The number of open matches with each other from which two players begin no further one."""
_NOT_TOGETHER = mark("You cannot begin another match with each other at the moment.")
"""The same sentence if others avoid the user, if they have too many open matches together, and if
one of the others is on holiday. Nobody is told of a holiday, so no user learns that somebody avoids
them.
"""
ON_HOLIDAY = mark("You are on holiday; end it before you begin a match with others.")


async def may_play_together(avoidance: Avoidance, user: int, others: Iterable[Player]) -> bool:
    """Whether a user can begin a match with all of these people, or take a seat in theirs."""
    ids = {each.id for each in others if each.is_person}
    if not ids - {user}:
        return True
    people = {user, *ids}
    pairs = await avoidance.apart(people)
    if not any(user in pair for pair in pairs):
        pairs = await avoidance.together(people, MOST_TOGETHER)
    return not any(user in pair for pair in pairs)


async def check_together(database: Database, user: int, others: Iterable[Player], now: int) -> None:
    """Raise Denied for a user who cannot begin a match with all of these people, and with anybody
    who takes a seat that is still vacant.

    Only a user who avoids one of them, or is on holiday, reads the reason.
    """
    avoidance, people = Avoidance(database), [*others]
    seated = {each.id for each in people if each.is_person} - {user}
    if not seated and not any(each.is_vacant for each in people):
        return
    away = await avoidance.on_holiday({user, *seated}, now)
    if user in away:
        raise Denied(ON_HOLIDAY)
    if not away and await may_play_together(avoidance, user, people):
        return
    pairs = await avoidance.avoiding([user, *(each.id for each in people)])
    avoided = {other for one, other in pairs if one == user}
    if players := tuple(each for each in people if each.id in avoided):
        raise Denied("You avoid {players}; change your list first.", players=players)
    raise Denied(_NOT_TOGETHER)
