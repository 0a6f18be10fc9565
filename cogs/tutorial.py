"""The tutorial: small private positions, played with the buttons and the picture of a real match.

Each button carries the lesson and the moves so far, which the real rules replay.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.machine_moves import Machines
from cogs.board.private_screens import join_rows
from cogs.board.rendering import Rendering
from cogs.board.views.match_boards import Sight
from cogs.board.views.match_views import another_game_button, play_now_button
from cogs.contract.face import Face
from cogs.contract.lesson import Attempt, Lesson, try_moves
from cogs.contract.manifest import Manifests
from cogs.contract.plain_words import seat_names
from cogs.contract.screen import Key, Look, Row, enabled_rows, in_rows, keys_of
from cogs.frame.features import answers, game_command
from cogs.frame.layout import Button, Content, Item, key_button
from cogs.frame.names import plain_name, safe_name
from cogs.frame.replies import say, turn_into
from cogs.frame.visit import visit_of
from cogs.presses import LessonPress, TeachPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import mark, tr
from prowlerbot.service.match_service import Service

_COMMAND_DESCRIPTION = mark("Learn the game in small positions, for your eyes only")
_TITLE_IN_WORDS = mark("How to read the words")  # of a lesson that teaches readers of words


@dataclass(eq=False)
class Tutorial(commands.Cog):
    _service: Service
    _rendering: Rendering
    _machines: Machines
    _manifests: Manifests

    @game_command(
        "tutorial", lambda manifest, _: _COMMAND_DESCRIPTION if manifest.face.lessons else ""
    )
    async def begin(self, interaction: Interaction, game: str) -> None:
        await say(interaction, await self._lesson_content(interaction, LessonPress(game)))

    @answers(TeachPress, "teach")
    async def _open_tutorial(self, interaction: Interaction, press: TeachPress) -> None:
        await self.begin(interaction, press.game)

    @answers(LessonPress, "lesson")
    async def _turn_to(self, interaction: Interaction, page: LessonPress) -> None:
        await turn_into(interaction, await self._lesson_content(interaction, page))

    async def _lesson_content(self, interaction: Interaction, page: LessonPress) -> Content:
        """The message of a lesson after the moves in a press."""
        visit = visit_of(interaction)
        manifest = self._manifests.get(page.game)
        lessons = manifest.face.lessons if manifest is not None else ()
        if page.lesson >= len(lessons):
            raise Denied("There is no such lesson; start the tutorial again.")
        words_first = visit.reader.text_first
        lesson, task = _lesson_for_reader(lessons[page.lesson], words_first=words_first)
        if lesson.goal is None:  # moves in a press do not count without a goal
            page = LessonPress(page.game, page.lesson)
        face = self._rendering.faces[page.game]
        attempt = try_moves(lesson, self._service.games[page.game], page.moves)
        raw_names, view = seat_names(visit.name, attempt.seat, lesson.seats), attempt.views[-1]
        names = [safe_name(name) for name in raw_names]
        plain_names = [plain_name(name) for name in raw_names]
        look = Look(names, plain_names, visit.theme, listed=words_first, words=words_first)
        # One position only, as a mid-game score sheet would distract here.
        screen = face.screen([view], look, None if attempt.over else page.choosing or None)
        can_begin = self._machines.can_begin(page.game, visit.server)
        rows = _navigation_rows(page, lesson, attempt, len(lessons), can_begin=can_begin)
        drawings = screen.drawings
        if lesson.drawings is not None:
            drawings = lesson.drawings(view, look)
        elif not attempt.over and lesson.goal is not None:
            rows = join_rows(_key_rows(page, enabled_rows(screen.rows)), rows)
        heading, number = mark("Lesson {number} of {count}: {title}"), page.lesson + 1
        lines = ["### " + tr(heading, number=number, count=len(lessons), title=tr(lesson.title))]
        lines += [] if attempt.reached else [task]
        lines += _news_lines(page, face, attempt, names)
        lines += _verdict_lines(page, lesson, attempt) or [screen.text if page.choosing else ""]
        text = "\n".join(filter(None, lines))
        sight = Sight(face, view, look, replace(screen, drawings=drawings))
        choice = () if attempt.over or not page.choosing else drawings
        return await self._rendering.message(str(page), sight, text, rows, choice, asks=True)


def _lesson_for_reader(lesson: Lesson, *, words_first: bool) -> tuple[Lesson, str]:
    """The lesson and its task, for readers of pictures or of words."""
    if words_first and lesson.words is not None:
        return replace(lesson, title=_TITLE_IN_WORDS, drawings=None), lesson.words()
    return lesson, lesson.translated(lesson.task)


def _news_lines(page: LessonPress, face: Face, attempt: Attempt, names: Sequence[str]) -> list[str]:
    """The news of the learner's last move and of the rival's answer to it, and the gain so far.

    The news of a move include its dice, so views that wait for chance have none of their own.
    """
    last_index = len(attempt.views) - 1
    news = [
        face.news(attempt.views[: index + 1], names)
        for index, view in enumerate(attempt.views)
        if index and (index == last_index or CHANCE not in view.to_move)
    ]
    gain = face.gain(attempt.views[0], attempt.views[-1], attempt.seat, names) if page.moves else ""
    return [*news[-2:], gain]


def _verdict_lines(page: LessonPress, lesson: Lesson, attempt: Attempt) -> list[str]:
    """The result of the task, or the learner's progress; empty before the first move."""
    if attempt.reached:
        return ["✅ " + lesson.translated(lesson.praise)]
    if attempt.missed:
        fair = tr("👍 That brings at least as much. The task asks for something else, though.")
        verdict = fair if lesson.brings_enough(attempt) else "❌ " + tr("Not yet.")
        return [verdict, "💡 " + lesson.translated(lesson.hint)]
    if page.moves and not page.choosing:
        count = tr("Move {number} of {all}.", number=len(page.moves) + 1, all=lesson.turns)
        return [count, lesson.translated(lesson.reminder) if lesson.reminder else ""]
    return []


