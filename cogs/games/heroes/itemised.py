"""The treasure of each player, the winner, and the losses of a round."""

from cogs.contract import count_words, plain_words
from cogs.contract.screen import Names
from cogs.games.heroes import account
from cogs.games.heroes.colony_words import TOKENS, amount_words, features_of_squares
from cogs.games.heroes.happened import Line, card_name, invader_name
from cogs.games.heroes.situation import mark_player, medals
from prowlerbot.core.i18n import label_text, mark, tr, trn
from prowlerbot.games.heroes.final_count import final_count
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER as PRISONER_WORTH
from renderer.heroes.invaders import Fate, effect_of

MEDALS = {
    "gold": mark("🥇 a gold medal"),
    "silver": mark("🥈 a silver medal"),
    "bronze": mark("🥉 a bronze medal"),
    "none": mark("no medal"),
}


def standing_lines(position: Position, names: Names) -> str:
    """A line for each seat: the value of its stash, and the tokens in its colony."""
    seats = range(1, len(position.seats) + 1)
    return "\n".join(_standing_words(position, seat, names) for seat in seats)


def _standing_words(position: Position, seat: int, names: Names) -> str:
    own, player = position.seats[seat - 1], mark_player(seat, names)
    if not own.playing:
        return " · ".join((player, tr("has left")))
    treasure = trn("{count} treasure", "{count} treasure", own.treasure)
    counts = zip(own.tokens_now.counts, TOKENS.values(), strict=True)
    tokens = [f"{sign} {count}" for count, sign in counts if count]
    if prisoners := own.tokens_now.prisoners.bit_count():
        tokens[-1] += f" ({PRISONER_WORTH * prisoners})"
    return " · ".join(filter(None, (player, treasure, " ".join(tokens))))


def scores(position: Position, names: Names) -> str:
    """The treasure so far, and the profit of each round, by source; or the final count."""
    count, head = final_count([position]), list[str]()
    if position.outcome is None:
        head = [standing_lines(position, names)]
    if position.setup.seats == 1:
        head.append(f"-# {medals(position)}")
    return count_words.page(count, names, head)


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


def losses(line: Line, seat: int) -> str:
    """The losses of a colony in the last round."""
    lost = []
    for visit, seats_before in account.cards_of_round(line):
        own = visit.shown.seats[seat - 1]
        effect = effect_of(visit.shown, own, seats_before[seat - 1])
        changed = dict(effect.changed) if effect is not None else {}
        taken = [amount_words(it, -changed[it]) for it in ("gold", "gem") if changed.get(it, 0) < 0]
        if not taken:
            continue
        tokens = ", ".join(taken)
        if isinstance(effect, Fate):
            met = -sum(changed.get(kind, 0) for kind in ("trap", "guard"))
            traps, sealed = features_of_squares(own.colony), own.colony.sealed
            unsealed = any(traps.get(at) == "trap" and not sealed >> at & 1 for at, _ in own.trace)
            lost.append(_loot(invader_name(visit.shown), tokens, met, unsealed=unsealed))
        else:
            lost.append(label_text(card_name(visit.shown), tokens))
    if not lost:
        return tr("-# Nobody took any treasure from you.")
    return tr("-# You lost: {list}.", list=" · ".join(lost))


def _loot(invader: str, tokens: str, met: int, *, unsealed: bool) -> str:
    """An invader's loot, with the number of traps and guards in its way."""
    if not met:
        told = mark("{invader}: {tokens}, met no trap or guard")
        if unsealed:
            told = mark("{invader}: {tokens}; a trap on an unsealed tile did nothing")
        return tr(told, invader=invader, tokens=tokens)
    return trn(
        "{invader}: {tokens}, met {count} trap or guard",
        "{invader}: {tokens}, met {count} traps and guards",
        met,
        invader=invader,
        tokens=tokens,
    )
