"""A channel with a language and colours, in which scenes are played and looked at."""

import random
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import discord
import simcord
from simcord.results import ResponseMessage

from cogs.composition import Hosting
from preview import set_language
from prowlerbot.copies.backup_service import BackupPlan
from prowlerbot.core.clock import DAY
from prowlerbot.core.i18n import LANGUAGES, Language
from prowlerbot.match.match import Match
from prowlerbot.match.play import move_of_machine
from prowlerbot.match.preferences import Theme
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.opponent.search import Budget
from prowlerbot.opponent.task import AppraisalTask, house_roster, run_appraisal
from tests.catalogues import told
from tests.discord.message import Answer, Message
from tests.discord.room import Bench, Presser, Room
from tests.opponent.quick import PonderingThinkers
from tests.patience import HUNG
from tests.persistence.matches import states
from tests.reviews import MadeReviewer

LOCALES: dict[Language, str] = {each: each for each in LANGUAGES} | {"en": "en-US", "es": "es-ES"}
_SEED = 4
Look: TypeAlias = Callable[[str, simcord.MemberActor, tuple[Message, ...]], Awaitable[None]]
"""Looks at messages as a player sees them; the first argument is the name of the picture."""


class Stage(Room):
    """The room of the tests in any language; callers name buttons in English."""

    def __init__(self, env: simcord.Env, bench: Bench, language: Language, theme: Theme) -> None:
        set_language(env, LOCALES[language])
        super().__init__(env, bench, LOCALES[language])
        self.language = language
        self._theme = theme
        self.fay = self.join("Fay", may=discord.Permissions(manage_guild=True))
        self.gil = self.join("Gil", may=discord.Permissions(manage_guild=True))
        """An admin who plays in no match."""
        self._look: Look | None = None

    async def open(self, look: Look) -> None:
        self._look = look
        await self.set_up(theme=self._theme, presses_a_minute=240)

    async def show(self, name: str, viewer: simcord.MemberActor, *messages: Message) -> None:
        assert self._look is not None
        await self._look(name, viewer, messages)

    async def told(self, name: str, player: simcord.MemberActor, answer: Answer) -> Message:
        """Show a private answer; returns its message."""
        await self.show(name, player, answer.private)
        return answer.private

    # ------------------------------------------------------------------ actions of players

    async def press(
        self, player: Presser, message: Message, label: str, *, show: str = ""
    ) -> Answer:
        answer = await super().press(player, message, told(label, self.language))
        await self._show_if_named(show, player, message)
        return answer

    async def _show_if_named(self, name: str, player: Presser, message: Message) -> None:
        if name:
            assert isinstance(player, simcord.MemberActor)
            await self.show(name, player, message)

    async def act(
        self,
        player: simcord.MemberActor,
        message: Message,
        action: str,
        argument: str = "",
        *,
        show: str = "",
    ) -> Answer:
        """Press the first enabled button with this action and argument; then show the message."""
        able = [
            each["custom_id"]
            for each in message.buttons
            if "custom_id" in each and not each.get("disabled")
        ]
        presses = [each for each in able if each.startswith(f"{action}:")]
        press = next(each for each in presses if argument in {"", each.split(":", 3)[-1]})
        address = ResponseMessage(self.env, message.stored)
        result = await player.click(address, custom_id=press)
        await self._show_if_named(show, player, message)
        return Answer(self.env, result)

    async def menu(self, player: simcord.MemberActor, board: Message) -> Message:
        return (await self.act(player, board, "menu")).message

    async def match_after(self, plies: int, **options: Any) -> Message:
        """The board of a match between Ada and Ben after ``plies`` moves; Ada places first."""
        board = await self.begin(**options)
        await self.play_on_stage(board, random.Random(_SEED), plies)
        return board

    async def play_on_stage(self, board: Message, rng: random.Random, plies: int = 99) -> None:
        """Play a match at random, and let the bot redraw its board."""
        await self.play_stored(board.match, rng, plies)
        await self.catch_up()

    async def play_all(self, match: Match, rng: random.Random, plies: int = 9_999) -> Match:
        """The match after so many moves of all seats, the machine's included, which are drawn."""
        while match.ending is None and match.ply < plies:
            seat = min(self.service.facts.to_move(match))
            move = str(rng.choice(states(self.service, match)[-1].moves(seat)))
            player, decision = match.player(seat), match.decision(seat)
            if player.is_machine:
                match = await self.service.apply(match.id, move_of_machine, seat, decision, move)
            else:
                match = await self.service.make_move(
                    match.id, player.id, match.moment, move, step=decision.step
                )
        return match

    async def catch_up(self) -> None:
        """Let the bot redraw boards that are behind."""
        await self.time_passes(60)

    async def move_on(self, board: Message) -> Answer:
        """Make the first move that needs no further choice."""
        return await self.act(await self.mover(board), board, "m")


class _Thinkers(PonderingThinkers):
    """They make no move, so that no picture changes by itself, but appraise moves at once."""

    async def appraise(
        self,
        match: Hashable,  # noqa: ARG002 - the interface
        task: AppraisalTask,
    ) -> Appraisal:
        effort = task.effort.with_budget(Budget(playouts=1_000))
        return run_appraisal(house_roster, replace(task, effort=effort))


@asynccontextmanager
async def staged(language: Language, theme: Theme = "night") -> AsyncIterator[Stage]:
    """A stage with a bot and a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        hosting = Hosting(
            BackupPlan(Path(folder) / "backups", DAY, 3),
            thinkers=_Thinkers(),
            reviewer=MadeReviewer(),
        )
        bench = Bench(f"sqlite:///{folder}/walk.db", seed=_SEED, hosting=hosting)
        await bench.open()
        try:
            async with simcord.run(
                bench.bot, shard_count=1, check_errors=False, settle_timeout=HUNG
            ) as env:
                yield Stage(env, bench, language, theme)
        finally:
            await bench.close()
