"""Standings with their tie-breaks, and the table of all results."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from cogs.competitions.formats.format_words import words_of
from cogs.competitions.views.competition_headings import (
    Part,
    Shown,
    parts_of,
    season_words,
    state_words,
)
from cogs.competitions.views.competition_text import TIE_BREAKS, number
from prowlerbot.competitions import standings as scores
from prowlerbot.competitions.competition_record import Competition, Standing
from prowlerbot.competitions.course import Decided, Paired
from prowlerbot.competitions.standings import HALF, THIRD, Round, medals, placed, standings
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import signed
from renderer.competition.results_picture import MOST_COLUMNS, MOST_ROWS, draw_results
from renderer.competition.standings_picture import MOST_LINES, draw_standings
from renderer.competition.table import Cell, Kind, Row, Table, Way

POINTS = mark("Points")
_MATCHES = mark("Matches")


# ---------------------------------------------------------------------- standings


def standings_parts(shown: Shown) -> list[Part]:
    """The standings, one division after the other."""
    competition = shown.competition
    everybody = competition.format.all_meet
    ties = [*competition.format.ties]
    lines, ways = placed(competition), _ways(competition)
    with_medal = _with_medal(competition, lines)
    several = len({line.division for line in lines}) > 1
    rows = tuple(
        Row(
            line.place,
            line.player,
            shown.player(line.player),
            number(line.points),
            (
                *([Cell(_played(competition, line.player))] if everybody else []),
                *(Cell(_tie(key, line.ties[key])) for key in ties),
            ),
            ways.get(line.player, ""),
            line.player in with_medal,
            tr("Division {number}", number=line.division) if several else "",
        )
        for line in lines
    )
    heading = shown.heading(*season_words(shown), state_words(competition))
    columns = (*([tr(_MATCHES)] if everybody else []), *(tr(TIE_BREAKS[key]) for key in ties))
    table = Table(heading, rows, tr(POINTS), columns)
    return parts_of(shown, table, draw_standings, MOST_LINES)


def _with_medal(competition: Competition, lines: Sequence[Standing]) -> Collection[int]:
    """The players with a medal; before the end those who would have one now."""
    if competition.course.ended or not competition.course.results:
        return medals(competition)
    return {line.player for line in lines if line.division == 1 and 1 <= line.place <= THIRD}


def _tie(key: str, value: Fraction) -> str:
    return signed(int(value)) if key == "margin" else number(value)


def _played(competition: Competition, player: int) -> str:
    """The matches of a player with a result, and all of them."""
    course = competition.course
    own = [each.pairing for each in course.pairings.values() if player in each.players]
    return f"{sum(each in course.results for each in own)}/{course.scheduled(player)}"


def _ways(competition: Competition) -> dict[int, Way]:
    """The sign of each player who has left or, in a league, would go up or down now."""
    ways = words_of(competition.format).ways(competition)
    return ways | dict.fromkeys(competition.course.left, "left")


# ---------------------------------------------------------------------- results


def table_parts(shown: Shown) -> list[Part]:
    """The results of all matches: against each player, or of each round."""
    competition = shown.competition
    lines = standings(competition)
    made: list[Part] = []
    divisions = sorted({line.division for line in lines})
    opponents = competition.format.all_meet and competition.terms.table == 2
    columns = _matrix if opponents else _by_rounds
    for division in divisions:
        own = [line for line in lines if line.division == division]
        named = [tr("Division {number}", number=division)] if len(divisions) > 1 else []
        heading = shown.heading(*season_words(shown), *named, state_words(competition))
        players = [line.player for line in own]
        titles, cells = columns(competition, players)
        rows = tuple(
            Row(
                at,
                line.player,
                shown.player(line.player),
                number(line.points),
                tuple(of_player),
                "left" if line.left else "",
            )
            for at, (line, of_player) in enumerate(zip(own, cells, strict=True), 1)
        )
        table = Table(heading, rows, tr(POINTS), tuple(titles))
        made += parts_of(shown, table, draw_results, MOST_ROWS, MOST_COLUMNS)
    return made


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
    against = _against(competition, pairing, player)
    ((kind, _),) = against
    result = competition.course.results.get(pairing.pairing)
    if result is None:
        return Cell(kind=kind, against=against)
    text = ("+" if kind == "won" else "−") if result.absent else _SIGNS[kind]
    return Cell(text, kind, against=against)


_SIGNS: dict[Kind, str] = {"won": "1", "drawn": "½", "lost": "0"}


def _against(
    competition: Competition, pairing: Paired, player: int
) -> tuple[tuple[Kind, int], ...]:
    """The outcome against each other player of a match."""
    if pairing.is_bye:
        return (("bye", 0),)
    course = competition.course
    result = course.results.get(pairing.pairing)
    others = [each for each in pairing.players if each != player]
    if result is None:
        return tuple(("none" if course.ended else "playing", other) for other in others)
    return tuple((_outcome(pairing, result, player, other), other) for other in others)


def _outcome(pairing: Paired, result: Decided, player: int, other: int) -> Kind:
    ranks = dict(zip(pairing.players, result.ranks, strict=True))
    if player in result.absent or ranks[player] > ranks[other]:
        return "lost"
    return "won" if other in result.absent or ranks[player] < ranks[other] else "drawn"


def _by_rounds(
    competition: Competition, players: Sequence[int]
) -> tuple[list[str], list[list[Cell]]]:
    """The points of each player in each round, with the number of a single opponent."""
    course = competition.course
    rounds = max(course.round, 1) if competition.terms.at_once else competition.rounds
    playing, numbers = course.open, {player: str(at) for at, player in enumerate(players, 1)}
    rounds_of = scores.scores(competition)
    cells = []
    for player in players:
        own = {each.number: each for each in rounds_of[player]}
        pairings = {each.round: each for each in course.pairings.values() if player in each.players}
        row = []
        for at in range(1, rounds + 1):
            pairing = pairings.get(at)
            against = _against(competition, pairing, player) if pairing else ()
            if at in own:
                row.append(_round_cell(own[at], competition.terms.worth, numbers, against))
            elif pairing in playing:
                mates = [mate for _, mate in against]
                row.append(Cell("", "playing", _below(mates, numbers), against))
            elif at <= course.missed.get(player, 0):
                row.append(Cell(number(competition.terms.worth * HALF), "drawn", "–"))
            else:
                row.append(Cell(against=against))
        cells.append(row)
    return [tr("R{round}", round=at) for at in range(1, rounds + 1)], cells


def _below(mates: Sequence[int], numbers: dict[int, str]) -> str:
    return numbers.get(mates[0], "–") if len(mates) == 1 else ""


def _round_cell(
    each: Round, worth: int, numbers: dict[int, str], against: tuple[tuple[Kind, int], ...]
) -> Cell:
    kind: Kind = "drawn"
    if each.points in {0, worth}:
        kind = "won" if each.points else "lost"
    text = number(each.points)
    if each.kind is scores.Kind.FORFEIT:
        text = "+" if each.points else "−"
    below = "–" if each.kind is scores.Kind.BYE else _below(list(each.against), numbers)
    return Cell(text, kind, below, against)
