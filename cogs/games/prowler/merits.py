"""The good effects of a move, shown before it or in reviews, and the statistics of one player.

They are counted in wealth, as if the final scoring came now.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from cogs.contract.account import Merit
from cogs.contract.screen import Names
from cogs.contract.sign import worded
from cogs.games.prowler.texts import mark_player
from cogs.games.prowler.typed import move_words
from prowlerbot.core.i18n import (
    in_parts,
    label_text,
    listing,
    mark,
    one_decimal_words,
    signed_words,
    tr,
    trn,
)
from prowlerbot.games.prowler.board import AREAS, PATHWAYS, pathways_in, separate_parts
from prowlerbot.games.prowler.position import DISTRICTS, ITEMS, Move
from prowlerbot.games.prowler.rules import (
    MID_GAME_STATUES,
    WEALTH,
    Position,
    banked_wealth,
    district_wealth,
    running_wealth,
    score,
    score_sheet,
)
from prowlerbot.games.prowler.words import CATEGORY_NAMES, CONDITION_NAMES, DISTRICT_NAMES, ONE_TILE

_COUNTED = 500.0
"""The worth of all that the lead gains at once, before reasons that look ahead."""
_BESIDE, _DECIDES = 0.5, 4.5
"""The worth that a lead loses beside another move, and that of a better line."""
_LITTLE = 2
"""The wealth from which a part or a difference is worth a look."""
_EVIDENT = 10
"""The wealth by which a move that brings more needs no other reason."""
_BANKED = mark("the mid-game scoring")
"""The part of a lead that mid-game scoring brings."""
_EVENTS = {"Statues", "Achievements"}
"""The parts of a lead that are told first."""
_NONE = -1
"""The number of no district."""

_HEXES = (
    mark("the hexagon at the top"),
    mark("the left hexagon of the middle row"),
    mark("the right hexagon of the middle row"),
    mark("the left hexagon of the lowest row"),
    mark("the middle hexagon of the lowest row"),
    mark("the right hexagon of the lowest row"),
)

_HEARD = 3
"""The parts of a lead that a listener hears, or that a reason names."""
_LOOKED_AT = 5
"""The pathways of a place that are few enough to look at."""
_PLACE = mark("{threats} on {pathways}")
_FEW = 4
"""The pathways of a threat that are too many to be told."""
_LAST = 5
"""The pathways left of which a hex or the sides of a district may have one or all."""


def merits(
    before: Position, seat: int, move: Move, names: Names, than: Move | None = None
) -> list[Merit]:
    lead = _lead_changes(before, before.after(seat, move), seat)
    if than is None or than == move:
        return [lead]
    # A wild shovel stands without its marker where that tells nothing.
    other = than if than.pathway == move.pathway else Move(than.pathway)
    called = tr("this one"), move_words(other)
    words = compared_words(before, (move, than), called, names)
    better = [Merit(words, words, _DECIDES)] if words else []
    return [lead._replace(worth=lead.worth - _BESIDE), *better]


def purpose(before: Position, move: Move, names: Names) -> str:
    """The strongest idea of a move, in a sentence that does not tell it."""
    (words, at), seat = next(_ideas(before, move)), before.seat
    after, held = before.after(seat, move), len(before.achievements[seat - 1])
    claimed = [_threat_name(before, card) for card in after.achievements[seat - 1][held:]]
    fields = {"district": tr(DISTRICT_NAMES[DISTRICTS[at]]), "achievement": listing(claimed)}
    compared = _compare(before, (move, _ranking(before)[0][0]))
    return compared.tell(words, player=names[2 - seat], item=_tile_words(after), **fields)


def _ideas(before: Position, move: Move) -> Iterator[tuple[str, int]]:
    """The ideas of a move, the strongest first, each with the number of its district, if any. What
    the move that brings most at once does too is none.
    """
    seat, after, (best, most) = before.seat, before.after(before.seat, move), _ranking(before)[0]
    less = most.lead - effect(before, move).lead
    known = (before, before.after(seat, best)) if less else (before,)
    if after.over:
        yield mark("Your last passage: take what brings most."), _NONE
    taken = all(after.statues != it.statues for it in known)
    if taken and before.half is None and after.half is not None:
        words = mark("The 2nd statue brings the mid-game scoring: take it before {player} does.")
        yield words, _NONE
    if all(after.achievements[seat - 1] != it.achievements[seat - 1] for it in known):
        yield mark("You can claim {achievement} now."), _NONE
    if taken and after.statues != before.statues:
        yield mark("A statue stands open: take it before {player} does."), _NONE
    advantages = _compare(before, (move, best)).advantages()[: less > 0]
    yield from ((_IDEAS[it], _NONE) for it in advantages if it in _IDEAS)
    shared = [*_ideas_of_gains(before, best)] if less else []
    yield from (it for it in _ideas_of_gains(before, move) if it not in shared)
    words = mark("Look beyond what brings the most at once: the turns after it decide.")
    yield words if less else mark("Look for what brings the most at once."), _NONE


def _ideas_of_gains(before: Position, move: Move) -> Iterator[tuple[str, int]]:
    """The ideas of a district turned, of joined passages, of a wild shovel, and of the best part
    that a pathway adds to the lead, if that is worth a look.
    """
    seat, after = before.seat, before.after(before.seat, move)
    was, now, gained = before.lead(seat), after.lead(seat), _lead_parts(before, after, seat)
    paid = enumerate(district_wealth(before, 3 - seat))
    turned = {DISTRICT_NAMES[DISTRICTS[at]]: at for at, worth in paid if (worth or 0) > 0 < now[at]}
    for name in sorted(turned, key=lambda each: -gained.get(each, 0)):
        yield mark("{district} pays {player} now: pull its marker over to your side."), turned[name]
    parts = [len(separate_parts(it.passages[seat - 1])) for it in (before, after)]
    if parts[1] < parts[0] and after.longest_passage(seat) - before.longest_passage(seat) > 1:
        yield mark("Join two of your passages: the longest one pays 2 for each pathway."), _NONE
    if move.pathway and move.marker is not None:
        yield mark("A wild shovel pulls one more marker, of your choice."), _NONE
    pulled = {DISTRICT_NAMES[it]: at for at, it in enumerate(DISTRICTS) if now[at] > was[at]}
    best = max([*pulled, "Items", "Passages"], key=lambda name: gained.get(name, 0))
    at = pulled.get(best, _NONE)
    if not move.pathway or gained.get(best, 0) < _LITTLE:
        return
    words = mark("Pull the {district} marker to your side, so that it pays you.")
    if best == "Items":
        words = mark("Take {item}: each further one of its kind pays one more than the last.")
    elif best == "Passages":
        words = mark("Make your longest passage longer: it pays 2 for each pathway.")
    elif not now[at]:
        words = mark("{district} pays {player}: pull its marker off that side.")
    elif was[at] > 0:
        words = mark("{district} pays you: make it pay more.")
    yield words, at


def _lead_changes(before: Position, after: Position, seat: int) -> Merit:
    """All that the lead gains at once, the largest parts first."""
    parts, aim = _lead_parts(before, after, seat), _tile_words(after)
    cards = after.achievements[seat - 1][len(before.achievements[seat - 1]) :]
    alone = parts.get("Achievements") == sum(WEALTH[it] for it in cards)  # not the rival's too
    told = zip(_told_parts(parts, after, None, cards if alone else ()), parts.values(), strict=True)
    ordered = sorted(told, key=lambda each: -abs(each[1]))
    words = ", ".join(f"{part} {change}" for (part, change), _ in ordered)
    good = max(parts.values(), default=0) > 0
    return Merit(words if good else "", aim, _COUNTED + sum(parts.values()), "lead")


def _tile_words(after: Position) -> str:
    pathway = 0 if after.last is None else after.last.pathway
    return tr(ONE_TILE[after.setup.tile(pathway)]) if pathway else tr("the control track")


def compared_words(
    before: Position, moves: tuple[Move, Move], called: Sequence[str], names: Names
) -> str:
    """The main advantage of the first of two moves of the seat to move, in one sentence with the
    figures of both, as they are ``called``.
    """
    fields = {"best": called[0], "move": called[1], "player": names[2 - before.seat]}
    compared = _compare(before, moves)
    return "; ".join(compared.tell(each, **fields) for each in compared.advantages())


_LEAVES = mark("{move} leaves {player} {more}, {best} only {less}")
_ITSELF = mark("{move} leaves {best} to {player} for {more}, {best} leaves only {less}")
_KEPT = mark("{move} leaves {player} {threat}, {best} does not")
_WAITS = mark("{move} can wait: it still brings {waits} next turn, {best} then only {own}")
_NEXT = mark("{best} lets you gain {gain} after the best reply, {move} only {missed}")
_NETS = mark("{best} brings {total} more over {turns} turns with the best replies")
_LASTS = mark("{move} brings {ahead} less at once")
_OUTBID = mark("{move} brings {ahead} less at once and leaves {player} {saved} more")
_AS_MUCH = mark("{move} brings {ahead} less at once and leaves {player} as much")
_LITTLE_KEPT = mark("{move} brings {ahead} less at once and leaves {player} only {saved} less")
_SPACES = mark("{best} pulls markers {spaces} spaces to your side, {move} only {few}")
_ITEM = mark("{best} adds an item to your sets, {move} only a shovel")
_TRADES = (
    mark("{best} brings {ahead} more at once, though it leaves {player} {saved} more"),
    mark("{best} leaves {player} {saved} less, though it brings {ahead} less at once"),
)
_LESS_LEFT = mark(
    "The move that brings most at once leaves {player} {more}: find one that leaves less."
)
_IDEAS: dict[str, str] = {
    _LEAVES: _LESS_LEFT,
    _ITSELF: _LESS_LEFT,
    _KEPT: mark("The move that brings most at once lets {player} take {threat}: look for others."),
    _WAITS: mark("The move that brings most at once can wait a turn: look for one that cannot."),
    _NEXT: mark(
        "The move that brings most at once gives you only {missed} next turn: find one that gives"
        " more."
    ),
    _NETS: mark("The move that brings most at once pays less over {turns} turns: look ahead."),
    _SPACES: mark(
        "The move that brings most at once pulls markers only {few} spaces: find one that pulls"
        " more."
    ),
    _ITEM: mark("The move that brings most at once takes a shovel: look for an item."),
}
"""An advantage over the move that brings most at once, and the same as an idea."""


class _Comparison:
    """One move of the seat to move beside another one. Each figure is counted when it is told."""

    def __init__(self, before: Position, moves: tuple[Move, Move]) -> None:
        self._before, self._moves = before, moves
        self._afters = [before.after(before.seat, it) for it in moves]
        self._brings = [effect(before, it).lead for it in moves]
        (reply, less), (answer, more) = self._replies = [_best_reply(it) for it in self._afters]
        self._ahead, self._saved = self._brings[0] - self._brings[1], more - less
        self._same = answer.pathway in {reply.pathway, moves[0].pathway}
        pulls = before.setup.pulls[before.seat - 1]
        self._spaces = [abs(sum(pulls[it])) for it in moves]

    def advantages(self) -> Sequence[str]:
        """The main advantage of the first move, in sentences without their figures; or none."""
        return next((words for outweighs, words in self._cases() if outweighs), ())

    def _cases(self) -> Iterator[tuple[object, Sequence[str]]]:
        """The best reply, the threats that only the second move leaves, a second one that can
        rather wait, the turns after both, the gain at once, each with whether it outweighs what the
        second one brings; then the threats, the markers, the tile or the reply alone.
        """
        ahead, saved, net = self._ahead, self._saved, self._ahead + self._saved
        if self._afters[0].over:
            yield True, [_LASTS] * (ahead > 0)
        itself = self._replies[1][0].pathway == self._moves[0].pathway
        yield saved > abs(ahead), [_ITSELF if itself else _LEAVES]
        yield self._kept and 0 < net < _EVIDENT, [_KEPT]
        yield self._kept and net <= 0 < self._later[1], [_KEPT, _NETS]
        yield ahead < 0 and self._second_waits(), [_WAITS]
        yield self._rise > max(0, -net), [_NEXT]
        yield ahead > 0 < net, [_LITTLE_KEPT if saved < 0 else _OUTBID if saved else _AS_MUCH]
        yield self._later[1] > 0, [_NETS]
        yield self._rise > max(0, -ahead), [_NEXT]
        yield self._kept, [_KEPT]
        yield self._spaces[0] > self._spaces[1], [_SPACES]
        one, other = (self._before.setup.tile(it.pathway) in ITEMS for it in self._moves)
        yield one > other, [_ITEM]
        yield ahead > 0 or saved > 0, [_TRADES[saved > 0]]

    def tell(self, words: str, **names: str) -> str:
        """A sentence with its figures; no reply on the pathway of the first move tells that."""
        told: Mapping[str, Callable[[], object]] = {
            "ahead": lambda: abs(self._ahead),
            "saved": lambda: abs(self._saved),
            "less": lambda: self._reply_gain_words(
                self._afters[0], *self._replies[0], alone=self._same
            ),
            "more": lambda: self._reply_gain_words(self._afters[1], *self._replies[1]),
            "threat": lambda: listing(self._kept),
            "waits": lambda: signed_words(self._waiting[0]),
            "own": lambda: signed_words(self._waiting[1]),
            "gain": lambda: self._reply_gain_words(*self._turns[0]),
            "missed": lambda: self._reply_gain_words(*self._turns[1]),
            "turns": lambda: self._later[0],
            "total": lambda: self._later[1],
            "spaces": lambda: self._spaces[0],
            "few": lambda: self._spaces[1],
        }
        return tr(words, **names, **{it: str(told[it]()) for it in told if f"{{{it}}}" in words})

    def _reply_gain_words(
        self, at: Position, reply: Move, gained: int, *, alone: bool = False
    ) -> str:
        alone = alone or reply.pathway == self._moves[0].pathway
        return signed_words(gained) if alone else _reply_words(at, reply, gained)

    @cached_property
    def _kept(self) -> Sequence[str]:
        """The things that the rival can take after the second move, but not after the first."""
        now, then = ([_threat_name(it, card) for card in _takings(it)] for it in self._afters)
        return [name for name in then if name not in now]

    @cached_property
    def _later(self) -> tuple[int, int]:
        """The turns after which the first move is most ahead, and by how much; 0 by nothing."""
        lines = [_nets(self._before, it) for it in self._moves]
        nets = [mine - instead for mine, instead in zip(*lines, strict=True)]
        turn = max(range(2, len(nets)), key=nets.__getitem__, default=0)
        return turn + 1, nets[turn] if turn else 0

    @cached_property
    def _turns(self) -> Sequence[tuple[Position, Move, int]]:
        """The positions after the best replies, with the best move there and its gain."""
        pairs = zip(self._afters, self._replies, strict=True)
        thens = [after.after(after.seat, reply) for after, (reply, _) in pairs]
        return [(it, *_best_reply(it)) for it in thens]

    @property
    def _rise(self) -> int:
        """The more that the next turn brings after the first move, if both moves differ by less."""
        rise = self._turns[0][2] - self._turns[1][2]
        return rise if rise >= max(self._ahead, self._saved, _LITTLE) else 0

    @cached_property
    def _waiting(self) -> Sequence[int]:
        """The gain next turn of the second move after the first one, and of the first after it."""
        pairs = zip(self._turns, self._moves[::-1], strict=True)
        return [_gain_on(then, move.pathway) for (then, *_), move in pairs]

    def _second_waits(self) -> bool:
        """Whether the second move brings as much next turn, and the rival gains more elsewhere."""
        (waits, own), (brings, now), (_, less) = self._waiting, self._brings, self._replies[0]
        if waits < now - _LITTLE or waits <= max(own, 0) or own >= brings:
            return False
        both = self._ahead + min(self._saved, 0) + waits > own
        return both and _gain_on(self._afters[0], self._moves[1].pathway) < less


_compare = lru_cache(maxsize=8)(_Comparison)


def _nets(before: Position, move: Move, turns: int = 5) -> list[int]:
    """The gain in lead of a move and of the turns after it, if both seats take the most."""
    found, position, last = [effect(before, move).lead], before, move
    for turn in range(1, turns):
        position = position.after(position.seat, last)
        if position.over:
            break
        last, gained = _best_reply(position)
        found.append(found[-1] + (-gained if turn % 2 else gained))
    return found


def _best_reply(after: Position) -> tuple[Move, int]:
    """The move that brings most to the seat to move, with its gain; 0 at the end."""
    reply, gained = _ranking(after)[0]
    return reply, 0 if after.over else gained.lead


def _reply_words(position: Position, reply: Move, gained: int) -> str:
    """The gain of a reply and its pathway, with the achievements and statues that it takes."""
    told = tr(_PLACE, threats=signed_words(gained), pathways=reply.pathway)
    taken = [_threat_name(position, card) for card in _reply_cards(position, reply)]
    return f"{told} ({listing(taken)})" if taken else told


def _reply_cards(position: Position, move: Move) -> list[int]:
    return [card for card, pathways in _takings(position).items() if move.pathway in pathways]


def _gain_on(position: Position, pathway: int) -> int:
    """The most that a pathway brings to the seat to move; 0 if it is not free."""
    found = [] if position.over else _ranking(position)
    return next((it.lead for move, it in found if move.pathway == pathway), 0)


_STATUE = -1
"""Stands for a statue among the numbers of achievements; -2 for two at once."""


@lru_cache(maxsize=64)
def _takings(position: Position) -> Mapping[int, Sequence[int]]:
    """The achievements and statues that the seat to move can take by a move that gains, with the
    pathways for each.
    """
    seat, found = position.seat, dict[int, list[int]]()
    held, stolen = len(position.achievements[seat - 1]), len(position.statues[seat - 1])
    for move in position.legal if position.to_move else ():
        if effect(position, move).lead <= 0:
            continue
        after = position.after(seat, move)
        statues = _STATUE * (len(after.statues[seat - 1]) - stolen)
        for card in filter(None, (statues, *after.achievements[seat - 1][held:])):
            found.setdefault(card, []).append(move.pathway)
    return dict(sorted(found.items()))


def threats(position: Position) -> str:
    """The statues and achievements that the seat to move can take."""
    lines = []
    for card, taking in _takings(position).items():
        name, at = _threat_name(position, card), [*dict.fromkeys(map(str, taking))]
        where = tr(_PLACE, threats=name, pathways=listing(at, either=True))
        lines.append(where if len(at) < _FEW else name)
    return listing(lines)


def _threat_name(position: Position, card: int) -> str:
    """An achievement, or the statue that the seat to move can take."""
    if card > 0:
        return tr("“{achievement}”", achievement=tr(CONDITION_NAMES[card]))
    if position.half is None and len("".join(position.statues)) - card >= MID_GAME_STATUES:
        return tr("the 2nd statue with the mid-game scoring")
    return tr("a statue") if card == _STATUE else trn("{count} statue", "{count} statues", -card)


def drawback(before: Position, seat: int, move: Move) -> str:
    """The most that a reply brings; if that takes nothing, also the main threat of another one."""
    after = before.after(seat, move)
    if after.over:
        return ""
    reply, gained = _best_reply(after)
    others = [] if _reply_cards(after, reply) else [*_takings(after)]
    told = [_reply_words(after, reply, gained)]
    for card in others[:1]:
        taking = (
            (it, own.lead) for it, own in _ranking(after) if it.pathway in _takings(after)[card]
        )
        told.append(_reply_words(after, *next(taking)))
    return tr("leaves {list}", list=listing(told, either=True))


def lures(position: Position) -> Mapping[str, str]:
    """The best of the moves that steal most statues, by what it takes."""
    card, stealing = min(_takings(position).items(), default=(0, ()))
    found = [str(move) for move, _ in _ranking(position) if move.pathway in stealing]
    return dict.fromkeys(found[: card < 0], _threat_name(position, card))


def regions(position: Position, move: Move) -> Iterator[str]:
    """The places of a pathway, each with its free pathways: the hex, of the first where two share
    it, and the districts on both sides. Of few pathways left, any two hexes are a place too.
    """
    if not move.pathway:
        pays = effect(position, move).lead > 0
        alike = [it for it in position.legal if (effect(position, it).lead > 0) == pays]
        names = (tr(DISTRICT_NAMES[DISTRICTS[it.marker or 0]]) for it in alike)
        at_once = mark("the districts that pay at once ({list})")
        later = mark("the districts that do not pay yet ({list})")
        yield tr(at_once if pays else later, list=", ".join(names))
        return
    at, beside = _hex_of(move.pathway), position.setup.beside
    free = pathways_in(position.free)
    places = {tr(_HEXES[at - 1]): [it for it in free if _hex_of(it) == at]}
    _, idea = next(_ideas(position, move))
    for at in beside[move.pathway]:
        name = tr("the sides of {district}", district=tr(DISTRICT_NAMES[DISTRICTS[at]]))
        there = [it for it in free if at in beside[it]]
        places = {name: there, **places} if at == idea else {**places, name: there}
    if len(free) <= _LAST:
        for other in {*free} - {move.pathway}:
            pair = sorted((move.pathway, other))
            hexes = dict.fromkeys(tr(_HEXES[_hex_of(it) - 1]) for it in pair)
            places.setdefault(listing([*hexes], either=True), pair)
    for place, pathways in sorted(places.items(), key=lambda each: max(_LOOKED_AT, len(each[1]))):
        if len(pathways) > 1:  # else the place tells the move
            yield tr("{place} (pathways {list})", place=place, list=", ".join(map(str, pathways)))


def _hex_of(pathway: int) -> int:
    return AREAS[PATHWAYS[pathway - 1].areas[0]].hex


def gain(before: Position, after: Position, seat: int, names: Names) -> str:
    """The gain in lead of a move if the final scoring came now, the change of each wealth, and the
    threats that it leaves.
    """
    changes = [running_wealth(after, it) - running_wealth(before, it) for it in (seat, 3 - seat)]
    told = _gain_words(before, after, seat, _HEARD if worded() else None)
    gained = tr("Gain if the match ended now: {leads}", leads=told)
    lines, players = [gained], [mark_player(it, names) for it in (seat, 3 - seat)]
    if changes[1]:
        both = [*map(label_text, players, map(signed_words, changes))]
        lines.append(" · ".join(both[worded() :]))  # a listener hears 60 words
    if risk := "" if worded() else threats(after):
        fields = {"player": mark_player(after.seat, names), "list": risk}
        lines.append(tr("⚠️ Leaves {player} {list}.", **fields))
    return "\n".join(lines)


class Effect(NamedTuple):
    """The change in the mover's lead, then in the wealth of the mover and of the rival."""

    lead: int
    own: int
    rival: int


