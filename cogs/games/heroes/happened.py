"""The events of a match and their sentences, derived from its positions, in the present tense.

Views carry no moves. One move can have several effects: all colonies meet a card, a turn ends.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from cogs.contract.sentences import Event, Sentences, Several
from cogs.contract.sign import worded
from cogs.games.heroes.colony_words import BAG, HEART, INVADER, TOKENS, piece_words
from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import label_text, mark, signed_words, tr, trn
from prowlerbot.games.heroes.cards import EVENTS, INVADERS, MAPS
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.final_count import prize_words
from prowlerbot.games.heroes.pieces import NAME
from prowlerbot.games.heroes.rules import Line, Position
from prowlerbot.games.heroes.scoring import PRISONER_WORTH
from prowlerbot.games.heroes.seat import Seat, Stage
from prowlerbot.games.heroes.words import EVENT_NAMES, EVENT_TEXTS, INVADER_TEXTS, MAP_TEXTS
from renderer.heroes.invaders import Fate, Toll, card_name, effect_of

EVENT_SIGN, MAP_SIGN = "📜", "🗺️"
_MOST_NAMED = 3  # the most pieces that a sentence names; more are counted

SENTENCES: Mapping[str, Sentences] = {
    "left": Sentences(mark("{player} leaves; their colony is gone."), mark("{player} leaves")),
    "turn": Sentences(mark("Turn {turn}: {built}"), mark("Turn {turn} is over")),
    "alone": Sentences(mark("Turn {turn}: {built}"), mark("{player} builds {pieces}")),
    "turns": Sentences(mark("Turns {first} to {last}: {built}"), ""),
    "over": Sentences(mark("🏁 Building is over."), mark("Building is over")),
    "built": Sentences(mark("{player} builds {pieces}")),
    "flip": Sentences(mark("{player} flips a tile.")),
    "flipped": Sentences(mark("{player} turns up the {piece}.")),
    "drop": Sentences(mark("{player} drops the {piece}.")),
    "took": Sentences(mark("{player} takes {pieces}.")),
    "idle": Sentences(mark("{player} builds nothing")),
    "turned": Sentences(mark("{player} turns up tiles")),
    "reveal": Sentences(mark("{player} builds nothing, passes {piece} and turns up the rest.")),
    "end": Sentences(mark("{player} ends the turn.")),
    "done": Sentences(mark("{player} stops building.")),
    # A player fills a colony by many moves, which end with being ready.
    "store": Sentences(mark("{player} stores a gem at {square}."), ""),
    "bought": Sentences(mark("{player} gets a guard at {square}."), ""),
    "move": Sentences(mark("{player} moves a guard to {square}."), ""),
    "ready": Sentences(mark("{player} is ready.")),
    "step": Sentences(mark("{player} leads the invader to {square}.")),
    "meet": Sentences(mark("{player} leads the invader to this first: {piece}.")),
    "cell": Sentences(mark("{player} gets a prisoner at {square}.")),
    "guard": Sentences(mark("{player} gets a guard at {square}.")),
    "armed": Sentences(mark("{player} re-arms the traps.")),
    "pass": Sentences(mark("{player} does not re-arm.")),
    "gold": Sentences(mark("{player} finds a gold at {square}.")),
    "lost": Sentences(mark("{player} loses {tokens}.")),
    "ceded": Sentences(mark("{player} gives up what is on {square}.")),
    "comes": Sentences(mark("{sign} **{card}** comes."), ""),
    "card": Sentences(mark("{text}"), mark("{card}")),
    "outcomes": Sentences(mark("**{card}**. {outcomes}"), ""),
    "everywhere": Sentences(mark("{outcomes}"), ""),
    "walked": Sentences(mark("**{card}**. {outcomes}"), mark("{outcomes}")),
    "outcome": Sentences(mark("{player}'s colony: {outcome}")),
    "unchanged": Sentences(mark("Nothing has changed")),
    "profit": Sentences(
        mark("🏁 Round {round} is over. Treasure: {list}"), mark("Round {round} is over")
    ),
    "treasure": Sentences(mark("{player} {count}")),
}


def pieces_words(pieces: Sequence[Placed]) -> str:
    """Pieces by name and square; a larger number of pieces is only counted."""
    if len(pieces) > _MOST_NAMED:
        return piece_count_words(len(pieces))
    return ", ".join(f"{piece_words(each.id)} {NAME[each.first]}" for each in pieces)


def piece_count_words(count: int) -> str:
    return trn("{count} piece", "{count} pieces", count)


def loss_words(before: Seat, after: Seat) -> str:
    counts = zip(before.tokens.counts, after.tokens.counts, TOKENS.values(), strict=True)
    losses = [f"{was - now} {sign}" for was, now, sign in counts if was > now]
    kept = set(after.colony.pieces)
    if gone := [each for each in before.colony.pieces if each not in kept]:
        losses.insert(0, pieces_words(gone))
    return ", ".join(losses) or tr("nothing")


# ------------------------------------------------------------------------------- cards


def card_position(after: Position) -> Position:
    """The position that shows the card brought by a step, even if the round is over."""
    return after if after.phase == "invasion" else after.after_invasion or after


def invader_name(position: Position) -> str:
    named = position.invader in INVADERS
    return tr(INVADERS[position.invader].name if named else EVENT_NAMES[_STRAGGLER])


_STRAGGLER = next(number for number, effect in EVENTS.items() if effect == "straggler")


def card_text(position: Position) -> str:
    """The present card with its strength and its rules."""
    if position.event:
        event, text = tr(EVENT_NAMES[position.event]), tr(EVENT_TEXTS[position.event])
        return tr("{sign} **{event}**: {text}", sign=EVENT_SIGN, event=event, text=text)
    invader = INVADERS[position.invader]
    text = tr(
        "{sign} **{invader}** {hearts} {bags} with the map {map_sign} **{map}**.",
        sign=str(INVADER),
        invader=tr(invader.name),
        hearts=str(HEART) * invader.hearts,
        bags=str(BAG) * invader.bags,
        map_sign=MAP_SIGN,
        map=tr(MAPS[position.map].name),
    )
    rules = (INVADER_TEXTS.get(position.invader, ""), MAP_TEXTS[position.map])
    return "\n".join((text, "-# " + " ".join(map(tr, filter(None, rules)))))


def changes_words(effect: Fate | Toll) -> str:
    return ", ".join(f"{signed_words(count)} {TOKENS[kind]}" for kind, count in effect.changes)


def effect_words(effect: Fate | Toll | None, *, briefly: bool = False) -> str:
    """The effect of a card on a colony: the end of a walk, and the changes."""
    if effect is None:
        return ""
    changes = changes_words(effect)
    told = effect.pieces > 0 if isinstance(effect, Toll) else not briefly or effect.ending != "left"
    return ", ".join(filter(None, (effect.sentence if told or not changes else "", changes)))


def outcomes_of(
    shown: Position, earlier: Sequence[Seat], seats: Sequence[int] = (), *, briefly: bool = False
) -> Several:
    """The effect of a card on these colonies, or on all; ``briefly`` only where there is one."""
    found = {
        seat: effect
        for seat in seats or shown.playing
        if (effect := effect_of(shown, shown.seats[seat - 1], earlier[seat - 1])) is not None
    }
    if briefly and any(map(_has_effect, found.values())):
        found = {seat: effect for seat, effect in found.items() if _has_effect(effect)}
    elif briefly:
        return Several([Event("unchanged")])
    told = [
        Event("outcome", seat, fields={"outcome": effect_words(effect, briefly=briefly)})
        for seat, effect in found.items()
    ]
    return Several(told, " · ")


def _has_effect(effect: Fate | Toll) -> bool:
    """Whether a card has changed a colony, or an invader was defeated in it."""
    more = effect.pieces > 0 if isinstance(effect, Toll) else effect.ending != "left"
    return more or bool(effect.changes)


# ---------------------------------------------------------------------- the events


def latest_move_at(line: Line) -> int:
    """The index of the latest player move; the chance draws after it belong to it."""
    at = len(line) - 1
    while at > 1 and line[at - 1].to_move == {CHANCE}:
        at -= 1
    return at


def events_at(line: Line, at: int) -> Iterator[Event]:
    """The effects of the step to the position ``at``."""
    before, after = line[at - 1], line[at]
    for seat in after.left[len(before.left) :]:
        yield Event("left", seat)
    if before.shown and (not after.shown or before.turn != after.turn):
        yield from _turn_events(line, at)
    elif before.live and not after.live:
        yield Event("over")
    elif before.phase == "build":
        yield from _deed_events(before, after)
    now = after if before.invaded else after.after_invasion or after
    if len(now.used) > len(before.used):
        yield from _card_events(before, now)
    elif before.phase == "invasion" and before.to_move != {CHANCE}:
        yield from _deed_events(before, now)
    if len(after.rounds) > len(before.rounds) and after.outcome is None:  # else it is counted
        yield profit_event(after)
    if before.choosing and len(after.left) == len(before.left):
        number = before.choosing[0]
        had = Counter(before.seats[number - 1].reserve)  # the rest of the offer may disappear, too
        for id_ in (Counter(after.seats[number - 1].reserve) - had).elements():
            yield Event("took", number, fields={"pieces": piece_words(id_)})


def turn_start(line: Line, at: int) -> Position:
    """The first position of the draft turn that ended at ``at``."""
    first, turn = at - 1, (line[at - 1].round, line[at - 1].turn)
    while first and line[first - 1].shown and (line[first - 1].round, line[first - 1].turn) == turn:
        first -= 1
    return line[first]


def _turn_events(line: Line, at: int) -> Iterator[Event]:
    """The deeds of all players in a finished draft turn; none if nobody built."""
    began, after = turn_start(line, at), line[at]
    turned_up, told = {seat for seat, _ in after.turning}, list[Event]()
    for seat in after.playing:
        pieces = new_pieces(began.seats[seat - 1], after.seats[seat - 1])
        fields = {"pieces": pieces_words(pieces), "number": len(pieces)}
        if pieces or not began.seats[seat - 1].done:
            kind = "built" if pieces else "turned" if seat in turned_up else "idle"
            told.append(Event(kind, seat, fields=fields))
    if any(each.fields["number"] for each in told):
        fields = {**told[0].fields, "turn": began.turn, "built": Several(told, " · ")}
        alone = [each.kind for each in told] == ["built"]
        yield Event("alone" if alone else "turn", told[0].seat, fields=fields)


def new_pieces(before: Seat, after: Seat) -> tuple[Placed, ...]:
    old = set(before.colony.pieces)
    return tuple(each for each in after.colony.pieces if each not in old)


def _deed_events(before: Position, after: Position) -> Iterator[Event]:
    """The steps of seats; in a draft only the reader's own are known."""
    for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True), 1):
        kind = _deed_of(old, new) if old != new and new.playing else ""
        if kind == "walked":
            found = outcomes_of(after, before.seats, [number])
            yield Event("walked", number, fields={"card": card_name(after), "outcomes": found})
        elif kind:
            tile = new.queue[new.passing - 1] if new.passing else new.hand or old.hand
            # The square that has a token more.
            both = zip(old.tokens, new.tokens, strict=True)
            more = next((now & ~was for was, now in both if now & ~was), 0)
            fields = {
                "square": NAME[more.bit_length() - 1] if more else "",
                "pieces": pieces_words(new_pieces(old, new) or new_pieces(new, old)),
                "piece": piece_words(str(tile)) if tile > 0 else tr("a tile face down"),
                "tokens": loss_words(old, new),
            }
            yield Event(kind, number, fields=fields)


