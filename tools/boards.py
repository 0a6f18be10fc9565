"""Contact sheets of the pictures of all games, to look at by eye: ``make boards``.

There is one sheet for each game and each frame in which Discord shows its pictures, named after the
width of a square in it. A theme has two
rows, in colour and without; a column is a moment of a match. Prowler's Passage has also both score
sheets and the profile card; Landgrab has maps built together, drawn and fixed, for two to four;
Heroes Beware has both boards in each phase, for one to four, of matches played at random. A last
sheet has the golden pictures of competitions, reviews, profiles and the list of matches.

With ``--names odd`` the players have wide and right-to-left names, and names of emoji; with
``--names same`` they have one name.
"""

from __future__ import annotations

import argparse
import io
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageOps

from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes import rules as heroes
from prowlerbot.games.heroes.final_count import final_count as heroes_count
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab import rules as landgrab
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.final_count import final_count as prowler_count
from prowlerbot.games.prowler.rules import Position
from renderer.heroes import board as heroes_board
from renderer.heroes.board import draw_own
from renderer.heroes.colours import draw_cover
from renderer.heroes.colours import dress as heroes_dress
from renderer.landgrab import board as landgrab_board
from renderer.profile import Card, draw_profile
from renderer.prowler.board import draw_board
from renderer.prowler.city import dress as prowler_dress
from renderer.sheet import draw_sheet
from renderer.theme import THEMES
from tests.renderer.golden import GROUPS
from tests.renderer.scenes import competition

FRAMES = {350: (600, 350), 312: (312, 400), 1000: (1000, 10_000)}
"""The most that Discord shows of a picture on a computer and on a phone; and pictures as drawn."""
MOMENTS = {"start": 0, "early": 7, "late": 22, "end": 27}
LANDGRAB_MOMENTS: tuple[tuple[int, str, str, int], ...] = (
    (4, "together", "tiles", 9),
    (4, "together", "buildings", 26),
    (4, "together", "spawns", 0),
    (4, "drawn", "turn", 150),
    (4, "hall", "eviction", 60),
    (3, "mill", "defence", 60),
    (2, "duel", "turn", 70),
    (2, "ring", "claim", 60),
    (4, "mill", "over", 0),
)
"""Seats, map, phase, and the number of moves before it."""
HEROES_MOMENTS: tuple[tuple[str, str, float], ...] = (
    ("1/turns/guided/full", "build", 0.2),
    ("2/live/guided/full", "build", 0.25),
    ("3/turns/free/full", "invasion", 0.7),
    ("4/brisk/guided/short", "planning", 0.5),
    ("4/turns/guided/full", "invasion", 0.9),
    ("3/brisk/guided/full", "over", 0.0),
)
"""Set-up, phase, and the part of the positions of that phase before this one."""
_NAMES = {
    "usual": ("Nightingale", "Михаил Воронцов", "さくら", "עומר"),
    "odd": ("W" * 32, "محمد 2024 علي", "🦊👨‍👩‍👧‍👦", "דוד 123 abc"),
    "same": ("Ada (1)", "Ada (2)", "Ada (3)", "漢" * 32),
}
_SHARED = ("common", "competition")
"""The groups of golden pictures that have no board."""
_GAP = 12
_GROUND = (49, 51, 56)
"""The ground of Discord's messages."""
_CARD = Card(
    *("Prowler's Passage", "", 1703, 512, 2, 14, 2),
    won=12,
    shared=1,
    lost=10,
    latest=("won", "won", "lost", "shared", "won", "lost", "won", "won", "lost", "won"),
    best=131,
    favourite="Hold 4 of one item",
)


def _positions(seed: int) -> Iterator[Position]:
    rng = random.Random(seed)
    game = Prowler()
    state = game.start(game.setup(rng, 2, {}))
    yield state
    while not state.over:
        state = state.after(state.seat, rng.choice(state.moves(min(state.to_move))))
        yield state


def _pictures(theme: str, seed: int, names: Sequence[str]) -> list[bytes]:
    states = list(_positions(seed))
    drawn = [draw_board(states[ply], names[:2], theme=theme) for ply in MOMENTS.values()]
    half = next(state.ply for state in states if state.mid is not None)
    return [
        *drawn,
        draw_sheet(prowler_count(states[: half + 1]), names[:2], prowler_dress, theme),
        draw_sheet(prowler_count(states), names[:2], prowler_dress, theme),
        draw_profile(replace(_CARD, name=names[0]), theme=theme),
    ]


