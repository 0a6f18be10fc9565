"""The position of Prowler's Passage in words, for readers who do not see the board."""

from collections.abc import Iterator

from cogs.contract.screen import Names
from cogs.contract.sentences import Part
from cogs.games.prowler.texts import beside_briefly, verdict_words
from prowlerbot.core.i18n import in_parts, label_text, listing, mark, tr, whole_words
from prowlerbot.games.prowler import board, rules
from prowlerbot.games.prowler.position import DISTRICTS, PASSAGES, PLACEMENTS, SEATS, TILES
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.words import (
    CONDITION_NAMES,
    DISTRICT_NAMES,
    STATUE_NAMES,
    TILE_NAMES,
    join_pathways,
    tiles_counted,
)
from prowlerbot.match.match import Ranks

_FEW_MISSING = 3
"""The most pathways around a statue that are told as missing."""


def spoken_parts(
    position: Position, names: Names, ended: Ranks | None = None, viewer: int | None = None
) -> list[Part]:
    """The whole position. “Your” is the viewer; without one, the player to move is named."""
    free = board.pathways_in(position.free)
    known = [
        _headline_words(position, names, ended),
        # At the end the headline has both totals.
        "" if position.over else _wealth_words(position, names),
        *(_player_words(position, seat, names) for seat in SEATS),
        _centre_words(position),
    ]
    found = [Part("\n".join(filter(None, known)))]
    found.append(Part(f"{in_parts(_card_lines(position, names))}.", 2, tr("Achievements")))
    if standing := in_parts(_standing_parts(position)):
        found.append(Part(f"{standing}.", 3, tr("Statues standing")))
    if free and not position.over:
        both = (_free_pathways(position, names, viewer, joins=joins) for joins in (True, False))
        long, short = map("\n".join, both)
        found.append(Part(long, 1, tr("Free pathways"), short))
    return found


def board_words() -> str:
    """The facts that are the same on every board, by the pathways around each place."""
    statues = listing([*STATUE_NAMES.values()])
    areas = ", ".join(join_pathways(board.AREA_PATHWAYS[area]) for area in board.FULL_AREAS)
    told = (
        meetings_words(),
        tr("A statue stands at {points}.", points=statues),
        tr("Districts with 4 pathways: {areas}.", areas=areas),
    )
    return " ".join(told)


def meetings_words() -> str:
    """The points of every board, by the pathways that meet there."""
    points = ", ".join(map(join_pathways, board.MEETING_SETS))
    return tr("Pathways that meet: {points}.", points=points)


def _wealth_words(position: Position, names: Names) -> str:
    """Both totals as they would be if the final scoring came now, and their banked part."""
    told = []
    for seat in SEATS:
        player, wealth = names[seat - 1], whole_words(rules.running_wealth(position, seat))
        words = f"{player} {wealth}"
        if position.half is not None and not position.over:
            fields = {"wealth": wealth, "banked": whole_words(rules.banked_wealth(position, seat))}
            words = tr("{player} {wealth} ({banked} banked)", player=player, **fields)
        told.append(words)
    return tr("Wealth: {players}.", players=", ".join(told))


def _free_pathways(
    position: Position, names: Names, viewer: int | None, *, joins: bool
) -> Iterator[str]:
    """The free pathways of each tile and the districts beside them; what each one ``joins``."""
    for at, face in enumerate(TILES):
        if numbers := board.pathways_in(position.free & position.setup.lying[at]):
            tile = tr(TILE_NAMES[face])
            told = [f"{number} {beside_briefly(position, number)}" for number in numbers]
            if joins:
                told = [_pathway_words(position, number, names, viewer) for number in numbers]
            yield f"{label_text(tile[:1].upper() + tile[1:], in_parts(told))}."


def _pathway_words(position: Position, number: int, names: Names, viewer: int | None) -> str:
    words = f"{number} {beside_briefly(position, number)}"
    seat = viewer or position.seat
    joins = board.pathways_in(position.passages[seat - 1] & board.meeting_pathways(number))
    if not (met := listing(list(map(str, joins)))):
        return words
    if viewer:
        return tr("{pathway}, joins yours: {met}", pathway=words, met=met)
    return tr("{pathway}, joins {player}: {met}", pathway=words, met=met, player=names[seat - 1])


