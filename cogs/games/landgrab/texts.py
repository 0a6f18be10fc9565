"""Landgrab in words: the last move, at length and in short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.games.landgrab.signs import DIE, FIGHT, building_sign, colour_mark
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.landgrab.map import Building
from prowlerbot.games.landgrab.moves import Action, Move
from prowlerbot.games.landgrab.position import Phase
from prowlerbot.games.landgrab.reach import ways_around
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.scoring import score
from prowlerbot.games.landgrab.space import NAME
from prowlerbot.games.landgrab.words import COLOUR_NAMES, building_name

Names = Sequence[str]

ROLLING: frozenset[Phase] = frozenset(("claim", "attack", "defence"))
"""Phases that last only until the roll is drawn; replays stop there."""


def marked(position: Position, seat: int, names: Names) -> str:
    return f"{colour_mark(position.setup.colours[seat - 1])} **{names[seat - 1]}**"


def told_apart(position: Position, names: Names) -> Names:
    """Plain names, with the colour added to names that several players share, as machines do."""
    letters = position.setup.colours
    return [
        tr("{player}, {colour}", player=name, colour=tr(COLOUR_NAMES[letter]))
        if names.count(name) > 1
        else name
        for name, letter in zip(names, letters, strict=True)
    ]


_MADE = {
    "t": mark("{player} placed a tile at **{square}**."),
    "s": mark("{player} placed a small building at **{square}**."),
    "l": mark("{player} placed a large building at **{square}** and **{other}**."),
    "p": mark("{player} starts at **{square}** and returns there after a lost fight."),
    "step": mark("{player} went to **{square}**."),
    "around": mark("{player} went around {building} to **{square}**."),
    "aside": mark("{player} stepped aside to **{square}**, and {other} is back at **{spawn}**."),
}
"""A move without a roll, by its kind."""
_AHEAD = {
    **_MADE,
    "t": mark("{player} places a tile at **{square}**."),
    "s": mark("{player} places a small building at **{square}**."),
    "l": mark("{player} places a large building at **{square}** and **{other}**."),
    "step": mark("{player} goes to **{square}**."),
    "around": mark("{player} goes around {building} to **{square}**."),
    "aside": mark("{player} steps aside to **{square}**, and {other} is back at **{spawn}**."),
}


def news(before: Position, after: Position, names: Names, *, ahead: bool = False) -> str:
    """The effect of the last move, its rolls included; ``ahead``: the move is not made yet."""
    if left := after.left - before.left:
        (gone,) = left
        return tr(
            "{player} has left. The buildings stay {player}'s until another player steals them.",
            player=marked(after, gone, names),
        )
    action = after.last
    if action is None:
        return ""
    match action.move.kind:
        case "c":
            return _claimed(before, after, action, names)
        case "a":
            return _fought(after, action, names)
        case _:
            return _went(before, after, action, names, _AHEAD if ahead else _MADE)


def _went(
    before: Position, after: Position, action: Action, names: Names, sentences: Mapping[str, str]
) -> str:
    """A placement, or the new square of a pawn."""
    kind: str = action.move.kind or "step"
    fields = {"player": marked(after, action.seat, names), "square": NAME[action.move.at]}
    if kind == "l":
        fields["other"] = NAME[action.move.to]
    elif kind == "step" and before.returning:
        kind, spawn = "aside", NAME[after.spawns[before.returning - 1]]
        fields |= {"other": marked(after, before.returning, names), "spawn": spawn}
    elif kind == "step" and (around := gone_around(before, action)):
        kind, fields["building"] = "around", building_name(around)
    return tr(sentences[kind], **fields)


def gone_around(before: Position, action: Action) -> Building | None:
    """The player's own building that the pawn went around; None for a step."""
    ways = ways_around(before.map, before.pawns, before.owners, action.seat)
    numbers = ways.get(action.move.at)
    return before.map.buildings[numbers[0]] if numbers else None


# ---------------------------------------------------------------------------------- rolls


def _claimed(before: Position, after: Position, action: Action, names: Names) -> str:
    number = after.map.number[action.move.at]
    building, left = after.map.buildings[number], after.points[number]
    player, name = marked(after, action.seat, names), building_name(building)
    if not action.rolls:
        return tr(
            "{die} {player} rolls for {building}, strength {left} of {full}.",
            die=DIE,
            player=player,
            building=name,
            left=left,
            full=building.full,
        )
    rolled = {"die": DIE, "player": player, "shown": action.rolls[0], "building": name}
    if after.owners[number] != action.seat:
        return tr(
            "{die} {player} rolled **{shown}**: {building} has strength {left} of {full} left.",
            **rolled,
            left=left,
            full=building.full,
        )
    if victim := before.owners[number]:
        other = marked(after, victim, names)
        return tr(
            "{die} {player} rolled **{shown}** and stole {building} from {other}!",
            **rolled,
            other=other,
        )
    return tr("{die} {player} rolled **{shown}** and took {building}!", **rolled)


def _fought(after: Position, action: Action, names: Names) -> str:
    attacker, defender = action.seat, action.move.at
    who = {
        "fight": FIGHT,
        "player": marked(after, attacker, names),
        "other": marked(after, defender, names),
    }
    if not action.rolls:
        return tr("{fight} {player} attacks {other}: both roll, the lower roll loses.", **who)
    if len(action.rolls) == 1:
        shown = action.rolls[0]
        return tr("{fight} {player} attacked {other} and rolled **{shown}**.", **who, shown=shown)
    one, two = action.rolls
    rolled = tr(
        "{fight} {player} attacked and rolled **{one}**, {other} rolled **{two}**.",
        **who,
        one=one,
        two=two,
    )
    loser = lost_fight(action)
    ends = _loss(after, loser, names) if loser else tr("A tie: nothing happens.")
    if loser == defender and not after.end:
        at = NAME[after.pawns[attacker - 1]]
        ends += " " + tr("{player} advances to **{square}**.", player=who["player"], square=at)
    return f"{rolled} {ends}"


