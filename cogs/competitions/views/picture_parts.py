"""The pictures of a competition in parts, each with the lines that say the same in words."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial

from cogs.competitions.formats.format_words import words_of
from cogs.competitions.views.competition_text import (
    format_words,
    name_of,
    plain_name_of,
    plain_title,
)
from cogs.contract.screen import TEXT_LIMIT
from prowlerbot.competitions.competition_record import Competition, Format, Stored
from prowlerbot.core.i18n import in_parts, label_text, listing, mark, tr
from renderer.competition.table import WAYS, Heading, Kind, Row, Table, row_windows, windows

MOST_WORDS = TEXT_LIMIT - 400
"""The most letters of words; the rest is for the name of the competition above them."""
_AGAINST: dict[Kind, str] = {
    "won": mark("won against {players}"),
    "drawn": mark("level with {players}"),
    "lost": mark("lost to {players}"),
    "playing": mark("plays {players}"),
    "challenges": mark("challenges {players}"),
}
NameOf = Callable[[int], str]
"""The name of a player in a text of one kind."""
Words = Callable[[NameOf], list[str]]
"""Lines of text, made with such names."""


@dataclass(frozen=True)
class ShownCompetition:
    """A competition for a view. ``game`` is the title of its game; ``cover`` draws the cover of the
    game in the reader's colours. ``now`` is in epoch seconds. ``words`` is true if words come
    first. ``reader`` is the user to whom it is shown, 0 if that is everybody.
    """

    stored: Stored
    game: str
    cover: Callable[[], bytes]
    now: int = 0
    words: bool = False
    reader: int = 0

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


@dataclass(frozen=True, slots=True)
class PicturePart:
    """One picture of several: ``draw`` takes the theme, ``lines`` say the same in words.
    ``players`` are those whom it shows.
    """

    draw: Callable[..., bytes]
    heading: Heading
    lines: Words
    players: Collection[int | None] = ()


def lines(table: Table, name: NameOf) -> list[str]:
    """A line for each row, which tells all that the picture shows of it."""
    told: list[str] = []
    for title, rows in table.blocks:
        told += [f"{title}:"] if title else []
        for row in rows:
            who = f"{row.place}. {name(row.player)}" if row.place else name(row.player)
            main = label_text(who, row.points) if row.points else who
            beside = in_parts(_values_of_row(table, row, name))
            told.append(f"{main} ({beside})." if beside else f"{main}.")
    return told


def _values_of_row(table: Table, row: Row, name: NameOf) -> Iterator[str]:
    """The values of a row, its players by the outcome against them, and its sign in words."""
    against: defaultdict[Kind, list[int]] = defaultdict(list)
    for title, cell in zip(table.columns, row.cells, strict=True):
        if cell.text and not cell.against:
            yield f"{title} {cell.text}"
        for outcome, player in cell.against:
            against[outcome].append(player)
    for outcome, text in _AGAINST.items():
        if against[outcome]:
            yield tr(text, players=listing([name(player) for player in against[outcome]]))
    if byes := len(against["bye"]):
        yield tr("rounds without an opponent: {count}", count=byes)
    if row.way:
        yield tr(WAYS[row.way][1])


def parts_of(
    shown: ShownCompetition,
    table: Table,
    draw: Callable[..., bytes],
    most: int,
    columns: int | None = None,
) -> list[PicturePart]:
    """The pictures of a table with so many rows and columns at most. If words come first, the words
    of each fit in a message.
    """
    across = windows(len(table.columns), columns or max(1, len(table.columns)))

    def parts(size: int) -> list[PicturePart]:
        some = [table.part(rows, each) for rows in row_windows(table, size) for each in across]
        return [
            PicturePart(
                partial(draw, each),
                each.heading,
                partial(lines, each),
                [row.player for row in each.rows],
            )
            for each in some
        ]

    def fit(made: list[PicturePart]) -> bool:
        words = ("\n".join(part.lines(shown.marked_player)) for part in made)
        return not shown.words or all(len(each) <= MOST_WORDS for each in words)

    return next(filter(fit, map(parts, range(most, 1, -1))), None) or parts(1)


def state_words(competition: Competition) -> str:
    """The present round, or the end; empty without rounds."""
    course = competition.course
    if course.ended:
        return tr("Final standings")
    is_in_rounds = competition.format.has_rounds and not competition.terms.at_once
    if course.began is None or not is_in_rounds or not course.round:
        return ""
    return words_of(competition.format).round_title(competition, course.round)


def season_words(shown: ShownCompetition) -> list[str]:
    """The season of a league or ladder, in words; empty for a tournament."""
    season = shown.stored.season
    return [tr("Season {season}", season=season)] if shown.format.has_seasons else []
