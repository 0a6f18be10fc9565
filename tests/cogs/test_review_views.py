"""What a review says about a move: the chance, the points and the treasure that it gave away."""

from __future__ import annotations

import random
from dataclasses import replace

from cogs.contract.manifest import find_manifests
from cogs.views.review_views import ReviewScreen
from prowlerbot.core.record import random_record
from prowlerbot.games import GAMES
from prowlerbot.match.decisions import Play
from prowlerbot.match.match import Ending, Match, Phase, Player
from prowlerbot.match.timeline import timeline
from prowlerbot.review.digest import Point, digest
from prowlerbot.review.judgement import Estimate, Judgement, Option, Review
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
    known = timeline(MATCH, GAMES["prowler"], None)
    face = find_manifests(GAMES)["prowler"].face
    return ReviewScreen(MATCH, known, face, digest(review, 2))


def point(behind: Estimate, lead: float, lead_error: float = 0.1, exact: bool = False) -> Point:  # noqa: FBT001, FBT002 - a row of a table
    """The second move of the match: a better one would have brought so much more."""
    made = RECORD.moves[1]
    legal = (str(move) for move in RECORD.states()[1].moves(made.seat))
    other = next(move for move in legal if move != made.text)
    best = Option(other, Estimate(5), Estimate(0.6, 0.02))
    margin = Estimate(5 - lead, lead_error)
    played = Option(made.text, margin, Estimate(0.6 - behind.mean, 0.02), behind)
    judgement = Judgement(1, made.seat, (best, played), made.text, exact=exact)
    return Point(1, made.seat, Estimate(100 * behind.mean), judgement)


@each_of(
    ("given", "told"),
    [
        (
            point(Estimate(0.31, 0.04), 6.2, 1.0),
            "31 ± 4\N{NO-BREAK SPACE}% of the chance to win and 6.2 ± 1.0 points",
        ),
        (point(Estimate(0.31, 0.04), 0.2), "31 ± 4\N{NO-BREAK SPACE}% of the chance to win"),
        (point(Estimate(0.31, 0.04), 1.0, 2.0), "31 ± 4\N{NO-BREAK SPACE}% of the chance to win"),
        (point(Estimate(0.0), 4.0, 0.0), "4 points"),
        (point(Estimate(0.0), 1.0, 0.0), "1 point"),
        (point(Estimate(0.01, 0.15), 2.6, 1.0), "2.6 ± 1.0 points"),
    ],
)
def test_a_loss_tells_what_surely_was_lost(given: Point, told: str) -> None:
    assert screen().lost(given) == told


def test_the_chances_are_told_only_where_the_move_changed_them() -> None:
    shown = screen(replace(MADE, judgements=()))
    costly = replace(shown.digest, turns=(point(Estimate(0.31, 0.04), 6.0, exact=True),))
    text = replace(shown, digest=costly).told(costly.turns[0], "t")
    worth = "60 ± 2 % with the better move, 29 ± 2 % with the one played"
    assert worth.replace(" %", "\N{NO-BREAK SPACE}%") in text
    assert "Searched to the end." in text
    decided = replace(shown.digest, turns=(point(Estimate(0.0), 9.0),))
    assert "Chance to win" not in replace(shown, digest=decided).told(decided.turns[0], "t")


def test_names_are_escaped_in_texts_and_plain_in_spoken_words() -> None:
    shown = screen()
    assert "B\\*n" in shown.overview()
    (drawing,) = shown.drawings("night")
    assert "B*n" in drawing.alt
    assert len(drawing.alt) <= 1024


def test_the_buttons_of_every_point_lead_to_different_places() -> None:
    shown = screen()
    for series in ("t", "1", "2"):
        for each in shown.points(series):
            carried = [
                item.to_component_dict()["custom_id"]
                for row in shown.rows(each, series)
                for item in row
            ]
            assert len({*carried}) == len(carried)
            assert all(len(custom_id) <= 100 for custom_id in carried)


def test_a_match_without_decisions_says_so_and_has_no_picture() -> None:
    empty = screen(Review("1", (), (), ()))
    assert "nothing to choose" in empty.overview()
    assert empty.drawings("night") == []
