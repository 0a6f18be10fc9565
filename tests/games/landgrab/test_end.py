"""The end of a match: its reason, the points, and the player in front."""

from prowlerbot.core.game import Outcome
from prowlerbot.games.landgrab.map import SQUARE
from prowlerbot.games.landgrab.rules import Position, score
from tests.games.landgrab.matches import EXAMPLE, LANDGRAB, started
from tests.games.play import play

WIDE = "RB/1/F6,H6,F8,H8//"


def wandering(position: Position, rounds: int) -> Position:
    """Both step there and back, so that nothing happens for so many rounds."""
    for number in range(rounds):
        position = play(position, "F7 I8" if number % 2 == 0 else "F6 I9")
    return position


def owning(setup: str, owners: dict[str, int]) -> Position:
    """A position in which buildings have owners, by name."""
    position = LANDGRAB.start(setup)
    by_number = {position.map.building_numbers[SQUARE[name]]: seat for name, seat in owners.items()}
    numbers = range(len(position.map.buildings))
    return position._replace(owners=tuple(by_number.get(number, 0) for number in numbers))


def over(position: Position, end: str = "calm", **changes: object) -> Position:
    return position._replace(phase="over", end=end, to_move=frozenset(), **changes)  # type: ignore[arg-type]  # its fields


def outcome(position: Position) -> Outcome:
    found = position.outcome
    assert found is not None
    return found


# ------------------------------------------------------------------------------------- rounds


def test_progress_is_the_round_of_the_last_life_lost() -> None:
    position = started("RBG/1/F6,H6,F8,H8//", "p:F6 p:G6 p:I9", "F7 H6 I8 F6 G6 I9")
    assert (position.round, position.progress) == (3, 0)
    assert play(position, "a:2 d5 d5").progress == 0
    assert play(position, "a:2 d1 d5").progress == 3


def test_progress_is_the_round_in_which_a_building_that_was_nobodys_was_claimed() -> None:
    position = started(EXAMPLE, "p:G6 p:H6", "F6 H7 c:F7 d9")
    assert position.progress == 0  # damage alone is none
    position = play(position, "G7 c:F7 d1")
    assert (position.progress, position.round) == (3, 3)
    # Stealing it is none.
    position = play(position, "c:F7 d9 G6 c:F7 d1")
    assert position.facts()["owned"] == [[], ["F7"]]
    assert (position.progress, position.round) == (3, 5)


# --------------------------------------------------------------------------- calm, and rounds


def test_after_20_rounds_without_progress_the_match_is_over() -> None:
    position = wandering(started(WIDE, "p:F6 p:I9"), 19)
    assert (position.round, position.end) == (20, "")
    position = play(position, "F6")
    assert position.end == ""
    position = play(position, "I9")
    assert (position.phase, position.end, position.round) == ("over", "calm", 20)
    assert position.summary() == {"end": "calm", "scores": [[0, 0, 0], [0, 0, 0]]}
    assert position.to_move == frozenset()


def test_the_rounds_are_counted_from_the_last_progress() -> None:
    position = started(WIDE, "p:F6 p:I9")._replace(round=37, progress=18)
    assert wandering(position, 1).end == ""
    assert wandering(position, 1).round == 38
    assert wandering(position, 2).end == "calm"
    assert wandering(position._replace(progress=17), 1).end == "calm"


def test_progress_in_the_last_moment_prevents_it() -> None:
    position = started(EXAMPLE, "p:G6 p:H6")._replace(round=20)
    calm = play(position, "F6 I6")
    assert calm.end == "calm"
    assert play(position, "c:F7 d9 I6").end == "calm"
    assert play(position, "c:F7 d10 I6").end == ""
    assert play(position, "G7 a:1 d1 d2").end == ""


def test_after_80_rounds_the_match_is_over_in_any_case() -> None:
    position = started(WIDE, "p:F6 p:I9")._replace(round=79, progress=79)
    assert wandering(position, 1).round == 80
    last = wandering(position, 2)
    assert (last.phase, last.end, last.round) == ("over", "rounds", 80)


