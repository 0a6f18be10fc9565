"""The checks of the merits of moves in Heroes Beware, by the rules."""

import re
from collections.abc import Sequence

from cogs.games.heroes.moments import treasure_held_back
from prowlerbot.core.game import find_move
from prowlerbot.core.squares import squares_in, unite
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import ENTRANCE, PIECES, SQUARE, STEP
from prowlerbot.games.heroes.rules import Position as Colonies
from prowlerbot.games.heroes.seat import End, Seat, Trace, Walk
from prowlerbot.games.heroes.stages.building import legal_spots
from prowlerbot.games.heroes.stages.events import STAGES, populate, spent_traps
from prowlerbot.games.heroes.stages.invasion import routes
from prowlerbot.games.heroes.thinking import WANTED
from tests.cogs.games.landgrab_merits import NAMES, Check
from tests.cogs.games.shown import FACES

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
    return sum(1 << SQUARE[name] for name in re.findall(r"[A-O]\d+", words))


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
    held = [square for square in SQUARE.values() if square not in seen]
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
