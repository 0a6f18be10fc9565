"""What the games say in whole matches, for whoever translates: ``make faces``.

Words that a sentence takes in show only there: a case that is wrong, or an article too many. Each
language has a file with the position in words, the news, the line for calls, the scores and the
labels of the keys. English stands above each line, and of lines that differ in numbers and squares
alone the first one stands there.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from cogs.contract.screen import Look, keys_of
from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from tests.cogs.games.shown import FACES, MATCHES, match, sampled, views

NAMES = ("Anna", "Ben", "Cleo", "Ígor")
"""Two begin with a vowel, as some languages have other words before those."""
_VARIES = re.compile(r"\b[A-L]?\d+\b|\b(?:Anna|Ben|Cleo|Ígor)\b")


def texts(game: str, setup: str, seed: int) -> Iterator[str]:
    """All texts of a match, in the language that is spoken."""
    face, line, names = FACES[game], match(game, setup, seed), NAMES[: int(setup[0])]
    look = Look(names, names)
    for ply in sampled(line):
        for viewer in (None, 1) if face.private else (None,):
            seen = views(line[: ply + 1][-60:], viewer)
            yield face.describe(seen[-1], names)
            yield face.news(seen, names)
            yield face.recap(seen, names)
            yield face.scores(seen[-1], names)
            screen = face.screen(seen, look)
            yield screen.text
            yield from (key.label for row in screen.rows for key in keys_of(row))
            yield from (drawing.alt for drawing in screen.drawings)
    yield from (chapter.label for chapter in face.chapters(views(line, None)))


def lines(language: Language) -> Iterator[str]:
    """Each line in English, then in the language; the text as a whole if it has other lines."""
    seen = set[str]()
    for game, setup, seed in MATCHES:
        yield f"# {game}, {setup}, {seed}"
        told = []
        for each in ("en", language):
            with speaking(each):
                told.append([*texts(game, setup, seed)])
        for texts_told in zip(*told, strict=True):
            split = [text.splitlines() for text in texts_told]
            alike = len({*map(len, split)}) == 1
            for english, other in zip(*split, strict=True) if alike else [texts_told]:
                if english and (shape := _VARIES.sub("#", english)) not in seen:
                    seen.add(shape)
                    yield f"{english}\n→ {other}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    others = [each for each in LANGUAGES if each != "en"]
    parser.add_argument("language", nargs="*", choices=[*others, []], help="none: all")
    parser.add_argument("--folder", type=Path, default=Path("screens/faces"))
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for language in arguments.language or others:
        text = "\n\n".join(lines(language))
        (arguments.folder / f"{language}.md").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