def effect(before: Position, move: Move) -> Effect:
    """The effect of a move of the seat to move, as if the final scoring came right after it."""
    seat, after = before.seat, before.after(before.seat, move)
    was = _both_wealth(before)
    own, rival = (running_wealth(after, it) - was[it - 1] for it in (seat, 3 - seat))
    return Effect(own - rival, own, rival)


@lru_cache(maxsize=8)
def _both_wealth(position: Position) -> tuple[int, int]:
    """The wealth of both seats, cached, as it is the same before each move."""
    return running_wealth(position, 1), running_wealth(position, 2)


@lru_cache(maxsize=64)
def _ranking(position: Position) -> list[tuple[Move, Effect]]:
    """The moves by their effects, the best first; cached, as a hint asks for it at each step."""
    found = ((move, effect(position, move)) for move in position.legal)
    return sorted(found, key=lambda each: (*(-it for it in each[1]), each[0].pathway))


def gains(position: Position) -> dict[str, str]:
    """The effect of each move on the lead, the best first."""
    return {str(move): signed_words(gained.lead) for move, gained in _ranking(position)}


def best_moves(position: Position) -> list[tuple[Move, Effect]]:
    """The best move on each free pathway, the best first; of openings all."""
    best: dict[int | Move, tuple[Move, Effect]] = {}
    for move, found in _ranking(position):
        best.setdefault(move.pathway or move, (move, found))
    return [*best.values()]


