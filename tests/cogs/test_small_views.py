"""Levels, ratings and places in words, the form of the search, and the words of reviews."""

import random
from collections.abc import Sequence
from dataclasses import replace
from inspect import signature
from types import SimpleNamespace
from typing import Any, NamedTuple, cast, get_args

import discord
import pytest
from discord.ui import Select
from tall_tale.face import MANIFEST

from cogs.board.call_messages import Call
from cogs.board.views.agreement_views import claim_question
from cogs.board.views.match_boards import Sight, end_rows, fitting_words, with_earlier_moves
from cogs.board.views.match_views import has_won_alone, level_buttons
from cogs.board.views.results_text import history_line, rating_line, rating_words
from cogs.board.views.terms_words import banks_line, due_line, terms_words, thought_words
from cogs.contract import plain_words
from cogs.contract.account import whole_percent
from cogs.contract.face import Face
from cogs.contract.manifest import find_manifests
from cogs.contract.screen import TEXT_LIMIT, Look, Screen
from cogs.daily.daily_ranking import kind_words
from cogs.finding.finding_views import QuestionReaders, question_view, read_wish, wish_form
from cogs.frame.layout import Button, layout
from cogs.frame.names import LEVEL_WORDS
from cogs.players.preference_commands import THEMES
from cogs.presses import TryPress
from cogs.profiles import standing_line
from cogs.replays.replay_commands import Moment
from cogs.reviews import review_views
from cogs.reviews.review_views import ReviewScreen
from prowlerbot.core.game import AnyState, AnyView, Game, Mark, after
from prowlerbot.core.record import random_record
from prowlerbot.daily.daily_store import Day
from prowlerbot.finding.finding_store import Proposal, ProposalSeat, ProposalState
from prowlerbot.finding.matchmaking import Wish
from prowlerbot.games import GAMES
from prowlerbot.match import lobby
from prowlerbot.match.call_rules import CallKey
from prowlerbot.match.match import (
    Context,
    Ending,
    Level,
    Match,
    Phase,
    Play,
    Player,
    TakenHint,
    end_match,
    machine,
)
from prowlerbot.match.player_statistics import FinishedMatch
from prowlerbot.match.preferences import Theme
from prowlerbot.match.ratings import PROVISIONAL, PlayerStanding, Rating, Verdict
from prowlerbot.match.scene import Access
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import Timeline, make_timeline
from prowlerbot.opponent.choice import LEVELS, PUZZLE_LEVEL
from prowlerbot.opponent.judgement import Estimate, JudgedMove, Judgement, Outlook, Review
from prowlerbot.opponent.task import house_roster
from prowlerbot.reviews.review_digest import Point, make_digest
from prowlerbot.reviews.review_service import digest_of
from renderer.theme import shades
from tests.cases import each_of
from tests.games.prowler.matches import PROWLER
from tests.games.tell import TellGame
from tests.games.tell_face import Seen, TellFace
from tests.match import test_clocks
from tests.match.test_pace import call_to, scene
from tests.reviews import made_review

NAMES: tuple[Level, ...] = get_args(Level)


def test_each_level_plays_and_has_words_and_each_theme_has_a_label_and_colours() -> None:
    assert tuple(LEVELS) == tuple(LEVEL_WORDS) == NAMES
    assert tuple(THEMES) == get_args(Theme)
    assert tuple(signature(shades).parameters) == get_args(Theme)


@each_of("key", [game.key for game in GAMES.values()])
def test_a_game_with_levels_of_its_own_has_all_of_them(key: str) -> None:
    _, hints = house_roster()[key]
    assert not hints.levels or tuple(hints.levels) == NAMES
    assert {*hints.lapses} <= {PUZZLE_LEVEL.name, *NAMES}


SETTLED = PlayerStanding(1, Rating(25_000_000, 5_000_000), PROVISIONAL)
FRESH = PlayerStanding(1, Rating(22_366_667, 8_066_667), PROVISIONAL - 1)


