"""The words that a reader of words first hears in a turn, counted in matches of the machine."""

import random
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import mean
from typing import Any

import discord
import pytest

from cogs.board.machine_moves import Machines
from cogs.board.match_message import Screens
from cogs.board.private_screens import PrivateScreens
from cogs.board.rendering import DrawingProcesses, Rendering
from cogs.board.views.match_boards import Sight
from cogs.contract import plain_words
from cogs.contract.screen import Drawing
from cogs.contract.sign import coloured, in_words
from cogs.frame.layout import Content, Item, Picture
from cogs.frame.meter import Meter
from cogs.presses import MatchPress, ReplayPress
from cogs.replays.replay_commands import Moment
from prowlerbot.core.game import CHANCE
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.match import Decision, Ending, Match, Phase, Play, Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import Board, Scene
from prowlerbot.match.terms import Terms
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.service.archive import Publicity
from prowlerbot.service.machine_service import MachineSeats
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.cogs.games.shown import FACES
from tests.persistence.matches import ALL, Clock

FOLDER = Path(__file__).parent / "machine_matches"
ADA = 1
NOW = 1_767_225_600
_WORDS_FIRST = PlayerChoices(text_first=True)
_PLAYERS = (Player(ADA, "Ada"), Player(0, "", level="easy"))


