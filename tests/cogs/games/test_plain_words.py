"""The words of a game that has none of its own, and a final count in words."""

import pickle
import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from cogs.contract import count_words, plain_words
from cogs.contract.face import Face
from cogs.contract.screen import ALT_LIMIT, Key, Look, keys_of
from cogs.contract.sentences import Event, NoSentence, Part, Sentences, fit_parts
from cogs.contract.sign import coloured, in_words
from cogs.frame.layout import Button, layout, menu
from cogs.games.heroes import colony_words as heroes
from cogs.games.landgrab import texts as landgrab
from cogs.games.landgrab.texts import LARGE, LIFE, SMALL
from cogs.games.prowler import texts as prowler
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.final_count import Cell, Column, Count, Row, cell_of
from prowlerbot.core.game import CHANCE, AnyView
from prowlerbot.core.i18n import LANGUAGES, speaking, tr, whole_words
from prowlerbot.core.record import random_record
from prowlerbot.games import GAMES
from tests.cases import each_of
from tests.cogs.games.shown import FACES, MATCHES, match
from tests.games.tell import TellGame
from tests.games.test_final_counts import COUNTS
from tests.renderer.counts import NAMES as COUNTED
from tests.renderer.counts import toy_count
from tests.renderer.scenes.contact import opened

NAMES = ("Ada", "Ben", "Cleo")
MORE = "More: Menu, Describe."


def test_the_news_of_a_roll_say_who_played_before_it() -> None:
    game = GAMES["landgrab"]
    states = random_record(game, random.Random(1), 3).states()
    face, views = Face(game), [state.view(None) for state in states]
    rolls = [
        at
        for at in range(2, len(views))
        if views[at - 1].to_move == {CHANCE} and views[at - 2].to_move != {CHANCE}
    ]
    assert rolls
    for at in rolls:
        line = views[: at + 1]
        assert face.news(line, NAMES).startswith(face.news(line[:-1], NAMES))
    assert any("** plays " in face.news(views[: at + 1], NAMES) for at in rolls)
    assert any("Drawn: " in face.news(views[: at + 1], NAMES) for at in rolls)


class Banker(Face):
    kind = "bank"
    sentences = {"bank": Sentences("{player} banks."), "gain": Sentences("{points} points.")}  # noqa: RUF012 - nobody changes it

    def events(self, views: Sequence[AnyView]) -> Sequence[Event]:
        return [Event(self.kind, len(views) - 1)]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("lose", '`sentences` of Banker: add "lose": Sentences(mark("…")), as `events` tells it.'),
        ("gain", "`sentences` of Banker: give 'points' in the `fields` of “gain”."),
    ],
)
def test_an_event_that_cannot_be_told_says_what_to_write_and_where(kind: str, told: str) -> None:
    game = GAMES["landgrab"]
    face, views = Banker(game), [game.start("RB/1/F6,H6/F7/").view(None)] * 2
    assert face.recap(views, NAMES) == "Ada banks"
    face.kind = kind
    for tell in (face.news, face.recap):
        with pytest.raises(NoSentence) as caught:
            tell(views, NAMES)
        assert str(caught.value) == f"{told} ({__file__})"


def test_a_game_with_private_boards_has_its_moves_on_them_alone() -> None:
    face = Face(TellGame())
    face.private = True
    state = TellGame().start("tell-6-3")
    look = Look(NAMES, NAMES)
    assert not face.screen([state.view(None)], look).rows
    assert face.screen([state.view(1)], look).rows


def test_very_many_moves_stand_in_a_menu_of_menus_that_leads_to_each_of_them() -> None:
    keys = [Key(f"move {number}", str(number)) for number in range(240)]
    opening = [key for row in plain_words.move_rows(keys, None) for key in keys_of(row)]
    assert all(key.opens for key in opening)
    found = [
        key
        for each in opening
        for row in plain_words.move_rows(keys, each.argument)
        for key in keys_of(row)
    ]
    assert found == keys
    with pytest.raises(IllegalMove, match="“part:240” opens no choice"):
        plain_words.move_rows(keys, "part:240")


