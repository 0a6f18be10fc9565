"""The golden pictures of Heroes Beware."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from PIL import Image

from cogs.contract.lesson import try_moves
from cogs.games.heroes.lessons import LESSONS
from prowlerbot.games.heroes.cards import INVADERS
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.final_count import final_count
from prowlerbot.games.heroes.pieces import PIECES, SQUARE, WIDTH
from prowlerbot.games.heroes.rules import Position, find_visits
from renderer.heroes import colony, colours, invaders, shelf, squares, table
from renderer.heroes.board import Made, OptionMark, draw_board, draw_compared, draw_guide, draw_own
from renderer.heroes.colours import COLOURS, FEATURES, THINGS, TOKENS, draw_seat, draw_thing, dress
from renderer.heroes.invaders import Fate, Toll
from renderer.heroes.layout import EFFECT_HEIGHT, Frame
from renderer.heroes.squares import GATE, SquareLook, Torch, square_picture
from renderer.heroes.table import Card, draw_cards
from renderer.sheet import draw_sheet
from renderer.theme import THEMES
from tests.games.heroes.matches import HEROES, built
from tests.renderer.heroes.matches import NAMES, first, match, names
from tests.renderer.scenes.contact import Contact, changes, cut, emoji, opened, stacked

KINDS = tuple(TOKENS)


def catalogue(theme: str) -> Image.Image:
    """Every feature, token and mark, on every ground that it may have."""
    colours = COLOURS[theme]
    sheet = Contact(colours)
    torches: tuple[Torch, ...] = ("burning", "out")
    for edges, torch, full in product(("..c.", "ss.s"), torches, (True, False)):
        for feature in FEATURES:
            look = SquareLook(edges[0] == "s", with_token=full, torch=torch)
            sheet.show(square_picture(colours, 60, edges, feature, look))
        sheet.show(square_picture(colours, 60, edges, "", SquareLook(edges[0] == "s", torch=torch)))
    for feature in FEATURES:
        sheet.show(square_picture(colours, 48, "c++c", feature, SquareLook()))
        sheet.show(
            square_picture(colours, 60, "+s+.", feature, SquareLook(masonry=True, aside=True))
        )
    sheet.show(
        square_picture(colours, 60, "pppp", "", SquareLook(torch="out")),
        square_picture(colours, 60, "pppp", "", SquareLook()),
        square_picture(colours, 60, "....", GATE, SquareLook(masonry=True)),
        square_picture(
            *(colours, 60, "c.c.", "ore"),
            SquareLook(with_token=False, aside=True, torch="out", ghost=True),
        ),
        square_picture(colours, 60, ".s.s", "chest", SquareLook(masonry=True, ghost=True)),
    )
    sheet.new_row()
    for kind in KINDS:
        sheet.add((48, 48), [squares.token_piece(colours, 48, kind, 3)])
        sheet.add((48, 48), [squares.struck_token_piece(colours, 48, kind, 2)])
        sheet.show(invaders.plain_token_piece(colours, kind, 40).image)
    for name, filled in product(("heart", "bag"), (True, False)):
        sheet.show(invaders.heart_or_bag_piece(colours, name, 40, filled=filled).image)
    for how in ("", "defeated", "loaded"):
        sheet.add((46, 46), [invaders.invader_piece(colours, 46, how)])
    sheet.new_row()
    every = [(kind, 1) for kind in KINDS[:4]]
    for size, armed, guest in ((48, False, False), (62, True, False), (104, True, True)):
        for count in (1, 3):
            lying = [("trap", 1), *every[:count]] if armed else every[:count]
            struck = every[3:] if count == 1 and guest else ()
            held = squares.SquareTokens(lying, struck, armed, guest)
            sheet.add((size, size), squares.square_token_pieces(colours, size, (0, 0), held))
    return sheet.picture()


def _marks() -> Image.Image:
    """Ways of invaders, arrows, badges, emblems and bars."""
    colours = COLOURS["night"]
    sheet = Contact(colours)
    for direction in range(4):
        for layer in ("rim", "fill"):
            sheet.around(70, invaders._stretch_piece(colours, 60, direction, layer))
            sheet.around(
                30, invaders._bend_piece(colours, 60, direction, (direction + 1) % 4, layer)
            )
    sheet.new_row()
    for size, direction in product((35, 104), range(4)):
        out = colony._open_edge_arrow(colours, size, direction)
        sheet.add((size + 60, size + 60), [out.shifted(30, 30)])
    sheet.new_row()
    plates = [colony.badge_piece(colours, label, 44) for label in ("3", "12", "4×")]
    plates += [colony.steps_piece(colours, steps, 11, size) for steps, size in ((3, 62), (10, 140))]
    for plate in (*plates, colony._lit_frame_piece(colours, 62)):
        sheet.add(plate.image.size, [plate])
    for effect in ("", *table._EMBLEMS):
        sheet.show(table.emblem_piece(colours, effect, 60).image)
    for feature in FEATURES:
        sheet.show(shelf.feature_sign_piece(colours, feature).image)
    grown = built("45@J7r1 I3@K7r1")
    for square_, part in product(("F5", "H7", "J7", "L7", "K8", "K6"), (0, 1)):
        row, column = divmod(SQUARE[square_], WIDTH)
        frame = Frame(range(column, column + 3), range(row, row + 3), 60, 0, 0)
        shown = colony.ShownColony(colours, frame, grown, None)
        sheet.add((180, 180), colony.pieces_in_frame(shown, part and grown.pieces[1].area))
    return sheet.picture()


def _strips() -> Image.Image:
    """What a card did, in a line below a colony, and in two beside one."""
    colours, invader = COLOURS["night"], INVADERS[5]
    sheet = Contact(colours)
    lost = (("trap", 1), ("guard", 2), ("gold", 3), ("gem", 1), ("prisoner", 12))
    effects: list[Fate | Toll] = [
        Fate(invader, 2, 1, lost[:2], "", 112, seeks=False),
        Fate(invader, 0, 2, lost[:1], "defeated", 112, seeks=False),
        Fate(invader, 1, 0, lost, "left", 0, seeks=False),
        Toll((("gold", -1), ("guard", 1)), 0, open=False),
        Toll(tuple((kind, -count) for kind, count in lost), 2, open=False),
        Toll((), 0, open=True),
    ]
    for across, high in ((475, EFFECT_HEIGHT), (960, EFFECT_HEIGHT), (262, 2 * EFFECT_HEIGHT)):
        for effect in effects:
            drawn = invaders.effect_pieces(colours, effect, (0, 0, across, high))
            sheet.add((across, high), drawn)
    return sheet.picture()


def _pieces() -> Image.Image:
    """Every piece as it lies on a shelf, and the back of a tile."""
    colours = COLOURS["night"]
    sheet = Contact(colours)
    sheet.show(*(shelf.thumbnail_picture(colours, id_, 40) for id_ in ("", *PIECES)))
    return sheet.picture()


def _emoji() -> Image.Image:
    def row(theme: str) -> Iterator[bytes]:
        yield from (draw_seat(seat, theme=theme) for seat in (1, 2, 3, 4))
        yield from (draw_thing(name, theme=theme) for name in THINGS)

    return emoji([*row(theme)] for theme in THEMES)


def _invasion() -> Image.Image:
    state = [state for state in match("4/turns/free/full", 2) if state.invaded][-1].after_invasion
    assert state is not None
    return opened(draw_board(state, names(state)))


def _building() -> Image.Image:
    state = first("3/turns/guided/full", lambda each: each.turn == 20, seed=2)
    return opened(draw_board(state, names(state), theme="day"))


def _live() -> Position:
    return first("2/live/guided/full", lambda each: len(each.face_up) > 12, seed=2)


def _drafting() -> Position:
    return first(
        "1/turns/guided/full",
        lambda each: any(move.kind == "queue" for move in each.seats[0].legal),
        after=20,
        seed=2,
    )


def _choice(*, ghost: bool) -> Image.Image:
    """What numbered places add, and the piece that could lie there."""
    state = _drafting()
    found = {move.at: move for move in state.moves(1) if move.kind == "queue"}
    marks = []
    for number, (at, move) in enumerate(sorted(found.items()), 1):
        placed = Placed(str(state.seats[0].queue[move.number - 1]), at, move.to)
        marks.append(OptionMark((at,), str(number), placed if ghost else None))
    return changes(draw_own(state, 1), draw_own(state, 1, marks=marks))


def _compared() -> Image.Image:
    """A piece that was placed, and a guard's move."""
    state = _drafting()
    move = next(move for move in state.moves(1) if move.kind == "queue")
    placed = Placed(str(state.seats[0].queue[move.number - 1]), move.at, move.to)
    played = Made(tuple(square_picture for square_picture, _ in placed.cells), placed=placed)
    moved = Made((SQUARE["I7"],), SQUARE["H8"])
    return opened(draw_compared(state, 1, played, moved, theme="day"))


