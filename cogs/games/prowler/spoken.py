"""A position of Prowler's Passage in plain words, and the events of a move with their sentences.

The order never changes, so listeners know when each part comes. Events are derived from the
positions before and after a move.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogs.contract.sentences import Event, Part, PlainName, Sentences, Several
from cogs.games.prowler.texts import (
    DISTRICT_SIGNS,
    STATUE,
    TILE_SIGNS,
    Names,
    beside_briefly,
    verdict,
)
from prowlerbot.core.i18n import in_parts, labelled, listed, mark, tr, whole
from prowlerbot.games.prowler.board import (
    AREA_PATHWAYS,
    FULL_AREAS,
    MEETING,
    STATUES,
    pathways_in,
    touching,
)
from prowlerbot.games.prowler.position import DISTRICTS, PASSAGES, PLACEMENTS, SEATS, TILES
from prowlerbot.games.prowler.rules import (
    NEEDED,
    WEALTH,
    Position,
    banked_wealth,
    district_wealth,
    reached,
    running_wealth,
)
from prowlerbot.games.prowler.words import (
    CONDITION_NAMES,
    DISTRICT_NAMES,
    ONE_TILE,
    TILE_NAMES,
    joined,
    statue_name,
    tiles_counted,
)
from prowlerbot.match.match import Ranks

_FEW = 3
"""The most pathways around a statue that are told as missing."""


def parts(
    position: Position, names: Names, ended: Ranks | None = None, viewer: int | None = None
) -> list[Part]:
    """The whole position. “Your” is the viewer; without one, the player to move is named."""
    free = pathways_in(position.free)
    known = [
        _headline(position, names, ended),
        # At the end the headline has both totals.
        "" if position.over else _wealth(position, names),
        *(_player(position, seat, names) for seat in SEATS),
        _centre(position),
    ]
    found = [Part("\n".join(filter(None, known)))]
    found.append(Part(f"{in_parts(_cards(position, names))}.", 2, tr("Achievements")))
    if standing := in_parts(_standing(position)):
        found.append(Part(f"{standing}.", 3, tr("Statues standing")))
    if free and not position.over:
        numbers = tr("Free pathways: {list}.", list=", ".join(map(str, free)))
        words = "\n".join(_free(position, names, viewer))
        found.append(Part(words, 1, tr("Free pathways"), numbers))
    return found


def meetings() -> str:
    """The points of every board, by the pathways that meet there."""
    points = ", ".join(map(joined, MEETING))
    return tr("Pathways that meet: {points}.", points=points)


def statue_points() -> str:
    """The points of every board with a statue."""
    points = listed([statue_name(statue) for statue in STATUES])
    return tr("A statue stands at {points}.", points=points)


def full_areas() -> str:
    """The districts of every board that have a pathway on each side, by these pathways."""
    surrounding = ", ".join(joined(AREA_PATHWAYS[area]) for area in FULL_AREAS)
    return tr("Districts with 4 pathways: {areas}.", areas=surrounding)


def _wealth(position: Position, names: Names) -> str:
    """Both totals as they would be if the final scoring came now, and their banked part."""
    told = []
    for seat in SEATS:
        total, banked = running_wealth(position, seat), banked_wealth(position, seat)
        fields = {"player": names[seat - 1], "wealth": whole(total), "banked": whole(banked)}
        banks = position.half is not None and not position.over
        told.append(
            tr("{player} {wealth} ({banked} banked)", **fields)
            if banks
            else f"{fields['player']} {fields['wealth']}"
        )
    return tr("Wealth: {players}.", players=", ".join(told))


def _free(position: Position, names: Names, viewer: int | None) -> Iterator[str]:
    """The free pathways of each tile: the districts beside them, the own passages they join."""
    for at, face in enumerate(TILES):
        numbers = pathways_in(position.free & position.setup.lying[at])
        if numbers:
            tile = tr(TILE_NAMES[face])
            told = in_parts(_pathway(position, number, names, viewer) for number in numbers)
            yield f"{labelled(tile[:1].upper() + tile[1:], told)}."


def _pathway(position: Position, number: int, names: Names, viewer: int | None) -> str:
    words = f"{number} {beside_briefly(position, number)}"
    seat = viewer or position.seat
    met = listed(list(map(str, pathways_in(position.passages[seat - 1] & touching(number)))))
    if not met:
        return words
    if viewer:
        return tr("{pathway}, joins your {met}", pathway=words, met=met)
    return tr("{pathway}, joins {met} of {player}", pathway=words, met=met, player=names[seat - 1])


def _standing(position: Position) -> Iterator[str]:
    """Each statue that nobody has stolen; the last pathways around it that are free."""
    stolen = [statue for own in position.statues for statue in own]
    for statue, surrounding in STATUES.items():
        if statue in stolen:
            continue
        missing = surrounding & position.free
        if missing == surrounding or missing.bit_count() > _FEW:
            yield statue_name(statue)
        else:
            pathways = listed(list(map(str, pathways_in(missing))))
            yield tr("{statue}, missing {pathways}", statue=statue_name(statue), pathways=pathways)


def _headline(position: Position, names: Names, ended: Ranks | None) -> str:
    if position.outcome is not None:
        return f"{tr('Final position.')} {verdict(position.outcome, names)}."
    if ended is not None:
        return _ended(position, names, ended)
    mover = names[position.seat - 1]
    if not position.ply:
        return tr("Start: {player} moves one control marker.", player=mover)
    return tr(
        "After {number} of {all} moves: {player}'s turn.",
        number=position.ply,
        all=1 + PLACEMENTS,
        player=mover,
    )


def _ended(position: Position, names: Names, ranks: Ranks) -> str:
    fields = {"number": max(position.ply - 1, 0), "all": len(SEATS) * PASSAGES}
    if not ranks:
        return tr("The match is over, without a result. Passages dug: {number} of {all}.", **fields)
    player = names[ranks.index(1)]
    return tr(
        "The match is over: {player} won. Passages dug: {number} of {all}.", **fields, player=player
    )


def _player(position: Position, seat: int, names: Names) -> str:
    """The passages, the tiles, the statues and the districts of a player."""
    own = ", ".join(map(str, pathways_in(position.passages[seat - 1])))
    tiles = [
        tiles_counted(face, count)
        for face, count in zip(TILES, position.tiles[seat - 1], strict=True)
        if count
    ]
    statues = [
        tr("statue {statue}", statue=statue_name(each)) for each in position.statues[seat - 1]
    ]
    longest = position.longest(seat)
    told = (
        tr("passages {pathways}, the longest {length}", pathways=own, length=longest)
        if own
        else tr("no passages"),
        ", ".join(tiles),
        ", ".join(statues),
        tr("controls {districts}", districts=", ".join(districts))
        if (districts := list(_controlled(position, seat)))
        else "",
    )
    return f"{labelled(names[seat - 1], in_parts(filter(None, told)))}."


def _controlled(position: Position, seat: int) -> Iterator[str]:
    """Each marker on the side of a seat, by its spaces from the centre and the wealth it pays."""
    wealth = district_wealth(position, seat)
    for district, space, pays in zip(DISTRICTS, position.lead(seat), wealth, strict=True):
        if space > 0:
            fields = {"district": tr(DISTRICT_NAMES[district]), "spaces": space}
            yield tr("{district} {spaces} (pays {wealth})", **fields, wealth=whole(pays or 0))


def _centre(position: Position) -> str:
    there = [
        tr(DISTRICT_NAMES[district])
        for district, space in zip(DISTRICTS, position.track, strict=True)
        if not space
    ]
    return tr("At the centre: {districts}.", districts=", ".join(there)) if there else ""


def _cards(position: Position, names: Names) -> Iterator[str]:
    held = {card: seat for seat in SEATS for card in position.achievements[seat - 1]}
    for card in position.setup.cards:
        fields = {"achievement": tr(CONDITION_NAMES[card]), "wealth": WEALTH[card]}
        yield tr(
            "{achievement} for {wealth} ({state})",
            **fields,
            state=tr("held by {player}", player=names[held[card] - 1])
            if card in held
            else _progress(position, card, names),
        )


def _progress(position: Position, card: int, names: Names) -> str:
    """How near each player is to an open achievement."""
    if card not in NEEDED and position.half is not None:
        return tr("nobody gets it")
    near = ", ".join(f"{names[seat - 1]} {reached(position, seat, card)}" for seat in SEATS)
    if card not in NEEDED:
        return near
    return tr("{players} of {needed}", players=near, needed=NEEDED[card])


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
