"""The events of a move, derived from the positions before and after it, and their sentences."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.contract.sentences import Event, PlainName, Sentences, Several
from cogs.games.prowler.signs import DISTRICT_SIGNS, STATUE, TILE_SIGNS
from prowlerbot.core.i18n import mark
from prowlerbot.games.prowler.position import DISTRICTS, SEATS
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.scoring import WEALTH
from prowlerbot.games.prowler.words import CONDITION_NAMES, DISTRICT_NAMES, ONE_TILE, statue_name

SENTENCES = {
    "opened": Sentences(mark("{player} opens: {markers}."), mark("{player} opens")),
    "dug": Sentences(
        mark("{player} digs **{pathway}** for {emoji} {tile}: {markers}."),
        mark("{player} digs {pathway}"),
    ),
    "moved": Sentences("", mark("{markers}")),
    "side": Sentences(
        mark("{sign} {district} to {name}'s side ({space})"), mark("{district}: {name} {space}")
    ),
    "centre": Sentences(mark("{sign} {district} to the centre"), mark("{district}: centre")),
    "stole": Sentences(
        mark("{player} steals {sign} the statue {statue}."), mark("statue {statue}")
    ),
    "claimed": Sentences(
        mark("🏅 {player} claims “{achievement}” ({wealth} wealth)."),
        mark("{player}: “{achievement}”"),
    ),
    "banked": Sentences(
        mark(
            "🧮 Mid-game scoring: {player} banks {wealth}, {other} {others}. The second and last"
            " scoring comes at the end."
        ),
        mark("mid-game scoring: {player} {wealth}, {other} {others}"),
    ),
}


def events(before: Position, after: Position) -> Iterator[Event]:
    """The passage with the markers that it moves, statues, achievements, mid-game scoring; in short
    the markers come after all that is rarer.
    """
    move, mover = after.last, before.seat
    if move is None:
        return
    markers = Several(list(_markers(before, after)))
    if not move.pathway:
        yield Event("opened", mover, fields={"markers": markers})
        yield Event("moved", fields={"markers": markers})
        return
    tile = after.setup.tile(move.pathway)
    fields = {"emoji": TILE_SIGNS[tile], "tile": ONE_TILE[tile], "markers": markers}
    yield Event("dug", mover, fields={"pathway": move.pathway, **fields})
    for seat in SEATS:
        for statue in after.statues[seat - 1][len(before.statues[seat - 1]) :]:
            yield Event("stole", seat, fields={"sign": STATUE, "statue": statue_name(statue)})
        for card in after.achievements[seat - 1][len(before.achievements[seat - 1]) :]:
            achievement = {"achievement": CONDITION_NAMES[card], "wealth": WEALTH[card]}
            yield Event("claimed", seat, fields=achievement)
    yield Event("moved", fields={"markers": markers})
    if before.mid is None and after.mid is not None:
        one, other = (each.total for each in after.mid)
        yield Event("banked", 1, 2, {"wealth": one, "others": other})


def _markers(before: Position, after: Position) -> Iterator[Event]:
    """The new spaces of the markers that a move has moved."""
    for district, was, now in zip(DISTRICTS, before.track, after.track, strict=True):
        fields = {"sign": DISTRICT_SIGNS[district], "district": DISTRICT_NAMES[district]}
        if now:
            side = {"name": PlainName(1 if now > 0 else 2), "space": abs(now)}
            fields |= side
        if was != now:
            yield Event("side" if now else "centre", fields=fields)
