"""The levels of the machine, ratings and places in words, and the form of the search."""

from __future__ import annotations

from inspect import signature
from typing import NamedTuple, cast, get_args

from cogs.board.views.match_views import with_words
from cogs.board.views.results_text import points, rating_words, standing_line
from cogs.contract.account import Merit, leading
from cogs.contract.face import Face
from cogs.contract.screen import TEXT_LIMIT
from cogs.daily.daily_ranking import kind_words
from cogs.finding.finding_views import QuestionReaders, question_view, read_wish, wish_form
from cogs.frame.names import LEVEL_WORDS, player_name
from cogs.players.preference_commands import THEMES
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr, translate_or_none
from prowlerbot.daily.daily_store import Day
from prowlerbot.finding.avoidance_store import Proposal, ProposalSeat, ProposalState
from prowlerbot.finding.matchmaking import Wish
from prowlerbot.games import GAMES
from prowlerbot.match.match import Level, machine
from prowlerbot.match.preferences import Theme
from prowlerbot.match.ratings import PROVISIONAL, PlayerStanding, Rating
from prowlerbot.opponent.choice import LEVELS
from prowlerbot.opponent.task import house
from renderer.theme import shades
from tests.cases import each_of
from tools.messages import COMPLETE

NAMES: tuple[Level, ...] = get_args(Level)


def test_the_levels_of_matches_all_play_and_all_have_words() -> None:
    assert tuple(LEVELS) == NAMES
    assert tuple(LEVEL_WORDS) == NAMES


def test_each_theme_has_a_label_and_its_own_colours() -> None:
    assert tuple(THEMES) == get_args(Theme)
    assert tuple(signature(shades).parameters) == get_args(Theme)


@each_of("key", [game.key for game in GAMES.values()])
def test_a_game_with_levels_of_its_own_has_all_of_them(key: str) -> None:
    _, hints = house()[key]
    assert not hints.levels or tuple(hints.levels) == NAMES
    assert not hints.lapses or tuple(hints.lapses) == NAMES


@each_of("language", LANGUAGES)
def test_each_level_has_a_label_and_a_name_in_each_language(language: Language) -> None:
    with speaking(language):
        for words in zip(*LEVEL_WORDS.values(), strict=True):
            assert len({*map(tr, words)}) == len(NAMES)
        assert len({player_name(machine(level)) for level in NAMES}) == len(NAMES)
    if language in COMPLETE:
        for label in (label for words in LEVEL_WORDS.values() for label in words):
            assert translate_or_none(label, language), f"“{label}” is not translated"


# ------------------------------------------------------------------


SETTLED = PlayerStanding(1, Rating(25_000_000, 5_000_000), PROVISIONAL)
FRESH = PlayerStanding(1, Rating(22_366_667, 8_066_667), PROVISIONAL - 1)


def test_a_settled_rating_is_told_with_its_range_and_a_provisional_one_says_so() -> None:
    assert rating_words(SETTLED) == "**1500** ± 600"
    assert rating_words(FRESH) == "**1342** provisional"
    assert (points(1342, PROVISIONAL - 1), points(1342, PROVISIONAL)) == (
        "**1342** provisional",
        "**1342**",
    )


@each_of(("place", "shown"), [(1, "🥇"), (2, "🥈"), (3, "🥉"), (4, "**4.**"), (9, "**9.**")])
def test_the_first_three_of_many_have_medals_on_a_leaderboard(place: int, shown: str) -> None:
    line = standing_line(place, 9, "Ada", SETTLED, readers=False)
    assert line == f"{shown} Ada · **1500** ± 600 · 10 matches"
    line = standing_line(place, 9, "Ada", FRESH, readers=True)
    assert line == f"**{place}.** **Ada** · **1342** provisional · 9 matches"


# ------------------------------------------------------------------


TITLES = {"prowler": "Prowler's Passage", "landgrab": "Landgrab"}
_TITLE, _LABEL, _HINT, _OPTION = 45, 45, 100, 100
_FIELDS = 5


@each_of("language", LANGUAGES)
def test_the_form_fits(language: Language) -> None:
    with speaking(language):
        form = wish_form(Wish(("landgrab",)), TITLES, in_server=True).to_dict()
    assert len(form["title"]) <= _TITLE
    assert len(form["components"]) <= _FIELDS
    for field in form["components"]:
        assert len(field["label"]) <= _LABEL
        assert len(field.get("description", "")) <= _HINT
        assert all(len(option["label"]) <= _OPTION for option in field["component"]["options"])


def test_outside_of_servers_the_form_has_no_choice_of_place() -> None:
    again, form = (wish_form(Wish(("landgrab",)), TITLES, in_server=False).to_dict() for _ in "12")
    assert form["custom_id"] != again["custom_id"], "a phone fills in what the same form had"
    assert "everywhere" not in str(form)


def test_what_the_form_has_chosen_reads_as_the_same_wish() -> None:
    wish = Wish(("landgrab",), seats=(2, 4), friendly=False)
    form = wish_form(wish, TITLES, in_server=True).to_dict()
    chosen = {
        field["component"]["custom_id"]: [
            option["value"] for option in field["component"]["options"] if option.get("default")
        ]
        for field in form["components"]
    }
    assert read_wish(chosen) == wish


def test_a_question_in_a_chat_is_asked_though_another_player_that_it_may_not_name_has_agreed() -> (
    None
):
    seats = (ProposalSeat(1, 1, "Ada", 0, 0, answer=True), ProposalSeat(2, 2, "Dora", 0, 0))
    proposal = Proposal("x", "landgrab", 86_400, True, 0, 600, seats, ProposalState.ASKING)
    view = question_view(proposal, QuestionReaders(2, {}), "Landgrab")
    told = str(view.to_components())
    assert "one player" in told
    assert "Ada" not in told


def test_the_weightiest_effect_of_a_solution_is_told_even_if_the_second_best_has_it() -> None:
    statue, item, length = (
        Merit("wins “Ends meet”: 5 wealth", "", 5),
        Merit("makes it 2 brown items: 2 wealth more", "", 2),
        Merit("longest passage 5: 1 wealth more", "", 1),
    )
    assert leading([length, item, statue], [statue]) == [statue.words, item.words]
    assert leading([length, item, statue], [statue, item]) == [
        *(each.words for each in (statue, item, length))
    ]


def test_a_day_says_at_which_place_one_moves_whoever_begins() -> None:
    places = [kind_words(Day(seat, 4, {}, ""), [3]).rsplit(", ", 1)[1] for seat in (3, 4, 1, 2)]
    assert places == ["you move first", "you move second", "you move third", "you move last"]
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
    [
        (60, "a" * 30 + "\n" + "b" * 20),
        (40, "a" * 30),
        (20, "c" * 10),
        (10, "c" * 10),
        (9, ""),
    ],
)
def test_words_without_room_lose_lines_before_the_short_words_replace_them(
    room: int, words: str
) -> None:
    face = cast(Face, Wordy("a" * 30 + "\n" + "b" * 20, "c" * 10))
    text = "t" * (TEXT_LIMIT - len("\n\n") - room)
    shown = with_words(text, face, cast(AnyView, None), [])
    assert shown == (f"{text}\n\n{words}" if words else text)