def test_a_settled_rating_is_told_with_its_range_and_a_provisional_one_says_so() -> None:
    assert rating_words(SETTLED) == "**1500** ± 600"
    assert rating_words(FRESH) == "**1342** provisional"


RATED = FinishedMatch(
    *("abc", 1, Ending.RESIGNED, 1, Verdict.COUNTED, (Player(1, "Ada"), Player(2, "Ben"))),
    *((2, 1), (), (SETTLED.rating,) * 2, (Rating(24_500_000, 0), Rating(25_500_000, 0))),
    rated_counts=(PROVISIONAL, PROVISIONAL - 1),
)


def test_from_the_tenth_match_on_the_change_of_a_rating_is_told_unless_two_play_too_often() -> None:
    assert rating_line(RATED) == "📈 Rating: Ada **1470** (−30), Ben **1530** provisional"
    told = [history_line(RATED, player, "", readers=False) for player in (1, 2)]
    assert " · 📉 **1470** (−30) · <t:1:d>" in told[0]
    assert " · 📈 **1530** · <t:1:d>" in told[1]
    often = rating_line(replace(RATED, verdict=Verdict.OFTEN))
    assert often == "-# Not rated: you have had 5 rated matches with each other today."


@each_of(("player", "totals"), [(1, "7 : 8 : 9"), (2, "8 : 7 : 9"), (3, "9 : 7 : 8")])
def test_the_points_of_three_are_told_with_the_players_own_first(player: int, totals: str) -> None:
    three = (Player(1, "Ada"), Player(2, "Ben"), Player(3, "Cem"))
    of_three = FinishedMatch(
        "abc", 1, Ending.PLAYED, 0, Verdict.COUNTED, three, (3, 2, 1), (7, 8, 9)
    )
    assert totals in history_line(of_three, player, "", readers=False)
    resigned = replace(of_three, ending=Ending.RESIGNED, ended_by=2, totals=())
    assert "; Ben left" in history_line(resigned, player, "", readers=False)


@each_of(("pace", "told"), [(600, "10 minutes"), (3600, "an hour"), (3 * 86_400, "3 days")])
def test_a_challenge_says_how_long_each_move_may_take(pace: int, told: str) -> None:
    match = Match("abc", "prowler", RATED.players, 0, terms=Terms(pace=pace))
    assert f"You have {told} for each move." in terms_words(match)


@each_of(("place", "shown"), [(1, "🥇"), (2, "🥈"), (3, "🥉"), (4, "**4.**"), (9, "**9.**")])
def test_the_first_three_of_many_have_medals_on_a_leaderboard(place: int, shown: str) -> None:
    line = standing_line(place, 9, "Ada", SETTLED, readers=False)
    assert line == f"{shown} Ada · **1500** ± 600 · 10 matches"
    line = standing_line(place, 9, "Ada", FRESH, readers=True)
    assert line == f"**{place}.** **Ada** · **1342** provisional · 9 matches"


TITLES = {"prowler": "Prowler's Passage", "landgrab": "Landgrab"}


def test_outside_of_servers_the_form_has_no_choice_of_place() -> None:
    again, form = (wish_form(Wish(("landgrab",)), TITLES, in_server=False).to_dict() for _ in "12")
    assert form["custom_id"] != again["custom_id"], "a phone fills in what the same form had"
    assert "everywhere" not in str(form)


def test_what_the_form_has_chosen_reads_as_the_same_wish() -> None:
    wish = Wish(("landgrab",), seats=(2, 4), friendly=False)
    chosen = {
        field["component"]["custom_id"]: [
            option["value"] for option in field["component"]["options"] if option.get("default")
        ]
        for field in wish_form(wish, TITLES, in_server=True).to_dict()["components"]
    }
    assert read_wish(chosen) == wish
    assert read_wish({**chosen, "paces": ["x"], "lasts": []}).paces == (), "a forged number is none"


