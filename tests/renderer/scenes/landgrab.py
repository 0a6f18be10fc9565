"""The golden pictures of Landgrab."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product

from PIL import Image

from cogs.contract.lesson import try_moves
from cogs.games.landgrab.lessons import LESSONS
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.final_count import final_count
from prowlerbot.games.landgrab.map import tile_squares
from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from prowlerbot.games.landgrab.position import End, fixed_map
from prowlerbot.games.landgrab.rules import Position
from renderer.canvas import Piece
from renderer.landgrab import figures, lit_squares, panels
from renderer.landgrab.board import draw_board, draw_compared, draw_guide, draw_map
from renderer.landgrab.colours import COLOURS, NOBODY, die_piece, dress, owner_sign
from renderer.landgrab.cover import THINGS, draw_cover, draw_owner, draw_thing
from renderer.landgrab.lit_squares import Mark
from renderer.landgrab.window import MAP, arrow_piece, edge_piece, way_around
from renderer.marks import Ranks
from renderer.sheet import draw_sheet
from renderer.theme import THEMES
from tests.games.landgrab.matches import LANDGRAB, started
from tests.renderer.landgrab import matches
from tests.renderer.scenes.contact import Contact, changes, cut, emoji, opened, stacked

CELL = 76
SQUARE, FLAT, UPRIGHT = (0, 0, CELL, CELL), (0, 0, 2 * CELL, CELL), (0, 0, CELL, 2 * CELL)


def catalogue(theme: str) -> Image.Image:
    """Every building, pawn and flag in the colours of all owners, every light and mark."""
    colours = COLOURS[theme]
    sheet = Contact(colours, colours.land)
    for box, points in product((SQUARE, FLAT, UPRIGHT), (False, True)):
        full = 10 if box == SQUARE else 25
        for owner in (*LETTERS, NOBODY):
            left = full * 2 // 5 if points else full
            sheet.add(box[2:], [figures.building_piece(colours, box, owner, left, full)])
    sheet.new_row()
    for owner in LETTERS:
        sheet.add((CELL, CELL), [figures.pawn_piece(colours, SQUARE, owner)])
        for small in (False, True):
            sheet.add((CELL, CELL), [figures.flag_piece(colours, SQUARE, owner, small=small)])
        sheet.show(owner_sign(colours, owner, 16, 28, colours.panel))
    _add_lights(sheet, theme)
    _add_signs(sheet, theme)
    return sheet.picture()


def _add_lights(sheet: Contact, theme: str) -> None:
    """Places in reach, places for pieces, and numbers on them."""
    colours, middle = COLOURS[theme], (38, 38)
    sheet.new_row()
    cells: list[list[Piece]] = [
        [lit_squares.lit_place_piece(colours, SQUARE), lit_squares.swords_piece(colours, SQUARE)],
        [lit_squares.halo_piece(colours, SQUARE), figures.pawn_piece(colours, SQUARE, "R")],
        [lit_squares.way_around_piece(colours, SQUARE)],
        [
            lit_squares.plot_piece(colours, SQUARE),
            lit_squares.stud_piece(colours, CELL).shifted(*middle),
        ],
        [lit_squares.bar_piece(colours, CELL, upright=True).shifted(*middle)],
        [lit_squares.bar_piece(colours, CELL, upright=False).shifted(*middle)],
        [lit_squares.badge_piece(colours, middle, 24, "7")],
        [lit_squares.badge_piece(colours, middle, 19, "12")],
        [edge_piece(colours, SQUARE)],
    ]
    for pieces in cells:
        sheet.add((CELL, CELL), pieces)


def _add_signs(sheet: Contact, theme: str) -> None:
    """Arrows, dice, and the signs on plaques."""
    colours = COLOURS[theme]
    for points in (
        ((20, 20), (130, 50)),
        ((20, 20), (20, 110), (130, 110)),
        ((140, 130), (40, 20)),
    ):
        x, y = points[-1]
        there = (x - 20, y - 20, x + 20, y + 20)
        sheet.add((152, 152), [arrow_piece(colours, points, there, CELL)])
    sheet.new_row()
    for shown in range(13):
        sheet.add((56, 56), [die_piece(colours, (28, 28), 24, shown, dull=shown % 3 == 0)])
    for kind in range(3):
        sheet.add((64, 64), [panels._material_piece(colours, kind, (32.0, 32.0))])
    for lost in (False, True):
        sheet.add((40, 40), [panels._heart_piece(colours, (20.0, 20.0), lost=lost)])
    for owner in LETTERS:
        sheet.add((40, 40), [panels._flag_piece(colours, owner, (20.0, 20.0))])


def _emoji() -> Image.Image:
    def row(theme: str) -> Iterator[bytes]:
        yield from (draw_owner(letter, theme=theme) for letter in LETTERS)
        yield from (draw_thing(name, theme=theme) for name in THINGS)

    return emoji([*row(theme)] for theme in THEMES)


def _drawn(state: Position, theme: str = "night") -> Image.Image:
    return opened(draw_board(state, matches.names(state), theme=theme))


def _told(seed: int, seats: int, kind: str, moves: int, theme: str = "night") -> Image.Image:
    return _drawn(matches.played(seed, seats, kind, moves), theme)


def _chosen(state: Position, marks: Sequence[Mark]) -> Image.Image:
    """The places of a choice, without all that they leave as it is."""
    without, lit = (draw_board(state, matches.names(state), marks=each) for each in ((), marks))
    return changes(without, lit)


def _choice() -> Image.Image:
    state = matches.played(4, 3, "mill", 90)
    open_ = [square for square in squares_in(state.map.free) if square not in state.pawns]
    marks = [Mark((square,), str(number)) for number, square in enumerate(open_[::5], 1)]
    return _chosen(state, marks)


def _choices() -> Image.Image:
    """Places of a choice that overlap, that are buildings, and that are pairs of squares."""
    laying, building = (matches.first(1, 4, "together", phase) for phase in ("tiles", "buildings"))
    some = laying.legal[:: max(1, len(laying.legal) // 4)]
    tiles = [
        Mark(tuple(squares_in(tile_squares(move.at))), str(number))
        for number, move in enumerate(some, 1)
    ]
    pairs = [Mark((move.at, move.to), "") for move in building.legal if move.kind == "l"][:3]
    standing = matches.played(4, 4, "drawn", 90)
    owned = [
        Mark(tuple(squares_in(each.squares)), str(number))
        for number, each in enumerate(standing.map.buildings, 1)
    ]
    choices = (laying, tiles), (building, pairs), (standing, owned)
    return stacked(*(_chosen(state, marks) for state, marks in choices))


def _bands() -> Image.Image:
    """Beside and below the map in every phase and after every kind of move."""
    sheet = Contact(COLOURS["safe"])
    shown = [*((state, None) for state in _telling()), *_stopped()]
    drawn = [draw_board(s, matches.names(s), theme="safe", ended=ended) for s, ended in shown]
    sheet.show(*(cut(each, (MAP[2], 0, 1000, panels.NEWS[3])) for each in drawn))
    sheet.new_row()
    sheet.show(*(cut(each, (0, MAP[3], 1000, 1000)) for each in drawn))
    return sheet.picture()


def _telling() -> Iterator[Position]:
    fight = "p:G6 p:H6"
    lives = f"{fight} {'a:2 d3 d9 a:1 d3 d9 ' * 2}a:2"
    for moves in ("c:F7", "c:F7 d4", "c:F7 d12", "a:2 d3", "a:2 d4 d4"):
        yield started(FIGHT, f"{fight} {moves}")
    yield started(FIGHT, f"{lives} d9 d3")
    yield matches.first(1, 4, "together", "spawns")
    yield matches.first_eviction()._replace(left=frozenset({4}))
    calm = matches.stated(FIGHT)._replace(phase="turn", legal=(), to_move=frozenset((1,)), round=30)
    yield calm._replace(progress=12)
    yield calm._replace(progress=10, lives=(3, 1), left=frozenset({2}), to_move=frozenset({1}))


def _stopped() -> Iterator[tuple[Position, Ranks]]:
    for ranks in ((1, 2, 3), (1, 1, 2), ()):
        yield matches.played(4, 3, "mill", 30), ranks
    yield matches.MATCHES["fights"]()[-1], None


def _lit(state: Position, theme: str) -> Image.Image:
    """What the last move and the legal moves add to a board."""
    plain = state._replace(last=None, legal=())
    lit = draw_board(state, matches.names(state), theme=theme)
    return changes(draw_board(plain, matches.names(plain), theme=theme), lit)


def _around() -> Image.Image:
    """A pawn that may go around buildings, and one that has."""
    state = next(
        each
        for each in matches.whole(3, 4)
        if each.last and way_around(each, each.last) is not None
    )
    return _lit(state, "day")


def _guide() -> Image.Image:
    state = try_moves(LESSONS[0], LANDGRAB, ()).views[0].seen
    assert isinstance(state, Position)
    lettered = draw_guide(state, ("Ada", "Rival"), square="E7", small="E8", large="F6")
    return changes(draw_board(state, ("Ada", "Rival")), lettered)


def _compared() -> Image.Image:
    """A step, and a way around a building."""
    seen = [state for state in matches.whole(3, 4) if state.last and way_around(state, state.last)]
    after = seen[0]
    before = matches.whole(3, 4)[matches.whole(3, 4).index(after) - 1]
    assert after.last is not None
    (step, *_) = (move for move in before.legal if not move.kind and move != after.last.move)
    return opened(draw_compared(before, matches.names(before), step, after.last.move))


def _sheet(line: Sequence[Position], theme: str) -> Image.Image:
    names_ = matches.WHOLE_NAMES[: len(line[-1].lives)]
    return opened(draw_sheet(final_count(line), names_, dress, theme))


def _reasons() -> Image.Image:
    """The top of sheets for each rule that decides."""
    sheet = Contact(COLOURS["day"])
    plain = started(PLAIN)
    decided: tuple[tuple[tuple[int, ...], tuple[int, ...], End], ...] = (
        ((1, 1, 0, 0, 0), (3, 3, 3), "calm"),
        ((2, 2, 2, 1, 0), (3, 3, 3), "rounds"),
        ((1, 2, 0, 0, 0), (3, 2, 3), "calm"),
        ((1, 2, 3, 0, 0), (2, 2, 2), "calm"),
        ((1, 2, 0, 0, 0), (3, 3, 3), "calm"),
    )
    for owners, lives, end in decided:
        over = plain._replace(owners=owners, lives=lives, end=end, phase="over", round=9)
        drawn = draw_sheet(final_count([over]), matches.WHOLE_NAMES[:3], dress, "day")
        sheet.show(cut(drawn, (0, 50, 1000, 370)))
    return sheet.picture()


FIGHT = "RB/1/F6,H6/F7/"
PLAIN = "RBG/1/B2,D2,F2,H2,B4,D4,F4,H4/B2,D2,F2/B5-C5,F5-G5"

SCENES: dict[str, Callable[[], Image.Image]] = {
    "tiles": lambda: _drawn(matches.played(1, 4, "together", 9)),
    "buildings": lambda: _drawn(matches.played(1, 4, "together", 26), "day"),
    "turn": lambda: _told(8, 4, "drawn", 124),
    "eviction": lambda: _lit(matches.first_evicting()[1], "night"),
    "two": lambda: _told(4, 2, "duel", 90, "safe"),
    "around": _around,
    "choice": _choice,
    "choices": _choices,
    "bands": _bands,
    "guide": _guide,
    "compared": _compared,
    "map": lambda: opened(draw_map(fixed_map("ring"))),
    "sheet": lambda: _sheet(matches.whole(3, 4), "night"),
    "sheet-last-day": lambda: _sheet(matches.MATCHES["fights"](), "day"),
    "sheet-left-safe": lambda: _sheet(matches.MATCHES["three, leaving"](), "safe"),
    "reasons": _reasons,
    "cover": lambda: opened(draw_cover()),
    "cover-day": lambda: cut(draw_cover("day"), (0, 0, 1000, 260)),
    "cover-safe": lambda: cut(draw_cover("safe"), (0, 0, 1000, 260)),
    "emoji": _emoji,
    **{f"catalogue-{theme}": partial(catalogue, theme) for theme in THEMES},
}
