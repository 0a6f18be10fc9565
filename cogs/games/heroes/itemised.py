"""Treasure by round and by source, and the winner."""

from __future__ import annotations

from cogs.contract import plain
from cogs.games.heroes.signs import GEM, GOLD, GUARD, PRISONER
from cogs.games.heroes.situation import Names, marked, tokens_told, treasure_told
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.profit import Profit
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import TARGETS
from prowlerbot.games.heroes.seat import GEM as GEM_WORTH

MEDALS = {
    "gold": mark("🥇 a gold medal"),
    "silver": mark("🥈 a silver medal"),
    "bronze": mark("🥉 a bronze medal"),
    "none": mark("no medal"),
}


def standing(position: Position, names: Names) -> str:
    """A line for each seat: the value of its stash, and the tokens in its colony."""
    return "\n".join(_standing(position, seat, names) for seat in _seats(position))


def _seats(position: Position) -> range:
    return range(1, len(position.seats) + 1)


def _standing(position: Position, seat: int, names: Names) -> str:
    own, player = position.seats[seat - 1], marked(seat, names)
    if not own.playing:
        return " · ".join((player, tr("has left")))
    return " · ".join(filter(None, (player, treasure_told(own), tokens_told(own))))


def scores(position: Position, names: Names) -> str:
    """The profit of each round, by seat and source."""
    over = position.outcome is not None
    heading = tr("Final count") if over else tr("Treasure so far")
    lines = [f"### {heading}", count(position, names) if over else standing(position, names)]
    if not over and position.setup.seats == 1:
        lines.append(f"-# {targets(position)}")
    lines += rounds(position, names)
    return "\n".join(lines)


def rounds(position: Position, names: Names) -> list[str]:
    """A line for each round and seat: profit and sources; alone, a line for each round."""
    first = position.setup.rounds.start
    lines = []
    for number, profits in enumerate(position.profits, first):
        heading = tr("**Round {round}**", round=number)
        if len(profits) == 1:
            lines.append(f"{heading}: {profit_told(profits[0])}")
            continue
        told = [
            f"{marked(seat, names)} {profit_told(profit)}"
            for seat, profit in enumerate(profits, 1)
            if position.rounds[number - first][seat - 1] or any(profit)
        ]
        lines += [heading, *told] if told else [f"{heading} {tr('nothing')}"]
    return lines


def profit_told(profit: Profit) -> str:
    """The profit of a colony, as a sum."""
    parts = []
    if profit.gold:
        parts.append(f"{profit.gold} {GOLD}")
    if profit.prisoners:
        parts.append(f"{profit.prisoners} {PRISONER}")
    if profit.gems:
        parts.append(f"{profit.gems * GEM_WORTH} {GEM}")
    if profit.most_guards:
        parts.append(tr("{worth} {sign} for the most guards", worth=GEM_WORTH, sign=str(GUARD)))
    return f"**{worth(profit)}** = {' + '.join(parts)}" if parts else "**0**"


def worth(profit: Profit) -> int:
    return profit.gold + profit.prisoners + GEM_WORTH * (profit.gems + profit.most_guards)


def count(position: Position, names: Names) -> str:
    """The final count by rank; not a Discord list, which would number tied players one after the
    other.
    """
    outcome = position.outcome
    if outcome is None:
        return ""
    if position.setup.seats == 1:
        return targets(position)
    order = sorted(_seats(position), key=lambda seat: outcome.ranks[seat - 1])
    return "\n".join(
        f"**{outcome.ranks[seat - 1]}.** {_standing(position, seat, names)}" for seat in order
    )


def targets(position: Position) -> str:
    """The treasure that each medal needs."""
    gold, silver, bronze = TARGETS[position.setup.build]
    return tr(
        "🥉 from {bronze}, 🥈 from {silver}, 🥇 from {gold} treasure",
        bronze=bronze,
        silver=silver,
        gold=gold,
    )


_DECIDED = {
    "left": mark("🏆 {player} won {totals}, as all other players have left"),
    "treasure": mark("🏆 {player} won {totals}"),
    "gems": mark("🏆 {player} won {totals} by more gems"),
}


def verdict(position: Position, names: Names) -> str:
    """The winner and the treasure; for a player alone, the medal."""
    outcome = position.outcome
    if outcome is None:
        return ""
    if position.setup.seats == 1:
        return tr(
            "{player} ends with {total} treasure: {medal}",
            player=names[0],
            total=outcome.totals[0],
            medal=tr(MEDALS[outcome.by]),
        )
    return plain.verdict(outcome, names, _DECIDED)
