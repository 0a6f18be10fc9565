"""The good effects of a move, shown before it or in reviews, and the statistics of one player.

They are counted in wealth, as if the final scoring came now.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from cogs.contract.account import Merit
from cogs.contract.screen import Names
from cogs.contract.sign import worded
from cogs.games.prowler.texts import mark_player, move_words, scoring_is_near
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
from prowlerbot.games.prowler.position import DISTRICTS, Move
from prowlerbot.games.prowler.rules import (
    MID_GAME_STATUES,
    MOST_DISTRICTS_AT_MID_GAME,
    WEALTH,
    Position,
    banked_wealth,
    district_wealth,
    running_wealth,
    score_sheet,
)
from prowlerbot.games.prowler.words import (
    CATEGORY_NAMES,
    CONDITION_NAMES,
    DISTRICT_NAMES,
    ONE_TILE,
)

_COUNTED, _WON = 500.0, 1000.0
"""The worth of all that the lead gains at once, before reasons that look ahead; of the match."""
_SPACE, _DECIDES = 0.5, 4.5
"""The approximate worth of a space on the track that changes no control, and of a better line."""
_LITTLE = 2
"""The wealth from which a part or a difference is worth a look."""
_BANKED = mark("the mid-game scoring")
"""The part of a lead that mid-game scoring brings."""
_EVENTS = {"Statues", "Achievements"}
"""The parts of a lead that are told first."""
_NONE = -1
"""The number of no district."""
_LEAD = "lead"
"""The kind of the merit that tells all that the lead gains at once."""

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
_BESIDE = 9
"""The sides of a district that are not too many to look at for an idea about it."""
_FEW = 4
"""The pathways of a threat that are too many to be told."""
_LAST = 5
"""The pathways left of which a hex or the sides of a district may have one or all."""


def merits(
    before: Position, seat: int, move: Move, names: Names, than: Move | None = None
) -> list[Merit]:
    after = before.after(seat, move)
    found = [_lead_changes(before, after, seat)]
    if than is not None and than != move:  # the same lead is no reason
        found = [it._replace(worth=it.worth - _SPACE) if it.kind == _LEAD else it for it in found]
        if words := _compared_words(before, seat, (move, than), names[2 - seat]):
            found.append(Merit(words, words, _DECIDES))
    outcome = after.outcome
    if outcome is not None and outcome.winner == seat and len({*outcome.totals}) == 1:
        words = tr("wins the match, level in wealth")
        found.append(Merit(words, tr("the end of the match"), _WON))
    more = after.controlled_districts(seat) > before.controlled_districts(seat)
    if tie := _tie_words(before, after) if more else "":
        found.append(Merit(tie, tr("an achievement"), WEALTH[MOST_DISTRICTS_AT_MID_GAME]))
    return found


def purpose(before: Position, move: Move, names: Names) -> str:
    """The strongest idea of a move, in a sentence that does not tell it."""
    words, at = next(_ideas(before, move))
    fields = {"district": tr(DISTRICT_NAMES[DISTRICTS[at]]), "player": names[2 - before.seat]}
    tile, threat = _tile_words(before.after(before.seat, move)), _threat_kept(before, move)
    return tr(words, item=tile, threat=threat, **fields)


def _ideas(before: Position, move: Move) -> Iterator[tuple[str, int]]:
    """The ideas of a move, the strongest first, each with the number of its district, if any."""
    seat, after = before.seat, before.after(before.seat, move)
    now = after.lead(seat)
    if after.achievements[seat - 1] != before.achievements[seat - 1]:
        yield mark("You can claim an achievement now."), _NONE
    if after.statues != before.statues:
        yield mark("A statue stands open: take it before {player} does."), _NONE
    for at, worth in enumerate(district_wealth(before, 3 - seat)):
        if (worth or 0) > 0 < now[at]:
            yield mark("{district} pays {player} now: pull its marker over to your side."), at
    if _threat_kept(before, move):
        yield mark("{player} could take {threat} next: find the move that prevents it."), _NONE
    parts = [len(separate_parts(it.passages[seat - 1])) for it in (before, after)]
    if parts[1] < parts[0] and after.longest_passage(seat) - before.longest_passage(seat) > 1:
        yield mark("Join two of your passages: the longest one pays 2 for each pathway."), _NONE
    if move.pathway and move.marker is not None:
        yield mark("A wild shovel pulls one more marker, of your choice."), _NONE
    yield from _ideas_of_gains(before, move)
    if effect(before, move).lead == _ranking(before)[0][1].lead:
        yield mark("Look for what brings the most at once."), _NONE
    yield mark("No gain stands out: look for a move that leaves {player} little."), _NONE


def _threat_kept(before: Position, move: Move) -> str:
    """The threats that a move meets, but the one that brings most at once does not."""
    (best, _), *_ = _ranking(before)
    after, instead = (before.after(before.seat, it) for it in (move, best))
    return listing([_threat_name(instead, it) for it in _threats_kept(after, instead)])


def _threats_kept(after: Position, instead: Position) -> list[int]:
    """What the seat to move can take in another position, but not in this one."""
    return [card for card in _takings(instead) if card not in _takings(after)]


def _ideas_of_gains(before: Position, move: Move) -> Iterator[tuple[str, int]]:
    """The idea of the best part that a pathway adds to the lead, if that is worth a look."""
    seat, after = before.seat, before.after(before.seat, move)
    was, now, gained = before.lead(seat), after.lead(seat), _lead_parts(before, after, seat)
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
    """All that the lead gains at once, else the markers that come nearer."""
    parts, aim = _lead_parts(before, after, seat), _tile_words(after)
    if not parts:
        both = zip(DISTRICT_NAMES.values(), before.lead(seat), after.lead(seat), strict=True)
        pulled = listing([tr(name) for name, was, now in both if now > was])
        return Merit(tr("pulls {district}, no wealth yet", district=pulled), aim, _SPACE)
    cards = after.achievements[seat - 1][len(before.achievements[seat - 1]) :]
    alone = parts.get("Achievements") == sum(WEALTH[it] for it in cards)  # not the rival's too
    found = _told_parts(parts, after, _HEARD, cards if alone else ())
    told = ", ".join(f"{name} {change}" for name, change in found)
    told += " …" * (len(parts) > _HEARD)
    good = max(parts.values()) > 0
    return Merit(told if good else "", aim, _COUNTED + sum(parts.values()), _LEAD)


def _tile_words(after: Position) -> str:
    pathway = 0 if after.last is None else after.last.pathway
    return tr(ONE_TILE[after.setup.tile(pathway)]) if pathway else tr("the control track")


def _tie_words(before: Position, after: Position) -> str:
    """The tie for the most districts that a move makes or breaks shortly before the mid-game
    scoring, which pays for them.
    """
    was, now = (it.controlled_districts(1) - it.controlled_districts(2) for it in (before, after))
    counts = MOST_DISTRICTS_AT_MID_GAME in before.unclaimed and scoring_is_near(before)
    if not counts or bool(was) == bool(now):
        return ""
    return tr("breaks the district tie") if now else tr("ties in districts")


def _compared_words(before: Position, seat: int, moves: tuple[Move, Move], other: str) -> str:
    """The advantage of the first of two moves, in one sentence: what the best reply brings, the
    threats that only the second one leaves, the gain at once, else what speaks for a smaller gain.
    """
    afters = [before.after(seat, it) for it in moves]
    if afters[0].over:
        return ""
    gained, more = (effect(before, it).lead for it in moves)
    (reply, less), (answer, cost) = map(_best_reply, afters)
    kept = _threats_kept(*afters)
    name = _short_words(*reversed(moves))
    ahead, saved = gained - more, cost - less
    if saved > max(abs(ahead), _LITTLE - 1):
        fields = {"move": name, "player": other, "more": signed_words(cost)}
        if answer.pathway == moves[0].pathway:
            return tr("{move} leaves this pathway to {player}, who gains {more}", **fields)
        fields |= {"other": _reply_words(afters[1], answer), "less": signed_words(less)}
        if reply.pathway != answer.pathway:
            fields["less"] += f" ({_reply_words(afters[0], reply)})"
        return tr("{move} leaves {player} {more} ({other}), this one only {less}", **fields)
    if kept:
        one, instead = (each.statues[seat - 1] for each in afters)
        taken = (*afters[0].achievements[seat - 1], *[_STATUE] * (len(one) > len(instead)))
        own = [card for card in kept if card in taken]
        threat = listing([_threat_name(afters[1], card) for card in own or kept])
        words = mark("{move} leaves {player} {threat}, this one does not")
        if own:
            words = mark("{move} leaves {player} {threat}, this one takes it")
        return tr(words, move=name, player=other, threat=threat)
    if ahead > 0 <= ahead + saved:
        return tr("brings {count} more at once", count=ahead)
    return _lasting_words(before, moves, ahead + saved, other)


def _best_reply(after: Position) -> tuple[Move, int]:
    """The move that brings most to the seat to move, with its gain."""
    (reply, gained), *_ = _ranking(after)
    return reply, gained.lead


def _short_words(move: Move, other: Move) -> str:
    """A move beside another one: a wild shovel without its marker where that tells nothing."""
    return move_words(move if move.pathway == other.pathway else Move(move.pathway))


def _reply_words(position: Position, reply: Move) -> str:
    """A reply, with the achievements and statues that it takes."""
    pathway = tr("pathway {number}", number=reply.pathway)
    taken = [_threat_name(position, card) for card in _reply_cards(position, reply)]
    return label_text(pathway, listing(taken)) if taken else pathway


def _reply_cards(position: Position, move: Move) -> list[int]:
    return [card for card, pathways in _takings(position).items() if move.pathway in pathways]


def _lasting_words(before: Position, moves: tuple[Move, Move], balance: int, other: str) -> str:
    """What speaks for a pathway over one that brings more at once: the other one loses its gain
    again or can rather wait, or this one pulls markers farther. After the best replies it is ahead
    by the ``balance``.
    """
    seat, than = before.seat, moves[1]
    fields = {"move": _short_words(than, moves[0]), "player": other}
    lost, kept = (_pulled_back(before, it) for it in (than, moves[0]))
    if lost and (not kept or kept[1] < lost[1]):
        told = {"district": tr(DISTRICT_NAMES[DISTRICTS[lost[0]]]), "gain": signed_words(lost[1])}
        return tr("{player} can pull {district} back and undo {gain} of {move}", **told, **fields)
    waits, less = (_gain_when_delayed(before, *each) for each in (moves, (than, moves[0])))
    if 0 < waits >= effect(before, than).lead - _LITTLE and balance + waits > less:
        words = mark("{move} can wait: next turn it can still bring {gain}")
        return tr(words, gain=signed_words(waits), **fields)
    was = sum(before.lead(seat))
    pulled, less = (sum(before.after(seat, it).lead(seat)) - was for it in moves)
    words = mark("pulls markers {count} spaces, {move} only {less}: they are harder to pull back")
    return tr(words, count=pulled, less=less, **fields) if pulled > less else ""


def _gain_when_delayed(before: Position, first: Move, move: Move) -> int:
    """The gain of a move a turn after another one and its best reply; 0 if it is taken by then."""
    after = before.after(before.seat, first)
    after = after.after(after.seat, _best_reply(after)[0])
    return effect(after, move).lead if move in after.legal else 0


def _pulled_back(before: Position, move: Move) -> tuple[int, int] | None:
    """The district in which a move gains most, with that gain, if a reply ends its pay."""
    seat, after = before.seat, before.after(before.seat, move)
    parts = _lead_parts(before, after, seat)
    worth = {at: parts.get(DISTRICT_NAMES[each], 0) for at, each in enumerate(DISTRICTS)}
    at = max(worth, key=lambda it: worth[it])
    undone = (after.after(after.seat, it).lead(seat)[at] <= 0 for it in after.legal)
    return (at, worth[at]) if 2 * worth[at] > sum(parts.values()) and any(undone) else None


_STATUE = 0
"""Stands for a statue among the numbers of achievements."""


@lru_cache(maxsize=64)
def _takings(position: Position) -> Mapping[int, Sequence[int]]:
    """The achievements and statues that the seat to move can take, with the pathways for each."""
    seat, found = position.seat, dict[int, list[int]]()
    held, stolen = len(position.achievements[seat - 1]), len(position.statues[seat - 1])
    for move in position.legal if position.to_move else ():
        after = position.after(seat, move)
        statues = [_STATUE] * (len(after.statues[seat - 1]) > stolen)
        for card in (*statues, *after.achievements[seat - 1][held:]):
            found.setdefault(card, []).append(move.pathway)
    return dict(sorted(found.items()))


def threats(position: Position, only: Collection[int] | None = None) -> str:
    """The statues and achievements that the seat to move can take, or ``only`` some of them."""
    found = dict[tuple[str, ...], list[str]]()
    for card in _takings(position) if only is None else only:
        taking = _takings(position)[card]
        name = _threat_name(position, card)
        pathways = tuple(dict.fromkeys(map(str, taking)))  # a wild shovel has several moves
        found.setdefault(pathways if len(pathways) < _FEW else (), []).append(name)
    place = mark("{threats} on {pathways}")
    lines = [
        tr(place, threats=listing(told), pathways=listing(at, either=True)) if at else listing(told)
        for at, told in found.items()
    ]
    return listing(lines)


def _threat_name(position: Position, card: int) -> str:
    """An achievement, or the statue that the seat to move can take."""
    if card:
        return tr("“{achievement}”", achievement=tr(CONDITION_NAMES[card]))
    scores = _next_statue_scores(position)
    return tr("the mid-game scoring (2nd statue)") if scores else tr("a statue")


def _next_statue_scores(position: Position) -> bool:
    stolen = len("".join(position.statues))
    return position.half is None and stolen == MID_GAME_STATUES - 1


def drawback(before: Position, seat: int, move: Move) -> str:
    """The most that a reply brings, and the main threat beside that reply."""
    after = before.after(seat, move)
    if after.over:
        return ""
    reply, gained = _best_reply(after)
    others = [it for it in _takings(after) if it not in _reply_cards(after, reply)]
    told = [f"{signed_words(gained)} ({_reply_words(after, reply)})", threats(after, others[:1])]
    return tr("leaves the rival {list}", list=listing([*filter(None, told)], either=True))


def lures(position: Position) -> Mapping[str, str]:
    """The best move that steals a statue, by which it is called."""
    stealing = _takings(position).get(_STATUE, ())
    found = [str(move) for move, _ in _ranking(position) if move.pathway in stealing]
    return dict.fromkeys(found[:1], tr("The open statue"))


def regions(position: Position, move: Move) -> Iterator[str]:
    """The places of a pathway, each with its free pathways: the hex, of the first where two share
    it, and the districts on both sides. Of few pathways left, any two hexes are a place too.
    """
    if not move.pathway:
        pays = effect(position, move).lead > 0
        alike = [it for it in position.legal if (effect(position, it).lead > 0) == pays]
        names = (tr(DISTRICT_NAMES[DISTRICTS[it.marker or 0]]) for it in alike)
        phrase = mark("the districts that do not pay yet ({list})")
        if pays:
            phrase = mark("the districts that pay at once ({list})")
        yield tr(phrase, list=", ".join(names))
        return
    at, beside = _hex_of(move.pathway), position.setup.beside
    free = pathways_in(position.free)
    places = {tr(_HEXES[at - 1]): [it for it in free if _hex_of(it) == at]}
    _, idea = next(_ideas(position, move))
    for at in beside[move.pathway]:
        name = tr("the sides of {district}", district=tr(DISTRICT_NAMES[DISTRICTS[at]]))
        there = [it for it in free if at in beside[it]]
        is_first = at == idea and len(there) <= _BESIDE
        places = {name: there, **places} if is_first else {**places, name: there}
    if len(free) <= _LAST:
        for other in {*free} - {move.pathway}:
            pair = sorted((move.pathway, other))
            hexes = dict.fromkeys(tr(_HEXES[_hex_of(it) - 1]) for it in pair)
            places.setdefault(listing([*hexes], either=True), pair)
    for place, pathways in places.items():
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
    """A move for each free pathway, the best first; a wild shovel has its best marker. Of openings
    all.
    """
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
            district = tr(DISTRICT_NAMES[DISTRICTS[move.marker]])
            marker = tr("{district} marker", district=district)
            told = f"{told} ({marker})" if told else marker
        words = _gain_words(position, after, seat, _HEARD - 1 if worded() else None)
        pathways.setdefault(words, []).append(told)
    return "\n".join(label_text(", ".join(alike), words) for words, alike in pathways.items())


def _gain_words(before: Position, after: Position, seat: int, most: int | None = None) -> str:
    """The change of the lead with its parts, at ``most`` so many; a tie for districts is first."""
    changes, tie = _lead_parts(before, after, seat), _tie_words(before, after)
    parts = [*_told_parts(changes, after, most and most - bool(tie))]
    named = [part if len(changes) == 1 else f"{part} {change}" for part, change in parts]
    told = ", ".join(filter(None, [tie, *named]))
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
    sheet, (own, other) = score_sheet(position, final=True), (seat, 3 - seat)
    return {
        name: (mine or 0) - (theirs or 0)
        for name, mine, theirs in zip(
            [*DISTRICT_NAMES.values(), *CATEGORY_NAMES, _BANKED],
            [*district_wealth(position, own), *sheet[own - 1], banked_wealth(position, own)],
            [*district_wealth(position, other), *sheet[other - 1], banked_wealth(position, other)],
            strict=True,
        )
        if name != "Districts"  # each counts on its own
    }


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

_FAVOURITES = 3


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
            for card, count in claimed[:_FAVOURITES]
        )
        lines.append(tr("Favourite achievements: {list}", list=favourites))
    return lines


def favourite(finals: Finals) -> str:
    claimed = _claimed_cards(finals)
    return tr(CONDITION_NAMES[claimed[0][0]]) if claimed else ""


def _wealth(finals: Finals) -> list[int]:
    sums = [0] * len(CATEGORY_NAMES)
    for position, seat in finals:
        phases = [score_sheet(position, final=True), *([position.mid] if position.mid else [])]
        for phase in phases:
            sums = [before + now for before, now in zip(sums, phase[seat - 1], strict=True)]
    return sums


def _claimed_cards(finals: Finals) -> list[tuple[int, int]]:
    """Achievement cards with the number of claims, the most frequent first."""
    counted = Counter(card for position, seat in finals for card in position.achievements[seat - 1])
    return sorted(counted.items(), key=lambda each: (-each[1], each[0]))
