"""A newcomer alone: a whole match against the machine, as the invitation offers it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.page import Tab
from tests.browser.program import PROGRAM

pytestmark = [pytest.mark.xdist_group("browser"), pytest.mark.timeout(300), pytest.mark.long]

TITLE = "Prowler's Passage"
OTHERS = ["Menu"]
ENDED = re.compile(r"(won|shared victory), .*\d+ : \d+")
PREVIEW = "If you make this move"
THINKING = "The machine is thinking"
SKIP = "Confirm, and skip this from now on"
PATIENCE = 60
"""Seconds."""


@pytest.fixture
def program() -> list[str]:
    """The same preview that a newcomer starts."""
    return [str(PROGRAM)]


def test_a_newcomer_plays_a_whole_match_against_the_machine(tab: Callable[[str], Tab]) -> None:
    ada = tab("Ada")
    greeting = ada.message("Which game do you play")
    expect(greeting).to_contain_text("Two thieves tunnel under a city")
    expect(greeting).to_contain_text("Prowlerbot")
    ada.picture("alone_0_greeting", greeting)
    ada.press(greeting, "Play now", 0)
    placed = 0
    while not over(ada):
        if placed == 0:
            expect(board(ada)).to_contain_text("Machine (easy)", ignore_case=True)
            ada.picture("alone_1_start", board(ada))
        label = [each for each in ada.enabled(board(ada)) if each not in OTHERS][placed % 3]
        ada.press(board(ada), label)
        if placed < 3:
            confirm(ada, "Confirm" if placed < 2 else SKIP, look=not placed)
        elif "Back" in ada.enabled(board(ada)):
            ada.press(board(ada), "Castle")
        placed += 1
        if placed == 1:
            expect(board(ada)).to_contain_text(THINKING)
            ada.picture("alone_2_thinking", board(ada))
        wait_for_the_machine(ada)
        if placed == 6:
            expect(board(ada)).to_contain_text(re.compile(r"machine \(easy\).* dug", re.IGNORECASE))
            ada.picture("alone_3_answered", board(ada))
    assert placed == 13
    expect(board(ada)).to_contain_text(ENDED)
    assert "Play again" in ada.enabled(board(ada))
    ada.picture("alone_4_end", board(ada))


def confirm(ada: Tab, label: str, *, look: bool) -> None:
    """Confirm a preview: in a first match there is one for each move, until a player skips them."""
    if ada.message("Which marker").locator(".message-ephemeral-note").count():
        ada.press(ada.expect_private("Which marker"), "Castle")
    shown = ada.expect_private(PREVIEW)
    if look:
        ada.picture("alone_1_preview", shown)
    ada.press(shown, label)
    expect(ada.message(PREVIEW)).to_have_count(0)


def board(tab: Tab) -> Locator:
    return tab.message(TITLE + " · match")


def over(tab: Tab) -> bool:
    wait_for_the_machine(tab)
    return bool(ENDED.search(board(tab).inner_text()))


def wait_for_the_machine(tab: Tab) -> None:
    """Wait for the move of the machine, which takes long on a busy computer."""
    patient_until = time.monotonic() + PATIENCE
    while THINKING in board(tab).inner_text():
        assert time.monotonic() < patient_until, "the machine does not move"
        tab.page.wait_for_timeout(200)
        tab.look_again()
    expect(board(tab)).to_contain_text(re.compile(f"'s turn|opens: choose|{ENDED.pattern}"))
