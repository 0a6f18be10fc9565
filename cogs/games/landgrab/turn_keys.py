"""The keys of Landgrab: arrows for steps, everything in reach, places for pieces, and plans.

In reach are the buildings to claim, the pawns to attack and the ways around. A tile, a building or
a spawn takes at most two presses: the column, then the place. The argument of the next keys holds
the choice so far: ``b:F`` is a building in column F. Only legal places are offered, and a column
with a single place takes one press. A plan is a way over several turns.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from cogs.contract.screen import IN_A_ROW, LONGEST_LABEL, Key, Names, Row, in_rows, menus
from cogs.contract.sign import worded
from cogs.games.landgrab import figures, texts
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import listing, mark, tr, trn
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.legal_places import open_squares, ways_around
from prowlerbot.games.landgrab.map import CLAIM, COLUMNS, NAME, Building, Move, tile_squares
from prowlerbot.games.landgrab.plans import look_ahead, steps_of
from prowlerbot.games.landgrab.position import Phase
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.words import building_name, squares_of
from renderer.landgrab.lit_squares import Mark

GO_AROUND: Final = "around"
"""The argument of the key that opens the choice of where to go around."""

_ARROWS: tuple[tuple[tuple[tuple[int, int], object], ...], ...] = (
    (((-1, -1), "↖️"), ((-1, 0), "⬆️"), ((-1, 1), "↗️")),
    (((0, -1), "⬅️"), ((0, 0), texts.AROUND), ((0, 1), "➡️")),
    (((1, -1), "↙️"), ((1, 0), "⬇️"), ((1, 1), "↘️")),
)
_NOWHERE = "—"
"""The label of an arrow that leads off the map."""
_MOST_BUTTONS = 20
_LONG_IN_A_ROW, _FEW_KEYS = 2, 6
"""A phone fits two of the long labels side by side; a row has more only if there are many."""


def seat_to_move(position: Position) -> int:
    (seat,) = position.to_move
    return seat


def moves_of_kind(position: Position, kind: str) -> list[Move]:
    """The legal moves of one kind; a step, going around and stepping aside have the kind ""."""
    return [move for move in position.legal if move.kind == kind]


def ways_beyond(position: Position) -> dict[int, list[int]]:
    """The squares that the seat to move reaches only by going around; none while stepping aside."""
    if position.phase != "turn":
        return {}
    return ways_around(position.map, position.pawns, position.owners, seat_to_move(position))


def pawn_rows(position: Position, names: Names) -> list[Row]:
    """All actions of a pawn, one press each; impossible ones are disabled in their places."""
    pad: list[Row] = [[_arrow_key(position, way, arrow) for way, arrow in line] for line in _ARROWS]
    claims = [claim_key(position, move, names) for move in moves_of_kind(position, "c")]
    attacks = [attack_key(position, move, names) for move in moves_of_kind(position, "a")]
    keys = [*claims, *attacks]
    return [*pad, *in_rows(keys, _LONG_IN_A_ROW if len(keys) <= _FEW_KEYS else IN_A_ROW)]


def _arrow_key(position: Position, towards: tuple[int, int], sign: object) -> Key:
    pawn = position.pawns[seat_to_move(position) - 1]
    there, arrow = figures.square_beside(pawn, towards), str(sign)
    beyond = ways_beyond(position)
    if towards == (0, 0) and len(beyond) > 1:  # going around starts from the pawn itself
        return Key(tr("Around"), GO_AROUND, arrow, opens=True)
    if towards == (0, 0):
        (there,) = beyond or (None,)
    if there is None or not position.map.squares >> there & 1:
        # Two disabled buttons of a message need different ids, so the id names the arrow.
        return Key(_NOWHERE, f"no{towards[0]}{towards[1]}", arrow, enabled=False)
    possible = there in {move.at for move in moves_of_kind(position, "")}
    return Key(NAME[there], NAME[there], arrow, enabled=possible)


def claim_key(
    position: Position, move: Move, names: Names, odds: Callable[[int], str] = figures.claim_odds
) -> Key:
    """A claim with its ``odds``, short enough for a phone: only an owner has a sign."""
    number = position.map.building_numbers[move.at]
    building, owner = position.map.buildings[number], position.owners[number]
    fields = {"square": squares_of(building), "odds": odds(position.points[number])}
    if not owner:
        return Key(tr("Claim {square} · {odds}", **fields), str(move), hint=size_word(building))
    sign, hint = texts.colour_mark(position.setup.colours[owner - 1]), names[owner - 1]
    return Key(tr("Steal {square} · {odds}", **fields), str(move), sign, hint=hint)


def attack_key(position: Position, move: Move, names: Names) -> Key:
    left = position.lives[move.at - 1]
    lives = texts.lives_words(left) if worded() else texts.HEART * left
    if left == 1:  # the pawn would be gone for good
        lives = tr("last life")
    fields = {"player": names[move.at - 1], "lives": lives}
    label = tr("Attack {player} · {lives} · {odds}", **fields, odds=figures.win_odds())
    return Key(label, str(move), str(texts.FIGHT))


def list_choices(position: Position, names: Names) -> list[Row]:
    """The keys of ``pawn_rows`` in menus, with each move's target, for players without arrows."""
    keys = [(move.kind, _key_of_move(position, move, names)) for move in position.legal]
    rolls = [key for kind, key in keys if kind in {"c", "a"}]
    ways = [key for kind, key in keys if not kind]
    return [*menus(tr("Claim or attack"), rolls), *menus(tr("Go to a square"), ways)]


