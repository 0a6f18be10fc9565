"""The shared picture: the progress of all seats, every colony in small, and its invaders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.colony import Seat
from prowlerbot.games.heroes.pieces import Tokens
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER
from renderer import marks, png
from renderer.canvas import Box, Parts, Piece
from renderer.heroes.colours import COLOURS, Colours
from renderer.heroes.ground import colony
from renderer.heroes.invaders import strip, trail
from renderer.heroes.invaders.fate import Fate, Toll, effect_of, invader_of
from renderer.heroes.panels import heading, shelf, table
from renderer.heroes.panels.table import GAP, RADIUS, WIDE
from renderer.heroes.places import Need, Place, places
from renderer.marks import Ranks
from renderer.text import named, player, written

BUILDING, FINISHED, CHOOSING = mark("building"), mark("finished"), mark("choosing")
LEFT = mark("has left")


def draw_board(
    state: Position,
    names: Sequence[str],
    *,
    theme: str = "night",
    ended: Ranks = None,
    earlier: Sequence[Seat] = (),
) -> bytes:
    """The position as PNG, 1000 wide, limited to the knowledge of the viewer of ``state``.

    ``earlier`` holds the seats before the present card, to show the effect of an event.
    """
    colours = COLOURS[theme]
    drawn, pieces = parts(state, names, colours, ended, (), earlier, grows=True)
    return png.encode(drawn, colours.palette_bytes, pieces)


def parts(  # noqa: PLR0917 - inputs of the picture
    state: Position,
    names: Sequence[str],
    theme: Colours,
    ended: Ranks = None,
    areas: Sequence[int] = (),
    earlier: Sequence[Seat] = (),
    *,
    grows: bool = False,
) -> Parts:
    """The panels and the pieces on them; the height depends on the seats alone, or ``grows``.

    ``areas`` holds further squares to show of each seat, those of its later buildings, so that
    nothing shifts in an animation.
    """
    top = heading.height(state)
    if table.is_shown(state):
        return table_parts(state, names, theme, ended, top)
    pile, below, pieces = None, top, [*heading.pieces(theme, state)]
    if state.live and state.face_up:  # the tiles that all seats may take
        left, low, right = GAP, top + shelf.pile_height(state.face_up), WIDE - GAP
        pile, below = (left, top, right, low), low + GAP
        pieces += shelf.face_up(theme, state.face_up, (left + 20, top + 6, right - 20, low - 6))
    needs, effects = [], []
    for at, own in enumerate(state.seats):
        effects.append(effect_of(state, own, earlier[at] if earlier else None))
        area = own.colony.area | (areas[at] if areas else 0)
        word, _ = status(state, at + 1, ended)
        foot = effects[at] is not None or invader_of(state) is not None
        needs.append(Need(area, bool(word), foot))
    panels = places(tuple(needs), below, grows=grows)
    for at, (need, place) in enumerate(zip(needs, panels, strict=True)):
        pieces += _seat(state, at + 1, names[at], theme, ended, place, need, effects[at])
    return _frames(theme, top, pile, panels), pieces


def table_parts(  # noqa: PLR0917 - inputs of the table
    state: Position, names: Sequence[str], theme: Colours, ended: Ranks, top: int, viewer: int = 0
) -> Parts:
    """The panels between the rounds; ``viewer`` is the seat on its own private picture, or 0."""
    boxes = [(GAP, GAP, WIDE - GAP, top - GAP), *table.boxes(state, top, viewer)]
    drawn = table.form(theme, (WIDE, boxes[-1][3] + GAP), boxes)
    seats = range(1, len(state.seats) + 1)
    wanted = [player(names[seat - 1], seat, 24) for seat in seats]
    statuses = (status(state, seat, ended) for seat in seats)
    said = [(tr(word) if word else "", lit) for word, lit in statuses]
    seat_rows = table.pieces(theme, state, wanted, said, top, viewer)
    return drawn, (*heading.pieces(theme, state), *seat_rows)


@lru_cache(maxsize=4)
def _frames(theme: Colours, top: int, pile: Box | None, panels: Sequence[Place]) -> Image.Image:
    """The panels without words: one picture for all boards that follow each other unchanged."""
    boxes = [(GAP, GAP, WIDE - GAP, top - GAP), *filter(None, [pile])]
    boxes += [place.box for place in panels]
    high = max(place.box[3] for place in panels) + GAP
    drawn = table.form(theme, (WIDE, high), boxes)
    for seat, place in enumerate(panels, 1):
        sign, (x, y) = table.seat_sign(theme, seat), place.sign
        sign.shifted(round(x) - sign.image.width // 2, round(y) - sign.image.height // 2).put(drawn)
    return drawn


def _seat(  # noqa: PLR0917 - inputs of a panel
    state: Position,
    seat: int,
    name: str,
    theme: Colours,
    ended: Ranks,
    place: Place,
    need: Need,
    effect: Fate | Toll | None,
) -> Iterator[Piece]:
    own = state.seats[seat - 1]
    word, lit = status(state, seat, ended)
    frame = place.frame(need)
    if lit:
        yield from marks.lit_frame(theme, place.box, RADIUS, theme.seats[seat - 1], theme.ink)
    yield written(theme, str(gold_of(own)), place.amount, theme.golden)
    yield strip.plain(theme, "gold", 40).shifted(*place.coin)
    others = other_treasure(own)
    numbers = [number for _, number in others]
    for (kind, number), (slot, corner) in zip(others, place.extras(numbers), strict=True):
        yield written(theme, number, slot, theme.golden)
        yield strip.plain(theme, kind, 36).shifted(*corner)
    if word:
        yield written(theme, tr(word), place.word, theme.plain_if(lit))
    yield named(theme, player(name, seat, 24), place.name_before(numbers), theme.plain)
    if own.playing:
        walked, lie = trail.trail_of(theme, frame, own, effect), lying(state, own)
        yield from colony.pieces(theme, frame, own.colony, lie, ground=False, trail=walked)
    if effect is not None:
        shown = strip.column if place.beside else strip.row
        yield from shown(theme, effect, place.foot)


def gold_of(own: Seat) -> int:
    """The gold of a stash and a colony, prisoners left out."""
    return own.gold + own.tokens_now.all_gold


def other_treasure(own: Seat) -> list[tuple[str, str]]:
    """The gems and prisoners of a seat by kind, if there are any; prisoners with their value."""
    prisoners = own.tokens_now.prisoners.bit_count()
    gems = own.gems + own.tokens_now.gems.bit_count()
    kinds = (
        ("gem", str(gems), gems),
        ("prisoner", f"{prisoners} ({PRISONER * prisoners})", prisoners),
    )
    return [(kind, words) for kind, words, count in kinds if count]


def lying(state: Position, own: Seat) -> Tokens | None:
    """The tokens in a colony; None while it is not populated."""
    if own.walk is not None:
        return own.walk.tokens
    if state.phase == "build" and own.stage != "populate" and not own.tokens.anywhere:
        return None
    return own.tokens


def status(state: Position, seat: int, ended: Ranks) -> tuple[str, bool]:
    """A word about a seat, and whether its panel is lit because it is awaited or has won."""
    ranks = marks.final_ranks(state.outcome, ended)
    if not state.seats[seat - 1].playing:
        return LEFT, False
    if ranks is not None:
        word = marks.won(ranks, seat)
        return word or "", word is not None
    asked = state.phase != "invasion" or state.seats[seat - 1].legal
    if seat in state.to_move and asked:
        return {"build": BUILDING, "planning": CHOOSING}.get(state.phase, ""), True
    if state.phase == "build" and state.to_move - {0}:
        return FINISHED, False
    return "", False