_WORDS = {"c:F7": "claim F7, strength 10", "c:G7": "claim G7, strength 10", "s1": "trap"}


def _read(typed: str) -> str:
    return plain_words.read_move(
        typed,
        [*_WORDS],
        told=lambda move: (tr(_WORDS[move]),),
        called=lambda move: ("claim", move.partition(":")[2]) if ":" in move else (),
    )


@each_of(
    ("typed", "move"),
    [
        *[("c:f7", "c:F7"), ("Claim F7 strength 10", "c:F7"), ("on to G7", "c:G7")],
        *[("trap", "s1"), ("Falle", "s1"), ("pułapka", "s1")],
    ],
)
def test_a_move_is_typed_as_a_record_or_text_has_it_in_any_language(typed: str, move: str) -> None:
    assert _read(typed) == move


def test_a_name_of_several_moves_is_answered_with_the_question_which_one_is_meant() -> None:
    with pytest.raises(IllegalMove, match=r"“claim” can be several moves: claim F7.*; claim G7"):
        _read("claim")
    with pytest.raises(IllegalMove, match="“H7” is not a legal move here"):
        _read("H7")


def test_a_short_text_loses_the_least_important_parts_before_it_shortens_others() -> None:
    parts = [
        Part("Ada is to move."),
        Part("Near by: A1 and A2.", 1, short="Near by: A1."),
        Part("Far away: B1 and B2.", 1, short="Far away: B1."),
        Part("Tip."),
        Part("The map has ten rows and ten columns.", 3),
        Part("Odds: 5%.", 2),
    ]
    near, far = "Near by: A1 and A2.", "Far away: B1 and B2."
    for limit, told in {
        85: f"{near} {far} Tip. Odds: 5%.",
        70: f"{near} {far} Tip.",
        60: f"{near} Far away: B1. Tip.",
        53: "Near by: A1. Far away: B1. Tip.",
        40: f"{near} Tip.",
    }.items():
        assert fit_parts(parts, limit + len(" " + MORE)) == f"Ada is to move. {told} {MORE}"
    whole = fit_parts(parts, 200)
    assert MORE not in whole
    assert fit_parts(parts, len(whole)) == whole


def test_a_line_that_others_follow_keeps_its_colon_alone() -> None:
    parts = [Part("Ada can do this next:"), Part("Pass")]
    assert fit_parts(parts, 200) == "Ada can do this next: Pass."


TRAP, GEM, HEART, BAG = heroes.TRAP, heroes.GEM, heroes.HEART, heroes.BAG
DIG, WILD = prowler.TILE_SIGNS["d"], prowler.TILE_SIGNS["w"]
YELLOW, DISC = prowler.TILE_SIGNS["b"], prowler.SEAT_SIGNS[0]
TEXTS = (
    ("gone from **F7**, cost 1 {0} 1 {1}", (TRAP, GEM), "gone from **F7**, cost 1 trap, 1 gem"),
    ("{0}{0} {1}", (HEART, BAG), "2 hearts, bag"),
    ("**2** {0} left", (GEM,), "**2 gems** left"),
    ("You get {0} 1.", (heroes.GUARD,), "You get 1 guard."),
    ("{0} 2 · {1} 1", (YELLOW, landgrab.LARGE), "2 yellow items · large 1"),
    ("both roll {0}; roll {0} 1", (landgrab.DIE,), "both roll; roll 1"),
    ("a gem {0} 5, hearts {1}, or a gem {0}, too", (GEM, HEART), "a gem 5, hearts, or a gem, too"),
    ("{0} chest: 1 gold", (heroes.FEATURES["chest"],), "chest: 1 gold"),
    ("a shovel {0} {1}", (DIG, WILD), "a shovel (dig shovel, wild shovel)"),
    ("for {0} a yellow item", (YELLOW,), "for a yellow item"),
    ("Banking: 5 + {0}", (YELLOW,), "Banking: 5 + yellow item"),
    ("{0} Vera 2 → 3", (prowler.DISTRICT_SIGNS["B"],), "Banking Vera 2 → 3"),
    ("{0} **Vera** goes", (DISC,), "**Vera** goes"),
    ("{0} **107**", (DISC,), "**Vera**: **107**"),
    ("**Attack** {0} a pawn", (landgrab.FIGHT,), "**Attack** a pawn"),
    ("{0} Knight", (heroes.INVADER,), "Knight"),
    ("the small building {0} G8", (landgrab.SMALL,), "the small building G8"),
    ("a small one {0} has 10", (landgrab.SMALL,), "a small one has 10"),
    ("a large one {0} 25. ", (landgrab.LARGE,), "a large one 25. "),
    ("a large one, and {0} F6", (landgrab.SMALL,), "a large one, and small F6"),
    ("is brown {0}; two", (prowler.TILE_SIGNS["r"],), "is brown; two"),
    ("press {0} and choose", (landgrab.FIELDS["around"],), "press Around and choose"),
)


