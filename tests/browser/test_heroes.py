"""Heroes Beware in a real browser: a whole match alone, and building live in two tabs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.page import Tab, board, pictures

pytestmark = pytest.mark.long

OPEN = "Open my board"
BACKWARDS = ("Take back", "Another", "Back", "Hint", "Invasion")
"""Buttons that do not bring the match forward."""
LATE = ("End turn", "Reveal", "Done", "No re-arming", "Choose cells", "Traps and", "Never buy")
"""Buttons to press only if there is no other."""
ENOUGH = ("Yes, done", "Done for this round", "End turn")
"""Buttons to press as soon as a player has built a tile in a round."""
TILES_A_ROUND = 1
SHORT = "Short: two rounds, with special pieces from the start"
LIVE = "Live: everybody at once from one pile, against the clock"
MOST_PRESSES = 90
MOMENTS = (
    "Build up to 3 tiles",
    "1 of 3 tiles built",
    "Where does",
    "Before the invasion you can still build",
    "The invasion of round",
    "more cards? to come",
)
"""What the private board says when it and the shared one are measured."""
ENDED = re.compile(r"Ada ends with \d+ treasure: ")

ENDING = ["Play again", "Review", "Another game", "Last board", "Menu"]


@pytest.fixture
def program() -> list[str]:
    return ["-m", "tests.browser.program", "unlimited"]


def own(tab: Tab) -> Locator:
    """The private board, which is the last message of the channel."""
    return tab.page.locator("#channel-timeline [data-message-id]").last


def press_on(tab: Tab, built: int) -> bool:
    """Press a button that brings the match forward; returns whether that built a tile."""
    labels = [label for label in tab.enabled(own(tab)) if not label.startswith(BACKWARDS)]
    late = [label for label in labels if label.startswith(LATE)]
    first = ENOUGH if built >= TILES_A_ROUND else ()
    ends = [label for start in first for label in labels if label.startswith(start)]
    chosen = [*ends, *(label for label in labels if label not in late), *late][:1]
    builds = "▶️ Where does" in own(tab).inner_text()
    if chosen:
        tab.press(own(tab), chosen[0])
    else:
        tab.pick_first(own(tab))
    return builds


def test_one_plays_a_short_match_alone_to_its_medal(tab: Callable[[str], Tab]) -> None:
    ada = tab("Ada")
    expect(ada.message("Which game would you like to play")).to_contain_text("Heroes Beware")
    ada.type_command("heroes challenge", seats=1, length=SHORT)
    ada.send()
    ada.press(board(ada), OPEN)
    expect(own(ada)).to_contain_text("Take a piece for your reserve")
    presses = built = 0
    measured = set[str]()
    while not ENDED.search(board(ada).inner_text()):
        presses += 1
        assert presses < MOST_PRESSES
        if "tiles in the pile" not in own(ada).inner_text():
            built = 0
        built += press_on(ada, built)
        moments = [moment for moment in MOMENTS if re.search(moment, own(ada).inner_text())]
        if moments and moments[0] not in measured:
            measured.add(moments[0])
            assert ada.fits_on_a_screen(own(ada)), moments
            assert ada.fits_on_a_screen(board(ada)), moments
    assert measured == {*MOMENTS}
    ada.picture("heroes_own_end", own(ada))
    assert ada.enabled(board(ada)) == ENDING
    picture = pictures(board(ada)).first
    expect(picture).to_have_attribute("alt", re.compile("Final count.*Round 2"))
    ada.picture("heroes_end", board(ada))


def see(tab: Tab, text: str | re.Pattern[str]) -> None:
    """Wait for a text in the shared message; the bot gathers its edits while building is live."""
    found = re.compile(re.escape(text) if isinstance(text, str) else text)
    tab.until(lambda: found.search(board(tab).inner_text()))


def drop_what_is_in_hand(tab: Tab) -> None:
    expect(own(tab)).to_contain_text("In your hand")
    tab.press(own(tab), "Drop it")
    expect(own(tab)).to_contain_text("Or take one that lies face up.")


def test_two_build_live_from_one_pile_and_the_faster_one_gets_a_tile(
    tab: Callable[[str], Tab],
) -> None:
    ada, ben = tab("Ada"), tab("Ben")
    ada.type_command("heroes challenge", opponent="Ben", build=LIVE, clock="10 minutes")
    ada.send()
    ben.look_again()
    asked = ben.message("challenges you")
    expect(asked).to_contain_text("You build live")
    expect(asked).to_contain_text("All players together have 10:00")
    ben.press(asked, "Accept")
    see(ada, "the clock starts with the first move")
    ada.press(board(ada), "Flip (64 left)")
    see(ben, "Time runs out")
    ben.press(board(ben), "Flip (63 left)")
    for player in (ada, ben):
        see(player, "Flip (62 left)")
        player.press(board(player), OPEN)
    drop_what_is_in_hand(ben)
    see(ada, re.compile(r"Ben drops the \w+"))
    (lying,) = [label for label in ada.enabled(board(ada)) if re.match(r"\d+ · ", label)]
    drop_what_is_in_hand(ada)
    ben.look_again()
    ada.press(own(ada), lying)
    expect(own(ada)).to_contain_text("In your hand")
    ada.picture("heroes_live", board(ada))
    ada.picture("heroes_own_live", own(ada))
    ben.look_again()  # the bot redraws the board of the slower player
    expect(ben.button(own(ben), lying)).to_have_count(0)
