"""Pictures and films are what they were, to the pixel."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tests.renderer.golden import FILMS, FOLDER, GROUPS, differing, path_of
from tests.renderer.scenes import films


@pytest.mark.parametrize("group", GROUPS)
def test_every_picture_is_its_golden_one(group: str, tmp_path: Path) -> None:
    found = [differing(group, name, tmp_path) for name in GROUPS[group]]
    assert [told for told in found if told] == [], "python -m tests.renderer.golden, if wanted"


def test_every_film_has_its_golden_frames_each_for_its_time() -> None:
    golden = FILMS.read_text(encoding="utf-8").splitlines()
    changed = difflib.unified_diff(golden, [*films.lines()], "golden", "drawn", n=0, lineterm="")
    assert [*changed] == [], "python -m tests.renderer.golden, if wanted"


def test_every_golden_picture_has_a_scene() -> None:
    wanted = {path_of(group, name) for group, scenes in GROUPS.items() for name in scenes}
    assert set(FOLDER.glob("*.png")) == wanted
