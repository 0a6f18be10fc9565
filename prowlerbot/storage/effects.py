"""The effects of features within a transaction: lists that they join, so the spine knows none.

Whoever opens a store hands them in; ``prowlerbot/feature_stores.py`` has those of all features. A
feature that a host leaves out stays in these lists, as its tables stay.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from prowlerbot.core.game import Game
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.storage.engines.database import Work


@dataclass(frozen=True, slots=True)
class Effects:
    """Each function works within the transaction of the change that it belongs to."""

    changed: tuple[Callable[[Work, str, int], None], ...]
    """A match has changed at a time, or something new is known of it."""
    ended: tuple[Callable[[Work, Match, Game], None], ...]
    """A match is over."""
    record_deleted: tuple[Callable[[Work, str], None], ...]
    """An imported record goes."""
    outage_ended: tuple[Callable[[Work], None], ...]
    """Players may have more time, wherever there is a clock."""
    rechosen: tuple[
        Callable[[Work, type[PlayerChoices | ServerChoices], int, Collection[str]], None], ...
    ]
    """Some choices of a player or server have changed."""
