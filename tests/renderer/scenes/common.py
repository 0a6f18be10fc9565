"""The golden pictures that all games share: cards, sheets, strips, and names in all scripts."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PIL import Image

from prowlerbot.games import GAMES
from renderer import film, fonts, glyphs, graph, marks, sheet
from renderer.canvas import XY, Canvas
from renderer.covers import draw_plaque
from renderer.gallery import SmallBoard, draw_gallery, draw_hub
from renderer.graph import Axes, BarColumn, draw_histogram
from renderer.heroes.colours import draw_cover as heroes_cover
from renderer.landgrab.cover import draw_cover as landgrab_cover
from renderer.names import Name
from renderer.profile import Card, draw_profile
from renderer.prowler.cover import draw_cover as prowler_cover
from renderer.review import CHANCE, TREASURE, ReviewCourse, ReviewSeat, draw_review
from renderer.sheet import draw_sheet, plain_dress
from renderer.text import Align, Slot, name_piece, typeset
from renderer.theme import THEMES, rgb
from tests.renderer.counts import NAMES as TOY_NAMES
from tests.renderer.counts import toy_count
from tests.renderer.matches import CARDS, SPOKEN
from tests.renderer.scenes.contact import Contact, cut, opened, stacked

TOY = partial(plain_dress, "Toy")
COVERS = {"prowler": prowler_cover, "landgrab": landgrab_cover, "heroes": heroes_cover}
LABELS = ("−120…−101", "−40…−21", "−20…−1", "0…19", "20…39", "40…59")
SEATS = tuple(map(rgb, ("fa3f44", "6dfbe0", "ffd040", "9060ff")))
AXES = Axes("Number of results", "Lead at the end")
ALIGNED: tuple[Align, ...] = ("left", "centre", "right")


def columns(own: str = "") -> tuple[BarColumn, ...]:
    """The bars of a day, the fourth one that of the reader."""
    return tuple(
        BarColumn(label, 7 * at, own if at == 3 else "") for at, label in enumerate(LABELS)
    )


def course(seats: int, *, percent: bool = True) -> ReviewCourse:
    """A match in which the first seat falls behind, step by step."""
    end = 40
    names = ("Ada", "Ben der Schreckliche von Grabenstein", "Кира", "李")
    drawn = [
        ReviewSeat(
            name,
            number,
            SEATS[number - 1],
            tuple(50 - at if number == 1 else 20 + at // number for at in range(end + 1)),
            f"{60 + number} %",
            "−12 %",
        )
        for number, name in enumerate(names[:seats], 1)
    ]
    title = CHANCE if percent else TREASURE
    turns = ((0, 1), (2, min(2, seats)), (3, 1), (end, seats))
    return ReviewCourse("Landgrab", title, percent, tuple(drawn), tuple(range(end + 1)), end, turns)


def hub(theme: str, count: int = 3) -> bytes:
    """So many games of the hub."""
    games = [
        (GAMES[key].title, f"{len(key)} players", partial(draw, theme))
        for key, draw in COVERS.items()
    ]
    return draw_hub((*games, *games)[:count], theme)


def boards(count: int, theme: str = "night") -> list[SmallBoard]:
    """Boards in small, of different heights; the first one waits."""
    draws = [partial(draw_plaque, "Board", ["x"] * 12, theme), partial(landgrab_cover, theme)]
    return [
        SmallBoard(number, ["Ben"], "your turn", number == 1, draws[number % 2])
        for number in range(1, count + 1)
    ]


def _sheets(theme: str) -> Image.Image:
    """The parts of sheets: ribbons, frames, laurels, letters, signs, lines of graphs, results."""
    colours = THEMES[theme]
    contact = Contact(colours, colours.night)
    slot = Slot((0, 0, 190, 38), fonts.TITLE, 24)
    for colour, word in zip(SEATS, (*marks.RIBBONS, "Nobody at all, whoever"), strict=True):
        ink = colours.paper if colour == SEATS[3] else None
        contact.add((194, 42), [marks.ribbon_piece(colours, slot, word, colour, ink).shifted(2, 2)])
    contact.new_row()
    for rim in (None, colours.ink):
        frame = marks.lit_frame_pieces(colours, (20, 20, 240, 100), 14, SEATS[0], rim)
        contact.add((260, 120), frame)
    contact.add(
        (270, 60),
        [marks._letter_piece(colours, text, (30 + 60 * at, 30)) for at, text in enumerate("ABGW")],
    )
    contact.show(sheet.laurel_picture(colours, colours.lamp, 46))
    contact.new_row()
    canvas = Canvas((0, 0, 480, 60), colours.panel)
    for at, glyph in enumerate(("arch", "sack", "laurel")):
        pen = glyphs.Pen(canvas, (30.0 + 60 * at, 30), 26)
        glyphs.SIGNS[glyph](pen, colours.gilt, colours.panel)
    for seat in (1, 2, 3, 4):
        fill = SEATS[seat - 1], colours.ink
        glyphs.draw_sign(canvas, seat, (180.0 + 60 * seat, 30), 18, fill)
    contact.add((480, 60), [canvas.piece(colours)])
    canvas = Canvas((0, 0, 480, 120), colours.panel)
    for owner in (1, 2, 3, 4):
        y = 24 * owner
        points: list[XY] = [(10, y), (150, y - 14), (300, y - 14), (460, 12)]
        look = graph.LineLook(SEATS[owner - 1], colours.ink, colours.words, 9.0 - owner)
        graph.draw_course(canvas, owner, points, points[1:3], look)
    contact.add((480, 120), [canvas.piece(colours)])
    return contact.picture()


def _strips() -> Image.Image:
    """Strips below the boards of films, and boards of other heights than the film."""
    colours = THEMES["night"]
    contact = Contact(colours)
    sign = Image.new("P", (50, 50), colours.index(colours.lamp))
    for caption, shown, part in (
        ("", None, 0.0),
        ("Digs 14", sign, 0.4),
        (
            "Market → 3, Castle → −2, and the longest passage grows to 8 pathways, 12 wealth",
            sign,
            1.0,
        ),
        ("W" * 60 + ", → " + "M" * 60, None, 0.5),
    ):
        contact.show(film.draw_strip(colours, caption, shown, part))
    return contact.picture()


def _names() -> Image.Image:
    """Names in every script and in too little room, and lines of text on each side of theirs."""
    colours = THEMES["day"]
    contact = Contact(colours)
    wide, small = (Slot((0, 0, across, 50), fonts.SCRIPTS[0], 40) for across in (320, 120))
    for name in (
        *SPOKEN.values(),
        "🦊 Fox",
        "Christoph-Maximilian (machine)",
        "e\u0301\u0302\u0303\u0304" * 9,
    ):
        for number, slot in enumerate((wide, small)):
            placed = slot._replace(align=ALIGNED[(len(name) + number) % 3])
            wanted = Name(name, "Player 1", 22, fonts.STRONG)
            piece = name_piece(colours, wanted, placed, colours.plain)
            contact.add((slot.box[2], 50), [piece])
    contact.new_row()
    for file in (fonts.TITLE, fonts.TEXT, fonts.STRONG):
        for align in ALIGNED:
            slot = Slot((0, 0, 320, 40), file, 34, align)
            for text in ("To AV Wa 7.1 fi", "Claims I7, strength 25: 0 % of the chance"):
                contact.add((324, 44), [typeset(colours, text, slot, colours.golden)])
    return contact.picture()


def _profile(card: Card, theme: str) -> Image.Image:
    return opened(draw_profile(card, theme=theme))


def _profiles() -> Image.Image:
    """The upper panels of cards: other medals and places, and medals won in competitions."""
    usual = CARDS["usual"]
    cards = [
        replace(usual, medal=1, place=1, medals=(1, 0, 12)),
        replace(usual, medal=3, place=3, medals=(100, 2, 3), name="W" * 32),
        replace(usual, place=None, won=0, lost=0, shared=5),
    ]
    return stacked(*(cut(draw_profile(each, theme="safe"), (0, 0, 1000, 420)) for each in cards))


SCENES: dict[str, Callable[[], Image.Image]] = {
    "profile": partial(_profile, CARDS["usual"], "night"),
    "profile-long": partial(_profile, CARDS["long"], "day"),
    "profile-new": partial(_profile, CARDS["new"], "safe"),
    "profile-unrated": partial(_profile, CARDS["unrated"], "night"),
    "profiles": _profiles,
    "review": lambda: opened(draw_review(course(4))),
    "review-treasure": lambda: opened(
        draw_review(replace(course(3, percent=False), has_luck=False), theme="day")
    ),
    "review-alone": lambda: opened(draw_review(course(1), theme="safe")),
    "histogram": lambda: opened(draw_histogram("Landgrab", columns("You"), AXES)),
    "histogram-day": lambda: opened(draw_histogram("Day", columns()[:3], AXES, "day")),
    "hub": lambda: opened(hub("night")),
    "hub-two": lambda: opened(hub("day", 2)),
    "gallery": lambda: opened(draw_gallery(boards(3))),
    "gallery-alone": lambda: opened(draw_gallery(boards(1))),
    "plaque": lambda: opened(draw_plaque("Nim", ["Three heaps: 3, 4 and 5", "a b " * 30])),
    "strips": _strips,
    "sheet-plain": lambda: opened(draw_sheet(toy_count(6), TOY_NAMES, TOY, "day")),
    "names": _names,
    **{f"sheets-{theme}": partial(_sheets, theme) for theme in THEMES},
}