@each_of(("text", "signs", "told"), TEXTS)
def test_each_sign_has_its_word_and_number(text: str, signs: tuple[object, ...], told: str) -> None:
    with coloured("night", words=True):
        assert in_words(text.format(*map(str, signs)), {str(DISC): "Vera"}) == told
    with coloured("night"):
        plain = text.format(*map(str, signs))
        assert in_words(plain) == plain


@each_of(
    ("text", "told"),
    [
        ("-# 💡 Begin\n🏅 **Ada** claims", "-# Begin\n**Ada** claims"),
        ("### ⏳ due", "### due"),
        ("the map 🗺️ **World's End**", "the map **World's End**"),
        ("🥉 from 10, 🥇 from 30", "🥉 from 10, 🥇 from 30"),
        ("**💡 Ada** and Ben 🌟", "**💡 Ada** and Ben 🌟"),
    ],
)
def test_an_emoji_that_says_nothing_is_not_read_and_names_stay(text: str, told: str) -> None:
    assert in_words(text) == text
    with coloured("night", words=True):
        assert in_words(text) == told


def test_a_message_to_a_reader_of_words_has_words_in_texts_labels_and_descriptions() -> None:
    with coloured("night", words=True):
        told = _told(layout(f"1 {GEM}", rows=[[Button("7", "a", emoji=str(YELLOW))]]))
        assert told == ["1 gem", "7, yellow item"]
        assert _told(layout("", rows=[[menu("a", f"{TRAP}?", [])]])) == ["", "trap?"]
        (_, row) = layout("", rows=[[Button("Watch", "a", emoji="🎞️")]]).to_components()
        assert "emoji" not in row["components"][0]
    with coloured("night"):
        shown = layout(f"1 {GEM}", rows=[[Button("7", "a", emoji=str(YELLOW))]])
        assert _told(shown) == ["1 💎", "7"]


def _told(view: Any) -> list[str]:
    top, *rows = view.to_components()
    items = [item for row in rows for item in row["components"]]
    assert not [it for it in items if it.get("emoji", {}).get("name") == str(YELLOW)] or top
    return [top["content"], *(it.get("label") or it["placeholder"] for it in items)]


SIGNS = {sign.name: sign for sign in (SMALL, LARGE, LIFE)}
COLUMNS = [Column("small", "small_building"), Column("kept"), Column("lives", "life", "beside")]
COUNT = Count(
    "Final count",
    "points",
    COLUMNS,
    [
        Row(1, [cell_of(3, 1, "A1"), Cell(0), Cell(2)], 3),
        Row(2, [Cell(0), Cell(0), Cell(0)], 0),
        Row(3, [Cell(4), Cell(5), Cell(1)], 9),
    ],
    [3, 0, 9],
    ranks=(2, 2, 1),
    reasons=["Nobody moves", "Won by 6 points"],
    notes=["Only stones count"],
    gone={2: "out"},
)


