"""The features that the host has left out, and the presses that only these answer.

A process is one bot, which states this as it is put together. Messages then show no button to them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

_features: Final[set[str]] = set()
_presses: Final[set[str]] = set()
"""The names with which the custom_ids begin, up to the first colon."""


def leave_out(features: Iterable[str], presses: Iterable[str] = ()) -> None:
    """State all that is left out, in place of what was before."""
    for held, given in ((_features, features), (_presses, presses)):
        held.clear()
        held.update(given)


def offers(feature: str) -> bool:
    """Whether the bot has a feature, by the name of its room."""
    return feature not in _features


def offers_press(custom_id: str) -> bool:
    """Whether the bot has what a button leads to."""
    return not _presses or custom_id.partition(":")[0] not in _presses
