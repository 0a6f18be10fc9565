"""A position in plain words, as seen from a pawn: alt texts and the spoken description.

The order never changes, so listeners know when each part comes. The count comes first here: points
and lives during a match, and who has won.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cogs.contract import plain_words
from cogs.contract.screen import ALT_LIMIT, Names, fitted
from cogs.contract.sentences import Part
from cogs.games.landgrab import figures, texts, turn_keys
from cogs.games.landgrab.account import ROLLING
from prowlerbot.core.i18n import in_parts, label_text, mark, tr, trn
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.final_count import final_count
from prowlerbot.games.landgrab.map import NAME, TILES, WIDTH, Building, Map
from prowlerbot.games.landgrab.rules import Position, score
from prowlerbot.games.landgrab.turns import TIE_CHANCE, WIN_CHANCE
from prowlerbot.games.landgrab.words import COLOUR_NAMES, squares_of
from prowlerbot.match.match import Ranks

_BUILDING_RANK, _STEP_RANK, _ODDS_RANK, _MAP_RANK = 2, 3, 4, 5
"""The ranks of parts that a short text leaves out, the map first."""
_GROUPS = {
    "small": mark("Small, {whose}, strength {left}: {list}."),
    "large": mark("Large, {whose}, strength {left}: {list}."),
    "damaged": mark("Damaged, {whose}: {list}."),
}


def building_parts(position: Position, names: Names, seat: int) -> Iterator[Part]:
    """The buildings by owner and kind, those nearest to the pawn of a seat first. Those that the
    seat can claim now are told with its moves.
    """
    map_ = position.map
    claims = turn_keys.moves_of_kind(position, "c") if seat and position.to_move == {seat} else []
    told_elsewhere = {map_.building_numbers[move.at] for move in claims}
    numbers = [number for number in range(len(map_.buildings)) if number not in told_elsewhere]
    ways = {number: _find_way(position, seat, number) for number in numbers}
    # In groups of one owner and kind, the nearest first.
    owners = (0, *position.seats)
    groups = {(owner, kind): list[int]() for owner in owners for kind in _GROUPS}
    for number in sorted(ways, key=lambda number: ways[number].turns):
        groups[position.owners[number], _kind(position, number)].append(number)
    told = [_group_part(position, it, ways, names) for it in groups.values() if it]
    heading = tr("Buildings")
    if seat:
        heading = tr("Buildings, seen from {square}", square=NAME[position.pawns[seat - 1]])
    for at, part in enumerate(told):
        yield part if at else part._replace(heading=heading)


def _group_part(
    position: Position, group: Sequence[int], ways: "Mapping[int, _Way]", names: Names
) -> Part:
    """Buildings of one owner and kind, with the ways to them; in short without."""
    kind = _kind(position, group[0])
    plain = [_building_words(position, number, kind) for number in group]
    seen = [_way_words(*each) for each in zip(plain, map(ways.__getitem__, group), strict=True)]
    long, short = (
        tr(
            _GROUPS[kind],
            whose=turn_keys.owner_words(position, group[0], who),
            left=position.map.full_points[group[0]],
            list=in_parts(each),
        )
        for each, who in ((seen, names), (plain, texts.colours_of(position)))
    )
    return Part(long, _BUILDING_RANK, short=short)


def _kind(position: Position, number: int) -> str:
    each = position.map.buildings[number]
    if position.points[number] < each.full:
        return "damaged"
    return "large" if each.is_large else "small"


class _Way(NamedTuple):
    """The turns to a building, and the seat's own building that the way goes around first."""

    turns: int = 0
    around: Building | None = None
    towards: str = ""
    """The direction; empty for a building without a way."""


def _find_way(position: Position, seat: int, number: int) -> _Way:
    """The way of a seat's pawn to a building; own ones on the way come with the squares beyond."""
    if not seat or position.owners[number] == seat:
        return _Way()
    pairs = zip(position.map.buildings, position.owners, strict=True)
    own = [each for each, owner in pairs if owner == seat]
    at, each = position.pawns[seat - 1], position.map.buildings[number]
    turns, around = figures.count_turns(position.map, at, each, own)
    return _Way(turns, around, figures.direction_words(at, figures.nearest_square(at, each)))