def _navigation_rows(
    page: LessonPress, lesson: Lesson, attempt: Attempt, count: int, *, can_begin: bool
) -> list[list[Item]]:
    """The buttons to other lessons below the keys, and with ``can_begin`` one to start a match."""
    row = list[Item]()
    restart = LessonPress(page.game, page.lesson)
    next_page = replace(restart, lesson=page.lesson + 1)
    is_last = page.lesson + 1 == count
    is_done = attempt.reached or lesson.goal is None
    if is_done and not is_last:
        row.append(Button(tr("Next lesson"), next_page, discord.ButtonStyle.success))
        row += [play_now_button(page.game, first=False)] if can_begin else []
    elif is_done:
        row += [play_now_button(page.game)] if can_begin else []
        row.append(another_game_button())
        row.append(Button(tr("Start over"), LessonPress(page.game)))
    elif attempt.missed:
        row.append(Button(tr("Try again"), restart, discord.ButtonStyle.primary))
    elif page.choosing:
        row.append(Button(tr("Back"), replace(page, choosing="")))
    elif page.moves:
        row.append(Button(tr("Try again"), restart))
    if not is_done and not page.choosing:
        leave = play_now_button(page.game, first=False) if can_begin else another_game_button()
        row.append(leave if is_last else Button(tr("Skip"), next_page))
    return [row] if row else []


def _key_rows(page: LessonPress, rows: Sequence[Row]) -> list[list[Item]]:
    """The keys as buttons, also those of menus: a lesson has no late presses."""

    def make_button(key: Key) -> Button:
        opened = replace(page, choosing=key.argument)
        return key_button(key, opened if key.opens else page.with_move(key.argument))

    short_rows = (short for row in rows for short in in_rows(keys_of(row)))
    return [[*map(make_button, keys_of(short))] for short in short_rows]