def _turns() -> Image.Image:
    state = _drafting()
    at = next(move.at for move in state.moves(1) if move.at >= 0)
    options = [Placed("L7", at, turns) for turns in range(4)]
    return opened(draw_own(state, 1, options=options, theme="day"))


def _walking() -> Image.Image:
    state = first("2/brisk/free/full", lambda each: any(s.walk for s in each.seats), 1, 2)
    seat = next(number for number, each in enumerate(state.seats, 1) if each.walk)
    return opened(draw_own(state, seat, theme="safe"))


def _event() -> Image.Image:
    """What an event adds to the picture of all and to a player's own."""
    states = match("2/brisk/free/full", 2)
    visit = next(
        visit
        for visit in find_visits(states)
        if visit.shown.event and not any(seat.trace for seat in visit.shown.seats)
    )
    shown, earlier = visit.shown, states[visit.first].seats
    told = names(shown)
    own = opened(draw_own(shown, 1, earlier=earlier[0]))
    return stacked(
        changes(draw_board(shown, told), draw_board(shown, told, earlier=earlier)),
        own.crop((0, own.height - 2 * EFFECT_HEIGHT, *own.size)),
    )


def _planning(theme: str, seat: int = 0) -> Image.Image:
    state = first("4/turns/free/full", lambda each: each.choosing, 2, 2)
    if seat:
        return opened(draw_own(state, seat, names=NAMES, theme=theme))
    return opened(draw_board(state, names(state), theme=theme))


