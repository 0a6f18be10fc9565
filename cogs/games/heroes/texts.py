"""Heroes Beware in words: the last move, at length and in short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.games.heroes.colony_words import piece_words
from cogs.games.heroes.happened import (
    Happening,
    Kind,
    Line,
    burst,
    happened,
    new_pieces,
    turn_began,
)
from cogs.games.heroes.signs import BAG, EVENT, HEART, INVADER, MAP, TOKENS, seat_mark
from cogs.games.heroes.situation import Names, marked
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.lists_and_numbers import labelled
from prowlerbot.games.heroes.cards import EVENTS, INVADERS, MAPS
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.grid import NAME
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.setup import ROUNDS
from prowlerbot.games.heroes.stages.walk import Trace
from prowlerbot.games.heroes.words import EVENT_NAMES, EVENT_TEXTS, INVADER_TEXTS, MAP_TEXTS
from renderer.heroes import fate_of

_MOST_NAMED = 3
_WALKS: frozenset[Kind] = frozenset(("walked", "walking"))
LONGEST_NEWS = 1_800
"""Characters; the message needs room for other parts."""


# ------------------------------------------------------------------------------------ news


def news(line: Line, names: Names, *, after: int = 0, ahead: bool = False) -> str:
    """The effects of the latest move, one a line, with the chance draws after it; of a move that is
    made ``ahead`` only the way of an invader, as nothing else has happened yet.

    Only the latest of several cards is described in full, and none after the end of the match. The
    reader knows the cards of the steps up to ``after``. If the text is too long, its oldest lines
    are left out.
    """
    if len(line) < 2:
        return ""
    steps = [(at, list(happened(line, at))) for at in range(burst(line), len(line))]
    if ahead:
        steps = [(at, [it for it in found if it.kind in _WALKS]) for at, found in steps]
    steps = [(at, found if at > after else _without_cards(found)) for at, found in steps]
    cards = [at for at, found in steps if any(each.kind == "card" for each in found)]
    brief = cards if line[-1].outcome is not None else cards[:-1]
    lines = [
        sentence
        for at, found in steps
        for sentence in _step_told(line, at, found, names, brief=at in brief)
        if sentence
    ]
    while sum(map(len, lines)) + len(lines) > LONGEST_NEWS and len(lines) > 1:
        lines.pop(0)
    return "\n".join(lines)


def _without_cards(happenings: Sequence[Happening]) -> list[Happening]:
    """The effects of a step except the card that came, and its outcome."""
    return [each for each in happenings if each.kind not in {"card", "walked", "walking", "struck"}]


def _step_told(
    line: Line, at: int, happenings: Sequence[Happening], names: Names, *, brief: bool
) -> Iterator[str]:
    """The effects of one step; the outcome of a card in all colonies takes one line."""
    fates = [each for each in happenings if each.kind in {"walked", "struck"}]
    for each in happenings:
        if each.kind == "card" and brief:
            outcomes = [f"{seat_mark(it.seat)} {_fate(it)}" for it in fates if _has_effect(it)]
            outcome = " · ".join(outcomes) or tr("nothing has changed")
            yield labelled(f"**{card_name(card_of(line[at]))}**", outcome)
        elif each in fates:
            if each is fates[0] and not (brief and happenings[0].kind == "card"):
                yield " · ".join(_in_colony(line[at], it, names) for it in fates)
        else:
            yield _happening_words(line, at, each, names)


def _fate(each: Happening) -> str:
    """The outcome of an invader's visit, or the immediate effect of an event."""
    if each.kind != "struck":
        return invader_fate(each.after.trace)
    if lost := counted_loss(each.before, each.after):
        return tr("lost {tokens}", tokens=lost)
    if won := counted_loss(each.after, each.before):
        return tr("got {tokens}", tokens=won)
    return tr("nothing has changed")


def _in_colony(after: Position, each: Happening, names: Names) -> str:
    """The outcome of a card in a colony, after the name of its owner."""
    player, fate = marked(each.seat, names), _fate(each)
    if each.kind == "struck":
        return tr("{player}'s colony: {fate}", player=player, fate=fate)
    invader = invader_name(card_of(after))
    return tr("{player}'s colony: {invader} {fate}", player=player, invader=invader, fate=fate)


def card_told(shown: Position, seats_before: Sequence[Seat], names: Names) -> str:
    """A card that is over, and a line for its outcome in each colony."""
    return "\n".join((_card(shown), *outcomes(shown, seats_before, names)))


