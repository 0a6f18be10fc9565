"""Rows of the table of waits: what is drawn. Times are processor time of one process."""

from __future__ import annotations

import io
import statistics
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any

from PIL import Image

from bench.timing import Floors, milliseconds, wanted
from cogs.contract.face import CALM, Face
from cogs.games.heroes.face import HeroesFace
from cogs.games.landgrab.face import LandgrabFace
from cogs.games.prowler.face import ProwlerFace
from prowlerbot.core.game import AnyState, View
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.final_count import final_count
from renderer.canvas import Layers, put_all
from renderer.gallery import SmallBoard, draw_gallery
from renderer.heroes import board as heroes_board
from renderer.heroes.colours import COLOURS as HEROES
from renderer.landgrab import board as landgrab_board
from renderer.landgrab.colours import COLOURS as LANDGRAB
from renderer.prowler import board as prowler_board
from renderer.prowler.board import draw_board
from renderer.prowler.city import dress
from renderer.prowler.colours import COLOURS as PROWLER
from renderer.sheet import draw_sheet
from tests.renderer.heroes import matches as heroes_matches
from tests.renderer.landgrab import matches as landgrab_matches
from tests.renderer.matches import match as prowler_match

NAMES = ("Nightingale", "Михаил Воронцов", "さくら", "עומר")
_DRAWN_BEFORE = 3
"""Sheets drawn before the measured ones: letters and names are drawn once."""
_MATCHES = 6
_EVERY = 5
"""Every so many positions of the matches before are drawn."""
_POSITIONS = 25
"""So many positions from the middle of each match are measured, those of all matches in turn."""


def animations() -> Iterator[str]:
    """Whole matches, each drawn again, with the captions of the bot."""
    faces: tuple[tuple[str, Face, Sequence[AnyState]], ...] = (
        ("Prowler's Passage", ProwlerFace(Prowler()), prowler_match(5)),
        ("Landgrab", LandgrabFace(Landgrab()), landgrab_matches.match(2, 2, "drawn")),
        ("Heroes Beware", HeroesFace(Heroes()), heroes_matches.match("2/brisk/free/full", 2)),
    )
    for name, face, states in faces:
        views = [View(state, None) for state in states]
        draw = face.animation(views, NAMES[:2], pace=CALM)
        first = milliseconds(draw)
        warm = statistics.median(milliseconds(draw) for _ in range(3))
        gif = draw()
        megabytes = len(gif) / 1e6
        with Image.open(io.BytesIO(gif)) as opened:
            pixels = opened.convert("P").tobytes()
        floor = statistics.median(milliseconds(zlib.compress, pixels, 1) for _ in range(5))
        yield (
            f"{name}: {warm:4.0f} ms warm {wanted(warm, 600)}, {warm / floor:4.0f} × zlib over one"
            f" frame, {first:5.0f} ms first, {megabytes:.2f} MB {wanted(megabytes, 1.5)}"
        )


def page() -> Iterator[str]:
    """Four boards that nobody has drawn before, in small."""
    matches = [prowler_match(seed) for seed in range(4)]
    ratios, times = list[float](), list[float]()
    for back in range(2, 12):
        states = [match[-back] for match in matches]
        boards = [
            SmallBoard(
                at, "Ben", "your turn", at == 1, partial(prowler_board.draw_board, state, NAMES[:2])
            )
            for at, state in enumerate(states, 1)
        ]
        taken = milliseconds(draw_gallery, boards)
        drawn = prowler_board.board_picture(states[0], NAMES[:2], PROWLER["night"])
        times.append(taken)
        ratios.append(taken / milliseconds(lambda: zlib.compress(drawn.copy().tobytes(), 1)))  # noqa: B023 - called at once
    ratio, taken = statistics.median(ratios), statistics.median(times)
    yield (
        f"of four boards: {ratio:4.1f} × zlib {wanted(ratio, 10)}, {taken:4.0f} ms"
        f" {wanted(taken, 120)}"
    )


def _drawn(parts: Layers) -> Image.Image:
    ground, pieces = parts
    return put_all(ground.copy(), pieces)


def boards() -> Iterator[str]:
    """Boards of several matches in turn, each position for the first time; one goal is enough."""
    yield _boards(
        "Prowler's Passage",
        [prowler_match(seed) for seed in range(2 * _MATCHES)],
        lambda state: draw_board(state, NAMES[:2]),
        lambda state: prowler_board.board_picture(state, NAMES[:2], PROWLER["night"]),
    )
    yield _boards(
        "Landgrab",
        [landgrab_matches.match(seed, 2, "drawn") for seed in range(2 * _MATCHES)],
        lambda state: landgrab_board.draw_board(state, NAMES[:2]),
        lambda state: landgrab_board.board_picture(state, NAMES[:2], LANDGRAB["night"]),
    )
    yield _boards(
        "Heroes Beware",
        [
            heroes_matches.match(setup, seed)
            for seed in (1, 2)
            for setup in heroes_matches.SETUPS[:3]
        ],
        lambda state: heroes_board.draw_board(state, heroes_matches.names(state)),
        lambda state: _drawn(
            heroes_board.board_layers(state, heroes_matches.names(state), HEROES["night"])
        ),
    )


def _boards(
    game: str,
    matches: Sequence[Sequence[Any]],
    draw: Callable[[Any], bytes],
    pixels: Callable[[Any], Image.Image],
) -> str:
    before, after = matches[: len(matches) // 2], matches[len(matches) // 2 :]
    for match in before:
        for state in match[::_EVERY]:
            draw(state)
    chosen = [match[len(match) // 2 :][:_POSITIONS] for match in after]
    measured = [state for states in zip_longest(*chosen) for state in states if state is not None]
    times = [milliseconds(draw, state) for state in measured]
    floor = Floors.middle(Floors.of(pixels(state)) for state in measured)
    return f"of {game}: {floor.ratios(statistics.median(times))}"


def sheet() -> Iterator[str]:
    """The score sheet of a match of Prowler's Passage that nobody has drawn before."""
    for seed in range(_DRAWN_BEFORE):
        draw_sheet(final_count(prowler_match(seed)), NAMES[:2], dress)
    times = [
        milliseconds(draw_sheet, final_count(prowler_match(seed)), NAMES[:2], dress)
        for seed in range(_DRAWN_BEFORE, _DRAWN_BEFORE + _MATCHES)
    ]
    taken = statistics.median(times)
    yield f"of scores: {taken:4.1f} ms {wanted(taken, 12)}"
