"""A position of Prowler's Passage in plain words: alt texts and the spoken description.

The order never changes, so listeners know when each part comes.
"""

from __future__ import annotations

from cogs.contract.screen import ALT_LIMIT, fitted
from cogs.games.prowler.texts import Names, around, beside, place_of, verdict
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import in_parts
from prowlerbot.games.prowler.achievements import WEALTH
from prowlerbot.games.prowler.board import STATUES, pathways_in
from prowlerbot.games.prowler.position import PASSAGES, PLACEMENTS, SEATS
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.setup import DISTRICTS, TILES
from prowlerbot.games.prowler.words import (
    CONDITION_NAMES,
    DISTRICT_NAMES,
    TILE_NAMES,
    tiles_counted,
)
from prowlerbot.match.match import Ranks


def describe(position: Position, names: Names, ended: Ranks | None = None) -> str:
    """The whole position: moment, players, track, statues, achievements, free pathways."""
    stolen = [statue for own in position.statues for statue in own]
    standing = [place_of(statue) for statue in STATUES if statue not in stolen]
    free = [
        tr(
            "{pathway} {tile}, {districts}",
            pathway=number,
            tile=tr(TILE_NAMES[position.setup.tile(number)]),
            districts=beside(position, number),
        )
        for number in pathways_in(position.free)
    ]
    return "\n".join(
        (
            _headline(position, names, ended),
            *(_player(position, seat, names) for seat in SEATS),
            tr("Control track: {markers}.", markers=in_parts(_track(position, names))),
            tr("Statues standing: {places}.", places=in_parts(standing) or tr("none")),
            tr("Achievements: {cards}.", cards=in_parts(_cards(position, names))),
            tr("Free pathways: {list}.", list=in_parts(free) or tr("none left")),
        )
    )


def alt(position: Position, names: Names, ended: Ranks | None = None) -> str:
    free = ", ".join(map(str, pathways_in(position.free)))
    parts = [
        _headline(position, names, ended),
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
        statues=", ".join(map(around, position.statues[seat - 1])) or tr("none"),
    )


def _own(position: Position, seat: int) -> str:
    own = pathways_in(position.passages[seat - 1])
    return ", ".join(map(str, own)) or tr("none so far")


def _track(position: Position, names: Names) -> list[str]:
    return [
        tr(
            "{district} {spaces} for {player}",
            district=tr(DISTRICT_NAMES[d]),
            spaces=abs(at),
            player=names[0 if at > 0 else 1],
        )
        if at
        else tr("{district} at the centre", district=tr(DISTRICT_NAMES[d]))
        for d, at in zip(DISTRICTS, position.track, strict=True)
    ]


def _cards(position: Position, names: Names) -> list[str]:
    held = {card: seat for seat in SEATS for card in position.achievements[seat - 1]}
    return [
        tr(
            "{achievement} for {wealth}, {holder}",
            achievement=tr(CONDITION_NAMES[card]),
            wealth=WEALTH[card],
            holder=tr("held by {player}", player=names[held[card] - 1])
            if card in held
            else tr("open"),
        )
        for card in position.setup.cards
    ]
