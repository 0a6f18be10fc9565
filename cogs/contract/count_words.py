"""Writes a final count: the list at the end, the page of scores, the alt text of its picture."""

from collections.abc import Iterator, Mapping, Sequence

from cogs.contract.screen import ALT_LIMIT, Names
from cogs.contract.sentences import Part, fit_parts, join_parts
from cogs.contract.sign import Sign, worded
from prowlerbot.core.final_count import Cell, Column, Count, Row
from prowlerbot.core.i18n import in_parts, label_text, whole_words

_NO_SIGNS: Mapping[str, Sign] = {}


def final_list(count: Count, marked: Names, signs: Mapping[str, Sign] = _NO_SIGNS) -> str:
    """The reasons for the result and a line for each seat, by rank.

    Columns that are in no sum follow in small print.
    """
    lines = [f"{'. '.join(count.reasons)}."] if count.reasons else []
    lines += sum_lines(count, marked, signs)
    for number, column in enumerate(count.columns):
        if column.kind == "beside":
            values = " · ".join(_values_of_column(count, number, marked))
            lines.append(f"-# {label_text(column.name, values)}")
    return "\n".join(lines)


def _values_of_column(count: Count, number: int, marked: Names) -> Iterator[str]:
    for seat in count.order:
        value = whole_words(count.rows_of(seat)[0].cells[number].value or 0)
        yield value if len(count.totals) == 1 else f"{marked[seat - 1]} {value}".replace("**", "")


def sum_lines(count: Count, marked: Names, signs: Mapping[str, Sign] = _NO_SIGNS) -> list[str]:
    """The total of each seat as a sum of its terms, or of its scorings if there are several."""
    ranks = count.ranks if count.ranks and len(count.ranks) > 1 else None
    order = sorted(count.order, key=lambda seat: ranks[seat - 1]) if ranks else count.order
    lines = [_sum_line(count, seat, marked[seat - 1], signs) for seat in order]
    if ranks is None:
        return lines
    # It is not a Discord list, which would number tied players one after the other.
    return [f"**{ranks[seat - 1]}.** {line}" for seat, line in zip(order, lines, strict=True)]


def _sum_line(count: Count, seat: int, player: str, signs: Mapping[str, Sign]) -> str:
    rows = count.rows_of(seat)
    terms = [f"{whole_words(row.total)} {row.brief}" for row in rows]
    if len(rows) == 1:
        terms = [
            f"{_column_sign(column, signs)} {whole_words(cell.value)}"
            f"{cell.terms and f' ({cell.terms})'}"
            for column, cell in zip(count.columns, rows[0].cells, strict=True)
            if column.kind == "term" and cell.value
        ]
    total = f"{player} **{whole_words(count.totals[seat - 1])}**"
    equation = f"{total}{' = ' if terms else ''}{' + '.join(terms)}"
    return " · ".join(filter(None, (equation, count.gone.get(seat))))


def _column_sign(column: Column, signs: Mapping[str, Sign]) -> str:
    """The sign of a column; its name for readers of words, who would hear a number of signs."""
    sign = signs.get(column.sign)
    return column.name if sign is None or worded() else str(sign)


def scoring_parts(count: Count, names: Names) -> list[Part]:
    """Each scoring of each seat, with a line for each thing and its terms."""
    return [
        _row_part(row, count.columns, names[row.seat - 1], count.gone.get(row.seat, ""))
        for row in count.rows
    ]


def _row_part(row: Row, columns: Sequence[Column], name: str, state: str) -> Part:
    total = whole_words(row.total)
    title = f"{label_text(row.phase, name)} {total}" if row.phase else label_text(name, total)
    heading = " · ".join(filter(None, (title, state)))
    cells = [*zip(columns, row.cells, strict=True)]
    brief = [
        _cell_words(column, Cell(cell.value))
        for column, cell in cells
        if column.kind == "term" and cell.value is not None
    ]
    short = f"{heading} ({', '.join(brief)})."
    return Part("\n".join(f"- {line}" for line in _cell_lines(cells)), 1, heading, short)


def _cell_lines(cells: Sequence[tuple[Column, Cell]]) -> Iterator[str]:
    """A line for each thing that there is, a term with its parts; one for all that are zero."""
    terms, beside, zero = list[tuple[bool, list[str]]](), list[str](), list[str]()
    for column, cell in cells:
        is_nonzero, words = bool(cell.value or cell.terms), _cell_words(column, cell)
        if column.kind == "beside":
            beside.append(words)
        elif column.kind == "part":  # of the term before
            terms[-1][1].extend([words] if is_nonzero else [])
        elif cell.value is not None:
            terms.append((is_nonzero, [words]))
    for is_nonzero, (term, *parts) in terms:
        if is_nonzero or parts:
            yield label_text(term, in_parts(parts)) if parts else term
        else:
            zero.append(term)
    if zero:
        yield ", ".join(zero)
    yield from beside


def _cell_words(column: Column, cell: Cell) -> str:
    """A number with its terms and their meaning."""
    value = whole_words(cell.value or 0)
    words = label_text(column.name, value) if column.kind == "beside" else f"{column.name} {value}"
    return f"{words}{cell.terms and f' = {cell.terms}'}{cell.things and f' ({cell.things})'}"


def scores_page(count: Count, names: Names, head: Sequence[str] = ()) -> str:
    """The page of scores, with lines of the game's own below its heading."""
    first = Part("\n".join(head), heading=count.title)
    notes = [f"-# {note}" for note in count.notes]
    return "\n".join((join_parts([first, *scoring_parts(count, names)]), *notes))


def alt_text(count: Count, names: Names, result: str) -> str:
    """The sheet in plain words."""
    last = " ".join(f"{each}." for each in (result, *count.reasons, *count.notes) if each)
    return fit_parts([Part(f"{count.title}."), *scoring_parts(count, names), Part(last)], ALT_LIMIT)
