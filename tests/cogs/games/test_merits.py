"""The merits of moves agree with the rules, as far as they have numbers or look ahead."""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, combinations
from typing import Any

import pytest

from cogs.contract.account import Merit, reasons
from cogs.contract.face import Face
from cogs.games.prowler.texts import scoring_words
from prowlerbot.core.game import CHANCE, find_move
from prowlerbot.core.record import replay
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import ENTRANCE, STEP
from prowlerbot.games.heroes.pieces import SQUARE as COLONY_SQUARE
from prowlerbot.games.heroes.rules import Position as Colonies
from prowlerbot.games.heroes.seat import End, Seat, Trace, Walk
from prowlerbot.games.heroes.stages.events import STAGES, populate
from prowlerbot.games.heroes.stages.invasion import routes
from prowlerbot.games.landgrab.foresight import foresee
from prowlerbot.games.landgrab.map import ADJACENT, SQUARE
from prowlerbot.games.landgrab.playouts import Course, play_out
from prowlerbot.games.landgrab.rules import Position as Land
from prowlerbot.games.landgrab.words import squares_of
from prowlerbot.games.prowler import rules
from prowlerbot.games.prowler.position import DISTRICTS
from prowlerbot.games.prowler.rules import Position as City
from prowlerbot.games.prowler.words import CONDITION_NAMES, DISTRICT_NAMES
from prowlerbot.puzzles.puzzle import shipped_puzzles
from tests.cogs.games.shown import FACES
from tests.games.play import play

NAMES = ("Ann", "Ben", "Cem", "Dee")
Told = tuple[str, Any, int, str, str]
"""Whether the words agree with a position of the game, a seat, its move and the other move."""
Check = Callable[[re.Match[str], Any, int, str, str], bool]


def told(face: Face, setup: str, seats: int, seed: int) -> Iterator[Told]:
    """The merits of two moves at each decision of a random match; each has some, unless its seat
    owns all that there is.
    """
    rng = random.Random(seed)
    state = face.game.start(setup)
    names = NAMES[:seats]
    while state.to_move:
        seat = min(state.to_move)
        legal = state.moves(seat)
        if seat != CHANCE:
            view = state.view(seat)
            than = str(rng.choice(legal))
            for move in rng.sample(list(legal), min(2, len(legal))):
                found = face.merits(view, seat, str(move), names, than)
                assert found or {*getattr(state, "owners", ())} <= {seat}, f"{move}: no purpose"
                for merit in found:
                    assert merit.aim
                    if merit.words:
                        yield merit.words, state, seat, str(move), than
        state = state.after(seat, rng.choice(legal))


def unproved(found: Iterator[Told], checks: Mapping[str, Check]) -> tuple[list[str], set[str]]:
    """The words that a check denies, and the checks of use; told matches have all other words."""
    wrong, used = [], set()
    for words, *where in found:
        matches = ((each, re.fullmatch(each, words)) for each in checks)
        pattern, match = next(((each, hit) for each, hit in matches if hit), ("", None))
        used |= {pattern} - {""}
        if match is not None and not checks[pattern](match, *where):
            wrong.append(f"{words} ({where[2]} for seat {where[1]})")
    return wrong, used


# ------------------------------------------------------------------------- Prowler's Passage


_DISTRICT = {name: DISTRICTS.index(letter) for letter, name in DISTRICT_NAMES.items()}


def _prowler_after(position: City, seat: int, move: str) -> City:
    return position.after(seat, find_move(position, seat, move))


def _side(track: int, seat: int) -> int:
    return track if seat == 1 else -track


def _district(position: City, seat: int, move: str, name: str) -> tuple[int, int, int]:
    """The spaces of a marker before and after a move, and the pay of the seat after it."""
    at, after = _DISTRICT[name], _prowler_after(position, seat, move)
    pay = rules.district_wealth(after, seat)[at] or 0
    return _side(position.track[at], seat), _side(after.track[at], seat), pay


