"""The features that the host has left out, and the presses that only these answer.

The bot states them when it is assembled; there is one bot in a process. Its messages show no button
that leads to them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_features: Final[set[str]] = set()
_presses: Final[set[str]] = set()
"""The names with which the custom_ids begin, up to the first colon."""


def leave_out(features: Iterable[str], presses: Iterable[str] = ()) -> None:
    """State what is left out; this replaces earlier statements."""
    for held, given in ((_features, features), (_presses, presses)):
        held.clear()
        held.update(given)


def offers(feature: str) -> bool:
    """Whether the bot has the feature of this name."""
    return feature not in _features


def offers_press(custom_id: str) -> bool:
    """Whether a button with this custom_id leads to a feature that the bot has."""
    return not _presses or custom_id.partition(":")[0] not in _presses
