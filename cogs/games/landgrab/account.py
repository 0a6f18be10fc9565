"""The account of a match: the effects of each move, the aim, and the action that it waits for."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Literal

from cogs.contract.screen import Names
from cogs.contract.sentences import Event, Sentences
from cogs.games.landgrab.texts import AROUND, DIE, FIGHT, LARGE, SMALL, lives_words, mark_player
from prowlerbot.core.i18n import listing, mark, tr
from prowlerbot.games.landgrab import map as land_map
from prowlerbot.games.landgrab.legal_places import ways_around
from prowlerbot.games.landgrab.position import Phase
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score
from prowlerbot.games.landgrab.words import building_name, large_counted, small_counted

ROLLING: frozenset[Phase] = frozenset(("claim", "attack", "defence"))
"""Phases that last only until the roll is drawn; replays stop there."""

Told = Literal[
    "left", "empty", "t", "s", "l", "p", "", "around", "aside",
    "rolls", "damages", "takes", "steals",
    "attacks", "strikes", "ties", "wins", "loses", "advances",
    "back", "elsewhere", "waits", "out", "stays", "watches",
]  # fmt: skip
"""Leaves, placements and ways by their kind of move; claims; fights; losses."""
_SENTENCES: dict[Told, Sentences] = {
    "left": Sentences(
        mark("{player} leaves. The buildings stay {player}'s until another player steals them."),
        mark("{player} leaves"),
    ),
    "empty": Sentences(mark("{player} has left."), mark("{player} left")),
    "t": Sentences(mark("{player} places a tile at **{square}**.")),
    "s": Sentences(mark("{player} places a small building at **{square}**.")),
    "l": Sentences(mark("{player} places a large building at **{square}** and **{other}**.")),
    "p": Sentences(mark("{player} starts at **{square}**."), mark("{player} starts at {square}")),
    "": Sentences(mark("{player} goes to **{square}**.")),
    "around": Sentences(mark("{player} goes around {building} to **{square}**.")),
    "aside": Sentences(
        mark("{player} steps aside to **{square}**, and {other} is back at **{spawn}**.")
    ),
    "rolls": Sentences(mark("{die} {player} rolls for {building}, strength {left} of {full}.")),
    "damages": Sentences(
        mark("{die} {player} rolls **{shown}**: {building} has strength {left} of {full} left.")
    ),
    "takes": Sentences(mark("{die} {player} rolls **{shown}** and takes {building}.")),
    "steals": Sentences(
        mark("{die} {player} rolls **{shown}** and steals {building} from {other}.")
    ),
    "attacks": Sentences(
        mark("{fight} {player} attacks {other}: both roll, the lower roll loses."),
        mark("{player} attacks {other}"),
    ),
    "strikes": Sentences(mark("{fight} {player} attacks {other} and rolls **{shown}**.")),
    "ties": Sentences(
        mark("{fight} {player} attacks {other}: **{one}** to **{two}**, a tie; nothing happens.")
    ),
    "wins": Sentences(mark("{fight} {player} attacks {other} and wins, **{one}** to **{two}**.")),
    "loses": Sentences(mark("{fight} {player} attacks {other} and loses, **{one}** to **{two}**.")),
    "back": Sentences(mark("{player} has {lives} left and is back at the spawn **{square}**."), ""),
    "elsewhere": Sentences(
        mark(
            "{player} has {lives} left and goes to **{square}**, as the pawn on the spawn {spawn}"
            " cannot step aside."
        ),
        "",
    ),
    "waits": Sentences(
        mark("{player} loses a life and has {lives} left."),
        mark("{player} returns to {square}, where {other} must step aside"),
    ),
    "out": Sentences(mark("{player} loses the last life and is out."), mark("{player} is out")),
    "stays": Sentences(mark("Buildings of {player} count until another player steals them."), ""),
    "watches": Sentences(mark("{player} can watch and is pinged at the end."), ""),
    "advances": Sentences(mark("{player} advances to **{square}**."), ""),
}
SENTENCES: Mapping[str, Sentences] = dict[str, Sentences](_SENTENCES.items())


def _make_event(kind: Told, seat: int, other: int = 0, /, **fields: object) -> Event:
    return Event(kind, seat, other, fields)


def events_between(before: Position, after: Position) -> Iterator[Event]:
    """The effects of the last move, its rolls included."""
    for seat in after.left - before.left:
        yield _make_event("left" if seat in before.owners else "empty", seat)
        return
    if (action := after.last) is None:
        return
    match action.move.kind:
        case "c":
            yield _claim_event(before, after, action)
        case "a":
            yield from _fight_events(after, action)
        case "" | "t" | "s" | "l" | "p" as kind:
            yield _placing_event(before, after, action, kind)


def _placing_event(before: Position, after: Position, action: land_map.Action, kind: Told) -> Event:
    """A placement, or the new square of a pawn."""
    fields: dict[str, object] = {"square": land_map.NAME[action.move.at]}
    if kind == "l":
        fields["other"] = land_map.NAME[action.move.to]
    elif not kind and before.returning:
        spawn = land_map.NAME[after.spawns[before.returning - 1]]
        return _make_event("aside", action.seat, before.returning, spawn=spawn, **fields)
    elif not kind and (around := passed_building(before, action)):
        return _make_event("around", action.seat, building=building_name(around), **fields)
    return _make_event(kind, action.seat, **fields)


def passed_building(before: Position, action: land_map.Action) -> land_map.Building | None:
    """The player's own building that the pawn went around; None for a step."""
    numbers = ways_around(before.map, before.pawns, before.owners, action.seat).get(action.move.at)
    return before.map.buildings[numbers[0]] if numbers else None