def _takes_nothing(m: re.Match[str], p: City, seat: int, move: str, _: str) -> bool:
    was, now, pay = _district(p, seat, move, m[1])
    return was <= 0 < now and not pay and not _gain(p, seat, move)


def _gain(p: City, seat: int, move: str) -> int:
    return _lead(_prowler_after(p, seat, move), seat) - _lead(p, seat)


def _parts(m: re.Match[str], p: City, seat: int, move: str, _: str) -> bool:
    """The parts of a lead add up to it, and each is the right one."""
    told = re.sub(r" \((\d+) : (\d+)\)", "", m[0])
    if mid := _prowler_after(p, seat, move).mid if told != m[0] else None:
        assert m[0].count(f"({sum(mid[seat - 1])} : {sum(mid[2 - seat])})") == 1
    parts = dict(each.rsplit(" ", 1) for each in told.split(", "))
    found = {name: int(each.replace("−", "-").strip("±")) for name, each in parts.items()}
    own, rival = (_counted_after(p, seat, move, it) for it in (seat, 3 - seat))
    rest = found.pop("the rest", 0)
    right = all(own[name] - rival[name] == change for name, change in found.items())
    return right and sum(found.values()) + rest == _gain(p, seat, move)


def _counted_after(p: City, seat: int, move: str, whose: int) -> dict[str, int]:
    """What a move adds to the wealth of a seat, by districts and categories."""
    after = _prowler_after(p, seat, move)
    pairs = zip(rules.district_wealth(p, whose), rules.district_wealth(after, whose), strict=True)
    found = {
        name: (now or 0) - (was or 0) for name, (was, now) in zip(_DISTRICT, pairs, strict=True)
    }
    sheets = [rules.score(each, whose, final=True)._asdict() for each in (p, after)]
    found |= {name.capitalize(): sheets[1][name] - was for name, was in sheets[0].items()}
    mids = [each.mid[whose - 1].total if each.mid else 0 for each in (p, after)]
    return found | {"the mid-game scoring": mids[1] - mids[0]}


def _leads(m: re.Match[str], p: City, seat: int, move: str, _: str) -> bool:
    was, now, _pay = _district(p, seat, move, m[1])
    return 0 < was < now == int(m[2])


def _leaves(m: re.Match[str], p: City, seat: int, move: str, _: str) -> bool:
    was, now, _pay = _district(p, seat, move, m[1])
    return was < now == -int(m[2]) < 0


def _card(words: str) -> int:
    return next(card for card, told in CONDITION_NAMES.items() if told == words)


def _claims(p: City, seat: int, move: str) -> set[int]:
    after = _prowler_after(p, seat, move)
    return {*after.achievements[seat - 1]} - {*p.achievements[seat - 1]}


def _replies(p: City, seat: int, move: str) -> list[tuple[set[int], int]]:
    """What each reply of the other seat would bring it: achievements, and the number of statues."""
    after, other = _prowler_after(p, seat, move), 3 - seat
    had = len(after.statues[other - 1])
    return [
        (
            _claims(after, other, str(reply)),
            len(_prowler_after(after, other, str(reply)).statues[other - 1]) - had,
        )
        for reply in after.moves(other)
    ]


