"""A match, or an invasion of it, as an animated picture: board after board, each with a caption."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from prowlerbot.games.heroes.rules import Position
from renderer import film
from renderer.marks import Ranks
from renderer.theme import NIGHT

from .board import picture
from .colours import COLOURS
from .ending import sheet
from .panels import table
from .shots import Shot, shots


def animate(
    states: Sequence[Position],
    names: Sequence[str],
    captions: Sequence[str],
    *,
    pace: int,
    theme: str = NIGHT.name,
    ended: Ranks = None,
) -> bytes:
    """The boards of a match in order, as GIF, each for ``pace`` milliseconds.

    ``shots`` selects them. ``captions`` has a line for each position, and one more if the sheet of
    a match that was played out comes last. ``ended`` applies to the last board. The states may also
    be those of a round, an invasion or a card.

    Takes more than a second of pure CPU work, so callers run it in another process.
    """
    colours, chosen = COLOURS[theme], shots(states, captions)

    def board(shot: Shot, areas: Sequence[int]) -> Image.Image:
        if shot.sheet:
            return sheet.picture(states, names, colours)
        if shot.state is states[-1]:
            return picture(shot.state, names, colours, ended, areas, shot.earlier)
        # No seat is to move here, so nothing is lit up: calmer to look at.
        calm = shot.state._replace(to_move=frozenset())
        return picture(calm, names, colours, None, areas, shot.earlier)

    def frames() -> Iterator[tuple[Image.Image, int]]:
        high, areas = max(board(shot, ()).height for shot in _tallest(chosen)), _areas(chosen)
        for shot in chosen:
            winner = shot.state.outcome.winner if shot.sheet and shot.state.outcome else None
            sign = table.seat_sign(colours, winner).image if winner else None
            strip = film.draw_strip(colours, shot.caption, sign, shot.part)
            drawn = board(shot, areas[shot.state.round])
            frame = film.below(film.at_height(colours, drawn, high), strip)
            yield frame, round(pace * shot.stands)

    return film.encode(frames(), colours)


def _tallest(chosen: Sequence[Shot]) -> Iterator[Shot]:
    """One shot of each kind: pictures of one kind have the same height."""
    kinds: dict[object, Shot] = {}
    for shot in chosen:
        kinds.setdefault((shot.sheet, table.is_shown(shot.state), shot.state.offer), shot)
    yield from kinds.values()


def _areas(chosen: Sequence[Shot]) -> dict[int, list[int]]:
    """For each round, the area that each seat covers in it at any time."""
    found: dict[int, list[int]] = {}
    for shot in chosen:
        seats = shot.state.seats
        areas = found.setdefault(shot.state.round, [0] * len(seats))
        for at, seat in enumerate(seats):
            areas[at] |= seat.colony.area
    return found
