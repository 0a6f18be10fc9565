"""A small tournament in a real browser, from the command to the picture to keep."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.page import Tab, pictures
from tests.browser.program import LATER

pytestmark = pytest.mark.long

CUP = "Friday Cup"
OPENING = "begins and presses"


@pytest.fixture
def program() -> list[str]:
    return ["-m", "tests.browser.program", "four"]


def test_four_play_a_knock_out(tab: Callable[[str], Tab], tmp_path: Path) -> None:
    ada = tab("Ada")
    create(ada)
    for player in ("Dora", "Cleo", "Ben", "Ada"):
        ada.see_as(player)
        ada.press(ada.message(CUP), "Join")
    expect(ada.message(CUP)).to_contain_text("Dora, Cleo, Ben and Ada")
    ada.picture("1_joined", ada.message(CUP))
    ada.press(ada.message(CUP), "Rules")
    ada.picture("2_rules", ada.expect_private("The loser of a match is out."))
    (tmp_path / LATER).touch()
    for number, matches, name in ((1, 2, "Semi-finals"), (2, 1, "Final")):
        news = appears(ada, f"{CUP} · {name}")
        assert news.inner_text().count("board") == matches
        ada.picture(f"3_round_{number}", news)
        for _ in range(matches):
            resign(ada)
    end = appears(ada, "won!")
    expect(pictures(end)).to_have_count(1)
    ada.picture("4_end", end)
    main = ada.page.locator("#channel-timeline [data-message-id]").filter(has_text="hosted by")
    ada.picture("5_message", main.first)
    ada.press(end, "Standings")
    bracket = ada.expect_private(CUP)
    expect(pictures(bracket)).to_have_count(1)
    ada.picture("6_standings", bracket)
    ada.press(end, "Record file")
    ada.expect_private("The records of Friday Cup, 3 matches.")


def create(ada: Tab) -> None:
    ada.type_command(
        "tournament create",
        game="Prowler's Passage",
        format="Knock-out",
        pace="10 minutes a move",
        check_in="None",
    )
    ada.type_texts(starts="in 10 minutes", name=CUP)
    ada.picture("0_create")
    ada.send()


def appears(tab: Tab, text: str) -> Locator:
    """The newest message with this text, once the bot has posted it by itself."""
    return tab.until(lambda: found if (found := tab.message(text)).count() else None)


def resign(tab: Tab) -> None:
    """The player whose turn it is on the newest board that is not over resigns."""
    found = re.search(r"(\w+)\s+begins and presses", tab.message(OPENING).inner_text())
    assert found is not None
    tab.see_as(found[1])
    tab.press(tab.message(OPENING), "Menu")
    tab.press(tab.expect_private("Menu"), "Resign")
    tab.press(tab.expect_private("Resign"), "Resign")
    tab.see_as("Ada")