def _keeps(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    card = _card(m[1])
    now = any(card in cards for cards, _ in _replies(p, seat, move))
    return any(card in cards for cards, _ in _replies(p, seat, than)) and not now


def _keeps_statue(_: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    now = max((statues for _, statues in _replies(p, seat, move)), default=0)
    return max((statues for _, statues in _replies(p, seat, than)), default=0) > now


def _keeps_scoring(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    instead, other = _prowler_after(p, seat, than), 3 - seat
    then = any(instead.after(other, reply).half is not None for reply in instead.moves(other))
    return p.half is None and then and _keeps_statue(m, p, seat, move, than)


def _lead(p: City, seat: int) -> int:
    return rules.running_wealth(p, seat) - rules.running_wealth(p, 3 - seat)


def _replies_bring(p: City, seat: int, move: str) -> dict[str, int]:
    """What each reply of the other seat, in words, adds to its lead."""
    after, other = _prowler_after(p, seat, move), 3 - seat
    words = partial(FACES["prowler"].move_words, after.view(other))
    was = _lead(after, other)
    return {
        words(str(reply)): _lead(after.after(other, reply), other) - was
        for reply in after.moves(other)
    }


def _reply_is_less(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    less, reply, instead, more, other = m.groups()
    now, then = _replies_bring(p, seat, move), _replies_bring(p, seat, than)
    named = FACES["prowler"].move_words(p.view(seat), than) == instead
    most = (
        now[reply] == max(now.values()) == int(less.replace("−", "-")),
        then[other] == max(then.values()) == int(more),
    )
    behind = _gain(p, seat, than) - _gain(p, seat, move)
    return named and all(most) and max(0, behind) < max(then.values()) - max(now.values())


def _goes_on_better(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    """Both sums are those of turns that each bring most, and the first one is the larger."""
    totals = []
    for told, begun in zip(m.groups(), (move, than), strict=True):
        *gains, total = (
            int(each.replace("−", "-").replace("±", "")) for each in re.findall(r"[+−±]\d+", told)
        )
        at, others = _prowler_after(p, seat, begun), [_gain(p, seat, begun)]
        for who, pathway in zip((3 - seat, seat), re.findall(r"\((\d+)\)", told), strict=True):
            brings = {str(each): _gain(at, who, str(each)) for each in at.moves(who)}
            most = max(brings.values())
            taken = next(it for it in brings if brings[it] == most and it.split(">")[0] == pathway)
            others.append(most if who == seat else -most)
            at = _prowler_after(at, who, taken)
        assert gains == others
        assert sum(gains) == total
        totals.append(total)
    return totals[0] > totals[1]


def _ties_for_most(_: re.Match[str], p: City, seat: int, move: str, __: str) -> bool:
    after = _prowler_after(p, seat, move)
    assert rules.MOST_DISTRICTS_AT_MID_GAME in p.unclaimed
    assert p.half is None
    other = 3 - seat
    was, now = (it.controlled_districts(seat) - it.controlled_districts(other) for it in (p, after))
    return was < now and (was == 0) != (now == 0)


PROWLER: dict[str, Check] = {
    r"takes (\w+), no wealth yet": _takes_nothing,
    r"leads (\w+) by (\d+) spaces?": _leads,
    r"leaves \w+ (\w+) by only (\d+) spaces?": _leaves,
    r"[\w -]+ [+−±]\d+(?: \(\d+ : \d+\))?(?:, [\w ]+ [+−±]\d+)*": _parts,
    r"wins “(.+)”": lambda m, p, s, move, _: _card(m[1]) in _claims(p, s, move),
    r"keeps \w+ from “(.+)” next turn: \d wealth": _keeps,
    r"keeps \w+ from a statue next turn": _keeps_statue,
    r"keeps \w+ from the 2nd statue and the mid-game scoring next turn": _keeps_scoring,
    r"leaves \w+ at most (\S+) \((.+)\), while (.+) instead leaves (\S+) \((.+)\)": _reply_is_less,
    r"if both then take the most at once, it comes to (.+), after .+? to ([+−].+)": _goes_on_better,
    r"ties in districts|breaks the district tie": _ties_for_most,
}


# ---------------------------------------------------------------------------------- Landgrab


_SQUARE = r"([A-L]\d+)(?:-[A-L]\d+)?"
_STEPS = 3
_GAIN = r"(\d) points?(?: taken from (\w+))?(?:, nobody near)?, about (\d+) turns?"


@cache
def _rolls(left: int) -> float:
    """The mean number of rolls that take a building."""
    return 1 + sum(_rolls(left - shown) for shown in range(1, 13)) / 12 if left > 0 else 0


def _building(p: Land, name: str, worth: str) -> int:
    number = p.map.building_numbers[SQUARE[name]]
    assert p.map.buildings[number].worth == int(worth)
    return number


def _owner(p: Land, number: int) -> str | None:
    return NAMES[p.owners[number] - 1] if p.owners[number] else None


def _is_owned(m: re.Match[str], p: Land, seat: int, number: int, owner: str) -> bool:
    """Whether the owner is right, and whether other pawns are near a building of nobody."""
    pawns = [(it, at) for it, at in enumerate(p.pawns, 1) if it != seat and p.phase == "turn"]
    away = [_turns(p, at, number, it) for it, at in pawns if at >= 0]
    lonely = bool(away) and min(away) > _STEPS and not p.owners[number]
    return _owner(p, number) == owner and lonely == (", nobody near" in m[0])


def _rolled_for(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    number = _building(p, m[1], m[2])
    right = round(_rolls(p.points[number])) == int(m[4])
    return right and move == f"c:{m[1]}" and _is_owned(m, p, seat, number, m[3])


def _in_reach(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    """The seat could claim the building now if it were its turn once more."""
    number = _building(p, m[2], m[3])
    after, around = p.after(seat, find_move(p, seat, move)), p.map.buildings[number].around
    was, now = (around >> max(each.pawns[seat - 1], 0) & 1 for each in (p, after))
    spent = 1 if p.phase == "turn" else 0
    right = p.owners[number] != seat and round(spent + _rolls(p.points[number])) == int(m[5])
    right = right and _is_owned(m, p, seat, number, m[4])
    return bool(now) and right and (m[1] == "keeps") == bool(was)


def _turns(p: Land, square: int, number: int, seat: int) -> int:
    """The steps, of which the first may be a way around an own building beside the square."""
    found = [_steps(p, square, number)]
    for each, owner in zip(p.map.buildings, p.owners, strict=True):
        if owner == seat and each.around >> square & 1:
            beyond = [it for it in SQUARE.values() if each.around & p.map.free & 1 << it]
            found.append(1 + min(_steps(p, there, number) for there in beyond))
    return min(found)


def _steps(on: Land, start: int, number: int) -> int:
    """The steps until a building is adjacent, by a search of its own."""
    seen, edge, count = {start}, {start}, 0
    around = on.map.buildings[number].around
    while not any(around >> square & 1 for square in edge):
        edge = {
            there
            for square in edge
            for there in SQUARE.values()
            if ADJACENT[square] >> there & 1 and on.map.free >> there & 1 and there not in seen
        }
        seen |= edge
        count += 1
    return count


def _from(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    number = _building(p, m[2], m[3])
    there = SQUARE[move.removeprefix("p:")]
    here = p.pawns[seat - 1] if p.phase == "turn" else there
    steps, before = (_turns(p, square, number, seat) for square in (there, here))
    spent = 1 if p.phase == "turn" else 0
    right = round(spent + steps + _rolls(p.points[number])) == int(m[5])
    right = right and _is_owned(m, p, seat, number, m[4])
    nearer = m[1].startswith("comes")
    return right and nearer == (steps < before) and p.owners[number] != seat


def _promised(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    courses = _courses(p, seat, move)
    worth = [each.worth for each in p.map.buildings]

    def mean(seat: int) -> float:
        owners = chain.from_iterable(zip(it.owners, worth, strict=True) for it in courses)
        return sum(points for owner, points in owners if owner == seat) / len(courses)

    other = max(mean(it) for it in p.seats if it != seat)
    return abs(mean(seat) - int(m[1])) < _STEPS and abs(other - int(m[2])) < _STEPS


def _sooner(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    told = partial(FACES["landgrab"].merits, p.view(seat), seat, names=NAMES[: len(p.lives)])
    words = (" ".join(it.words for it in told(each)) for each in (move, than))
    own, other = (min(map(int, re.findall(r"about (\d+) turn", each))) for each in words)
    return other - own == int(m[1])


def _fight(m: re.Match[str], p: Land, seat: int, move: str, _: str) -> bool:
    """The end of the fight for the higher roll, whatever the pair."""
    target = int(move.partition(":")[2])
    begun = p.after(seat, find_move(p, seat, move))
    ends = [
        begun.after(CHANCE, first).after(CHANCE, second)
        for first, second in combinations(sorted(begun.moves(CHANCE), reverse=True), 2)
    ]
    assert NAMES[target - 1] in m[0] or "last pawn standing" in m[0]
    assert ("last life" in m[0] or "last pawn standing" in m[0]) == (p.lives[target - 1] == 1)
    assert all(end.lives[target - 1] == p.lives[target - 1] - 1 for end in ends)
    alone = "last pawn standing" in m[0]
    return not alone or all(end.end == "last" and end.lives[seat - 1] > 0 for end in ends)


@cache
def _courses(p: Land, seat: int, move: str) -> list[Course]:
    """Playouts after a move, by other luck than that of the face."""
    found = []
    for seed in range(40):
        rng, after = random.Random(f"other {seed}"), p.after(seat, find_move(p, seat, move))
        while CHANCE in after.to_move:
            after = after.after(CHANCE, rng.choice(after.moves(CHANCE)))
        if (course := play_out(after, seat, rng)) is not None:
            found.append(course)
    return found


def _share(p: Land, seat: int, move: str, is_so: Callable[[Course], float]) -> float:
    courses = _courses(p, seat, move)
    return 100 * sum(map(is_so, courses)) / len(courses)


_WITHIN = 35
"""A difference of two shares of 100 playouts that luck alone does not bring."""


def _differ(
    p: Land, seat: int, moves: Sequence[str], told: Sequence[str], is_so: Callable[[Course], float]
) -> bool:
    """Whether the shares of two moves are about as they are told, the first one larger."""
    pairs = zip(map(int, told), (_share(p, seat, move, is_so) for move in moves), strict=True)
    more, less = map(int, told)
    return more > less and all(abs(one - other) < _WITHIN for one, other in pairs)


def _goes_on(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    ended = [it for it in _courses(p, seat, than) if it.over]
    rounds = sum(it.round - p.round for it in ended) / len(ended)
    right = max(it.leads()[NAMES.index(m[1])] for it in ended) > 0
    own, other = (_share(p, seat, each, lambda it: it.over) for each in (move, than))
    return right and own < other and abs(max(1, rounds) - int(m[2])) <= 1


def _last_life(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    shares = (m[1], m[2])
    return _differ(p, seat, (move, than), shares, lambda it: it.lives[seat - 1])


def _less_ahead(m: re.Match[str], p: Land, seat: int, move: str, than: str) -> bool:
    rival = NAMES.index(m[1])
    return _differ(p, seat, (than, move), (m[3], m[2]), lambda it: it.leads()[rival] >= 0)


LANDGRAB: dict[str, Check] = {
    rf"rolls for {_SQUARE} \({_GAIN}\)": _rolled_for,
    rf"(keeps|brings) {_SQUARE} (?:in|into) reach \({_GAIN}\)": _in_reach,
    rf"(comes nearer|can go on) to {_SQUARE} \({_GAIN}\)": _from,
    r"(?:keeps|a lost) .*, (?:after )?which (\w+) would win in about (\d+) rounds?": _goes_on,
    r"leaves (\w+) ahead later in (\d+) of 100 matches, not (\d+)": _less_ahead,
    r"keeps the last life in (\d+) of 100 matches, not (\d+)": _last_life,
    r"promises about (\d+) points? in 20 rounds, the best opponent (\d+)": _promised,
    r"brings points about (\d+) turns? sooner": _sooner,
    r"may take a life from \w+": _fight,
    r"with the higher roll, takes \w+'s last life": _fight,
    r"with the higher roll, leaves yours as the last pawn standing: 5 points": _fight,
}


# ----------------------------------------------------------------------------- Heroes Beware


_KINDS = ("gold", "gem", "guard", "trap", "prisoner")


def _own(p: Colonies, seat: int) -> Seat:
    return p.seats[seat - 1]


def _colony_after(p: Colonies, seat: int, move: str) -> Seat:
    return _own(p.after(seat, find_move(p, seat, move)), seat)


def _counted(words: str) -> list[int]:
    counts = dict.fromkeys(_KINDS, 0)
    for number, kind in re.findall(r"(\d+) ([a-z]+)", words):
        counts[kind if kind in counts else kind.removesuffix("s")] = int(number)
    return list(counts.values())


def _more(was: Sequence[int], now: Sequence[int]) -> list[int]:
    return [max(0, new - old) for old, new in zip(was, now, strict=True)]


def _built(p: Colonies, seat: int, move: str) -> tuple[Colony, Colony]:
    return _own(p, seat).colony, _colony_after(p, seat, move).colony


def _brings_standing(m: re.Match[str], p: Colonies, seat: int, move: str, _: str) -> bool:
    before, after = _built(p, seat, move)
    return _counted(m[1]) == _more(populate(before).counts, populate(after).counts)


def _exchange(m: re.Match[str], p: Colonies, seat: int, move: str, _: str) -> bool:
    """Whether the choice itself changes the tokens so, whatever it is compared with."""
    own = _own(p, seat)
    was = own.tokens.counts
    now = STAGES[own.stage][1](own, find_move(p, seat, move)).tokens.counts
    brought, paid = m.groupdict().get("more") or "", m.groupdict().get("less") or ""
    return [_counted(brought), _counted(paid)] == [_more(was, now), _more(now, was)]


def _held_back(m: re.Match[str], p: Colonies, seat: int, move: str, _: str) -> bool:
    """All squares that an invader can reach without a trap or guard are walked to."""
    own = _own(p, seat)
    if own.stage in STAGES:
        own = STAGES[own.stage][1](own, find_move(p, seat, move))
    else:
        own = _colony_after(p, seat, move)
    colony = own.colony
    tokens = own.tokens if own.tokens.anywhere else populate(colony)
    open_, seen = [ENTRANCE], {ENTRANCE}
    while open_:
        square = open_.pop()
        if (tokens.traps | tokens.guards) >> square & 1:
            seen.discard(square)
            continue
        for direction, step in enumerate(STEP):
            if colony.ways[direction] >> square & 1 and square + step not in seen:
                seen.add(square + step)
                open_.append(square + step)
    held = [square for square in COLONY_SQUARE.values() if square not in seen]
    gems = sum(tokens.gems >> square & 1 for square in held)
    return sum(tokens.gold_on(square) for square in held) + 5 * gems == int(m[1])


def _seals(m: re.Match[str], p: Colonies, seat: int, move: str, than: str) -> bool:
    before, after = _built(p, seat, move)
    sealed = [COLONY_SQUARE[each] for each in re.findall(r"[A-O]\d+", m[2])]
    new = all(after.sealed & ~before.sealed >> square & 1 for square in sealed)
    return new and _brings_standing(m, p, seat, move, than)


def _ends(p: Colonies, seat: int, move: str) -> list[tuple[int, bool]]:
    """The treasure left at each end of a walk, and whether the invader is defeated."""
    own, found = _own(p, seat), list[tuple[int, bool]]()
    leading = routes(own.colony, p.invader, p.map)

    def go(walk: Walk | End, options: Sequence[Move], trace: Trace) -> None:
        if not isinstance(walk, Walk):
            found.append((_treasure_after_walk(p, seat, trace), trace[-1][1] == "defeated"))
            return
        for option in options:
            go(*leading.after(walk, option, trace))

    assert own.walk is not None
    go(own.walk, [find_move(p, seat, move)], own.trace)
    return found


def _treasure_after_walk(p: Colonies, seat: int, trace: Sequence[tuple[int, str]]) -> int:
    """The treasure in the colony less all that the invader took."""
    own = _own(p, seat)
    assert own.walk is not None
    begun = own.walk.tokens
    later = trace[len(own.trace) :]
    lost = [what for _, what in later if what in {"gold", "gem"}]
    left = begun.all_gold + 5 * begun.gems.bit_count()
    return left - lost.count("gold") - 5 * lost.count("gem")


def _now(p: Colonies, seat: int) -> int:
    tokens = _own(p, seat).tokens_now
    return tokens.all_gold + 5 * tokens.gems.bit_count()


HEROES: dict[str, Check] = {
    r"brings (.+) as the colony stands": _brings_standing,
    r"brings (.+) by closing the last open edge of: (.+)": _seals,
    r"brings (?P<more>.+) for (?P<less>.+)": _exchange,
    r"brings (?P<more>.+)": _exchange,
    r"costs only (?P<less>.+)": _exchange,
    r"costs nothing": _exchange,
    r"keeps your (only|\d+) guards? \(most guards: a gem, worth 5\)": lambda m, p, s, move, than: (
        _own(p, s).tokens.counts[2] == int(m[1].replace("only", "1"))
        and "w@" in (than or str([str(it) for it in p.moves(s) if str(it) != move]))
        and "w@" not in move
    ),
    r"keeps (\d+) treasure behind a trap or guard on every way": _held_back,
    r"leaves an open edge, so that you can build on": lambda _m, p, s, move, than: (
        not _built(p, s, than)[1].frontier
        and not ("@" in move and not _built(p, s, move)[1].frontier)
    ),
    r"defeats the invader in any case": lambda _m, p, s, move, _: all(
        defeated for _, defeated in _ends(p, s, move)
    ),
    r"can still defeat the invader": lambda _m, p, s, move, _: any(
        defeated for _, defeated in _ends(p, s, move)
    ),
    r"can keep the loss to (\d+) treasure": lambda m, p, s, move, _: (
        _now(p, s) - max(left for left, _ in _ends(p, s, move)) == int(m[1])
    ),
    r"can keep all that is left of the treasure": lambda _m, p, s, move, _: (
        max(left for left, _ in _ends(p, s, move)) == _now(p, s)
    ),
}
RARE = {
    r"keeps \w+ from the 2nd statue and the mid-game scoring next turn",
    r"brings (.+) by closing the last open edge of: (.+)",
    r"can still defeat the invader",
}
_HEROES = ((2, "2/turns/guided/full"), (1, "1/live/free/short"), (3, "3/brisk/guided/full"))


@pytest.mark.parametrize(
    ("game", "checks", "matches"),
    [
        ("prowler", PROWLER, [(2, "")] * 20),
        ("landgrab", LANDGRAB, [(2, ""), (3, "RBG/1/F6,H6/F7/"), *[(2, "RB/1/F6,H6/F7/")] * 8]),
        ("heroes", HEROES, _HEROES * 2),
    ],
)
def test_each_move_has_a_purpose_and_every_merit_agrees_with_the_rules(
    game: str,
    checks: dict[str, Check],
    matches: Sequence[tuple[int, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    face, used = FACES[game], set[str]()
    monkeypatch.setattr("prowlerbot.games.landgrab.foresight.PLAYOUTS", 50)
    monkeypatch.setattr("cogs.games.landgrab.moments.foresee", cache(foresee.__wrapped__))
    options = {"map": "drawn"} if game == "landgrab" else {}
    for seed, (seats, setup) in enumerate(matches):
        begun = setup or face.game.setup(random.Random(seed), seats, options)
        found = told(face, begun, seats, seed)
        wrong, known = unproved(found, checks)
        assert not wrong
        used |= known
    assert {*checks} - used <= RARE


SETUP = "CRB-MPC-RPM-BCP-RCM-PBR/wbpmrbpmrbwpmrbpmrdbpmrbpdw/4,9,15/2"


def test_a_move_is_told_by_its_two_weightiest_merits() -> None:
    position = play(FACES["prowler"].game.start(SETUP), ">C")
    found = FACES["prowler"].reasons(position.view(2), 2, "5", NAMES)
    assert 1 <= len(found) <= 2
    merits = FACES["prowler"].merits(position.view(2), 2, "5", NAMES)
    worths = {each.words: each.worth for each in merits}
    assert found[0] == max(worths, key=worths.__getitem__)


def test_no_reason_is_one_in_which_the_other_move_is_better_and_the_weightiest_leads() -> None:
    tied, longer = Merit("ties Banking", "Banking", 5), Merit("longer", "a longer passage", 2)
    own = [Merit("takes Political: 3", "Political", 3), longer, tied]
    than = [Merit("takes Political: 4", "Political", 4), tied]
    assert reasons(own, than) == ["longer"]
    assert reasons(own, than, led=True) == ["ties Banking", "longer"]


def test_the_mid_game_scoring_is_announced_in_one_line_four_passages_before() -> None:
    by_number, either, early = 0, set[bool](), set[int]()
    for seed in range(8):
        rng, position = random.Random(seed), FACES["prowler"].game.start(SETUP)
        assert isinstance(position, City)
        shown: list[str] = []
        while position.half is None:
            seat = min(position.to_move)
            position = position.after(seat, rng.choice(position.moves(seat)))
            shown.append(told := scoring_words(position))
            if "2 passages." in told:
                (seat,) = position.to_move
                after = (position.after(seat, move) for move in position.moves(seat))
                either.add(at_once := any(each.half is not None for each in after))
                assert ("2nd statue" in told) == at_once
            if "2nd statue" in told:
                early.add(sum(map(len, position.statues)))
            assert "\n" not in told
        assert shown[-1] == ""
        assert shown[-2], seed
        if sum(map(len, position.statues)) < rules.MID_GAME_STATUES:
            by_number += 1
            assert [f"{left} passages." in shown[-1 - left] for left in (4, 3, 2)] == [True] * 3
            assert "Next passage: mid-game scoring." in shown[-2]
    assert by_number
    assert 0 in early, "also before the first statue falls"
    assert either == {True, False}


def test_a_step_leads_to_what_the_machine_foresees_and_takes_nothing_of_ones_own() -> None:
    setup = FACES["landgrab"].game.setup(random.Random(3), 2, {"map": "drawn"})
    state: Any = FACES["landgrab"].game.start(setup)
    rng, compared = random.Random(3), 0
    while compared < 40:
        (seat,) = state.to_move
        if seat != CHANCE and state.phase == "turn":
            steps = [str(each) for each in state.moves(seat) if not each.kind]
            for move in rng.sample(steps, min(2, len(steps))):
                likely = FACES["landgrab"].machine_plan_words(state.view(seat), seat, move)
                if not (then := re.match(r"Then likely (.+?)\.", likely)):
                    continue
                found = foresee(state, seat, find_move(state, seat, move))
                assert found is not None
                assert seat not in [state.owners[it] for it in found.taken[seat]]
                named = {squares_of(state.map.buildings[it]) for it in found.taken[seat]}
                merits = FACES["landgrab"].merits(state.view(seat), seat, move, NAMES[:2])
                ways = [re.search(r"(?:to|brings|keeps) ([A-L]\S+)", it.words) for it in merits]
                assert {then[1], *(each[1] for each in ways if each)} <= named, (move, likely)
                compared += 1
        state = state.after(seat, rng.choice(state.moves(seat)))


def test_a_wrong_try_in_the_last_quiet_rounds_says_when_they_end_the_match_and_for_whom() -> None:
    face, told = FACES["landgrab"], 0
    for puzzle in shipped_puzzles(face.game)[:7]:
        state: Any = replay(face.game, puzzle.setup, puzzle.moves)[-1]
        view, (*_, wrong) = state.view(puzzle.seat), puzzle.options
        left = re.search(r"ends after (\d+) more|last one, unless", face.countdown(view))
        against = re.fullmatch(
            r"usually ends the match in about (\d+) rounds?, with you behind",
            face.drawback(view, puzzle.seat, wrong.move),
        )
        if left and against:
            told += 1
            assert abs(int(against[1]) - int(left[1] or 0)) <= 1
            ended = [it for it in _courses(state, puzzle.seat, wrong.move) if it.over]
            assert sum(it.leads()[puzzle.seat - 1] > 0 for it in ended) * 2 < len(ended)
    assert told >= 3
