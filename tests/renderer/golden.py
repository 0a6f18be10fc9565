"""The golden pictures; ``python -m tests.renderer.golden`` draws them anew once that is wanted.

They are compared pixel by pixel. All fonts come with the bot, and Pillow brings its own FreeType,
so the pictures are the same on every machine with the locked Pillow and libfribidi.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from PIL import Image, ImageChops

from tests.renderer.scenes import common, competition, films, heroes, landgrab, prowler
from tests.renderer.scenes.contact import packed

FOLDER = Path(__file__).parent / "golden"
FILMS = FOLDER / "films.txt"
GROUPS: Mapping[str, Mapping[str, Callable[[], Image.Image]]] = {
    "prowler": prowler.SCENES,
    "landgrab": landgrab.SCENES,
    "heroes": heroes.SCENES,
    "common": common.SCENES,
    "competition": competition.SCENES,
}


def path_of(group: str, name: str) -> Path:
    return FOLDER / f"{group}-{name}.png"


def difference(drawn: Image.Image, golden: Image.Image) -> str:
    """Where and how much a picture differs from its golden one; empty if it does not."""
    if drawn.size != golden.size:
        return f"{drawn.size} instead of {golden.size}"
    one, other = (each.convert("RGBA") for each in (drawn, golden))
    if one.tobytes() == other.tobytes():
        return ""
    changed = ImageChops.difference(one, other)
    most = max(cast("tuple[int, int]", band.getextrema())[1] for band in changed.split())
    return f"by up to {most} within {changed.convert('RGB').getbbox()}"


def differing(group: str, name: str, folder: Path) -> str:
    """A picture that differs from its golden one, kept in a folder to look at."""
    drawn = GROUPS[group][name]()
    if not (told := difference(drawn, Image.open(path_of(group, name)))):
        return ""
    kept = folder / f"{group}-{name}.png"
    drawn.save(kept)
    return f"{kept} differs {told}"


def draw_anew() -> None:
    for old in FOLDER.glob("*.png"):
        old.unlink()
    FILMS.write_text("\n".join(films.lines()) + "\n", encoding="utf-8")
    for group, scenes in GROUPS.items():
        for name, draw in scenes.items():
            packed(draw()).save(path_of(group, name), optimize=True)


if __name__ == "__main__":
    draw_anew()