def test_a_question_in_a_chat_is_asked_though_somebody_it_may_not_name_has_agreed() -> None:
    seats = (ProposalSeat(1, 1, "Ada", 0, 0, answer=True), ProposalSeat(2, 2, "Dora", 0, 0))
    proposal = Proposal("x", "landgrab", 86_400, True, 0, 600, seats, ProposalState.ASKING)
    told = str(question_view(proposal, QuestionReaders(2, {}), "Landgrab").to_components())
    assert "one player" in told
    assert "Ada" not in told


def test_a_day_says_at_which_place_one_moves_whoever_begins() -> None:
    places = [kind_words(Day(seat, 4, {}, ""), [3]).rsplit(", ", 1)[1] for seat in (3, 4, 1, 2)]
    assert places == ["you move first", "you move second", "you move third", "you move last"]
    assert kind_words(Day(4, 5, {}, ""), [1]).endswith("you move as number 4")
    assert kind_words(Day(1, 3, {}, ""), [2]).endswith("you move last")
    assert kind_words(Day(1, 2, {}, ""), [2]).endswith("you move second")


class Wordy(NamedTuple):
    """A face whose words of a position are given."""

    whole: str
    short: str

    def describe(self, *_: object) -> str:
        return self.whole

    def brief(self, *_: object) -> str:
        return self.short


@each_of(
    ("room", "words"),
    [(60, "a" * 30 + "\n" + "b" * 20), (40, "a" * 30), (20, "c" * 10), (10, "c" * 10), (9, "")],
)
def test_words_without_room_lose_lines_and_give_way_to_short_ones(room: int, words: str) -> None:
    face = cast(Face, Wordy("a" * 30 + "\n" + "b" * 20, "c" * 10))
    text = "t" * (TEXT_LIMIT - len("\n\n") - room)
    assert fitting_words(text, Sight(face, cast(AnyView, None), Look([], []), Screen(""))) == words


def call(match_id: str, seat: int, part: str, *, channel: int = 8, over: bool = False) -> Call:
    shown = scene()
    assert shown.board is not None
    match = replace(shown.match, id=match_id, phase=Phase.OVER if over else Phase.PLAYING)
    board = replace(shown.board, match=match_id, channel=channel)
    key = CallKey(-seat if over else seat, 3)
    return Call(replace(shown, match=match, board=board), board, call_to(match_id, key, part), seat)


def test_reminders_of_a_player_share_a_message_in_each_channel_and_one_in_their_own_chat() -> None:
    one, two = call("one", 1, "half:0"), call("two", 1, "last:0")
    elsewhere, other = call("three", 1, "half:0", channel=9), call("four", 2, "half:0")
    assert one.sharing_key(direct=False) == two.sharing_key(direct=False)
    assert len({each.sharing_key(direct=False) for each in (one, elsewhere, other)}) == 3
    assert one.sharing_key(direct=True) == elsewhere.sharing_key(direct=True)
    assert one.sharing_key(direct=True) != other.sharing_key(direct=True)


def test_the_end_of_a_match_is_told_in_one_message_and_each_turn_in_one_of_its_own() -> None:
    ends = [call("one", seat, "turn", over=True) for seat in (1, 2)]
    assert len({each.sharing_key(direct=False) for each in ends}) == 1
    assert len({each.sharing_key(direct=True) for each in ends}) == 2
    other = call("two", 1, "turn", over=True)
    assert other.sharing_key(direct=False) != ends[0].sharing_key(direct=False)
    turns = [call("one", seat, "turn") for seat in (1, 2)]
    assert len({each.sharing_key(direct=False) for each in turns}) == 2
    behind = [each._replace(board=replace(each.board, access=Access.INTERACTION)) for each in turns]
    assert len({each.sharing_key(direct=False) for each in behind}) == 1, "they follow one answer"


PLAYERS = (Player(1, "Ann"), machine("easy"), machine("hard"))
MOVES = ((1, "1"), (2, "1"), (3, "1"), (0, "2"), (2, "1"), (3, "1"))
"""Between the moves of the machines a die is thrown."""


