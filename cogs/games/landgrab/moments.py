"""A move in the words of hints and reviews, and the statistics of one player's matches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, pi

from cogs.contract import plain_words
from cogs.contract.account import Merit
from cogs.contract.face import PlayedOut
from cogs.contract.screen import Names
from cogs.contract.sentences import told
from cogs.games.landgrab.account import ROLLING, SENTENCES, events_between
from cogs.games.landgrab.texts import (
    FIGHTS,
    NEAR,
    WINS,
    buildings_near,
    percent,
    steps_to,
    strength_and_odds,
)
from cogs.games.landgrab.turn_keys import PLACING
from prowlerbot.core.i18n import decimal, mark, tr, trn
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.legal_places import NOWHERE
from prowlerbot.games.landgrab.machine import ROLLS_NEEDED
from prowlerbot.games.landgrab.map import (
    ADJACENT,
    NAME,
    ROWS,
    SIDES,
    WIDTH,
    Building,
    Move,
    square_distance,
    tile_squares,
)
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position
from prowlerbot.games.landgrab.words import COLOUR_NAMES, building_name


def did(position: Position, player: str, move: Move) -> str:
    """The deed of a player by a move; ``player`` may contain markdown."""
    (seat,) = position.to_move
    named = [tr(COLOUR_NAMES[letter]) for letter in position.setup.colours]
    named[seat - 1] = player
    return told(events_between(position, position.after(seat, move)), SENTENCES, named)[0]


def places_of(position: Position, move: Move) -> tuple[int, ...]:
    match move.kind:
        case "a":
            return (position.pawns[move.at - 1],)
        case "c":
            building = position.map.buildings[position.map.number[move.at]]
            return tuple(squares_in(building.squares))
        case "t":
            return tuple(squares_in(tile_squares(move.at)))
        case "l":
            return (move.at, move.to)
        case "d":
            return ()
        case _:
            return (move.at,)


_LIFE, _LAST_LIFE = 1.0, 3.0
"""The approximate worth of a life, in points."""


def merits(position: Position, seat: int, move: Move, names: Names) -> list[Merit]:
    match move.kind:
        case "c":
            return [_claim(position, position.map.number[move.at], names)]
        case "a":
            return list(_attack(position, move.at, names))
        case "p":
            return list(_spawn(position, move.at))
        case "":
            return list(_arrival(position, seat, move.at))
        case _:
            return []


def _points(count: int) -> str:
    return trn("{count} point", "{count} points", count)


def _claim(position: Position, number: int, names: Names) -> Merit:
    each, owner = position.map.buildings[number], position.owners[number]
    left = position.points[number]
    phrase = mark("takes {building} ({odds}), worth {points}")
    if owner:
        phrase = mark("steals {building} from {player} ({odds}), worth {points}")
    words = tr(
        phrase,
        building=building_name(each),
        player=names[owner - 1],
        odds=strength_and_odds(left),
        points=_points(each.worth),
    )
    worth = each.worth * (2 if owner else 1) / ROLLS_NEEDED[left]
    return Merit(words, tr("a roll for {building}", building=building_name(each)), worth)


def _attack(position: Position, target: int, names: Names) -> Iterator[Merit]:
    chance, player, left = WINS / FIGHTS, names[target - 1], position.lives[target - 1]
    aim = tr("a fight with {player}", player=player)
    if left > 1:
        words = tr("takes a life from {player} ({odds})", player=player, odds=percent(chance))
        yield Merit(words, aim, _LIFE * chance)
        return
    words = tr("takes {player}'s last life ({odds})", player=player, odds=percent(chance))
    yield Merit(words, aim, _LAST_LIFE * chance)
    if sum(map(bool, position.lives)) == 2:
        words = tr(
            "leaves yours as the last pawn standing: {points} ({odds})",
            points=_points(LAST_REMAINING),
            odds=percent(chance),
        )
        yield Merit(words, aim, LAST_REMAINING * chance)


# ------------------------------------------------------------------------------- squares


def _arrival(position: Position, seat: int, there: int) -> Iterator[Merit]:
    """Say what a step brings: buildings in reach or near, and a way out of an attack."""
    here, on = position.pawns[seat - 1], position.map
    wanted = [number for number, owner in enumerate(position.owners) if owner != seat]
    reached = [number for number in on.near[there] if number in wanted]
    for number in reached:
        yield _reach_merit(position, number, is_new=number not in on.near[here])
    if not reached and wanted:
        yield _nearer_merit(position, here, there, wanted)
    threats = _adjacent_pawns(position, seat, here)
    if threats and not _adjacent_pawns(position, seat, there):
        worth = _LIFE if position.lives[seat - 1] > 1 else _LAST_LIFE
        words = tr("gets away from every pawn that could attack")
        yield Merit(words, tr("a square that no pawn can attack"), worth * threats / 2)


def _reach_merit(position: Position, number: int, *, is_new: bool) -> Merit:
    each, left = position.map.buildings[number], position.points[number]
    phrase = mark("keeps {building} in reach ({odds}), worth {points}")
    if is_new:
        phrase = mark("brings {building} into reach ({odds}), worth {points}")
    words = tr(
        phrase,
        building=building_name(each),
        odds=strength_and_odds(left),
        points=_points(each.worth),
    )
    aim = tr("a square next to {building}", building=building_name(each))
    return Merit(words, aim, each.worth / (1 + ROLLS_NEEDED[left]))


def _nearer_merit(position: Position, here: int, there: int, wanted: list[int]) -> Merit:
    """The most promising of the buildings that a step brings nearer, else of all of them."""
    found: list[tuple[bool, float, int, int]] = []
    for number in wanted:
        each = position.map.buildings[number]
        steps = steps_to(position.map, there, each)
        closer = steps < steps_to(position.map, here, each)
        worth = each.worth / (1 + steps + ROLLS_NEEDED[position.points[number]])
        found.append((closer, worth, number, steps))
    closer, worth, number, steps = max(found)
    each = position.map.buildings[number]
    about = {
        "building": building_name(each),
        "left": position.points[number],
        "points": _points(each.worth),
    }
    aim = tr("the way to {building}", building=building_name(each))
    if closer:
        words = trn(
            "comes within {count} step of {building} (strength {left}), worth {points}",
            "comes within {count} steps of {building} (strength {left}), worth {points}",
            steps,
            **about,
        )
        return Merit(words, aim, worth)
    words = trn(
        "is {count} step from {building} (strength {left}), worth {points}",
        "is {count} steps from {building} (strength {left}), worth {points}",
        steps,
        **about,
    )
    return Merit(words, aim, 0)


def _adjacent_pawns(position: Position, seat: int, square: int) -> int:
    """The number of pawns that can attack a pawn on a square in their next turn."""
    return sum(
        other >= 0 and ADJACENT[square] >> other & 1
        for number, other in enumerate(position.pawns, 1)
        if number != seat
    )


def _spawn(position: Position, square: int) -> Iterator[Merit]:
    on = position.map
    steps = {each: steps_to(on, square, each) for each in on.buildings}
    near = buildings_near(on, square)
    fields = {"steps": NEAR, "points": _worth_words(near)}
    aim = trn(
        "a spawn with {count} building within {steps} steps ({points})",
        "a spawn with {count} buildings within {steps} steps ({points})",
        len(near),
        **fields,
    )
    if near:
        words = trn(
            "has {count} building within {steps} steps, worth {points}",
            "has {count} buildings within {steps} steps, worth {points}",
            len(near),
            **fields,
        )
        yield Merit(words, aim, sum(each.worth for each in near), "near")
    rivals = [spawn for spawn in position.spawns if spawn != NOWHERE]
    if not rivals:
        return
    own = [it for it in on.buildings if all(steps[it] < steps_to(on, s, it) for s in rivals)]
    if own:
        words = trn(
            "is the nearest spawn to {count} building, worth {points}",
            "is the nearest spawn to {count} buildings, worth {points}",
            len(own),
            points=_worth_words(own),
        )
        yield Merit(words, aim, sum(each.worth for each in own), "nearest")
    far = min(square_distance(square, spawn) for spawn in rivals)
    words = trn(
        "is {count} square from the next spawn", "is {count} squares from the next spawn", far
    )
    yield Merit(words, aim, far / 10, "far")


def _worth_words(buildings: list[Building]) -> str:
    return _points(sum(each.worth for each in buildings))


_PART = ROWS // 3
_PAWN_SIDES = (
    mark("the squares to the east and south-east of your pawn"),
    mark("the squares to the south and south-west of your pawn"),
    mark("the squares to the west and north-west of your pawn"),
    mark("the squares to the north and north-east of your pawn"),
)


def regions(position: Position, seat: int, move: Move) -> Sequence[str]:
    """The first and last place in a third of the map each way, or the side of the pawn."""
    if position.phase in PLACING:
        down, across = (range(at - at % _PART, WIDTH)[:_PART] for at in divmod(move.at, WIDTH))
        placed = sorted(other.at for other in position.legal)
        there = [
            [NAME[at] for at in placed if at // WIDTH in rows and at % WIDTH in columns]
            for rows, columns in ((down, across), (down, range(ROWS)), (range(ROWS), across))
        ]
        return [tr("the squares from {first} to {last}", first=a[0], last=a[-1]) for a in there]
    row, column = divmod(position.pawns[seat - 1], WIDTH)
    away = [(at // WIDTH - row, at % WIDTH - column) for at in places_of(position, move)]
    to_row, to_column = min(away, key=lambda each: each[0] ** 2 + each[1] ** 2)
    eighth = round(atan2(to_row, to_column) * 4 / pi)  # clockwise from east
    return [tr(_PAWN_SIDES[eighth % 8 // 2])]


# ---------------------------------------------------------------------- statistics of a player

_GOOD = SIDES // 2 + 1
"""The lowest roll above the average."""


@dataclass(slots=True)
class Tally:
    """Counts of one player's actions in several matches."""

    matches: int = 0
    claims: int = 0
    steals: int = 0
    won: int = 0
    fights: int = 0
    streak: int = 0