def _way_words(building: str, way: _Way) -> str:
    fields = {"building": building, "direction": way.towards}
    if not way.towards:
        return building
    if not way.turns:
        return tr("{building}, in reach, {direction}", **fields)
    if way.around is None:
        return trn(
            "{building}, {count} step {direction}",
            "{building}, {count} steps {direction}",
            way.turns,
            **fields,
        )
    return trn(
        "{building}, {count} turn {direction}, around {around}",
        "{building}, {count} turns {direction}, around {around}",
        way.turns,
        **fields,
        around=squares_of(way.around),
    )


def _building_words(position: Position, number: int, kind: str) -> str:
    squares = squares_of(position.map.buildings[number])
    if kind != "damaged":
        return squares
    size, left = turn_keys.size_word(position.map.buildings[number]), position.points[number]
    return tr("{square} {kind}, strength {left}", square=squares, kind=size, left=left)


def claim_words(position: Position, first: int, names: Names) -> str:
    """A building in reach of the seat to move."""
    number = position.map.building_numbers[first]
    each, at = position.map.buildings[number], position.pawns[turn_keys.seat_to_move(position) - 1]
    return tr(
        "{square} {kind}, {direction}, {owner}, strength {left}, {odds}",
        square=squares_of(each),
        direction=figures.direction_words(at, figures.nearest_square(at, each)),
        kind=turn_keys.size_word(each),
        owner=turn_keys.owner_words(position, number, names),
        left=position.points[number],
        odds=figures.claim_odds(position.points[number]),
    )


def claim_briefly(position: Position, first: int) -> str:
    number = position.map.building_numbers[first]
    odds = figures.claim_odds(position.points[number])
    return f"{squares_of(position.map.buildings[number])}, {odds}"


def spoken_parts(
    position: Position, names: Names, ended: Ranks | None = None, listener: int | None = None
) -> Iterator[Part]:
    """The whole position: moment, players, moves in reach, all buildings, the map. Distances are
    those of the ``listener``'s pawn, or of the pawn to move.
    """
    over = position.end or ended is not None
    apart = texts.distinct_names(position, names)
    seat = 0 if over else listener or next(iter(position.to_move), 0)
    if seat and position.pawns[seat - 1] < 0:
        seat = 0
    yield Part(_headline(position, apart, ended))
    for each in position.seats:  # these lines name the colour anyway
        yield Part(_player_words(position, each, names))
    if not over and position.phase not in ROLLING:
        yield from _reach_parts(position, apart, listener)
    yield from building_parts(position, apart, seat)
    yield Part(_map_words(position.map), _MAP_RANK, tr("Map"), topic=tr("Map"))


def fixed_map_words(on: Map, name: str) -> str:
    buildings = [
        tr("{square} {kind}", square=squares_of(each), kind=turn_keys.size_word(each))
        for each in on.buildings
    ]
    text = tr("The map {name}. Buildings: {list}.", name=name.title(), list=", ".join(buildings))
    return fitted([text, _map_words(on)], ALT_LIMIT)


def _headline(position: Position, names: Names, ended: Ranks | None) -> str:
    if position.outcome is not None:
        why = final_count([position]).reasons[0]
        return f"{tr('Final position.')} {texts.verdict_words(position, names)}. {why}."
    if ended is not None:
        return plain_words.early_end_sentence(ended, names)
    when = texts.rounds_words(position)
    return f"{_task_words(position, names)} {when}." if when else _task_words(position, names)


def _task_words(position: Position, names: Names) -> str:  # noqa: PLR0911 - a sentence a phase
    player = names[position.turn - 1]
    match position.phase:
        case "tiles":
            fields = {"number": len(position.map.tiles) + 1, "all": TILES, "player": player}
            return tr("Tile {number} of {all}: {player} places it.", **fields)
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
                player=names[turn_keys.seat_to_move(position) - 1],
                other=names[position.returning - 1],
            )
        case _:
            return tr("{player}'s turn.", player=player)


