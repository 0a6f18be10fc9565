"""The cover, for players who have never seen the game; and seats, tokens, features as emoji."""

from collections.abc import Callable
from functools import lru_cache, partial

from renderer.canvas import Canvas, encode
from renderer.covers import EMOJI_MIDDLE, EMOJI_SIZE, SIZE, draw_emoji, draw_title
from renderer.glyphs import Glyph, Pen
from renderer.glyphs import draw_seat as draw_sign
from renderer.heroes import colours as signs
from renderer.heroes.colours import COLOURS, FEATURES, SIGNS, TOKENS, Colours
from renderer.theme import Colour, mix

_TITLE, _BAND = "Heroes Beware", 112


@lru_cache(maxsize=2 * len(COLOURS))
def draw_cover(theme: str = "night") -> bytes:
    """The cover as PNG, in every language the same: the title over a cut through a colony."""
    colours = COLOURS[theme]
    canvas = Canvas((0, 0, *SIZE), colours.night)
    halo = mix(colours.cavern, colours.lamp, 0.5)
    shades = {"moon": colours.lamp if colours.sunny else colours.glow, "halo": halo}
    scene = SIGNS["cover"]
    scene.paint(Pen(canvas, (0, 0), 1), lambda name: shades.get(name) or getattr(colours, name))
    SIGNS["shut_door"](Pen(canvas, (72, 170), 46), colours.rim, colours.lamp)
    _draw_people(canvas, colours)
    draw_title(canvas, colours, _TITLE, _BAND)
    return encode(canvas.finish(colours), colours.palette_bytes)


def _draw_people(canvas: Canvas, theme: Colours) -> None:
    signs.draw_outlined(canvas, SIGNS["hero"], (148, 262), 50, (theme.paper, theme.ink))
    for name, at, half, colours in (
        ("trap", (300, 372), 36, (theme.trap, theme.ink)),
        ("guard", (566, 332), 42, (theme.guard, theme.ink)),
        ("gem", (842, 338), 40, (theme.gem, theme.ink)),
        ("prisoner", (170, 512), 44, (theme.prisoner, theme.ink)),
        ("campfire", (454, 520), 44, (theme.flame, theme.rim)),
        ("guard", (536, 516), 42, (theme.guard, theme.ink)),
    ):
        signs.draw_outlined(canvas, SIGNS[name], at, half, colours)
    SIGNS["chest"](Pen(canvas, (770, 524), 50), theme.ink, theme.lamp)
    for x, y in ((836, 552), (862, 556), (850, 536), (884, 558), (872, 540)):
        signs.draw_token(canvas, theme, "gold", (x, y), 15)


_EMOJI_REACH = EMOJI_SIZE / 2 - 2
_Draw = Callable[[Canvas, Colours], None]


def draw_seat(seat: int, *, theme: str = "night") -> bytes:
    """The sign of a seat in its colour, as PNG."""
    draw = partial(draw_sign, seat=seat, centre=EMOJI_MIDDLE, half=40)
    return draw_emoji(COLOURS[theme], draw)


def draw_thing(name: str, *, theme: str = "night") -> bytes:
    """The sign of one of ``THINGS``, as PNG."""
    return draw_emoji(COLOURS[theme], THINGS[name])


def _draw_feature(feature: str, canvas: Canvas, theme: Colours) -> None:
    """Draw a feature on a floor, as in a colony."""
    canvas.discs(EMOJI_MIDDLE, (_EMOJI_REACH, theme.rim), (_EMOJI_REACH - 6, theme.cavern))
    signs.draw_feature(Pen(canvas, EMOJI_MIDDLE, _EMOJI_REACH * 0.6), theme, feature)


def _draw_outlined_sign(
    glyph: Glyph, colour: Callable[[Colours], Colour], canvas: Canvas, theme: Colours
) -> None:
    signs.draw_outlined(canvas, glyph, EMOJI_MIDDLE, _EMOJI_REACH, (colour(theme), theme.ink))


def _draw_tile(canvas: Canvas, theme: Colours) -> None:
    """Draw a room with passages to all sides."""
    SIGNS["emoji_tile"].paint(Pen(canvas, (0, 0), 1), partial(getattr, theme))


THINGS: dict[str, _Draw] = {
    **{
        kind: partial(signs.draw_token, kind=kind, centre=EMOJI_MIDDLE, half=_EMOJI_REACH)
        for kind in TOKENS
    },
    **{f"feature {name}": partial(_draw_feature, name) for name in FEATURES},
    "heart": partial(_draw_outlined_sign, SIGNS["heart"], lambda theme: theme.trap),
    "bag": partial(_draw_outlined_sign, SIGNS["bag"], lambda theme: theme.lamp),
    "hero": partial(_draw_outlined_sign, SIGNS["hero"], lambda theme: theme.paper),
    "defeated": partial(_draw_outlined_sign, SIGNS["gravestone"], lambda theme: theme.paper),
    "tile": _draw_tile,
}
"""The signs by name: tokens by kind, features as ``feature`` with their name, then all others."""
