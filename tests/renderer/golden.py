"""The golden pictures; ``python -m tests.renderer.golden`` draws them anew once that is wanted."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from pathlib import Path

from PIL import Image, ImageChops

from renderer.profile import draw_profile
from renderer.prowler import draw_board, draw_scores

from .matches import CARDS, NAMES, match, played

FOLDER = Path(__file__).parent / "golden"
CELL = 10
"""Pictures are compared by the mean colour of cells of so many pixels squared."""
TOLERANCE = 20
"""How much a cell may differ, of 255: the edges of letters may, a sign or a disc may not."""

SCENES: dict[str, Callable[[], bytes]] = {
    "start": lambda: draw_board(played(3, 0), NAMES),
    "early": lambda: draw_board(played(3, 12), NAMES),
    "late": lambda: draw_board(played(11, 22), ("עומר", "さくら")),
    "end": lambda: draw_board(played(5), NAMES),
    "scores-mid": lambda: draw_scores(match(11, 22), NAMES),
    "scores-end": lambda: draw_scores(match(5), NAMES),
    "scores-end-day": lambda: draw_scores(match(11), NAMES, theme="day"),
    "profile": lambda: draw_profile(CARDS["usual"]),
    "profile-day": lambda: draw_profile(CARDS["long"], theme="day"),
    "profile-safe": lambda: draw_profile(CARDS["new"], theme="safe"),
    "profile-unrated": lambda: draw_profile(CARDS["unrated"]),
}


def difference(one: bytes, other: bytes) -> int:
    """The largest difference of a colour channel in any cell."""
    first, second = (
        Image.open(io.BytesIO(picture)).convert("RGB").reduce(CELL) for picture in (one, other)
    )
    bands = ImageChops.difference(first, second).split()
    return max(level for band in bands for level, count in enumerate(band.histogram()) if count)


def off(folder: Path, name: str, drawn: bytes) -> int:
    """How much a picture differs from its golden one."""
    return difference(drawn, (folder / f"{name}.png").read_bytes())


def draw_anew(folder: Path, scenes: Mapping[str, Callable[[], bytes]]) -> None:
    for name, draw in scenes.items():
        (folder / f"{name}.png").write_bytes(draw())


if __name__ == "__main__":
    draw_anew(FOLDER, SCENES)
