"""A position of Prowler's Passage in plain words: alt texts and the spoken description.

The order never changes, so listeners know when each part comes.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogs.contract.screen import ALT_LIMIT, fitted
from cogs.games.prowler.texts import Names, beside, verdict
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import in_parts, listed, whole
from prowlerbot.games.prowler.achievements import NEEDED, WEALTH, reached
from prowlerbot.games.prowler.board import (
    AREA_PATHWAYS,
    FULL_AREAS,
    MEETING,
    STATUES,
    pathways_in,
    touching,
)
from prowlerbot.games.prowler.position import PASSAGES, PLACEMENTS, SEATS
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.scoring import banked_wealth, district_wealth, running_wealth
from prowlerbot.games.prowler.setup import DISTRICTS, TILES
from prowlerbot.games.prowler.words import (
    CONDITION_NAMES,
    DISTRICT_NAMES,
    TILE_NAMES,
    joined,
    statue_name,
    tiles_counted,
)
from prowlerbot.match.match import Ranks


def describe(
    position: Position, names: Names, ended: Ranks | None = None, viewer: int | None = None
) -> str:
    """The whole position: moment, wealth, players, track, statues, achievements, free pathways, and
    how pathways lie. “Your” is the viewer; without one, the player to move is named.
    """
    free = [_free(position, number, names, viewer) for number in pathways_in(position.free)]
    return "\n".join(
        (
            _headline(position, names, ended),
            # At the end the headline has both totals, and the score sheet follows.
            *(() if position.over else (_wealth(position, names),)),
            *(_player(position, seat, names) for seat in SEATS),
            tr("Control track: {markers}.", markers=in_parts(_track(position, names))),
            tr("Statues standing: {places}.", places=in_parts(_standing(position)) or tr("none")),
            tr("Achievements: {cards}.", cards=in_parts(_cards(position, names))),
            tr("Free pathways: {list}.", list=in_parts(free) or tr("none left")),
            *((areas(position), meetings()) if free else ()),
        )
    )


def alt(position: Position, names: Names, ended: Ranks | None = None) -> str:
    free = ", ".join(map(str, pathways_in(position.free)))
    parts = [
        _headline(position, names, ended),
        _wealth(position, names),
        *(
            tr(
                "Passages of {player}: {pathways}.",
                player=names[seat - 1],
                pathways=_own(position, seat),
            )
            for seat in SEATS
        ),
        tr("Control track: {markers}.", markers=in_parts(_track(position, names))),
        tr("Free pathways: {list}.", list=free or tr("none left")),
    ]
    return fitted(parts, ALT_LIMIT)


def meetings() -> str:
    """The points of every board, by the pathways that meet there."""
    points = ", ".join(map(joined, MEETING))
    return tr("Pathways that meet: {points}.", points=points)


def statue_points() -> str:
    """The points of every board with a statue."""
    points = listed([statue_name(statue) for statue in STATUES])
    return tr("A statue stands at {points}.", points=points)


def areas(position: Position) -> str:
    """The districts that have a pathway on each side, by these pathways."""
    around_each: dict[int, list[str]] = {}
    for area in FULL_AREAS:
        surrounding = joined(AREA_PATHWAYS[area])
        around_each.setdefault(position.setup.districts[area], []).append(surrounding)
    told = (
        f"{tr(DISTRICT_NAMES[letter])} {', '.join(found)}"
        for at, letter in enumerate(DISTRICTS)
        if (found := around_each.get(at))
    )
    return tr("Districts with 4 pathways: {areas}.", areas=in_parts(told))


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


def _free(position: Position, number: int, names: Names, viewer: int | None) -> str:
    """A free pathway: its tile, the districts beside it, the own passages that it would join."""
    fields = {
        "pathway": number,
        "tile": tr(TILE_NAMES[position.setup.tile(number)]),
        "districts": beside(position, number),
    }
    seat = viewer or position.seat
    met = listed(list(map(str, pathways_in(position.passages[seat - 1] & touching(number)))))
    if not met:
        return tr("{pathway} {tile}, {districts}", **fields)
    if viewer:
        return tr("{pathway} {tile}, {districts}, joins your {met}", **fields, met=met)
    fields |= {"met": met, "player": names[seat - 1]}
    return tr("{pathway} {tile}, {districts}, joins {met} of {player}", **fields)


def _standing(position: Position) -> Iterator[str]:
    """Each statue that nobody has stolen; once a pathway around it is dug, those still free."""
    stolen = [statue for own in position.statues for statue in own]
    for statue, surrounding in STATUES.items():
        if statue in stolen:
            continue
        missing = surrounding & position.free
        if missing == surrounding:
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
        "Move {number} of {all}: {player}'s turn.",
        number=position.ply + 1,
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
    tiles = [
        tiles_counted(face, count)
        for face, count in zip(TILES, position.tiles[seat - 1], strict=True)
        if count
    ]
    return tr(
        "{player}. Passages: {pathways}; the longest continuous one: {longest}; still to dig:"
        " {left}; tiles: {tiles}; statues: {statues}.",
        player=names[seat - 1],
        pathways=_own(position, seat),
        longest=position.longest(seat),
        left=position.passages_left(seat),
        tiles=", ".join(tiles) or tr("none"),
        statues=", ".join(map(statue_name, position.statues[seat - 1])) or tr("none"),
    )


def _own(position: Position, seat: int) -> str:
    own = pathways_in(position.passages[seat - 1])
    return ", ".join(map(str, own)) or tr("none so far")


def _track(position: Position, names: Names) -> Iterator[str]:
    for at, district in enumerate(DISTRICTS):
        space, named = position.track[at], tr(DISTRICT_NAMES[district])
        if not space:
            yield tr("{district} at the centre", district=named)
            continue
        seat = 1 if space > 0 else 2
        yield tr(
            "{district} {spaces} for {player}, pays {wealth}",
            district=named,
            spaces=abs(space),
            player=names[seat - 1],
            wealth=whole(district_wealth(position, seat)[at] or 0),
        )


def _cards(position: Position, names: Names) -> Iterator[str]:
    held = {card: seat for seat in SEATS for card in position.achievements[seat - 1]}
    for card in position.setup.cards:
        fields = {"achievement": tr(CONDITION_NAMES[card]), "wealth": WEALTH[card]}
        yield tr(
            "{achievement} for {wealth}, {holder}",
            **fields,
            holder=tr("held by {player}", player=names[held[card] - 1])
            if card in held
            else _progress(position, card, names),
        )


def _progress(position: Position, card: int, names: Names) -> str:
    """How near each player is to an open achievement."""
    if card not in NEEDED and position.half is not None:
        return tr("nobody gets it")
    near = (f"{names[seat - 1]} {reached(position, seat, card)}" for seat in SEATS)
    if card not in NEEDED:
        return tr("open ({players})", players=", ".join(near))
    return tr("open ({players} of {needed})", players=", ".join(near), needed=NEEDED[card])