def _key_of_move(position: Position, move: Move, names: Names) -> Key:
    label, sign, hint = option_words(position, move, names), None, ""
    match move.kind:
        case "c":
            number = position.map.building_numbers[move.at]
            sign = str(texts.building_sign(position.map.buildings[number]))
        case "a":
            sign, hint = str(texts.FIGHT), figures.fight_odds()
        case _:
            near = [squares_of(position.map.buildings[it]) for it in position.map.near[move.at]]
            hint = tr("next to {buildings}", buildings=", ".join(near)) if near else ""
    return Key(label[:LONGEST_LABEL], str(move), sign, hint=hint)


def option_words(position: Position, move: Move, names: Names) -> str:
    """A move of a pawn with all that it depends on, as suggestions and menus have it."""
    match move.kind:
        case "c":
            number = position.map.building_numbers[move.at]
            return tr(
                "claim {square} {kind}, {owner}, strength {left}, {odds}",
                square=squares_of(position.map.buildings[number]),
                kind=size_word(position.map.buildings[number]),
                owner=owner_words(position, number, names),
                left=position.points[number],
                odds=figures.claim_odds(position.points[number]),
            )
        case "a":
            player, odds = names[move.at - 1], figures.win_odds()
            lives = texts.lives_words(position.lives[move.at - 1])
            return tr("attack {player}, {lives}, {odds}", player=player, lives=lives, odds=odds)
        case _ if numbers := ways_beyond(position).get(move.at):
            building = squares_of(position.map.buildings[numbers[0]])
            return tr("{square}, around {building}", square=NAME[move.at], building=building)
        case _:
            at = position.pawns[seat_to_move(position) - 1]
            towards = figures.direction_words(at, move.at)
            return tr("{square}, {direction}", square=NAME[move.at], direction=towards)


def size_word(each: Building) -> str:
    return tr("large") if each.is_large else tr("small")


def owner_words(position: Position, number: int, names: Names) -> str:
    owner = position.owners[number]
    return tr("of {player}", player=names[owner - 1]) if owner else tr("nobody's")


