"""Checks of pictures: other processes draw them, and Discord takes them."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from typing import Any, get_args

from cogs.contract.screen import ALT_LIMIT, Drawing, Look
from prowlerbot.core.game import AnyView
from prowlerbot.match.preferences import Theme
from prowlerbot.testing import limits
from prowlerbot.testing.attempts import checked
from prowlerbot.testing.random_matches import Played, Trial

NAMES = ("*" * 32, "Wm" * 16, "Ада 🎲", "o'Neil & Søn_", "李", "E", "F", "G")
"""Names as players have them: long ones, and those of other scripts."""
_PNG, _GIF = b"\x89PNG\r\n\x1a\n", (b"GIF87a", b"GIF89a")
MOST_BYTES = 8 << 20
"""Discord takes 10 MB a message."""
MOST_PIXELS = 90_000_000
"""Discord's clients show no larger picture."""
_POSITIONS = 3
"""The positions of a match that are drawn."""
_LATEST = 2
"""The last positions of a match, where a picture is largest."""
_FRAMES = 3


def mistakes_of_picture(drawing: Drawing, what: str) -> Iterator[str]:
    if not drawing.filename.isascii() or not drawing.filename.endswith((".png", ".gif")):
        yield f"{what} is called “{drawing.filename}”: end its name with .png."
    yield from limits.text(f"The alt text of {what}", drawing.alt, ALT_LIMIT)
    yield from _unsendable(drawing.draw, what)
    with checked(what):
        picture: Any = drawing.draw()
    if not isinstance(picture, bytes) or not picture.startswith((_PNG, *_GIF)):
        yield f"{what} is no PNG: return the bytes of `png.encode`."
        return
    if len(picture) > MOST_BYTES:
        yield f"{what} has {len(picture) >> 20} MB; Discord takes 8."
    if picture.startswith(_PNG):
        wide, high = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
        if not 0 < wide * high <= MOST_PIXELS:
            yield f"{what} is {wide} × {high} pixels; Discord shows up to {MOST_PIXELS:,} in all."


def _unsendable(draw: object, what: str) -> Iterator[str]:
    try:
        pickle.dumps(draw)
    except Exception:  # noqa: BLE001 - each class raises another one
        yield f"{what} cannot go to another process: use partial(function_of_a_module, …)."


def _boards(played: Played) -> Iterator[str]:
    """Boards for everybody and for each seat, in each theme, at some moments of each match."""
    themes: Sequence[Theme] = get_args(Theme)
    for turn, trial in enumerate(_of_each_size(played)):
        some, count = trial.numbers(1 + len(trial.states) // _POSITIONS), len(trial.states)
        for number in sorted({*some, *range(max(0, count - _LATEST), count)}):
            for viewer in trial.viewers if number in some else (None,):
                look = _look(trial, themes[(turn + number) % len(themes)])
                drawing = played.manifest.face.picture(trial.states[number].view(viewer), look)
                yield from mistakes_of_picture(drawing, f"The board {trial.at(number)}")


def _of_each_size(played: Played) -> list[Trial]:
    """A match of each number of players, the one with most leavers."""
    sizes = dict.fromkeys(trial.players for trial in played.matches)
    return [
        max(
            (each for each in played.matches if each.players == size),
            key=lambda each: len(each.states[-1].left),
        )
        for size in sizes
    ]


def _look(trial: Trial, theme: Theme) -> Look:
    names = NAMES[: trial.players]
    return Look(names, names, theme)


def _animations(played: Played) -> Iterator[str]:
    face = played.manifest.face
    trial = played.matches[0]
    names = NAMES[: trial.players]
    views: list[AnyView] = [state.view(None) for state in trial.states]
    for shown in (views[:_FRAMES], views):
        draw = face.animation(shown, names)
        yield from _unsendable(draw, "The animation")
        if shown is not views and not draw().startswith(_GIF):
            yield "`animation` draws no GIF."


CHECKS = (_boards, _animations)
