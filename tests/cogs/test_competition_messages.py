"""Messages about competitions: their buttons and headings, and that they fit, however many play."""

import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from cogs.competitions.competition_message import CompetitionMessages
from cogs.competitions.competition_news import NewsMessages, Plain
from cogs.competitions.formats.format_face import face_of
from cogs.competitions.views.competition_pictures import podium_parts
from cogs.competitions.views.competition_text import link_line, rules, state_words
from cogs.contract.screen import TEXT_LIMIT
from cogs.frame.layout import PLAIN_LIMIT, Button, Content, first_lines, pages_of
from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Format, Stored
from prowlerbot.competitions.course import Decided
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.match.preferences import PlayerChoices
from tests.cases import each_of, with_languages
from tests.cogs.shown_competitions import shown
from tests.competitions import kinds
from tests.competitions.building import START, begun, better_wins, entered, settled, stored, terms
from tools.made_up import MadeUp


def rows(it: Competition) -> list[list[Button]]:
    return face_of(it.format).rows(replace(stored(it), pause=DAY), "main")


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


def test_everything_can_be_pressed_during_the_check_in() -> None:
    of = terms(kinds.SWISS, check_in=DAY)
    it = settled(entered(of, range(1, 31)), START - DAY)
    labels = [[button.label for button in row] for row in rows(it)]
    assert labels == [["Check in", "Join", "Leave"], ["Rules", "Players"]]


def test_a_check_in_that_is_due_as_the_tournament_is_created_opens_at_once() -> None:
    it = stored(entered(terms(kinds.SWISS, check_in=DAY), range(1, 4)))
    assert "The check-in opens on" in state_words(replace(it, created_at=START - 2 * DAY))
    assert "The check-in opens at once." in state_words(replace(it, created_at=START - 60))


def test_a_withdrawal_for_a_member_without_one_says_why_and_calls_host_and_player() -> None:
    it = stored(
        competition_steps.cancel(entered(terms(kinds.SWISS), [1]), START - DAY, role="place")
    )
    assert "I have withdrawn it for a member who hosts none here." in state_words(it)
    assert [(each.key, each.called) for each in face_of(it.format).due_news(it)] == [
        ("end", [1, it.host])
    ]


@each_of("kind", [each for each in FORMATS.values() if each.has_rounds])
def test_the_button_to_join_is_there_as_long_as_somebody_can_enter(kind: Format) -> None:
    it = begun(terms(kind), range(1, 9))
    while not it.course.ended:
        try:
            competition_steps.enter(it, 9, 1500, START)
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
                [podium.heading.name, *podium.lines(view.player)],
            ):
                told = [part.rstrip(".") for text in texts for part in text.split(" · ")]
                assert told.count(word) == 1


LARGEST = 10**19
"""More than any id of Discord, so that mentions and links are as long as they get."""


def first_round(kind: Format, players: int, table: int) -> Competition:
    terms = CompetitionTerms(
        kind,
        "landgrab" if table > 2 else "prowler",
        1_800_000_000,
        table=table,
        check_in=DAY,
        at_once=kind.at_once,
    )
    ratings = {LARGEST + each: 1500 - each for each in range(players)}
    made = MadeUp(terms, ratings, random.Random(3), leave=0, late=0)
    return next(it for it in made.played() if it.course.round)


def largest(it: Competition) -> Stored:
    return Stored(
        "c23456789",
        it,
        "*" * 80,
        guild=LARGEST,
        channel=LARGEST,
        host=LARGEST,
        created_at=0,
        pace=DAY,
        text="*" * 400,
        names=dict.fromkeys(it.course.entries, "*" * 32),
        matches={number: f"{number:08}" for number in it.course.pairings},
    )


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
    link = f"https://discord.com/channels/{LARGEST}/{LARGEST}/{LARGEST}"
    nothing = cast("Any", None)  # no picture is drawn here
    known = SimpleNamespace(views=(SimpleNamespace(to_move=frozenset({1})),))
    asked = SimpleNamespace(player=choices, server=choices, match=choices)
    asked.timeline = lambda *_: known
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
                    if isinstance(content, Plain):
                        assert len(content.text) <= PLAIN_LIMIT, (language, played, key)
                    else:
                        assert length(content) <= TEXT_LIMIT, (language, played, key)
            for page in (*range(0, 39, 4), 39):
                told = length(messages.pairings(it, 1, page, LARGEST, links))
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
        assert "before your move 8" in rules(stored(it), least=8)
    assert "before your third move brings nobody points" in rules(stored(before), least=8)


def test_whoever_gave_up_early_reads_when_the_next_match_can_begin() -> None:
    arena = begun(terms(kinds.ARENA, season=60 * 60, round_time=0), (1, 2, 3, 4))
    one, two = arena.course.pairings[1].players
    ended = competition_steps.report(arena, Decided(START + 9, 1, (1, 2), short=True))
    face = face_of(kinds.ARENA)
    assert f"<t:{START + 9 + 60}:T>" in face.waits(stored(ended), two)
    assert "as soon as an opponent is free" in face.waits(stored(ended), one)
