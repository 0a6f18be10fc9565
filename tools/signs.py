"""Turn the SVG files of signs into the data that the renderer draws: ``python -m tools.signs``.

Each folder ``signs`` becomes ``signs.json`` beside it. The class of a shape names its colour; its
``fill`` or ``stroke`` is for the eyes of whoever draws. Shapes are polygons, polylines, circles,
boxes (their corners may be round), and upper or lower halves of discs as a path.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

RENDERER = Path(__file__).parent.parent / "renderer"
_NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
_HALF_DISC = re.compile(r"M ([-\d.]+),([-\d.]+) A ([\d.]+),\3 0 0 ([01]) ([-\d.]+),\2 Z")
_DIGITS = 5
"""Digits behind the point: a hundred-thousandth of a sign is no part of a pixel."""


def folders() -> list[Path]:
    return sorted(RENDERER.glob("**/signs"))


def data(folder: Path) -> str:
    """The signs of a folder as JSON, a line each. Raises ValueError for a shape that cannot be
    drawn.
    """
    lines = [f"  {json.dumps(file.stem)}: {json.dumps(_shapes(file))}" for file in _files(folder)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.svg"))


def _shapes(file: Path) -> list[list[object]]:
    drawn: list[list[object]] = []
    for shape in ET.parse(file).getroot():  # noqa: S314 - a file of this repository
        read = _read(shape.tag.rpartition("}")[2], shape.attrib)
        colour = shape.get("class")
        if read is None or not colour:
            written = ET.tostring(shape, encoding="unicode").strip()
            raise ValueError(
                f"{file.name}: {written} cannot be drawn; use a polygon, polyline, rect, circle or"
                " half disc, with the name of its colour as class."
            )
        kind, numbers = read
        drawn.append([kind, colour, *(round(float(each), _DIGITS) for each in numbers)])
    return drawn


def _read(tag: str, given: Mapping[str, str]) -> tuple[str, Sequence[str | float]] | None:
    """The kind of a shape and its numbers, as ``renderer.glyphs.Glyph`` takes them."""
    match tag:
        case "polygon":
            return "polygon", _NUMBER.findall(given["points"])
        case "polyline":
            return "line", [given["stroke-width"], *_NUMBER.findall(given["points"])]
        case "circle":
            return "disc", [given["cx"], given["cy"], given["r"]]
        case "rect":
            left, top, width, height = (float(given[key]) for key in ("x", "y", "width", "height"))
            box = left, top, left + width, top + height
            return ("rounded", [*box, given["rx"]]) if "rx" in given else ("box", box)
        case "path" if half := _HALF_DISC.fullmatch(given["d"]):
            begin, y, radius, up, _ = half.groups()
            middle = float(begin) + float(radius)
            return "dome" if up == "1" else "bowl", [middle, y, radius]
        case _:
            return None


def main() -> None:
    for folder in folders():
        folder.with_suffix(".json").write_text(data(folder), "utf-8")


if __name__ == "__main__":
    main()
