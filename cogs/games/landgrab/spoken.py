"""A position of Landgrab in plain words: alt texts and the spoken description.

The order never changes, so listeners know when each part comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cogs.contract.plain_words import ended_early
from cogs.contract.screen import ALT_LIMIT, fitted
from cogs.contract.sentences import Part
from cogs.games.landgrab.bearings import direction
from cogs.games.landgrab.happened import ROLLING
from cogs.games.landgrab.itemised import out_words, rounds, verdict
from cogs.games.landgrab.odds import FIGHTS, TIES, WINS, fight_ends, percent
from cogs.games.landgrab.placing import PLACING, by_column
from cogs.games.landgrab.signs import lives
from cogs.games.landgrab.surroundings import (
    buildings_of,
    colours_of,
    to_claim,
    to_claim_briefly,
)
from cogs.games.landgrab.texts import Names, told_apart
from cogs.games.landgrab.turn_keys import (
    going_around,
    mover,
    of_kind,
    size_word,
)
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import in_parts, labelled
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.final_count import final_count
from prowlerbot.games.landgrab.map import TILES, Map
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.scoring import score
from prowlerbot.games.landgrab.space import NAME, WIDTH
from prowlerbot.games.landgrab.words import COLOUR_NAMES, squares_of
from prowlerbot.match.match import Ranks

_STEPS, _ODDS, _MAP = 3, 4, 5
"""The ranks of parts that a short text leaves out, the map first; buildings have rank 2."""


def parts(
    position: Position, names: Names, ended: Ranks | None = None, listener: int | None = None
) -> Iterator[Part]:
    """The whole position: moment, players, moves in reach, all buildings, the map.

    Distances are those of the ``listener``'s pawn, or of the pawn to move.
    """
    over = position.end or ended is not None
    apart = told_apart(position, names)
    seat = 0 if over else listener or next(iter(position.to_move), 0)
    if seat and position.pawns[seat - 1] < 0:
        seat = 0
    yield Part(_headline(position, apart, ended))
    for each in position.seats:  # these lines name the colour anyway
        yield Part(_player(position, each, names))
    if not over and position.phase not in ROLLING:
        yield from _reach(position, apart, listener)
    yield from buildings_of(position, apart, seat)
    yield Part(_map(position.map), _MAP, tr("Map"))


def fixed(on: Map, name: str) -> str:
    buildings = [
        tr("{square} {kind}", square=squares_of(each), kind=size_word(each))
        for each in on.buildings
    ]
    text = tr("The map {name}. Buildings: {list}.", name=name.title(), list=", ".join(buildings))
    return fitted([text, _map(on)], ALT_LIMIT)


def _headline(position: Position, names: Names, ended: Ranks | None) -> str:
    if position.outcome is not None:
        why = final_count([position]).reasons[0]
        return f"{tr('Final position.')} {verdict(position, names)}. {why}."
    if ended is not None:
        return ended_early(ended, names)
    when = rounds(position)
    return f"{_task(position, names)} {when}." if when else _task(position, names)


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
        lives=lives(position.lives[seat - 1]),
        points=trn("{count} point", "{count} points", score(position, seat).total),
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


# --------------------------------------------------------------------------------- reach


def _reach(position: Position, names: Names, listener: int | None) -> Iterator[Part]:
    """The moves of the seat to move; if somebody else listens, only those that touch others."""
    seat = mover(position)
    own = listener in {None, seat}
    # Whoever listens to the moves of somebody else hears all about the buildings further below.
    claim = to_claim if own else to_claim_briefly
    claims, shorter = (
        in_parts([claim(position, move.at, who) for move in of_kind(position, "c")])
        for who in (names, colours_of(position))
    )
    attacks = [move.at for move in of_kind(position, "a")]
    targets = (
        tr("{player} with {lives}", player=names[each - 1], lives=lives(position.lives[each - 1]))
        for each in attacks
    )
    if own:
        yield from (Part(line, _STEPS) for line in _squares(position, seat))
    elif claims or attacks:
        yield Part(tr("{player} can do this next:", player=names[seat - 1]))
    if claims:
        long, short = (tr("To claim: {list}.", list=each) for each in (claims, shorter))
        yield Part(long, short=short)
    if attacks:
        yield Part(tr("To attack: {list}.", list=", ".join(targets)))
    if attacks:
        odds = percent(WINS / FIGHTS), percent(TIES / FIGHTS)
        words = tr(
            "Each side wins an attack with {win}; a tie has {tie}.", win=odds[0], tie=odds[1]
        )
        ends = (" ".join(fight_ends(position, target, names)) for target in attacks)
        yield Part("\n".join([words, *ends]), _ODDS)


def _squares(position: Position, seat: int) -> Iterator[str]:
    """The squares to place something on, or to go to."""
    if position.phase in PLACING:
        columns = by_column(position).values()
        squares = [sorted({move.at for move in moves}) for moves in columns if moves]
        runs = (in_runs((it // WIDTH, NAME[it]) for it in column) for column in squares)
        yield tr("Possible squares: {list}.", list=in_parts(runs))
        return
    at, beyond = position.pawns[seat - 1], going_around(position)
    steps = [
        f"{NAME[move.at]} {direction(at, move.at)}"
        for move in of_kind(position, "")
        if move.at not in beyond
    ]
    if steps:
        yield tr("Steps: {list}.", list=", ".join(steps))
    goals: dict[str, list[str]] = {}
    for square, (number, *_) in beyond.items():
        goals.setdefault(squares_of(position.map.buildings[number]), []).append(NAME[square])
    for passed, squares_beyond in goals.items():
        words = ", ".join(squares_beyond)
        yield tr("Going around {building}: {list}.", building=passed, list=words)


def _map(on: Map) -> str:
    """The rows of the map that have squares, equal ones together, each by its columns."""
    columns: dict[str, str] = {}
    for square in squares_in(on.squares):
        row, letter = NAME[square][1:], NAME[square][0]
        columns[row] = columns.get(row, "") + letter
    rows: dict[str, list[str]] = {}
    for row, letters in columns.items():
        rows.setdefault(letters, []).append(row)
    words = in_parts(
        labelled(", ".join(equal), in_runs((ord(letter), letter) for letter in letters))
        for letters, equal in rows.items()
    )
    return tr("Row {rows}.", rows=words)


def in_runs(places: Iterable[tuple[int, str]]) -> str:
    """Numbered places in short, such as A, B, D to G."""
    runs: list[list[tuple[int, str]]] = []
    for place in places:
        if runs and runs[-1][-1][0] + 1 == place[0]:
            runs[-1].append(place)
        else:
            runs.append([place])
    return ", ".join(
        tr("{first} to {last}", first=run[0][1], last=run[-1][1])
        if len(run) > 2
        else ", ".join(name for _, name in run)
        for run in runs
    )
