"""Standings with their tie-breaks, and the table of all results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from functools import partial

from cogs.competitions.views.competition_headings import (
    NameOf,
    Part,
    Shown,
    row_windows,
    season_words,
    state_words,
)
from cogs.competitions.views.competition_text import TIE_BREAKS, TIES_BROKEN_BY, number
from prowlerbot.competitions import league
from prowlerbot.competitions.competition_events import Decided, Paired
from prowlerbot.competitions.competition_record import EVERYBODY, Competition, Format
from prowlerbot.competitions.pairings import rounds_in_all
from prowlerbot.competitions.scores import HALF, Kind, Round, scores
from prowlerbot.competitions.standings import THIRD, Standing, medals, placed, standings
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import in_parts, labelled, listed, signed
from renderer.competition import Block, Cell, Line, Row, Sheet, Table, draw_standings, draw_table
from renderer.competition.standings_picture import WAYS, Way, pages
from renderer.competition.table import MOST_COLUMNS, MOST_ROWS, Result, windows

POINTS = mark("Points")
_MATCHES = mark("Matches")


# ---------------------------------------------------------------------- standings


def standings_parts(shown: Shown) -> list[Part]:
    """The standings, one division after the other."""
    competition = shown.competition
    lines = placed(competition)
    divisions = sorted({line.division for line in lines})
    with_medal = _with_medal(competition, lines)
    ways = _ways(competition)
    blocks = [
        Block(
            tr("Division {number}", number=division) if len(divisions) > 1 else "",
            tuple(
                _line(shown, line, ways, medal=line.player in with_medal)
                for line in lines
                if line.division == division
            ),
        )
        for division in divisions
    ]
    heading = shown.heading(*season_words(shown), state_words(competition))
    columns = _columns(competition)
    made, at = [], 0
    for shown_blocks in pages(blocks):
        count = sum(len(block.lines) for block in shown_blocks)
        draw = partial(draw_standings, Sheet(heading, columns, shown_blocks))
        told = partial(
            _words_of_standings,
            competition,
            lines[at : at + count],
            ways,
            several=len(divisions) > 1,
        )
        made.append(Part(draw, heading, told))
        at += count
    return made


def _columns(competition: Competition) -> tuple[str, ...]:
    ties = [tr(TIE_BREAKS[each]) for each in TIES_BROKEN_BY[competition.terms.format]]
    matches = [tr(_MATCHES)] if competition.terms.format in EVERYBODY else []
    # A heading breaks at its spaces.
    return (tr(POINTS), *matches, *(each.replace("-", "- ") for each in ties))


def _with_medal(competition: Competition, lines: Sequence[Standing]) -> Collection[int]:
    """The players with a medal; before the end those who would have one now."""
    if competition.course.ended or not competition.course.results:
        return medals(competition)
    return {line.player for line in lines if line.division == 1 and 1 <= line.place <= THIRD}


def _line(shown: Shown, line: Standing, ways: dict[int, Way], *, medal: bool) -> Line:
    competition = shown.competition
    values = [number(line.points)]
    if competition.terms.format in EVERYBODY:
        values.append("/".join(map(str, _played(competition, line.player))))
    values += [_tie(key, line.ties[key]) for key in TIES_BROKEN_BY[competition.terms.format]]
    name = shown.player(line.player)
    way = ways.get(line.player, "")
    return Line(line.place, name, tuple(values), way, medal=medal)


def _tie(key: str, value: Fraction) -> str:
    return signed(int(value)) if key == "margin" else number(value)


def _played(competition: Competition, player: int) -> tuple[int, int]:
    """The matches of a player with a result, and all of them."""
    course = competition.course
    own = [each.pairing for each in course.pairings.values() if player in each.players]
    return sum(each in course.results for each in own), course.scheduled(player)


def _ways(competition: Competition) -> dict[int, Way]:
    """The sign of each player who has left or, in a league, would go up or down now."""
    course = competition.course
    ways: dict[int, Way] = {}
    if competition.terms.format is Format.LEAGUE and course.results:
        orders = league.final_orders(competition)
        for at, order in enumerate(orders):
            if at:
                ways.update(dict.fromkeys(order[: league.UP], "up"))
            if at + 1 < len(orders):
                ways.update(dict.fromkeys(order[-league.DOWN :], "down"))
    return ways | dict.fromkeys(course.left, "left")


def _words_of_standings(
    competition: Competition,
    lines: Sequence[Standing],
    ways: dict[int, Way],
    name: NameOf,
    *,
    several: bool,
) -> list[str]:
    sentences: list[str] = []
    division = 0
    for line in lines:
        if several and line.division != division:
            division = line.division
            sentences.append(tr("Division {number}", number=division) + ":")
        values = [
            f"{tr(TIE_BREAKS[key])} {_tie(key, line.ties[key])}"
            for key in TIES_BROKEN_BY[competition.terms.format]
        ]
        way = ways.get(line.player)
        if way:
            values.append(tr(WAYS[way][1]))
        player, points, beside = name(line.player), number(line.points), ", ".join(values)
        if line.place:
            sentences.append(
                tr(
                    "{place}. {player}: {points} ({values}).",
                    place=line.place,
                    player=player,
                    points=points,
                    values=beside,
                )
            )
        else:
            sentences.append(labelled(player, f"{points} ({beside})."))
    return sentences


# ---------------------------------------------------------------------- results


def table_parts(shown: Shown) -> list[Part]:
    """The results of all matches: against each player, or of each round."""
    competition = shown.competition
    lines = standings(competition)
    made: list[Part] = []
    divisions = sorted({line.division for line in lines})
    for division in divisions:
        own = [line for line in lines if line.division == division]
        named = [tr("Division {number}", number=division)] if len(divisions) > 1 else []
        heading = shown.heading(*season_words(shown), *named, state_words(competition))
        players = [line.player for line in own]
        titles, cells = (_matrix if _is_matrix(competition) else _by_rounds)(competition, players)
        across = windows(len(titles), MOST_COLUMNS)
        words_of_columns = [
            partial(_words_of_results, competition, _shows(competition, players, each))
            for each in across
        ]
        words_of_rows = [partial(each, players) for each in words_of_columns]
        for rows in row_windows(shown, len(own), MOST_ROWS, *words_of_rows):
            for columns, words in zip(across, words_of_columns, strict=True):
                shown_rows = tuple(
                    Row(
                        at + 1,
                        shown.player(own[at].player),
                        tuple(cells[at][column] for column in columns),
                        number(own[at].points),
                        own[at].left,
                    )
                    for at in rows
                )
                some = tuple(titles[column] for column in columns)
                table = Table(heading, some, tr(POINTS), shown_rows)
                lines_of = partial(words, [players[at] for at in rows])
                made.append(Part(partial(draw_table, table), heading, lines_of))
    return made


def _is_matrix(competition: Competition) -> bool:
    """Whether the columns are opponents, rather than rounds."""
    return competition.terms.format in EVERYBODY and competition.terms.table == 2


_Shows = Callable[[Paired, int], bool]
"""Whether some columns show a pairing of a player."""


def _shows(competition: Competition, players: Sequence[int], columns: range) -> _Shows:
    if not _is_matrix(competition):
        return lambda pairing, _: pairing.round - 1 in columns
    others = {players[at] for at in columns}
    return lambda pairing, player: not others.isdisjoint({*pairing.players} - {player})


def _matrix(competition: Competition, players: Sequence[int]) -> tuple[list[str], list[list[Cell]]]:
    """The result of each player against each other one."""
    met: dict[tuple[int, ...], Paired] = {}
    for pairing in competition.course.pairings.values():
        for player in pairing.players:
            met[player, *(each for each in pairing.players if each != player)] = pairing
    cells = [
        [
            Cell(kind="own") if one == other else _cell(competition, met.get((one, other)), one)
            for other in players
        ]
        for one in players
    ]
    return [str(at) for at in range(1, len(players) + 1)], cells


def _cell(competition: Competition, pairing: Paired | None, player: int) -> Cell:
    if pairing is None:
        return Cell()
    result = competition.course.results.get(pairing.pairing)
    if result is None:
        return Cell(kind="none" if competition.course.ended else "playing")
    return _result(*_outcome(pairing, result, player))


def _outcome(pairing: Paired, result: Decided, player: int) -> tuple[Result, bool]:
    """The result of a match of two for a player, and whether it was forfeited."""
    if result.absent:
        return ("lost" if player in result.absent else "won"), True
    at = pairing.players.index(player)
    best = min(result.ranks)
    if result.ranks[at] > best:
        return "lost", False
    return ("won" if result.ranks.count(best) == 1 else "drawn"), False


_SIGNS: dict[Result, str] = {"won": "1", "drawn": "½", "lost": "0"}


def _result(kind: Result, forfeited: bool, below: str = "") -> Cell:  # noqa: FBT001 - an outcome
    text = ("+" if kind == "won" else "−") if forfeited else _SIGNS[kind]
    return Cell(text, kind, below)


def _by_rounds(
    competition: Competition, players: Sequence[int]
) -> tuple[list[str], list[list[Cell]]]:
    """The points of each player in each round, with the number of a single opponent."""
    rounds = (
        max(competition.course.round, 1)
        if competition.terms.at_once
        else rounds_in_all(competition)
    )
    numbers = {player: str(at) for at, player in enumerate(players, 1)}
    rounds_of = scores(competition)
    cells = []
    for player in players:
        own = {each.number: each for each in rounds_of[player]}
        playing = {each.round: each for each in competition.course.open if player in each.players}
        row = []
        for at in range(1, rounds + 1):
            if at in own:
                row.append(_round_cell(own[at], competition.terms.worth, numbers))
            elif at in playing:
                mates = [each for each in playing[at].players if each != player]
                row.append(Cell(kind="playing", below=_below(mates, numbers)))
            elif at <= competition.course.missed.get(player, 0):
                row.append(Cell(number(competition.terms.worth * HALF), "drawn", "–"))
            else:
                row.append(Cell())
        cells.append(row)
    return [tr("R{round}", round=at) for at in range(1, rounds + 1)], cells


def _below(mates: Sequence[int], numbers: dict[int, str]) -> str:
    return numbers.get(mates[0], "–") if len(mates) == 1 else ""


def _round_cell(each: Round, worth: int, numbers: dict[int, str]) -> Cell:
    kind: Result = "drawn"
    if each.points in {0, worth}:
        kind = "won" if each.points else "lost"
    text = number(each.points)
    if each.kind is Kind.FORFEIT:
        text = "+" if each.points else "−"
    below = _below(list(each.against), numbers)
    return Cell(text, kind, "–" if each.kind is Kind.BYE else below)


def _words_of_results(
    competition: Competition, shows: _Shows, players: Sequence[int], name: NameOf
) -> list[str]:
    lines = []
    for player in players:
        own = [
            each
            for each in competition.course.pairings.values()
            if player in each.players and shows(each, player)
        ]
        results = in_parts(_results_of(competition, own, player, name))
        lines.append(labelled(name(player), f"{results}." if results else "–"))
    return lines


_RESULTS = {
    "won": mark("won against {players}"),
    "drawn": mark("level with {players}"),
    "lost": mark("lost to {players}"),
    "playing": mark("plays {players}"),
}


def _results_of(
    competition: Competition, own: Sequence[Paired], player: int, name: NameOf
) -> Iterator[str]:
    groups: dict[str, list[str]] = {kind: [] for kind in _RESULTS}
    for pairing in own:
        result = competition.course.results.get(pairing.pairing)
        for other in pairing.players:
            if other != player:
                groups[_against(pairing, result, player, other)].append(name(other))
    for kind, others in groups.items():
        if others:
            yield tr(_RESULTS[kind], players=listed(others))
    byes = sum(each.is_bye for each in own)
    if byes:
        yield tr("rounds without an opponent: {count}", count=byes)


def _against(pairing: Paired, result: Decided | None, player: int, other: int) -> str:
    if result is None:
        return "playing"
    ranks = dict(zip(pairing.players, result.ranks, strict=True))
    if player in result.absent or ranks[player] > ranks[other]:
        return "lost"
    return "won" if other in result.absent or ranks[player] < ranks[other] else "drawn"
