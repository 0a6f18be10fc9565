"""The merits of moves agree with the rules, as far as they have numbers or look ahead."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any

import pytest

from cogs.contract.account import Merit, reasons
from cogs.contract.face import Face
from cogs.games.heroes.moments import treasure_held_back
from cogs.games.prowler.texts import scoring_words
from prowlerbot.core.game import CHANCE, find_move
from prowlerbot.core.record import replay
from prowlerbot.core.squares import squares_in, unite
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import ENTRANCE, PIECES, STEP
from prowlerbot.games.heroes.pieces import SQUARE as COLONY_SQUARE
from prowlerbot.games.heroes.rules import Position as Colonies
from prowlerbot.games.heroes.seat import End, Seat, Trace, Walk
from prowlerbot.games.heroes.stages.building import legal_spots
from prowlerbot.games.heroes.stages.events import STAGES, populate, spent_traps
from prowlerbot.games.heroes.stages.invasion import routes
from prowlerbot.games.heroes.thinking import WANTED
from prowlerbot.games.landgrab.playouts import foresee
from prowlerbot.games.landgrab.words import squares_of
from prowlerbot.games.prowler import rules
from prowlerbot.games.prowler.board import separate_parts
from prowlerbot.games.prowler.position import DISTRICTS
from prowlerbot.games.prowler.rules import Position as City
from prowlerbot.games.prowler.words import CONDITION_NAMES, DISTRICT_NAMES, ONE_TILE
from prowlerbot.puzzles.puzzle import shipped_puzzles
from tests.cogs.games.landgrab_merits import LANDGRAB, NAMES, Check, courses_after
from tests.cogs.games.shown import FACES
from tests.games.play import play

Told = tuple[str, Any, int, str, str]
"""Words, a position of the game, a seat, its move and the other move."""


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
                merits = face.merits(view, seat, str(move), names, than)
                assert merits or {*getattr(state, "owners", ())} <= {seat}, f"{move}: no purpose"
                assert all(merit.aim for merit in merits)
                found = [merit.words for merit in merits]
                if face.level_by_reasons or face.tells_lead:
                    found += [face.drawback(view, seat, str(move))]
                    found += [face.machine_plan_words(view, seat, str(move))]
                if face.level_by_reasons:
                    found += face.reasons(view, seat, str(move), names, than)
                    found += face.stakes(view, seat, names)
                elif not face.tells_lead:
                    asked = view, seat, str(move)
                    found += [face.purpose(*asked, names), face.drawback(*asked)]
                for words in filter(None, dict.fromkeys(found)):
                    yield words, state, seat, str(move), than
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


def _signed(told: str) -> int:
    return int(told.replace("−", "-").strip("±"))


def _gain(p: City, seat: int, move: str) -> int:
    return _lead(_prowler_after(p, seat, move), seat) - _lead(p, seat)


def _parts(m: re.Match[str], p: City, seat: int, move: str, _: str) -> bool:
    """The parts of a lead add up to it, and each is the right one."""
    told = re.sub(r" \((\d+) : (\d+)\)", "", m[0])
    if mid := _prowler_after(p, seat, move).mid if told != m[0] else None:
        assert m[0].count(f"({sum(mid[seat - 1])} : {sum(mid[2 - seat])})") == 1
    parts = re.findall(r"(.+?) ([+−±]\d+)(?:, |$)", told)
    found = {name: _signed(change) for name, change in parts}
    if claimed := [name for name in found if name.startswith("“")]:
        (cards,) = claimed
        assert {*map(_card, re.findall("“(.+?)”", cards))} == _claims(p, seat, move)
        found["Achievements"] = found.pop(cards)
    assert sum(found.values()) == _gain(p, seat, move)
    own, rival = (_counted_after(p, seat, move, it) for it in (seat, 3 - seat))
    assert bool(claimed) == (own["Achievements"] > 0 == rival["Achievements"])
    sizes = [abs(_signed(it)) for _, it in parts]
    assert sizes == sorted(sizes, reverse=True)
    changes = {name: own[name] - rival[name] for name in own if name != "Districts"}
    return found == {name: it for name, it in changes.items() if it or name in found}


def _counted_after(p: City, seat: int, move: str, whose: int) -> dict[str, int]:
    """What a move adds to the wealth of a seat, by districts and categories."""
    after = _prowler_after(p, seat, move)
    paid = (rules.district_wealth(it, whose) for it in (p, after))
    found = {it: (now or 0) - (was or 0) for it, was, now in zip(_DISTRICT, *paid, strict=True)}
    sheets = [rules.score(each, whose, final=True)._asdict() for each in (p, after)]
    found |= {name.capitalize(): sheets[1][name] - was for name, was in sheets[0].items()}
    mids = [each.mid[whose - 1].total if each.mid else 0 for each in (p, after)]
    return found | {"the mid-game scoring": mids[1] - mids[0]}


def _card(words: str) -> int:
    return next(card for card, told in CONDITION_NAMES.items() if told == words)


def _claims(p: City, seat: int, move: str) -> set[int]:
    after = _prowler_after(p, seat, move)
    return {*after.achievements[seat - 1]} - {*p.achievements[seat - 1]}


_SCORING = "the 2nd statue with the mid-game scoring"


def _left(p: City, seat: int, move: str, pathway: int | None = None) -> tuple[set[int], set[str]]:
    """The achievements that the rival could take, or on one pathway, and the names of statues."""
    after, cards, statues = _prowler_after(p, seat, move), set[int](), set[str]()
    last = 2 - len("".join(after.statues))
    for reply in after.moves(3 - seat):
        if pathway in {None, reply.pathway} and _gain(after, 3 - seat, str(reply)) > 0:
            cards |= _claims(after, 3 - seat, str(reply))
            taken = after.after(3 - seat, reply).statues[2 - seat]
            count = len(taken) - len(after.statues[2 - seat])
            if count:
                several = "2 statues" if count > 1 else "a statue"
                statues.add(_SCORING if after.half is None and count >= last else several)
    return cards, statues


def _names(told: str | None, left: tuple[set[int], set[str]]) -> bool:
    """Whether words name these achievements and statues, and no other ones."""
    named = {*map(_card, re.findall("“(.+?)”", told or ""))}
    statues = {*re.findall(rf"{_SCORING}|a statue|(?<!Steal )2 statues", told or "")}
    return (named, statues) == left


def _leaves_most(m: re.Match[str], p: City, seat: int, move: str, _: str) -> bool:
    """The best reply with what it takes; without that, the first that another one could take."""
    most = _replies_bring(p, seat, move)
    reply = _left(p, seat, move, int(m[2]))
    cards, statues = (set[int](), set[str]()) if any(reply) else _left(p, seat, move)
    threats = [*sorted(statues, key="a statue".__eq__), *sorted(cards)]
    right = most[int(m[2])] == max(most.values()) == _signed(m[1])
    if m[4]:
        taken = cards, statues = _left(p, seat, move, int(m[5]))
        right = right and most[int(m[5])] == _signed(m[4]) and _names(m[6], taken)
        assert threats[0] in cards | statues
    return right and _names(m[3], reply) and bool(m[4]) == bool(threats)


def _keeps(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    """The named threats are left by the other move alone."""
    now, then = _left(p, seat, move), _left(p, seat, than)
    return m[1] == _short(p, move, than) and _names(m[2], (then[0] - now[0], then[1] - now[1]))


def _lead(p: City, seat: int) -> int:
    return rules.running_wealth(p, seat) - rules.running_wealth(p, 3 - seat)


def _replies_bring(p: City, seat: int, move: str) -> dict[int, int]:
    """The most that each pathway adds to the lead of the other seat as a reply."""
    after, other = _prowler_after(p, seat, move), 3 - seat
    was, most = _lead(after, other), dict[int, int]()
    for reply in after.moves(other):
        gained = _lead(after.after(other, reply), other) - was
        most[reply.pathway] = max(gained, most.get(reply.pathway, gained))
    return most


def _short(p: City, move: str, than: str) -> str:
    """The other move in a comparison: a wild shovel without its marker, unless both are one."""
    words = FACES["prowler"].move_words(p.view(p.seat), than)
    return words if move.partition(">")[0] == than.partition(">")[0] else words.partition(" (")[0]


def _reply_is_less(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    instead, more, other, takes, less, reply, takes_now = m.groups()
    now, then = _replies_bring(p, seat, move), _replies_bring(p, seat, than)
    right = (
        now[int(reply or other)] == max(now.values()) == _signed(less),
        then[int(other)] == max(then.values()) == _signed(more),
        not reply or _names(takes_now, _left(p, seat, move, int(reply))),
        _names(takes, _left(p, seat, than, int(other))),
    )
    return _short(p, move, than) == instead and all(right) and _saved(p, move, than) > 0


def _saved(p: City, move: str, than: str) -> int:
    """What the best reply brings less after a move than after another one."""
    now, then = (_most(_prowler_after(p, p.seat, it)) for it in (move, than))
    return then - now


def _most(p: City, pathway: int | None = None) -> int:
    """The most that the seat to move can gain, or on one pathway; 0 if there is none."""
    moves = (str(it) for it in p.moves(p.seat) if pathway in {None, it.pathway})
    return max((_gain(p, p.seat, it) for it in moves), default=0)


def _leaves_itself(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    now, most = _replies_bring(p, seat, move), _replies_bring(p, seat, than)
    assert max(now.values()) == _signed(m[3]) < _signed(m[2])
    own = most.get(find_move(p, seat, move).pathway)
    return own == max(most.values()) == _signed(m[2]) and m[1] == _short(p, move, than)


def _weighs(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    """The gain at once and the best reply of both, in the one sentence that they allow."""
    ahead, saved = _gain(p, seat, move) - _gain(p, seat, than), _saved(p, move, than)
    words = f"this one leaves Ben {saved} less, though it brings {-ahead} less at once"
    if ahead > 0 and ahead + saved <= 0:
        words = f"this one brings {ahead} more at once, though it leaves Ben {-saved} more"
    elif ahead > 0:
        left = f"only {-saved} less" if saved < 0 else f"{saved} more" if saved else "as much"
        words = f"{_short(p, move, than)} brings {ahead} less at once"
        words += "" if _prowler_after(p, seat, move).over else f" and leaves Ben {left}"
    return re.sub(r"(leaves) (?!this)\w+ ", r"\1 Ben ", m[0]) == words


@cache
def _then(p: City, seat: int, move: str, turns: int = 1) -> City:
    """The position after a move and the best replies to it, of which each seat takes the most."""
    after = _then(p, seat, move, turns - 1) if turns else _prowler_after(p, seat, move)
    replies = (after.after(after.seat, it) for it in after.moves(after.seat) if turns)
    return max(replies, key=partial(_brings, after.seat, _wealth(after, after.seat)), default=after)


def _nets(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    """The lead after some turns, in which both take the most; and a threat that one has left."""
    one, other = (_lead(_then(p, seat, it, int(m[4]) - 1), seat) for it in (move, than))
    assert not m[2] or _keeps(m, p, seat, move, than)
    return one - other == int(m[3]) > 0


def _waits(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    """The rival gains more elsewhere, then the other move brings that much, and this one less."""
    replies, then = _replies_bring(p, seat, move), _then(p, seat, move)
    one, pathway = (find_move(p, seat, it).pathway for it in (move, than))
    waits, own = map(_signed, m.group(2, 3))
    brings, now = (_gain(p, seat, it) for it in (move, than))
    right = _most(then, pathway) == waits and _most(_then(p, seat, than), one) == own
    right = right and own < brings < now <= waits + 2 and brings + waits > now + own
    return right and replies[pathway] < max(replies.values()) and m[1] == _short(p, move, than)


def _next_turn(m: re.Match[str], p: City, seat: int, move: str, than: str) -> bool:
    """The most that the next turn brings after the best reply, and after that to the other move."""
    now, less = (_most(_then(p, seat, it)) for it in (move, than))
    other = max(_gain(p, seat, move) - _gain(p, seat, than), _saved(p, move, than))
    at = m[2], m[6] or find_move(p, seat, move).pathway
    there = [_most(_then(p, seat, it), int(n)) for it, n in zip((move, than), at, strict=True)]
    right = there == [now, less] == [*map(_signed, m.group(1, 5))] and now - less >= max(other, 2)
    return right and m[4] == _short(p, move, than)


def _pulls(p: City, seat: int, move: str) -> int:
    return sum(_prowler_after(p, seat, move).lead(seat)) - sum(p.lead(seat))


def _wealth(p: City, seat: int) -> tuple[int, int]:
    return rules.running_wealth(p, seat), rules.running_wealth(p, 3 - seat)


def _brings(seat: int, was: tuple[int, int], after: City) -> tuple[int, int, int]:
    """What a turn adds to the lead, then to the own wealth; of equal ones the first pathway."""
    own, rival = (now - had for now, had in zip(_wealth(after, seat), was, strict=True))
    assert after.last is not None
    return own - rival, own, -after.last.pathway


_REPLY = r"(\d+)(?: \((.+?)\))?"
PROWLER: dict[str, Check] = {
    rf"leaves (\S+) on {_REPLY}(?: or (\S+) on {_REPLY})?": _leaves_most,
    r"(.+) leaves this one to \w+ for (\S+), this one leaves only (\S+)": _leaves_itself,
    rf"(.+) leaves \w+ ([^ a-z]+) on {_REPLY}, this one only (\S+)(?: on {_REPLY})?": (
        _reply_is_less
    ),
    r"(.+) leaves \w+ (.+), this one does not": _keeps,
    r"this one brings \d+ more at once, though it leaves .+": _weighs,
    r".+ brings \d+ less at once.*": _weighs,
    r"(.+) can wait: it still brings (\S+) next turn, this one then only (\S+)": _waits,
    r"(?:(.+) leaves \w+ (.+), this one does not; )?this one brings (\d+) more over (\d) turns with"
    r" the best replies": _nets,
    rf"this one lets you gain (\S+) on {_REPLY} after the best reply, (.+) only (\S+)"
    rf"(?: on {_REPLY})?": _next_turn,
    r"this one pulls markers (\d) spaces to your side, .+ only (\d)": lambda m, p, seat, *both: (
        [_pulls(p, seat, it) for it in both] == [int(m[1]), int(m[2])] and m[1] > m[2]
    ),
    r"this one adds an item to your sets, .+ only a shovel": lambda _, p, seat, *both: (
        [p.setup.tile(find_move(p, seat, it).pathway) in "bpmr" for it in both] == [True, False]
    ),
    r".+ [+−±]\d+(?:, .+ [+−±]\d+)*": _parts,
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


def _tokens_after(p: Colonies, seat: int, move: str) -> list[int]:
    own = _own(p, seat)
    return STAGES[own.stage][1](own, find_move(p, seat, move)).tokens.counts


def _mask(words: str) -> int:
    return sum(1 << COLONY_SQUARE[name] for name in re.findall(r"[A-O]\d+", words))


def _exchange(m: re.Match[str], p: Colonies, seat: int, move: str, _: str) -> bool:
    """Whether the choice itself changes the tokens so, whatever it is compared with."""
    own, now, told = _own(p, seat), _tokens_after(p, seat, move), m.groupdict()
    armed = not told.get("traps") or _mask(told["traps"]) == spent_traps(own)
    return armed and _counted(told.get("less") or "") == _more(now, own.tokens.counts)


def _keeps_more(m: re.Match[str], p: Colonies, seat: int, move: str, than: str) -> bool:
    more = _more(*(_tokens_after(p, seat, each) for each in (than, move)))
    return _counted(m[1]) == [*more[:3], 0, more[4]]


def _held_back(m: re.Match[str], p: Colonies, seat: int, move: str, _: str) -> bool:
    """All squares that an invader can reach without a trap or guard are walked to."""
    own = _own(p, seat)
    if own.stage in STAGES:
        own = STAGES[own.stage][1](own, find_move(p, seat, move))
    else:
        own = _colony_after(p, seat, move)
    return _held(own) - _held(_own(p, seat)) == int(m[1]) > 0


def _stands_before(m: re.Match[str], p: Colonies, seat: int, move: str, _: str) -> bool:
    made = find_move(p, seat, move)
    return _held(_own(p, seat), 1 << (made.to if made.kind == "move" else made.at)) == int(m[1])


def _held(own: Seat, there: int = 0) -> int:
    colony = own.colony
    tokens = own.tokens if own.tokens.anywhere else populate(colony)
    seen, new, met = set[int](), {ENTRANCE}, there or tokens.traps | tokens.guards
    while new := {square for square in new - seen if not met >> square & 1}:
        seen |= new
        ways = ((at, d) for at in new for d in range(4) if colony.ways[d] >> at & 1)
        new = {at + STEP[d] for at, d in ways}
    held = [square for square in COLONY_SQUARE.values() if square not in seen]
    gems = sum(tokens.gems >> square & 1 for square in held)
    return sum(tokens.gold_on(square) for square in held) + 5 * gems


def _seals(m: re.Match[str], p: Colonies, seat: int, move: str, than: str) -> bool:
    before, after = _built(p, seat, move)
    new = not _mask(m[2]) & ~(after.sealed & ~before.sealed)
    return new and _brings_standing(m, p, seat, move, than)


def _ends(p: Colonies, seat: int, move: str) -> list[tuple[int, bool]]:
    """The treasure left at each end of a walk, and whether the invader is defeated."""
    own, found = _own(p, seat), list[tuple[int, bool]]()
    leading = routes(own.colony, p.invader, p.map)

    def go(walk: Walk | End, options: Sequence[Move], trace: Trace) -> None:
        if not isinstance(walk, Walk):
            lost = [what for _, what in trace[len(own.trace) :]]
            left = begun - lost.count("gold") - 5 * lost.count("gem")
            found.append((left, trace[-1][1] == "defeated"))
            return
        for option in options:
            go(*leading.continue_after(walk, option, trace))

    assert own.walk is not None
    begun = own.walk.tokens.treasure_worth
    go(own.walk, [find_move(p, seat, move)], own.trace)
    return found


def _least_loss(p: Colonies, seat: int, move: str) -> int:
    return _own(p, seat).tokens_now.treasure_worth - max(left for left, _ in _ends(p, seat, move))


def _once_sealed(m: re.Match[str], p: Colonies, seat: int, move: str, _: str) -> bool:
    """The features of the piece that lie deep enough, as tokens."""
    before, after = _built(p, seat, move)
    (placed,) = {*after.pieces} - {*before.pieces}
    least = {"ore": 6, "gem vein": 11}
    deep = [it.feature for at, it in placed.cells if after.distance[at] >= least.get(it.feature, 0)]
    return not placed.area & after.sealed and _told_uses(m[1]) == _uses_of(deep)


def _told_uses(words: str) -> list[int]:
    return _counted(re.sub(r"1 guard per invader| \(2 gold.*?\)", "", words))


def _uses_of(found: Sequence[str]) -> list[int]:
    gold, guards = 2 * found.count("ore") + found.count("chest"), found.count("campfire")
    others = [found.count("gem vein"), guards + found.count("mess hall"), found.count("trap")]
    return [gold, *others, found.count("cell")]


def _room(m: re.Match[str], p: Colonies, seat: int, move: str, _: str) -> bool:
    if "@" not in move:
        return [it[-1] for it in PIECES[move].squares].count("cell") == int(m[1])
    before, after = (each.sealed_with("cell") for each in _built(p, seat, move))
    return (after & ~before).bit_count() == int(m[1])


def _steps(m: re.Match[str], p: Colonies, seat: int, move: str, than: str) -> bool:
    """Whether the steps are those of the move and of the other one, else of the worst place."""
    own, made = _own(p, seat), find_move(p, seat, move)
    others = [it for it in own.legal if (str(it) == than if than else it.kind == made.kind)]
    squares = (it.to if it.kind == "move" else it.at for it in (made, *others))
    first, *steps = (own.colony.distance[square] for square in squares)
    better, worst = int(m["at"]), int(m["than"])
    return better == first and worst == (max if better < worst else min)(steps)


def _colonies(p: Colonies, seat: int, *moves: str) -> list[Colony]:
    return [_built(p, seat, it)[1] if "@" in it else _own(p, seat).colony for it in moves]


def _places(m: re.Match[str], p: Colonies, seat: int, move: str, than: str) -> bool:
    places, others = (each.frontier for each in _colonies(p, seat, move, than))
    known = [places.bit_count(), others.bit_count()]
    return [int(m[1]), int(m[2])] == known and _mask(m[3]) == places & ~others


def _can_bring(m: re.Match[str], _p: Colonies, _s: int, *moves: str) -> bool:
    """Whether each piece can bring so much, and the machine wants the first one more."""
    first, other = ([it[-1] for it in PIECES[each].squares] for each in moves)
    told = [_told_uses(m[1]), _told_uses(m[3])] == [_uses_of(first), _uses_of(other)]
    halls = first.count("mess hall") > other.count("mess hall")
    return told and bool(m[2]) == halls and WANTED.index(moves[0]) < WANTED.index(moves[1])


def _leaves(m: re.Match[str], p: Colonies, seat: int, move: str, _: str) -> bool:
    return _colonies(p, seat, move)[0].frontier.bit_count() == int(m[1].replace("no", "0"))


def _left_open(m: re.Match[str], p: Colonies, seat: int, move: str, _: str) -> bool:
    before, after = _built(p, seat, move)
    built = after.area & ~before.area
    return sum((each & built).bit_count() for each in after.open_edges) == int(m[1])


def _unprotected(m: re.Match[str], p: Colonies, seat: int, _move: str, _: str) -> bool:
    own, treasure = _own(p, seat), _own(p, seat).tokens.treasure_worth
    held = treasure_held_back(own.colony, own.tokens)  # it has its own check
    return [int(it) for it in m.groups()] == [treasure - held, treasure]


def _seals_next(m: re.Match[str], p: Colonies, seat: int, move: str, than: str) -> bool:
    """Whether another tile can seal all these pieces, one at a time, but not after the other."""
    colonies = _colonies(p, seat, move, than)
    queue, numbers = _own(p, seat).queue, {find_move(p, seat, it).number for it in (move, than)}
    tiles = [PIECES[str(it)] for at, it in enumerate(queue, 1) if it > 0 and at not in numbers]
    spots = [[(it.id, s) for it in tiles for s in legal_spots(c, it, "guided")] for c in colonies]
    sealed, others = (
        unite([c.sealed, *(c.with_piece(Placed.at_spot(*each)).sealed for each in found)])
        for c, found in zip(colonies, spots, strict=True)
    )
    return not _mask(m[1]) & (~sealed | others | colonies[0].sealed)


def _closes(m: re.Match[str], p: Colonies, seat: int, move: str, _: str) -> bool:
    before, after = _built(p, seat, move)
    areas = [before.piece_at[square].area for square in squares_in(_mask(m[1]))]
    kept = [[[e & it for e in c.open_edges] for c in (before, after)] for it in areas]
    return all(was != now for was, now in kept) and not after.sealed & _mask(m[1])


def _bring_nothing(_m: re.Match[str], p: Colonies, seat: int, _move: str, _: str) -> bool:
    tiles = [str(each) for each in p.moves(seat) if each.kind == "queue"]
    built = [[populate(each).counts for each in _built(p, seat, tile)] for tile in tiles]
    return bool(tiles) and not any(any(_more(was, now)) for was, now in built)


HEROES: dict[str, Check] = {
    r"another tile of your queue can then seal (.+)": _seals_next,
    r"more places for later tiles: (\d+) instead of (\d+) \(with (.+)\)": _places,
    r"closes an open edge of (.+)": _closes,
    r"opens (.+) for the next tiles": lambda m, p, s, move, _: (
        _mask(m[1]) == _built(p, s, move)[1].frontier & ~_own(p, s).colony.frontier
    ),
    r"(?:keeps tiles|What|You have).* (\d+|no) places?(?: left)? to build on.*": _leaves,
    r"Where is the piece left with (\d+) open edges?\?": _left_open,
    r"You have (.+) and (.+)\. Is a gem .+": lambda m, p, s, *_: (
        _counted(f"{m[1]}, {m[2]}")[:3]
        == [(own := _own(p, s)).gold, own.gems, own.tokens.counts[2]]
    ),
    r"Your last colony was (\d+) steps? deep; .+": lambda m, p, s, *_: (
        p.invaded is not None and int(m[1]) == max(_own(p.invaded, s).colony.distance.values())
    ),
    r"brings nothing as the colony stands": lambda _m, p, s, move, _: (
        not FACES["heroes"].reasons(p.view(s), s, move, NAMES[: len(p.seats)])
    ),
    r"Invaders reach (\d+) of (\d+) treasure before .+": _unprotected,
    r"Your colony has no treasure now\. .+": lambda _m, p, s, *_: (
        not _own(p, s).tokens.treasure_worth
    ),
    r"stands on every way to (\d+) treasure": _stands_before,
    r"What brings (\d.*) at once\?": _brings_standing,
    r"once sealed brings (.+) \(still open: .+\)": _once_sealed,
    r"(?:What brings )?room for (\d+) prisoners? \(2 gold(?: each)?\)(?: at once\?)?": _room,
    r"(?:meets|inv).+(?:sooner|later): at step (?P<at>\d+), not (?P<than>\d+)": _steps,
    r"keeps the (?:guard|gold) that .+: at step (?P<than>\d+), not (?P<at>\d+)": _steps,
    r"can bring (.+?)( and lets guards move,)? instead of (.+)": _can_bring,
    r"none of your face-up tiles brings anything at once": _bring_nothing,
    r"brings (.+) now": _brings_standing,
    r"brings (.+) now: seals (.+)": _seals,
    r"re-arms (?P<traps>.+) for (?P<less>.+)": _exchange,
    r"costs only (?P<less>.+)": _exchange,
    r"keeps all gold, gems and guards(?:; not re-armed: (?P<traps>.+))?": _exchange,
    r"keeps (.+) more": _keeps_more,
    r"keeps your (only|\d+) guards? \(most guards: a gem, worth 5\)": lambda m, p, s, move, than: (
        _own(p, s).tokens.counts[2] == int(m[1].replace("only", "1"))
        and "w@" in (than or str([str(it) for it in p.moves(s) if str(it) != move]))
        and "w@" not in move
    ),
    r"(?:What )?keeps (\d+) treasure more behind a trap or guard\??": _held_back,
    r"leaves an open edge, so that you can build on": lambda _m, p, s, *moves: (
        [bool(each.frontier) for each in _colonies(p, s, *moves)] == [True, False]
    ),
    r"defeats the invader in any case": lambda _m, *at: all(end[1] for end in _ends(*at[:3])),
    r"can still defeat the invader": lambda _m, *at: any(end[1] for end in _ends(*at[:3])),
    r"can keep the loss to (\d+) treasure": lambda m, *at: _least_loss(*at[:3]) == int(m[1]),
    r"can keep all that is left of the treasure": lambda _m, *at: not _least_loss(*at[:3]),
}
RARE = {r"can still defeat the invader"}
_SMALL, _CLOSE = (2, "RB/1/F6,H6/F7/"), (2, "RB/1/F6,H6/F7,H7/")
_LANDGRAB = [(3, "RBG/1/F6,H6/F7/"), *[_SMALL] * 4, (2, ""), _SMALL, _SMALL, _CLOSE, _CLOSE]
_HEROES = ((2, "2/turns/guided/full"), (1, "1/live/free/short"), (3, "3/brisk/guided/full"))


_MATCHES = {"prowler": [(2, "")] * 20, "landgrab": _LANDGRAB, "heroes": _HEROES * 2}
_CHECKS: Mapping[str, Mapping[str, Check]] = {
    "prowler": PROWLER,
    "landgrab": LANDGRAB,
    "heroes": HEROES,
}


@pytest.mark.parametrize(
    ("game", "seeds"),
    [
        ("prowler", range(8)),
        ("landgrab", (0, 5, 7, 9)),
        ("heroes", range(3)),
        *(pytest.param(it, range(len(_MATCHES[it])), marks=pytest.mark.full) for it in _MATCHES),
    ],
)
def test_each_move_has_a_purpose_and_every_merit_agrees_with_the_rules(
    game: str, seeds: Iterable[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    face, checks, used = FACES[game], _CHECKS[game], set[str]()
    monkeypatch.setattr("prowlerbot.games.landgrab.playouts.PLAYOUTS", 50)
    monkeypatch.setattr("cogs.games.landgrab.moments.foresee", cache(foresee.__wrapped__))
    options = {"map": "drawn"} if game == "landgrab" else {}
    for seed in seeds:
        seats, setup = _MATCHES[game][seed]
        begun = setup or face.game.setup(random.Random(seed), seats, options)
        wrong, known = unproved(told(face, begun, seats, seed), checks)
        assert not wrong
        used |= known
    assert {*checks} - used <= RARE


SETUP = "CRB-MPC-RPM-BCP-RCM-PBR/wbpmrbpmrbwpmrbpmrdbpmrbpdw/4,9,15/2"


def _purposes(p: City, seat: int, move: str) -> Iterator[str]:
    """The sentences that are true of a move, the strongest first, for a first step."""
    after, legal = _prowler_after(p, seat, move), [str(each) for each in p.moves(seat)]
    best = max(legal, key=lambda it: _brings(seat, _wealth(p, seat), _prowler_after(p, seat, it)))
    less = _gain(p, seat, best) - _gain(p, seat, move)
    others = [p, *[_prowler_after(p, seat, best)] * (less > 0)]
    taken = all(after.statues != each.statues for each in others)
    if after.over:
        yield "Your last passage: take what brings most."
    if taken and (p.half is None) != (after.half is None):
        yield "The 2nd statue brings the mid-game scoring: "
    claims = after.achievements[seat - 1][len(p.achievements[seat - 1]) :]
    if all(after.achievements[seat - 1] != each.achievements[seat - 1] for each in others):
        yield f"You can claim {' and '.join(f'“{CONDITION_NAMES[card]}”' for card in claims)} now."
    if taken:
        yield "A statue stands open: take it before Ben does."
    if less > 0 and not after.over:
        yield from _compared_purposes(p, seat, move, best)
    kind = partial(re.sub, "a .+ item", "")
    shared = {kind(it) for it in _purposes_of_gains(p, seat, best) if less}
    yield from (it for it in _purposes_of_gains(p, seat, move) if kind(it) not in shared)
    yield f"Look {'beyond' if less else 'for'} what brings the most at once"


_OVER_MOST = {
    r"B leaves (Ben [+−±]|A to)": "leaves Ben ",
    r"B leaves Ben ": "lets Ben take ",
    r"B can wait": "can wait a turn: ",
    r"A lets you gain": "gives you only ",
    r"A brings \d+ more over": "pays less over ",
    r"A pulls markers": "pulls markers only ",
    r"A adds an item": "takes a shovel: ",
}


def _compared_purposes(p: City, seat: int, move: str, best: str) -> Iterator[str]:
    """The same of what a pathway has over the one that brings more at once."""
    words = FACES["prowler"].compared_words(p.view(seat), {"A": move, "B": best}, ("Ben", "Ben"))
    found = (ends for begins, ends in _OVER_MOST.items() if re.match(begins, words))
    yield from (f"The move that brings most at once {ends}" for ends in found)


def _purposes_of_gains(p: City, seat: int, move: str) -> Iterator[str]:
    """The same of the part that a pathway adds most to, if that is worth a look."""
    pathway, after = find_move(p, seat, move).pathway, _prowler_after(p, seat, move)
    own, rival = (_counted_after(p, seat, move, it) for it in (seat, 3 - seat))
    paid = zip(_DISTRICT, rules.district_wealth(p, 3 - seat), after.lead(seat), strict=True)
    turned = [name for name, worth, lead in paid if (worth or 0) > 0 < lead]
    for name in sorted(turned, key=lambda it: rival[it] - own[it]):
        yield f"{name} pays Ben now: pull its marker over to your side."
    parts = [len(separate_parts(it.passages[seat - 1])) for it in (p, after)]
    if parts[1] < parts[0] and after.longest_passage(seat) > p.longest_passage(seat) + 1:
        yield "Join two of your passages: "
    if ">" in move[1:]:
        yield "A wild shovel pulls one more marker, "
    leads = zip(_DISTRICT, p.lead(seat), after.lead(seat), strict=True)
    told = "Pull the {} marker to your side", "{} pays you: ", "{} pays Ben: pull its marker off"
    pulled = [(name, 1 if was > 0 else 2 * (not now)) for name, was, now in leads if now > was]
    words = {name: told[at].format(name) for name, at in pulled}
    if pathway:
        words["Items"] = f"Take {ONE_TILE[p.setup.tile(pathway)]}: "
    words["Passages"] = "Make your longest passage longer: "
    best = max(words, key=lambda name: own[name] - rival[name])
    if pathway and own[best] - rival[best] > 1:
        yield words[best]


def test_a_first_step_tells_the_strongest_idea_of_a_move() -> None:
    rng, position, seen = random.Random(1), FACES["prowler"].game.start(SETUP), set[str]()
    while position.to_move:
        (seat,) = position.to_move
        assert isinstance(position, City)
        for move in map(str, position.moves(seat)):
            told = FACES["prowler"].purpose(position.view(seat), seat, move, ("Ben", "Ben"))
            idea = next(_purposes(position, seat, move))
            assert told.replace("−", "-").startswith(idea)
            seen.add(re.sub(r"Banking|Political|Market|Residential|Castle|a \w+ item", "", idea))
        position = _prowler_after(position, seat, str(rng.choice(position.moves(seat))))
    assert len(seen) >= 11, seen


def test_a_move_is_told_by_its_two_weightiest_merits() -> None:
    position = play(FACES["prowler"].game.start(SETUP), ">C")
    found = FACES["prowler"].reasons(position.view(2), 2, "5", NAMES)
    assert 1 <= len(found) <= 2
    merits = FACES["prowler"].merits(position.view(2), 2, "5", NAMES)
    assert found[0] == max(merits, key=lambda merit: merit.worth).words


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
            position = position.after(position.seat, rng.choice(position.legal))
            shown.append(told := scoring_words(position))
            if "2 passages." in told:
                after = (position.after(position.seat, move) for move in position.legal)
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
                found = foresee(state, seat, find_move(state, seat, move))
                assert found is not None
                assert seat not in [state.owners[it] for it in found.taken[seat]]
                named = {squares_of(state.map.buildings[it]) for it in found.taken[seat]}
                merits = FACES["landgrab"].merits(state.view(seat), seat, move, NAMES[:2])
                ways = [re.search(r"heads for ([A-L][^,]+)", it.words) for it in merits]
                goals = {each[1] for each in ways if each}
                if goals & named:
                    assert goals <= named, (move, goals)
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
            ended = [it for it in courses_after(state, puzzle.seat, wrong.move) if it.over]
            assert sum(it.leads()[puzzle.seat - 1] > 0 for it in ended) * 2 < len(ended)
    assert told >= 3