_BEST = 5
"""The pathways that a text lists; the menu below it has all."""


def best_gains(position: Position, names: Names) -> str:
    """The effect of the best pathways on the lead, below what that counts."""
    heading = tr(
        "🔎 Most at once for {player}: gain in lead if the match ended now.",
        player=mark_player(position.seat, names),
    )
    return f"{heading}\n{all_gains(position, _BEST - worded())}"  # a listener hears one less


def all_gains(position: Position, most: int | None = None) -> str:
    """The effect of the best pathways on the lead with its main parts, equal ones in one line."""
    seat, pathways = position.seat, dict[str, list[str]]()
    for move, _ in best_moves(position)[:most]:
        told, after = str(move.pathway or ""), position.after(seat, move)
        if move.marker is not None:  # of a wild shovel or an opening
            marker = tr("{district} marker", district=tr(DISTRICT_NAMES[DISTRICTS[move.marker]]))
            told = f"{told} ({marker})" if told else marker
        words = _gain_words(position, after, seat, _HEARD - 1 if worded() else None)
        pathways.setdefault(words, []).append(told)
    return "\n".join(label_text(", ".join(alike), words) for words, alike in pathways.items())


def _gain_words(before: Position, after: Position, seat: int, most: int | None = None) -> str:
    """The change of the lead with its parts, at ``most`` so many."""
    changes = _lead_parts(before, after, seat)
    parts = _told_parts(changes, after, most)
    told = ", ".join(part if len(changes) == 1 else f"{part} {change}" for part, change in parts)
    total = f"**{signed_words(sum(changes.values()))}**"
    return f"{total} ({told})" if told else total