def _cards(seat: int, theme: str) -> Image.Image:
    line = match("4/turns/free/full", 2)
    told: list[Card] = [
        (each.shown, line[each.first].seats) for each in find_visits(line) if each.round == 3
    ]
    return opened(draw_cards(told, NAMES, seat=seat, theme=theme))


def _ended(*ranks: int) -> Image.Image:
    """What a board gains and loses where a match is cut short, and somebody has left."""
    left = match("3/turns/guided/full", 2)[120].leave(2)
    assert left is not None
    return changes(
        draw_board(left, names(left)), draw_board(left, names(left), ended=ranks, theme="night")
    )


def _left() -> Image.Image:
    state = match("3/turns/guided/full", 2)[120]
    left = state.leave(2)
    assert left is not None
    return changes(*(draw_board(each, names(each), theme="safe") for each in (state, left)))


def _sheet(setup: str, theme: str) -> Image.Image:
    line = match(setup, 2)
    return opened(draw_sheet(final_count(line), names(line[-1]), dress, theme))


def _reasons() -> Image.Image:
    """The top of sheets for each rule that decides."""
    over, alone = match("3/turns/guided/full", 2)[-1], match("1/turns/guided/full", 2)[-1]
    level = [seat._replace(gold=2, gems=1) for seat in over.seats]
    one = [level[0], *(seat._replace(gold=7, gems=0) for seat in level[1:])]
    states = [over._replace(seats=(*level,)), over._replace(seats=(*one,))]
    states += [
        alone._replace(seats=(alone.seats[0]._replace(gold=gold, gems=0),))
        for gold in (0, 14, 30, 40)
    ]
    sheet = Contact(COLOURS["day"])
    for state in states:
        drawn = draw_sheet(final_count([state]), names(state), dress, "day")
        sheet.show(cut(drawn, (0, 50, 1000, 330)))
    return sheet.picture()


def _guide() -> Image.Image:
    state = try_moves(LESSONS[0], HEROES, ()).views[0].seen
    assert isinstance(state, Position)
    lettered = draw_guide(state, (), cavern="G7", stone="H8", dark="J9", lit="J8")
    return changes(draw_own(state, 1), lettered)


SCENES: dict[str, Callable[[], Image.Image]] = {
    "invasion": _invasion,
    "building": _building,
    "live": lambda: opened(draw_own(_live(), 1, theme="safe")),
    "pile": lambda: cut(draw_board(_live(), NAMES[:2]), (0, 0, 1000, 500)),
    "choice": partial(_choice, ghost=False),
    "ghosts": partial(_choice, ghost=True),
    "turns": _turns,
    "walking": _walking,
    "event": _event,
    "planning": partial(_planning, "day"),
    "planning-own": partial(_planning, "safe", 1),
    "cards": partial(_cards, 0, "night"),
    "cards-own": partial(_cards, 1, "day"),
    "won": partial(_ended, 1, 2, 3),
    "shared": partial(_ended, 1, 2, 1),
    "left": _left,
    "over": lambda: opened(draw_board(match("3/turns/guided/full", 2)[-1], NAMES[:3])),
    "sheet": lambda: _sheet("4/turns/free/full", "safe"),
    "sheet-alone": lambda: _sheet("1/turns/guided/full", "night"),
    "sheet-short": lambda: _sheet("2/turns/guided/short", "day"),
    "reasons": _reasons,
    "guide": _guide,
    "compared": _compared,
    "pieces": _pieces,
    "marks": _marks,
    "strips": _strips,
    "cover": lambda: opened(colours.draw_cover()),
    "cover-day": lambda: cut(colours.draw_cover("day"), (0, 0, 1000, 400)),
    "cover-safe": lambda: cut(colours.draw_cover("safe"), (0, 0, 1000, 400)),
    "emoji": _emoji,
    **{f"catalogue-{theme}": partial(catalogue, theme) for theme in THEMES},
}
