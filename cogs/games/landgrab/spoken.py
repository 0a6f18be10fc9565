"""A position of Landgrab in plain words: alt texts and the spoken description.

The order never changes, so listeners know when each part comes.
"""

from __future__ import annotations

from collections.abc import Iterator

from cogs.contract.plain_words import ended_early
from cogs.contract.screen import ALT_LIMIT, TEXT_LIMIT, fitted
from cogs.games.landgrab.bearings import direction, nearest_square
from cogs.games.landgrab.itemised import ending, out_words, rounds, rounds_briefly, verdict
from cogs.games.landgrab.odds import FIGHTS, TIES, WINS, claim_odds, fight_ends, percent
from cogs.games.landgrab.placing import PLACING, squares_of_columns
from cogs.games.landgrab.surroundings import buildings_of, size_word
from cogs.games.landgrab.texts import ROLLING, Names, told_apart
from cogs.games.landgrab.turn_keys import mover, of_kind
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import in_parts, labelled
from prowlerbot.games.landgrab.map import TILES, Map
from prowlerbot.games.landgrab.reach import ways_around
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.scoring import score
from prowlerbot.games.landgrab.space import COLUMNS, NAME
from prowlerbot.games.landgrab.words import COLOUR_NAMES, squares_of
from prowlerbot.match.match import Ranks


def describe(
    position: Position, names: Names, ended: Ranks | None = None, listener: int | None = None
) -> str:
    """The whole position: moment, players, moves in reach, all buildings, the map.

    Distances are those of the ``listener``'s pawn, or of the pawn to move.
    """
    apart = told_apart(position, names)
    seat = _measured_from(position, listener)
    buildings = list(buildings_of(position, apart, seat))
    parts = [
        _headline(position, apart, ended),
        # These lines name the colour anyway.
        *(_player(position, seat, names) for seat in position.seats),
        *_reach(position, apart, listener),
        *_fights(position, apart),
        _seen_from(position, seat) if buildings else "",
        *buildings,
        _map(position.map),
    ]
    return fitted(parts, TEXT_LIMIT, "\n")


def _measured_from(position: Position, listener: int | None) -> int:
    """The seat from whose pawn distances count; 0 without one."""
    seat = listener or next(iter(position.to_move), 0)
    return seat if seat and position.pawns[seat - 1] >= 0 else 0


def _seen_from(position: Position, seat: int) -> str:
    if not seat:
        return tr("Buildings:")
    return tr("Buildings, seen from {square}:", square=NAME[position.pawns[seat - 1]])


def alt(
    position: Position, names: Names, ended: Ranks | None = None, listener: int | None = None
) -> str:
    parts = [
        _headline(position, names, ended, briefly=True),
        *(_player_briefly(position, seat, names) for seat in position.seats),
        *_reach(position, names, listener),
    ]
    buildings = buildings_of(position, names, _measured_from(position, listener))
    return fitted([*parts, *buildings], ALT_LIMIT)


def fixed(on: Map, name: str) -> str:
    buildings = [
        tr("{square} {kind}", square=squares_of(each), kind=size_word(each))
        for each in on.buildings
    ]
    text = tr("The map {name}. Buildings: {list}.", name=name.title(), list=", ".join(buildings))
    return fitted([text, _map(on)], ALT_LIMIT)


def sheet(position: Position, names: Names) -> str:
    """The final sheet in words: each player's points and where they come from."""
    parts = [tr("Final count."), *(_counted(position, seat, names) for seat in position.seats)]
    return fitted([*parts, f"{verdict(position, names)}."], ALT_LIMIT)


def _counted(position: Position, seat: int, names: Names) -> str:
    each = score(position, seat)
    return tr(
        "{player}: {total} points, {small} for small buildings, {large} for large ones, {last} for"
        " the last pawn standing.",
        player=names[seat - 1],
        total=each.total,
        small=each.small,
        large=each.large,
        last=each.last,
    )


def _headline(
    position: Position, names: Names, ended: Ranks | None, *, briefly: bool = False
) -> str:
    if position.outcome is not None:
        return f"{tr('Final position.')} {verdict(position, names)}. {ending(position)}"
    if ended is not None:
        return ended_early(ended, names)
    task, when = _task(position, names), rounds_briefly(position)
    if not briefly and position.round:
        when = f"{rounds(position).removeprefix('-# ')}."
    return f"{task} {when}" if when else task


def _task(position: Position, names: Names) -> str:  # noqa: PLR0911 - a sentence a phase
    player = names[position.turn - 1]
    match position.phase:
        case "tiles":
            number = len(position.map.tiles) + 1
            return tr(
                "Tile {number} of {all}: {player} places it.",
                number=number,
                all=TILES,
                player=player,
            )
        case "buildings":
            return tr("{player} places a building.", player=player)
        case "spawns":
            return tr("{player} chooses a spawn.", player=player)
        case "claim":
            building = squares_of(position.map.buildings[position.target])
            return tr("{player} rolls for {building}.", player=player, building=building)
        case "defence":
            return tr(
                "{player} attacks {other} with a roll of {rolled}; {other} rolls.",
                player=player,
                other=names[position.target - 1],
                rolled=position.rolled,
            )
        case "attack":
            return tr("{player} attacks {other}.", player=player, other=names[position.target - 1])
        case "eviction":
            return tr(
                "{other} returns to the spawn where {player} stands; {player} must step aside,"
                " out of turn.",
                player=names[mover(position) - 1],
                other=names[position.returning - 1],
            )
        case _:
            return tr("{player}'s turn.", player=player)


# ------------------------------------------------------------------------------- players


