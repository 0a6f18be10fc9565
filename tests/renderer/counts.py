"""A final count of no real game, with all that a count can have."""

from prowlerbot.core.final_count import Cell, Column, Count, Row, ScoreCourse, as_steps, cell_of

NAMES = ("Ada", "Ben", "Cleopatra", "Da", "Emil", "Freya von Grabenstein")


def toy_count(seats: int, *, phases: int = 1, over: bool = True) -> Count:
    """Seat 1 is ahead; every seat has stones, nothing of coins, a coin in its hand."""
    columns = [Column("stones"), Column("coins"), Column("in hand", kind="part")]
    columns.append(Column("cards", kind="beside"))
    cells = [[cell_of(9 - seat, 2, "found"), Cell(0), Cell(1), Cell(3)] for seat in range(seats)]
    rows = [
        Row(seat, own, 2 * (10 - seat), *([f"part {phase}", f"p{phase}"] if phases > 1 else []))
        for phase in range(1, phases + 1)
        for seat, own in enumerate(cells, 1)
    ]
    totals = [phases * 2 * (10 - seat) for seat in range(1, seats + 1)]
    lines = [as_steps([(0.0, 0), (4.0, total // 2), (20.0, total)], 20.0) for total in totals]
    count = Count("Final count", "Worth", columns, rows, totals)
    if not over:
        return count
    return count._replace(
        ranks=range(1, seats + 1),
        reasons=["More stones decide"],
        notes=["Only stones count"],
        course=ScoreCourse("Worth after each move", "moves", lines, (20.0, "the last one")),
    )
