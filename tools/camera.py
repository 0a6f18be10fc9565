"""A browser that takes pictures of messages in the preview, as wide as a computer and a phone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import simcord
from playwright.async_api import BrowserContext, Page, async_playwright

from preview import OwnPictures, key_menus_by_custom_id, patch_files
from tests.browser.page import FLAGS, NARROW, READY, SEES_AS, WIDE, find_browser
from tests.discord.message import Message
from tests.patience import HUNG
from tests.walk.stage import LOCALES, Stage

_HEIGHT = 4_000
"""Pixels; the longest message fits in."""
_FRESH = """(before) => { const s = window.simcordPreview;
  return s.ready && s.awaitingRevision === null && s.publishedRevision > before; }"""


class Camera:
    """Looks at one channel as one of its members sees it."""

    def __init__(self, page: Page, folder: Path) -> None:
        self._page = page
        self._folder = folder
        self.taken: set[Path] = set()

    async def look(
        self, name: str, viewer: simcord.MemberActor, messages: tuple[Message, ...]
    ) -> None:
        await self._see_as(viewer)
        await self._refresh()
        for width in (WIDE, NARROW):
            await self._page.set_viewport_size({"width": width, "height": _HEIGHT})
            await self._page.wait_for_function(READY)
            for number, message in enumerate(messages):
                suffix = f"_{number + 1}" if len(messages) > 1 else ""
                path = self._folder / f"{name}{suffix}_{width}.png"
                if path in self.taken:
                    raise ValueError(f"two scenes show “{name}”")
                found = self._page.locator(f'article[data-message-id="{message.id}"]')
                await found.screenshot(path=path)
                self.taken.add(path)

    async def _see_as(self, viewer: simcord.MemberActor) -> None:
        picker = self._page.get_by_label("Viewing as")
        if await picker.input_value() != str(viewer.id):
            await picker.select_option(value=str(viewer.id))
            await self._page.wait_for_function(SEES_AS, arg=str(viewer.id))

    async def _refresh(self) -> None:
        before = await self._page.evaluate("() => window.simcordPreview.publishedRevision")
        await self._page.locator("#refresh").click()
        await self._page.wait_for_function(_FRESH, arg=before)


@asynccontextmanager
async def browsing() -> AsyncIterator[BrowserContext]:
    key_menus_by_custom_id()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        # The page's own rules forbid the functions that Playwright waits by.
        context = await browser.new_context(bypass_csp=True, reduced_motion="reduce")
        context.set_default_timeout(1_000 * HUNG)
        yield context
        await browser.close()


@asynccontextmanager
async def watching(context: BrowserContext, stage: Stage, folder: Path) -> AsyncIterator[Camera]:
    """A camera for a stage; its pictures go into the folder."""
    viewers = [stage.ada, stage.ben, stage.cleo, stage.fay, stage.gil]
    preview = stage.env.preview(
        stage.channel, viewers=viewers, layout="channel", locale=LOCALES[stage.language]
    )
    patch_files(preview)
    async with preview as served:
        served._media_worker = OwnPictures()  # noqa: SLF001 - SimCord has no other way to it
        page = await context.new_page()
        await page.goto(served.url)
        await page.wait_for_function(READY)
        yield Camera(page, folder)
        await page.close()