def _player_words(position: Position, seat: int, names: Names) -> str:
    at, spawn = position.pawns[seat - 1], position.spawns[seat - 1]
    player, colour = names[seat - 1], tr(COLOUR_NAMES[position.setup.colours[seat - 1]])
    if at < 0 and spawn < 0 and position.is_in(seat):
        return tr("{player}: {colour}.", player=player, colour=colour)
    return tr(
        "{player}, {colour}: {where}; spawn: {spawn}; {lives}; {points}.",
        player=player,
        colour=colour,
        where=_place_words(position, seat),
        spawn=NAME[spawn] if spawn >= 0 else tr("none yet"),
        lives=texts.lives_words(position.lives[seat - 1]),
        points=texts.points_words(score(position, seat).total),
    )


def _place_words(position: Position, seat: int) -> str:
    at = position.pawns[seat - 1]
    if at >= 0:
        return tr("at {square}", square=NAME[at])
    if seat in position.left:
        return tr("has left")
    return tr("not on the map") if position.is_in(seat) else texts.out_words(position, seat)


def _reach_parts(position: Position, names: Names, listener: int | None) -> Iterator[Part]:
    """The moves of the seat to move; if somebody else listens, only those that touch others."""
    seat = turn_keys.seat_to_move(position)
    own = listener in {None, seat}
    reached = [move.at for move in turn_keys.moves_of_kind(position, "c")]
    claims, shorter = (
        in_parts(claim_words(position, square, who) for square in reached)
        for who in (names, texts.colours_of(position))
    )
    if not own:  # a listener to the moves of somebody else hears all about the buildings below
        claims = shorter = in_parts(claim_briefly(position, square) for square in reached)
    attacks = [move.at for move in turn_keys.moves_of_kind(position, "a")]
    targets = (
        tr(
            "{player} with {lives}",
            player=names[each - 1],
            lives=texts.lives_words(position.lives[each - 1]),
        )
        for each in attacks
    )
    if own:
        yield from (Part(line, _STEP_RANK) for line in _square_lines(position, seat))
    elif claims or attacks:
        yield Part(tr("{player} can do this next:", player=names[seat - 1]))
    if claims:
        long, short = (tr("To claim: {list}.", list=each) for each in (claims, shorter))
        yield Part(long, short=short)
    if attacks:
        yield Part(tr("To attack: {list}.", list=", ".join(targets)))
        odds = figures.chance_words(WIN_CHANCE), figures.chance_words(TIE_CHANCE)
        words = tr(
            "Each side wins an attack with {win}; a tie has {tie}.", win=odds[0], tie=odds[1]
        )
        ends = (" ".join(figures.fight_ends(position, target, names)) for target in attacks)
        yield Part("\n".join([words, *ends]), _ODDS_RANK)


def _square_lines(position: Position, seat: int) -> Iterator[str]:
    """The squares to place something on, or to go to."""
    if position.phase in turn_keys.PLACING:
        columns = turn_keys.moves_by_column(position).values()
        squares = [sorted({move.at for move in moves}) for moves in columns if moves]
        runs = (runs_words((it // WIDTH, NAME[it]) for it in column) for column in squares)
        yield tr("Possible squares: {list}.", list=in_parts(runs))
        return
    at, beyond = position.pawns[seat - 1], turn_keys.ways_beyond(position)
    steps = [
        f"{NAME[move.at]} {figures.direction_words(at, move.at)}"
        for move in turn_keys.moves_of_kind(position, "")
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


def _map_words(on: Map) -> str:
    """The rows of the map that have squares, equal ones together, each by its columns."""
    columns: dict[str, str] = {}
    for square in squares_in(on.squares):
        letter, row = NAME[square][0], NAME[square][1:]
        columns[row] = columns.get(row, "") + letter
    rows: dict[str, list[str]] = {}
    for row, letters in columns.items():
        rows.setdefault(letters, []).append(row)
    words = in_parts(
        label_text(", ".join(equal), runs_words((ord(letter), letter) for letter in letters))
        for letters, equal in rows.items()
    )
    return tr("Row {rows}.", rows=words)


def runs_words(places: Iterable[tuple[int, str]]) -> str:
    """Numbered places in short, such as A, B, D to G."""
    runs: list[list[tuple[int, str]]] = []
    for place in places:
        if not runs or runs[-1][-1][0] + 1 != place[0]:
            runs.append([])
        runs[-1].append(place)
    return ", ".join(
        tr("{first} to {last}", first=run[0][1], last=run[-1][1])
        if len(run) > 2
        else ", ".join(name for _, name in run)
        for run in runs
    )