def _lead_parts(before: Position, after: Position, seat: int) -> dict[str, int]:
    """The change of the lead by districts and by the other categories, the mid-game scoring first,
    then statues and achievements, then the largest; they add up to all of it.
    """
    was, now = _lead_by_part(before, seat), _lead_by_part(after, seat)
    scored = {_BANKED: 0} if before.mid is None and after.mid is not None else {}
    changes = {name: now[name] - worth for name, worth in was.items() if now[name] != worth}
    return scored | dict(
        sorted(changes.items(), key=lambda each: (each[0] not in _EVENTS, -abs(each[1])))
    )


def _told_parts(
    parts: Mapping[str, int], after: Position, most: int | None = None, cards: Sequence[int] = ()
) -> Iterator[tuple[str, str]]:
    """The parts of a lead by a move that leads to ``after``, at ``most`` so many; of the mid-game
    scoring with what both bank, the mover first. Achievements have the names of ``cards``.
    """
    claimed = {"Achievements": listing([_threat_name(after, it) for it in cards])}
    told = [(claimed.get(name) or tr(name), change) for name, change in parts.items()]
    if _BANKED in parts and not worded():  # a listener has just heard them
        told[0] = f"{tr(_BANKED)} ({_banked_totals(after)})", parts[_BANKED]
    return ((name, signed_words(change)) for name, change in told[:most])