class Repeating(TellFace):
    """The text of a roll repeats that of the move before it."""

    def recap(self, views: Sequence[Seen], names: Sequence[str]) -> str:
        del names
        thrown = views[-1].seen.round > views[-2].seen.round
        return f"round {views[-2].seen.round} settled{', a 2 is thrown' * thrown}"


@each_of("private", [False, True])
def test_a_draw_is_told_with_its_move_and_only_the_latest_moves_where_players_have_their_own_boards(
    *, private: bool
) -> None:
    face = Repeating(TellGame())
    face.private = private
    told = ["round 0 settled, a 2 is thrown", "round 1 settled"]
    told = told if private else ["round 0 settled"] * 2 + told
    states: list[AnyState] = [TellGame().start("tell-7")]
    for seat, move in MOVES:
        states.append(after(states[-1], seat, move))
    plays = tuple(Play(seat, move, 0, at) for at, (seat, move) in enumerate(MOVES))
    known = Timeline(None, plays, tuple(state.view(None) for state in states))
    match = Match("abc", "tell", PLAYERS, 0, setup="tell-7", phase=Phase.PLAYING, plays=plays)
    names = [player.name for player in PLAYERS]
    text = with_earlier_moves(match, known, face, Look(names, names), "To move.")
    assert text.split("\n") == [*(f"-# {each}." for each in told), "To move."]


FACE = MANIFEST.face
PLAYED = "0:356 0:112 1:1x3 2:2x1 1:doubt 0:22 0:446 1:1x2"
PEOPLE = Player(1, "Ada"), Player(2, "Ben")
JUMPS = "Jump to a move"


def match() -> Match:
    asked = lobby.make_challenge("abc", FACE.game, PEOPLE, {}, terms=Terms(), now=1)
    begun = lobby.begin_match(asked, Context(FACE.game, random.Random(1), 1), "2")
    entries = [entry.split(":") for entry in PLAYED.split()]
    plays = (Play(int(seat), move, 1, at) for at, (seat, move) in enumerate(entries))
    return replace(begun, plays=tuple(plays))


def listed(shown: Match, viewer: int | None) -> list[str]:
    known = make_timeline(shown, FACE.game, viewer)
    rows = layout("", rows=Moment(shown, known, known.ply, FACE).rows(None)).to_components()
    (menu,) = (row["components"][0] for row in rows if JUMPS in str(row))
    return [option["label"] for option in menu["options"]]


def test_a_reader_reads_their_own_moves_and_of_others_what_the_views_tell() -> None:
    told = ["The start, before the first move", "1 · Ada tells 1 × 3", "2 · Ben tells 2 × 1"]
    told += ["3 · Ada doubts 2 × 1: Ada loses a die", "4 · Ada tells 1 × 2"]
    assert listed(match(), None) == told
    told[1], told[3:] = "1 · Ada: 1 × 3", ["3 · Ada: doubt", "4 · Ada: 1 × 2"]
    assert listed(match(), 1) == told


def test_no_reader_of_a_running_match_reads_a_roll_and_after_the_end_all_do() -> None:
    for viewer in (None, 1, 2):
        assert not {"356", "112", "446"} & {*" ".join(listed(match(), viewer)).split()}
    assert "446" in " ".join(listed(replace(match(), phase=Phase.OVER), None))


def test_a_harder_match_is_offered_after_a_win_alone() -> None:
    match = Match("abc", "prowler", (Player(1, "Ada"), machine("easy")), 0)
    for won in (True, False):
        assert [each.label for each in level_buttons(match, str, won=won)] == ["Harder"] * won


ENDS = {1: (1, 2), 2: (2, 1), None: (1, 1)}  # the ranks of two by the sole winner


def finished(winner: int | None) -> Any:
    return SimpleNamespace(outcome=SimpleNamespace(winner=winner, ranks=ENDS[winner]))


@pytest.mark.parametrize("winner", ENDS)
def test_the_only_person_of_a_match_has_won_it_alone_or_not(winner: int | None) -> None:
    match = Match("abc", "prowler", (Player(1, "Ada"), machine("easy")), 0)
    known = cast(Timeline, SimpleNamespace(present=finished(winner)))
    assert has_won_alone(match, known) is (winner == 1)


