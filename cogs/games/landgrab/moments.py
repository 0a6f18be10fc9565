"""A move in the words of hints and reviews, and the statistics of one player's matches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, pi
from typing import NamedTuple

from cogs.contract import plain_words
from cogs.contract.account import Merit
from cogs.contract.face import PlayedOut
from cogs.contract.screen import Names
from cogs.contract.sentences import told
from cogs.games.landgrab.account import ROLLING, SENTENCES, events_between
from cogs.games.landgrab.texts import FIGHTS, WINS, percent, steps_to
from cogs.games.landgrab.turn_keys import PLACING
from prowlerbot.core.i18n import decimal, listing, mark, tr, trn
from prowlerbot.core.squares import mask_of
from prowlerbot.games.landgrab.legal_places import NOWHERE
from prowlerbot.games.landgrab.machine import ROLLS_NEEDED, ways_on
from prowlerbot.games.landgrab.map import ADJACENT, NAME, ROWS, SIDES, WIDTH, Move, square_distance
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
        case "d":
            return ()
        case _:
            return position.map.squares_of_move(move)


_LIFE, _LAST_LIFE = 1.0, 3.0
"""The approximate worth of a life, in points."""
_NEXT = 0.99
"""The order of a comparison: next to the building that it is about."""


class _Prospect(NamedTuple):
    """A building to which a move leads, and the turns until the mover has it if left alone."""

    words: str
    aim: str
    number: int
    turns: float


def merits(
    position: Position, seat: int, move: Move, names: Names, than: Move | None = None
) -> Iterator[Merit]:
    """What a move brings; with another move, also the points a turn if they are more."""
    buildings, prospects = position.map.buildings, list(_prospects(position, seat, move))
    for words, aim, number, turns in prospects:
        owner, worth = position.owners[number], buildings[number].worth
        fields = {
            "building": building_name(buildings[number]),
            "player": names[owner - 1],
            "points": _points(worth),
            "turns": trn("about {count} turn", "about {count} turns", round(turns)),
            "odds": percent(max(SIDES + 1 - position.points[number], 0) / SIDES),
        }
        yield Merit(tr(words, **fields), aim, worth * (2 if owner and move.kind else 1) / turns)
    match move.kind:
        case "a":
            yield from _attack(position, move.at, names)
        case "c":
            yield from _shortcut(position, seat, prospects[0])
        case "p" if than is not None:
            own, others = ([*_spawn(position, at, prospects[0].aim)] for at in (move.at, than.at))
            worths = {each.kind: each.worth for each in others}
            yield from (each for each in own if each.worth > worths.get(each.kind, 0))
        case "":
            here, there = (
                _adjacent_pawns(position, seat, at) for at in (position.pawns[seat - 1], move.at)
            )
            if here and not there:
                life = _LIFE if position.lives[seat - 1] > 1 else _LAST_LIFE
                words = tr("gets away from every pawn that could attack")
                yield Merit(words, tr("a square that no pawn can attack"), life * here / 2)
    gained, other = (
        max((buildings[each.number].worth / each.turns for each in ahead), default=0.0)
        for ahead in (prospects, _prospects(position, seat, than) if than is not None else ())
    )
    more, less = decimal(gained), decimal(other)
    if gained > other > 0 and more != less:
        words = tr("gains about {more} points a turn, not {less}", more=more, less=less)
        yield Merit(words, prospects[0].aim, _NEXT * gained)


def _turns(position: Position, seat: int, square: int, further: int = 0) -> Sequence[int]:
    """The turns from a square until each building is in reach; own are also those of a mask."""
    own = mask_of([number for number, owner in enumerate(position.owners) if owner == seat])
    return ways_on(position.map).way_from(square, own | further).turns


def _prospects(position: Position, seat: int, move: Move) -> Iterator[_Prospect]:
    """A claimed building; for a step or spawn, the buildings in reach, else the most promising of
    those that come nearer, or of all.
    """
    on, rolls = position.map, [ROLLS_NEEDED[left] for left in position.points]
    wanted = [number for number, owner in enumerate(position.owners) if owner != seat]
    if move.kind == "c":
        number = on.building_numbers[move.at]
        words = mark("rolls for {building} ({points}, {turns}, {odds} with this roll)")
        if position.owners[number]:
            words = mark(
                "rolls for {building} of {player} ({points}, {turns}, {odds} with this roll)"
            )
        aim = tr("a roll for {building}", building=building_name(on.buildings[number]))
        yield _Prospect(words, aim, number, rolls[number])
    if move.kind not in {"", "p"}:
        return
    there = _turns(position, seat, move.at)
    here = there if move.kind else _turns(position, seat, position.pawns[seat - 1])
    reached = [number for number in wanted if not there[number]]
    beside = listing([building_name(on.buildings[number]) for number in reached])
    for number in reached:
        words = mark("brings {building} into reach ({points}, {turns})")
        if not (move.kind or here[number]):
            words = mark("keeps {building} in reach ({points}, {turns})")
        aim = tr("a square next to {building}", building=beside)
        yield _Prospect(words, aim, number, 1 + rolls[number])
    found = [
        (there[it] < here[it], on.buildings[it].worth / (1 + there[it] + rolls[it]), it)
        for it in wanted
    ]
    if found and not reached:
        nearer, _, number = max(found)
        words = mark("can go on to {building} ({points}, {turns})")
        if nearer:
            words = mark("comes nearer to {building} ({points}, {turns})")
        aim = tr("the way to {building}", building=building_name(on.buildings[number]))
        yield _Prospect(words, aim, number, 1 + there[number] + rolls[number])


def _shortcut(position: Position, seat: int, claimed: _Prospect) -> Iterator[Merit]:
    """The way around the claimed building to the best one that comes nearer by it."""
    here = position.pawns[seat - 1]
    on_foot, after = (_turns(position, seat, here, own) for own in (0, 1 << claimed.number))
    nearer = [
        each
        for number, each in enumerate(position.map.buildings)
        if after[number] < on_foot[number] and position.owners[number] != seat
    ]
    if nearer:
        best = max(nearer, key=lambda each: each.worth)
        words = tr("opens a shortcut to {buildings}", buildings=building_name(best))
        yield Merit(words, claimed.aim, best.worth / 100, "shortcut")


def _points(count: int) -> str:
    return trn("{count} point", "{count} points", count)


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


def _adjacent_pawns(position: Position, seat: int, square: int) -> int:
    """The number of pawns that can attack a pawn on a square in their next turn."""
    return sum(
        other >= 0 and ADJACENT[square] >> other & 1
        for number, other in enumerate(position.pawns, 1)
        if number != seat
    )


def _spawn(position: Position, square: int, aim: str) -> Iterator[Merit]:
    """The merits of a spawn against those of rivals; the way to a building weighs more."""
    on = position.map
    steps = {each: steps_to(on, square, each) for each in on.buildings}
    rivals = [spawn for spawn in position.spawns if spawn != NOWHERE]
    if not rivals:
        return
    own = [it for it in on.buildings if all(steps[it] < steps_to(on, s, it) for s in rivals)]
    if own:
        words = trn(
            "is the nearest spawn to {count} building, worth {points}",
            "is the nearest spawn to {count} buildings, worth {points}",
            len(own),
            points=_points(sum(each.worth for each in own)),
        )
        yield Merit(words, aim, sum(each.worth for each in own) / 100, "nearest")
    far = min(square_distance(square, spawn) for spawn in rivals)
    words = trn(
        "is {count} square from the next spawn", "is {count} squares from the next spawn", far
    )
    yield Merit(words, aim, far / 100, "far")


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
