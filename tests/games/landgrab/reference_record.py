"""Records of Landgrab as the reference writes them."""

from collections.abc import Sequence
from typing import Any

from tests.games.landgrab.reference import Entry, Match


def replay(setup: str, moves: Sequence[Entry]) -> tuple[dict[str, Any], list[list[int]]]:
    """The record with all its states, and the seats that may leave in each position."""
    match = Match(setup)
    states, leavers = [], [[seat for seat in match.seats if match.may_leave(seat)]]
    for entry in moves:
        seat = entry[0] if isinstance(entry, list) else match.to_move()
        choices = match.legal() if seat == match.to_move() else []
        assert isinstance(entry, list) or entry in choices, entry
        match.play(entry)
        states.append({"seat": seat, "legal": choices, **match.facts()})
        leavers.append([seat for seat in match.seats if match.may_leave(seat)])
    record: dict[str, Any] = {
        "game": "landgrab",
        "setup": setup,
        "moves": list(moves),
        "states": states,
    }
    if match.phase == "over":
        by, ranks = ranking(match)
        record["end"] = match.end
        record["scores"] = match.scores()
        record["result"] = {
            "winner": ranks.index(1) + 1 if ranks.count(1) == 1 else None,
            "by": by,
            "totals": [sum(row) for row in match.scores()],
        }
    return record, leavers


def ranking(match: Match) -> tuple[str, list[int]]:
    """By which rule it was decided, and the rank of each seat."""
    scores = dict(zip(match.seats, match.scores(), strict=True))
    rules = {
        "left": {seat: 0 if seat in match.left else 1 for seat in match.seats},
        "points": {seat: sum(scores[seat]) for seat in match.seats},
        "large": {seat: scores[seat][1] // 3 for seat in match.seats},
        "lives": match.lives,
    }
    by, front = "shared", list(match.seats)
    for rule, merit in rules.items():
        best = max(merit[seat] for seat in front)
        front = [seat for seat in front if merit[seat] == best]
        if len(front) == 1:
            by = rule
            break
    in_order = {seat: [merit[seat] for merit in rules.values()] for seat in match.seats}
    ranks = [
        1 + len([other for other in match.seats if in_order[other] > in_order[seat]])
        for seat in match.seats
    ]
    return by, ranks