@pytest.mark.parametrize("winner", ENDS)
def test_a_sole_win_is_good_and_can_be_the_quickest_and_a_shared_one_is_fair(
    winner: int | None,
) -> None:
    states: Any = [SimpleNamespace(outcome=None), SimpleNamespace(outcome=None), finished(winner)]
    quickest = ["Quickest win: 2 moves"] if winner == 1 else []
    assert plain_words.highlights([(states, 1)]) == quickest
    (course,) = Game.course(PROWLER, states, 1)
    assert course is {1: Mark.GOOD, 2: Mark.POOR, None: Mark.FAIR}[winner]


def test_only_the_review_is_blue_after_a_loss_to_the_machine() -> None:
    moved = test_clocks.move(test_clocks.begun(PROWLER), PROWLER, test_clocks.at(PROWLER, 1_020))
    ended = replace(moved, phase=Phase.OVER, ending=Ending.RESIGNED, ended_by=1)
    ended = replace(ended, players=(Player(1, "Ada"), machine("easy")))
    (row,) = end_rows(ended, make_timeline(ended, PROWLER, None))
    buttons = {each.label: each.style for each in row if isinstance(each, Button)}
    assert [*buttons] == ["Review", "Play again", "Another game", "Menu"]
    primary = discord.ButtonStyle.primary
    assert [label for label, style in buttons.items() if style is primary] == ["Review"]


def test_a_clock_is_told_by_its_end_and_warns_at_a_tenth() -> None:
    match = test_clocks.begun(PROWLER)
    assert due_line(1_220, match, 1_000) == "⏱️ due <t:1220:R>"
    assert due_line(1_060, match, 1_000) == "⚠️ due <t:1060:R>"
    told = due_line(1_060, match, 1_000, {1})
    assert told == "⚠️ first move due <t:1060:R>"
    assert due_line(1_220) == due_line(1_220, replace(match, terms=Terms(pace=600)), 1_000)
    first = test_clocks.seat_to_move(match, PROWLER)
    moved = test_clocks.move(match, PROWLER, test_clocks.at(PROWLER, 1_070))
    assert due_line(1_220, moved, 1_000, {first}) == "⏱️ due <t:1220:R>"
    known = make_timeline(moved, PROWLER, None)
    assert thought_words(moved, known, 0) == "thought for 1:10, 9:00 left"
    told = banks_line(moved, {3 - first})
    assert told == "-# ⏱️ Ada 10:00 · Ben 9:00", "no bank is missing in a first turn"
    later = test_clocks.move(moved, PROWLER, test_clocks.at(PROWLER, 1_075))
    assert banks_line(later, {first}) == "-# ⏱️ Ada 10:05 · Ben 9:00", "all alike"
    told = banks_line(later, {first}, due_line(1_220, later, 1_000, {first}))
    assert told == "-# ⏱️ due <t:1220:R> · Ada 10:05 · Ben 9:00"


def test_nobody_sees_in_public_what_is_left_change_before_a_seat_is_done() -> None:
    game = TellGame(picks=2)
    match = test_clocks.begun(game, count=3)
    told = banks_line(match, frozenset({1, 2, 3}))
    assert told == "-# ⏱️ Ada 10:00 · Ben 10:00 · Cleo 10:00"
    step = test_clocks.move(match, game, test_clocks.at(game, 1_030), 1)
    assert banks_line(step, frozenset({1, 2, 3})) == told
    done = test_clocks.move(step, game, test_clocks.at(game, 1_040), 1)
    assert banks_line(done, frozenset({2, 3})) == "-# ⏱️ Ada 9:30 · Ben 10:00 · Cleo 10:00"


