"""A match as one animated picture: the shared board after each turn and each card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from prowlerbot.games.heroes.rules import Position
from renderer import gif
from renderer.theme import NIGHT

from .board import picture
from .colours import COLOURS, Colours


def animate(
    states: Sequence[Position],
    names: Sequence[str],
    *,
    pace: int,
    theme: str = NIGHT.name,
    ended: Sequence[int] | None = None,
) -> bytes:
    """The boards of a match one after the other as GIF, each for ``pace`` milliseconds.

    Takes more than a second of pure work, so it is called in another process.
    """
    colours = COLOURS[theme]
    chosen = _chosen(states)
    frames = _frames(chosen, names, colours, ended)
    return gif.encode(frames, [pace] * len(chosen), colours)


def _chosen(states: Sequence[Position]) -> list[Position]:
    """The last position of each turn and of each card."""
    moments = [(it.round, it.phase, it.turn, it.invader, it.map, it.event) for it in states]
    return list(dict(zip(moments, states, strict=True)).values())


def _frames(
    states: Sequence[Position],
    names: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None,
) -> Iterator[Image.Image]:
    pictures = [picture(state, names, theme) for state in states[:-1]]
    pictures.append(picture(states[-1], names, theme, ended))
    size = (pictures[0].width, max(each.height for each in pictures))
    for each in pictures:
        frame = Image.new("P", size, theme.index(theme.night))
        frame.paste(each, (0, 0))
        yield frame