def _player(position: Position, seat: int, names: Names) -> str:
    at, spawn = position.pawns[seat - 1], position.spawns[seat - 1]
    player, colour = names[seat - 1], tr(COLOUR_NAMES[position.setup.colours[seat - 1]])
    if at < 0 and spawn < 0 and position.is_in(seat):
        return tr("{player}: {colour}.", player=player, colour=colour)
    return tr(
        "{player}, {colour}: {where}; spawn: {spawn}; {lives}; {points}.",
        player=player,
        colour=colour,
        where=_where(position, seat),
        spawn=NAME[spawn] if spawn >= 0 else tr("none yet"),
        lives=_lives(position, seat),
        points=_points(position, seat),
    )


def _player_briefly(position: Position, seat: int, names: Names) -> str:
    if position.phase in {"tiles", "buildings"} and position.is_in(seat):
        return ""  # nobody has anything yet
    return tr(
        "{player}: {where}, {lives}, {points}.",
        player=names[seat - 1],
        where=_where(position, seat),
        lives=_lives(position, seat),
        points=_points(position, seat),
    )


def _where(position: Position, seat: int) -> str:
    at = position.pawns[seat - 1]
    if at >= 0:
        return tr("at {square}", square=NAME[at])
    if seat in position.left:
        return tr("has left")
    if not position.is_in(seat):
        return out_words(position, seat)
    return tr("not on the map")


def _points(position: Position, seat: int) -> str:
    return trn("{count} point", "{count} points", score(position, seat).total)


def _lives(position: Position, seat: int) -> str:
    return trn("{count} life", "{count} lives", position.lives[seat - 1])


# --------------------------------------------------------------------------------- reach


def _reach(position: Position, names: Names, listener: int | None) -> Iterator[str]:
    """The moves of the seat to move, after its name if somebody else listens."""
    if position.end or position.phase in ROLLING:
        return
    seat = mover(position)
    if listener not in {None, seat}:
        yield tr("{player} can do this next:", player=names[seat - 1])
    if position.phase in PLACING:
        squares = in_parts(squares_of_columns(position))
        yield tr("Possible squares: {list}.", list=squares)
        return
    at = position.pawns[seat - 1]
    ways = ways_around(position.map, position.pawns, position.owners, seat)
    around = ways if position.phase == "turn" else {}
    steps = [
        f"{NAME[move.at]} {direction(at, move.at)}"
        for move in of_kind(position, "")
        if move.at not in around
    ]
    if steps:
        yield tr("Steps: {list}.", list=", ".join(steps))
    beyond: dict[str, list[str]] = {}
    for square, (number, *_) in around.items():
        passed = squares_of(position.map.buildings[number])
        beyond.setdefault(passed, []).append(NAME[square])
    for passed, goals in beyond.items():
        yield tr("Going around {building}: {list}.", building=passed, list=", ".join(goals))
    # Whoever listens to the moves of somebody else hears all about the buildings further below.
    claim = _claim if _measured_from(position, listener) == seat else _claim_briefly
    claims = [claim(position, move.at, names) for move in of_kind(position, "c")]
    if claims:
        yield tr("To claim: {list}.", list=in_parts(claims))
    attacks = [
        tr("{player} with {lives}", player=names[move.at - 1], lives=_lives(position, move.at))
        for move in of_kind(position, "a")
    ]
    if attacks:
        yield tr("To attack: {list}.", list=", ".join(attacks))


def _fights(position: Position, names: Names) -> Iterator[str]:
    attacks = [move.at for move in position.legal if move.kind == "a"]
    if attacks:
        yield tr(
            "Each side wins an attack with {win}; a tie has {tie}.",
            win=percent(WINS / FIGHTS),
            tie=percent(TIES / FIGHTS),
        )
    for target in attacks:
        yield " ".join(fight_ends(position, target, names))


def _claim(position: Position, first: int, names: Names) -> str:
    number = position.map.number[first]
    return tr(
        "{square} {kind}, {direction}, {owner}, strength {left}, {odds}",
        square=squares_of(position.map.buildings[number]),
        direction=_towards(position, number),
        kind=size_word(position.map.buildings[number]),
        owner=_owner(position, number, names),
        left=position.points[number],
        odds=claim_odds(position.points[number]),
    )


def _claim_briefly(position: Position, first: int, _: Names) -> str:
    number = position.map.number[first]
    odds = claim_odds(position.points[number])
    return f"{squares_of(position.map.buildings[number])}, {odds}"


def _towards(position: Position, number: int) -> str:
    at = position.pawns[mover(position) - 1]
    return direction(at, nearest_square(at, position.map.buildings[number]))


def _owner(position: Position, number: int, names: Names) -> str:
    owner = position.owners[number]
    return tr("of {player}", player=names[owner - 1]) if owner else tr("nobody's")


def _map(on: Map) -> str:
    """The rows of the map that have squares, each by its columns."""
    rows: dict[str, str] = {}
    for square in range(len(NAME)):
        if NAME[square] and on.squares >> square & 1:
            row = NAME[square][1:]
            rows[row] = rows.get(row, "") + NAME[square][0]
    words = in_parts(labelled(row, _columns(columns)) for row, columns in rows.items())
    return tr("The map, row by row: {rows}.", rows=words)


def _columns(letters: str) -> str:
    """Columns in short, such as A, B, D to G."""
    runs: list[str] = []
    for letter in letters:
        if runs and runs[-1] + letter in COLUMNS:
            runs[-1] += letter
        else:
            runs.append(letter)
    return ", ".join(
        tr("{first} to {last}", first=run[0], last=run[-1]) if len(run) > 2 else ", ".join(run)
        for run in runs
    )