def test_a_claim_names_the_others_also_where_it_ends_a_match_of_several() -> None:
    match = test_clocks.begun(PROWLER)
    for players, others in (
        (match.players, "Ben"),
        ((*match.players, Player(3, "Cleo")), "Ben and Cleo"),
    ):
        before = replace(match, players=players)
        after = end_match(before, Ending.CLAIMED, 1, match.changed_at)
        text = str(claim_question(before, after).to_components())
        assert f"Claim the win against {others}?" in text


RECORD = random_record(GAMES["prowler"], random.Random(3))
PLAYS = tuple(Play(made.seat, made.text, 0) for made in RECORD.moves)
MATCH = Match("abcdefgh", "prowler", (Player(1, "Ada"), Player(2, "B*n")), 0, setup=RECORD.setup)
MATCH = replace(MATCH, phase=Phase.OVER, ending=Ending.PLAYED, plays=PLAYS)
MADE = made_review(RECORD)


def test_reasons_for_a_player_are_told_to_others_as_theirs() -> None:
    record = random_record(GAMES["landgrab"], random.Random(2))
    plays = tuple(Play(made.seat, made.text, 0) for made in record.moves)
    match = replace(MATCH, game="landgrab", setup=record.setup, plays=plays)
    known, review = make_timeline(match, GAMES["landgrab"], None), made_review(record)
    face = find_manifests(GAMES)["landgrab"].face
    one, two = (
        ReviewScreen(match, known, face, make_digest(review, 2), reader=it) for it in (1, 2)
    )
    late = [each for each in review.judgements[-60:] if each.seat == 2]
    told = [two.lack_sentence(Point(it.ply, 2, Estimate(5), it)) for it in late]
    assert any(told)
    for each, own in zip(late, told, strict=True):
        other = one.lack_sentence(Point(each.ply, 2, Estimate(5), each))
        assert other == (own and f"To B\\*n: {own}")


def screen(review: Review = MADE) -> ReviewScreen:
    known = make_timeline(MATCH, GAMES["prowler"], None)
    return ReviewScreen(MATCH, known, find_manifests(GAMES)["prowler"].face, make_digest(review, 2))


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
        (point(Estimate(0.31, 0.04), 6.2, 1.0), "Of 100 matches B\\*n wins: 60 | 29"),
        (point(Estimate(0.0), 6.0, 0.0), "Lead of B\\*n at the end: +5 | −1"),
        (point(Estimate(0.01, 0.15), 2.6, 1.0), "Lead of B\\*n at the end: +5 | +2"),
    ],
)
def test_a_loss_is_told_in_one_unit_by_both_results(given: Point, told: str) -> None:
    best, made = told.split(" | ")
    assert given.played is not None
    words = screen().change_words(given, given.played)
    assert words == f"{best} with the best move, {made} with this one."


def test_the_chances_are_told_only_where_the_move_changed_them() -> None:
    shown = screen(replace(MADE, judgements=()))
    costly = replace(shown.digest, turns=(point(Estimate(0.31, 0.04), 6.0, exact=True),))
    text = replace(shown, digest=costly).point_text(costly.turns[0], "t")
    assert "Of 100 matches B\\*n wins: 60 with the best move, 29 with this one." in text
    assert "Searched to the end." in text
    decided = replace(shown.digest, turns=(point(Estimate(0.0), 9.0),))
    assert "100 matches" not in replace(shown, digest=decided).point_text(decided.turns[0], "t")
    lost = replace(decided, turns=(), costly=(decided.turns, ()))
    told = replace(shown, digest=lost).overview_text().partition("Those that cost most:")[2]
    assert "cost 9 wealth of the lead at the end" in told
    assert "the win" not in told


def test_a_chance_is_told_as_0_or_100_percent_only_where_the_end_is_certain() -> None:
    given = point(Estimate(1.0), 9.0, exact=True)
    best, made = given.options
    sure = replace(best, chance=Estimate(1.0)), replace(made, chance=Estimate(0.0))
    assert given.judgement is not None
    exact = replace(given, judgement=replace(given.judgement, options=sure))
    assert "100 with the best move, 0 with this one." in screen().change_words(exact, sure[1])
    assert [whole_percent(each) for each in (0.0, 0.001, 0.5, 0.999, 1.0)] == [0, 1, 50, 99, 100]