def _standing_parts(position: Position) -> Iterator[str]:
    """Each statue that nobody has stolen; the last pathways around it that are free."""
    stolen = [statue for own in position.statues for statue in own]
    for statue, surrounding in board.STATUES.items():
        if statue in stolen:
            continue
        missing, name = surrounding & position.free, STATUE_NAMES[statue]
        if missing == surrounding or missing.bit_count() > _FEW_MISSING:
            yield name
        else:
            pathways = listing(list(map(str, board.pathways_in(missing))))
            yield tr("{statue}, not dug: {pathways}", statue=name, pathways=pathways)


def _headline_words(position: Position, names: Names, ended: Ranks | None) -> str:
    if position.outcome is not None:
        return f"{tr('Final position.')} {verdict_words(position.outcome, names)}."
    if ended is not None:
        return _end_words(position, names, ended)
    mover = names[position.seat - 1]
    if not position.ply:
        return tr("Start: {player} moves one control marker.", player=mover)
    fields = {"number": position.ply, "all": 1 + PLACEMENTS, "player": mover}
    return tr("After {number} of {all} moves: {player}'s turn.", **fields)


def _end_words(position: Position, names: Names, ranks: Ranks) -> str:
    fields = {"number": max(position.ply - 1, 0), "all": len(SEATS) * PASSAGES}
    if not ranks:
        return tr("The match is over, without a result. Passages dug: {number} of {all}.", **fields)
    player = names[ranks.index(1)]
    won = mark("The match is over: {player} won. Passages dug: {number} of {all}.")
    return tr(won, **fields, player=player)


def _player_words(position: Position, seat: int, names: Names) -> str:
    """The passages, the tiles, the statues and the districts of a player."""
    own = ", ".join(map(str, board.pathways_in(position.passages[seat - 1])))
    told = [tr("no passages")]
    if own:
        longest = position.longest_passage(seat)
        told = [tr("passages {pathways}, the longest {length}", pathways=own, length=longest)]
    tiles = zip(TILES, position.tiles_of(seat), strict=True)
    told.append(", ".join(tiles_counted(face, count) for face, count in tiles if count))
    stolen = [STATUE_NAMES[each] for each in position.statues[seat - 1]]
    told.append(", ".join(tr("statue {statue}", statue=name) for name in stolen))
    if districts := ", ".join(_controlled_markers(position, seat)):
        told.append(tr("controls: {districts}", districts=districts))
    return f"{label_text(names[seat - 1], in_parts(filter(None, told)))}."


def _controlled_markers(position: Position, seat: int) -> Iterator[str]:
    """Each marker on the side of a seat, by its spaces from the centre and the wealth it pays."""
    wealth = rules.district_wealth(position, seat)
    for district, space, pays in zip(DISTRICTS, position.lead(seat), wealth, strict=True):
        if space > 0:
            fields = {"district": tr(DISTRICT_NAMES[district]), "spaces": space}
            yield tr("{district} {spaces} (pays {wealth})", **fields, wealth=whole_words(pays or 0))


def _centre_words(position: Position) -> str:
    markers = zip(DISTRICTS, position.track, strict=True)
    there = [tr(DISTRICT_NAMES[district]) for district, space in markers if not space]
    return tr("At the centre: {districts}.", districts=", ".join(there)) if there else ""


def _card_lines(position: Position, names: Names) -> Iterator[str]:
    held = {card: seat for seat in SEATS for card in position.achievements[seat - 1]}
    for card in position.setup.cards:
        state = _progress_words(position, card, names)
        if card in held:
            state = tr("held by {player}", player=names[held[card] - 1])
        fields = {"achievement": tr(CONDITION_NAMES[card]), "wealth": rules.WEALTH[card]}
        yield tr("{achievement}: {wealth} ({state})", **fields, state=state)


def _progress_words(position: Position, card: int, names: Names) -> str:
    """How near each player is to an open achievement."""
    if card not in rules.CARD_TARGETS and position.half is not None:
        return tr("nobody gets it")
    reached = [rules.requirement_reached(position, seat, card) for seat in SEATS]
    near = ", ".join(f"{name} {count}" for name, count in zip(names, reached, strict=True))
    if card not in rules.CARD_TARGETS:
        return near
    return tr("{players} of {needed}", players=near, needed=rules.CARD_TARGETS[card])
