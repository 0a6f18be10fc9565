"""Take pictures of every message that players and admins can get: ``make screens``.

The preview shows each one 1000 and 400 pixels wide, in all languages and themes or the given ones.
At the end this prints the messages of the catalogue that no scene has shown.
"""

from __future__ import annotations

import argparse
import asyncio
from gettext import NullTranslations
from pathlib import Path

import pytest

from prowlerbot.core import i18n
from prowlerbot.core.i18n import LANGUAGES, Language
from prowlerbot.match.preferences import Theme
from tests.catalogues import forms, template
from tests.discord.room import (
    let_everybody_be_called,
    let_everybody_be_experienced,
    let_everybody_post,
)
from tests.walk.scenes import NEWCOMERS, SCENES
from tests.walk.stage import staged
from tools.camera import browsing, watching

THEMES: tuple[Theme, ...] = ("night", "day", "safe")


class Listening(NullTranslations):
    """A catalogue that notes each message that it is asked for."""

    def __init__(self, real: NullTranslations, heard: set[str]) -> None:
        super().__init__()
        self._real = real
        self._heard = heard

    def gettext(self, message: str) -> str:
        self._heard.add(message)
        return self._real.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._heard.add(msgid1)
        return self._real.ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._real.pgettext(context, message)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--theme", choices=THEMES, action="append")
    names = [scene.__name__ for scene in SCENES]
    parser.add_argument("--scene", choices=names, action="append")
    arguments = parser.parse_args()
    heard: set[str] = set()
    real = i18n._catalogue  # noqa: SLF001 - all that is told passes here
    i18n._catalogue = lambda language: Listening(real(language), heard)  # type: ignore[assignment]  # noqa: SLF001 - without its cache
    for language in arguments.language or LANGUAGES:
        for theme in arguments.theme or THEMES:
            folder = arguments.folder / f"{language}_{theme}"
            folder.mkdir(parents=True, exist_ok=True)
            asyncio.run(walk(folder, language, theme, arguments.scene or names))
    for message in template():
        told = forms(message.id)[0] if message.id else ""
        if told and not message.context and told not in heard:
            print(f"not told: {told}")  # noqa: T201 - what a translator has to read elsewhere


async def walk(folder: Path, language: Language, theme: Theme, scenes: list[str]) -> None:
    async with browsing() as context:
        for scene in SCENES:
            if scene.__name__ not in scenes:
                continue
            with pytest.MonkeyPatch.context() as patch:
                let_everybody_be_called(patch)
                let_everybody_post(patch)
                if scene not in NEWCOMERS:
                    let_everybody_be_experienced(patch)
                async with (
                    staged(language, theme) as stage,
                    watching(context, stage, folder) as camera,
                ):
                    await stage.open(camera.look)
                    await scene(stage)
            done = f"{folder.name}: {scene.__name__}, {len(camera.taken)} pictures"
            print(done, flush=True)  # noqa: T201 - it takes a while


if __name__ == "__main__":
    main()
