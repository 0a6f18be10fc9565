"""The pictures of a competition in parts, each with the lines that say the same in words.

The parts are the standings with tie-breaks, all results, the final picture, and brackets.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from itertools import chain, product
from typing import NamedTuple

from cogs.competitions import competition_text as words
from cogs.competitions.competition_text import words_of
from cogs.contract.screen import TEXT_LIMIT
from prowlerbot.competitions import standings as scoring
from prowlerbot.competitions.competition_record import Competition, Format, Standing, Stored
from prowlerbot.competitions.course import Course, Decided, Paired
from prowlerbot.competitions.formats.knockout import Meeting
from prowlerbot.core import i18n
from prowlerbot.core.i18n import in_parts, label_text, listing, mark, tr, trn
from renderer import competition_table as tables
from renderer import standings_picture
from renderer.bracket import Bracket, Pair, Side, all_pages, draw_bracket, pairs_of_page
from renderer.competition_table import Heading, Kind, Movement, Table, TableCell, TableRow

MAX_WORDS_LENGTH = TEXT_LIMIT - 400  # letters; the name of the competition above has the rest
_OUTCOME_WORDS: dict[Kind, str] = {
    "won": mark("won against {players}"),
    "drawn": mark("level with {players}"),
    "lost": mark("lost to {players}"),
    "playing": mark("plays {players}"),
    "challenges": mark("challenges {players}"),
}
NameOf = Callable[[int], str]  # the name of a player in a text of one kind
MakeLines = Callable[[NameOf], list[str]]  # makes lines of text with such names
_Columns = tuple[list[str], list[list[TableCell]]]  # the titles, and the cells of each player
_Outcomes = tuple[tuple[Kind, int], ...]  # of a match for a player, each with the other player


@dataclass(frozen=True)
class ShownCompetition:
    stored: Stored
    game: str  # the title of its game
    cover: Callable[[], bytes]  # draws the cover of the game in the reader's colours
    now: int = 0
    words_first: bool = False  # whether words come before the pictures
    reader: int = 0  # the user to whom it is shown; 0 for everybody

    @property
    def competition(self) -> Competition:
        return self.stored.competition

    @property
    def format(self) -> Format:
        return self.competition.terms.format

    def plain_name(self, player: int) -> str:
        """The name of a player for pictures and plain texts."""
        return words.plain_name_of(self.stored, player)

    def marked_name(self, player: int) -> str:
        """The name of a player for a text with markdown."""
        return f"**{words.name_of(self.stored, player)}**"

    def heading(self, *parts: str) -> Heading:
        """The heading of a picture; ``parts`` follow the game and the format."""
        line = " · ".join(filter(None, (self.game, *words.format_words(self.stored), *parts)))
        return Heading(words.plain_title(self.stored), line)


@dataclass(frozen=True, slots=True)
class PicturePart:
    """One picture of several; ``lines`` say the same in words, and it shows the ``players``."""

    draw: Callable[..., bytes]
    heading: Heading
    lines: MakeLines
    players: Collection[int | None] = ()


def table_lines(table: Table, name: NameOf) -> list[str]:
    """A line for each row, which tells all that the picture shows of it."""
    lines: list[str] = []
    for title, rows in table.blocks:
        lines += [f"{title}:"] if title else []
        for row in rows:
            player = f"{row.place}. {name(row.player)}" if row.place else name(row.player)
            line = label_text(player, row.points) if row.points else player
            values = in_parts(_values_of_row(table, row, name))
            lines.append(f"{line} ({values})." if values else f"{line}.")
    return lines


def _values_of_row(table: Table, row: TableRow, name: NameOf) -> Iterator[str]:
    """The values of a row, its players by the outcome against them, and its sign in words."""
    opponents: defaultdict[Kind, list[int]] = defaultdict(list)
    for title, cell in zip(table.columns, row.cells, strict=True):
        if cell.text and not cell.against:
            yield f"{title} {cell.text}"
        for outcome, player in cell.against:
            opponents[outcome].append(player)
    for outcome, text in _OUTCOME_WORDS.items():
        if opponents[outcome]:
            yield tr(text, players=listing([name(player) for player in opponents[outcome]]))
    if byes := len(opponents["bye"]):
        yield tr("rounds without an opponent: {count}", count=byes)
    if row.movement:
        yield tr(tables.MOVEMENT_SIGNS[row.movement][1])


def split_table(
    shown: ShownCompetition,
    table: Table,
    draw: Callable[..., bytes],
    max_rows: int,
    max_columns: int | None = None,
) -> list[PicturePart]:
    """The pictures of a table with so many rows and columns at most, whose words fit a message."""
    column_count = len(table.columns)
    column_spans = tables.even_ranges(column_count, max_columns or max(1, column_count))

    def make_part(piece: Table) -> PicturePart:
        players = [row.player for row in piece.rows]
        make_lines = partial(table_lines, piece)
        return PicturePart(partial(draw, piece), piece.heading, make_lines, players)

    def cut_into_parts(size: int) -> list[PicturePart]:
        spans = product(tables.row_ranges(table, size), column_spans)
        return [make_part(table.cut(*span)) for span in spans]

    def has_room(parts: list[PicturePart]) -> bool:
        texts = ("\n".join(part.lines(shown.marked_name)) for part in parts)
        return not shown.words_first or all(len(text) <= MAX_WORDS_LENGTH for text in texts)

    sizes = map(cut_into_parts, range(max_rows, 1, -1))
    return next(filter(has_room, sizes), None) or cut_into_parts(1)


def round_or_end_words(competition: Competition) -> str:
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
    return [tr("Season {season}", season=shown.stored.season)] if shown.format.has_seasons else []


POINTS = mark("Points")
_MATCHES = mark("Matches")
NO_OPPONENT = "×"  # below a result; it must not look like the “−” of a match lost without playing
_RESULT_SIGNS: dict[Kind, str] = {"won": "1", "drawn": "½", "lost": "0"}


def standings_parts(shown: ShownCompetition) -> list[PicturePart]:
    """The standings, one division after the other."""
    competition = shown.competition
    all_meet, ties = competition.format.all_meet, [*competition.format.ties]
    lines = scoring.placed_standings(competition)
    movements = words_of(competition.format).movement_signs(competition)
    movements |= dict.fromkeys(competition.course.left, "out")
    medal_players = _medal_players(competition, lines)
    has_divisions = len({line.division for line in lines}) > 1
    rows = list[TableRow]()
    for line in lines:
        cells = [TableCell(_played_words(competition, line.player))] if all_meet else []
        cells += [TableCell(_tie_words(key, line, lines)) for key in ties]
        row = replace(_player_row(shown, line, lines), cells=tuple(cells))
        block = tr("Division {number}", number=line.division) if has_divisions else ""
        movement, has_medal = movements.get(line.player, ""), line.player in medal_players
        rows.append(replace(row, movement=movement, medal=has_medal, block=block))
    heading = shown.heading(*season_words(shown), round_or_end_words(competition))
    columns = [*([tr(_MATCHES)] if all_meet else [])]
    columns += [tr(words.TIE_BREAKS[key].title) for key in ties]
    table = Table(heading, tuple(rows), tr(POINTS), tuple(columns))
    return split_table(shown, table, standings_picture.draw_standings, standings_picture.MAX_LINES)


def _player_row(shown: ShownCompetition, line: Standing, lines: Sequence[Standing]) -> TableRow:
    """The row of a line of the standings; ``lines`` decide whether points are ½ or decimals."""
    name, is_own = shown.plain_name(line.player), line.player == shown.reader
    points = words.points_number(line.points, [other.points for other in lines])
    movement: Movement = "out" if line.left else ""
    return TableRow(line.place, line.player, name, points, movement=movement, own=is_own)


def _medal_players(competition: Competition, lines: Sequence[Standing]) -> Collection[int]:
    """The players with a medal; before the end those who would have one now."""
    if competition.course.ended or not competition.course.results:
        return scoring.medals(competition)
    in_medals = range(1, scoring.MAX_MEDALS + 1)
    return {line.player for line in lines if line.division == 1 and line.place in in_medals}


def _tie_words(key: str, line: Standing, lines: Sequence[Standing]) -> str:
    if key == "margin":
        return i18n.signed_words(int(line.ties[key]))
    return words.points_number(line.ties[key], [other.ties[key] for other in lines])


def _played_words(competition: Competition, player: int) -> str:
    """The matches of a player with a result, and all of them."""
    course = competition.course
    decided = (course.pairings[number] for number in course.results)
    count = sum(player in pairing.players for pairing in decided)
    return f"{count}/{course.scheduled_matches(player)}"


def table_parts(shown: ShownCompetition) -> list[PicturePart]:
    """The results of all matches: against each player, or of each round."""
    competition = shown.competition
    lines = scoring.standings(competition)
    parts: list[PicturePart] = []
    divisions = sorted({line.division for line in lines})
    is_by_opponent = competition.format.all_meet and competition.terms.table == 2
    make_columns = _columns_by_opponent if is_by_opponent else _columns_by_round
    for division in divisions:
        division_lines = [line for line in lines if line.division == division]
        if not competition.format.keeps_places:  # numbered as in the standings
            division_lines.sort(key=lambda line: line.left)
        name = tr("Division {number}", number=division) if len(divisions) > 1 else ""
        heading = shown.heading(*season_words(shown), name, round_or_end_words(competition))
        titles, cells = make_columns(competition, [line.player for line in division_lines])
        rows = tuple(
            replace(_player_row(shown, line, division_lines), place=number, cells=tuple(row_cells))
            for number, (line, row_cells) in enumerate(zip(division_lines, cells, strict=True), 1)
        )
        table = Table(heading, rows, tr(POINTS), tuple(titles))
        max_rows, columns = standings_picture.MAX_ROWS, standings_picture.MAX_COLUMNS
        parts += split_table(shown, table, standings_picture.draw_results, max_rows, columns)
    return parts


def _columns_by_opponent(competition: Competition, players: Sequence[int]) -> _Columns:
    """The result of each player against each other one in a match of two."""
    pairing_of: dict[tuple[int, int], Paired] = {}
    for pairing in competition.course.pairings.values():
        if len(pairing.players) == 2:
            first, second = pairing.players
            pairing_of[first, second] = pairing_of[second, first] = pairing
    cells = [
        [
            TableCell(kind="own")
            if player == other
            else _match_cell(competition, pairing_of.get((player, other)), player)
            for other in players
        ]
        for player in players
    ]
    return [str(number) for number in range(1, len(players) + 1)], cells


def _match_cell(competition: Competition, pairing: Paired | None, player: int) -> TableCell:
    if pairing is None:
        return TableCell()
    against = _outcomes(competition, pairing, player)
    ((kind, _),) = against  # ``_columns_by_opponent`` shows only matches of two
    if (result := competition.course.results.get(pairing.pairing)) is None:
        return TableCell(kind=kind, against=against)
    return TableCell(_result_sign(result, kind), kind, against=against)


def _result_sign(result: Decided, outcome: Kind) -> str:
    if result.absent:
        return "+" if outcome == "won" else "−"
    return _RESULT_SIGNS[outcome]


def _outcomes(competition: Competition, pairing: Paired, player: int) -> _Outcomes:
    """The outcome against each other player of a match."""
    if pairing.is_bye:
        return (("bye", 0),)
    course = competition.course
    result = course.results.get(pairing.pairing)
    others = [other for other in pairing.players if other != player]
    if result is None:
        return tuple(("none" if course.ended else "playing", other) for other in others)
    return tuple((_outcome(pairing, result, player, other), other) for other in others)


def _outcome(pairing: Paired, result: Decided, player: int, other: int) -> Kind:
    ranks = dict(zip(pairing.players, result.ranks, strict=True))
    if player in result.absent or ranks[player] > ranks[other]:
        return "lost"
    return "won" if other in result.absent or ranks[player] < ranks[other] else "drawn"


def _columns_by_round(competition: Competition, players: Sequence[int]) -> _Columns:
    """The points of each player in each round, with the number of a single opponent."""
    course = competition.course
    rounds = max(course.round, 1) if competition.terms.at_once else competition.rounds
    playing = course.open
    numbers = {player: str(number) for number, player in enumerate(players, 1)}
    rounds_of = scoring.rounds_by_player(competition)
    cells = []
    for player in players:
        results = {result.number: result for result in rounds_of[player]}
        pairings = {it.round: it for it in course.pairings.values() if player in it.players}
        row = []
        for number in range(1, rounds + 1):
            pairing = pairings.get(number)
            against = _outcomes(competition, pairing, player) if pairing else ()
            if number in results:
                row.append(
                    _round_cell(results[number], competition.terms.win_points, numbers, against)
                )
            elif pairing in playing:
                opponents = [opponent for _, opponent in against]
                row.append(TableCell("", "playing", _number_below(opponents, numbers), against))
            elif number <= course.rounds_missed.get(player, 0):
                half = words.points_number(competition.terms.win_points * scoring.HALF)
                row.append(TableCell(half, "drawn", NO_OPPONENT))
            else:
                row.append(TableCell(against=against))
        cells.append(row)
    return [tr("R{round}", round=number) for number in range(1, rounds + 1)], cells


def _number_below(opponents: Sequence[int], numbers: dict[int, str]) -> str:
    """The number of a single opponent, to stand below a result; empty at a table of more."""
    return numbers.get(opponents[0], NO_OPPONENT) if len(opponents) == 1 else ""


def _round_cell(
    played: scoring.Round, win_points: int, numbers: dict[int, str], against: _Outcomes
) -> TableCell:
    """The points of a round; ``win_points`` are those of a win."""
    kind: Kind = "drawn"
    if played.points in {0, win_points}:
        kind = "won" if played.points else "lost"
    text = words.points_number(played.points)
    if played.kind is scoring.PointSource.FORFEIT:
        text = "+" if played.points else "−"
    is_bye = played.kind is scoring.PointSource.BYE
    below = NO_OPPONENT if is_bye else _number_below(list(played.against), numbers)
    return TableCell(text, kind, below, against)


def best_players(shown: ShownCompetition) -> list[Standing]:
    """The players with a medal, in the order of their places."""
    places = scoring.medals(shown.competition)
    return [line for line in scoring.ranked_standings(shown.competition) if line.player in places]


def podium_parts(shown: ShownCompetition) -> list[PicturePart]:
    """The final picture: the players with a medal, above facts about the competition."""
    competition = shown.competition
    heading, best = Heading(shown.heading().name, tr("Final standings")), best_players(shown)
    names = [shown.plain_name(line.player) for line in best]
    rows = tuple(
        TableRow(line.place, line.player, name, _points_words(shown, line, best))
        for line, name in zip(best, names, strict=True)
    )
    table = Table(heading, rows)
    course = competition.course
    count = len(course.present if shown.format.allows_reentry else course.players)
    begin = course.began.at if course.began is not None else competition.terms.starts
    days = [datetime.fromtimestamp(at, UTC).date() for at in (begin, competition.events[-1].at)]
    facts = (
        shown.game,
        " · ".join((*words.format_words(shown.stored), *season_words(shown))),
        trn("{count} player", "{count} players", count),
        i18n.date_range_words(*days),
    )
    draw = partial(
        standings_picture.draw_podium, standings_picture.Podium(table, facts, shown.cover)
    )
    sentences = [f"{fact}." for fact in facts]
    return [PicturePart(draw, heading, lambda name: [*table_lines(table, name), *sentences])]


def _points_words(shown: ShownCompetition, line: Standing, column: Sequence[Standing]) -> str:
    """The points of a line, written as all of its ``column``; empty in a format without points."""
    if not words_of(shown.format).has_points:
        return ""
    count = 1 if line.points == 1 else 2  # for the plural alone, as points may be fractions
    number = words.points_number(line.points, [other.points for other in column])
    return trn("{points} point", "{points} points", count, points=number)


class BracketPart(NamedTuple):
    """A part of the brackets with pictures of its own."""

    titles: Sequence[str]
    rounds: Sequence[Sequence[Meeting]]
    name: str = ""  # only if there are several


def bracket_parts(
    shown: ShownCompetition, bracket: BracketPart, *, begins: bool
) -> list[PicturePart]:
    """The pictures of a bracket, each with three rounds. If the first round ``begins`` the
    tournament, each empty place there is a bye.
    """
    course, rounds = shown.competition.course, bracket.rounds
    pairs = [
        [_pair_of(shown, meeting, is_first=begins and not number) for meeting in meetings]
        for number, meetings in enumerate(rounds)
    ]
    heading = shown.heading(bracket.name, round_or_end_words(shown.competition))
    parts = []
    for page in all_pages([*map(len, rounds)]):
        titles = tuple(bracket.titles[number] for number in page.rounds)
        draw = partial(draw_bracket, Bracket(heading, titles, tuple(pairs_of_page(pairs, page))))
        full_titles = [" · ".join(filter(None, (bracket.name, title))) for title in titles]
        meetings_by_round = pairs_of_page(rounds, page)
        titled_rounds = list(zip(full_titles, meetings_by_round, strict=True))
        meetings = chain.from_iterable(meetings_by_round)
        players = [*chain.from_iterable(meeting.players for meeting in meetings)]
        make_lines = partial(_round_lines, course, titled_rounds)
        parts.append(PicturePart(draw, heading, make_lines, players))
    return parts


def open_page(pages: Sequence[Sequence[tuple[Meeting, ...]]]) -> int | None:
    """The number of the first picture with an open match; None if there is none."""
    for number, page in enumerate(pages):
        # The last round of a picture is the first one of the next.
        rounds = page if number + 1 == len(pages) else page[:-1]
        if any(map(_is_open, chain.from_iterable(rounds))):
            return number
    return None


def rounds_of_pages(rounds: Sequence[Sequence[Meeting]]) -> list[list[tuple[Meeting, ...]]]:
    """The rounds of a bracket that each of its pictures shows."""
    return [pairs_of_page(rounds, page) for page in all_pages([*map(len, rounds)])]


def _is_open(meeting: Meeting) -> bool:
    """Whether a match is being played here, or will be with a player who is known."""
    return not meeting.over and any(player is not None for player in meeting.players)


def _pair_of(shown: ShownCompetition, meeting: Meeting, *, is_first: bool) -> Pair:
    course = shown.competition.course
    upper, lower = (_side(shown, meeting, player, is_first=is_first) for player in meeting.players)
    is_played = any(pairing in course.open for pairing in meeting.played) and not course.ended
    return Pair(upper, lower, is_played)


def _side(shown: ShownCompetition, meeting: Meeting, player: int | None, *, is_first: bool) -> Side:
    course = shown.competition.course
    if player is None:
        return Side(free=is_first or meeting.winner is not None or meeting.over)
    return Side(
        name=shown.plain_name(player),
        seed=course.players.index(player) + 1,
        score=" ".join(_result_signs(course, meeting, player)),
        won=meeting.winner == player,
        lost=meeting.winner is not None and meeting.winner != player,
        own=player == shown.reader,
    )


def _result_signs(course: Course, meeting: Meeting, player: int) -> list[str]:
    return [
        _result_sign(result, _outcome(pairing, result, player, other))
        for pairing in meeting.played
        if player in pairing.players and (result := course.results.get(pairing.pairing)) is not None
        for other in pairing.players
        if other != player
    ]


def _round_lines(
    course: Course, rounds: Sequence[tuple[str, Sequence[Meeting]]], name: NameOf
) -> list[str]:
    lines = []
    for title, meetings in rounds:
        texts = (_meeting_words(course, meeting, name) for meeting in meetings)
        if known := [*filter(None, texts)]:
            lines += [f"{title}:", *known]
    return lines


def _meeting_words(course: Course, meeting: Meeting, name: NameOf) -> str:
    known = [player for player in meeting.players if player is not None]
    if not known:
        return ""
    if meeting.winner is not None:
        losers = [name(player) for player in known if player != meeting.winner]
        winner = name(meeting.winner)
        if not losers:
            return tr("{player} goes on without a match.", player=winner)
        return tr("{player} goes on against {other}.", player=winner, other=losers[0])
    is_open = _is_open(meeting) and not course.ended
    if len(known) == 1:
        return tr("{player} waits for an opponent.", player=name(known[0])) if is_open else ""
    upper, lower = map(name, known)
    if is_open:
        return tr("{player} plays {other}.", player=upper, other=lower)
    return tr("{player} – {other}: nobody goes on.", player=upper, other=lower)