def test_the_course_has_the_chances_in_percent_and_ends_in_the_result() -> None:
    shown = screen()
    for number, seat in enumerate(shown._review_course("night").seats):
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
    assert {*"✗✓"} & {*only_better} == {"✓"}


def test_what_changes_no_chance_to_win_is_no_turning_point() -> None:
    decided = point(Estimate(0.0), 30.0)
    assert decided.judgement is not None
    chances = [(Estimate(0.4 + at / 100),) * 2 for at in range(9)]
    course = tuple(Outlook(at, (Estimate(at),) * 2, each) for at, each in enumerate(chances))
    found = make_digest(replace(MADE, judgements=(decided.judgement,), course=course), 2)
    assert not found.turns


def test_a_player_reads_first_and_once_which_own_move_cost_most_and_may_improve_it() -> None:
    shown = screen()
    assert "costliest" not in shown.overview_text(), "for others nobody's move comes first"
    for seat in (1, 2):
        own, costly = replace(shown, reader=seat), shown.digest.costly
        worst = costly[seat - 1][0]
        for turns in ((worst,), costly[2 - seat]):
            listed = replace(own, digest=replace(shown.digest, turns=turns))
            _, result, line, *rest = listed.overview_text().splitlines()
            assert result == "🏆 Ada won, 88\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}81"
            told = f"{shown.moment_words(worst)}: {shown.played_words(worst)}"
            assert line.startswith(f"**Your costliest move** · {told} · cost the win in ")
            assert rest[0] == f"-# {shown.better_words(worst, '||')}", "not yet to be seen"
            assert line not in rest
            find = next(it for it in listed.rows()[-1] if isinstance(it, Button))
            assert str(TryPress("retry", MATCH.id, worst.at, str(seat))) == find.custom_id
        none = [() if at == seat else each for at, each in enumerate(costly, 1)]
        without = replace(own, digest=replace(shown.digest, costly=tuple(none)))
        assert without.overview_text().splitlines()[2] == "None of your moves gave away much."


def test_a_move_after_a_hint_counts_for_no_loss_and_says_that_a_hint_came_first() -> None:
    shown, told = screen(), "A hint came before this move, and it searched longer than this review."
    worst = shown.digest.costly[0][0]
    for steps in (2, 3):
        hint = TakenHint(worst.at, 1, steps, moment=0)
        digest = digest_of(MADE, replace(MATCH, hints=(hint,)))
        own = replace(shown, digest=replace(digest, turns=(worst,)), reader=1)
        texts = own.overview_text(), own.point_text(worst, "t")
        assert [told in text for text in texts] == [steps == 3] * 2
        assert (worst not in digest.costly[0]) == (steps == 3)
        assert (digest.accuracy != shown.digest.accuracy) == (steps == 3)


def test_a_player_who_resigned_ahead_is_told_so_and_the_luck_has_its_unit() -> None:
    shown = screen()
    match = replace(MATCH, ending=Ending.RESIGNED, ended_by=2)
    for mean, told in ((0.62, True), (0.4, False)):
        course = ((9, (Estimate(1 - mean), Estimate(mean))),)
        digest = replace(shown.digest, course=course, luck=(1.0, None), accuracy=(None, 50.0))
        text = replace(shown, match=match, digest=digest).overview_text()
        assert ("B\\*n was ahead: the machine expected 62 wins in 100 matches." in text) == told
        assert "Luck: chance to win gained or lost at random." in text
        assert "“–”: too few decisions for an accuracy." in text


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
    assert "No move gave away much." in empty.overview_text()
    assert empty.drawings("night") == []


def test_a_number_that_rounds_to_nothing_has_neither_sign() -> None:
    told = [review_views.signed_decimal(each) for each in (-0.04, 0.0, -0.06, 0.25)]
    assert told == ["±0.0", "±0.0", "−0.1", "+0.2"]