def machine_matches(game: str) -> Iterator[Match]:
    """Finished matches of Ada against the machine, who both play as the machine did."""
    lines = (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines()
    for number, (setup, moves) in enumerate(zip(lines[::2], lines[1::2], strict=True)):
        state, plays = GAMES[game].start(setup), list[Play]()
        for move in moves.split():
            seat = min(state.to_move)
            plays.append(Play(seat, move, NOW, -1 if seat == CHANCE else len(plays)))
            state = state.after(seat, next(it for it in state.moves(seat) if str(it) == move))
        yield Match(
            *(f"2345678{number % 8 + 2}", game, _PLAYERS, NOW),
            phase=Phase.OVER,
            setup=setup,
            plays=tuple(plays),
            ending=Ending.PLAYED,
        )


def cut(match: Match, ply: int) -> Match:
    """A match at 3 days a move as it was after so many plays; nothing counts as concealed."""
    plays = match.plays[:ply]
    return Match(
        *(match.id, match.game, match.players, match.created_at),
        phase=Phase.PLAYING,
        setup=match.setup,
        plays=plays,
        decisions=tuple(Decision(NOW, ply) for _ in match.players),
        terms=Terms(pace=3 * 86_400),
    )


@dataclass(frozen=True)
class Told:
    """A message: what is read before the first button or menu, all that is read, the presses."""

    before: Sequence[str]
    all: Sequence[str]
    presses: Sequence[str]

    @property
    def words(self) -> int:
        return count_words(self.all)


def told(content: Content) -> Told:
    before, everything, presses = list[str](), list[str](), list[str]()
    for part in _parts(content.to_components()):
        texts = [str(part[key]) for key in _SPOKEN if part.get(key)]
        if press := part.get("value") or part.get("custom_id"):
            presses += [] if part.get("disabled") else [str(press)]
        elif not presses:
            before += texts
        everything += texts
    return Told(before, everything, presses)


_SPOKEN = ("content", "label", "placeholder", "description")


def _parts(part: Any) -> Iterator[dict[str, Any]]:
    """Every object of a message in the order in which it is read."""
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part:
        if isinstance(inner, dict | list):
            yield from _parts(inner)


def count_words(texts: Sequence[str]) -> int:
    return sum(len(text.split()) for text in texts)


class _Undrawn(Rendering):
    """Pictures with alt texts alone, as drawing takes long."""

    async def pictures(self, _: Match | str, drawings: Sequence[Drawing]) -> list[Picture]:
        return [Picture(each.filename, b"", each.alt) for each in drawings]


def _lists_moves(row: Sequence[Item]) -> bool:
    presses = (str(getattr(item, "custom_id", "")) for item in row)
    return any(press.startswith(("jump:", "chapter:")) for press in presses)


@dataclass
class Reader:
    """Ada, who reads words first and looks at each move before it counts."""

    service: Service
    screens: PrivateScreens = field(init=False)
    rendering: Rendering = field(init=False)

    def __post_init__(self) -> None:
        client, meter = discord.Client(intents=discord.Intents.none()), Meter()
        rendering = _Undrawn(client, self.service, FACES, meter, DrawingProcesses(0))
        self.rendering = rendering
        machines = Machines(self.service, MachineSeats(self.service, Thinkers(1)))
        screens = Screens(self.service, rendering)
        self.screens = PrivateScreens(self.service, rendering, screens, machines)

    def scene(self, match: Match) -> Scene:
        """The match is shown to all in a server."""
        board = Board(match.id, 1, 1, 1, match.revision)
        both = (_WORDS_FIRST, PlayerChoices())
        return Scene(match, board, both, ServerChoices(), (), (9, 9), reader=_WORDS_FIRST)

    async def board(self, match: Match) -> Told:
        scene = self.scene(match)
        with coloured("night", words=True):
            page = self.screens.opening_page(ADA, scene)
            return told(await self.screens.present_content(ADA, scene, page=page))

    async def answer(self, match: Match, press: str) -> Told:
        """The words or the choice behind a button or an option, or the preview of its move."""
        action, _, argument = press.partition(":")
        scene = self.scene(match)
        read = MatchPress.read(press) or MatchPress(action, match.id, match.ply, argument)  # type: ignore[arg-type]  # options carry no other
        with coloured("night", words=True):
            return told(await self.screens.preview_content(ADA, read, scene))

    async def steps(self, match: Match) -> AsyncIterator[Told]:
        """The steps of a replay, from the start on, as “Forward” leads through them."""
        views = self.service.facts.timeline(match, ADA).views
        at, reached = plain_words.replay_stops(views, FACES[match.game].rolling)[0], -1
        while at > reached:
            step, reached = await self.replayed(match, at), at
            yield step
            presses = (ReplayPress.read(each) for each in step.presses)
            at = max(each.ply for each in presses if each and each.action == "step")

    async def replayed(self, match: Match, at: int) -> Told:
        """A step of a replay to one of the players, without the lists of moves and parts."""
        known, face = self.service.facts.timeline(match, ADA), FACES[match.game]
        with coloured("night", words=True):
            look = replace(self.rendering.look(match, "night"), replayed=True, words=True)
            seen, moment = known.views_until(at), Moment(match, known, at, face)
            screen = face.screen(seen, look)
            sight = Sight(face, seen[-1], look, screen, face.topics(seen, look))
            text = moment.text(screen, Publicity(public=False, wanted=False))
            rows = moment.rows(Publicity(public=False, wanted=False))
            rows = [row for row in rows if not _lists_moves(row)]
            return told(await self.rendering.message(match, sight, text, rows))

    async def messages_to(self, match: Match, move: str) -> list[Told]:
        """The messages that Ada reads until she has looked at a move: her board first."""
        first = await self.board(match)
        return [first, *(await self._answers_to(match, first, move))]

    async def _answers_to(self, match: Match, at: Told, move: str, depth: int = 3) -> list[Told]:
        for press in at.presses:
            if press.startswith(("try", "plan:", "planpick")) and press.endswith(f":{move}"):
                return [await self.answer(match, press.replace("plan:", "try:"))]
        for press in at.presses if depth else ():
            if press.startswith("wonder:"):
                opened = await self.answer(match, press)
                if rest := await self._answers_to(match, opened, move, depth - 1):
                    return [opened, *rest]
        return []


async def turns(reader: Reader, game: str, every: int = 1) -> AsyncIterator[list[Told]]:
    """The messages of Ada's decisions in 20 matches, of long ones ``every`` so many."""
    for whole in machine_matches(game):
        own = [at for at, play in enumerate(whole.plays) if play.seat == ADA]
        for ply in own[::every]:
            yield await reader.messages_to(cut(whole, ply), whole.plays[ply].move)


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
async def test_a_turn_has_400_words_in_prowlers_passage_260_in_landgrab_110_a_press_in_heroes(
    reader: Reader, every: int
) -> None:
    assert max(map(_words, await read(reader, "prowler", every))) <= 400
    assert mean(map(_words, await read(reader, "landgrab", 2 * every))) <= 260
    found = await read(reader, "heroes", 9 * every)
    assert mean(message.words for turn in found for message in turn) <= 110


@pytest.mark.parametrize("game", GAMES)
async def test_a_step_of_a_replay_tells_its_news_in_120_words(reader: Reader, game: str) -> None:
    start, *steps = [step async for step in reader.steps(next(iter(machine_matches(game))))]
    assert len(steps) > 20
    assert start.words <= _MOST_BEFORE
    for step in steps:
        assert step.words <= _MOST_BEFORE, step.all
        news = step.before[0].split("\n")[2:-1]
        assert [line for line in news if not line.startswith("-# ")], step.all


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_a_replay_has_pages_without_gaps_or_overlaps(reader: Reader, game: str) -> None:
    whole, face = next(iter(machine_matches(game))), FACES[game]
    known = reader.service.facts.timeline(whole, ADA)
    for at in plain_words.replay_stops(known.views, face.rolling)[::10]:
        rows = Moment(whole, known, at, face).rows(None)
        (menu, *_) = [it for row in rows for it in row if isinstance(it, discord.ui.Select)]
        labels = [option.label for option in menu.options]
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
        assert reached == known.count_moves()


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
