"""The words that a reader of words first hears in a turn, counted in matches of the machine."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from statistics import mean

import pytest

from cogs.contract.sign import coloured, in_words
from cogs.games.heroes.situation import moment_briefly
from cogs.games.landgrab.texts import buildings_near
from cogs.presses.addresses import MatchPress, ReplayPress
from cogs.replays.replay_commands import chapter_named
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.games.landgrab.map import SQUARE
from prowlerbot.match.match import Player
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.cogs.games.shown import FACES
from tests.cogs.games.words_board import NOW, Reader, Told, count_words, cut, machine_matches, turns
from tests.persistence.matches import ALL, Clock

_MOST_BEFORE, _MOST_IN_A_PREVIEW, _MOST_IN_A_LABEL = 120, 60, 6
_EMOJI = re.compile("[\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\U00100000-\U0010fffd]")

some_and_all = pytest.mark.parametrize(
    "every", [5, pytest.param(1, marks=pytest.mark.full)], ids=["some", "all"]
)


@pytest.fixture
def reader(database: Database) -> Reader:
    store, clock = open_store(database), Clock()
    clock.now = NOW
    return Reader(Service(store, games=ALL, clock=clock, rng=random.Random(1)))


async def read(reader: Reader, game: str, every: int) -> list[list[Told]]:
    """The messages of each turn; each is short where it must be, and looks at the move."""
    found = [each async for each in turns(reader, game, every)]
    assert len(found) >= 20
    for each in found:
        assert any("confirm" in press or "plan:" in press for press in each[-1].presses)
        assert each[-1].words <= _MOST_IN_A_PREVIEW, each[-1].all
        for message in each:
            assert count_words(message.before) <= _MOST_BEFORE, message.before
            assert not [text for text in message.all if _EMOJI.search(text)]
            lines = [line for text in message.all for line in text.split("\n")]
            sentences = [line for line in lines if len(line.split()) > _MOST_IN_A_LABEL]
            assert len(sentences) == len({*sentences}), "nothing is said twice"
    return found


def _words(turn: list[Told]) -> int:
    return sum(message.words for message in turn)


@some_and_all
async def test_a_turn_of_prowlers_passage_has_400_words(reader: Reader, every: int) -> None:
    found = await read(reader, "prowler", every)
    assert max(map(_words, found)) <= 400


@some_and_all
async def test_a_turn_of_landgrab_has_260_words_on_average(reader: Reader, every: int) -> None:
    found = await read(reader, "landgrab", every)
    assert mean(map(_words, found)) <= 260


@some_and_all
async def test_a_press_in_heroes_beware_has_110_words_on_average(
    reader: Reader, every: int
) -> None:
    found = await read(reader, "heroes", 9 * every)
    assert mean(message.words for turn in found for message in turn) <= 110


@some_and_all
@pytest.mark.parametrize("game", GAMES)
async def test_a_step_of_a_replay_tells_what_happened_in_120_words_beside_its_lists(
    reader: Reader, game: str, every: int
) -> None:
    for whole in [*machine_matches(game)][:: 4 * every]:
        start, *steps = [step async for step in reader.steps(whole)]
        assert len(steps) > 20
        assert start.words <= _MOST_BEFORE
        for step in steps:
            assert step.words <= _MOST_BEFORE, step.all
            news = step.before[0].split("\n")[2:-1]
            assert [line for line in news if not line.startswith("-# ")], step.all


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_a_replay_has_pages_without_gaps_or_overlaps(reader: Reader, game: str) -> None:
    whole = next(iter(machine_matches(game)))
    for labels in reader.lists_of_moves(whole):
        assert len(labels) <= 25
        reached = 0
        for label in labels:
            if page := re.fullmatch(r"Moves (\d+) to (\d+)", label):
                first, last = map(int, page.groups())
                assert first in {0, reached + 1}, labels
                assert first < last, labels
            else:
                last = int((re.match(r"\d+", label) or ["0"])[0])
                assert last in {reached, reached + 1}, labels
            reached = last
        assert reached == reader.service.timeline(whole, 1).count()


async def test_a_board_in_words_offers_what_it_does_not_say(reader: Reader) -> None:
    offered = dict[str, list[str]]()
    for game in GAMES:
        whole = next(iter(machine_matches(game)))
        own = [at for at, play in enumerate(whole.plays) if play.seat == 1]
        match = cut(whole, own[len(own) // 2])
        board = await reader.board(match)
        topics = [press for press in board.presses if press.startswith("topic:")]
        assert len(topics) == len({*topics})
        for press in topics:
            told = await reader.answer(match, press)
            heading, _, words = told.before[0].partition("\n")
            assert heading not in words.split("\n")
            offered.setdefault(game, []).append(heading.removeprefix("### "))
            assert told.presses[0].startswith("lookback:"), "the way back to the board"
    assert offered == {
        "prowler": ["Position", "What does it bring?"],
        "landgrab": ["Position", "Map"],
        "heroes": ["Position", "Colony of Machine"],
    }


async def test_the_button_of_a_topic_has_a_players_name_as_it_is(reader: Reader) -> None:
    whole = next(iter(machine_matches("heroes")))
    named = replace(whole, players=(whole.players[0], Player(2, "Ben_*")))
    board = await reader.board(cut(named, 30))
    assert "Colony of Ben_*" in board.all


async def test_gains_stand_in_the_list_or_behind_their_button_and_in_no_option(
    reader: Reader,
) -> None:
    whole = next(iter(machine_matches("prowler")))
    board = await reader.board(cut(whole, 2))
    options = [text for text in board.all if "Banking" in text and "lead" in text]
    assert not options
    assert "**+" in board.before[0]
    free = [press for press in board.presses if press.startswith(("try:", "wonder:"))]
    gains = next(press for press in board.presses if press.endswith(":1") and "topic" in press)
    told = await reader.answer(cut(whole, 2), gains)
    for press in free:
        assert MatchPress.read(press) is None, "an option of a menu"
        assert press.partition(":")[2] in told.before[0]


async def test_the_spawns_of_landgrab_are_told_by_the_buildings_near_them_alone(
    reader: Reader,
) -> None:
    whole = next(iter(machine_matches("landgrab")))
    ply = next(at for at, play in enumerate(whole.plays) if play.seat == 1)
    match = cut(whole, ply)
    board, state = await reader.board(match), reader.service.timeline(match, 1).present.seen
    offered = [press.partition(":")[2] for press in board.presses if press.startswith("try:p:")]
    assert {*offered} == {str(move) for move in state.legal}
    near = [len(buildings_near(state.map, SQUARE[move.removeprefix("p:")])) for move in offered]
    assert near == sorted(near, reverse=True)
    best = f"{offered[0].removeprefix('p:')}: {near[0]} buildings within 3 steps"
    assert best in board.all


async def test_the_key_that_reveals_says_who_gets_the_tile(reader: Reader) -> None:
    found = [each async for each in turns(reader, "heroes", 40)]
    labels = [text for turn in found for text in turn[0].all if text.startswith("Reveal, pass ")]
    assert "Reveal, pass 5 to Machine" in labels
    assert {label for label in labels if not label.endswith(" to Machine")} == {
        "Reveal, pass another"
    }


@pytest.mark.parametrize("game", GAMES)
async def test_the_last_board_leads_to_another_match_the_review_and_the_replay(
    reader: Reader, game: str
) -> None:
    whole = next(iter(machine_matches(game)))
    told = await reader.board(whole)
    assert {"Position", "Play again", "Review", "Replay", "Menu"} <= {*told.all}
    assert told.all.count("The board.") == 1
    other = await reader.board(whole, user=9)
    assert {"Position", "Review", "Replay", "Menu"} <= {*other.all}
    assert "Play again" not in other.all, "it is for players"


@pytest.mark.parametrize("game", GAMES)
async def test_a_board_in_words_says_until_when_its_reader_can_move(
    reader: Reader, game: str
) -> None:
    whole = next(iter(machine_matches(game)))
    match = cut(whole, next(at for at, play in enumerate(whole.plays) if play.seat == 1))
    due = reader.service.deadline(reader.scene(match), 1)
    board = await reader.board(match)
    assert f"due <t:{due}:R>" in board.before[0].split("\n")
    over = await reader.board(whole)
    assert "due" not in over.before[0]


async def test_a_board_of_heroes_beware_in_words_says_the_turn(reader: Reader) -> None:
    whole = next(iter(machine_matches("heroes")))
    match = cut(whole, [at for at, play in enumerate(whole.plays) if play.seat == 1][5])
    board, position = await reader.board(match), reader.service.timeline(match, 1).present.seen
    assert moment_briefly(position) in board.before[0]
    assert f"turn {position.turn} of" in board.before[0]


async def test_the_invasion_in_words_is_a_replay_and_no_animation(reader: Reader) -> None:
    whole = next(iter(machine_matches("heroes")))
    board = await reader.board(whole)
    pressed = next(press for press in board.presses if "@invasion" in press)
    assert "Invasion" in board.all
    assert not [press for press in board.presses if press.startswith("animate:")]
    read = ReplayPress.read(pressed)
    assert read is not None
    assert (read.action, read.match) == ("replay", whole.id)
    known, face = reader.service.timeline(whole, 1), FACES["heroes"]
    part = chapter_named(face, known, read.chapter)
    assert part is not None
    assert part.first > 0


@pytest.mark.parametrize("game", GAMES)
def test_lessons_and_rules_in_words_name_nothing_that_only_a_picture_has(game: str) -> None:
    face, told = FACES[game], list[str]()
    with coloured("night", words=True):
        for lesson in face.lessons:
            task = lesson.words() if lesson.words is not None else lesson.translated(lesson.task)
            told += [in_words(task), in_words(lesson.translated(lesson.hint))]
        rules = in_words(face.rules)
    text = "\n".join(told)
    assert not re.search("Below the board|yellow arrow|“Missing”|banked part|press Around", text)
    assert not re.search(r"^\d\. [a-z]|\. [a-z]+ shovel ", rules, re.MULTILINE)