class Choice(NamedTuple):
    """A choice that a key opens: its question, its answers, and their places on the picture."""

    question: str
    keys: Sequence[Key]
    marks: Sequence[Mark]
    prompt: str = ""
    """Placeholder of a menu."""
    more: Sequence[Key] = ()
    """Keys that move into a menu first if there are too many for buttons."""

    def rows(self, *, listed: bool) -> list[Row]:
        keys = [*self.keys, *self.more]
        if not listed and len(keys) <= _MOST_BUTTONS:
            return in_rows(keys)
        if listed or not self.more:
            return menus(self.prompt, keys)
        return [*in_rows(self.keys), *menus(tr("Large buildings"), self.more)]


def around_choice(position: Position, names: Names) -> Choice:
    """The goals of going around, numbered on the picture."""
    if not (ways := ways_beyond(position)):
        raise IllegalMove("There is nothing to go around: “{typed}”.", typed=GO_AROUND)
    keys, marks = [], []
    for number, (square, buildings) in enumerate(ways.items(), 1):
        hint = tr("around {building}", building=building_name(position.map.buildings[buildings[0]]))
        keys.append(Key(f"{number} · {NAME[square]}", NAME[square], hint=hint))
        marks.append(Mark((square,), str(number)))
    question = tr(
        "▶️ {player} goes around a building of their own. Where to? The squares are numbered on the"
        " picture.",
        player=texts.mark_player(position, seat_to_move(position), names),
    )
    return Choice(question, keys, marks, tr("Where to"))


# ---------------------------------------------------------------------- plans

_COLUMN = "column:"


def target_rows(position: Position, seat: int, plan: str, choosing: str, names: Names) -> list[Row]:
    """The buildings to claim, nearest first, and the columns, or the squares of a column."""
    end = look_ahead(position, seat, steps_of(plan))
    squares = [NAME[square] for square in squares_in(open_squares(end.map, end.pawns))]
    if choosing:
        column = choosing.removeprefix(_COLUMN)
        return in_rows([Key(name, name) for name in squares if name[0] == column])
    owned = zip(end.map.buildings, end.owners, strict=True)
    wanted = [building for building, owner in owned if owner != seat]
    wanted.sort(key=lambda each: figures.count_steps(end.map, end.pawns[seat - 1], each))
    claims = [claim_key(end, CLAIM[each.first], names, figures.rolls_words) for each in wanted]
    reached = {name[0] for name in squares}
    columns = [Key(it, f"{_COLUMN}{it}", enabled=it in reached, opens=True) for it in COLUMNS]
    return [*menus(tr("Claim a building"), claims), *in_rows(columns)]


def plan_goals(plan: str) -> list[str]:
    """The moves of each goal: a claim with the way to it, or the rest of the way."""
    goals = [""]
    for step in plan.split():
        goals[-1] = f"{goals[-1]} {step}".strip()
        if steps_of(step)[0].kind:
            goals.append("")
    return list(filter(None, goals))


def plan_words(position: Position, plan: str) -> Iterator[str]:
    for steps in map(steps_of, plan_goals(plan)):
        *passed, last = [NAME[step.at] for step in steps if not step.kind] or [""]
        sentences = [tr("Go to {square}.", square=last)] if last else []
        if passed:
            words = mark("Go to {square} by way of {squares}.")
            sentences = [tr(words, square=last, squares=listing(passed))]
        for number in (position.map.building_numbers[step.at] for step in steps if step.kind):
            words = mark("Claim {building} until it is yours.")
            if position.owners[number]:
                words = mark("Steal {building}: roll until it is yours.")
            sentences.append(tr(words, building=texts.building_words(position, number)))
        yield " ".join(sentences)


def plan_marks(position: Position, plan: str) -> Sequence[Mark]:
    """The latest number of each goal in the list, and the squares on the way to them."""
    marks = dict[tuple[int, ...], str]()
    for number, goal in enumerate(plan_goals(plan), 1):
        *passed, last = map(position.map.squares_of_move, steps_of(goal))
        marks = dict.fromkeys(passed, "") | marks | {last: str(number)}
    return [Mark(squares, label) for squares, label in marks.items()]


# ---------------------------------------------------------------------- places for pieces