def outcomes(shown: Position, seats_before: Sequence[Seat], names: Names) -> Iterator[str]:
    """The outcome of a card in each colony."""
    for seat in shown.playing:
        own = shown.seats[seat - 1]
        kind: Kind = "walked" if own.trace else "struck"
        each = Happening(kind, seat, before=seats_before[seat - 1], after=own)
        yield _in_colony(shown, each, names)


def invader_name(position: Position) -> str:
    if position.invader:
        return tr(INVADERS[position.invader].name)
    return tr(EVENT_NAMES[_STRAGGLER])


_STRAGGLER = next(number for number, effect in EVENTS.items() if effect == "straggler")


def _has_effect(each: Happening) -> bool:
    if each.kind == "walked":
        return any(what not in {"", "left"} for _, what in each.after.trace)
    return bool(counted_loss(each.before, each.after) or counted_loss(each.after, each.before))


def card_of(after: Position) -> Position:
    """The position that shows the card brought by a step, even if the round is over."""
    return after if after.phase == "invasion" else after.after_invasion or after


def _happening_words(line: Line, at: int, each: Happening, names: Names) -> str:  # noqa: PLR0911 - one for each kind
    after = line[at]
    player = marked(each.seat, names) if each.seat else ""
    match each.kind:
        case "left":
            return tr("{player} has left; their colony is gone.", player=player)
        case "turn":
            return turn_told(line, at, names)
        case "card":
            return _card(card_of(after))
        case "profit":
            return _profit(after, names)
        case "walking":
            return _in_colony(after, each, names)
        case "nothing":
            return ""
        case "done" if line[at - 1].live and not after.live:
            return tr("🏁 Building is over.")
        case _:
            return tr("{player} {did}.", player=player, did=_action_words(each))


def _built_in_turn(line: Line, at: int) -> dict[int, tuple[Placed, ...]]:
    """The pieces built in a finished draft turn, by the seats that took part."""
    began, after = turn_began(line, at), line[at]
    return {
        seat: new_pieces(began.seats[seat - 1], after.seats[seat - 1])
        for seat in after.playing
        if not began.seats[seat - 1].done
    }


def turn_told(line: Line, at: int, names: Names) -> str:
    """The pieces built by each player in a finished draft turn; empty if nobody built."""
    built = _built_in_turn(line, at)
    if not any(built.values()):
        return ""
    players = " · ".join(
        f"{marked(seat, names)} {pieces_told(pieces) or tr('nothing')}"
        for seat, pieces in built.items()
    )
    return tr("Built in turn {turn}: {list}", turn=turn_began(line, at).turn, list=players)


def pieces_told(pieces: Sequence[Placed]) -> str:
    """Pieces by name and square; a larger number of pieces is only counted."""
    if len(pieces) > _MOST_NAMED:
        return trn("{count} piece", "{count} pieces", len(pieces))
    return ", ".join(f"{piece_words(each.id)} {NAME[each.first]}" for each in pieces)


_DID: dict[Kind, str] = {
    "built": mark("built {pieces}"),
    "removed": mark("lost {pieces}"),
    "flipped": mark("has the {piece} in hand"),
    "dropped": mark("dropped the {piece}"),
    "done": mark("has stopped building"),
    "stored": mark("stored a gem at {square}"),
    "bought": mark("has a new guard at {square}"),
    "moved": mark("moved a guard to {square}"),
    "ready": mark("is ready"),
    "imprisoned": mark("has a prisoner at {square}"),
    "recruited": mark("has a new guard at {square}"),
    "armed": mark("re-armed the traps"),
    "unarmed": mark("did not re-arm"),
    "seam": mark("found a gold at {square}"),
    "lost": mark("lost {tokens}"),
    "chose": mark("took {pieces}"),
}


def _action_words(each: Happening) -> str:
    hand = each.after.hand or each.before.hand
    pieces = pieces_told(each.pieces)
    if each.kind == "chose":
        pieces = piece_words(each.pieces[0].id)
    return tr(
        _DID[each.kind],
        square=NAME[each.square] if each.square >= 0 else "",
        pieces=pieces,
        piece=piece_words(str(hand)) if hand else "",
        tokens=counted_loss(each.before, each.after) or tr("nothing"),
    )


def counted_loss(before: Seat, after: Seat) -> str:
    counts = zip(before.tokens.counts, after.tokens.counts, TOKENS.values(), strict=True)
    losses = [f"{was - now} {sign}" for was, now, sign in counts if was > now]
    if gone := new_pieces(after, before):
        losses.insert(0, pieces_told(gone))
    return ", ".join(losses)


