"""Statistics of one player's matches of Prowler's Passage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import decimal, in_parts
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.scoring import score_sheet
from prowlerbot.games.prowler.words import CATEGORY_NAMES, CONDITION_NAMES

Finals = Sequence[tuple[Position, int]]
"""The final position of each match with the player's seat, the latest first."""

_FAVOURITES = 3


def highlights(finals: Finals) -> list[str]:
    """Average wealth by category, the longest passage, the favourite achievements."""
    if not finals:
        return []
    averages = " · ".join(
        f"{tr(name)} {decimal(wealth / len(finals))}"
        for name, wealth in zip(CATEGORY_NAMES, _wealth(finals), strict=True)
    )
    longest = max(position.longest(seat) for position, seat in finals)
    lines = [
        tr("Average wealth: {categories}", categories=averages),
        tr("Longest continuous passage: {length}", length=f"**{longest}**"),
    ]
    claimed = _claimed(finals)
    if claimed:
        favourites = in_parts(
            trn(
                "“{achievement}” ({count} time)",
                "“{achievement}” ({count} times)",
                count,
                achievement=tr(CONDITION_NAMES[card]),
            )
            for card, count in claimed[:_FAVOURITES]
        )
        lines.append(tr("Favourite achievements: {list}", list=favourites))
    return lines


def favourite(finals: Finals) -> str:
    claimed = _claimed(finals)
    return tr(CONDITION_NAMES[claimed[0][0]]) if claimed else ""


def _wealth(finals: Finals) -> list[int]:
    sums = [0] * len(CATEGORY_NAMES)
    for position, seat in finals:
        phases = [score_sheet(position, final=True), *([position.mid] if position.mid else [])]
        for phase in phases:
            sums = [before + now for before, now in zip(sums, phase[seat - 1], strict=True)]
    return sums


def _claimed(finals: Finals) -> list[tuple[int, int]]:
    """Achievement cards with the number of claims, the most frequent first."""
    counted = Counter(card for position, seat in finals for card in position.achievements[seat - 1])
    return sorted(counted.items(), key=lambda each: (-each[1], each[0]))
