"""The events of a match, derived from its positions.

Views carry no moves, and one move of a player can have several effects: the end of a draft turn, a
card that all colonies meet, the profit of a round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cogs.contract.sentences import Event, Several
from cogs.games.heroes.colony_words import piece_words
from cogs.games.heroes.event_words import (
    card_name,
    card_text,
    counted_loss,
    outcomes,
    pieces_told,
)
from cogs.games.heroes.signs import INVADER
from prowlerbot.core.game import CHANCE
from prowlerbot.games.heroes.colony import Placed, Seat, Stage
from prowlerbot.games.heroes.grid import NAME
from prowlerbot.games.heroes.rules import Position

Line = Sequence[Position]
"""The positions of a match, as far as the viewer may see them."""


def burst(line: Line) -> int:
    """The index of the latest player move; the chance draws after it belong to it."""
    at = len(line) - 1
    while at > 1 and line[at - 1].to_move == {CHANCE}:
        at -= 1
    return at


def happened(line: Line, at: int) -> Iterator[Event]:
    """The effects of the step to the position ``at``."""
    before, after = line[at - 1], line[at]
    for seat in after.left[len(before.left) :]:
        yield Event("left", seat)
    if _turn_over(before, after):
        yield from _turn(line, at)
    elif before.live and not after.live:
        yield Event("over")
    elif before.phase == "build":
        yield from _deeds(before, after)
    now = after if before.invaded else after.after_invasion or after
    if len(now.used) > len(before.used):
        yield from _card(before, now)
    elif before.phase == "invasion" and before.to_move != {CHANCE}:
        yield from _deeds(before, now)
    if len(after.rounds) > len(before.rounds) and after.outcome is None:  # else it is counted
        yield _profit(after)
    if before.choosing and len(after.left) == len(before.left):
        yield from _chosen(before, after)


# ------------------------------------------------------------------------------- building


def _turn_over(before: Position, after: Position) -> bool:
    return bool(before.shown) and (not after.shown or before.turn != after.turn)


def turn_began(line: Line, at: int) -> Position:
    """The first position of the draft turn that ended at ``at``."""
    first, turn = at - 1, (line[at - 1].round, line[at - 1].turn)
    while first and line[first - 1].shown and (line[first - 1].round, line[first - 1].turn) == turn:
        first -= 1
    return line[first]


def _turn(line: Line, at: int) -> Iterator[Event]:
    """The pieces built by each player in a finished draft turn; nothing if nobody built."""
    began, after = turn_began(line, at), line[at]
    built = [
        Event("built", seat, fields={"pieces": pieces_told(pieces), "number": len(pieces)})
        for seat in after.playing
        if (pieces := new_pieces(began.seats[seat - 1], after.seats[seat - 1]))
    ]
    if built:
        fields = {**built[0].fields, "turn": began.turn, "built": Several(built, " · ")}
        yield Event("alone" if len(built) == 1 else "turn", built[0].seat, fields=fields)


def new_pieces(before: Seat, after: Seat) -> tuple[Placed, ...]:
    old = set(before.colony.pieces)
    return tuple(each for each in after.colony.pieces if each not in old)


def _deeds(before: Position, after: Position) -> Iterator[Event]:
    """The steps of seats; in a draft only the reader's own are known."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True), 1):
        kind = _deed(old, new) if old != new and new.playing else ""
        if kind == "walked":
            yield _walked(after, before.seats, number)
        elif kind:
            hand = str(new.hand or old.hand)
            fields = {
                "square": _filled(old, new),
                "pieces": pieces_told(new_pieces(old, new) or new_pieces(new, old)),
                "piece": piece_words(hand) if hand != "0" else "",
                "tokens": counted_loss(old, new),
            }
            yield Event(kind, number, fields=fields)


def _deed(old: Seat, new: Seat) -> str:  # noqa: PLR0911 - one for each kind
    """The kind of a seat's step, from its states before and after; empty if nothing is to tell."""
    was, now = old.tokens, new.tokens
    if new_pieces(old, new):
        return "built"
    if old.stage in _DEEDS:
        return _DEEDS[old.stage]
    if new_pieces(new, old):
        return "lost"
    if old.stage == "live":
        if new.hand and not old.hand:
            return "flipped"
        return "done" if new.done or new.stage != "live" else "dropped"
    if old.stage == "arm":
        return "armed" if now.traps & ~was.traps else "unarmed"
    if old.stage == "populate":
        if now.guards & ~was.guards:
            return "moved" if was.guards & ~now.guards else "bought"
        return "stored" if now.gems & ~was.gems else "ready"
    return ""


_DEEDS: dict[Stage, str] = {
    "walk": "walked",
    "cell": "imprisoned",
    "recruit": "recruited",
    "seam": "seam",
    **dict.fromkeys(("cave-in", "seepage", "pay", "jailbreak"), "lost"),
}


def _filled(old: Seat, new: Seat) -> str:
    """The square that has a token more."""
    both = zip(old.tokens, new.tokens, strict=True)
    more = next((now & ~was for was, now in both if now & ~was), 0)
    return NAME[more.bit_length() - 1] if more else ""


# ------------------------------------------------------------------------- in the invasion


def _card(before: Position, now: Position) -> Iterator[Event]:
    """A drawn card, and its effect on the colonies that have finished or are asked on the way."""
    fields = {"card": card_name(now), "sign": INVADER}
    if now.used[-1].kind == "invader":
        yield Event("comes", fields=fields)
        return
    yield Event("card", fields={**fields, "text": card_text(now)})
    waiting = {seat for seat, own in enumerate(now.seats, 1) if own.walk is not None} | now.to_move
    told = [s for s in now.playing if now.seats[s - 1].trace or s not in waiting]
    if told:
        found = outcomes(now, before.seats, told, briefly=True)
        yield Event("outcomes", fields={**fields, "outcomes": found})


def _walked(after: Position, earlier: Sequence[Seat], seat: int) -> Event:
    told = outcomes(after, earlier, [seat])
    return Event("walked", seat, fields={"card": card_name(after), "outcomes": told})


# --------------------------------------------------------------------- between the rounds


def _profit(after: Position) -> Event:
    """The profit of a round."""
    treasure = [
        Event("treasure", seat, fields={"count": after.rounds[-1][seat - 1]})
        for seat in after.playing
    ]
    ended = after.setup.rounds[len(after.rounds) - 1]  # a short match begins with round 2
    return Event("profit", fields={"round": ended, "list": Several(treasure, " · ")})


def _chosen(before: Position, after: Position) -> Iterator[Event]:
    """A piece taken in planning; the rest of the offer may disappear at once."""
    number = before.choosing[0]
    had = Counter(before.seats[number - 1].reserve)
    for id_ in (Counter(after.seats[number - 1].reserve) - had).elements():
        yield Event("took", number, fields={"pieces": piece_words(id_)})
