"""A move in the words of hints and reviews, and the statistics of one player's matches."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise, permutations
from math import ceil, inf
from typing import NamedTuple

from cogs.contract import plain_words
from cogs.contract.account import MOST_REASONS, Merit
from cogs.contract.face import PlayedOut
from cogs.contract.screen import Names
from cogs.contract.sentences import sentences_of
from cogs.games.landgrab import figures, texts
from cogs.games.landgrab.account import ROLLING, SENTENCES, events_between
from cogs.games.landgrab.turn_keys import PLACING, moves_of_kind, seat_to_move
from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import listing, mark, one_decimal_words, tr, trn
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.machine import ROLLS_NEEDED
from prowlerbot.games.landgrab.map import ADJACENT, ATTACK, CLAIM, SIDES, WIDTH, Building, Move
from prowlerbot.games.landgrab.playouts import USUAL, foresee
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, TIE_CHANCE, WIN_CHANCE, claim_chance
from prowlerbot.games.landgrab.words import building_name, squares_of


def did(position: Position, player: str, move: Move) -> str:
    """The deed of a player by a move; ``player`` may contain markdown."""
    (seat,) = position.to_move
    named = texts.colours_of(position)
    named[seat - 1] = player
    return sentences_of(events_between(position, position.after(seat, move)), SENTENCES, named)[0]


def places_of(position: Position, move: Move) -> tuple[int, ...]:
    if move.kind == "a":
        return (position.pawns[move.at - 1],)
    return () if move.kind == "d" else position.map.squares_of_move(move)


_LIFE, _LAST_LIFE = 1.0, 3.0
"""The approximate worth of a life, in points."""
_LEAST_WORTH = 0.01
"""The worth of a merit that the risk of an attack outweighs."""
_RISK = 3
"""A turn on the way to a building, in turns of rolling for it."""
_TOLD, _LOST = 0.15, 0.25
"""The least chances of an opponent that count, the second one for own buildings."""
_NEARLY = 0.15
"""The part of a measure by which another one is about equal."""
_Goal = tuple[float, int, float, float]
"""The lead a turn that a building brings, its number, the turns, and the promise."""
_AWAY = mark("gets away from every attacker")
_SAFE = mark("risks no attack next turn, instead of {odds} to lose a life")
_LAST_SAFE = mark("risks no attack next turn, instead of {odds} to lose your last life")
_LEFT = mark("leaves {player} less chance of {building} next turn: {more}, not {less}")
_FIGHT = mark("brings points; a fight is as likely lost as won, and brings none at once")
_GOAL = "goal"
_ALONE = mark("nobody is near {building}")
_NEAR = mark("gets first to more points within 3 turns: {more}, not {less}")
_REACH = mark("has more buildings in reach next turn: {more}, not {less}")
_SLIGHT = frozenset({_ALONE, _REACH})
"""The measures that count only for a move that lacks no other one."""
_WHOLE, _MOST_WALKS = 1.75, 3
"""The turns that are told as whole; the most buildings that a first step names out of reach."""


class _Prospect(NamedTuple):
    """A building to which a move leads, and the turns on the way; ``words`` of a told walk."""

    words: str
    aim: str
    number: int
    way: int


def merits(position: Position, seat: int, move: Move, names: Names) -> Iterator[Merit]:
    risk = _risk(position, seat, move)
    for words, aim, number, way in _prospects(position, seat, move):
        gain = _gain_words(position, seat, number, way, names)
        building = squares_of(position.map.buildings[number])
        told = gain if move.kind else words and tr(words, building=building, gain=gain)
        worth = max(_LEAST_WORTH, _promise(position, seat, number, way) - risk)
        yield Merit(told, aim, worth, f"building {number}")
    yield from _of_pawn(position, seat, move, names)


def _gain_words(position: Position, seat: int, number: int, way: int, names: Names) -> str:
    """The points of a building after a way, the turns until then, and the rival for it: how a roll
    cuts its chance, or how likely it is first.
    """
    left, turns = position.points[number], way + ROLLS_NEEDED[position.points[number]]
    chance, _ = _rival_first_chance(position, seat, number, way)
    (away, other), *_ = _rivals(position, seat, number) or [(len(ADJACENT), 0)]
    words = mark("{points} now, surely") if turns == 1 else mark("{points} {turns}")
    gain = tr(words, points=_points_words(position, number, names), turns=_as_told(turns)[1])
    fields = {"gain": gain, "player": names[other - 1], "odds": figures.chance_words(chance)}
    if chance:
        return tr("{gain} ({player} can take it first: {odds})", **fields)
    if not (away or way) and turns > 1 and (less := claim_chance(left)) >= _TOLD:
        after = _left_to_others(position, CLAIM[position.map.buildings[number].first], number)
        fields |= {"less": figures.chance_words(after), "odds": figures.chance_words(less)}
        return tr("{gain}; cuts {player}'s chance of it from {odds} to {less}", **fields)
    if 0 < away < min(way, figures.NEAR_STEPS + 1):
        return tr("{gain} (a race: {player} is nearer)", **fields)
    return tr("{gain}, nobody near", gain=gain) if _is_alone(position, seat, number) else gain


def _as_told(turns: float) -> tuple[float, str]:
    """Turns as they are told, and in words: one, one and a half, or whole ones."""
    told = round(turns) if turns >= _WHOLE else round(2 * turns) / 2
    number = _turns_number(told)
    return told, trn("in about {turns} turn", "in about {turns} turns", ceil(told), turns=number)


def _turns_number(told: float) -> str:
    return f"{told:g}".replace(".5", "½")


def _of_pawn(position: Position, seat: int, move: Move, names: Names) -> Iterator[Merit]:
    """The merits of a move beside a building."""
    match move.kind:
        case "a":
            yield from _attack(position, move.at, names)
        case "p":
            first = _first_near(position, seat, move.at)
            worth, named = sum(each.worth for each in first), listing([*map(squares_of, first[:2])])
            words = mark("gets first to {points} of buildings within 3 turns, such as {buildings}")
            told = tr(words, points=texts.points_words(worth), buildings=named) if worth else ""
            yield Merit(told, tr("a square that gets first to many points within 3 turns"), worth)
        case "" if not _adjacent_pawns(position, seat, move.at):
            if _adjacent_pawns(position, seat, position.pawns[seat - 1]):
                yield Merit(tr(_AWAY), tr("a square that no pawn can attack"), 0)


def _risk(position: Position, seat: int, move: Move) -> float:
    """The worth of the life that attacks next turn may cost after a move of a pawn."""
    at = position.pawns[seat - 1] if move.kind else move.at
    if move.kind not in {"", "c"} or at < 0:
        return 0.0
    life = _LIFE if position.lives[seat - 1] > 1 else _LAST_LIFE
    return life * WIN_CHANCE * _adjacent_pawns(position, seat, at)


def _first_near(position: Position, seat: int, square: int) -> list[Building]:
    """The buildings near a square that are nearer to it than to any other pawn, the most points
    first, then the nearest.
    """
    own, pawns = figures.turns_to_all(position, seat, square), enumerate(position.pawns, 1)
    others = [figures.turns_to_all(position, *each) for each in pawns if each[1] >= 0]
    near, buildings = figures.buildings_near(position, seat, square), position.map.buildings
    first = [it for it in near if all(own[it] < turns[it] for turns in others)]
    return [buildings[it] for it in sorted(first, key=lambda it: (-buildings[it].worth, own[it]))]


def drawback(position: Position, seat: int, move: Move) -> str:
    """The main thing against a move: the early end at which another seat usually leads, an attack
    that it risks, or a roll that it leaves to another seat or puts off.
    """
    if move.kind == "a":
        square = figures.square_after_fight(position, move.at, seat)
        words = mark("if lost ({odds}), you lose a life and go back to {square} ({tie}: a tie)")
        if position.lives[seat - 1] == 1:
            words = mark("if lost ({odds}), you are out ({tie}: a tie)")
        odds, tie = map(figures.chance_words, (WIN_CHANCE, TIE_CHANCE))
        return tr(words, square=square, odds=odds, tie=tie)
    found = foresee(position, seat, move)
    soon = found and found.over >= USUAL and found.rounds <= texts.FEW_QUIET
    if found and soon and found.winner not in {0, seat}:
        return trn(
            "usually ends the match in about {count} round, with you behind",
            "usually ends the match in about {count} rounds, with you behind",
            max(1, round(found.rounds)),
        )
    after = position.after(seat, move)
    at, claims = after.pawns[seat - 1], lures(position)
    if at >= 0 and _adjacent_pawns(after, seat, at):
        words = mark("risks an attack: {odds} to lose a life")
        if position.lives[seat - 1] == 1:
            words = mark("risks an attack: {odds} to lose your last life")
        return tr(words, odds=figures.chance_words(WIN_CHANCE))
    left, number = _most_left(position, move)
    if left >= _TOLD and move != CLAIM[position.map.buildings[number].first]:
        building = squares_of(position.map.buildings[number])
        words = mark("leaves an opponent {odds} to take {building} next turn")
        if len(position.lives) == 2:
            words = mark("leaves your opponent {odds} to take {building} next turn")
        return tr(words, odds=figures.chance_words(left), building=building)
    number = position.map.building_numbers[claims[0].at] if claims else -1
    if move.kind or not claims or number in position.map.near[move.at]:
        return ""
    return tr("lets {building} wait", building=squares_of(position.map.buildings[number]))


def stakes(position: Position, seat: int, names: Names) -> Iterator[str]:
    """The buildings in reach with a question, pawns that can fight, and threats."""
    claims, attacks = moves_of_kind(position, "c"), moves_of_kind(position, "a")
    walks = position.phase == "turn" and not attacks
    if claims:
        numbers = [position.map.building_numbers[it.at] for it in claims]
        early = position.round - position.progress < CALM_ROUNDS - figures.NEAR_STEPS
        walks &= early and 2 * min(position.points[it] for it in numbers) > SIDES
        told, pairs = mark("In reach: {buildings}."), permutations(claims, 2)
        kinds = {(_lead_worth(position, it), position.points[it]) for it in numbers}
        apart = len(kinds) > 1 or any(any(contrasts(position, seat, *it, names)) for it in pairs)
        if len(numbers) > 1 and not apart:
            told = mark("In reach: {buildings}. They are alike.")
        yield tr(told, buildings=listing([_claim_words(position, it, names) for it in numbers]))
    if walks and (far := _walks(position, seat, names)):
        yield tr("A walk away: {buildings}.", buildings=listing(far))
    for move in attacks:
        words = mark("{player} is next to you: attack, get away, or risk it? {win} to lose a life.")
        if sum(position.lives) == len({seat, move.at}):
            words = mark("You and {player} have one life each: a lost fight ends the match.")
        yield tr(words, player=names[move.at - 1], win=figures.chance_words(WIN_CHANCE))
    if position.phase == "turn":
        yield from _threats(position, seat, names)


def _walks(position: Position, seat: int, names: Names) -> list[str]:
    """The most promising buildings out of reach, with their points and turns, the nearest first."""
    ways = enumerate(figures.turns_to_all(position, seat, position.pawns[seat - 1]))
    far = [(way, it) for it, way in ways if way and position.owners[it] != seat]
    far.sort(key=lambda each: -_promise(position, seat, each[1], 1 + each[0]))
    return [_claim_words(position, it, names, way) for way, it in sorted(far[:_MOST_WALKS])]


def _claim_words(position: Position, number: int, names: Names, way: int = 0) -> str:
    """A building with its points, and the rolls for it, or the turns on the way to it."""
    name, left = squares_of(position.map.buildings[number]), position.points[number]
    rolls = figures.roll_odds(left) if left <= SIDES else figures.rolls_words(left)
    rolls = trn("{count} turn", "{count} turns", way) if way else rolls
    points = _points_words(position, number, names)
    return tr("{building} ({points}, {rolls})", building=name, points=points, rolls=rolls)


def _points_words(position: Position, number: int, names: Names) -> str:
    points = texts.points_words(position.map.buildings[number].worth)
    if owner := position.owners[number]:
        points = tr("2 × {points} from {player}", points=points, player=names[owner - 1])
    return points


def _threats(position: Position, seat: int, names: Names) -> Iterator[str]:
    """By opponent, the likeliest losses of own buildings next turn, and of one in reach."""
    own = figures.turns_to_all(position, seat, position.pawns[seat - 1])
    ways = sorted(
        (
            (claim_chance(left), _promise(position, seat, number, 0), number, other)
            for number, left in enumerate(position.points)
            for way, other in _rivals(position, seat, number)[:1]
            if not way
        ),
        reverse=True,
    )
    lost = [it for it in ways if it[0] >= _LOST and position.owners[it[2]] == seat][:MOST_REASONS]
    near = [it for it in ways if it[0] >= _TOLD and not own[it[2]] and it not in lost]
    told = [*lost, *near[:1]][:MOST_REASONS]
    for other in dict.fromkeys(it[3] for it in told):
        named, helpless = list[str](), ATTACK[other] not in position.legal
        for chance, _, number, _ in (it for it in told if it[3] == other):
            is_own = position.owners[number] == seat
            words = mark("your {building} ({odds})") if is_own else mark("{building} ({odds})")
            building = squares_of(position.map.buildings[number])
            named.append(tr(words, building=building, odds=figures.chance_words(chance)))
            helpless = helpless and is_own
        words = mark("⚠️ Next turn {player} can take {buildings}.")
        if helpless:
            words = mark("⚠️ Next turn {player} can take {buildings}; no move stops it.")
        yield tr(words, player=names[other - 1], buildings=listing(named))


def best_goal(position: Position, seat: int, move: Move) -> _Goal | None:
    """The best building to which a move leads, by its lead a turn."""
    promise = partial(_promise, position, seat)
    found = (
        (promise(at, way, 1), at, way + ROLLS_NEEDED[position.points[at]], promise(at, way))
        for _, _, at, way in _prospects(position, seat, move)
    )
    return max(found, default=None)


def _measures(
    position: Position, seat: int, move: Move, goal: _Goal | None, than: Move
) -> dict[str, float]:
    """The measures of a move to a goal, the more the better, by the words for more, the weightiest
    first.
    """
    steps, here = move.kind in {"", "p"}, position.pawns[seat - 1]
    at, found = move.at if steps else here, dict[str, float]()
    safe = not _adjacent_pawns(position, seat, at)
    risk = _SAFE if position.lives[seat - 1] > 1 else _LAST_SAFE
    if here >= 0 and _adjacent_pawns(position, seat, here):
        found[risk] = safe  # an attack now weighs more than turns
    if move.kind == "p":
        found[_NEAR] = sum(each.worth for each in _first_near(position, seat, at))
    if goal is not None:
        found[_FIGHT] = than.kind == "a" and position.lives[than.at - 1] > 1
        found[_GOAL] = 0.0
        if not position.owners[goal[1]]:
            found[_ALONE] = _is_alone(position, seat, goal[1])
    found[_LEFT] = -_most_left(position, move)[0]
    found.setdefault(risk, safe)
    if steps or move.kind == "c":
        found[_REACH] = sum(position.owners[it] != seat for it in position.map.near[at])
    return found


def contrasts(position: Position, seat: int, move: Move, than: Move, names: Names) -> Iterator[str]:
    """The advantages of a move over another one as the board stands, the weightiest first."""
    goal, second = (best_goal(position, seat, each) for each in (move, than))
    own = _measures(position, seat, move, goal, than)
    other = _measures(position, seat, than, second, move)
    brought, lacked = _goal_words(position, goal, second), _goal_words(position, second, goal)
    strong = own.keys() - _SLIGHT - {_NEAR}
    lacks = bool(lacked) or any(own[it] < other.get(it, own[it]) for it in strong)
    left, taken = _most_left(position, than)
    named = squares_of(position.map.buildings[goal[1]]) if goal else ""
    fields = {"odds": figures.chance_words(WIN_CHANCE), "building": named}
    quiet = position.round - position.progress >= CALM_ROUNDS - texts.FEW_QUIET
    totals = [score(position, it).total for it in range(1, len(position.lives) + 1)]
    if move.kind == "a" and quiet and than.kind != "a" and totals[seat - 1] < max(totals):
        reason = mark("a lost life prolongs the match, which soon ends with you behind: {totals}")
        yield tr(reason, totals=f"{totals[seat - 1]} : {max(totals)}")
    if brought and own.get(_SAFE, 0) < other.get(_SAFE, 0):
        count = position.lives[seat - 1]
        brought = tr("{reason}, with {count} lives left", reason=brought, count=count)
    untold = {_LEFT if move.kind == "a" else "", *(_SLIGHT if lacks else ())}
    at_stake = left and (left + own[_LEFT]) * position.map.buildings[taken].worth
    for words, more in sorted(own.items(), key=lambda it: at_stake < 1 or it[0] != _LEFT):
        less = other.get(words, 0 if words == _FIGHT else more)
        if words == _GOAL and brought:
            yield brought
        if words in untold or round(more - less, 1) <= 0:
            continue
        told = [str(round(abs(it))) for it in (more, less)]
        if words == _LEFT:
            told = [*map(figures.chance_words, (_left_to_others(position, move, taken), left))]
            fields["building"] = squares_of(position.map.buildings[taken])
            fields["player"] = names[_rivals(position, seat, taken)[0][1] - 1]
        if told[0] != told[1]:
            yield tr(words, more=told[0], less=told[1], **fields)


def _goal_words(position: Position, goal: _Goal | None, second: _Goal | None) -> str:
    """The advantage of a goal over a second one, with the points and the turns of both."""
    if goal is None or second is None:
        return ""
    (rate, number, turns, promise), (other, at, later, less) = goal, second
    (told, soon), (late, last) = _as_told(turns), _as_told(later)
    lead, least = (_lead_worth(position, it) for it in (number, at))
    odds = [claim_chance(position.points[it]) for it in (number, at)]
    nearly = abs(rate - other) < _NEARLY * max(rate, other)
    more, sooner = rate > other, told < late
    level, ahead, far = more and told == late, more and sooner, more and not nearly
    even = lead * late == least * told
    verdicts = (
        (level and lead > least, mark("brings {lead} in the same time, not {least}")),
        (level and odds[0] > odds[1], mark("a roll takes it more often: {odds}, not {than}")),
        (ahead and lead == least, mark("brings the same {lead} {soon} instead of {number}")),
        (ahead and lead > least, mark("brings more points, and sooner ({both})")),
        (sooner and nearly and even, mark("brings as much a turn, but sooner ({both})")),
        (sooner and nearly, mark("brings points sooner ({both})")),
        (far and lead / told > least / late, mark("brings more points a turn ({both})")),
        (far, mark("brings {rate} points a turn, not {slower} ({both})")),
        (sooner and promise > less, mark("brings points sooner; a walk gives others time")),
    )
    fields = {"soon": soon, "late": last, "lead": texts.points_words(lead), "least": least}
    fields["number"] = _turns_number(late)
    fields |= {"rate": one_decimal_words(rate), "slower": one_decimal_words(other)}
    fields |= zip(("odds", "than"), map(figures.chance_words, odds), strict=True)
    fields["both"] = tr("{lead} {soon} against {least} {late}", **fields)
    return tr(next((words for holds, words in verdicts if holds), ""), **fields)


def _promise(position: Position, seat: int, number: int, way: int, risk: int = _RISK) -> float:
    """The lead that a building brings for each turn; those on the way count more, as others may
    come first. It counts by the chance that a pawn already beside it does not.
    """
    lost, _ = _rival_first_chance(position, seat, number, way)
    turns = risk * way + ROLLS_NEEDED[position.points[number]]
    return _lead_worth(position, number) * (1 - lost) / turns


def _rival_first_chance(position: Position, seat: int, number: int, way: int) -> tuple[float, int]:
    """The chance that an opponent beside a building takes it within a way, and the seat."""
    beside = [other for turns, other in _rivals(position, seat, number) if not turns and way]
    chance = _taken_within(position.points[number], way) if beside else 0.0
    return (chance, beside[0]) if chance >= _TOLD else (0.0, 0)


@cache
def _taken_within(left: int, rolls: int) -> float:
    """The chance that so many rolls take a building."""
    if left <= 0 or not rolls:
        return float(left <= 0)
    return sum(_taken_within(left - shown, rolls - 1) for shown in range(1, SIDES + 1)) / SIDES


def _lead_worth(position: Position, number: int) -> int:
    """The lead that a building brings: its owner loses the points."""
    return position.map.buildings[number].worth * (2 if position.owners[number] else 1)


def _prospects(position: Position, seat: int, move: Move) -> Iterator[_Prospect]:
    """A claimed building; for a step, the buildings in reach, else the most promising of those that
    come nearer, or of all. A step leads to what the course that the machine foresees takes, if
    anything.
    """
    on = position.map
    wanted = [number for number, owner in enumerate(position.owners) if owner != seat]
    if move.kind == "c":
        number = on.building_numbers[move.at]
        aim = tr("a roll for {building}", building=building_name(on.buildings[number]))
        yield _Prospect("", aim, number, 0)
    if move.kind:
        return
    spent = 1 if position.phase == "turn" else 0
    here, there = (
        figures.turns_to_all(position, seat, at) for at in (position.pawns[seat - 1], move.at)
    )
    course = foresee(position, seat, move)
    taken = course.taken[seat] if course else ()
    if foreseen := [it for it in taken if there[it] <= here[it]][:MOST_REASONS]:
        wanted = [it for it in foreseen if not there[it]] or [foreseen[0]]
    reached = [number for number in wanted if not there[number]]
    reached = (new := [number for number in reached if here[number]]) or reached
    beside = listing([building_name(on.buildings[number]) for number in reached])
    rank = partial(_promise, position, seat)
    best = max(reached, key=lambda it: (rank(it, spent), it), default=None)
    told = mark("heads for {building}, {gain}") if new else mark("stays next to {building}, {gain}")
    for number in reached:
        aim = tr("a square next to {building}", building=beside)
        yield _Prospect(told if number == best else "", aim, number, spent)
    if wanted and not reached:
        nearer, _, number = max(
            (there[it] < here[it], rank(it, spent + there[it]), it) for it in wanted
        )
        words = mark("heads for {building}, {gain}") if nearer else ""
        aim = tr("the way to {building}", building=building_name(on.buildings[number]))
        yield _Prospect(words, aim, number, spent + there[number])


def _attack(position: Position, target: int, names: Names) -> Iterator[Merit]:
    player, is_last = names[target - 1], position.lives[target - 1] == 1
    aim = tr("a fight with {player}", player=player)
    if is_last:
        words = mark("if won, it is {player}'s last life")
        begun = position.after(seat_to_move(position), ATTACK[target])
        end = begun.after(CHANCE, Move("d", SIDES)).after(CHANCE, Move("d", 1)).outcome
        if end is not None and end.winner == begun.turn:
            words = mark("if won, wins the match at once: it is {player}'s last life")
        yield Merit(tr(words, player=player), aim, LAST_REMAINING * WIN_CHANCE)
        return
    square = figures.square_after_fight(position, target, target)
    words = mark("if won, {player} loses a life and goes back to {square}")
    yield Merit(tr(words, player=player, square=square), aim, 0)  # it risks as much


def lures(position: Position) -> list[Move]:
    """The claims in reach, those of most points of lead first."""
    numbers, claims = position.map.building_numbers, moves_of_kind(position, "c")
    return sorted(claims, key=lambda it: -_lead_worth(position, numbers[it.at]))


def gains(position: Position) -> dict[str, str]:
    """The chance of each attack, then of each claim that this roll can win, the most points of
    lead first: an attack is always weighed.
    """
    found = [(inf, WIN_CHANCE, str(move)) for move in moves_of_kind(position, "a")]
    for move in moves_of_kind(position, "c"):
        number = position.map.building_numbers[move.at]
        chance = claim_chance(position.points[number])
        found.append((chance * _lead_worth(position, number), chance, str(move)))
    found.sort(reverse=True)
    return {move: figures.chance_words(chance) for lead, chance, move in found if lead}


# ------------------------------------------------------------------------------- squares


def _adjacent_pawns(position: Position, seat: int, square: int) -> int:
    """The number of pawns that can attack a pawn on a square in their next turn."""
    others = (at for other, at in enumerate(position.pawns, 1) if at >= 0 and other != seat)
    return sum(ADJACENT[square] >> at & 1 for at in others)


def _rivals(position: Position, seat: int, number: int) -> list[tuple[int, int]]:
    """The turns of other pawns to a building that is not theirs, and their seats, nearest first."""
    pawns = enumerate(position.pawns if position.phase == "turn" else (), 1)
    others = [(it, at) for it, at in pawns if at >= 0 and it not in {seat, position.owners[number]}]
    return sorted((figures.turns_to_all(position, *it)[number], it[0]) for it in others)


def _is_alone(position: Position, seat: int, number: int) -> bool:
    """Whether a building is nobody's and far from the pawns of all others."""
    rivals = _rivals(position, seat, number)
    return bool(rivals) and not position.owners[number] and rivals[0][0] > figures.NEAR_STEPS


