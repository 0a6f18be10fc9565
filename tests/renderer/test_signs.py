"""Signs are drawn as SVG files; the data that the renderer reads follows from them."""

from pathlib import Path

import pytest

from tools.signs import data, folders


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.parent.name)
def test_the_data_of_signs_is_what_the_tool_makes_of_their_files(folder: Path) -> None:
    made = data(folder)
    assert folder.with_suffix(".json").read_text("utf-8") == made, "run `python -m tools.signs`"


@pytest.mark.parametrize(
    "shape", ['<ellipse class="ink" rx="1" ry="2"/>', '<circle fill="red" cx="0" cy="0" r="1"/>']
)
def test_a_shape_that_cannot_be_drawn_is_named_with_its_file(tmp_path: Path, shape: str) -> None:
    (tmp_path / "odd.svg").write_text(f"<svg>{shape}</svg>")
    with pytest.raises(ValueError, match=r"odd\.svg: .*cannot be drawn; use a polygon"):
        data(tmp_path)