def test_if_both_are_due_it_is_calm() -> None:
    position = started(WIDE, "p:F6 p:I9")._replace(round=80, progress=60)
    assert wandering(position, 1).end == "calm"
    assert wandering(position._replace(progress=61), 1).end == "rounds"


# -------------------------------------------------------------------------- the last remaining


def test_the_match_is_over_at_once_when_one_seat_remains_which_gets_five_points() -> None:
    position = started(EXAMPLE, "p:G6 p:H6")._replace(lives=(3, 1))
    position = play(position, "a:2 d12 d1")
    assert (position.phase, position.end) == ("over", "last")
    assert position.facts()["pawns"] == ["H6", None]
    assert position.summary() == {"end": "last", "scores": [[0, 0, 5], [0, 0, 0]]}
    assert outcome(position) == Outcome((1, 2), "points", (5, 0))
    assert position.round == 1


# ----------------------------------------------------------------------------------- scoring

BOX = "RB/1/A1,C1,E1,G1,A3,C3,E3,G3,A5,C5,E5,G5/A1,C1,E1,G1,A6,C6,E6/B3-C3,E3-F3,G5-H5"
"""Seven small and three large buildings."""


def test_the_books_example_11_to_10() -> None:
    """2 large and 5 small are 11; 1 large, 2 small and the last pawn are 10."""
    large, small = ("B3", "E3", "G5"), ("A1", "C1", "E1", "G1", "A6", "C6", "E6")
    owners = dict.fromkeys((*large[:2], *small[:5]), 1) | dict.fromkeys((large[2], *small[5:]), 2)
    position = over(owning(BOX, owners), "last", lives=(0, 1))
    assert position.summary() == {"end": "last", "scores": [[5, 6, 0], [2, 3, 5]]}
    assert outcome(position) == Outcome((1, 2), "points", (11, 10))
    assert outcome(position).winner == 1


def test_buildings_count_one_and_three_also_for_those_who_are_out_and_damaged_ones_too() -> None:
    position = owning(BOX, {"A1": 1, "B3": 1, "C1": 2})
    assert tuple(score(position, 1)) == (1, 3, 0)
    assert score(position, 1).total == 4
    assert tuple(score(position, 2)) == (1, 0, 0)
    hurt = position._replace(points=(1,) * len(position.points), lives=(0, 3))
    assert tuple(score(hurt, 1)) == (1, 3, 0)


def test_then_most_large_buildings() -> None:
    position = over(owning(BOX, {"A1": 1, "C1": 1, "E1": 1, "B3": 2}), lives=(3, 1))
    assert outcome(position) == Outcome((2, 1), "large", (3, 3))


def test_then_most_lives() -> None:
    position = over(owning(BOX, {"A1": 1, "C1": 2}), lives=(2, 3))
    assert outcome(position) == Outcome((2, 1), "lives", (1, 1))


def test_else_the_first_place_is_shared() -> None:
    position = over(owning(BOX, {"A1": 1, "C1": 2}), lives=(3, 3))
    assert outcome(position) == Outcome((1, 1), "shared", (1, 1))
    assert outcome(position).winner is None


def test_the_order_of_three_and_the_rule_after_which_one_alone_is_in_front() -> None:
    for owners, lives, left, ranks, by in [
        # Seats 1 and 2 share second place.
        ({"A1": 1, "C1": 2, "B3": 3}, (2, 2, 1), (), (2, 2, 1), "points"),
        # Three in front by points, two of them by large ones, one by lives.
        ({"A1": 1, "C1": 1, "E1": 1, "B3": 2, "E3": 3}, (3, 2, 1), (), (3, 1, 2), "lives"),
        # The two players who stayed share the front; the third left.
        ({"A1": 1, "C1": 2, "B3": 3}, (3, 3, 0), (3,), (1, 1, 3), "shared"),
        # Two left, so the last player is in front by that alone.
        ({"A1": 1, "B3": 2}, (0, 0, 3), (1, 2), (3, 2, 1), "left"),
    ]:
        position = over(owning(f"RBG{BOX[2:]}", owners), lives=lives, left=frozenset(left))
        assert outcome(position).ranks == ranks, (owners, lives, left, ranks, by)
        assert outcome(position).by == by, (owners, lives, left, ranks, by)
