"""The figures of Landgrab that texts tell: chances, results of a move, directions, distances."""

from collections.abc import Collection, Sequence
from typing import Final

from cogs.contract.screen import Names
from cogs.contract.sign import worded
from cogs.games.landgrab.texts import LIFE, building_words, mark_player
from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import label_text, mark, one_decimal_words, percent_words, tr, trn
from prowlerbot.core.squares import mask_of, squares_in
from prowlerbot.games.landgrab import map as land_map
from prowlerbot.games.landgrab.legal_places import legal_in_turn
from prowlerbot.games.landgrab.machine import ROLLS_NEEDED, ways_on
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.turns import TIE_CHANCE, WIN_CHANCE, claim_chance
from prowlerbot.games.landgrab.words import DIRECTION_NAMES

_BEST_ROLL, _WORST_ROLL = land_map.Move("d", land_map.SIDES), land_map.Move("d", 1)


def chance_words(chance: float) -> str:
    return percent_words(round(100 * chance))


def claim_odds(points: int) -> str:
    """The chance of the next roll, if any, and the average number of rolls, short for a button."""
    odds, count = roll_odds(points), round(ROLLS_NEEDED[points])
    if points == 1 or points > land_map.SIDES:
        return tr("sure") if points == 1 else rolls_words(points)
    return trn(
        "{odds} now, about {count} roll", "{odds} now, about {count} rolls", count, odds=odds
    )


def rolls_words(points: int) -> str:
    """The average number of rolls, for a pawn that is not there yet."""
    return trn("about {count} roll", "about {count} rolls", round(ROLLS_NEEDED[points]))


def roll_odds(points: int) -> str:
    """The chance that one roll claims a building of this strength."""
    return chance_words(claim_chance(points))


def win_odds() -> str:
    """The chance and the risk of an attack, short enough for a button."""
    return tr("win {win}, lose {win}", win=chance_words(WIN_CHANCE))


def fight_odds() -> str:
    """The odds of an attack, the same for everybody."""
    win, tie = chance_words(WIN_CHANCE), chance_words(TIE_CHANCE)
    return tr("win {win}, lose a life {win}, tie {tie}", win=win, tie=tie)


def fight_ends(position: Position, target: int, names: Names) -> list[str]:
    """One sentence for a win of the attacker, one for a win of the defender."""
    begun = position
    if position.phase != "attack":
        (attacker,) = position.to_move
        begun = position.after(attacker, land_map.ATTACK[target])
    won = begun.after(CHANCE, _BEST_ROLL).after(CHANCE, _WORST_ROLL)
    lost = begun.after(CHANCE, _WORST_ROLL).after(CHANCE, _BEST_ROLL)
    return [_end_words(won, begun.turn, target, names), _end_words(lost, target, begun.turn, names)]


def square_after_fight(position: Position, target: int, loser: int) -> str:
    """The square to which the loser of a fight of the seat to move returns, with a life left."""
    begun = position.after(position.turn, land_map.ATTACK[target])
    first, second = (_BEST_ROLL, _WORST_ROLL) if loser == target else (_WORST_ROLL, _BEST_ROLL)
    after = begun.after(CHANCE, first).after(CHANCE, second)
    at = after.pawns[loser - 1]
    return land_map.NAME[after.spawns[loser - 1] if after.phase == "eviction" else at]


def _end_words(after: Position, winner: int, loser: int, names: Names) -> str:
    who = {"winner": names[winner - 1], "loser": names[loser - 1]}
    if not after.lives[loser - 1]:
        out = mark("If {winner} wins, {loser} is out.")
        if after.end:
            out = mark("If {winner} wins, {loser} is out and the match is over.")
        return tr(out, **who)
    spawn, at = land_map.NAME[after.spawns[loser - 1]], after.pawns[loser - 1]
    if after.phase == "eviction":
        (holder,) = after.to_move
        return tr(
            "If {winner} wins, {loser} returns to {square}, and {holder} has to step aside there.",
            **who,
            square=spawn,
            holder=names[holder - 1],
        )
    return tr("If {winner} wins, {loser} returns to {square}.", **who, square=land_map.NAME[at])


def gain_words(before: Position, after: Position, seat: int, names: Names) -> str:
    """The possible results of a roll, which is final, or the next moves after a step."""
    if after.last is None:
        return ""
    note = tr("Once the die has been rolled, nothing takes it back.")
    if after.phase == "claim":
        return f"{_claim_words(after, names)}\n{note}"
    if after.phase == "attack":
        return f"{_fight_words(after, names)}\n{note}"
    if before.round or before.phase == "spawns":
        return _reach_words(after, seat, names)
    return ""


