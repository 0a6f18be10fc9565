"""The browser of this computer, and a tab of the preview: tests find buttons by their labels."""

import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NotInTime

from tests.patience import patiently

_T = TypeVar("_T")
READY = """() => { const s = window.simcordPreview;
  return !!(s && s.ready && s.awaitingRevision === null); }"""
_TAKEN = """const a = window.simcordPreview.pendingAction;
  return a ? [a.kind, a.requestId] : ["", ""];"""
_CLICK = f"(it) => {{ if (it.isConnected) it.click(); {_TAKEN} }}"
_PICK = f"""(it) => {{ if (it.isConnected) it.click();
  [...document.querySelectorAll("[role=option]")].find(it => it.checkVisibility())?.click();
  {_TAKEN} }}"""
_TAKE = "(it) => it.isConnected && (it.click(), true)"
_RECEIPT = """(id) => { const s = window.simcordPreview;
  const a = s.activity.find(a => a.requestId === id);
  return a && s.ready && s.awaitingRevision === null && s.publishedRevision >= a.revision
    ? a : null; }"""
SEES_AS = """(id) => { const s = window.simcordPreview;
  return s.ready && s.awaitingRevision === null && s.viewerId === id; }"""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE = 1000
NARROW = 400
FRAMES = {WIDE: (600, 350), NARROW: (312, 400)}
"""The most that Discord shows of a picture, as wide and as high, on a computer and on a phone."""
SCREEN = {WIDE: 800, NARROW: 760}
"""The most height of a usual board with its buttons: that of a screen."""
_HEIGHT = 1200
_PAUSE_MS = 300  # milliseconds between two looks
_OFFERED_MS = 5_000
"""Milliseconds after which a list is asked for again; a page that was busy never shows it."""
_STALE = "stale-revision"


def find_browser() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


_PICTURE = 'img[alt*=" "]'


def pictures(message: Locator) -> Locator:
    """The pictures of a message, each with a description; emoji have only a name."""
    return message.locator(_PICTURE)


def board(tab: "Tab") -> Locator:
    """The newest message for all with a picture."""
    messages = tab.page.locator("#channel-timeline [data-message-id]")
    shown = messages.filter(has=tab.page.locator(_PICTURE))
    return shown.filter(has_not=tab.page.locator(".message-ephemeral-note")).last


