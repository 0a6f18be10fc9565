"""Statistics of one player's matches of Heroes Beware."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cogs.contract import plain_words
from cogs.contract.face import PlayedOut
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import decimal
from prowlerbot.games.heroes.position import Profit
from prowlerbot.games.heroes.stages.populate import deep_ore


@dataclass(slots=True)
class Tally:
    """Results of one player in several matches; ``profits`` are those of all rounds."""

    matches: int = 0
    treasure: int = 0
    deepest: int = 0
    prisoners: int = 0
    profits: list[Profit] = field(default_factory=list)


def tally(matches: Iterable[PlayedOut]) -> Tally:
    found = Tally()
    for views, seat in matches:
        line = [view.seen for view in views]
        found.matches += 1
        found.treasure += line[-1].seats[seat - 1].treasure
        found.profits += [profits[seat - 1] for profits in line[-1].profits]
        for position in line:
            if position.invaded is None:
                continue
            own = position.invaded.seats[seat - 1]
            found.prisoners = max(found.prisoners, own.tokens.prisoners.bit_count())
            ore = deep_ore(own.colony) | own.colony.sealed_with("gem vein")
            depth = [own.colony.distance[at] for at in own.colony.distance if ore >> at & 1]
            found.deepest = max([found.deepest, *depth])
    return found


def highlights(matches: Iterable[PlayedOut]) -> list[str]:
    """Treasure, the best colony, the most prisoners, the deepest vein."""
    found = tally(matches)
    if not found.matches:
        return []
    mean = decimal(found.treasure / found.matches)
    lines = [tr("Treasure at the end: {mean} a match", mean=f"**{mean}**")]
    if best := max((each.worth for each in found.profits), default=0):
        lines.append(tr("Best colony: {count} treasure in a round", count=f"**{best}**"))
    if found.prisoners:
        lines.append(
            trn(
                "Most prisoners: {count} at a time",
                "Most prisoners: {count} at a time",
                found.prisoners,
            )
        )
    if found.deepest:
        lines.append(
            trn(
                "Deepest vein: {count} step from the entrance",
                "Deepest vein: {count} steps from the entrance",
                found.deepest,
            )
        )
    return lines


def favourite(matches: Iterable[PlayedOut]) -> str:
    profits = tally(matches).profits
    return plain_words.most_frequent(
        {
            tr("digging for gold"): sum(each.gold for each in profits),
            tr("keeping gems"): 5 * sum(each.gems for each in profits),
            tr("taking prisoners"): sum(each.prisoners for each in profits),
            tr("keeping most guards"): 5 * sum(each.most_guards for each in profits),
        }
    )