def _claim_words(position: Position, names: Names) -> str:
    left, owner = position.points[position.target], position.owners[position.target]
    whose, chance = tr("Nobody owns it."), tr("This roll cannot take it yet.")
    if owner:
        whose = tr("It belongs to {player}.", player=mark_player(position, owner, names))
    if left <= land_map.SIDES:
        chance = tr("A roll of {left} or more takes it: {odds}.", left=left, odds=roll_odds(left))
    mean = tr("On average it takes {count} rolls.", count=one_decimal_words(ROLLS_NEEDED[left]))
    return f"{whose} {chance} {mean}"


def _fight_words(position: Position, names: Names) -> str:
    lives = "\n".join(
        label_text(mark_player(position, seat, names), str(LIFE) * position.lives[seat - 1])
        for seat in (position.turn, position.target)
    )
    ends = " ".join(fight_ends(position, position.target, names))
    told = f"{tr('Odds: {odds}.', odds=fight_odds())} {ends}"
    return told if worded() else f"{told}\n{lives}"  # the keys name the lives in words


def _reach_words(position: Position, seat: int, names: Names) -> str:
    if position.end or position.pawns[seat - 1] < 0:
        return ""
    found = legal_in_turn(position.map, position.pawns, position.owners, seat)
    numbers = [position.map.building_numbers[move.at] for move in found if move.kind == "c"]
    claims = [building_words(position, number) for number in numbers]
    attacks = [mark_player(position, move.at, names) for move in found if move.kind == "a"]
    if not claims and not attacks:
        return tr("Nothing to claim and nobody to attack is in reach from there.")
    return tr("In reach from there: {list}.", list=", ".join([*claims, *attacks]))


# ---------------------------------------------------------------------- directions and distances

NEAR_STEPS: Final = 3
"""The steps within which a spawn has a building near."""
_TWICE = 2
"""A straight direction needs more than twice this way along as across."""


def square_beside(square: int, direction: tuple[int, int]) -> int | None:
    """The adjacent square in a direction, None beyond the edge."""
    rows, columns = direction
    there = square + rows * land_map.WIDTH + columns
    return there if 0 <= there < len(land_map.NAME) and land_map.NAME[there] else None


def direction_words(start: int, goal: int) -> str:
    """The one of the eight directions that best describes the way between two squares."""
    ends = zip(divmod(start, land_map.WIDTH), divmod(goal, land_map.WIDTH), strict=True)
    rows, columns = (there - here for here, there in ends)
    down = 0 if abs(columns) > _TWICE * abs(rows) else _sign_of(rows)
    right = 0 if abs(rows) > _TWICE * abs(columns) else _sign_of(columns)
    return tr(DIRECTION_NAMES[down, right]) if down or right else ""


def nearest_square(start: int, each: land_map.Building) -> int:
    return min(squares_in(each.squares), key=lambda square: land_map.square_distance(start, square))


def count_turns(
    on: land_map.Map, start: int, each: land_map.Building, own: Collection[land_map.Building]
) -> tuple[int, land_map.Building | None]:
    """The number of turns until a building is in reach, with other pawns ignored, and the first
    among one's ``own`` buildings that the way goes around.
    """
    turns, needed = count_steps(on, start, each, own), list(own)
    if turns == count_steps(on, start, each):
        return turns, None
    for passed in own:
        fewer = [other for other in needed if other != passed]
        if count_steps(on, start, each, fewer) == turns:
            needed = fewer
    return turns, min(needed, key=lambda passed: count_steps(on, start, passed))


def count_steps(
    on: land_map.Map, start: int, each: land_map.Building, own: Collection[land_map.Building] = ()
) -> int:
    """The steps, and ways around ``own`` buildings, until one is in reach; pawns are ignored."""
    seen, turns = mask_of([start]), 0
    while not seen & each.around:
        wider = land_map.with_adjacent(seen)
        for passed in own:
            wider |= passed.around if seen & passed.around else 0
        wider &= on.free
        if wider == seen:  # impossible on a map that follows the rules
            break
        seen, turns = wider, turns + 1
    return turns


def turns_to_all(position: Position, seat: int, square: int, further: int = 0) -> Sequence[int]:
    """The turns from a square until each building is in reach; own are also those of a mask."""
    own = mask_of([number for number, owner in enumerate(position.owners) if owner == seat])
    return ways_on(position.map).way_from(square, own | further).turns


def buildings_near(position: Position, seat: int, square: int) -> list[int]:
    """The numbers of buildings of others, or of nobody, that few steps bring into reach."""
    rows = enumerate(zip(position.owners, turns_to_all(position, seat, square), strict=True))
    return [number for number, (owner, away) in rows if away <= NEAR_STEPS and owner != seat]


def _sign_of(number: int) -> int:
    return (number > 0) - (number < 0)
