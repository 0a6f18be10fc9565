"""The common part of all pictures of competitions: names, headings, and pages of rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from cogs.competitions.views.competition_text import (
    format_words,
    name_of,
    plain_name_of,
    plain_title,
)
from cogs.contract.screen import TEXT_LIMIT
from prowlerbot.competitions.competition_record import Competition, Format
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.pairings import rounds_in_all
from prowlerbot.core.i18n import tr
from renderer.competition import Heading
from renderer.competition.table import windows

MOST_WORDS = TEXT_LIMIT - 400
"""The most letters of words; the rest is for the name of the competition above them."""


@dataclass(frozen=True)
class Shown:
    """A competition for a view. ``game`` is the title of its game; ``cover`` draws the cover of the
    game in the reader's colours. ``now`` is in epoch seconds. ``words`` is true if words come
    first.
    """

    stored: Stored
    game: str
    cover: Callable[[], bytes]
    now: int = 0
    words: bool = False

    @property
    def competition(self) -> Competition:
        return self.stored.competition

    @property
    def format(self) -> Format:
        return self.competition.terms.format

    def player(self, player: int) -> str:
        """The name of a player for pictures and plain texts."""
        return plain_name_of(self.stored, player)

    def marked_player(self, player: int) -> str:
        """The name of a player for a text with markdown."""
        return f"**{name_of(self.stored, player)}**"

    def heading(self, *parts: str) -> Heading:
        """The heading of a picture; ``parts`` follow the game and the format."""
        line = " · ".join(filter(None, (self.game, *format_words(self.stored), *parts)))
        return Heading(plain_title(self.stored), line)


NameOf = Callable[[int], str]
"""The name of a player in a text of one kind."""
Words = Callable[[NameOf], list[str]]
"""Lines of text, made with such names."""


@dataclass(frozen=True, slots=True)
class Part:
    """One picture of several: ``draw`` takes the theme, ``lines`` say the same in words."""

    draw: Callable[..., bytes]
    heading: Heading
    lines: Words


def row_windows(shown: Shown, count: int, most: int, *columns: Words) -> list[range]:
    """Rows in pieces of about the same size; each of ``columns`` has a line for each row.

    If words come first, the words of a piece fit in a message.
    """
    words = [each(shown.marked_player) for each in columns] if shown.words else []

    def fits(size: int) -> bool:
        pieces = windows(count, size)
        return all(
            len("\n".join(lines[rows.start : rows.stop])) <= MOST_WORDS
            for lines in words
            for rows in pieces
        )

    return windows(count, next(filter(fits, range(most, 1, -1)), 1))


def state_words(competition: Competition) -> str:
    """The present round, or the end; empty without rounds."""
    course = competition.course
    if course.ended:
        return tr("Final standings")
    if course.began is None or competition.terms.at_once or not course.round:
        return ""
    if competition.terms.format is Format.LADDER:
        return ""
    return tr("Round {round} of {rounds}", round=course.round, rounds=rounds_in_all(competition))


def season_words(shown: Shown) -> list[str]:
    """The season of a league or ladder, in words; empty for a tournament."""
    if shown.format in {Format.LEAGUE, Format.LADDER}:
        return [tr("Season {season}", season=shown.stored.season)]
    return []


def day_of(at: int) -> date:
    return datetime.fromtimestamp(at, UTC).date()