def _left_to_others(position: Position, move: Move, number: int) -> float:
    """The chance that the next roll of a pawn beside a building takes it after a move, if any."""
    left, full = position.points[number], position.map.full_points[number]
    if 0 not in (turns for turns, _ in _rivals(position, seat_to_move(position), number)):
        return 0.0
    claimed = move == CLAIM[position.map.buildings[number].first]
    rolls = range(1, SIDES + 1) if claimed else [0]
    return sum(claim_chance(left - it if it < left else full) for it in rolls) / len(rolls)


def _most_left(position: Position, move: Move) -> tuple[float, int]:
    """The building in reach that others likeliest take in their next turn after a move: the chance,
    and its number.
    """
    numbers = [position.map.building_numbers[it.at] for it in moves_of_kind(position, "c")]
    left = ((_left_to_others(position, move, number), number) for number in numbers)
    return max(left, default=(0.0, 0))


_SIDES = {
    (-1, 0): mark("the squares north of your pawn"),
    (1, 0): mark("the squares south of your pawn"),
    (0, -1): mark("the squares west of your pawn"),
    (0, 1): mark("the squares east of your pawn"),
}
_PARTS = {
    (-1, -1): mark("the north-west of the map"),
    (-1, 0): mark("the north of the map"),
    (-1, 1): mark("the north-east of the map"),
    (0, -1): mark("the west of the map"),
    (0, 1): mark("the east of the map"),
    (1, -1): mark("the south-west of the map"),
    (1, 0): mark("the south of the map"),
    (1, 1): mark("the south-east of the map"),
}
"""By the rows down and the columns to the right."""


def regions(position: Position, move: Move) -> Sequence[str]:
    """A quarter of the map or a half; of a claim all claims, without a name. In a turn else the
    side of the pawn to which a step mainly leads, or both sides if it is as far to both.
    """
    if position.phase == "turn":
        if move.kind:
            return [""] if move.kind == "c" else []  # the stakes name the buildings
        pawn = divmod(position.pawns[seat_to_move(position) - 1], WIDTH)
        down, right = (at - own for at, own in zip(divmod(move.at, WIDTH), pawn, strict=True))
        far, sides = max(abs(down), abs(right)), _SIDES.items()
        return [tr(side) for (south, east), side in sides if south * down + east * right == far]
    if position.phase not in PLACING:
        return []
    lines = zip(*(divmod(it, WIDTH) for it in squares_in(position.map.squares)), strict=True)
    twice = (
        (2 * at, min(on) + max(on)) for at, on in zip(divmod(move.at, WIDTH), lines, strict=True)
    )
    down, right = ((at > middle) - (at < middle) for at, middle in twice)
    return [tr(_PARTS[it]) for it in ((down, right), (down, 0), (0, right)) if any(it)]


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
        found.matches += 1
        run = 0
        for before, after in pairwise(view.seen for view in views):
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
