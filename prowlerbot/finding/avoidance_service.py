"""The one rule about players who avoid each other and so begin no match together.

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
"""The same sentence if others avoid the user or if they have too many open matches together, so no
user learns that somebody avoids them.
"""


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


async def check_together(database: Database, user: int, others: Iterable[Player]) -> None:
    """Raise Denied for a user who cannot begin a match with all of these people.

    Only a user who avoids one of them reads the reason.
    """
    avoidance, people = Avoidance(database), [*others]
    if await may_play_together(avoidance, user, people):
        return
    pairs = await avoidance.avoiding([user, *(each.id for each in people)])
    avoided = {other for one, other in pairs if one == user}
    if players := tuple(each for each in people if each.id in avoided):
        raise Denied("You avoid {players}; change your list first.", players=players)
    raise Denied(_NOT_TOGETHER)
