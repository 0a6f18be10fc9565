"""Names are drawn in any script that the fonts hold, and never as a row of empty boxes."""

import random
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import permutations, product
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

import prowlerbot
from renderer import fonts
from renderer.fonts import FREETYPE_LOCK
from renderer.names import Name, Room, fit_name, split_runs
from renderer.prowler import panels
from renderer.text import Slot, name_piece, size_for, text_width
from renderer.theme import THEMES, Tint
from tests.cases import each_of
from tests.patience import HUNG
from tests.renderer.matches import SPOKEN

_JOINERS = "\u200c\u200d"


def _drawn(name: str) -> str:
    """The drawn part of a name, in logical order."""
    return "".join(run.text for run in split_runs(name))


def test_no_letter_is_an_empty_box() -> None:
    for name in SPOKEN.values():
        assert _drawn(name) == name
        for run in split_runs(name):
            font = fonts.load_font(run.file, 40)
            missing = bytes(font.getmask("\U000e0fff"))
            for character in run.text:
                if not character.isspace() and character not in _JOINERS:
                    assert bytes(font.getmask(character)) != missing, name


def test_what_cannot_be_drawn_is_left_out() -> None:
    for name, kept in (
        ("Fox 𒀀 Fox", "Fox Fox"),
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
    for name in ("", " ", "\u200b\u200d", "\u202e", "𒀀", "\u0301", "\ud800"):
        wanted = Name(name, "Player 2", 20)
        assert "".join(run.text for run in fit_name(wanted, panels.NAME.room).runs) == "Player 2"


def test_any_name_leaves_ink_and_nothing_outside_its_box() -> None:
    tint = Tint(THEMES["night"].paper, THEMES["night"].panel)
    left, top, right, bottom = panels.NAME.box
    for name in (*SPOKEN.values(), "!!!", "🦊", "x" * 5000, "e" + "\u0301" * 5000):
        sprite = name_piece(THEMES["night"], Name(name, "Player 1", 20), panels.NAME, tint).image
        assert sprite.size == (right - left, bottom - top)
        assert len(set(sprite.tobytes())) > 1, name


def test_a_remark_behind_a_name_goes_before_any_of_its_letters() -> None:
    narrow = panels.NAME._replace(box=(0, 0, 110, 50))
    line = fit_name(Name("Ben (machine)", "Player 1", 20), narrow.room)
    assert [run.text for run in line.runs] == ["Ben"]
    assert line.size > 20, "there is room for large letters again"


def test_a_name_is_whole_unless_letters_are_cut() -> None:
    for name, whole in (("Ben", True), ("Ben (machine)", True), ("Benjamin the Third", False)):
        fitted = fit_name(Name(name, "Player 1", 20), Room(across=110, down=50, size=40))
        assert fitted.whole == whole == ("…" not in {run.text for run in fitted.runs}), name


def test_a_mixed_name_is_laid_out_by_the_bidirectional_algorithm() -> None:
    for name, pieces in (
        ("דוד 123 abc", ("abc", "123", "דוד")),
        ("abc דוד 123", ("abc", "123", "דוד")),
        ("محمد 2024 علي", ("علي", "2024", "محمد")),
        ("דוד (abc)", ("(abc)", "דוד")),
        ("דוד 🦊 7", ("7", "🦊", "דוד")),
        ("abc עומר 漢字", ("abc", "עומר", "漢字")),
        ("עומר abc 漢字", ("漢字", "abc", "עומר")),
        ("\u2068דוד 123\u2069 Ada", ("123", "דוד", "Ada")),
    ):
        ink = _ink(name)
        assert pieces == min(permutations(pieces), key=partial(_differing, ink)), name


def _differing(ink: bytes, pieces: Sequence[str]) -> int:
    from_left = " ".join(f"\u2068{piece}\u2069" for piece in pieces)
    return sum(one != other for one, other in zip(ink, _ink(from_left), strict=True))


def test_a_shortened_name_from_right_to_left_ends_at_the_left() -> None:
    slot = panels.NAME._replace(box=(0, 0, 150, 50))
    assert (
        fit_name(Name("محمد 2024 علي بن عبد الله", "Player 1", 28), slot.room).runs[0].text == "…"
    )


def test_an_emoji_of_several_characters_is_one_picture() -> None:
    slot = panels.NAME
    one, family, flag = (
        fit_name(Name(name, "", slot.size), slot.room).width for name in ("🦊", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿")
    )
    assert one == family == flag


def _ink(name: str) -> bytes:
    slot = Slot((0, 0, 600, 60), fonts.SCRIPTS[0], 40, "left")
    return name_piece(
        THEMES["night"],
        Name(name, "", 40),
        slot,
        Tint(THEMES["night"].paper, THEMES["night"].panel),
    ).image.tobytes()


def test_a_name_is_measured_only_while_no_other_thread_draws_letters() -> None:
    """FreeType's faces are shared by all threads, and hold what is drawn just now."""
    slot = Slot((0, 0, 300, 60), fonts.SCRIPTS[0], 40)
    with ThreadPoolExecutor(1) as pool:
        with FREETYPE_LOCK:
            measured = pool.submit(fit_name, Name("Measured Elsewhere", "", 20), slot.room)
            with pytest.raises(TimeoutError):
                measured.result(0.2)
        assert measured.result(HUNG).size <= 40


FILES = (fonts.TITLE, fonts.TEXT, fonts.STRONG, fonts.SCRIPTS[0])
LOCALES = Path(prowlerbot.__file__).parent / "locales"
ANCHORS = {"left": ("ls", 0.0), "centre": ("ms", 450.0), "right": ("rs", 900.0)}
_SAMPLES = ("fi fl ffi ffl ff ft fj", "To AV Wa 7.1 11", "-- –", "Claims I7, strength 25: 0 %", "")


@each_of(("file", "size"), [(fonts.TEXT, 34), (fonts.STRONG, 43)])
def test_plain_lines_look_as_if_drawn_at_once(file: str, size: int) -> None:
    texts = "\n".join(path.read_text("utf-8") for path in sorted(LOCALES.glob("*.po")))
    quoted = sorted(set(re.findall(r'^msg\w+(?:\[\d\])? "([^"\\]{1,60})"$', texts, re.MULTILINE)))
    lines = [*_SAMPLES, *random.Random(1).sample(quoted, 20)]
    font, plain = fonts.load_font(file, size), [it for it in lines if fonts.is_plain(it, file)]
    assert len(plain) > 16
    for text in plain:
        assert fonts.plain_width(text, file, size) == font.getlength(text), text
        for (align, (anchor, x)), y in product(ANCHORS.items(), (33.0, 33.5)):
            at_once, put_together = Image.new("L", (900, 50)), Image.new("L", (900, 50))
            ImageDraw.Draw(at_once).text((x, y), text, fill=255, font=font, anchor=anchor)
            start = fonts.start_of_plain_line(text, (file, size), align, 900)
            fonts.draw_plain_line(put_together, (start, y), text, (file, size))
            assert not ImageChops.difference(at_once, put_together).getbbox(), text


def test_titles_and_letters_that_change_their_form_are_drawn_at_once() -> None:
    assert not fonts.is_plain("Final scores", fonts.TITLE)
    for text in ("Beijing", "efficient", "--", "עומר", "e\u0301"):
        assert not fonts.is_plain(text, fonts.TEXT), text


def test_a_line_with_a_letter_that_its_font_lacks_is_drawn_by_another_font_as_a_whole() -> None:
    line = "Тоннель 12"
    for file in FILES[:3]:
        assert fonts.font_for("Tunnel 12", file) == file
        assert fonts.font_for(line, file) == fonts.SCRIPTS[0]
        assert text_width(line, file, 40) == text_width(line, fonts.SCRIPTS[0], 40)
        slot = Slot((0, 0, 120, 60), file, 40)
        assert text_width(line, file, size_for(line, slot)) <= 120
