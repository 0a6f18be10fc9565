"""The board's picture against its floors and against python-chess's SVG through cairosvg.

``Floors`` says what a PNG of these pixels costs at least. Boards are drawn as a bot draws them:
position after position of one match, and of many matches in turn, each position for the first time.
Times are processor time.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterable
from functools import partial

import cairosvg  # type: ignore[import-untyped]  # cairosvg ships no types
import chess
import chess.svg

from bench.timing import Floors, milliseconds, print_machine
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.final_count import final_count
from prowlerbot.games.prowler.rules import Position
from renderer.film import Filmed
from renderer.gallery import SmallBoard, draw_gallery
from renderer.prowler import board, layout
from renderer.prowler.board import animate, draw_board
from renderer.prowler.city import dress
from renderer.prowler.colours import COLOURS
from renderer.sheet import draw_sheet

NIGHT = COLOURS["night"]

_NAMES = ("Nightingale", "Михаил Воронцов")
_PACE = 1_600
_MATCHES = 50
"""As many as are played at once."""
_SOME = 6


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


def _chess_picture() -> object:
    svg = chess.svg.board(chess.Board(), size=layout.SIZE[0])
    return cairosvg.svg2png(svg.encode())


def _drawn(states: Iterable[Position]) -> list[float]:
    return [milliseconds(draw_board, state, _NAMES) for state in states]


def main() -> None:
    matches = _matches()
    # Names and numbers are drawn once in the life of a process.
    first = _drawn(match[0] for match in matches[:_SOME])
    for match in matches[:_SOME]:
        _drawn(match)
    board._encode_board.cache_clear()  # noqa: SLF001 - every position is to be a new one
    one = [_drawn(match)[1:] for match in matches[:_SOME]]
    consecutive = [time for times in one for time in times]
    by_move = [_drawn(states) for states in zip(*matches, strict=True)]
    interleaved = [time for times in by_move[2:] for time in times]
    floors, sizes = [], []
    for state in (state for match in matches[:_SOME] for state in match[::4]):
        floors.append(Floors.of(board.board_picture(state, _NAMES, NIGHT)))
        sizes.append(len(draw_board(state, _NAMES)) / 1000)
    rivals = [milliseconds(_chess_picture) for _ in range(8)]
    counts = [final_count(match) for match in matches[:_SOME]]
    sheets = [milliseconds(draw_sheet, count, _NAMES, dress) for count in counts]
    captions = [f"Nightingale dug {ply}, Castle 1 → 2" for ply in range(len(matches[0]) + 1)]
    film = partial(animate, Filmed(matches[0], _NAMES, captions, pace=_PACE))
    page = [
        SmallBoard(
            number, ["Ben"], "your turn", number == 1, partial(draw_board, match[-9], _NAMES)
        )
        for number, match in enumerate(matches[:4], 1)
    ]
    small = statistics.median(milliseconds(draw_gallery, page) for _ in range(_SOME))
    animation, film_size = milliseconds(film), len(film()) / 1000
    picture, many = statistics.median(consecutive), statistics.median(interleaved)
    floor = Floors.middle(floors)
    rival = statistics.median(rivals)
    print_machine()
    print(f"floors                {floor.zlib:7.2f} ms zlib   {floor.isal:5.2f} ms ISA-L")
    print(f"one match             {picture:7.2f} ms   {floor.ratios(picture)}")
    print(f"{len(matches)} matches in turn    {many:7.2f} ms   {floor.ratios(many)}")
    print(f"chess.svg + cairosvg  {rival:7.2f} ms   ratio {rival / picture:5.1f}   (≥ 15)")
    size = statistics.median(sizes)
    print(f"size                  {size:7.1f} KB   max {max(sizes):6.1f}   (≤ 180)")
    print(f"first of the process  {first[0]:7.1f} ms")
    print(f"first of a set-up     {first[1]:7.1f} ms")
    print(f"score sheet           {statistics.median(sheets):7.2f} ms")
    print(f"page of four boards   {small:7.2f} ms   {small / floor.zlib:5.2f} × zlib (≤ 14)")
    print(f"animation             {animation:7.0f} ms   {film_size:6.0f} KB")


if __name__ == "__main__":
    main()
