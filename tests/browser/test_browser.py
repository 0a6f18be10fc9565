"""A whole match in a real browser: two tabs, real clicks, the real pictures and database."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.page import Tab, pictures

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.timeout(300), pytest.mark.long]

TITLE = "Prowler's Passage"
DISTRICTS = ["Banking", "Political", "Market", "Residential", "Castle"]
CATEGORIES = ["Passages", "Statues", "Items", "Districts", "Achievements"]
NUMBERS = [str(number) for number in range(1, 28)]
OTHERS = ["Menu", "What does it bring?", "Plan"]
PREVIEW = "If you make this move"
SHEET = "Mid-game scoring"


def test_two_players_play_a_whole_match(tab: Callable[[str], Tab]) -> None:
    ada, ben = tab("Ada"), tab("Ben")
    challenge(ada, ben)
    openings(ada, ben)
    taken = [placement(ada, ben, number) for number in range(1, 27)]
    assert len(set(taken)) == 26
    assert "7_wild_shovel" in ada.pictured | ben.pictured
    the_end(ada, ben)


def board(tab: Tab) -> Locator:
    return tab.message(TITLE + " · match")


def challenge(ada: Tab, ben: Tab) -> None:
    ada.ask_for_commands("prowler")
    ada.picture("0_commands")
    ada.type_command("prowler challenge", opponent="Ben", first="I go first")
    ada.picture("1_picker")
    ada.send()
    offer = ben.message("challenges you to a match")
    expect(offer).to_be_visible()
    ben.picture("2_challenge", offer)
    expect(offer).to_contain_text("Two thieves tunnel under a city")
    ben.press(offer, "Accept")
    for tab in (ada, ben):
        tab.expect_private("Your first match of Prowler's Passage")


def openings(ada: Tab, ben: Tab) -> None:
    for tab in (ada, ben):
        expect(board(tab)).to_contain_text("opens: choose one control marker")
        assert tab.enabled(board(tab)) == [*DISTRICTS, "Plan", "Menu"]
        alt = pictures(board(tab)).first
        expect(alt).to_have_attribute("alt", re.compile("^Start.*Ben"))
    ben.picture("3_opening", board(ben))
    ben.press(board(ben), "Castle")
    skip(ben)
    expect(board(ben)).to_contain_text("opened")
    assert ben.enabled(board(ben)) == NUMBERS + OTHERS
    ask_for_more(ada, ben)


def skip(tab: Tab) -> None:
    """Confirm the preview of a first move; all later moves count at once."""
    tab.press(tab.expect_private(PREVIEW), "Confirm, and skip this from now on")
    expect(tab.message(PREVIEW)).to_have_count(0)


def ask_for_more(ada: Tab, ben: Tab) -> None:
    """Scores and Menu answer the presser; the other player sees no answer."""
    expect(board(ada)).to_contain_text("Ada's turn")
    private = ben.page.locator(".message-ephemeral-note")
    others = private.count()
    ada.press(board(ada), "Menu")
    ada.press(ada.expect_private("Menu"), "Scores")
    told = ada.expect_private("Wealth so far")
    for category in CATEGORIES:
        expect(told).to_contain_text(category)
    ada.press(board(ada), "Menu")
    menu = ada.expect_private("Menu")
    ada.picture("4_menu", menu)
    ada.press(menu, "Describe")
    ada.expect_private("Free pathways")
    ada.press(menu, "How to play")
    ada.picture("5_rules", ada.expect_private("in short"))
    ben.page.wait_for_timeout(600)  # a poll of the page
    expect(private).to_have_count(others)


def placement(ada: Tab, ben: Tab, number: int) -> str:
    """Place on a free pathway, chosen by a fixed rule; returns its number."""
    mover, other = (ada, ben) if number % 2 else (ben, ada)
    here = board(mover)
    expect(here).to_contain_text(f"{mover.player}'s turn")
    free = [label for label in mover.enabled(here) if label not in OTHERS]
    assert len(free) == 28 - number
    label = free[number * 7 % len(free)]
    mover.press(here, label)
    if number == 1:
        skip(mover)
    if "Back" in mover.enabled(here):
        wild_shovel(mover, label, look="7_wild_shovel" not in mover.pictured | other.pictured)
    if number < 26:
        expect(board(mover)).to_contain_text(f"{other.player}'s turn")
        expect(mover.button(board(mover), label)).to_be_disabled()
    expect(board(mover)).to_contain_text(f"dug {label}")
    expect(pictures(board(mover)).first).to_have_attribute("alt", re.compile(mover.player))
    if number == 12:
        mover.picture("6_middle", board(mover))
    if SHEET in board(mover).inner_text() and number < 26:
        expect(pictures(board(mover))).to_have_count(2)
        other.picture("8_mid_game_sheet", pictures(board(other)).last)
    return label


def wild_shovel(tab: Tab, label: str, *, look: bool) -> None:
    """Answer the choice; the first time, go back once and open it again."""
    here = board(tab)
    assert tab.enabled(here) == [*DISTRICTS, "Back"]
    if look:
        tab.picture("7_wild_shovel", here)
        tab.press(here, "Back")
        assert label in tab.enabled(here)
        tab.press(here, label)
    tab.press(here, "Market")


def the_end(ada: Tab, ben: Tab) -> None:
    for tab in (ada, ben):
        here = board(tab)
        expect(here).to_contain_text(re.compile(r"(won|shared victory), .*\d+ : \d+"))
        sheet = pictures(here).first.get_attribute("alt") or ""
        for category in CATEGORIES:
            assert sheet.count(category) >= 2
        expect(pictures(here)).to_have_count(2)
        assert not [label for label in tab.enabled(here) if label.isdigit()]
        assert "Rematch" in tab.enabled(here)
    ben.picture("9_final", board(ben))
    ada.picture("9_final_sheet", pictures(board(ada)).first)