def _deed_of(old: Seat, new: Seat) -> str:  # noqa: PLR0911 - one for each kind
    """The kind of a seat's step, from its states before and after; empty if nothing is to tell."""
    was, now = old.tokens, new.tokens
    if new_pieces(old, new) or new.passing:
        return "reveal" if new.passing else "built"
    if old.stage in _DEED_OF_STAGE:
        return _DEED_OF_STAGE[old.stage]
    if new_pieces(new, old):
        return "lost"
    if old.stage == "live":
        if new.hand and not old.hand:
            return "flipped"
        return "done" if new.done or new.stage != "live" else "drop"
    if old.stage == "arm":
        return "armed" if now.traps & ~was.traps else "pass"
    if old.stage == "populate":
        if now.guards & ~was.guards:
            return "move" if was.guards & ~now.guards else "bought"
        return "store" if now.gems & ~was.gems else "ready"
    return ""


_DEED_OF_STAGE: dict[Stage, str] = {
    "walk": "walked",
    "cell": "cell",
    "recruit": "guard",
    "seam": "gold",
    **dict.fromkeys(("cave-in", "seepage", "pay", "jailbreak"), "lost"),
}


def _card_events(before: Position, now: Position) -> Iterator[Event]:
    """A drawn card, and its effect on the colonies that have finished or are asked on the way."""
    fields = {"card": card_name(now), "sign": INVADER}
    if now.used[-1].kind == "invader":
        yield Event("comes", fields=fields)
        return
    yield Event("card", fields={**fields, "text": card_text(now)})
    waiting = {seat for seat, own in enumerate(now.seats, 1) if own.walk is not None} | now.to_move
    if told := [s for s in now.playing if now.seats[s - 1].trace or s not in waiting]:
        found = outcomes_of(now, before.seats, told, briefly=True)
        yield Event("outcomes", fields={**fields, "outcomes": found})


def profit_event(after: Position) -> Event:
    treasure = []
    for seat in after.playing:
        count = f"{after.rounds[-1][seat - 1]}{_source_words(after, seat)}"
        treasure.append(Event("treasure", seat, fields={"count": count}))
    ended = after.setup.rounds[len(after.rounds) - 1]  # a short match begins with round 2
    return Event("profit", fields={"round": ended, "list": Several(treasure, " · ")})


def _source_words(after: Position, seat: int) -> str:
    """The sources of a seat's treasure in the last round; the scores have them for listeners."""
    if worded():
        return ""
    own = after.profits[-1][seat - 1]
    counts = (own.gold, own.gems, 0, 0, own.prisoners // PRISONER_WORTH)
    signs = zip(counts, TOKENS.values(), strict=True)
    found = [f"{count} {sign}" for count, sign in signs if count]
    if own.most_guards:
        found.append(label_text(prize_words(alone=len(after.seats) == 1), f"1 {TOKENS['gem']}"))
    return f" ({', '.join(found)})" if found else ""
