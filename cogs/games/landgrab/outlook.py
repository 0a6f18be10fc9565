"""The effect of a move, shown before the player makes it."""

from __future__ import annotations

from cogs.games.landgrab.fights import fight_ends
from cogs.games.landgrab.odds import claim_odds, fight_odds, on_average
from cogs.games.landgrab.signs import LIFE
from cogs.games.landgrab.texts import Names, building_words, marked
from prowlerbot.core.i18n import tr
from prowlerbot.games.landgrab.moves import SIDES
from prowlerbot.games.landgrab.reach import legal_in_turn
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME


def gain(before: Position, after: Position, seat: int, names: Names) -> str:
    """The possible results of a roll, which is final, or the next moves after a step."""
    action = after.last
    if action is None:
        return ""
    if after.phase == "claim":
        return _before_claim(after, names)
    if after.phase == "attack":
        return _before_fight(after, names)
    if before.round:
        return _in_reach(after, seat, names)
    return ""


def _before_claim(position: Position, names: Names) -> str:
    left = position.points[position.target]
    owner = position.owners[position.target]
    whose = tr("Nobody owns it.")
    if owner:
        whose = tr("It belongs to {player}.", player=marked(position, owner, names))
    if left > SIDES:
        chance = tr("This roll cannot take it yet.")
    elif left > 1:
        chance = tr("A roll of {left} or more takes it: {odds}.", left=left, odds=claim_odds(left))
    else:
        chance = tr("Any roll takes it.")
    average = on_average(left) if left > 1 else ""
    return f"{' '.join(filter(None, (whose, chance, average)))}\n{_final_note()}"


def _before_fight(position: Position, names: Names) -> str:
    lives = " · ".join(
        f"{marked(position, seat, names)} {str(LIFE) * position.lives[seat - 1]}"
        for seat in (position.turn, position.target)
    )
    ends = " ".join(fight_ends(position, position.target, names))
    goes = tr(
        "If you win, you stand on {square}.",
        square=NAME[position.pawns[position.target - 1]],
    )
    return f"{tr('Odds: {odds}.', odds=fight_odds())} {ends} {goes}\n{lives}\n{_final_note()}"


def _final_note() -> str:
    return tr("Once the die has been rolled, nothing takes it back.")


def _in_reach(position: Position, seat: int, names: Names) -> str:
    """The claims and attacks open to a pawn from its new square."""
    if position.end or position.pawns[seat - 1] < 0:
        return ""
    found = legal_in_turn(position.map, position.pawns, position.owners, seat)
    claims = [
        building_words(position, position.map.number[move.at]) for move in found if move.kind == "c"
    ]
    attacks = [marked(position, move.at, names) for move in found if move.kind == "a"]
    if not claims and not attacks:
        return tr("Nothing to claim and nobody to attack is in reach from there.")
    return tr("In reach from there: {list}.", list=", ".join([*claims, *attacks]))
