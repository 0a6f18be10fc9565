"""The sentences of events, in the present tense, and the words within them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.contract.sentences import Event, Sentences, Several
from cogs.games.heroes.colony_words import piece_words
from cogs.games.heroes.signs import BAG, EVENT, HEART, INVADER, MAP, TOKENS
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.lists_and_numbers import signed
from prowlerbot.games.heroes.colony import Placed, Seat
from prowlerbot.games.heroes.grid import NAME
from prowlerbot.games.heroes.pieces import EVENTS, INVADERS, MAPS
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.words import EVENT_NAMES, EVENT_TEXTS, INVADER_TEXTS, MAP_TEXTS
from renderer.heroes.invaders.fate import Fate, Toll, effect_of

_MOST_NAMED = 3


SENTENCES: Mapping[str, Sentences] = {
    "left": Sentences(mark("{player} leaves; their colony is gone."), mark("{player} leaves")),
    "turn": Sentences(mark("Turn {turn}: {built}"), mark("Turn {turn} is over")),
    "alone": Sentences(mark("Turn {turn}: {built}"), mark("{player} builds {pieces}")),
    "turns": Sentences(mark("Turns {first} to {last}: {built}"), ""),
    "over": Sentences(mark("🏁 Building is over."), mark("Building is over")),
    "built": Sentences(mark("{player} builds {pieces}")),
    "flip": Sentences(mark("{player} flips a tile.")),
    "flipped": Sentences(mark("{player} turns up the {piece}.")),
    "dropped": Sentences(mark("{player} drops the {piece}.")),
    "took": Sentences(mark("{player} takes {pieces}.")),
    "revealed": Sentences(mark("{player} turns up the queue and passes {piece}.")),
    "ended": Sentences(mark("{player} ends the turn.")),
    "done": Sentences(mark("{player} stops building.")),
    # A player fills a colony by many moves, which end with being ready.
    "stored": Sentences(mark("{player} stores a gem at {square}."), ""),
    "bought": Sentences(mark("{player} gets a guard at {square}."), ""),
    "moved": Sentences(mark("{player} moves a guard to {square}."), ""),
    "ready": Sentences(mark("{player} is ready.")),
    "led": Sentences(mark("{player} leads the invader to {square}.")),
    "met": Sentences(mark("{player} leads the invader to this first: {piece}.")),
    "imprisoned": Sentences(mark("{player} gets a prisoner at {square}.")),
    "recruited": Sentences(mark("{player} gets a guard at {square}.")),
    "armed": Sentences(mark("{player} re-arms the traps.")),
    "unarmed": Sentences(mark("{player} does not re-arm.")),
    "seam": Sentences(mark("{player} finds a gold at {square}.")),
    "lost": Sentences(mark("{player} loses {tokens}.")),
    "ceded": Sentences(mark("{player} gives up what is on {square}.")),
    "comes": Sentences(mark("{sign} **{card}** comes."), ""),
    "card": Sentences(mark("{text}"), mark("{card}")),
    "outcomes": Sentences(mark("**{card}**. {outcomes}"), ""),
    "everywhere": Sentences(mark("{outcomes}"), ""),
    "walked": Sentences(mark("**{card}**. {outcomes}"), mark("{outcomes}")),
    "outcome": Sentences(mark("{player}: {outcome}")),
    "unchanged": Sentences(mark("Nothing has changed")),
    "profit": Sentences(
        mark("🏁 Round {round} is over. Treasure: {list}"), mark("Round {round} is over")
    ),
    "treasure": Sentences(mark("{player} {count}")),
}


def pieces_told(pieces: Sequence[Placed]) -> str:
    """Pieces by name and square; a larger number of pieces is only counted."""
    if len(pieces) > _MOST_NAMED:
        return counted_pieces(len(pieces))
    return ", ".join(f"{piece_words(each.id)} {NAME[each.first]}" for each in pieces)


def counted_pieces(count: int) -> str:
    return trn("{count} piece", "{count} pieces", count)


def counted_loss(before: Seat, after: Seat) -> str:
    counts = zip(before.tokens.counts, after.tokens.counts, TOKENS.values(), strict=True)
    losses = [f"{was - now} {sign}" for was, now, sign in counts if was > now]
    kept = set(after.colony.pieces)
    if gone := [each for each in before.colony.pieces if each not in kept]:
        losses.insert(0, pieces_told(gone))
    return ", ".join(losses) or tr("nothing")


# ------------------------------------------------------------------------------- cards


def card_of(after: Position) -> Position:
    """The position that shows the card brought by a step, even if the round is over."""
    return after if after.phase == "invasion" else after.after_invasion or after


def invader_name(position: Position) -> str:
    if position.invader:
        return tr(INVADERS[position.invader].name)
    return tr(EVENT_NAMES[_STRAGGLER])


_STRAGGLER = next(number for number, effect in EVENTS.items() if effect == "straggler")


def card_name(position: Position) -> str:
    if position.event:
        return tr(EVENT_NAMES[position.event])
    invader = tr(INVADERS[position.invader].name)
    if not position.map:
        return invader
    return tr("{invader} ({map})", invader=invader, map=tr(MAPS[position.map].name))


def card_text(position: Position) -> str:
    """The present card with its strength and its rules."""
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
        invader=tr(invader.name),
        hearts=str(HEART) * invader.hearts,
        bags=str(BAG) * invader.bags,
        map_sign=MAP,
        map=tr(MAPS[position.map].name),
    )
    special = INVADER_TEXTS.get(position.invader, "")
    texts = [tr(special)] if special else []
    return "\n".join((text, "-# " + " ".join((*texts, tr(MAP_TEXTS[position.map])))))


def effect_told(effect: Fate | Toll | None, *, briefly: bool = False) -> str:
    """The effect of a card on a colony: the end of a walk, and the changes."""
    if effect is None:
        return ""
    changes = ", ".join(f"{signed(count)} {TOKENS[kind]}" for kind, count in effect.changed)
    told = effect.pieces > 0 if isinstance(effect, Toll) else not briefly or effect.ending != "left"
    return ", ".join(filter(None, (effect.sentence if told or not changes else "", changes)))


def outcomes(
    shown: Position, earlier: Sequence[Seat], seats: Sequence[int] = (), *, briefly: bool = False
) -> Several:
    """The effect of a card on these colonies, or on all; ``briefly`` only where there is one."""
    found = {
        seat: effect
        for seat in seats or shown.playing
        if (effect := effect_of(shown, shown.seats[seat - 1], earlier[seat - 1])) is not None
    }
    if briefly and any(map(_counts, found.values())):
        found = {seat: effect for seat, effect in found.items() if _counts(effect)}
    elif briefly:
        return Several([Event("unchanged")])
    return Several(
        [
            Event("outcome", seat, fields={"outcome": effect_told(effect, briefly=briefly)})
            for seat, effect in found.items()
        ],
        " · ",
    )


def _counts(effect: Fate | Toll) -> bool:
    """Whether a card has changed a colony, or an invader was defeated in it."""
    more = effect.pieces > 0 if isinstance(effect, Toll) else effect.ending != "left"
    return more or bool(effect.changed)
