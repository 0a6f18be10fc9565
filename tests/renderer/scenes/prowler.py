"""The golden pictures of Prowler's Passage."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from PIL import Image

from prowlerbot.games.prowler.board import PATHWAYS, STATUES
from prowlerbot.games.prowler.final_count import final_count
from prowlerbot.games.prowler.position import DISTRICTS, TILES
from renderer.prowler import board, city, layout, panels, track
from renderer.prowler.board import draw_board, draw_choice, draw_compared, draw_guide
from renderer.prowler.city import dress
from renderer.prowler.colours import COLOURS
from renderer.prowler.cover import draw_cover, draw_district, draw_seat, draw_statue, draw_tile
from renderer.sheet import draw_sheet
from renderer.theme import THEMES
from tests.renderer.matches import NAMES, match, played
from tests.renderer.scenes.contact import Contact, changes, cut, emoji, opened

CARDS = (0, panels.CARD_BOXES[0][1] - 4, 1000, panels.CARD_BOXES[1][3] + 4)
TRACK = (0, panels.TRACK[1] - 4, 1000, panels.TRACK[3] + 4)
TRACKS = (*((12, -12, 3, -1, 0), (5, -5, 1, 9, -9), (-11, -3, -8, 10, 11)),)


def catalogue(theme: str) -> Image.Image:
    """Passages in each direction, rings around statues, and pay beside markers."""
    colours = COLOURS[theme]
    sheet = Contact(colours, colours.floor)
    ways = {layout.step_along(each.number): each.number for each in PATHWAYS}
    for pathway, seat in product(sorted(ways.values()), (1, 2)):
        for lined, marked in product((False, True), repeat=2):
            piece = board.passage_piece(colours, pathway, seat, lined=lined, marked=marked)
            left, top, right, low = layout.pathway_box(pathway)
            sheet.add((right - left, low - top), [piece.shifted(-left, -top)])
    sheet.new_row()
    for number, (name, around) in enumerate(STATUES.items()):
        one = around & -around
        for dug, thief in (((one, around ^ one), 0), ((around, 0), number % 2 + 1)):
            ring = city._plinth_piece(colours, name, dug, thief)
            sheet.show(ring.image)
    sheet.new_row()
    for district, seat in product(range(len(DISTRICTS)), (1, 2)):
        for taken in (0, 60, 150):
            sheet.show(track.reward_piece(colours, district, seat, taken).image)
    return sheet.picture()


def _emoji() -> Image.Image:
    def row(theme: str) -> Iterator[bytes]:
        yield from (draw_tile(face, theme=theme) for face in range(len(TILES)))
        yield from (draw_district(district, theme=theme) for district in range(len(DISTRICTS)))
        yield from (draw_seat(seat, theme=theme) for seat in (1, 2))
        yield draw_statue(theme=theme)

    return emoji([*row(theme)] for theme in THEMES)


def _tracks() -> Image.Image:
    """Markers all along their lanes, at rest and chosen from, after moves of all lengths."""
    states = [played(2, 1)._replace(last=None, track=part) for part in TRACKS]
    states.append(played(3, 21))
    sheet = Contact(COLOURS["night"])
    sheet.show(*(cut(draw_board(state, NAMES), TRACK) for state in states))
    for moves, part in zip((4, 9), TRACKS, strict=False):
        state = played(3, moves)
        wild = next(it.pathway for it in state.legal if it.pathway and it.marker is not None)
        sheet.show(cut(draw_choice(state._replace(track=part), wild, NAMES), TRACK))
    return sheet.picture()


def _cards() -> Image.Image:
    """Cards that somebody holds, that nobody gets, and that are near."""
    sheet = Contact(COLOURS["night"])
    for seed in range(6):
        sheet.show(cut(draw_board(played(seed, 27 - seed), NAMES), CARDS))
    return sheet.picture()


def _ended(*ranks: int) -> Image.Image:
    """What a board gains and loses where a match is cut short."""
    state = played(3, 12)
    return changes(draw_board(state, NAMES), draw_board(state, NAMES, ended=ranks))


def _guide() -> Image.Image:
    state = played(1, 9)
    return changes(draw_board(state, NAMES), draw_guide(state, NAMES, pathway=17, area=11))


def _compared(*, plies: int, theme: str) -> Image.Image:
    """Two moves with a direction, or two pathways; the legend has a sign for each."""
    state = played(3, plies)
    return opened(draw_compared(state, NAMES, state.legal[0], state.legal[-1], theme=theme))


def _reasons() -> Image.Image:
    """The top of sheets for each rule that decides."""
    sheet = Contact(COLOURS["day"])
    for seed in _REASONS:
        drawn = draw_sheet(final_count([played(seed)]), NAMES, dress, "day")
        sheet.show(cut(drawn, (0, 50, 1000, 330)))
    return sheet.picture()


_REASONS = (13, 440, 576)
"""Seeds of matches that cards, the longer passage and more districts decide."""
SCENES: dict[str, Callable[[], Image.Image]] = {
    "start": lambda: opened(draw_board(played(3, 0), NAMES)),
    "early": lambda: changes(*(draw_board(played(3, moves), NAMES) for moves in (0, 12))),
    "day": lambda: cut(draw_board(played(3, 12), NAMES, theme="day"), (0, 0, 1000, 720)),
    "safe": lambda: cut(
        draw_board(played(11, 22), ("עומר", "さくら"), theme="safe"), (0, 400, 1000, 1000)
    ),
    "end": lambda: cut(draw_board(played(5), NAMES), (0, 0, 1000, 300)),
    "tracks": _tracks,
    "cards": _cards,
    "won-1": partial(_ended, 1, 2),
    "won-2": partial(_ended, 2, 1),
    "shared": partial(_ended, 1, 1),
    "no-result": _ended,
    "sheet-mid": lambda: opened(draw_sheet(final_count(match(11, 22)), NAMES, dress)),
    "sheet": lambda: opened(draw_sheet(final_count(match(5)), NAMES, dress)),
    "sheet-day": lambda: opened(draw_sheet(final_count(match(11)), NAMES, dress, "day")),
    "reasons": _reasons,
    "guide": _guide,
    "compared": partial(_compared, plies=9, theme="safe"),
    "compared-opening": partial(_compared, plies=0, theme="day"),
    "cover": lambda: opened(draw_cover()),
    "cover-day": lambda: cut(draw_cover("day"), (0, 0, 1000, 200)),
    "cover-safe": lambda: cut(draw_cover("safe"), (0, 0, 1000, 200)),
    "emoji": _emoji,
    **{f"catalogue-{theme}": partial(catalogue, theme) for theme in THEMES},
}