def test_the_end_says_what_decided_and_lists_the_sums_by_rank_with_signs_or_in_words() -> None:
    assert count_words.final_list(COUNT, ["*Ada*", "*Ben*", "*Cleo*"], SIGNS).splitlines() == [
        "Nobody moves. Won by 6 points.",
        "**1.** *Cleo* **9** = 🏠 4 + kept 5",
        "**2.** *Ada* **3** = 🏠 3 (3 × 1)",
        "**2.** *Ben* **0** · out",
        "-# lives: *Cleo* 1 · *Ada* 2 · *Ben* 0",
    ]
    with coloured("night", words=True):
        told = count_words.sum_lines(COUNT, ["Ada", "Ben", "Cleo"], SIGNS)
    assert told[0] == "**1.** Cleo **9** = small 4 + kept 5"


def test_the_page_tells_each_thing_on_a_line_and_what_is_zero_on_one() -> None:
    assert count_words.scores_page(COUNT, COUNTED).splitlines()[:6] == [
        "### Final count",
        "### Ada: 3",
        "- small 3 = 3 × 1 (A1)",
        "- kept 0",
        "- lives: 2",
        "### Ben: 0 · out",
    ]
    assert count_words.scores_page(COUNT, COUNTED).endswith("-# Only stones count")


@pytest.mark.parametrize(("game", "setup", "seed"), MATCHES)
def test_page_and_list_have_all_numbers_in_every_language(game: str, setup: str, seed: int) -> None:
    line = match(game, setup, seed)
    face: Any = FACES[game]
    view = line[-1].view(None)
    seats = len(COUNTS[game](line).totals)
    names = ("Ada", "Ben", "Cleo", "Dan")[:seats]
    with speaking(LANGUAGES[seed % len(LANGUAGES)]):
        count: Count = COUNTS[game](line)
        page, (sheet, *_) = face.scores(view, names), face.sheet([view], Look(names, names))
        listed = face.ending(view, names)
    for row in count.rows:
        for column, cell in zip(count.columns, row.cells, strict=True):
            if column.kind == "beside":
                assert re.search(
                    rf"{re.escape(column.name)}\W*{whole_words(cell.value or 0)}\b", page
                )
            elif cell.value:
                terms = f" = {cell.terms}" if cell.terms else ""
                assert f"{column.name} {whole_words(cell.value)}{terms}" in page
    for seat, total in enumerate(count.totals, 1):
        assert f"**{names[seat - 1]}** **{whole_words(total)}**" in listed
        assert names[seat - 1] in sheet.alt
    assert all(reason in listed and reason in sheet.alt for reason in count.reasons)
    assert len(sheet.alt) <= ALT_LIMIT
    assert sheet.counted
    assert pickle.dumps(sheet.draw), "another process draws it"


class Counting(Face):
    """A game from outside that states its count."""

    def final_count(self, views: Sequence[AnyView]) -> Count:
        return toy_count(2, over=views[-1].outcome is not None)


def test_a_game_from_outside_has_sheet_list_and_scores_from_its_count_alone() -> None:
    game = GAMES["prowler"]
    states = random_record(game, random.Random(1), 2).states()
    views, face, look = [each.view(None) for each in states], Counting(game), Look(COUNTED, COUNTED)
    running, over = face.screen(views[:-1], look), face.screen(views, look)
    assert [each.filename for each in running.drawings] == ["board.png"]
    assert "More stones decide" not in running.text
    sheet, board = over.drawings
    assert (sheet.filename, sheet.counted, board.filename) == ("sheet.png", True, "board.png")
    assert "More stones decide.\n**1.** **Ada** **18** = stones 18 (9 × 2)" in over.text
    assert "- stones 18 = 9 × 2 (found)" in face.scores(views[-1], COUNTED)
    assert opened(sheet.draw()).width == 1000
    assert Face(game).scores(views[-1], COUNTED) == Face(game).describe(views[-1], COUNTED)
