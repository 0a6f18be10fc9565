"""Landgrab in a real browser: a match of two to its end, and a map that is finished by lot."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.page import Tab, board, pictures

pytestmark = pytest.mark.long

TO_DO = re.compile(r"(?:▶️\s*|⚠️.*?stands\.\s*)(Ada|Ben)")
DRAW = "Draw the rest"
OTHERS = {"Menu", "Plan", DRAW, "Back"}
FIGHT = re.compile(r"Attack (?:Ada|Ben) · ♥+ · win 46%, lose 46%")


@pytest.fixture
def program() -> list[str]:
    return ["-m", "tests.browser.program", "small-maps"]


def begin(ada: Tab, ben: Tab, map_: str) -> None:
    ada.type_command("landgrab challenge", opponent="Ben", map=map_)
    ada.send()
    ben.look_again()
    lobby = ben.message("Accept")
    expect(lobby).to_contain_text("Race over a map")
    ben.press(lobby, "Accept")


def mover(seen: Tab, other: Tab) -> Tab:
    """The player to move, as the board in the first tab says; the second one is brought up to date
    for that.
    """
    (name,) = TO_DO.findall(board(seen).inner_text())
    if name == seen.player:
        return seen
    other.look_again()
    return other


def moves(tab: Tab) -> list[str]:
    return [label for label in tab.enabled(board(tab)) if label not in OTHERS]


def test_two_people_fight_on_a_small_map_until_one_is_left(tab: Callable[[str], Tab]) -> None:
    ada, ben = tab("Ada"), tab("Ben")
    begin(ada, ben, "Duel: a fixed map with all buildings, for 2")
    who, turns = ben, 0
    while "Rematch" not in who.enabled(board(who)):
        who = mover(who, ben if who is ada else ada)
        offered = moves(who)
        fights = [label for label in offered if FIGHT.fullmatch(label)]
        who.press(board(who), (fights or offered)[0])
        if "Back" in who.enabled(board(who)):
            expect(board(who)).to_contain_text("begins on which square?")
            who.press(board(who), moves(who)[0])
        turns += 1
        if turns == 3:
            assert fights, "they stand next to each other from the start"
            expect(board(who)).to_contain_text(re.compile(r"attacks .*\d+ to \d+"))
            who.picture("landgrab_fight", board(who))
        if turns == 7:  # the first boards tell the goal too
            assert who.fits_on_a_screen(board(who))
        assert turns < 60
    ada.look_again()
    expect(pictures(board(ada))).to_have_count(1)
    picture = pictures(board(ada)).first
    expect(picture).to_have_attribute("alt", re.compile("Final count.*standing 5"))
    expect(picture).to_have_attribute("alt", re.compile("One pawn is left standing"))
    ada.picture("landgrab_end", board(ada))


def test_a_map_is_begun_together_and_finished_by_lot(tab: Callable[[str], Tab]) -> None:
    ada, ben = tab("Ada"), tab("Ben")
    begin(ada, ben, "Together: you build it first, for 2 to 4")
    who = mover(ben, ada)
    who.press(board(who), moves(who)[0])
    who.press(board(who), moves(who)[0])
    expect(board(who)).to_contain_text(re.compile("places a tile at"))
    ada.look_again()
    ada.press(board(ada), DRAW)
    ben.look_again()
    question = ben.message("Agree: draw the rest")
    ben.picture("landgrab_question", question)
    ben.press(question, "Agree: draw the rest")
    who = mover(ben, ada)
    expect(board(who)).to_contain_text("The rest of the set-up was drawn by lot")
    expect(board(who)).to_contain_text("chooses a spawn")
    assert DRAW not in who.enabled(board(who))
    who.picture("landgrab_drawn", board(who))
