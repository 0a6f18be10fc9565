"""Messages about competitions, their pictures, and their words, which tell all that these show."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, cast

from cogs.competitions.competition_message import (
    CompetitionMessages,
    Kind,
    PicturePage,
    available_kinds,
    page_of,
)
from cogs.competitions.competition_news import NewsMessages, PlainText
from cogs.competitions.competition_text import (
    TIE_BREAKS,
    link_line,
    pairing_lines,
    points_number,
    rules_text,
    title,
)
from cogs.competitions.formats.format_face import face_of
from cogs.competitions.formats.season_faces import LeagueFace
from cogs.competitions.formats.tournament_faces import KnockoutFace
from cogs.competitions.standings_views import (
    MAX_WORDS_LENGTH,
    PicturePart,
    ShownCompetition,
    best_players,
    podium_parts,
    standings_parts,
    table_parts,
)
from cogs.competitions.state_text import state_words
from cogs.contract.screen import ALT_LIMIT, TEXT_LIMIT
from cogs.frame.layout import PLAIN_LIMIT, Button, Content, first_lines, pages_of
from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions.competition_record import (
    MAX_NAME_LETTERS,
    Competition,
    CompetitionTerms,
    Cycle,
    Format,
    Stored,
)
from prowlerbot.competitions.competition_step_service import MAX_FAILED_STARTS
from prowlerbot.competitions.course import Actor, Decided, Withdrew
from prowlerbot.competitions.formats import FORMATS, league
from prowlerbot.competitions.formats.arena import WINS_IN_A_ROW
from prowlerbot.competitions.standings import medals, standings
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.match.preferences import PlayerChoices
from renderer.competition_table import Table, TableRow
from renderer.prowler.cover import draw_cover
from tests.cases import each_of, with_languages
from tests.competitions import building, kinds
from tests.competitions.building import (
    START,
    begun,
    better_wins,
    decided,
    entered,
    settled,
    stored,
    terms,
    won,
)
from tests.persistence.matches import there
from tools.made_up import MadeUp

PLAYERS = 24
ARENA = terms(kinds.ARENA, season=60 * 60, round_time=0)


@cache
def stages(kind: Format, players: int = PLAYERS) -> list[Competition]:
    """A competition after each of its steps."""
    check_in = 0 if kind.has_seasons else DAY
    of = terms(kind, starts=1_800_000_000, check_in=check_in, idle=7 * DAY, season=30 * DAY)
    ratings = {player: 1500 - player for player in range(1, players + 1)}
    return list(MadeUp(of, ratings, random.Random(3), leave=0.05, late=0).played())


def shown(
    it: Competition,
    name: str = "Cup",
    person: str = "Ada {player}",
    *,
    words: bool = False,
    reader: int = 0,
) -> ShownCompetition:
    cover, now = partial(draw_cover, theme="night"), it.events[-1].at if it.events else 0
    game = "Prowler’s Passage"
    return ShownCompetition(stored(it, name, person), game, cover, now, words, reader)


def opened(view: ShownCompetition, kind: Kind, page: int | None = None) -> PicturePage:
    """A page that has to be there."""
    return there(page_of(view, kind, "night", page))


def wide(it: Competition) -> ShownCompetition:
    """The competition between players of wide names."""
    return shown(it, person="*" + "W" * 20 + "*{player}")


@each_of("kind", FORMATS.values())
def test_words_name_everybody_and_alt_texts_fit(kind: Format) -> None:
    for it in stages(kind)[1 :: max(1, len(stages(kind)) // 3)]:
        view = wide(it)
        told = ""
        for each in available_kinds(view):
            pages = opened(view, each, 0).pages
            for at in range(pages):
                page = opened(view, each, at)
                assert (page.page, page.pages) == (at, pages)
                assert len(page.drawing.alt) <= ALT_LIMIT
                told += page.words
        for line in standings(it):
            assert view.marked_name(line.player) in told


@each_of("kind", [each for each in FORMATS.values() if each.all_meet])
def test_there_is_nothing_to_show_before_the_start_and_once_all_are_out(kind: Format) -> None:
    assert not available_kinds(wide(Competition(CompetitionTerms(kind, "prowler"))))
    it = building.begun(building.terms(kind, season=28 * DAY), range(1, 5))
    at = building.START
    while it.course.open:
        pairing, at = it.course.open[0], at + DAY
        it = changes.record_result(it, changes.forfeit_result(pairing, pairing.players, at))
        it = building.settled(it, at)
    assert it.course.annulled == {1, 2, 3, 4}
    assert not available_kinds(wide(it))
    assert page_of(wide(it), "standings", "night") is None


def test_the_words_have_the_tie_breaks_of_each_format_in_their_order() -> None:
    for kind in FORMATS.values():
        for line in standings(stages(kind)[-1]):
            assert (*line.ties,) == (*kind.ties,)
            assert line.ties.keys() <= TIE_BREAKS.keys()


@each_of("language", LANGUAGES)
def test_numbers_have_halves_and_few_decimals(language: Language) -> None:
    with speaking(language):
        told = [points_number(Fraction(each)) for each in ("0", "1/2", "7/2", "4")]
        assert told == ["0", "½", "3½", "4"]
        assert len(points_number(Fraction(1, 3))) == 4
        others = [Fraction(15, 4), Fraction(7, 2)]
        assert len(points_number(others[1], others)) == 3, "one column is written in one way"


ROUND_ROBIN = terms(kinds.ROUND_ROBIN)
PLAIN = "Player{player:04}"
LONGEST = "*" * 28 + "{player:04}"
"""With a backslash before each asterisk, in a text with markdown."""


@cache
def played(of: CompetitionTerms, players: int) -> Competition:
    it = begun(of, range(1, players + 1))
    while not it.course.ended:
        it = settled(better_wins(it), START)
    return it


def readable(made: Iterable[PicturePart], view: ShownCompetition) -> list[str]:
    """The lines of all pictures; those of one fit beside the longest name of a competition."""
    lines: list[str] = []
    for part in made:
        own = part.lines(view.marked_name)
        assert len("\n".join(own)) <= MAX_WORDS_LENGTH
        lines += own
    return lines


@each_of("person", [PLAIN, LONGEST])
@each_of(
    ("of", "players"),
    [
        (ROUND_ROBIN, 16),
        (ROUND_ROBIN, 24),
        (terms(kinds.SWISS, rounds=15), 24),
        (terms(kinds.PODS, table=4, rounds=4), 32),
    ],
)
def test_words_tell_all_results(of: CompetitionTerms, players: int, person: str) -> None:
    it = played(of, players)
    view = shown(it, person=person, words=True)
    lines, name = readable(table_parts(view), view), view.marked_name
    for pairing in it.course.pairings.values():
        for player in pairing.players:
            own = "".join(line for line in lines if f". {name(player)}:" in line)
            assert all(name(other) in own for other in pairing.players)


def test_the_words_have_room_below_the_longest_name_of_a_competition() -> None:
    name = title(stored(played(terms(kinds.SWISS), 4), "*" * MAX_NAME_LETTERS))
    assert len(f"### {name}\n") + MAX_WORDS_LENGTH <= TEXT_LIMIT


@each_of("kind", FORMATS.values())
def test_the_alt_text_beside_the_words_repeats_none_of_them(kind: Format) -> None:
    view = shown(stages(kind)[-1], person=PLAIN, words=True)
    for each in available_kinds(view):
        page = opened(view, each, 0)
        assert page.drawing.alt.endswith(". Described above.")
        assert "Player" not in page.drawing.alt
        assert "Player" in page.words


KNOCKOUT = terms(kinds.KNOCKOUT)


def told(it: Competition, page: int | None = None) -> list[str]:
    return opened(shown(it), "standings", page).words.replace("*", "").splitlines()


def nobody_came(it: Competition, *pairings: int) -> Competition:
    for each in pairings:
        pairing = it.course.pairings[each]
        nobody = changes.forfeit_result(pairing, pairing.players, START)
        it = changes.record_result(it, nobody)
    return it


@each_of("missing", [(), (1,), (1, 2)])
def test_the_bracket_follows_rounds_past_matches_that_nobody_won(missing: tuple[int, ...]) -> None:
    it = nobody_came(begun(KNOCKOUT, range(1, 33)), *missing)
    shown_first = []
    while not it.course.ended:
        shown_first.append(KnockoutFace().first_page(it))
        it = settled(better_wins(it), START)
    assert shown_first == [0, 0, 4, 4, 4]
    assert KnockoutFace().first_page(it) == 4


def test_the_bracket_waits_for_a_match_that_is_played_again() -> None:
    it = begun(KNOCKOUT, range(1, 17))
    first = it.course.open[0]
    for other in it.course.open[1:]:
        it = decided(it, other.pairing, 1, 2)
    it = decided(it, first.pairing, 1, 1)
    assert KnockoutFace().first_page(it) == 0
    assert "Ada 1 plays Ada 16." in told(it)


def test_a_match_that_nobody_won_is_told_as_such() -> None:
    it = nobody_came(begun(KNOCKOUT, range(1, 5)), 1)
    assert told(it) == ["Semi-finals:", "Ada 1 – Ada 4: nobody goes on.", "Ada 2 plays Ada 3."]
    it = settled(won(it, 2, 3), START)
    assert it.course.ended
    assert told(it)[-2:] == ["Final:", "Ada 2 goes on without a match."]


def test_nobody_plays_or_waits_in_a_bracket_that_was_cancelled() -> None:
    it = won(begun(KNOCKOUT, range(1, 5)), 2, 3)
    assert "Ada 2 waits for an opponent." in told(it)
    assert told(changes.cancel(it, START)) == [
        "Semi-finals:",
        "Ada 1 – Ada 4: nobody goes on.",
        "Ada 2 goes on against Ada 3.",
    ]


def without_the_first() -> Competition:
    """The player in front leaves a Swiss tournament before the last round."""
    it = begun(terms(kinds.SWISS), range(1, 9))
    for _ in range(2):
        it = settled(better_wins(it), START)
    return changes.withdraw_player(it, 1, START)


def drawn(draw: Callable[..., bytes]) -> tuple[TableRow, ...]:
    assert isinstance(draw, partial)
    if isinstance(draw.func, partial):
        return drawn(draw.func)
    table = draw.args[-1]
    assert isinstance(table, Table)
    return table.rows


def standing(it: Competition) -> tuple[TableRow, ...]:
    (part,) = standings_parts(shown(it))
    return drawn(part.draw)


def discs(it: Competition) -> dict[str, int]:
    return {line.name: line.place for line in standing(it) if line.medal}


def test_the_standings_show_the_medals_of_the_podium() -> None:
    it = settled(better_wins(without_the_first()), START)
    assert it.course.ended
    won = {f"Ada {player}": place for player, place in medals(it).items()}
    assert discs(it) == won
    assert won == {shown(it).plain_name(one.player): one.place for one in best_players(shown(it))}
    assert sorted(won.values())[:2] == [1, 2]
    two = settled(better_wins(begun(terms(kinds.ROUND_ROBIN), [1, 2])), START)
    assert discs(two) == {"Ada 1": 1}, "nobody who comes last has one"


def test_a_player_who_has_left_has_neither_medal_nor_place() -> None:
    it = without_the_first()
    for stage in (it, settled(better_wins(it), START)):
        assert discs(stage)
        (left,) = [line for line in standing(stage) if line.movement == "out"]
        assert (left.name, left.place, left.medal) == ("Ada 1", 0, False)
        told = standings_parts(shown(stage))[0].lines(shown(stage).plain_name)
        assert sum(line.startswith("Ada 1: ") for line in told) == 1
        assert sum(line.startswith("1. ") for line in told) == 1
        (table,) = table_parts(shown(stage))
        staying = [row for row in drawn(table.draw) if row.movement != "out"]
        listed = [row.name for row in standing(stage) if row.movement != "out"]
        assert [row.name for row in staying] == listed
        assert [row.place for row in staying] == [*range(1, len(listed) + 1)]


def test_the_table_of_all_results_shows_what_a_late_entry_has_for_missed_rounds() -> None:
    it = settled(better_wins(begun(terms(kinds.SWISS, rounds=6), range(1, 9))), START)
    (part,) = table_parts(shown(changes.enter_player(it, 9, 1500, START)))
    (late,) = [row for row in drawn(part.draw) if row.name == "Ada 9"]
    missed = "½", "×"
    assert [(cell.text, cell.below) for cell in late.cells[:3]] == [missed, missed, ("", "")]
    assert late.points == "1"


def test_the_table_of_all_results_shows_a_draw_as_half_a_point_for_both() -> None:
    it = begun(terms(kinds.ROUND_ROBIN), (1, 2))
    (part,) = table_parts(shown(changes.record_result(it, Decided(START, 1, (1, 1)))))
    told = [[cell.kind for cell in row.cells if cell.text] for row in drawn(part.draw)]
    assert told == [["drawn"], ["drawn"]]


def test_a_match_that_is_too_short_is_told_as_such_in_an_arena_alone() -> None:
    arena = begun(ARENA, (1, 2))
    ended = changes.record_result(arena, Decided(START, 1, (1, 2), short=True))
    (line,) = pairing_lines(stored(ended), [ended.course.pairings[1]], {})
    assert line.endswith("(too short)")
    swiss = begun(terms(kinds.SWISS), (1, 2, 3, 4))
    pairing = swiss.course.pairings[1]
    ended = changes.record_result(swiss, Decided(START, pairing.pairing, (2, 1), short=True))
    assert pairing_lines(stored(ended), [pairing], {}) == ["- Ada 1 – Ada 3: 0 : 1"]


def rows_that_open(it: Competition, kind: Kind, reader: int = 0) -> tuple[TableRow, ...]:
    return drawn(opened(shown(it, reader=reader), kind).drawing.draw)


@each_of("many", [terms(kinds.SWISS), terms(kinds.LADDER), ARENA])
def test_a_page_has_ten_players_and_opens_where_its_reader_is(many: CompetitionTerms) -> None:
    it = begun(many, range(1, 23))
    for reader in it.course.entries:
        rows = rows_that_open(it, "standings", reader)
        assert len(rows) <= 10
        assert [row.player for row in rows if row.own] == [reader]
    first = opened(shown(it), "standings", 0)
    for stranger in (0, 99):
        assert not [row for row in rows_that_open(it, "standings", stranger) if row.own]
        page = opened(shown(it, reader=stranger), "standings")
        assert (page.page, page.words) == (0, first.words)


def test_a_bracket_opens_where_its_reader_has_come_to() -> None:
    it = played(KNOCKOUT, 32)
    out, finalist = (opened(shown(it, reader=each), "standings") for each in (32, 2))
    assert "Ada 32" in out.words.replace("*", "")
    assert finalist.page == finalist.pages - 1


def test_the_message_of_a_double_elimination_shows_both_brackets_as_long_as_both_go_on() -> None:
    it, named = begun(terms(FORMATS["double-elimination"]), range(1, 10)), list[list[str]]()
    while not it.course.ended:
        pages = face_of(it.format).public_pages(it)
        words = "\n".join(line for each in pages for line in told(it, each))
        parts = ("Winners’ bracket", "Losers’ bracket", "Bracket finals")
        named.append([each for each in parts if each in words])
        it = settled(better_wins(it), START)
    both = ["Winners’ bracket", "Losers’ bracket"]
    assert named[0] == both[:1]
    assert both in named, named
    assert named[-1] == ["Bracket finals"]


def test_arrows_of_a_league_wait_until_all_of_a_division_have_a_result() -> None:
    it = begun(terms(kinds.LEAGUE, at_once=True), range(1, 12))
    (upper, lower), face = it.course.divisions, LeagueFace()
    of_upper = [each for each in it.course.open if {*each.players} <= {*upper}]
    rows = [face.movement_signs(it)]
    for pairing in of_upper:
        it = decided(it, pairing.pairing, 1, 2)
        met = {each for done in it.course.results for each in it.course.pairings[done].players}
        rows.append(face.movement_signs(it))
        assert sorted(rows[-1].values()) == (["down"] * 2 if {*upper} <= met else [])
    assert not {*lower} & rows[-1].keys()
    told = "".join(face.end_lines(stored(it)))
    assert told.count("↓") == 2
    assert "**Division 2**" in told


def test_a_league_of_one_division_compares_no_divisions() -> None:
    it = played(terms(kinds.LEAGUE, at_once=True), 6)
    view, face = shown(it, words=True), LeagueFace()
    assert len(it.course.divisions) == 1
    for kind in available_kinds(view):
        page = opened(view, kind)
        assert "Division" not in page.words + page.drawing.alt
    assert not face.movement_signs(it)
    assert not face.end_lines(stored(it))
    pairings = face.pairings(stored(it), 0, reader=1)
    assert (pairings.number, pairings.last_number) == (1, 1), "no button leads to another division"
    assert pairings.heading == "Pairings"
    assert "Division" not in "".join(face.start_lines(stored(it)))
    assert len(pairings.paired) == 6 * 5 / 2


def rows(it: Competition) -> list[list[Button]]:
    return face_of(it.format).button_rows(replace(stored(it), pause=DAY), "main")


@each_of("kind", FORMATS.values())
def test_three_buttons_at_most_stand_side_by_side(kind: Format) -> None:
    of = terms(kind, check_in=0 if kind is kinds.LADDER else DAY)
    joined = entered(of, range(1, 31))
    stages: list[Competition] = [joined, settled(joined, START - DAY)]
    stages.append(begun(terms(kind), range(1, 31)))
    stages.append(settled(better_wins(stages[-1]), START))
    for it in stages:
        shown_rows = rows(it)
        assert max(map(len, shown_rows)) <= 3
        labels = [button.label for row in shown_rows for button in row]
        assert len(labels) == len({*labels})


@each_of(
    ("joined", "said"),
    [(0, ", as nobody joined"), (1, ", as only one player joined"), (2, ": 2 players joined, but")],
)
def test_a_tournament_that_did_not_begin_says_why(joined: int, said: str) -> None:
    it = entered(terms(kinds.SWISS, check_in=900), range(1, joined + 1))
    for at in (START - 900, START + 900):
        it = settled(it, at)
    assert f"It did not begin{said}" in state_words(stored(it))
    assert "can create it again." in state_words(stored(it))
    assert [[button.label for button in row] for row in rows(it)] == [["Rules"]]


def test_everything_can_be_pressed_during_the_check_in() -> None:
    it = settled(entered(terms(kinds.SWISS, check_in=DAY), range(1, 31)), START - DAY)
    labels = [[button.label for button in row] for row in rows(it)]
    assert labels == [["Check in", "Join", "Leave"], ["Rules", "Players"]]


def test_a_check_in_that_is_due_as_the_tournament_is_created_opens_at_once() -> None:
    it = stored(entered(terms(kinds.SWISS, check_in=DAY), range(1, 4)))
    assert "The check-in opens on" in state_words(replace(it, created_at=START - 2 * DAY))
    assert "The check-in opens at once." in state_words(replace(it, created_at=START - 60))


def test_a_withdrawal_for_a_member_without_one_says_why_and_calls_host_and_player() -> None:
    one = entered(terms(kinds.SWISS), [1])
    it = stored(changes.cancel(one, START - DAY, by=Actor(role="place")))
    assert "I have withdrawn it for a member who hosts none here." in state_words(it)
    news = face_of(it.format).due_news(it)
    assert [(each.key, each.called) for each in news] == [("end", [1, it.host])]


@each_of("kind", [each for each in FORMATS.values() if each.has_rounds])
def test_the_button_to_join_is_there_as_long_as_somebody_can_enter(kind: Format) -> None:
    it = begun(terms(kind), range(1, 9))
    while not it.course.ended:
        try:
            changes.enter_player(it, 9, 1500, START)
        except Denied:
            enters = False
        else:
            enters = True
        labels = [button.label for row in rows(it) for button in row]
        assert ("Join" in labels) is enters
        it = settled(better_wins(it), START)


@each_of("name", ["", "Old Town"])
@each_of("kind", [kinds.LEAGUE, kinds.LADDER])
def test_lists_and_headings_say_once_what_a_competition_is(kind: Format, name: str) -> None:
    it = settled(better_wins(begun(terms(kind), range(1, 5))), START)
    for language in LANGUAGES:
        with speaking(language):
            view, word = shown(it, name), tr(face_of(kind).name)
            heading, (podium,) = view.heading(), podium_parts(view)
            for texts in (
                [link_line(view.stored, view.game).removeprefix("- ")],
                [heading.name, heading.line],
                [podium.heading.name, *podium.lines(view.plain_name)],
            ):
                told = [part.rstrip(".") for text in texts for part in text.split(" · ")]
                assert told.count(word) == 1


LARGEST = 10**19
"""More than any id of Discord, so that mentions and links are as long as they get."""


def first_round(kind: Format, players: int, table: int) -> Competition:
    game = "landgrab" if table > 2 else "prowler"
    of = terms(kind, game=game, starts=1_800_000_000, table=table, check_in=DAY, round_time=0)
    ratings = {LARGEST + each: 1500 - each for each in range(players)}
    made = MadeUp(of, ratings, random.Random(3), leave=0, late=0)
    return next(it for it in made.played() if it.course.round)


def largest(it: Competition) -> Stored:
    matches = {number: f"{number:08}" for number in it.course.pairings}
    named = replace(stored(it, "*" * 80, "*" * 32), id="c23456789", text="*" * 400)
    return replace(named, guild=LARGEST, channel=LARGEST, host=LARGEST, matches=matches)


def length(content: Content) -> int:
    return sum(len(each.get("content", "")) for each in content.to_components())


ROUNDS = [
    (kinds.SWISS, 128, 2),
    (kinds.PODS, 128, 4),
    (kinds.KNOCKOUT, 128, 2),
    (kinds.LEAGUE, 60, 2),
    (kinds.LEAGUE, 60, 4),
]


@with_languages(ROUNDS)
async def test_the_pairings_of_a_round_fit(
    pairs: list[tuple[Language, tuple[Format, int, int]]],
) -> None:
    async def choices(*_: object) -> PlayerChoices:
        return PlayerChoices()

    rounds = {each: largest(first_round(*each)) for each in ROUNDS}
    for it in rounds.values():
        at = it.course.pairings_in(1)[0].at
        gone = {each: Withdrew(at, each, by="left") for each in [*it.course.entries][:16]}
        it.course.left.update(gone)
    link = f"https://discord.com/channels/{LARGEST}/{LARGEST}/{LARGEST}"
    nothing = cast("Any", None)  # no picture is drawn here
    known = SimpleNamespace(views=(SimpleNamespace(to_move=frozenset({1})),))
    asked = SimpleNamespace(player=choices, server=choices, match=choices)
    asked.facts = SimpleNamespace(timeline=lambda *_: known)
    service = cast("Any", asked)
    messages = CompetitionMessages(service, nothing)
    news = NewsMessages(service, messages)
    for language, played in pairs:
        it = rounds[played]
        links = dict.fromkeys(it.matches.values(), link)
        with speaking(language):
            for key in ("call1", "remind", "confirm", "begin", "round1", "pairs101"):
                if key != ("round1" if played[0] is kinds.LEAGUE else "begin"):
                    content = (await news.message_of(it, key, links)).content
                    if isinstance(content, PlainText):
                        assert len(content.text) <= PLAIN_LIMIT, (language, played, key)
                    else:
                        assert length(content) <= TEXT_LIMIT, (language, played, key)
            for page in (*range(0, 39, 4), 39):
                told = length(messages.pairings_content(it, 1, page, LARGEST, links))
                assert told <= TEXT_LIMIT, (language, played, page)


def test_as_many_lines_as_fit_are_shown_and_the_others_counted() -> None:
    lines = ["x" * 999] * 6
    assert first_lines(lines, 10) == ["x" * 999] * 3 + ["-# … and 3 more."]
    assert first_lines(lines, 2, "y") == ["x" * 999] * 2 + ["-# … and 4 more."]
    assert first_lines(lines[:2], 2) == lines[:2]
    assert first_lines(["short"] * 3, 10, "y" * 3_850) == ["short"] * 3


def test_pages_hold_all_lines_in_their_order() -> None:
    lines = [str(number) * 600 for number in range(10)] + ["z" * 5_000]
    pages = pages_of(lines, 4, "y" * 1_000)
    assert [len(page) for page in pages] == [4, 4, 2, 1]
    assert [line for page in pages for line in page] == lines
    assert pages_of([], 4) == [[]]


def test_an_arena_says_the_rules_by_which_it_is_played() -> None:
    arena = begun(terms(kinds.ARENA, season=60 * 60, round_time=0), (1, 2))
    before = replace(arena, terms=replace(arena.terms, rules=0))
    ahead = entered(terms(kinds.ARENA, season=60 * 60, round_time=0), (1, 2))
    for it in (arena, ahead):
        assert "before your move 8" in rules_text(stored(it), least_moves=8)
    assert "before your third move brings nobody points" in rules_text(stored(before), 8)


def test_the_numbers_that_rules_say_in_words_are_those_of_the_constants() -> None:
    # Words for numbers change with their language, so they are no fields of the sentences.
    counts, ordinals = ("no", "one", "two", "three"), ("", "first", "second", "third")
    season = stored(begun(terms(kinds.LEAGUE, at_once=True, table=4), range(1, 9)))
    said = rules_text(season, least_moves=8)
    assert league.PROMOTED_PLAYERS == 1
    relegated = counts[league.RELEGATED_PLAYERS]
    assert f"the last {relegated} of a division go down, and the first of the" in said
    assert f"the next {counts[league.SEASONS_OUT]} seasons" in said
    assert f"the last {counts[league.SEASONS_OUT]} seasons" in league.League.left_refusal
    assert f"the first gets {season.terms.win_points} points, then 2, 1 and 0" in said
    first_rules = replace(begun(ARENA, (1, 2)), terms=replace(ARENA, rules=0))
    said = rules_text(stored(first_rules), least_moves=8)
    assert f"From the {ordinals[WINS_IN_A_ROW]} win in a row on" in said
    assert f"before your {ordinals[changes.MIN_MOVES]} move" in said
    said = rules_text(stored(entered(terms(kinds.SWISS, every=Cycle.WEEK), (1, 2))), least_moves=8)
    assert f"after {counts[MAX_FAILED_STARTS]} in a row with too few players" in said


def test_whoever_gave_up_early_reads_when_the_next_match_can_begin() -> None:
    arena = begun(terms(kinds.ARENA, season=60 * 60, round_time=0), (1, 2, 3, 4))
    one, two = arena.course.pairings[1].players
    ended = changes.record_result(arena, Decided(START + 9, 1, (1, 2), short=True))
    face = face_of(kinds.ARENA)
    assert f"<t:{START + 9 + 60}:T>" in face.waiting_sentence(stored(ended), two)
    assert "as soon as an opponent is free" in face.waiting_sentence(stored(ended), one)
