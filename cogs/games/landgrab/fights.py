"""The outcome of an attack by the rules: the player who is out, returns, or must step aside."""

from __future__ import annotations

from cogs.games.landgrab.texts import Names
from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import tr
from prowlerbot.games.landgrab.moves import ATTACK, SIDES, Move
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME

_HIGH, _LOW = Move("d", SIDES), Move("d", 1)


def fight_ends(position: Position, target: int, names: Names) -> list[str]:
    """One sentence for a win of the attacker, one for a win of the defender."""
    begun = position
    if position.phase != "attack":
        (attacker,) = position.to_move
        begun = position.after(attacker, ATTACK[target])
    won = begun.after(CHANCE, _HIGH).after(CHANCE, _LOW)
    lost = begun.after(CHANCE, _LOW).after(CHANCE, _HIGH)
    return [
        _end(won, begun.turn, target, names),
        _end(lost, target, begun.turn, names),
    ]


def _end(after: Position, winner: int, loser: int, names: Names) -> str:
    who = {"winner": names[winner - 1], "loser": names[loser - 1]}
    if not after.lives[loser - 1]:
        return tr("If {winner} wins, {loser} is out.", **who)
    spawn, at = NAME[after.spawns[loser - 1]], after.pawns[loser - 1]
    if after.phase == "eviction":
        (holder,) = after.to_move
        return tr(
            "If {winner} wins, {loser} returns to {square}, and {holder} has to step aside there.",
            **who,
            square=spawn,
            holder=names[holder - 1],
        )
    if NAME[at] != spawn:
        return tr(
            "If {winner} wins, {loser} goes to {square}, as nobody can make room on {spawn}.",
            **who,
            square=NAME[at],
            spawn=spawn,
        )
    return tr("If {winner} wins, {loser} returns to {square}.", **who, square=spawn)