_PREFIXES: dict[Phase, str] = {"tiles": "t", "buildings": "b", "spawns": "p"}
PLACING = frozenset(_PREFIXES)
"""The phases in which players place something."""
_PLACE_QUESTIONS: dict[Phase, str] = {
    "tiles": mark("▶️ {player} places a tile: 2 × 2 squares, named by the upper left one."),
    "buildings": mark(
        "▶️ {player} places a building: a small one on one square, or a large one on two"
        " squares side by side."
    ),
    "spawns": mark("▶️ {player} begins on which square?"),
}


def place_rows(position: Position, *, listed: bool) -> list[Row]:
    """The columns, for the first press; a column with a single place needs no second one. A list of
    spawns has the number of buildings near each, the most first.
    """
    if listed and position.phase == "spawns":
        return menus(tr("Which square?"), _spawn_keys(position))
    keys = []
    for column, moves in moves_by_column(position).items():
        if len(moves) == 1:
            keys.append(_move_key(position, moves[0]))
            continue
        label = tr("Column {column}", column=column) if listed else column
        argument = f"{_PREFIXES[position.phase]}:{column}"
        squares = sorted({move.at for move in moves})
        named = ", ".join(NAME[square] for square in squares)
        counted = trn("{count} square, {list}", "{count} squares, {list}", len(squares), list=named)
        hint = counted if squares else ""
        keys.append(Key(label, argument, enabled=bool(moves), opens=True, hint=hint))
    return menus(tr("Column"), keys) if listed else in_rows(keys)


def _spawn_keys(position: Position) -> list[Key]:
    seat, keys = seat_to_move(position), list[Key]()
    near = {
        it: len(figures.buildings_near(position, seat, it.at))
        for it in moves_of_kind(position, "p")
    }
    for move in sorted(near, key=lambda each: (-near[each], each.at)):
        label = trn(
            "{square}: {count} building within {steps} steps",
            "{square}: {count} buildings within {steps} steps",
            near[move],
            square=NAME[move.at],
            steps=figures.NEAR_STEPS,
        )
        keys.append(Key(label, str(move)))
    return keys


def column_choice(position: Position, argument: str, names: Names) -> Choice:
    """The places of a column. A square, from an older button, means its column."""
    begins, _, place = argument.partition(":")
    moves = moves_by_column(position).get(place[:1], [])
    if not moves or begins != _PREFIXES[position.phase]:
        raise IllegalMove("Nothing can be placed at “{typed}”.", typed=place)
    keys = [_move_key(position, move) for move in moves if move.kind != "l"]
    large = [_move_key(position, move) for move in moves if move.kind == "l"]
    player = texts.mark_player(position, seat_to_move(position), names)
    question = tr(_PLACE_QUESTIONS[position.phase], player=player)
    return Choice(question, keys, _place_marks(moves), tr("Place"), large)


def _move_key(position: Position, move: Move) -> Key:
    if move.kind == "l":
        label = f"{NAME[move.at]}-{NAME[move.to]}"
        return Key(label, str(move), str(texts.LARGE), hint=tr("large"))
    if position.phase == "buildings":
        return Key(NAME[move.at], str(move), str(texts.SMALL), hint=tr("small"))
    return Key(NAME[move.at], str(move))


def _place_marks(moves: Sequence[Move]) -> list[Mark]:
    """Tiles in their places; squares by name, with a bar within a large building."""
    if moves[0].kind == "t":
        return [Mark(tuple(squares_in(tile_squares(move.at))), NAME[move.at]) for move in moves]
    squares = sorted({move.at for move in moves})
    bars = [Mark((move.at, move.to), "") for move in moves if move.kind == "l"]
    return [*(Mark((square,), NAME[square]) for square in squares), *bars]


def moves_by_column(position: Position) -> dict[str, list[Move]]:
    columns: dict[str, list[Move]] = {column: [] for column in COLUMNS}
    for move in position.legal:
        columns[NAME[move.at][0]].append(move)
    return columns
