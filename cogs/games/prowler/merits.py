"""The good effects of a move, shown before it or in reviews, and the statistics of one player.

They are counted in wealth, as if the final scoring came now.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
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
from prowlerbot.games.prowler.board import AREAS, PATHWAYS, pathways_in
from prowlerbot.games.prowler.position import DISTRICTS, ITEMS, Move
from prowlerbot.games.prowler.rules import (
    MOST_DISTRICTS_AT_MID_GAME,
    WEALTH,
    Position,
    banked_wealth,
    district_wealth,
    passages_to_second_statue,
    running_wealth,
    score_sheet,
)
from prowlerbot.games.prowler.words import (
    CATEGORY_NAMES,
    CONDITION_NAMES,
    DISTRICT_NAMES,
    ONE_TILE,
)

_DENIED = 1000.0
"""The worth of what a move keeps from the other seat, above all that it brings at once."""
_COUNTED = 500.0
"""The worth of what the lead gains at once, before reasons that look ahead."""
_SPACE = 0.5
"""The approximate worth of a space on the track that changes no control."""
_DECIDES = 50.0
"""The worth of a reason that alone decides between two moves, above the usual ones."""
_BANKED = mark("the mid-game scoring")
"""The part of a lead that mid-game scoring brings."""
_EVENTS = {"Statues", "Achievements"}
"""The parts of a lead that are never hidden in the rest."""
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

_MOST_PARTS = 3
"""The parts of a lead that a line tells."""
_FEW = 4
"""The pathways of a threat that are too many to be told."""
_LAST = 5
"""The pathways left of which a hex or the sides of a district may have one or all."""


def merits(
    before: Position, seat: int, move: Move, names: Names, than: Move | None = None
) -> list[Merit]:
    after = before.after(seat, move)
    found = [*_lead_changes(before, after, seat, names[2 - seat])]
    if than is not None:  # the same lead is no reason
        found = [it._replace(worth=it.worth - _SPACE) if it.kind == _LEAD else it for it in found]
    for card in after.achievements[seat - 1][len(before.achievements[seat - 1]) :]:
        words = tr("wins “{achievement}”", achievement=tr(CONDITION_NAMES[card]))
        found.append(Merit(words, tr("an achievement"), WEALTH[card]))
    outcome = after.outcome
    if outcome is not None and outcome.winner == seat and len({*outcome.totals}) == 1:
        words = tr("wins the match, level in wealth")
        found.append(Merit(words, tr("the end of the match"), _DENIED))
    if tie := _tie_words(before, after):
        was, now = (it.controlled_districts(seat) for it in (before, after))
        if now > was:
            found.append(Merit(tie, tr("an achievement"), WEALTH[MOST_DISTRICTS_AT_MID_GAME]))
    if than is not None and than != move:
        found += _denied_merits(before, seat, move, than, names)
    most = effect(before, move).lead == _ranking(before)[0][1].lead
    aim = tr("the most wealth at once") if most else tr("a move that leaves the rival little")
    return [*found, Merit("", aim, 0)]


def _lead_changes(before: Position, after: Position, seat: int, other: str) -> Iterator[Merit]:
    """All that the lead gains at once is one reason; each of its parts is an aim."""
    parts, spaces = _lead_parts(before, after, seat), dict[str, tuple[int, int]]()
    for letter, was, now in zip(DISTRICTS, before.lead(seat), after.lead(seat), strict=True):
        if now > was:
            spaces[DISTRICT_NAMES[letter]] = was, now
    aims = {name: tr("{district} marker", district=tr(name)) for name in spaces} | {
        "Items": _tile_words(after),
        "Statues": tr("a statue"),
        "Achievements": tr("an achievement"),
        _BANKED: tr("the mid-game scoring"),
    }
    if before.longest_passage(seat):  # any pathway is a first passage
        aims["Passages"] = tr("a longer passage")
    if parts:
        main = max(parts, key=lambda name: (name in aims, parts[name]))
        aim, worth = aims.get(main, _tile_words(after)), _COUNTED + sum(parts.values())
        told = _told_parts(parts, after, _MOST_PARTS)
        words = ", ".join(tr("{change} from {part}", change=it, part=part) for part, it in told)
        yield Merit(words, aim, worth, _LEAD)
    for name in aims:
        if parts.get(name, 0) > 0:
            yield Merit("", aims[name], parts[name])
    for name, (was, now) in spaces.items():
        if name not in parts:
            words = "" if parts else _marker_words(name, was, now, other)
            yield Merit(words, aims[name], _SPACE * (now - was))


def _tile_words(after: Position) -> str:
    move = after.last
    if move is None or not move.pathway:
        return tr("the control track")
    return tr(ONE_TILE[after.setup.tile(move.pathway)])


def _marker_words(name: str, was: int, now: int, other: str) -> str:
    """The new spaces of a marker that changes no wealth now."""
    fields = {"district": tr(name), "player": other}
    if was <= 0 < now:
        return tr("takes {district}, no wealth yet", **fields)
    if now > 0:
        return trn(
            "leads {district} by {count} space",
            "leads {district} by {count} spaces",
            now,
            **fields,
        )
    if not now:
        return ""
    return trn(
        "leaves {player} {district} by only {count} space",
        "leaves {player} {district} by only {count} spaces",
        -now,
        **fields,
    )


def _tie_words(before: Position, after: Position) -> str:
    """The tie for the most districts that a move makes or breaks shortly before the mid-game
    scoring, which pays for them.
    """
    was, now = (it.controlled_districts(1) - it.controlled_districts(2) for it in (before, after))
    counts = MOST_DISTRICTS_AT_MID_GAME in before.unclaimed and scoring_is_near(before)
    if not counts or bool(was) == bool(now):
        return ""
    return tr("breaks the district tie") if now else tr("ties in districts")


def _denied_merits(
    before: Position, seat: int, move: Move, than: Move, names: Names
) -> Iterator[Merit]:
    """Achievements and statues that the other seat could take after ``than``, not after this; and
    its best reply, if that is worse by more than what ``than`` brings more at once.
    """
    taken, instead, other = before.after(seat, move), before.after(seat, than), names[2 - seat]
    kept = {*_takings(instead)} - {*_takings(taken), *taken.achievements[seat - 1]}
    if taken.statues[seat - 1] != before.statues[seat - 1]:  # that is not kept but taken
        kept -= {_STATUE}
    for card in sorted(kept):
        words = (
            tr(
                "keeps {player} from “{achievement}” next turn: {wealth} wealth",
                player=other,
                achievement=tr(CONDITION_NAMES[card]),
                wealth=WEALTH[card],
            )
            if card
            else tr("keeps {player} from a statue next turn", player=other)
        )
        if not card and instead.half is None and passages_to_second_statue(instead) == 1:
            second = mark("keeps {player} from the 2nd statue and the mid-game scoring next turn")
            words = tr(second, player=other)
        words = tr("{merit}, unlike {move}", merit=words, move=move_words(than))
        aim = tr("an achievement") if card else tr("a statue")
        yield Merit(words, aim, _DENIED + WEALTH.get(card, 1), words)
    if not taken.over:
        yield from _reply_merits(before, move, than, other)


def _reply_merits(before: Position, move: Move, than: Move, other: str) -> Iterator[Merit]:
    """The best reply, if after ``than`` it costs more than that brings more at once; else how both
    moves go on, if the better one is ahead later; else what it has besides wealth.
    """
    (_, brought), (reply, loss) = _greedy_line(before, move, 2)
    (_, more), (answer, cost) = _greedy_line(before, than, 2)
    aim = tr("the reply")
    if loss - cost > max(0, more - brought):
        words = tr(
            "leaves {player} at most {less} wealth ({reply}), while {move} brings {gain} and leaves"
            " {more} ({other})",
            player=other,
            less=signed_words(-loss),
            reply=tr("pathway {number}", number=reply.pathway),
            move=move_words(than),
            gain=signed_words(more),
            more=signed_words(-cost),
            other=tr("pathway {number}", number=answer.pathway),
        )
        yield Merit(words, aim, _DECIDES if more > brought else _SPACE, words)
    elif more >= brought and (words := _line_words(before, move, than)):
        yield Merit(words, aim, _DECIDES, words)
    elif more > brought and move.pathway:
        for words in islice(_lasting_words(before, move, than, other), 1):
            yield Merit(words, aim, _SPACE, words)


def _line_words(before: Position, move: Move, than: Move) -> str:
    """How both moves go on, if the first one is ahead after 2 or 4 more turns; else empty."""
    for turns in (3, 5):
        lines = [_greedy_line(before, it, turns) for it in (move, than)]
        own, instead = (sum(gained for _, gained in line) for line in lines)
        if own > instead:
            return tr(
                "comes to {wealth} wealth after {count} more turns if both take the most at once,"
                " {move} only to {less}",
                count=len(lines[0]) - 1,
                wealth=signed_words(own),
                move=move_words(than),
                less=signed_words(instead),
            )
    return ""


def _lasting_words(before: Position, move: Move, than: Move, other: str) -> Iterator[str]:
    """The advantages of a move over one that brings more at once, if no turn tells them: an item
    rather than a shovel, markers pulled farther, or one marker.
    """
    seat, tiles = before.seat, [before.setup.tile(it.pathway) for it in (move, than)]
    instead, both = move_words(than), [before.after(seat, it) for it in (move, than)]
    if tiles[0] in ITEMS and tiles[1] not in ITEMS:
        item, shovel = (tr(ONE_TILE[it]) for it in tiles)
        words = mark("takes {item}, while {move} takes only {shovel}")
        yield tr(words, item=item, shovel=shovel, move=instead)
    pulled, less = (sum(it.lead(seat)) - sum(before.lead(seat)) for it in both)
    if pulled > less:
        words = mark("pulls markers {count} spaces, while {move} pulls them {less}")
        yield tr(words, count=pulled, less=less, move=instead)
    spaces = zip(DISTRICTS, *(it.lead(seat) for it in (before, *both)), strict=True)
    for letter, was, now, less in spaces:
        if now > max(was, less) and (was > 0 or now < 0):
            merit = _marker_words(DISTRICT_NAMES[letter], was, now, other)
            yield tr("{merit}, unlike {move}", merit=merit, move=instead)


def _greedy_line(position: Position, move: Move, turns: int) -> list[tuple[Move, int]]:
    """A move with the next ones, until the end, if both seats take what brings most at once, each
    with what it adds to the lead of the seat that begins.
    """
    found = [(move, effect(position, move).lead)]
    while len(found) < turns:
        position = position.after(position.seat, found[-1][0])
        if position.over:
            break
        (best, gained), *_ = _ranking(position)
        found.append((best, -gained.lead if len(found) % 2 else gained.lead))
    return found


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


def threats(position: Position) -> str:
    """The statues and achievements that the seat to move can take; empty without any."""
    found = dict[tuple[str, ...], list[str]]()
    for card, taking in _takings(position).items():
        condition = tr(CONDITION_NAMES[card]) if card else ""
        name = tr("“{achievement}”", achievement=condition) if card else tr("a statue")
        pathways = tuple(dict.fromkeys(map(str, taking)))  # a wild shovel has several moves
        found.setdefault(pathways if len(pathways) < _FEW else (), []).append(name)
    place = mark("{threats} on {pathways}")
    lines = [
        tr(place, threats=listing(told), pathways=listing(at, either=True)) if at else listing(told)
        for at, told in found.items()
    ]
    return listing(lines)


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
    for district in beside[move.pathway]:
        name = tr("the sides of {district}", district=tr(DISTRICT_NAMES[DISTRICTS[district]]))
        places[name] = [it for it in free if district in beside[it]]
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
    """What a move adds to the lead if the final scoring came now, to whose wealth, and the threats
    that it leaves.
    """
    changes = [running_wealth(after, it) - running_wealth(before, it) for it in (seat, 3 - seat)]
    told = _gain_words(before, after, seat, _MOST_PARTS if worded() else None)
    gained = tr("Gain if the match ended now: {leads}", leads=told)
    lines, players = [gained], [mark_player(it, names) for it in (seat, 3 - seat)]
    if changes[1]:
        both = [*map(label_text, players, map(signed_words, changes))]
        lines.append(" · ".join(both[worded() :]))  # a listener hears 60 words
    risk = "" if worded() else threats(after)
    if risk:
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
        words = _gain_words(position, after, seat, _MOST_PARTS - worded())
        pathways.setdefault(words, []).append(told)
    return "\n".join(label_text(", ".join(alike), words) for words, alike in pathways.items())


def _gain_words(before: Position, after: Position, seat: int, most: int | None = None) -> str:
    """The change of the lead with its parts, those above ``most`` in one. The mid-game scoring and
    a tie that it pays for come first.
    """
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
    parts: Mapping[str, int], after: Position, most: int | None = None
) -> Iterator[tuple[str, str]]:
    """The parts of a lead by a move that leads to ``after``, those above ``most`` in one; of the
    mid-game scoring with what both bank, the mover first.
    """
    told = [(tr(name), change) for name, change in parts.items()]
    if _BANKED in parts and not worded():  # a listener has just heard them
        told[0] = f"{tr(_BANKED)} ({_banked_totals(after)})", parts[_BANKED]
    if most is not None and worded():  # a listener hears no more
        told = told[:most]
    elif most is not None and len(told) > most + 1:
        rest = sum(change for _, change in told[most:])
        told[most:] = [(tr("the rest"), rest)] * bool(rest)
    return ((name, signed_words(change)) for name, change in told)


def _banked_totals(after: Position) -> str:
    """What both have banked, the seat that has just moved first."""
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
