"""The themes of puzzles, by the aim of the best move."""

from collections.abc import Hashable

from prowlerbot.core.game_parts import PuzzleRules
from prowlerbot.core.i18n import mark
from prowlerbot.games.prowler.position import ITEMS, PLACEMENTS, Move, PositionData
from prowlerbot.games.prowler.rules import Position

THEMES = {
    "last": mark("The last moves"),
    "statue": mark("A statue"),
    "achievement": mark("An achievement"),
    "control": mark("A district won"),
    "tie": mark("A district taken away"),
    "longest": mark("The longest passage"),
    "item": mark("A set of items"),
    "quiet": mark("A quiet move"),
}

_LAST_PLACEMENTS = 4
"""The placements at the end that have a theme of their own."""


def theme_of_move(position: Position, seat: int, move: Move) -> str:
    """The first theme that applies, as the most telling ones come first."""
    after = position.after(seat, move)
    own, rival = seat - 1, 3 - seat
    before, now = position.lead(seat), after.lead(seat)
    applies = {
        "last": position.ply > PLACEMENTS - _LAST_PLACEMENTS,
        "statue": len(after.statues[own]) > len(position.statues[own]),
        "achievement": len(after.achievements[own]) > len(position.achievements[own]),
        "control": any(was <= 0 < at for was, at in zip(before, now, strict=True)),
        "tie": after.controlled_districts(rival) < position.controlled_districts(rival),
        "longest": after.longest_passage(seat) > position.longest_passage(seat),
        "item": bool(move.pathway) and position.setup.tile(move.pathway) in ITEMS,
    }
    return next((theme for theme in applies if applies[theme]), "quiet")


def is_after_opening(position: Position, _seat: int) -> bool:
    """The opening move is no puzzle."""
    return position.ply > 0


def position_key(position: Position) -> Hashable:
    """All that the rest depends on, without the order of past moves. Stored: keep its order."""
    half = position.half
    scored = half and (half.passages, half.track, tuple(map(len, half.statues)), _held_cards(half))
    return (
        str(position.setup),
        position.ply,
        position.passages,
        position.track,
        tuple(map(len, position.statues)),
        _held_cards(position),
        scored,
    )


def _held_cards(position: PositionData) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(cards)) for cards in position.achievements)


PUZZLES = PuzzleRules(
    themes=THEMES, theme=theme_of_move, likeness=position_key, fits=is_after_opening
)
