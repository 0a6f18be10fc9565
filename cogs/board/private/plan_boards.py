"""The private board on which a player plans moves while others are to move.

Only the stored plan counts; a press adds a line to it or removes one. The buttons carry the line of
moves that their board shows, so nothing is kept in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from discord import Interaction

from cogs.board.board_messages import BoardMessages
from cogs.board.private.plan_screens import CHOICE, PlanScreens
from cogs.board.private.private_boards import PrivateBoards
from cogs.board.private.secret_steps import SecretSteps
from cogs.board.rendering import Rendering
from cogs.board.views.keys import picked
from cogs.frame.features import answers_in_match
from cogs.frame.layout import Content
from cogs.frame.replies import say, turn_into
from cogs.frame.visit import visit_of
from cogs.presses.addresses import MatchPress
from prowlerbot.core import conditional_replies
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import tr
from prowlerbot.match import plans
from prowlerbot.match.match import Match
from prowlerbot.match.plans import plan_in_english
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_service import Service


@dataclass(eq=False)
class PlanBoards:
    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _private: PrivateBoards
    _secret_steps: SecretSteps
    _screens: PlanScreens

    async def _refuse(
        self, interaction: Interaction, press: MatchPress, scene: Scene, stale: Stale
    ) -> None:
        await self._private.refuse(interaction, press, scene, stale)

    async def plan(self, interaction: Interaction, match: Match, typed: str) -> None:
        """Replace a player's plan by a typed one, or show it if nothing is typed."""
        user = interaction.user.id
        scene = await self._boards.scene(visit_of(interaction), match.id)
        if typed:
            example = self._rendering.face(scene.match).plan_example
            plan = plan_in_english(typed, example) or typed
            scene = await self._stored(interaction, scene, scene.match.moment, plan)
        self._service.check_plannable(scene.match, user, scene.match.moment)
        said = _saved() if typed else ""
        await self._show(interaction, scene, await self._screens.overview(user, scene, said))

    @answers_in_match("pre")
    async def _open(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        user, pressed = interaction.user.id, interaction.message
        self._service.check_plannable(scene.match, user, scene.match.moment)
        content = await self._screens.overview(user, scene)
        on_own_board = pressed is not None and pressed.flags.ephemeral
        if on_own_board and scene.reader_choices(user).text_first:
            await self._replace_pressed(interaction, scene, content)
        else:
            await self._show(interaction, scene, content)

    async def _show(self, interaction: Interaction, scene: Scene, content: Content) -> None:
        """Show a plan in a new message, which follows the match from now on."""
        message = await say(interaction, content)
        self._keep(interaction, scene, message)
        await self._private.leave_one(interaction, scene, message)

    async def _replace_pressed(
        self, interaction: Interaction, scene: Scene, content: Content
    ) -> None:
        """Show a plan in the pressed message, which follows the match from now on."""
        await turn_into(interaction, content)
        self._keep(interaction, scene)

    def _keep(self, interaction: Interaction, scene: Scene, sent: int | None = None) -> None:
        shown = _ShownPlan(self._screens, interaction.user.id, scene.match)
        self._boards.private.keep(interaction, scene, shown, sent)

    @answers_in_match("preback", late=_refuse)
    async def _overview(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        self._service.check_plannable(scene.match, interaction.user.id, press.moment)
        await self._replace_pressed(
            interaction, scene, await self._screens.overview(interaction.user.id, scene)
        )

    @answers_in_match("preline", late=_refuse)
    async def _line(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show the position after a line, with the moves that may follow, or the goals to add."""
        user = interaction.user.id
        self._service.check_plannable(scene.match, user, press.moment)
        moves, _, choosing = press.argument.partition(CHOICE)
        line = tuple(filter(None, moves.split(",")))
        if self._has_goals(scene):
            await self._replace_pressed(
                interaction, scene, await self._screens.goals(user, scene, choosing)
            )
        else:
            await self._replace_pressed(
                interaction, scene, await self._screens.ahead(user, scene, line, choosing)
            )

    @answers_in_match("prepick", late=_refuse)
    async def _pick(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Handle an option of a menu like a button with the same effect."""
        press = picked(interaction, press, ("preline", "preset"))
        handle = self._set if press.action == "preset" else self._line
        await handle(interaction, press, scene)

    @answers_in_match("preset", late=_refuse)
    async def _set(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Add a line that ends with an answer, or a goal."""
        user = interaction.user.id
        if self._has_goals(scene):
            known = self._service.timeline(scene.match, user)
            longer = f"{known.plan} {press.argument}".strip()
            scene = await self._stored(interaction, scene, press.moment, longer)
            content = await self._screens.overview(user, scene, _saved())
            await self._replace_pressed(interaction, scene, content)
            return
        line = _line_of(press)
        branches = conditional_replies.with_line(self._planned(user, scene), line)
        scene = await self._stored(
            interaction, scene, press.moment, conditional_replies.written(branches)
        )
        await self._replace_pressed(
            interaction, scene, await self._screens.after(user, scene, line, _saved())
        )

    @answers_in_match("predrop", late=_refuse)
    async def _drop(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Take the last answer of a line out of the plan, or end the whole plan."""
        remaining: Sequence[conditional_replies.Branch] = ()
        if press.argument:
            planned = self._planned(interaction.user.id, scene)
            remaining = conditional_replies.without_line(planned, _line_of(press)[:-1])
        scene = await self._stored(
            interaction, scene, press.moment, conditional_replies.written(remaining)
        )
        content = await self._screens.overview(interaction.user.id, scene, _saved())
        await self._replace_pressed(interaction, scene, content)

    @answers_in_match("presame", late=_refuse)
    async def _same(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show the other moves that the last answer of a line may answer."""
        user = interaction.user.id
        self._service.check_plannable(scene.match, user, press.moment)
        await self._replace_pressed(
            interaction, scene, await self._screens.same_reply(user, scene, _line_of(press))
        )

    async def _stored(
        self, interaction: Interaction, scene: Scene, moment: int, plan: str
    ) -> Scene:
        """Store a plan and return the scene with it."""
        user = interaction.user.id
        match = await self._service.apply(scene.match, plans.plan, user, moment, plan)
        return self._secret_steps.note_unseen(scene, match)

    def _has_goals(self, scene: Scene) -> bool:
        return self._rendering.face(scene.match).plans_goals

    def _planned(self, user: int, scene: Scene) -> tuple[conditional_replies.Branch, ...]:
        known = self._service.timeline(scene.match, user)
        return conditional_replies.read(known.plan)


@dataclass(frozen=True)
class _ShownPlan:
    """The message of a plan; it also shows which moves were played, and how the plan ended."""

    screens: PlanScreens
    user: int
    match: Match

    def behind(self, match: Match) -> bool:
        return self.match.moment < match.moment

    async def present(self, scene: Scene) -> tuple[Content, _ShownPlan]:
        content = await self.screens.followed(self.user, self.match, scene)
        return content, replace(self, match=scene.match)


def _saved() -> str:
    return tr("✅ Saved. Only you know of your plan.")


def _line_of(press: MatchPress) -> tuple[str, ...]:
    """A line that ends with an answer."""
    line = tuple(press.argument.split(","))
    if len(line) % 2:
        raise Denied("A line of a plan ends with a move of your own.")
    return line