def _banked_totals(after: Position) -> str:
    """The banked wealth of both, of the seat that has just moved first."""
    one, other = (banked_wealth(after, seat) for seat in (3 - after.seat, after.seat))
    return f"{one} : {other}"


def _lead_by_part(position: Position, seat: int) -> Mapping[str, int]:
    """The parts of a seat's lead, by their names in English."""
    own, other = (
        [
            *district_wealth(position, it),
            *score(position, it, final=True),
            banked_wealth(position, it),
        ]
        for it in (seat, 3 - seat)
    )
    parts = zip([*DISTRICT_NAMES.values(), *CATEGORY_NAMES, _BANKED], own, other, strict=True)
    leads = {name: (mine or 0) - (theirs or 0) for name, mine, theirs in parts}
    del leads["Districts"]  # each counts on its own
    return leads


def effect_words(before: Position, move: Move) -> str:
    after, seat = before.after(before.seat, move), before.seat
    lead, own, rival = map(signed_words, effect(before, move))
    parts = [tr("{lead}: you {own}, rival {rival}", lead=lead, own=own, rival=rival)]
    if before.mid is None and after.mid is not None:
        parts.insert(0, f"{tr(_BANKED)} {_banked_totals(after)}")
    if taken := len(after.statues[seat - 1]) - len(before.statues[seat - 1]):
        parts.append(trn("{count} statue", "{count} statues", taken))
    if claimed := len(after.achievements[seat - 1]) - len(before.achievements[seat - 1]):
        parts.append(trn("{count} achievement", "{count} achievements", claimed))
    return ", ".join(parts)


