"""Treasure by round and by source, the winner, and the losses of a round."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.contract import plain_words
from cogs.contract.sign import worded
from cogs.games.heroes import account
from cogs.games.heroes.colony_words import GEM, GOLD, GUARD, PRISONER, TOKENS, amount
from cogs.games.heroes.happened import Line, burst, card_name, invader_name
from cogs.games.heroes.situation import Names, marked
from prowlerbot.core.i18n import labelled, mark, tr, trn
from prowlerbot.games.heroes.colony import GEM as GEM_WORTH
from prowlerbot.games.heroes.position import Profit
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER as PRISONER_WORTH
from prowlerbot.games.heroes.scoring import SOLO_GUARDS, TARGETS
from renderer.heroes.invaders import Fate, effect_of

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
    treasure = trn("{count} treasure", "{count} treasure", own.treasure)
    counts = zip(own.tokens_now.counts, TOKENS.values(), strict=True)
    tokens = [f"{sign} {count}" for count, sign in counts if count]
    if prisoners := own.tokens_now.prisoners.bit_count():
        tokens[-1] += f" ({PRISONER_WORTH * prisoners})"
    return " · ".join(filter(None, (player, treasure, " ".join(tokens))))


def scores(position: Position, names: Names) -> str:
    """The profit of each round, by seat and source."""
    if position.outcome is not None:
        return "\n".join((f"### {tr('Final count')}", count(position, names)))
    lines = [f"### {tr('Treasure so far')}", standing(position, names)]
    if position.setup.seats == 1:
        lines.append(f"-# {targets(position)}")
    return "\n".join([*lines, *rounds(position, names)])


def rounds(position: Position, names: Names) -> list[str]:
    """A line for each round and seat: profit and sources; alone, a line for each round."""
    first = position.setup.rounds.start
    lines = []
    for number, profits in enumerate(position.profits, first):
        heading = tr("**Round {round}**", round=number)
        if len(profits) == 1:
            lines.append(labelled(heading, profit_told(profits[0], alone=True)))
            continue
        parts = [
            f"{marked(seat, names)} {profit_told(profit)}"
            for seat, profit in enumerate(profits, 1)
            if position.rounds[number - first][seat - 1] or any(profit)
        ]
        lines += [heading, *parts] if parts else [f"{heading} {tr('nothing')}"]
    return lines


def profit_told(profit: Profit, *, alone: bool = False) -> str:
    """A profit as a sum of tokens, each kind with its worth where that is not its number."""
    prisoners = profit.prisoners // PRISONER_WORTH
    sources = (prisoners, PRISONER, PRISONER_WORTH), (profit.gems, GEM, GEM_WORTH)
    parts = [f"{profit.gold} {GOLD}"] if profit.gold else []
    parts += [f"{count} {sign} ({count * worth})" for count, sign, worth in sources if count]
    if profit.most_guards:
        words = (
            tr(
                "{gem} ({worth}) for {count} {guards}",
                gem=GEM,
                worth=GEM_WORTH,
                count=SOLO_GUARDS,
                guards=GUARD,
            )
            if alone
            else tr(
                "{gem} ({worth}) for the most {guards}",
                gem=GEM,
                worth=GEM_WORTH,
                guards=tr("guards") if worded() else GUARD,
            )
        )
        parts.append(words)
    return f"**{worth(profit)}** = {' + '.join(parts)}" if parts else "**0**"


def worth(profit: Profit) -> int:
    return profit.gold + profit.prisoners + GEM_WORTH * (profit.gems + profit.most_guards)


def count(position: Position, names: Names) -> str:
    """The treasure of each seat as a sum, best first; then the rounds that do not count."""
    outcome = position.outcome
    if outcome is None:
        return ""
    alone = position.setup.seats == 1
    played_out = len(position.profits) == len(position.setup.rounds)
    lines = [
        " ".join((marked(seat, names), profit_told(position.profits[-1][seat - 1], alone=alone)))
        if played_out and position.seats[seat - 1].playing
        else _standing(position, seat, names)
        for seat in _seats(position)
    ]
    shown_lines = [lines[0], targets(position)] if alone else [plain_words.ranked(outcome, lines)]
    return "\n".join([*shown_lines, *_earlier(position, names)])


def _earlier(position: Position, names: Names) -> Iterator[str]:
    """A line for each round before the last one, in small."""
    for number, totals in enumerate(position.rounds[:-1], position.setup.rounds.start):
        alone = len(totals) == 1
        listed_totals = " · ".join(
            f"{total}" if alone else f"{names[at]} {total}" for at, total in enumerate(totals)
        )
        yield "-# " + tr(
            "Round {round}, which does not count: {totals}", round=number, totals=listed_totals
        )


def targets(position: Position) -> str:
    medals = TARGETS[position.setup.build]
    return tr("🥉 from {bronze}, 🥈 from {silver}, 🥇 from {gold} treasure", **medals)


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
    return plain_words.verdict(outcome, names, _DECIDED)


# ------------------------------------------------------------------ the losses of a round

_TREASURE = ("gold", "gem")


def losses(line: Line, seat: int) -> str:
    """The losses of a colony in the round that the latest move has ended."""
    if len(line[-1].rounds) <= len(line[max(0, burst(line) - 1)].rounds):
        return ""
    lost = []
    for visit, seats_before in account.cards_of_round(line):
        effect = effect_of(visit.shown, visit.shown.seats[seat - 1], seats_before[seat - 1])
        changed = dict(effect.changed) if effect is not None else {}
        taken = [amount(kind, -changed[kind]) for kind in _TREASURE if changed.get(kind, 0) < 0]
        if not taken:
            continue
        tokens = ", ".join(taken)
        if isinstance(effect, Fate):
            met = -sum(changed.get(kind, 0) for kind in ("trap", "guard"))
            lost.append(_loot(invader_name(visit.shown), tokens, met))
        else:
            lost.append(labelled(card_name(visit.shown), tokens))
    if not lost:
        return tr("-# Nobody took any treasure from you.")
    return tr("-# You lost: {list}.", list=" · ".join(lost))


def _loot(invader: str, tokens: str, met: int) -> str:
    """An invader's loot, with the number of traps and guards in its way."""
    if not met:
        return tr("{invader}: {tokens}, met no trap or guard", invader=invader, tokens=tokens)
    return trn(
        "{invader}: {tokens}, met {count} trap or guard",
        "{invader}: {tokens}, met {count} traps and guards",
        met,
        invader=invader,
        tokens=tokens,
    )
