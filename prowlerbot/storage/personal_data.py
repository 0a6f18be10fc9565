"""The personal data in tables, for export and deletion. Each feature states its own tables.

``prowlerbot/feature_list.py`` lists the statements. All of them are read, also of features that a
host leaves out, as their tables stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from prowlerbot.storage.engines.database import Work

LEFT = "leaver = $1 AND leaver <> 0"
"""The condition for the seats that a person has left; an index has the few seats with a leaver."""
MY_MATCHES = (
    f"SELECT match FROM seats WHERE player = $1 UNION SELECT match FROM seats WHERE {LEFT}"  # noqa: S608 - constant parts
    " UNION SELECT match FROM former_players WHERE player = $1 AND player <> 0"
)
MINE = f"IN ({MY_MATCHES})"
OF_MINE = f"match IN ({MY_MATCHES} UNION SELECT id FROM imports WHERE owner = $1)"  # noqa: S608 - constant parts


class Deletion(NamedTuple):
    """The deletion of a user, whose seats go to ``nobody``, at a time."""

    user: int
    nobody: int
    now: int


@dataclass(frozen=True, slots=True)
class PersonalData:
    """``stored`` has for each table with personal data its columns and the condition for the rows
    of one person.

    ``posts`` is a condition for the messages about a person. ``nobody_in`` are tables whose players
    are replaced by nobody. ``delete`` deletes every id and name, within the transaction.
    """

    stored: Mapping[str, tuple[str, str]]
    delete: Callable[[Work, Deletion], None]
    posts: str = ""
    nobody_in: tuple[str, ...] = ()


def without(columns: str, name: str = "player") -> str:
    """The columns of a table without the one that has the person."""
    return columns.replace(f"{name}, ", "")
