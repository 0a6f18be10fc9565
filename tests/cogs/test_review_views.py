"""What a review says about a move: the chance, the points and the treasure that it gave away."""

import random
from dataclasses import replace

from discord.ui import Select

from cogs.contract.account import whole_percent
from cogs.contract.manifest import find_manifests
from cogs.frame.layout import Button
from cogs.reviews import review_views
from cogs.reviews.review_views import ReviewScreen, loss_words
from prowlerbot.core.record import random_record
from prowlerbot.games import GAMES
from prowlerbot.match.match import Ending, Match, Phase, Play, Player
from prowlerbot.match.timeline import make_timeline
from prowlerbot.opponent.judgement import Estimate, JudgedMove, Judgement, Outlook, Review
from prowlerbot.reviews.review_digest import Point, make_digest
from tests.cases import each_of
from tests.reviews import made_review

RECORD = random_record(GAMES["prowler"], random.Random(3))
MATCH = Match(
    id="abcdefgh",
    game="prowler",
    players=(Player(1, "Ada"), Player(2, "B*n")),
    created_at=0,
    phase=Phase.OVER,
    ending=Ending.PLAYED,
    setup=RECORD.setup,
    plays=tuple(Play(made.seat, made.text, 0) for made in RECORD.moves),
)
MADE = made_review(RECORD)


def screen(review: Review = MADE) -> ReviewScreen:
    known = make_timeline(MATCH, GAMES["prowler"], None)
    face = find_manifests(GAMES)["prowler"].face
    return ReviewScreen(MATCH, known, face, make_digest(review, 2))


def point(behind: Estimate, lead: float, lead_error: float = 0.1, exact: bool = False) -> Point:  # noqa: FBT001, FBT002 - a row of a table
    """The second move of the match: a better one would have brought so much more."""
    made = RECORD.moves[1]
    legal = (str(move) for move in RECORD.states()[1].moves(made.seat))
    other = next(move for move in legal if move != made.text)
    best = JudgedMove(other, Estimate(5), Estimate(0.6, 0.02))
    margin = Estimate(5 - lead, lead_error)
    played = JudgedMove(made.text, margin, Estimate(0.6 - behind.mean, 0.02), behind)
    judgement = Judgement(1, made.seat, (best, played), made.text, exact=exact)
    return Point(1, made.seat, Estimate(100 * behind.mean), judgement)


@each_of(
    ("given", "told"),
    [
        (point(Estimate(0.31, 0.04), 6.2, 1.0), "about 31% of the chance to win"),
        (point(Estimate(0.0), 4.0, 0.0), "about 4 points of the lead"),
        (point(Estimate(0.0), 1.0, 0.0), "about 1 point of the lead"),
        (point(Estimate(0.01, 0.15), 2.6, 1.0), "about 3 points of the lead"),
    ],
)
def test_a_loss_is_told_in_one_unit(given: Point, told: str) -> None:
    assert given.played is not None
    assert loss_words(given, given.played) == told.replace(" %", "\N{NO-BREAK SPACE}%")


def test_the_chances_are_told_only_where_the_move_changed_them() -> None:
    shown = screen(replace(MADE, judgements=()))
    costly = replace(shown.digest, turns=(point(Estimate(0.31, 0.04), 6.0, exact=True),))
    text = replace(shown, digest=costly).point_text(costly.turns[0], "t")
    worth = "B\\*n's chance to win fell from 60% to 29%."
    assert worth.replace(" %", "\N{NO-BREAK SPACE}%") in text
    assert "Searched to the end." in text
    decided = replace(shown.digest, turns=(point(Estimate(0.0), 9.0),))
    assert "chance" not in replace(shown, digest=decided).point_text(decided.turns[0], "t")
    lost = replace(decided, turns=(), costly=(decided.turns, ()))
    told = replace(shown, digest=lost).overview_text()
    assert "No single move turned the match. Those that cost most:" in told
    assert "about 9 points of the lead" in told
    assert "chance" not in told


def test_a_certain_end_is_told_in_words_and_any_other_chance_is_never_0_or_100() -> None:
    given = point(Estimate(1.0), 9.0, exact=True)
    best, made = given.options
    sure = replace(best, chance=Estimate(1.0)), replace(made, chance=Estimate(0.0))
    assert given.judgement is not None
    exact = replace(given, judgement=replace(given.judgement, options=sure))
    told = review_views.cost_sentence(exact, sure[1], "Ada")
    assert told == "That turned a sure win into a sure loss."
    assert review_views.change_words(exact, sure[1], "9") == "9, from a sure win to a sure loss"
    assert [whole_percent(each) for each in (0.0, 0.001, 0.5, 0.999, 1.0)] == [0, 1, 50, 99, 100]


def test_the_course_has_the_chances_in_percent_and_ends_in_the_result() -> None:
    shown = screen()
    seats = shown._review_course("night").seats
    for number, seat in enumerate(seats):
        means = [each[number].mean for _, each in shown.digest.course]
        assert list(seat.values) == list(map(whole_percent, means))
    assert "99% after move 20, 99%" not in shown.drawings("night")[0].alt


