"""The board's picture against its floor and against python-chess's SVG through cairosvg.

The floor is what any PNG of these pixels costs: to copy them and to run zlib level 1 over them.
"""

from __future__ import annotations

import random
import statistics
import time
import zlib
from collections.abc import Callable

import cairosvg  # type: ignore[import-untyped]  # cairosvg ships no types
import chess
import chess.svg
from PIL import Image

from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from renderer import draw_board, draw_scores
from renderer.prowler import board, layout
from renderer.theme import NIGHT

_NAMES = ("Nightingale", "Михаил Воронцов")
_MATCHES = 6


def _matches() -> list[list[Position]]:
    """All positions of a few random matches."""
    rng = random.Random(1)
    game = Prowler()
    matches = []
    for _ in range(_MATCHES):
        positions = [game.start(game.setup(rng, 2, {}))]
        while not positions[-1].over:
            seat = min(positions[-1].to_move)
            move = rng.choice(positions[-1].moves(seat))
            positions.append(positions[-1].after(seat, move))
        matches.append(positions)
    return matches


def _floor(drawn: Image.Image) -> bytes:
    return zlib.compress(drawn.copy().tobytes(), 1)


def _chess_picture() -> object:
    svg = chess.svg.board(chess.Board(), size=layout.SIZE[0])
    return cairosvg.svg2png(svg.encode())


def _milliseconds(work: Callable[..., object], *arguments: object) -> float:
    start = time.perf_counter()
    work(*arguments)
    return (time.perf_counter() - start) * 1000


def main() -> None:
    matches = _matches()
    first = [_milliseconds(draw_board, match[1], _NAMES) for match in matches]
    pictures, floors, sizes = [], [], []
    for _ in range(3):
        for state in (state for match in matches for state in match[::4]):
            drawn = board.picture(state, _NAMES, NIGHT)  # from now on its sprites are warm
            pictures.append(_milliseconds(draw_board, state, _NAMES))
            floors.append(_milliseconds(_floor, drawn))
            sizes.append(len(draw_board(state, _NAMES)) / 1000)
    rivals = [_milliseconds(_chess_picture) for _ in range(8)]
    sheets = [_milliseconds(draw_scores, match[-1], _NAMES) for match in matches]
    picture, floor = statistics.median(pictures), statistics.median(floors)
    rival = statistics.median(rivals)
    print(f"state to PNG          {picture:7.2f} ms")
    print(f"floor                 {floor:7.2f} ms   ratio {picture / floor:5.2f}   (≤ 1.0)")
    print(f"chess.svg + cairosvg  {rival:7.2f} ms   ratio {rival / picture:5.1f}   (≥ 15)")
    size = statistics.median(sizes)
    print(f"size                  {size:7.1f} KB   max {max(sizes):6.1f}   (≤ 110)")
    print(f"first of the process  {first[0]:7.1f} ms")
    print(f"first of a set-up     {statistics.median(first[1:]):7.1f} ms")
    print(f"score sheet           {statistics.median(sheets):7.2f} ms")


if __name__ == "__main__":
    main()
