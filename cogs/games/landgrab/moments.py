"""A move in the words of hints and reviews, and the statistics of one player's matches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from cogs.contract import plain_words
from cogs.contract.account import MOST_REASONS, Merit, share
from cogs.contract.face import PlayedOut
from cogs.contract.screen import Names
from cogs.contract.sentences import sentences_of
from cogs.games.landgrab import texts
from cogs.games.landgrab.account import ROLLING, SENTENCES, events_between
from cogs.games.landgrab.turn_keys import PLACING, seat_to_move
from prowlerbot.core.i18n import listing, mark, one_decimal_words, tr, trn
from prowlerbot.games.landgrab.foresight import USUAL, foresee
from prowlerbot.games.landgrab.machine import ROLLS_NEEDED
from prowlerbot.games.landgrab.map import ADJACENT, NAME, ROWS, SIDES, WIDTH, Move, square_distance
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score
from prowlerbot.games.landgrab.words import COLOUR_NAMES, building_name, squares_of


def did(position: Position, player: str, move: Move) -> str:
    """The deed of a player by a move; ``player`` may contain markdown."""
    (seat,) = position.to_move
    named = [tr(COLOUR_NAMES[letter]) for letter in position.setup.colours]
    named[seat - 1] = player
    return sentences_of(events_between(position, position.after(seat, move)), SENTENCES, named)[0]


def places_of(position: Position, move: Move) -> tuple[int, ...]:
    match move.kind:
        case "a":
            return (position.pawns[move.at - 1],)
        case "d":
            return ()
        case _:
            return position.map.squares_of_move(move)


_WIN = texts.WINS / texts.FIGHTS
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
        owner, points = position.owners[number], texts.points_words(buildings[number].worth)
        if owner:
            points = tr("{points} taken from {player}", points=points, player=names[owner - 1])
        fields = {
            "building": squares_of(buildings[number]),
            "points": points,
            "turns": trn("about {count} turn", "about {count} turns", round(turns)),
        }
        worths.append(_lead_worth(position, number) / turns)
        yield Merit(tr(words, **fields), aim, worths[-1])
    match move.kind:
        case "a":
            yield from _attack(position, move.at, names)
        case "p" if len(near := texts.worths_near(position, seat, move.at)) > 1:
            words = trn(
                "has {count} building within {steps} steps: {points}",
                "has {count} buildings within {steps} steps: {points}",
                len(near),
                steps=texts.NEAR,
                points=texts.points_words(sum(near)),
            )
            below = _NEXT * _NEXT * max(worths)
            yield Merit(words, tr("several buildings near by"), below, words)
        case "" if not _adjacent_pawns(position, seat, move.at):
            if here := _adjacent_pawns(position, seat, position.pawns[seat - 1]):
                life = _LIFE if position.lives[seat - 1] > 1 else _LAST_LIFE
                words = tr("gets away from every pawn that could attack")
                yield Merit(words, tr("a square that no pawn can attack"), life * here / 2)
    if than not in {None, move}:
        for words in _differences(position, seat, move, than, names):
            yield Merit(words, words, _NEXT * max(worths), words)


_NOTED = 0.2
"""The least difference, as a share of all matches or in lives, that is told."""
_FAR = 6
"""The turns on the way beyond which a building is no reason for a move."""


def _differences(
    position: Position, seat: int, move: Move, than: Move, names: Names
) -> Iterator[str]:
    """What a move has over another one in the course that the machine foresees, the weightiest
    first; buildings come after what decides the match. Nothing if no course differs enough.
    """
    one, other = (foresee(position, seat, each) for each in (move, than))
    if one is None or other is None:
        return
    found, held = list[tuple[float, str]](), list[tuple[float, str]]()
    soon = other.rounds <= texts.FEW_QUIET and other.over - one.over >= USUAL
    if soon and other.winner not in {0, seat}:
        count, player = max(1, round(other.rounds)), names[other.winner - 1]
        words = trn(
            "keeps the match going, which {player} would win in about {count} round",
            "keeps the match going, which {player} would win in about {count} rounds",
            count,
            player=player,
        )
        if move.kind == "a":
            words = trn(
                "a lost life ends the quiet rounds, after which {player} would win in about"
                " {count} round",
                "a lost life ends the quiet rounds, after which {player} would win in about"
                " {count} rounds",
                count,
                player=player,
            )
        found.append((LAST_REMAINING * (other.over - one.over), words))
    here = position.pawns[seat - 1]
    near = texts.turns_from(position, seat, here if here >= 0 else move.at)
    rows = zip(position.map.buildings, one.owners, other.owners, strict=True)
    for building, own, less in rows:
        away = near[position.map.building_numbers[building.first]]
        if own[seat] - less[seat] >= _NOTED and away <= _FAR:
            phrase = mark("holds {building} later in {more} of 100 matches, not {less}")
            shares = {"more": share(own[seat]), "less": share(less[seat])}
            words = tr(phrase, building=squares_of(building), **shares)
            held.append((building.worth * (own[seat] - less[seat]), words))
    for rival, name in enumerate(names, 1):
        now, then = one.ahead[rival], other.ahead[rival]
        if rival != seat and then - now >= _NOTED:
            told = mark("leaves {player} ahead later in {less} of 100 matches, not {more}")
            words = tr(told, player=name, less=share(now), more=share(then))
            found.append((_LAST_LIFE * (then - now), words))
    if (lives := one.lives[seat] - other.lives[seat]) >= _NOTED:
        words, worth = tr("loses a life less in {count} of 100 matches", count=share(lives)), _LIFE
        if position.lives[seat - 1] == 1:
            told, worth = (
                mark("keeps the last life in {more} of 100 matches, not {less}"),
                _LAST_LIFE,
            )
            words = tr(told, more=share(one.lives[seat]), less=share(other.lives[seat]))
        found.append((worth * lives, words))
    yield from [words for _, words in [*sorted(found, reverse=True), *sorted(held, reverse=True)]]


def likely_next(position: Position, seat: int, move: Move, names: Names) -> str:
    """The buildings that the mover and the strongest other seat usually take next, as the machine
    foresees; empty without any.
    """
    found, buildings = foresee(position, seat, move), position.map.buildings
    if found is None or not found.taken[seat]:
        return ""
    others = [each for each in position.seats if each != seat]
    rival = max(others, key=lambda each: score(position, each).total)
    taken = [squares_of(buildings[number]) for number in found.taken[seat][:MOST_REASONS]]
    theirs = [squares_of(buildings[it]) for it in found.taken[rival] if it not in found.taken[seat]]
    if not theirs:
        return tr("likely takes {own} next", own=listing(taken))
    words = mark("likely takes {own} next, while {player} takes {other}")
    return tr(words, own=listing(taken), player=names[rival - 1], other=theirs[0])


def fights_next(position: Position, seat: int, move: Move, names: Names) -> Iterator[str]:
    """The danger and the chance of a fight after a move, where the machine foresees enough lost
    lives; an attack tells its own.
    """
    if move.kind == "a" or (found := foresee(position, seat, move)) is None:
        return
    after = position.after(seat, move)
    near = [
        other
        for other in position.seats
        if other != seat and after.pawns[other - 1] >= 0 and position.lives[other - 1]
        if ADJACENT[after.pawns[seat - 1]] >> after.pawns[other - 1] & 1
    ]
    for other in near:
        fields = {"player": names[other - 1]}
        if position.lives[seat - 1] - found.lives[seat] >= _NOTED:
            yield tr("but {player} can attack there", **fields)
        elif position.lives[other - 1] - found.lives[other] >= _NOTED:
            yield tr("can attack {player} next", **fields)


def _lead_worth(position: Position, number: int) -> int:
    """The lead that a building brings: its owner loses the points."""
    return position.map.buildings[number].worth * (2 if position.owners[number] else 1)


def _prospects(position: Position, seat: int, move: Move) -> Iterator[_Prospect]:
    """A claimed building; for a step or spawn, the buildings in reach, else the most promising of
    those that come nearer, or of all. A step leads to what the course that the machine foresees
    takes, if anything.
    """
    on, rolls = position.map, [ROLLS_NEEDED[left] for left in position.points]
    wanted = [number for number, owner in enumerate(position.owners) if owner != seat]
    if move.kind == "c":
        number = on.building_numbers[move.at]
        words = mark("rolls for {building} ({points}, {turns})")
        aim = tr("a roll for {building}", building=building_name(on.buildings[number]))
        yield _Prospect(words, aim, number, rolls[number])
    if move.kind not in {"", "p"}:
        return
    steps = position.phase == "turn"
    there, spent = texts.turns_from(position, seat, move.at), 1 if steps else 0
    here = texts.turns_from(position, seat, position.pawns[seat - 1]) if steps else there
    course = None if move.kind else foresee(position, seat, move)
    if foreseen := course.taken[seat][:MOST_REASONS] if course else ():
        wanted = [it for it in foreseen if not there[it]] or [foreseen[0]]
    reached = [number for number in wanted if not there[number]]
    beside = listing([building_name(on.buildings[number]) for number in reached])
    for number in reached:
        words = mark("brings {building} into reach ({points}, {turns})")
        if steps and not here[number]:
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


def _attack(position: Position, target: int, names: Names) -> Iterator[Merit]:
    player, is_last = names[target - 1], position.lives[target - 1] == 1
    aim = tr("a fight with {player}", player=player)
    if is_last:
        words = tr("with the higher roll, takes {player}'s last life", player=player)
        yield Merit(words, aim, _LAST_LIFE * _WIN)
        if sum(map(bool, position.lives)) == 2:
            words = mark("with the higher roll, leaves yours as the last pawn standing: {points}")
            left = tr(words, points=texts.points_words(LAST_REMAINING))
            yield Merit(left, aim, LAST_REMAINING * _WIN)
        return
    there = texts.after_win(position, target).pawns[target - 1]
    words = tr("with the higher roll, takes a life from {player}", player=player)
    if (steps := square_distance(position.pawns[target - 1], there)) >= texts.NEAR:
        words = trn(
            "with the higher roll, takes a life from {player} and sends them {count} step away",
            "with the higher roll, takes a life from {player} and sends them {count} steps away",
            steps,
            player=player,
        )
    yield Merit(words, aim, _LIFE * _WIN)


def gains(position: Position) -> dict[str, str]:
    """The chance of each claim that this roll can win, the most points of lead first."""
    found = []
    for move in position.legal if position.phase == "turn" else ():
        if move.kind == "c":
            number = position.map.building_numbers[move.at]
            chance = max(SIDES + 1 - position.points[number], 0) / SIDES  # of one roll
            found.append((chance * _lead_worth(position, number), chance, str(move)))
    best_first = sorted(found, reverse=True)
    return {move: texts.percent(chance) for lead, chance, move in best_first if lead}


# ------------------------------------------------------------------------------- squares


def _adjacent_pawns(position: Position, seat: int, square: int) -> int:
    """The number of pawns that can attack a pawn on a square in their next turn."""
    return sum(
        other >= 0 and ADJACENT[square] >> other & 1
        for number, other in enumerate(position.pawns, 1)
        if number != seat
    )


_PART = ROWS // 3
_SIDES = (
    mark("the squares north of your pawn"),
    mark("the squares south of your pawn"),
    mark("the squares west of your pawn"),
    mark("the squares east of your pawn"),
)


def regions(position: Position, move: Move) -> Sequence[str]:
    """A third of the map each way, or one way, as the squares between two corners; in a turn, the
    sides of the pawn on which the squares of a move lie.
    """
    if position.phase == "turn":
        row, column = divmod(position.pawns[seat_to_move(position) - 1], WIDTH)
        beside = [divmod(square, WIDTH) for square in places_of(position, move)]
        lies = (
            any(other < row for other, _ in beside),
            any(other > row for other, _ in beside),
            any(other < column for _, other in beside),
            any(other > column for _, other in beside),
        )
        return [tr(side) for side, there in zip(_SIDES, lies, strict=True) if there]
    if position.phase not in PLACING:
        return []
    down, across = (range(at - at % _PART, WIDTH)[:_PART] for at in divmod(move.at, WIDTH))
    placed = [divmod(other.at, WIDTH) for other in position.legal]
    found = []
    for rows, columns in ((down, across), (down, range(ROWS)), (range(ROWS), across)):
        there = [(row, column) for row, column in placed if row in rows and column in columns]
        first, last = ([pick(each) for each in zip(*there, strict=True)] for pick in (min, max))
        corners = [NAME[row * WIDTH + column] for row, column in (first, last)]
        found.append(tr("the squares from {first} to {last}", first=corners[0], last=corners[1]))
    return found


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
    means = (one_decimal_words(it / found.matches) for it in (found.claims, found.steals))
    claims, steals = (f"**{mean}**" for mean in means)
    told = mark("Buildings a match: {claims} newly claimed, {steals} stolen")
    lines = [tr(told, claims=claims, steals=steals)]
    if found.fights:
        won, all_ = f"**{found.won}**", f"**{found.fights}**"
        lines.append(tr("Fights won: {won} of {all}", won=won, all=all_))
    if found.streak:
        streak = trn(
            "Best streak: {count} roll of {least} or more",
            "Best streak: {count} rolls of {least} or more in a row",
            found.streak,
            least=_GOOD,
        )
        lines.append(streak)
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
