"""A move in the words of hints and reviews, and the statistics of one player's matches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, pairwise
from math import atan2, pi
from typing import NamedTuple

from cogs.contract import plain_words
from cogs.contract.account import Merit
from cogs.contract.face import PlayedOut
from cogs.contract.screen import Names
from cogs.contract.sentences import told
from cogs.games.landgrab.account import ROLLING, SENTENCES, events_between
from cogs.games.landgrab.texts import (
    FEW_QUIET,
    FIGHTS,
    NEAR,
    WINS,
    move_words,
    percent,
    points_words,
    turns_from,
    worths_near,
)
from cogs.games.landgrab.turn_keys import PLACING
from prowlerbot.core.i18n import listing, mark, one_decimal_words, tr, trn
from prowlerbot.games.landgrab.legal_places import NOWHERE
from prowlerbot.games.landgrab.machine import ROLLS_NEEDED
from prowlerbot.games.landgrab.map import ADJACENT, NAME, ROWS, SIDES, WIDTH, Move, square_distance
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
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


_WIN = WINS / FIGHTS
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
    """What a move brings; with another move, also what it has over that one."""
    buildings, worths = position.map.buildings, [0.0]
    prospects = [*_prospects(position, seat, move)]
    for words, aim, number, turns in prospects:
        owner, points = position.owners[number], points_words(buildings[number].worth)
        if owner:
            points = tr("{points} taken from {player}", points=points, player=names[owner - 1])
        fields = {
            "building": building_name(buildings[number]),
            "points": points,
            "turns": trn("about {count} turn", "about {count} turns", round(turns)),
            "odds": percent(_claim_chance(position, number)),
        }
        worths.append(_lead_worth(position, number) / turns)
        yield Merit(tr(words, **fields), aim, worths[-1])
    match move.kind:
        case "a":
            yield from _attack(position, seat, move.at, names, than)
        case "c":
            yield from _shortcut(position, seat, prospects[0])
        case "p" if len(near := worths_near(position, seat, move.at)) > 1:
            words = trn(
                "has {count} building within {steps} steps: {points}",
                "has {count} buildings within {steps} steps: {points}",
                len(near),
                steps=NEAR,
                points=points_words(sum(near)),
            )
            below = _NEXT * _NEXT * max(worths)
            yield Merit(words, tr("several buildings near by"), below, words)
        case "" if not _adjacent_pawns(position, seat, move.at):
            if here := _adjacent_pawns(position, seat, position.pawns[seat - 1]):
                life = _LIFE if position.lives[seat - 1] > 1 else _LAST_LIFE
                words = tr("gets away from every pawn that could attack")
                yield Merit(words, tr("a square that no pawn can attack"), life * here / 2)
    if than not in {None, move} and prospects:
        for words in islice(_differences(position, seat, move, than, names), 1):
            yield Merit(words, prospects[0].aim, _NEXT * max(worths), words)


def _differences(
    position: Position, seat: int, move: Move, than: Move, names: Names
) -> Iterator[str]:
    """The facts that speak for a move against another one, the weightiest first."""
    if than.kind == "a":
        yield tr("risks no life, as a fight does ({odds})", odds=percent(_WIN))
        return
    gain = partial(_gain, position)
    best, other = (max(_prospects(position, seat, each), key=gain) for each in (move, than))
    more, less, named = (
        one_decimal_words(gain(best)),
        one_decimal_words(gain(other)),
        move_words(position, than),
    )
    is_less = more != less and gain(best) < gain(other)
    if more != less and not is_less:
        words = mark("gains about {more} points of lead a turn ({other}: {less})")
        yield tr(words, more=more, less=less, other=named)
    turns, more_turns = round(best.turns), round(other.turns)
    if turns < more_turns and not is_less:
        yield trn(
            "needs about {count} turn ({other}: {more})",
            "needs about {count} turns ({other}: {more})",
            turns,
            more=more_turns,
            other=named,
        )
    if is_less and (first := _first_there(position, seat, other)):
        building = building_name(position.map.buildings[other.number])
        words = mark("avoids the race for {building}, where {player} can be first")
        yield tr(words, building=building, player=names[first - 1])
    ends = [position.pawns[seat - 1] if each.kind == "c" else each.at for each in (move, than)]
    beside, other_beside = (_adjacent_pawns(position, seat, at) for at in ends)
    if other_beside and not beside:
        yield tr("keeps away from every pawn that could attack")
    near, less_near = (sum(worths_near(position, seat, at)) for at in ends)
    if near > less_near:
        words = mark("has buildings for {points} within {steps} steps, not {less}")
        yield tr(words, points=points_words(near), steps=NEAR, less=less_near)
    rivals = [at for at in position.spawns if at != NOWHERE and move.kind == "p"]
    far, less_far = (min((square_distance(at, it) for it in rivals), default=0) for at in ends)
    if far > less_far:
        yield trn(
            "is {count} square from the nearest other spawn, not {less}",
            "is {count} squares from the nearest other spawn, not {less}",
            far,
            less=less_far,
        )
    yield tr("is better only in the machine's search of later turns")


def _claim_chance(position: Position, number: int) -> float:
    """The chance that one roll claims a building."""
    return max(SIDES + 1 - position.points[number], 0) / SIDES


def _lead_worth(position: Position, number: int) -> int:
    """The lead that a building brings: its owner loses the points."""
    return position.map.buildings[number].worth * (2 if position.owners[number] else 1)


def _gain(position: Position, each: _Prospect) -> float:
    """The points of lead a turn."""
    return _lead_worth(position, each.number) / each.turns


def _first_there(position: Position, seat: int, to: _Prospect) -> int:
    """Another seat that can be beside a building, not its own, before this one; 0 for none."""
    arrival = round(to.turns - ROLLS_NEEDED[position.points[to.number]])
    for other, at in enumerate(position.pawns, 1):
        could = other not in {seat, position.owners[to.number]} and at != NOWHERE
        if could and turns_from(position, other, at)[to.number] < arrival:
            return other
    return 0


def _prospects(position: Position, seat: int, move: Move) -> Iterator[_Prospect]:
    """A claimed building; for a step or spawn, the buildings in reach, else the most promising of
    those that come nearer, or of all.
    """
    on, rolls = position.map, [ROLLS_NEEDED[left] for left in position.points]
    wanted = [number for number, owner in enumerate(position.owners) if owner != seat]
    if move.kind == "c":
        number = on.building_numbers[move.at]
        words = mark("rolls for {building} ({points}, {turns}, {odds} with this roll)")
        aim = tr("a roll for {building}", building=building_name(on.buildings[number]))
        yield _Prospect(words, aim, number, rolls[number])
    if move.kind not in {"", "p"}:
        return
    there, spent = turns_from(position, seat, move.at), 0 if move.kind else 1
    here = there if move.kind else turns_from(position, seat, position.pawns[seat - 1])
    reached = [number for number in wanted if not there[number]]
    beside = listing([building_name(on.buildings[number]) for number in reached])
    for number in reached:
        words = mark("brings {building} into reach ({points}, {turns})")
        if not (move.kind or here[number]):
            words = mark("keeps {building} in reach ({points}, {turns})")
        aim = tr("a square next to {building}", building=beside)
        yield _Prospect(words, aim, number, spent + rolls[number])
    found = [
        (there[it] < here[it], _lead_worth(position, it) / (spent + there[it] + rolls[it]), it)
        for it in wanted
    ]
    if found and not reached:
        nearer, _, number = max(found)
        words = mark("can go on to {building} ({points}, {turns})")
        if nearer:
            words = mark("comes nearer to {building} ({points}, {turns})")
        aim = tr("the way to {building}", building=building_name(on.buildings[number]))
        yield _Prospect(words, aim, number, spent + there[number] + rolls[number])


def _shortcut(position: Position, seat: int, claimed: _Prospect) -> Iterator[Merit]:
    """The way around the claimed building to the best one that comes nearer by it."""
    here = position.pawns[seat - 1]
    on_foot, after = (turns_from(position, seat, here, own) for own in (0, 1 << claimed.number))
    nearer = [
        each
        for number, each in enumerate(position.map.buildings)
        if after[number] < on_foot[number] and position.owners[number] != seat
    ]
    if nearer:
        best = max(nearer, key=lambda each: each.worth)
        words = tr("opens a shortcut to {building}", building=building_name(best))
        yield Merit(words, claimed.aim, best.worth / 100, "shortcut")


def _attack(
    position: Position, seat: int, target: int, names: Names, than: Move | None
) -> Iterator[Merit]:
    player, is_last = names[target - 1], position.lives[target - 1] == 1
    aim = tr("a fight with {player}", player=player)
    words = mark("takes a life from {player} ({odds})")
    if is_last:
        words = mark("takes {player}'s last life ({odds})")
    odds = percent(_WIN)
    yield Merit(tr(words, player=player, odds=odds), aim, (_LAST_LIFE if is_last else _LIFE) * _WIN)
    if is_last and sum(map(bool, position.lives)) == 2:
        words = mark("leaves yours as the last pawn standing: {points} ({odds})")
        left = tr(words, points=points_words(LAST_REMAINING), odds=odds)
        yield Merit(left, aim, LAST_REMAINING * _WIN)
    if than is not None and than.kind != "a":
        reason = _attack_reason(position, seat, than)
        yield Merit(reason, aim, 0, reason)


def _attack_reason(position: Position, seat: int, than: Move) -> str:
    """What speaks for a fight against a quieter move."""
    totals = [score(position, each).total for each in position.seats]
    behind = max(totals) - totals[seat - 1]
    calm = position.progress + CALM_ROUNDS - position.round
    if behind and calm <= min(FEW_QUIET, ROUNDS - position.round):
        words = mark("can put off the end of the match: {points} to make up")
        return tr(words, points=points_words(behind))
    gain = max([_gain(position, each) for each in _prospects(position, seat, than)], default=0.0)
    words = mark("outweighs about {less} points of lead a turn ({other})")
    return tr(words, less=one_decimal_words(gain), other=move_words(position, than))


def gains(position: Position) -> dict[str, str]:
    """The chance of each claim that this roll can win, the most points of lead first."""
    found = []
    for move in position.legal if position.phase == "turn" else ():
        if move.kind == "c":
            number = position.map.building_numbers[move.at]
            chance = _claim_chance(position, number)
            found.append((chance * _lead_worth(position, number), chance, str(move)))
    return {move: percent(chance) for lead, chance, move in sorted(found, reverse=True) if lead}


# ------------------------------------------------------------------------------- squares


def _adjacent_pawns(position: Position, seat: int, square: int) -> int:
    """The number of pawns that can attack a pawn on a square in their next turn."""
    return sum(
        other >= 0 and ADJACENT[square] >> other & 1
        for number, other in enumerate(position.pawns, 1)
        if number != seat
    )


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
            claims=f"**{one_decimal_words(found.claims / found.matches)}**",
            steals=f"**{one_decimal_words(found.steals / found.matches)}**",
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
