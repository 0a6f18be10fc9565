"""Names are drawn in any script that the fonts hold, and never as a row of empty boxes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from renderer import fonts
from renderer.letters import RENDERING
from renderer.prowler import plaques
from renderer.text import Name, Slot, fit, named
from renderer.theme import NIGHT, Tint

from .matches import SPOKEN

_EXOTIC = "𒀀𓀀🦊"
_JOINERS = "\u200c\u200d"


def _drawn(name: str) -> str:
    """The drawn part of a name, in logical order."""
    return "".join(run.text for run in fonts.runs(name))


def test_no_letter_is_an_empty_box() -> None:
    for name in SPOKEN.values():
        assert _drawn(name) == name
        for run in fonts.runs(name):
            font = fonts.font(run.file, 40)
            missing = bytes(font.getmask("\U000e0fff"))
            for character in run.text:
                if not character.isspace() and character not in _JOINERS:
                    assert bytes(font.getmask(character)) != missing, name


def test_every_font_tells_what_it_holds() -> None:
    for file in (*fonts.SCRIPTS, fonts.TEXT, fonts.STRONG, fonts.TITLE):
        held = fonts.coverage(file)
        assert ord(" ") in held, file
        assert ord(_EXOTIC[0]) not in held, file


def test_what_cannot_be_drawn_is_left_out() -> None:
    for name, kept in (
        ("Fox 🦊 Fox", "Fox Fox"),
        ("𓀀Ra", "Ra"),
        ("𝕱𝖆𝖓𝖈𝖞", "Fancy"),
        ("  much   space\t\n", "much space"),
        ("\u202eevil\u2066", "evil"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("bell\x07\x00", "bell"),
        ("a\u0300\u0301\u0302\u0303\u0304\u0305b", "à\u0301\u0302\u0303b"),
    ):
        assert _drawn(name) == kept, name


def test_a_name_without_any_drawable_letter_becomes_the_seats() -> None:
    for name in ("", " ", "🦊🦊", "\u200b\u200d", "\u202e", "𒀀", "\u0301", "\ud800"):
        wanted = Name(name, "Player 2", 20)
        assert "".join(run.text for run in fit(wanted, plaques.NAME).runs) == "Player 2"


def test_any_name_leaves_ink_and_nothing_outside_its_box() -> None:
    tint = Tint(NIGHT.paper, NIGHT.panel)
    left, top, right, bottom = plaques.NAME.box
    for name in (*SPOKEN.values(), "!!!", "🦊", "x" * 5000, "e" + "\u0301" * 5000):
        sprite = named(NIGHT, Name(name, "Player 1", 20), plaques.NAME, tint).image
        assert sprite.size == (right - left, bottom - top)
        assert len(set(sprite.tobytes())) > 1, name


def test_a_long_name_ends_in_an_ellipsis() -> None:
    line = fit(Name("Nightingale of the Northern Gate, Esquire", "Player 1", 20), plaques.NAME)
    assert line.size == 20
    assert line.runs[-1].text == "…"


def test_a_name_too_long_takes_the_narrow_font_if_that_has_all_its_letters() -> None:
    slot = plaques.NAME._replace(box=(0, 0, 250, 50))

    def files(name: str) -> set[str]:
        return {run.file for run in fit(Name(name, "Player 1", 28, fonts.STRONG), slot).runs}

    assert files("Christoph") == {fonts.SCRIPTS[0]}
    assert files("Christoph-Maximilian") == {fonts.STRONG}
    assert fonts.STRONG not in files("Χριστόφορος Μαξιμιλιανός")


def test_a_remark_behind_a_name_goes_before_any_of_its_letters() -> None:
    narrow = plaques.NAME._replace(box=(0, 0, 110, 50))
    line = fit(Name("Ben (machine)", "Player 1", 20), narrow)
    assert [run.text for run in line.runs] == ["Ben"]
    assert line.size > 20, "there is room for large letters again"


def test_pieces_of_a_mixed_name_stand_in_reading_order() -> None:
    def order(name: str) -> list[str]:
        return [run.text.strip() for run in fonts.in_visual_order(fonts.runs(name))]

    assert order("abc עומר 漢字") == ["abc", "עומר", "漢字"]
    assert order("עומר abc 漢字") == ["abc", "漢字", "עומר"]


def test_a_name_is_measured_only_while_no_other_thread_draws_letters() -> None:
    """FreeType's faces are shared by all threads, and hold what is drawn just now."""
    slot = Slot((0, 0, 300, 60), fonts.SCRIPTS[0], 40)
    with ThreadPoolExecutor(1) as pool:
        with RENDERING:
            measured = pool.submit(fit, Name("Measured Elsewhere", "", 20), slot)
            with pytest.raises(TimeoutError):
                measured.result(0.2)
        assert measured.result(10).size <= 40