def _landgrab_position(
    seed: int, seats: int, kind: str, phase: str, after: int
) -> landgrab.Position:
    """The first position of a phase after some moves, in the first match that has one."""
    rng = random.Random(seed)
    game = Landgrab()
    while True:
        state, moves = game.start(game.setup(rng, seats, {"map": kind})), 0
        while state.phase != phase or moves < after:
            if not state.to_move:
                break
            (seat,) = state.to_move
            legal = state.moves(seat)
            eager = [move for move in legal if move.kind in {"a", "c"}]
            move = rng.choice(eager if eager and rng.random() < 0.6 else legal)
            state, moves = state.after(seat, move), moves + 1
        if state.phase == phase:
            return state


def _landgrab_pictures(theme: str, seed: int, names: Sequence[str]) -> list[bytes]:
    return [
        landgrab_board.draw_board(
            _landgrab_position(seed, seats, kind, phase, after), names[:seats], theme=theme
        )
        for seats, kind, phase, after in LANDGRAB_MOMENTS
    ]


def _heroes_match(seed: int, setup: str) -> list[heroes.Position]:
    """A match whose players prefer to build."""
    rng = random.Random(seed)
    states = [Heroes().start(setup)]
    while states[-1].to_move:
        seat = rng.choice(sorted(states[-1].to_move))
        moves = states[-1].moves(seat)
        eager = [move for move in moves if move.kind in {"queue", "hand", "reserve", "flip"}]
        wanted = eager or [move for move in moves if move.kind not in {"done", "drop"}]
        states.append(states[-1].after(seat, rng.choice(wanted or moves)))
    return states


def _heroes_pictures(theme: str, seed: int, names: Sequence[str]) -> list[bytes]:
    drawn: list[bytes] = []
    states: list[heroes.Position] = []
    for setup, phase, part in HEROES_MOMENTS:
        states = _heroes_match(seed, setup)
        there = [state for state in states if state.phase == phase]
        state = there[int(part * (len(there) - 1))]
        drawn.append(heroes_board.draw_board(state, names[: len(state.seats)], theme=theme))
        if phase != "over":
            drawn.append(draw_own(state.view(1).seen, 1, theme=theme))
    seats = len(states[-1].seats)
    drawn.append(draw_sheet(heroes_count(states), names[:seats], heroes_dress, theme))
    drawn.append(draw_cover(theme))
    return drawn


def _sheet(rows: list[list[Image.Image]], frame: tuple[int, int]) -> Image.Image:
    shown = [[ImageOps.contain(each, frame) for each in row] for row in rows]
    across = max(each.width for row in shown for each in row) + _GAP
    down = max(each.height for row in shown for each in row) + _GAP
    sheet = Image.new("RGB", (across * len(rows[0]), down * len(rows)), _GROUND)
    for y, row in enumerate(shown):
        for x, each in enumerate(row):
            sheet.paste(each, (x * across, y * down))
    return sheet


_GAMES = {"boards": _pictures, "landgrab": _landgrab_pictures, "heroes": _heroes_pictures}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder for the sheets")
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--seed", type=int, default=11, help="the seed of the matches")
    parser.add_argument("--names", choices=_NAMES, default="usual")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    with speaking(arguments.language):
        _draw(arguments)


def _draw(arguments: argparse.Namespace) -> None:
    for name, draw in _GAMES.items():
        rows = []
        for theme in arguments.theme or THEMES:
            drawn = draw(theme, arguments.seed, _NAMES[arguments.names])
            pictures = [Image.open(io.BytesIO(each)).convert("RGB") for each in drawn]
            rows += [pictures, [each.convert("L").convert("RGB") for each in pictures]]
        for width, frame in FRAMES.items():
            _sheet(rows, frame).save(arguments.folder / f"{name}_{width}.png")
    competition.NAMES[:4] = _NAMES[arguments.names]
    for group in _SHARED:
        row = [draw().convert("RGB") for draw in GROUPS[group].values()]
        for width, frame in FRAMES.items():
            _sheet([row], frame).save(arguments.folder / f"{group}_{width}.png")


if __name__ == "__main__":
    main()