def _card(position: Position) -> str:
    if position.event:
        return tr(
            "{sign} **{event}**: {text}",
            sign=EVENT,
            event=tr(EVENT_NAMES[position.event]),
            text=tr(EVENT_TEXTS[position.event]),
        )
    invader = INVADERS[position.invader]
    text = tr(
        "{sign} **{invader}** {hearts} {bags} with the map {map_sign} **{map}**.",
        sign=str(INVADER),
        invader=tr(INVADERS[position.invader].name),
        hearts=str(HEART) * invader.hearts,
        bags=str(BAG) * invader.bags,
        map_sign=MAP,
        map=tr(MAPS[position.map].name),
    )
    special = INVADER_TEXTS.get(position.invader, "")
    texts = [tr(special)] if special else []
    return "\n".join((text, "-# " + " ".join((*texts, tr(MAP_TEXTS[position.map])))))


def invader_fate(trace: Trace) -> str:
    """The outcome of an invader's visit to a colony, and its cost."""
    events = [what for _, what in trace]
    kinds = [kind for kind in ("trap", "guard", "gold", "gem", "prisoner") if kind in events]
    costs = [f"{events.count(kind)} {TOKENS[kind]}" for kind in kinds]
    square = NAME[trace[-1][0]]
    cost = " ".join(costs)
    if trace[-1][1] == "defeated":
        if cost:
            return tr("defeated at **{square}**, cost {tokens}", square=square, tokens=cost)
        return tr("defeated at **{square}**", square=square)
    if trace[-1][1] != "left":
        if cost:
            return tr(
                "on its way at **{square}**, cost so far {tokens}", square=square, tokens=cost
            )
        return tr("on its way at **{square}**", square=square)
    if cost:
        return tr("left from **{square}**, cost {tokens}", square=square, tokens=cost)
    return tr("left from **{square}**, nothing lost", square=square)


def _profit(position: Position, names: Names) -> str:
    """The profit of a round; that of the last one is part of the count."""
    if position.outcome is not None:
        return ""
    treasure = " · ".join(
        f"{marked(seat, names)} {position.rounds[-1][seat - 1]}" for seat in position.playing
    )
    return tr(
        "🏁 Round {round} is over. Treasure: {list}", round=_rounds_over(position), list=treasure
    )


def _rounds_over(position: Position) -> int:
    """The number of the round that ended last; a short match begins with the second round."""
    return min(len(position.rounds) + position.setup.rounds.start - 1, ROUNDS)


def recap(line: Line, names: Names) -> str:
    """The last step in one short line without markdown; empty if no player acted."""
    if len(line) < 2:
        return ""
    at = len(line) - 1
    found = list(happened(line, at))
    if any(each.kind == "card" for each in found):  # the card concerns all seats
        found = [each for each in found if each.kind not in {"walked", "struck"}]
    events = [words for each in found if (words := _happening_briefly(line, each, names))]
    return " · ".join(events[:2])


def _happening_briefly(line: Line, each: Happening, names: Names) -> str:  # noqa: PLR0911 - one for each kind
    after = line[-1]
    player = names[each.seat - 1] if each.seat else ""
    match each.kind:
        case "walked" | "walking":
            walked = fate_of(card_of(after), each.after)
            return labelled(player, walked.sentence) if walked is not None else ""
        case "left":
            return tr("{player} left", player=player)
        case "turn":
            return _turn_briefly(line, names)
        case "card":
            return card_name(card_of(after))
        case "done" if line[-2].live and not after.live:
            return tr("Building is over")
        case "profit":
            return tr("Round {round} is over", round=_rounds_over(after))
        case "struck" | "nothing" | "bought" | "moved" | "stored":
            return ""  # a player fills a colony by many moves, which end with being ready
        case _:
            return tr("{player} {did}", player=player, did=_action_words(each))


def _turn_briefly(line: Line, names: Names) -> str:
    """The pieces of a draft turn if only one player built; otherwise the number of the turn."""
    at = len(line) - 1
    builders = [(seat, pieces) for seat, pieces in _built_in_turn(line, at).items() if pieces]
    if len(builders) != 1:
        return tr("Turn {turn} is over", turn=turn_began(line, at).turn)
    ((seat, built),) = builders
    did = tr(_DID["built"], pieces=pieces_told(built))
    return tr("{player} {did}", player=names[seat - 1], did=did)


def card_name(position: Position) -> str:
    if position.event:
        return tr(EVENT_NAMES[position.event])
    return tr(
        "{invader} ({map})",
        invader=tr(INVADERS[position.invader].name),
        map=tr(MAPS[position.map].name),
    )