def _claim_event(before: Position, after: Position, action: land_map.Action) -> Event:
    number = after.map.building_numbers[action.move.at]
    each, left = after.map.buildings[number], after.points[number]
    fields = {"die": DIE, "building": building_name(each), "left": left, "full": each.full}
    if not action.rolls:
        return _make_event("rolls", action.seat, **fields)
    fields["shown"] = action.rolls[0]
    if after.owners[number] != action.seat:
        return _make_event("damages", action.seat, **fields)
    victim = before.owners[number]
    return _make_event("steals" if victim else "takes", action.seat, victim, **fields)


def _fight_events(after: Position, action: land_map.Action) -> Iterator[Event]:
    attacker, defender = action.seat, action.move.at
    fields: dict[str, object] = {"fight": FIGHT}
    if len(action.rolls) < 2:
        if action.rolls:
            fields["shown"] = action.rolls[0]
        yield _make_event("strikes" if action.rolls else "attacks", attacker, defender, **fields)
        return
    one, two = action.rolls
    kind: Told = "ties" if one == two else "wins" if one > two else "loses"
    yield _make_event(kind, attacker, defender, one=one, two=two, **fields)
    if one != two:
        yield from _loss_events(after, defender if one > two else attacker)
    if one > two and not after.end:
        yield _make_event("advances", attacker, square=land_map.NAME[after.pawns[attacker - 1]])


def _loss_events(after: Position, loser: int) -> Iterator[Event]:
    """The loser's remaining lives, and the next square of the pawn."""
    spawn, at, left = (each[loser - 1] for each in (after.spawns, after.pawns, after.lives))
    if not left:
        yield _make_event("out", loser)
        if not after.end and score(after, loser).total:
            yield _make_event("stays", loser)
        if not after.end:
            yield _make_event("watches", loser)
        return
    fields = {"lives": lives_words(left), "spawn": land_map.NAME[spawn]}
    fields["square"] = land_map.NAME[spawn if at < 0 else at]
    if at < 0:
        (holder,) = after.to_move
        yield _make_event("waits", loser, holder, **fields)
    else:
        yield _make_event("back" if at == spawn else "elsewhere", loser, **fields)


# ---------------------------------------------------------------------- the aim and the turn


def aim_words(position: Position) -> str:
    """The aim of the match, or how claims work, until every player has had a turn of a stage; and
    how to go around, while a seat can around its first building and has nothing to claim.
    """
    on, seats = position.map, len(position.lives)
    claims = any(move.kind == "c" for move in position.legal)
    first = position.phase == "turn" and position.owners.count(position.turn) == 1
    if first and not claims and ways_around(on, position.pawns, position.owners, position.turn):
        return tr(
            "{around} Your own building is a shortcut: one turn takes you around it, to any square"
            " that touches it.",
            around=AROUND,
        )
    placed = {"tiles": len(on.tiles) - 1, "buildings": len(on.buildings)}.get(position.phase, 0)
    if position.round > 1 or placed >= seats or position.end:
        return ""
    if position.round:
        return tr(
            "A turn is one step, claim or attack. A claim rolls {die} 1 to {sides} off the number"
            " on a building, its strength. At 0 it is yours.",
            die=DIE,
            sides=land_map.SIDES,
        )
    return tr(
        "**Goal:** the most points at the end: 1 for each {small} small building, 3 for each"
        " {large} large one, {last} for the last pawn. The number on a building is its strength.",
        small=SMALL,
        large=LARGE,
        last=LAST_REMAINING,
    )


def turn_words(position: Position, names: Names) -> str:
    """The player to act, with the reason if it is not their turn; the keys have the actions."""
    if position.phase in ROLLING or position.end:
        return ""
    (seat,) = position.to_move
    marked = partial(mark_player, position, names=names)
    match position.phase:
        case "tiles":
            return tr(
                "▶️ {player} places tile {number} of {all}, 2 × 2 squares named by the upper left"
                " one: choose its column. {other} is next.",
                player=marked(seat),
                number=len(position.map.tiles) + 1,
                all=land_map.TILES,
                other=marked(position.next_in(seat)),
            )
        case "buildings":
            small = land_map.SMALL_BUILDINGS - len(position.map.small)
            large = land_map.LARGE_BUILDINGS - len(position.map.large)
            box = [small_counted(small) if small else "", large_counted(large) if large else ""]
            return tr(
                "▶️ {player} places a building, small or large: choose a column. In the box: {box}."
                " {other} is next, as buildings go counter-clockwise.",
                player=marked(seat),
                other=marked(position.next_in(seat, clockwise=False)),
                box=listing(list(filter(None, box))),
            )
        case "spawns":
            return tr(
                "▶️ {player} chooses a spawn, where the pawn starts and returns after a lost fight."
                " Best are squares with several buildings near by.",
                player=marked(seat),
            )
        case "eviction":
            return tr(
                "⚠️ {other} lost a fight and returns to **{square}**, where {player} stands."
                " {player} must step aside, **out of turn**; then it is {next}'s turn.",
                player=marked(seat),
                other=marked(position.returning),
                square=land_map.NAME[position.spawns[position.returning - 1]],
                next=marked(position.next_in(position.turn)),
            )
        case _:
            return tr("▶️ {player}'s turn", player=marked(seat))


def aside_words(position: Position, seat: int, names: Names) -> str:
    if position.phase != "eviction" or seat not in position.to_move:
        return ""
    return tr(
        "{player} lost a fight and returns to {square}, where your pawn stands; it must step"
        " aside.",
        player=names[position.returning - 1],
        square=land_map.NAME[position.spawns[position.returning - 1]],
    )