def test_a_riddle_stands_before_its_answer_with_the_signs_that_the_board_has() -> None:
    shown = screen()
    for number, each in enumerate(shown.points("t"), 1):
        better = shown.move_words(each, each.options[0].move)
        asked = shown.point_text(each, "t", answered=False)
        assert f"Turning point {number} of {len(shown.points('t'))}" in asked
        assert f"**{better}**" not in asked
        assert "Find a better move." in asked
        assert f"Better: **{better}**" in shown.point_text(each, "t")
    first = shown.points("t")[0]
    assert first.played is not None
    played, best = first.played.move, first.options[0].move
    told = shown.point_text(first, "t", marked=[played, best])
    assert told.index(" ✗. ") < told.index(" ✓.")
    asked = shown.point_text(first, "t", answered=False, marked=[played])
    assert " ✗." in asked
    assert "✓" not in asked
    only_better = shown.point_text(first, "t", marked=[best])
    assert "✗" not in only_better
    assert "✓" in only_better


def test_what_changes_no_chance_to_win_is_no_turning_point() -> None:
    decided = point(Estimate(0.0), 30.0)
    assert decided.judgement is not None
    chances = [(Estimate(0.4 + at / 100),) * 2 for at in range(9)]
    course = tuple(Outlook(at, (Estimate(at),) * 2, each) for at, each in enumerate(chances))
    found = make_digest(replace(MADE, judgements=(decided.judgement,), course=course), 2)
    assert not found.turns


def test_a_player_reads_first_which_own_move_was_the_weakest_or_that_none_was() -> None:
    shown = screen()
    assert "weak" not in shown.overview_text(), "for others nobody's move comes first"
    for seat in (1, 2):
        own = replace(shown, reader=seat)
        weakest = shown.digest.costly[seat - 1][0]
        found = replace(shown.digest, turns=(weakest,))
        told = replace(own, digest=found).overview_text().splitlines()[1]
        made = shown.played_words(weakest)
        assert told == f"Your weakest moment: {shown.moment_words(weakest)}, **{made}**."
        found = replace(shown.digest, turns=shown.digest.costly[2 - seat])
        told = replace(own, digest=found).overview_text().splitlines()[1]
        assert told.startswith(f"Your weakest moment: {shown.moment_words(weakest)}, ")
        costly = [() if at == seat else each for at, each in enumerate(found.costly, 1)]
        none = replace(own, digest=replace(found, costly=tuple(costly)))
        assert none.overview_text().splitlines()[1].startswith("You had no weak moment")


def test_a_course_that_falls_to_the_exact_count_is_explained_where_no_move_was_weak() -> None:
    own, leads = replace(screen(), reader=1), (Estimate(0.0),) * 2
    for chance, told in (
        (Estimate(0.0), "From move 6 the machine counts exactly"),
        (Estimate(0.0, 0.01), "You had no weak moment"),
        (Estimate(0.55), "You had no weak moment"),
    ):
        chances = [Estimate(0.6, 0.05), Estimate(0.6, 0.05), chance, chance]
        course = [Outlook(at, leads, (each,) * 2) for at, each in enumerate(chances, 4)]
        costly = ((), own.digest.costly[1])
        found = replace(make_digest(replace(MADE, course=tuple(course)), 2), costly=costly)
        assert replace(own, digest=found).overview_text().splitlines()[1].startswith(told)


def test_names_are_escaped_in_texts_and_plain_in_spoken_words() -> None:
    shown = screen()
    assert "B\\*n" in shown.overview_text()
    assert "luck" not in shown.overview_text(), "a match without draws has none"
    (drawing,) = shown.drawings("night")
    assert "B*n" in drawing.alt
    assert len(drawing.alt) <= 1024


def test_every_point_has_each_place_and_each_moment_once() -> None:
    shown = screen()
    for series in ("t", "1", "2"):
        for each in shown.points(series):
            items = [item for row in shown.rows(each, series) for item in row]
            carried = [it.custom_id for it in items if isinstance(it, Button | Select)]
            for menu in (it.to_component_dict() for it in items if isinstance(it, Select)):
                moments = [option["value"].partition(".")[2] for option in menu["options"]]
                assert len({*moments}) == len(moments)
            assert len({*carried}) == len(carried)
            assert all(len(custom_id) <= 100 for custom_id in carried)


def test_a_match_without_decisions_says_so_and_has_no_picture() -> None:
    empty = screen(Review("1", (), (), ()))
    assert "nothing to choose" in empty.overview_text()
    assert empty.drawings("night") == []


def test_a_number_that_rounds_to_nothing_has_neither_sign() -> None:
    told = [review_views.signed_decimal(each) for each in (-0.04, 0.0, -0.06, 0.2)]
    assert told == ["±0.0", "±0.0", "−0.1", "+0.2"]