Finals = Sequence[tuple[Position, int]]
"""The final position of each match with the player's seat, the latest first."""


def highlights(finals: Finals) -> list[str]:
    """Average wealth by category, the longest passage, the favourite achievements."""
    if not finals:
        return []
    averages = " · ".join(
        f"{tr(name)} {one_decimal_words(wealth / len(finals))}"
        for name, wealth in zip(CATEGORY_NAMES, _wealth(finals), strict=True)
    )
    longest = max(position.longest_passage(seat) for position, seat in finals)
    passage = tr("Longest continuous passage: {length}", length=f"**{longest}**")
    lines = [tr("Average wealth: {categories}", categories=averages), passage]
    if claimed := _claimed_cards(finals):
        favourites = in_parts(
            trn(
                "“{achievement}” ({count} time)",
                "“{achievement}” ({count} times)",
                count,
                achievement=tr(CONDITION_NAMES[card]),
            )
            for card, count in claimed[:3]
        )
        lines.append(tr("Favourite achievements: {list}", list=favourites))
    return lines


def favourite(finals: Finals) -> str:
    claimed = _claimed_cards(finals)
    return tr(CONDITION_NAMES[claimed[0][0]]) if claimed else ""


def _wealth(finals: Finals) -> list[int]:
    sheets = ((score_sheet(it, final=True), it.mid, seat) for it, seat in finals)
    phases = [sheet[seat - 1] for *both, seat in sheets for sheet in both if sheet]
    return [*map(sum, zip(*phases, strict=True))]


def _claimed_cards(finals: Finals) -> list[tuple[int, int]]:
    """Achievement cards with the number of claims, the most frequent first."""
    counted = Counter(card for position, seat in finals for card in position.achievements[seat - 1])
    return sorted(counted.items(), key=lambda each: (-each[1], each[0]))
