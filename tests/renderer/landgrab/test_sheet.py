"""The sheet of the end of Landgrab: the winner, the reason, and sums that add up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from PIL import Image

from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import tr
from prowlerbot.games.landgrab.position import End
from prowlerbot.games.landgrab.rules import Position, score
from renderer import marks
from renderer import sheet as common
from renderer.canvas import Box, Piece
from renderer.landgrab.ending import sheet
from renderer.landgrab.ending import sheet_layout as layout
from renderer.landgrab.ending.sheet import draw_sheet
from renderer.text import Slot, write, written
from renderer.theme import THEMES, Theme, Tint
from tests.games.landgrab.matches import started
from tests.renderer.boxes import apart
from tests.renderer.landgrab.matches import MATCHES
from tests.renderer.landgrab.matches import WHOLE_NAMES as NAMES
from tests.renderer.scenes.contact import opened
from tests.renderer.texts import assert_fits, assert_name_fits

LARGEST = 180 * 1024
Shown = dict[tuple[int, ...], str]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Shown:
    """The texts on sheets from now on, by their place."""
    found: Shown = {}

    def noting_write(picture: Image.Image, theme: Theme, text: str, slot: Slot, tint: Tint) -> None:
        found[slot.box] = text
        write(picture, theme, text, slot, tint)

    def noting_written(theme: Theme, text: str, slot: Slot, tint: Tint) -> Piece:
        found[slot.box] = text
        return written(theme, text, slot, tint)

    for module in ("renderer.landgrab.ending.sheet", "renderer.sheet"):
        monkeypatch.setattr(f"{module}.write", noting_write)
    monkeypatch.setattr("renderer.sheet.written", noting_written)
    return found


def outcome_of(states: Sequence[Position]) -> Outcome:
    outcome = states[-1].outcome
    assert outcome is not None
    return outcome


def sums_in(shown: Shown, place: int) -> tuple[list[int], int]:
    """The cells of a row: the numbers that are added up, each checked, and the total."""
    row, found = layout.row(place), []
    for column, worth in (("small", 1), ("large", 3)):
        if row.made[column].box in shown:
            count, times = shown[row.made[column].box].removesuffix(" =").split(" × ")
            assert int(times) == worth
            found.append(int(shown[row.number[column].box]))
            assert found[-1] == int(count) * worth
        else:
            found.append(int(shown[row.nothing[column].box]))
            assert found[-1] == 0
    found.append(int(shown[row.nothing["last"].box]))
    return found, int(shown[row.total.box])


@pytest.mark.parametrize("name", MATCHES)
def test_every_row_adds_up_to_the_points_of_its_seat_the_best_on_top(
    name: str, shown: Shown
) -> None:
    states = MATCHES[name]()
    outcome = outcome_of(states)
    draw_sheet(states, NAMES[: len(outcome.ranks)])
    order = sorted(states[-1].seats, key=lambda seat: (outcome.ranks[seat - 1], seat))
    totals = [outcome.totals[seat - 1] for seat in order]
    for place, total in enumerate(totals):
        parts, written = sums_in(shown, place)
        assert sum(parts) == written == total
    heads = [at.slot.box for at in common.totals([str(total) for total in totals])]
    assert [shown[box] for box in heads] == [str(total) for total in totals]


def ended(
    setup: str, small: Sequence[int], large: Sequence[int], lives: Sequence[int], end: End
) -> Position:
    """The end of a match in which the buildings have these owners, in reading order."""
    state = started(setup)
    smaller, larger = iter(small), iter(large)
    owners = tuple(next(larger) if each.is_large else next(smaller) for each in state.map.buildings)
    return state._replace(owners=owners, lives=tuple(lives), end=end, phase="over", round=9)


BOOK = "RB/1/B2,D2,F2,H2,B4,D4,F4,H4/B2,D2,F2,H2,B4,D4,F4/I2-I3,D5-E5,H5-I5"
PLAIN = "RBG/1/B2,D2,F2,H2,B4,D4,F4,H4/B2,D2,F2/B5-C5,F5-G5"


def test_the_example_of_the_rules_reads_eleven_to_ten(shown: Shown) -> None:
    """Two large and five small against one large, two small and the last pawn."""
    state = ended(BOOK, (1, 1, 1, 1, 1, 2, 2), (1, 1, 2), (0, 1), "last")
    draw_sheet([state], NAMES[:2])
    assert sums_in(shown, 0) == ([5, 6, 0], 11)
    assert sums_in(shown, 1) == ([2, 3, 5], 10)
    assert shown[layout.REASONS[0].box] == "One pawn is left standing"
    assert shown[layout.REASONS[1].box] == "Won by 1 point"


def test_leaving_is_told_where_it_decided() -> None:
    state = ended(PLAIN, (2, 2, 2), (2, 2), (1, 0, 0), "last")._replace(left=frozenset({2, 3}))
    assert sheet.reasons(state, None)[1] == "A player who leaves ranks last"


def test_the_margin_is_not_told_where_a_player_who_left_has_more_than_the_second() -> None:
    state = ended(PLAIN, (3, 3, 3), (0, 0), (1, 0, 0), "last")._replace(left=frozenset({3}))
    outcome = state.outcome
    assert outcome is not None
    assert outcome.totals == (5, 0, 3)
    assert sheet.reasons(state, None)[1] == "A player who leaves ranks last"


def test_a_sheet_is_light_and_no_higher_than_a_picture_may_be() -> None:
    for play, theme in zip(MATCHES.values(), 2 * (*THEMES,), strict=False):
        states = play()
        png = draw_sheet(states, NAMES[: len(states[-1].lives)], theme=theme)
        assert len(png) <= LARGEST
        assert opened(png).width == common.WIDTH
        assert opened(png).height <= 1400


# ------------------------------------------------------------------------------ the graph


@pytest.mark.parametrize("name", MATCHES)
def test_a_line_shows_what_its_seat_had_after_every_move_and_ends_in_its_total(name: str) -> None:
    states = MATCHES[name]()
    courses, end = sheet.courses_of(states), sheet.ended_at(states)
    for seat, course in zip(states[-1].seats, courses, strict=True):
        assert course[-1] == (end, outcome_of(states).totals[seat - 1])
        assert [when for when, _ in course] == sorted(when for when, _ in course)
        for when, state in sheet.moments(states):
            had = score(state, seat).total
            assert had in {value for at, value in course if at <= when}


def test_no_two_lines_lie_on_each_other_where_seats_are_level() -> None:
    level = [[(0.0, 0), (3.0, 0), (3.0, 1), (5.0, 1)], [(0.0, 0), (4.0, 0), (4.0, 1), (5.0, 1)]]
    one, other = sheet.side_by_side(level, 8)
    assert one == [(0, 0, -4), (3, 0, -4), (3, 1, 0), (4, 1, 0), (4, 1, -4), (5, 1, -4)]
    assert other == [(0, 0, 4), (3, 0, 4), (3, 0, 0), (4, 0, 0), (4, 1, 4), (5, 1, 4)]


def test_the_five_points_for_the_last_one_rise_straight_up() -> None:
    states = MATCHES["fights"]()
    assert states[-1].end == "last"
    seat = next(seat for seat in states[-1].seats if states[-1].is_in(seat))
    (before, had), (when, has), _ = sheet.courses_of(states)[seat - 1][-3:]
    assert before == when == sheet.ended_at(states)
    assert has - had == 5


def test_rounds_are_numbered_so_that_the_numbers_keep_apart() -> None:
    plot = layout.graph(2).plot
    for rounds in (1, 2, 9, 10, 37, 80):
        numbers = sheet.ticks(rounds)
        assert 1 <= len(numbers) <= 9
        assert (plot[2] - plot[0]) * (numbers[0] / rounds) >= 52


def test_the_number_of_the_last_round_does_not_stand_in_the_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boxes: dict[str, Box] = {}

    def noting(picture: Image.Image, theme: Theme, text: str, slot: Slot, tint: Tint) -> None:
        boxes[text] = slot.box
        write(picture, theme, text, slot, tint)

    monkeypatch.setattr("renderer.landgrab.ending.sheet.write", noting)
    for rounds in (20, 36, 80):
        boxes.clear()
        begun = started(PLAIN)._replace(round=1)
        draw_sheet([begun, begun._replace(round=rounds, end="rounds", phase="over")], NAMES[:3])
        told = [box for text, box in boxes.items() if box[1] == boxes["rounds"][1]]
        assert len(told) > 2
        assert all(apart(*pair) for pair in itertools.combinations(told, 2))


# ------------------------------------------------------------------------ fitting texts


def texts() -> list[tuple[str, Slot]]:
    """All that is written, at its longest, and where."""
    found = [(tr(text), layout.HEADINGS[column]) for column, text in sheet.HEADINGS.items()]
    headlines = common.SHARED, common.NO_RESULT, sheet.SO_FAR
    found += [(tr(headline), common.HEADLINE) for headline in headlines]
    found += [(tr(text, rounds=80), layout.REASONS[0]) for text in sheet.ENDS.values()]
    found += [(tr(text), layout.REASONS[1]) for text in sheet.DECIDED.values()]
    found += [(tr(common.CUT_SHORT), layout.REASONS[0]), (sheet.ahead_by(15), layout.REASONS[1])]
    row, graph = layout.row(0), layout.graph(4)
    found += [(tr(text), row.state) for text in (sheet.OUT, sheet.LEFT)]
    found.append((tr(sheet.OUT), row.short_state))
    found += [(tr(text), row.ribbon) for text in (marks.WINNER, marks.SHARED)]
    found += [(tr(sheet.GRAPH_TITLE), graph.title), (tr(sheet.GRAPH_ROUNDS), graph.rounds_word)]
    found.append((tr(sheet.LAST, points=5), graph.last))
    return found


def numbers() -> list[tuple[str, Slot]]:
    row = layout.row(0)
    found = [("10 × 1 =", row.made["small"]), ("10", row.number["small"])]
    found += [("5 × 3 =", row.made["large"]), ("15", row.number["large"])]
    return [*found, ("5", row.nothing["last"]), ("30", row.total)]


def test_every_text_fits_in_every_language_and_can_be_read_on_a_phone() -> None:
    assert_fits(lambda: (*texts(), *numbers()), words=False)


def test_the_longest_names_fit_their_boxes() -> None:
    for name in (*NAMES, "עומר", "ﷺ" * 32):
        assert_name_fits(name, layout.row(0).name, layout.NAME_LEAST)
