"""Pictures of Heroes Beware against their floors, as ``bench_picture`` measures the first game's.

Matches are those of players who build with some sense; each position is drawn for the first time.
Times are processor time.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable

from PIL import Image

from bench.timing import Floors, milliseconds, print_machine
from prowlerbot.games.heroes.rules import Position
from renderer.heroes import draw_board, draw_own, own, picture
from renderer.heroes.colours import COLOURS
from tests.renderer.heroes.matches import SETUPS, match, names

NIGHT = COLOURS["night"]

EVERY = 5
"""Every so many positions of a match are drawn."""

Kinds = dict[str, tuple[list[float], list[Floors], list[int]]]


def _measured(
    kinds: Kinds, kind: str, draw: Callable[[], bytes], pixels: Callable[[], Image.Image]
) -> None:
    times, floors, sizes = kinds.setdefault(kind, ([], [], []))
    times.append(milliseconds(draw))
    floors.append(Floors.of(pixels()))
    sizes.append(len(draw()))


def _both(kinds: Kinds, state: Position) -> None:
    said = names(state)
    _measured(
        kinds,
        f"shared {state.phase}",
        lambda: draw_board(state, said),
        lambda: picture(state, said, NIGHT),
    )
    _measured(
        kinds,
        f"private {state.phase}",
        lambda: draw_own(state, 1),
        lambda: own.picture(state, 1, NIGHT),
    )


def main() -> None:
    cold: Kinds = {}
    _both(cold, match(SETUPS[0], 2)[0])
    for setup in SETUPS:  # squares and names are drawn once in the life of a process
        for state in match(setup, 1)[::EVERY]:
            draw_board(state, names(state))
            draw_own(state, 1)
    kinds: Kinds = {}
    for setup in SETUPS:
        for state in match(setup, 2)[::EVERY]:
            _both(kinds, state)
    print_machine()
    print(f"first of the process  {cold['private build'][0][0]:7.1f} ms")
    for kind, (times, floors, sizes) in kinds.items():
        time, floor = statistics.median(times), Floors.middle(floors)
        print(
            f"{kind:20}  {time:7.2f} ms   {floor.ratios(time)}"
            f"   size {statistics.median(sizes) / 1000:6.1f} KB   max {max(sizes) / 1000:6.1f}"
        )


if __name__ == "__main__":
    main()
