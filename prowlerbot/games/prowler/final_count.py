"""The count of wealth: both scorings by category, the deciding rule, the course of the match."""

from collections.abc import Iterable, Iterator, Sequence

from prowlerbot.core.final_count import Cell, Column, Count, Line, Row, ScoreCourse, sum_words
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.prowler import rules, words
from prowlerbot.games.prowler.board import longest_trail
from prowlerbot.games.prowler.position import DISTRICTS, ITEMS, SEATS, PositionData
from prowlerbot.games.prowler.rules import Position, score

_SIGNS = ("route", "statue", "sack", "arms", "laurel")
_DISTRICT_SIGNS = ("banking", "political", "market", "residential", "castle")
REASONS = {
    "passage": mark("Level in wealth; the longer passage decides"),
    "districts": mark("Level in wealth; controlling more districts decides"),
    "shared": mark("Level in everything: a shared victory"),
}
MORE_FROM = (
    mark("Won by {ahead}: {more} more from passages"),
    mark("Won by {ahead}: {more} more from statues"),
    mark("Won by {ahead}: {more} more from items"),
    mark("Won by {ahead}: {more} more from districts"),
    mark("Won by {ahead}: {more} more from achievements"),
)


def final_count(line: Sequence[Position]) -> Count:
    """The count of the last position; before the end, as if the final scoring came now."""
    position, over = line[-1], line[-1].over
    mid, last, brief = tr("Mid-game scoring"), tr("Final scoring"), tr("final")
    if not over:
        mid, brief = tr("Mid-game scoring, banked"), tr("projected")
        last = tr("Projected, if the final scoring came now")
    phases: list[tuple[str, str, PositionData, bool]] = [(last, brief, position, True)]
    if (half := position.half) is not None:
        phases.insert(0, (mid, tr("mid-game") if over else tr("banked"), half, False))
    rows = [
        Row(seat, [*_cells(at, seat, final=final)], score(at, seat, final=final).total, name, brief)
        for name, brief, at, final in phases
        for seat in SEATS
    ]
    categories = zip(words.CATEGORY_NAMES, _SIGNS, strict=True)
    columns = [Column(tr(name), sign) for name, sign in categories]
    parts = zip(DISTRICTS, _DISTRICT_SIGNS, strict=True)
    columns[4:4] = [Column(tr(words.DISTRICT_NAMES[each]), sign, "part") for each, sign in parts]
    totals = [rules.running_wealth(position, seat) for seat in SEATS]
    heading = tr("Final count") if over else tr("Wealth so far")
    count = Count(heading, tr("Wealth"), columns, rows, totals)
    if (outcome := position.outcome) is None:
        reason = tr("Banked. At the end everything counts again, with achievements")
        return count._replace(headline=tr("Mid-game scoring"), reasons=[reason])
    reason = tr(REASONS.get(outcome.by, ""))
    if outcome.by == "wealth":
        category, more = rules.deciding_category(position)
        reason = tr(MORE_FROM[category], ahead=abs(totals[0] - totals[1]), more=more)
    return count._replace(ranks=outcome.ranks, reasons=[reason], course=_course_of_match(line))


def _course_of_match(line: Sequence[Position]) -> ScoreCourse | None:
    """The wealth after each move; None if the line begins after mid-game scoring."""
    paid = next((each for each in line if each.mid is not None), line[0])
    if paid is line[0] or paid.mid is None:
        return None
    lines: list[Line] = []
    for seat, pay in zip(SEATS, paid.mid, strict=True):
        course = [(float(each.ply), rules.running_wealth(each, seat)) for each in line]
        index = line.index(paid)
        when, wealth = course[index]
        lines.append([*course[:index], (when, wealth - pay.total), *course[index:]])
    jump = float(paid.ply), tr("mid-game")
    return ScoreCourse(tr("Wealth after each move"), tr("moves"), lines, jump)


def _cells(at: PositionData, seat: int, *, final: bool) -> Iterator[Cell]:
    """A cell for each column: the five categories, with the districts after theirs."""
    length, items = at.longest_passage(seat), at.tiles_of(seat)[: len(ITEMS)]
    statues, cards = at.statues[seat - 1], at.achievements[seat - 1]
    trail = "-".join(map(str, longest_trail(at.passages[seat - 1])))
    yield Cell(2 * length, f"2 × {length}" if length else "", trail)
    yield Cell(len(statues), things=", ".join(map(words.STATUE_NAMES.__getitem__, statues)))
    counted = zip(ITEMS, items, strict=True)
    held = (words.tiles_counted(face, count) for face, count in counted if count)
    yield _sum_cell(rules.item_parts(at, seat), held)
    districts = [*_district_cells(at, seat)]
    yield Cell(sum(each.value or 0 for each in districts))
    yield from districts
    names = (tr(words.CONDITION_NAMES[card]) for card in cards)
    yield _sum_cell([rules.WEALTH[card] for card in cards], names) if final else Cell()


def _district_cells(at: PositionData, seat: int) -> Iterator[Cell]:
    """The reward of each district, by the things that it pays for."""
    tiles, length = at.tiles_of(seat), at.longest_passage(seat)
    cards, statues = len(at.achievements[seat - 1]), len(at.statues[seat - 1])
    shovels, pairs = sum(tiles[len(ITEMS) :]), sum(count // 2 for count in tiles[: len(ITEMS)])
    own, spaces = at.controlled_districts(seat), at.lead(seat)[DISTRICTS.index("M")]
    counted = zip(ITEMS, tiles, strict=False)  # without the shovels
    b, p, m, r = (words.tiles_counted(face, count) for face, count in counted)
    # The words of each summand, in the order of ``rules.district_parts``.
    words_of_parts = (
        ("", b),
        (p, trn("2 × {count} district", "2 × {count} districts", own)),
        (
            m,
            trn("{count} achievement", "{count} achievements", cards),
            trn("{count} statue", "{count} statues", statues),
            trn("{count} space", "{count} spaces", spaces),
        ),
        (r, tr("longest passage {length} − 2", length=length)),
        (
            trn("3 × {count} pair of items", "3 × {count} pairs of items", pairs),
            trn("{count} shovel", "{count} shovels", shovels),
        ),
    )
    for parts, things in zip(rules.district_parts(at, seat), words_of_parts, strict=True):
        if parts is None:
            yield Cell()
        else:
            yield _sum_cell(parts, (each for each, part in zip(things, parts, strict=True) if part))


def _sum_cell(parts: Iterable[int], things: Iterable[str]) -> Cell:
    parts = list(parts)
    return Cell(sum(parts), sum_words(parts), ", ".join(filter(None, things)))
