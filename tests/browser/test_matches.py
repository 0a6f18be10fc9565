"""Matches in a real browser: a newcomer alone, two players in two tabs, and Heroes Beware alone."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from renderer.prowler.layout import SIZE
from tests.browser.conftest import served
from tests.browser.page import FRAMES, Tab, board, pictures

pytestmark = pytest.mark.long
DISTRICTS = ["Banking", "Political", "Market", "Residential", "Castle"]
CATEGORIES = ["Passages", "Statues", "Items", "Districts", "Achievements"]
NUMBERS = [str(number) for number in range(1, 28)]
OTHERS = ["Menu", "What does it bring?", "Plan", "How to play", "Scores"]
PREVIEW = "If you make this move"
SKIP = "Confirm and don't ask again"
SHEET = "Mid-game scoring:"
THINKING = "The machine is thinking"
ENDED = re.compile(r"(won|shared victory), .*\d+\s:\s\d+")
TO_MOVE = re.compile(f"'s turn|begins and presses|{ENDED.pattern}")


def test_a_newcomer_plays_a_whole_match_against_the_machine(tab: Callable[[str], Tab]) -> None:
    ada = tab("Ada")
    greeting = ada.message("Which game would you like to play")
    expect(greeting).to_contain_text("Two thieves tunnel under a city")
    expect(greeting).to_contain_text("Prowlerbot")
    ada.press(greeting, "Play the machine", 0)
    expect(board(ada)).to_contain_text("Machine (easy)", ignore_case=True)
    placed, scored = 0, False
    while not ENDED.search(the_board_of(ada)):
        label = [each for each in ada.enabled(board(ada)) if each not in OTHERS][placed % 3]
        ada.press(board(ada), label)
        if placed < 3:
            confirm(ada, "Confirm" if placed < 2 else SKIP)
        elif "Back" in ada.enabled(board(ada)):
            ada.press(board(ada), "Castle")
        placed += 1
        if SHEET in the_board_of(ada) and placed < 13:
            scored = True
            assert ada.fits_on_a_screen(board(ada))
            ada.press(board(ada), "Scores")
            expect(pictures(ada.expect_private("Scores"))).to_have_count(1)
    assert placed == 13
    assert scored
    sheet = pictures(board(ada)).first.get_attribute("alt") or ""
    for category in CATEGORIES:
        assert sheet.count(category) >= 2
    expect(pictures(board(ada))).to_have_count(1)
    assert "Play again" in ada.enabled(board(ada))
    assert not [label for label in ada.enabled(board(ada)) if label.isdigit()]


def test_first_boards_fit_on_a_screen_with_a_picture_as_large_as_discord_shows_it(
    tab: Callable[[str], Tab],
) -> None:
    ada = tab("Ada")
    greeting = ada.message("Which game would you like to play")
    assert ada.fits_on_a_screen(greeting)
    ada.type_command("play")
    ada.send()
    assert ada.fits_on_a_screen(ada.expect_private("Which game would you like to play"))
    for game in (2, 1, 0):
        ada.press(greeting, "Play the machine", game)
        ada.until(lambda: THINKING not in board(ada).inner_text())
        assert ada.fits_on_a_screen(board(ada)), game
    for width in FRAMES:
        across, high = ada.framed(board(ada), width)
        assert abs(across / high - SIZE[0] / SIZE[1]) < 0.01, "in its own proportions"


def confirm(ada: Tab, label: str) -> None:
    """Confirm a preview: in a first match there is one for each move, until a player skips them."""
    if ada.message("Which marker").locator(".message-ephemeral-note").count():
        ada.press(ada.expect_private("Which marker"), "Castle")
    ada.press(ada.expect_private(PREVIEW), label)
    expect(ada.message(PREVIEW)).to_have_count(0)


def the_board_of(tab: Tab) -> str:
    """The text of the board once the machine has moved."""
    if THINKING in board(tab).inner_text():
        tab.until(lambda: THINKING not in board(tab).inner_text())
    expect(board(tab)).to_contain_text(TO_MOVE)
    return board(tab).inner_text()


def test_matches_are_kept_when_the_preview_starts_again(
    context: BrowserContext, browser_path: str, tmp_path: Path, program: list[str]
) -> None:
    assert browser_path
    with served(tmp_path, program) as url:
        ada = Tab(context.new_page(), url, "Ada")
        ada.press(ada.message("Which game would you like"), "Play the machine", 0)
        expect(board(ada)).to_contain_text("'s turn")
        expect(pictures(board(ada))).to_have_count(1)
        expect(board(ada)).not_to_contain_text("unavailable")
        the_board_of(ada)  # the page closes an open list as the machine moves
        ada.press(ada.message("Which game would you like"), "Challenge", 0)
        opponents = ada.message("Choose your opponent").locator(".select-trigger").last
        names = ada.page.locator(".select-options [role=option]:visible")
        ada.offered(names.filter(has_text="Ben"), opponents.click)
        ada.page.keyboard.press("Escape")
        ada.type_command("prowler play")
        ada.type_texts(pathway="foo")
        ada.send()
        ada.expect_private("“foo” is not a pathway")
    with served(tmp_path, program) as url:
        page = context.new_page()
        page.goto(url.partition("#")[0])
        expect(page.get_by_text("the address is not complete")).to_be_visible()
        ada = Tab(page, url, "Ada")
        ada.type_command("matches")
        ada.send()
        ada.expect_private("1 match · 1 waits for you")


def resign(tab: Tab) -> None:
    tab.press(board(tab), "Menu")
    tab.press(tab.expect_private("Menu"), "Resign")
    tab.press(tab.expect_private("Resign"), "Resign")


def challenge(ada: Tab, ben: Tab) -> None:
    ada.type_command("prowler challenge", opponent="Ben", first="I go first")
    ada.send()
    offer = ben.message("challenges you to a match")
    expect(offer).to_be_visible()
    expect(offer).to_contain_text("Two thieves tunnel under a city")
    ben.press(offer, "Accept")
    for tab in (ada, ben):
        tab.expect_private("Your first match of Prowler's Passage")


def openings(ada: Tab, ben: Tab) -> None:
    for tab in (ada, ben):
        expect(board(tab)).to_contain_text("begins and presses")
        assert tab.enabled(board(tab)) == [*DISTRICTS, "Plan", "How to play", "Menu"]
        expect(pictures(board(tab)).first).to_have_attribute("alt", re.compile("^Start.*Ben"))
    ben.press(board(ben), "Castle")
    confirm(ben, SKIP)
    expect(board(ben)).to_contain_text("opens")
    assert ben.enabled(board(ben)) == NUMBERS + OTHERS[:3]


@pytest.mark.parametrize("program", [["-m", "tests.browser.program", "endless-review"]])
def test_two_people_go_on_in_two_tabs_while_a_review_is_computed(
    context: BrowserContext, preview_url: str, tab: Callable[[str], Tab]
) -> None:
    page = context.new_page()
    page.clock.install()
    ada, ben = Tab(page, preview_url, "Ada"), tab("Ben")
    challenge(ada, ben)
    openings(ada, ben)
    resign(ben)
    expect(board(ada)).to_contain_text("Ben resigned")
    ada.press(board(ada), "Review")
    reviewing = "🔎 The "  # it is queued, or begins soon
    ada.expect_private(reviewing)
    ada.press(board(ada), "Rematch")
    ben.press(ben.message("Accept"), "Accept")
    for number in range(3):
        mover, other = (ben, ada) if number % 2 else (ada, ben)
        mover.press(board(mover), "Menu")
        other.press(board(other), "Menu")
    expect(ada.message(reviewing)).to_be_visible()
    time = page.locator("time.discord-timestamp").last
    told = time.inner_text()
    page.clock.fast_forward("30:00:00")
    expect(time).not_to_have_text(told)


def test_the_private_board_of_the_day_shows_the_machines_answer(tab: Callable[[str], Tab]) -> None:
    ada = tab("Ada")
    ada.type_command("daily")
    ada.send()
    own = ada.page.locator("#channel-timeline [data-message-id]").last
    ada.press(own, "Play", 0)
    ada.press(own, "Begin")
    if "Castle" in ada.enabled(own):  # it is Ada who begins
        ada.press(own, "Castle")
        ada.press(own, "Confirm")
    ada.until(lambda: "Look again" not in own.inner_text())
    assert ada.fits_on_a_screen(own)
    assert re.search("Machine.* (digs|opens)", own.inner_text())
    ada.type_command("puzzle")
    ada.send()
    assert ada.fits_on_a_screen(ada.expect_private("Puzzle ·"))


OPEN = "Open my board"
BACKWARDS = ("Take back", "Another", "Back", "Hint", "Invasion")
"""Buttons that do not bring the match forward."""
LATE = ("End turn", "Reveal", "Done", "No re-arming", "Choose cells", "Traps and", "Never buy")
"""Buttons to press only if there is no other."""
ENOUGH = ("Yes, done", "Done for this round", "End turn")
"""Buttons to press as soon as a player has built a tile in a round."""
TILES_A_ROUND = 1
SHORT = "Short: two rounds, with special pieces from the start"
MOST_PRESSES = 90
MOMENTS = (
    "Build up to 3 tiles",
    "1 of 3 tiles built",
    "Where does",
    "Before the invasion you can still build",
    "The invasion of round",
    r"card \d of \d",
)
"""What the private board says when it and the shared one are measured."""
WITH_MEDAL = re.compile(r"Ada ends with \d+ treasure: ")
ENDING = ["Play again", "Review", "Another game", "Last board", "Menu"]


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


@pytest.mark.parametrize("program", [["-m", "tests.browser.program", "unlimited"]])
def test_one_plays_a_short_match_alone_to_its_medal(tab: Callable[[str], Tab]) -> None:
    ada = tab("Ada")
    expect(ada.message("Which game would you like to play")).to_contain_text("Heroes Beware")
    ada.type_command("heroes challenge", seats=1, length=SHORT)
    ada.send()
    ada.press(board(ada), OPEN)
    expect(own(ada)).to_contain_text("Take a piece for your reserve")
    presses = built = 0
    measured = set[str]()
    while not WITH_MEDAL.search(board(ada).inner_text()):
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
    assert ada.enabled(board(ada)) == ENDING
    picture = pictures(board(ada)).first
    expect(picture).to_have_attribute("alt", re.compile("Final count.*Round 2"))