class Tab:
    """A browser tab in which one player looks at the channel."""

    def __init__(self, page: Page, url: str, player: str) -> None:
        self.page = page
        page.goto(url)
        self.see_as(player)

    def see_as(self, player: str) -> None:
        """Look through the eyes of a player from now on."""
        self.player = player
        self.page.bring_to_front()
        self.page.wait_for_function(READY)
        picker = self.page.get_by_label("Viewing as")
        wanted = picker.get_by_role("option", name=player, exact=True).get_attribute("value")
        picker.select_option(value=wanted)
        self.page.wait_for_function(SEES_AS, arg=wanted)

    # ------------------------------------------------------------------ messages

    def message(self, text: str) -> Locator:
        """The newest message with this text."""
        log = self.page.locator("#channel-timeline")
        return log.locator("[data-message-id]").filter(has_text=text).last

    def button(self, message: Locator, label: str) -> Locator:
        # Invisible signs before a digit make it as wide as two digits.
        exactly = re.compile(rf"^[\u200b\u2007]*{re.escape(label)}$")
        words = self.page.locator(".button-label").get_by_text(exactly)
        return message.locator("button.component-button").filter(has=words)

    def enabled(self, message: Locator) -> list[str]:
        """The labels of the buttons that can be pressed."""
        found = message.locator("button.component-button:not([disabled]) .button-label")
        return [label.strip("\u200b\u2007") for label in found.all_inner_texts()]

    def expect_private(self, text: str) -> Locator:
        """A message that only this player can see."""
        message = self.message(text)
        expect(message.locator(".message-ephemeral-note")).to_contain_text("Only you can see this")
        return message

    def framed(self, message: Locator, width: int) -> tuple[int, int]:
        """How wide and high a message's first picture is once it fills Discord's frame in a tab."""
        self.page.set_viewport_size({"width": width, "height": _HEIGHT})
        self.page.wait_for_function(READY)
        most_across, most_high = FRAMES[width]

        def size() -> tuple[int, int] | None:
            box = pictures(message).first.bounding_box()
            across, high = (round(box["width"]), round(box["height"])) if box else (0, 0)
            fills = across == most_across or high == most_high
            return (across, high) if fills and across <= most_across and high <= most_high else None

        return self.until(size)

    def fits_on_a_screen(self, message: Locator) -> bool:
        """Whether somebody sees the whole message at once, on a computer and on a phone."""
        heights = {}
        for width in SCREEN:
            self.framed(message, width)
            box = message.bounding_box()
            heights[width] = box["height"] if box else 0
        self.page.set_viewport_size({"width": WIDE, "height": _HEIGHT})
        self.page.wait_for_function(READY)
        return all(0 < heights[width] <= most for width, most in SCREEN.items())

    # ------------------------------------------------------------------ actions of the player

    def press(self, message: Locator, label: str, number: int | None = None) -> None:
        """Press a button; ``number`` counts from 0 the buttons with the same label."""
        button = self.button(message, label)
        if number is not None:
            button = button.nth(number)
        self._do("click", button)

    def pick_first(self, message: Locator) -> None:
        """Open the first menu of a message and choose the first of its options."""
        self._do("select", message.locator(".select-trigger").first, _PICK)

    def look_again(self) -> None:
        """Fetch the messages that others have caused; the page does not fetch them by itself."""
        self._do("refresh", self.page.get_by_role("button", name="Refresh preview"))

    def until(self, fact: Callable[[], _T | None]) -> _T:
        """Look again until something is so that the bot does by itself; returns what is so."""
        for _ in patiently():
            self.look_again()
            if found := fact():
                return found
            self.page.wait_for_timeout(_PAUSE_MS)
        raise AssertionError(fact)

    def ask_for_commands(self, group: str) -> None:
        """Type the beginning of a command, which opens the list of commands."""
        self.page.bring_to_front()
        self.page.locator("#channel-composer-input").click()
        self.page.locator("#channel-composer-input").fill("/" + group)

    def type_command(self, command: str, **options: str | int) -> None:
        """Fill in a slash command, without sending it."""
        commands = self.page.get_by_role("listbox", name="Application commands")
        offered = commands.get_by_role("option")
        self._take(
            offered.filter(has=self.page.get_by_text("/" + command, exact=True)),
            lambda: self.ask_for_commands(command.split(maxsplit=1)[0]),
        )
        for name, value in options.items():
            if isinstance(value, str):
                self._suggested(name, value)
            else:
                self._fill(name, value)

    def _suggested(self, name: str, value: str) -> None:
        """Type a value and take the suggestion of that name."""
        suggestions = self.page.locator("#command-suggestion-listbox").get_by_role("option")
        wanted = suggestions.filter(has=self.page.get_by_text(value, exact=True)).first
        self._take(wanted, lambda: self._fill(name, value))

    def offered(self, option: Locator, ask: Callable[[], None]) -> None:
        """Ask for a list, as often as the page drops that, until it has an option.

        A busy page asks nobody for the list, and the bot's answer to what is asked just as it posts
        something is refused.
        """
        for _ in patiently():
            self.page.wait_for_function(READY)
            ask()
            with suppress(NotInTime):
                option.wait_for(timeout=_OFFERED_MS)
                return

    def _take(self, option: Locator, ask: Callable[[], None]) -> None:
        """Take an option of a list; the page replaces an open list whenever it changes."""
        for _ in patiently():
            self.offered(option, ask)
            with suppress(NotInTime):
                if option.evaluate(_TAKE, timeout=_OFFERED_MS):
                    return

    def type_texts(self, **options: str) -> None:
        """Fill in more options of the command, as free text."""
        for name, value in options.items():
            self._fill(name, value)

    def _fill(self, name: str, value: str | int) -> None:
        composer = self.page.locator("#channel-composer")
        field = composer.locator(f'input.command-option-input[data-option="{name}"]')
        if not field.count():  # an optional one hides behind “+1 more”
            self._take(
                composer.locator(f'[role="option"][data-value="{name}"]'),
                composer.locator(".command-ghost").click,
            )
        field.click()
        field.fill(str(value))

    def send(self) -> None:
        self._do("run_command", self.page.locator("#send-message"))

    def _do(self, kind: str, button: Locator, click: str = _CLICK) -> None:
        """Click until the page takes it, and wait until exactly this act is answered and shown.

        The page takes a click at once or never: while it is busy, with its own new size for one, it
        drops it, and so does a button that it has just replaced. All of a click is one event,
        before and after which the page may put another button there. Discord's stand-in refuses
        what was pressed on an outdated page before anything comes of it. So nothing is done twice.
        """
        self.page.bring_to_front()
        for _ in patiently():
            expect(button).to_be_visible()
            expect(button).to_be_enabled()
            self.page.wait_for_function(READY)
            taken, request = button.evaluate(click)
            if taken != kind:
                continue
            receipt = self.page.wait_for_function(_RECEIPT, arg=request).json_value()
            if not any(each["code"] == _STALE for each in receipt["diagnostics"]):
                assert not receipt["rejected"], receipt
                assert receipt["settlement"] == "settled", receipt
                return
            self.look_again()  # the bot has posted something by itself just before