def lost_fight(action: Action) -> int:
    """The seat that lost a fight; 0 if neither did."""
    if action.move.kind != "a" or len(action.rolls) < 2:
        return 0
    one, two = action.rolls
    return 0 if one == two else action.move.at if one > two else action.seat


def _loss(after: Position, loser: int, names: Names) -> str:
    """The loser's remaining lives, and the next square of the pawn."""
    player, lives = marked(after, loser, names), after.lives[loser - 1]
    spawn, at = after.spawns[loser - 1], after.pawns[loser - 1]
    if not lives:
        return _out(after, loser, player)
    if at < 0:
        return tr("{player} loses a life and has {count} left.", player=player, count=lives)
    if at != spawn:
        return trn(
            "{player} has {count} life left and goes to **{square}**, as the pawn on the spawn"
            " {spawn} cannot step aside.",
            "{player} has {count} lives left and goes to **{square}**, as the pawn on the spawn"
            " {spawn} cannot step aside.",
            lives,
            player=player,
            square=NAME[at],
            spawn=NAME[spawn],
        )
    return trn(
        "{player} has {count} life left and is back at the spawn **{square}**.",
        "{player} has {count} lives left and is back at the spawn **{square}**.",
        lives,
        player=player,
        square=NAME[at],
    )


def _out(after: Position, loser: int, player: str) -> str:
    sentence = tr("{player} loses the last life and is out.", player=player)
    if after.end:
        return sentence
    stays = ""
    if score(after, loser).total:
        stays = tr("Buildings of {player} count until another player steals them.", player=player)
    waits = tr("{player} can watch and is pinged at the end.", player=player)
    return " ".join(filter(None, (sentence, stays, waits)))


# ------------------------------------------------------------------------ in one short line

_BRIEFLY = {
    "t": mark("{player} placed a tile at {square}"),
    "s": mark("{player} placed a building at {square}"),
    "l": mark("{player} placed a building at {square}"),
    "p": mark("{player} starts at {square}"),
    "": mark("{player} went to {square}"),
}


def recap(before: Position, after: Position, names: Names) -> str:
    """The news in one short line without markdown; empty while a roll is due."""
    if left := after.left - before.left:
        return tr("{player} left", player=names[min(left) - 1])
    action = after.last
    if action is None or after.phase in ROLLING:
        return ""
    player = names[action.seat - 1]
    match action.move.kind:
        case "c":
            return _claim_recap(before, after, action, player)
        case "a":
            return _fight_recap(after, action, names)
        case kind:
            aside = mark("{player} stepped aside to {square}")
            sentence = aside if before.returning else _BRIEFLY[kind]
            return tr(sentence, player=player, square=NAME[action.move.at])


def caption(before: Position, after: Position, names: Names) -> str:
    """The news for an animation, which also shows the purpose of a roll."""
    action = after.last
    if action is None or after.phase not in ROLLING:
        return recap(before, after, names)
    player = names[action.seat - 1]
    if after.phase == "claim":
        building = building_name(after.map.buildings[after.target])
        return tr("{player} rolls for {building}", player=player, building=building)
    other = names[after.target - 1]
    if not action.rolls:
        return tr("{player} attacks {other}", player=player, other=other)
    return tr(
        "{player} attacks {other}: {shown}", player=player, other=other, shown=action.rolls[0]
    )


def _claim_recap(before: Position, after: Position, action: Action, player: str) -> str:
    number = after.map.number[action.move.at]
    rolled = {
        "player": player,
        "shown": action.rolls[0],
        "building": building_name(after.map.buildings[number]),
    }
    if after.owners[number] != action.seat:
        rolled["left"] = after.points[number]
        return tr("{player} rolled {shown}: {building} has strength {left} left", **rolled)
    if before.owners[number]:
        return tr("{player} rolled {shown} and stole {building}", **rolled)
    return tr("{player} rolled {shown} and took {building}", **rolled)


def _fight_recap(after: Position, action: Action, names: Names) -> str:
    loser, (one, two) = lost_fight(action), action.rolls
    who = {"player": names[action.seat - 1], "other": names[action.move.at - 1]}
    if not loser:
        return tr("{player} attacked {other}, a tie at {shown}", **who, shown=one)
    rolls = {"one": one, "two": two}
    if not after.lives[loser - 1]:
        gone = names[loser - 1]
        return tr(
            "{player} attacked {other}, {one} to {two}: {loser} is out", **who, **rolls, loser=gone
        )
    if loser == action.seat:
        return tr("{player} attacked {other} and lost, {one} to {two}", **who, **rolls)
    return tr("{player} attacked {other} and won, {one} to {two}", **who, **rolls)


# ---------------------------------------------------------------------------- single moves


_WORDS = {
    "t": mark("tile {square}"),
    "s": mark("small building {square}"),
    "l": mark("large building {square}-{other}"),
    "p": mark("spawn {square}"),
    "c": mark("claim {square}"),
    "": mark("step to {square}"),
}


def move_words(position: Position, move: Move) -> str:
    if move.kind == "a":
        return tr("attack {colour}", colour=tr(COLOUR_NAMES[position.setup.colours[move.at - 1]]))
    if move.kind == "d":
        return tr("roll {shown}", shown=move.at)
    other = NAME[move.to] if move.kind == "l" else ""
    return tr(_WORDS[move.kind], square=NAME[move.at], other=other)


def building_words(position: Position, number: int) -> str:
    each = position.map.buildings[number]
    return f"{building_sign(each)} {NAME[each.first]}"