def highlights(matches: Iterable[PlayedOut]) -> list[str]:
    """Claims, steals, fights, and the longest run of luck with the die."""
    found = tally(matches)
    if not found.matches:
        return []
    lines = [
        tr(
            "Buildings a match: {claims} newly claimed, {steals} stolen",
            claims=f"**{decimal(found.claims / found.matches)}**",
            steals=f"**{decimal(found.steals / found.matches)}**",
        )
    ]
    if found.fights:
        lines.append(
            tr("Fights won: {won} of {all}", won=f"**{found.won}**", all=f"**{found.fights}**")
        )
    if found.streak:
        lines.append(
            trn(
                "Best streak: {count} roll of {least} or more",
                "Best streak: {count} rolls of {least} or more in a row",
                found.streak,
                least=_GOOD,
            )
        )
    return lines


def favourite(matches: Iterable[PlayedOut]) -> str:
    found = tally(matches)
    return plain_words.most_frequent(
        {
            tr("claiming new buildings"): found.claims,
            tr("stealing buildings"): found.steals,
            tr("winning fights"): found.won,
        }
    )


def tally(matches: Iterable[PlayedOut]) -> Tally:
    found = Tally()
    for views, seat in matches:
        line = [view.seen for view in views]
        found.matches += 1
        run = 0
        for before, after in pairwise(line):
            action = after.last
            if action is None or before.phase not in ROLLING:
                continue
            # A defender rolls too.
            if seat == (before.target if before.phase == "defence" else before.turn):
                run = run + 1 if action.rolls[-1] >= _GOOD else 0
                found.streak = max(found.streak, run)
            for event in events_between(before, after):
                found.claims += event.kind == "takes" and event.seat == seat
                found.steals += event.kind == "steals" and event.seat == seat
                if event.kind in {"wins", "loses"} and seat in {event.seat, event.other}:
                    found.fights += 1
                    found.won += (event.kind == "wins") == (event.seat == seat)
    return found
