"""The good effects of a move, shown before it or in reviews, and the statistics of one player.

They are counted in wealth, as if the final scoring came now.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from operator import sub
from typing import NamedTuple

from cogs.contract.account import Merit, best_first
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
from prowlerbot.games.prowler.position import DIG, DISTRICTS, ITEMS, Move
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

_COUNTED, _DENIED, _WON = 500.0, 100.0, 1000.0
"""The worth of all that the lead gains at once, before reasons that look ahead, then of mid-game
scoring that a move keeps from the other seat, and of the match.
"""
_SPACE, _DECIDES = 0.5, 4.5
"""The approximate worth of a space on the track that changes no control, and of a better line."""
_LITTLE = 2
"""The wealth by which a reply is no reason for a move that brings more, and a part worth a look."""
_BANKED = mark("the mid-game scoring")
"""The part of a lead that mid-game scoring brings."""
_EVENTS = {"Statues", "Achievements"}
"""The parts of a lead that are told first."""
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
"""The parts of a lead that a listener hears."""
_FEW = 4
"""The pathways of a threat that are too many to be told."""
_LAST = 5
"""The pathways left of which a hex or the sides of a district may have one or all."""


def merits(
    before: Position, seat: int, move: Move, names: Names, than: Move | None = None
) -> list[Merit]:
    after = before.after(seat, move)
    found = [*_lead_changes(before, after, seat)]
    parts = [it.aim for it in best_first(found[1:]) if move.pathway and it.worth >= _LITTLE]
    if than is not None and than != move:  # the same lead is no reason
        found = [it._replace(worth=it.worth - _SPACE) if it.kind == _LEAD else it for it in found]
        found += _compared_merits(before, seat, move, than, names)
    outcome = after.outcome
    if outcome is not None and outcome.winner == seat and len({*outcome.totals}) == 1:
        words = tr("wins the match, level in wealth")
        found.append(Merit(words, tr("the end of the match"), _WON))
    more = after.controlled_districts(seat) > before.controlled_districts(seat)
    if tie := _tie_words(before, after) if more else "":
        found.append(Merit(tie, tr("an achievement"), WEALTH[MOST_DISTRICTS_AT_MID_GAME]))
    broad = _broad_aims(before, after, move) or parts[:1]
    if effect(before, move).lead == _ranking(before)[0][1].lead:
        broad.append(tr("the most wealth at once"))
    little = tr("a move that leaves the rival little")
    return [*found, *(Merit("", aim, 0) for aim in broad or [little])]


def _broad_aims(before: Position, after: Position, move: Move) -> list[str]:
    """The aims that stand out in a move, the strongest first; most moves have none."""
    seat, paid = before.seat, district_wealth(before, 3 - before.seat)
    parts = [len(separate_parts(it.passages[seat - 1])) for it in (before, after)]
    longer = after.longest_passage(seat) - before.longest_passage(seat)
    claimed = after.achievements[seat - 1] != before.achievements[seat - 1]
    turn = mark("a way to turn {district}, which now pays the rival")
    turned = zip(DISTRICT_NAMES.values(), paid, after.lead(seat), strict=True)
    aims = {
        tr("an achievement that can be claimed now"): claimed,
        tr("a statue"): after.statues != before.statues,
        tr("the right time for the mid-game scoring"): before.mid is None and after.mid is not None,
        **{tr(turn, district=tr(it)): (worth or 0) > 0 < lead for it, worth, lead in turned},
        tr("a gap between two of your passages"): longer > 1 and parts[1] < parts[0],
        tr("a wild shovel"): move.pathway and move.marker is not None,
    }
    return [aim for aim, is_met in aims.items() if is_met]


def _lead_changes(before: Position, after: Position, seat: int) -> Iterator[Merit]:
    """All that the lead gains at once is one reason; each of its parts is an aim."""
    parts = _lead_parts(before, after, seat)
    markers = zip(DISTRICT_NAMES.values(), before.lead(seat), after.lead(seat), strict=True)
    spaces = {name: now - was for name, was, now in markers if now > was}
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
        cards = after.achievements[seat - 1][len(before.achievements[seat - 1]) :]
        alone = parts.get("Achievements") == sum(WEALTH[it] for it in cards)  # not the rival's too
        found = [*_told_parts(parts, after, cards=cards if alone else ())]
        good = ", ".join(f"{name} {change}" for name, change in found if change[0] != "−")
        bad = ", ".join(f"{name} {change}" for name, change in found if change[0] == "−")
        told = tr("{gains}, but {losses}", gains=good, losses=bad) if bad else good
        yield Merit(told if good else "", aim, worth, _LEAD)
    for name in aims:
        if parts.get(name, 0) > 0:
            yield Merit("", aims[name], parts[name])
    for name, pulled in spaces.items():
        if name not in parts:
            words = "" if parts else tr("pulls {district}, no wealth yet", district=tr(name))
            yield Merit(words, aims[name], _SPACE * pulled)


def _tile_words(after: Position) -> str:
    pathway = 0 if after.last is None else after.last.pathway
    return tr(ONE_TILE[after.setup.tile(pathway)]) if pathway else tr("the control track")


def dig_words(before: Position, move: Move) -> str:
    """The sentence of a dig shovel, which pulls two markers farther; empty of other tiles."""
    if not move.pathway or before.setup.tile(move.pathway) != DIG:
        return ""
    pulled = [*map(sub, before.after(before.seat, move).track, before.track)]
    both = pulled.count(2) + pulled.count(-2) == 2
    return tr("The dig shovel pulls both markers 2 spaces.") if both else ""


def _tie_words(before: Position, after: Position) -> str:
    """The tie for the most districts that a move makes or breaks shortly before the mid-game
    scoring, which pays for them.
    """
    was, now = (it.controlled_districts(1) - it.controlled_districts(2) for it in (before, after))
    counts = MOST_DISTRICTS_AT_MID_GAME in before.unclaimed and scoring_is_near(before)
    if not counts or bool(was) == bool(now):
        return ""
    return tr("breaks the district tie") if now else tr("ties in districts")


def _compared_merits(
    before: Position, seat: int, move: Move, than: Move, names: Names
) -> Iterator[Merit]:
    """The best reply, if after ``than`` it costs more than that brings more at once, or clearly
    more; else how both moves go on, if the better one is ahead later; else what it has besides
    wealth. Then achievements and statues that are in no such reply, but only ``than`` leaves.
    """
    taken, instead, other = before.after(seat, move), before.after(seat, than), names[2 - seat]
    kept = {*_takings(instead)} - {*_takings(taken), *taken.achievements[seat - 1]}
    if taken.statues[seat - 1] != before.statues[seat - 1]:  # that is not kept but taken
        kept -= {_STATUE}
    if not taken.over:
        (_, brought), (reply, loss) = _greedy_line(before, move, 2)
        (_, more), (answer, cost) = _greedy_line(before, than, 2)
        if loss - cost > (more - brought if more > brought else _LITTLE):
            merit = mark(
                "leaves {player} at most {less} wealth ({reply}), {move} leaves {more} ({other})"
            )
            own = {"less": signed_words(-loss), "reply": _reply_words(taken, reply)}
            those = {"more": signed_words(-cost), "other": _reply_words(instead, answer)}
            words = tr(merit, player=other, move=move_words(than), **own, **those)
            yield Merit(words, words, loss - cost)
            kept.difference_update(_reply_cards(instead, answer))
        elif more >= brought and (words := _line_words(before, move, than)):
            yield Merit(words, words, _DECIDES)
        elif more > brought and (words := _lasting_words(before, move, than)):
            yield Merit(words, words, _SPACE)
    for card in sorted(kept):
        fields = {"threat": _threat_name(instead, card), "move": move_words(than)}
        words = tr("does not leave {player} {threat}, unlike {move}", player=other, **fields)
        worth = WEALTH.get(card, _DENIED if _next_statue_scores(instead) else 1)
        yield Merit(words, words, worth)


def _reply_words(position: Position, reply: Move) -> str:
    """A reply, with the achievements and statues that it takes."""
    pathway = tr("pathway {number}", number=reply.pathway)
    taken = [_threat_name(position, card) for card in _reply_cards(position, reply)]
    return label_text(pathway, listing(taken)) if taken else pathway


def _reply_cards(position: Position, move: Move) -> list[int]:
    return [card for card, pathways in _takings(position).items() if move.pathway in pathways]


def _line_words(before: Position, move: Move, than: Move) -> str:
    """How both moves go on, if the first one is ahead after 2 or 4 more turns; else empty."""
    for turns in (3, 5):
        lines = [_greedy_line(before, it, turns) for it in (move, than)]
        own, instead = (sum(gained for _, gained in line) for line in lines)
        if own > instead:
            merit = mark(
                "comes to {wealth} after {count} more turns if both take the most at once,"
                " {move} to {less}"
            )
            fields = {"wealth": signed_words(own), "less": signed_words(instead)}
            return tr(merit, count=len(lines[0]) - 1, move=move_words(than), **fields)
    return ""


def _lasting_words(before: Position, move: Move, than: Move) -> str:
    """The advantage of a pathway over one that brings more at once, if no turn tells it: an item
    rather than a shovel, or markers pulled farther; else empty.
    """
    both, instead = (move, than), move_words(than)
    tiles = [before.setup.tile(it.pathway) for it in both if it.pathway]
    if tiles and tiles[0] in ITEMS and tiles[1] not in ITEMS:
        item, shovel = (tr(ONE_TILE[it]) for it in tiles)
        words = mark("takes {item}, while {move} takes only {shovel}")
        return tr(words, item=item, shovel=shovel, move=instead)
    seat, was = before.seat, sum(before.lead(before.seat))
    pulled, less = (sum(before.after(seat, it).lead(seat)) - was for it in both)
    words = mark("pulls markers {count} spaces, while {move} pulls them {less}")
    return tr(words, count=pulled, less=less, move=instead) if pulled > less else ""


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
    """The threats that a move leaves, with the gain of its seat by a statue among them, if it can
    take that now and gains less than the most.
    """
    after = before.after(seat, move)
    threat = tr("leaves the rival {list}", list=threats(after)) if _takings(after) else ""
    statues = {*_takings(after).get(_STATUE, ())}.intersection(_takings(before).get(_STATUE, ()))
    (_, most), *_ = ranking = _ranking(before)
    steal, gained = next((each for each in ranking if each[0].pathway in statues), ranking[0])
    if gained.lead == most.lead:
        return threat
    fields = {"number": steal.pathway, "gain": signed_words(gained.lead)}
    return tr("{threat} ({number} brings you {gain})", threat=threat, **fields)


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
    parts = _lead_parts(position, position.after(position.seat, move), position.seat)
    worth = [parts.get(name, 0) for name in DISTRICT_NAMES.values()]
    for district in sorted(beside[move.pathway], key=lambda it: -worth[it]):
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
