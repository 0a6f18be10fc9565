"""The private board on which a player plans moves while others are to move.

A press adds a line or a goal to the stored plan, or removes one; see ``plan_screens``.
"""

from dataclasses import dataclass, replace

from discord import Interaction
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.plan_screens import Line, PlanScreens, awaits_answer, read_line
from cogs.board.private_boards import PrivateBoards, ShownPosition
from cogs.board.rendering import Rendering
from cogs.board.views import match_views as views
from cogs.frame.features import answers_in_match
from cogs.frame.layout import Content
from cogs.frame.replies import say, turn_into
from cogs.frame.visit import pressed_at, visit_of
from cogs.presses import MatchPress, read_number
from prowlerbot.core import conditional_replies
from prowlerbot.core.conditional_replies import read_branches
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match import plans
from prowlerbot.match.match import Match
from prowlerbot.match.plans import plan_in_english
from prowlerbot.match.play import Repeated
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_service import Service


@dataclass(eq=False)
class PlanBoards(commands.Cog):
    """The command and the presses of a plan; its latest message follows the match."""

    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _private: PrivateBoards
    _posting: Posting
    _screens: PlanScreens

    async def _refuse(
        self, interaction: Interaction, press: MatchPress, scene: Scene, stale: Stale
    ) -> None:
        await self._private.refuse(interaction, press, scene, stale)

    async def plan_by_command(self, interaction: Interaction, match: Match, typed: str) -> None:
        """Replace a player's plan by a typed one, or show it if nothing is typed."""
        user = interaction.user.id
        scene = await self._boards.scene(visit_of(interaction), match.id)
        if typed:
            plan = plan_in_english(typed, self._rendering.face(scene.match).plan_example) or typed
            scene = await self._store_plan(user, scene, scene.match.moment, plan)
        self._service.facts.check_plannable(scene.match, user, scene.match.moment)
        content = await self._screens.overview_content(user, scene, saved=bool(typed))
        await self._show(interaction, scene, content)

    @answers_in_match("pre")
    async def _open(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        user, pressed = interaction.user.id, interaction.message
        self._service.facts.check_plannable(scene.match, user, scene.match.moment)
        content = await self._screens.overview_content(user, scene)
        is_private = pressed is not None and pressed.flags.ephemeral
        if is_private and scene.reader_choices(user).text_first:
            await self._show_here(interaction, scene, content)
        else:
            await self._show(interaction, scene, content)

    async def _show(self, interaction: Interaction, scene: Scene, content: Content) -> None:
        """Show a plan in a new message, which follows the match from now on."""
        message = await say(interaction, content)
        self._keep_up_to_date(interaction, scene, message)
        if scene.reader_choices(interaction.user.id).text_first:
            await self._private.remove_earlier(interaction, scene, message)

    async def _show_here(self, interaction: Interaction, scene: Scene, content: Content) -> None:
        """Show a plan in the pressed message, which follows the match from now on."""
        await turn_into(interaction, content)
        self._keep_up_to_date(interaction, scene)

    def _keep_up_to_date(
        self,
        interaction: Interaction,
        scene: Scene,
        sent: int | None = None,
        begun: Match | None = None,
    ) -> None:
        """Let a message follow the match, with the course of its plan since it has ``begun``."""
        shown = _ShownPlan(self._screens, interaction.user.id, scene.match, begun or scene.match)
        self._boards.private.keep_message(interaction, scene, shown, sent)

    @answers_in_match("preback", late=_refuse)
    async def _show_plan(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        self._service.facts.check_plannable(scene.match, interaction.user.id, press.moment)
        content = await self._screens.overview_content(interaction.user.id, scene)
        await self._show_here(interaction, scene, content)

    @answers_in_match("preline", late=_refuse)
    async def _show_line(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show the position after a line, with the moves that may follow, or the goals to add."""
        user = interaction.user.id
        self._service.facts.check_plannable(scene.match, user, press.moment)
        line, choosing = read_line(press.argument)
        if self._has_goals(scene):
            content = await self._screens.goals_content(user, scene, choosing)
        else:
            content = await self._screens.line_content(user, scene, line, choosing)
        await self._show_here(interaction, scene, content)

    @answers_in_match("prepick", late=_refuse)
    async def _pick(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Handle an option of a menu like a button with the same effect."""
        press = views.picked_press(interaction, press, ("preline", "preset", "predrop"))
        picked = {"preset": self._add_to_plan, "predrop": self._cut_plan}
        await picked.get(press.action, self._show_line)(interaction, press, scene)

    @answers_in_match("preset", late=_refuse)
    async def _add_to_plan(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Add a line that ends with an answer, or a goal."""
        user = interaction.user.id
        known = self._service.facts.timeline(scene.match, user)
        if self._has_goals(scene):
            plan = f"{known.plan} {press.argument}".strip()
            scene = await self._store_plan(user, scene, press.moment, plan)
            content = await self._screens.overview_content(user, scene, saved=True)
        else:
            line = _line_of(press)
            branches = conditional_replies.add_line(read_branches(known.plan), line)
            plan = conditional_replies.write_branches(branches)
            scene = await self._store_plan(user, scene, press.moment, plan)
            content = await self._screens.saved_content(user, scene, line)
        await self._show_here(interaction, scene, content)

    @answers_in_match("predrop", late=_refuse)
    async def _cut_plan(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Take a goal or the last answer of a line out of the plan, or end the whole plan."""
        user, plan = interaction.user.id, ""
        known = self._service.facts.timeline(scene.match, user)
        if press.argument and self._has_goals(scene):
            goals = self._rendering.face(scene.match).plan_goals(known.plan)
            number = read_number(press.argument) or 0
            if not 0 < number <= len(goals):
                raise Denied("Choose one of the options in the menu.")
            plan = plans.without_goal(goals, number)
        elif press.argument:
            before = _line_of(press)[:-1]
            branches = conditional_replies.remove_line(read_branches(known.plan), before)
            plan = conditional_replies.write_branches(branches)
        scene = await self._store_plan(user, scene, press.moment, plan)
        content = await self._screens.overview_content(user, scene, saved=True)
        await self._show_here(interaction, scene, content)

    @answers_in_match("presame", late=_refuse)
    async def _show_same(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show the other moves that the last answer of a line may answer."""
        user = interaction.user.id
        self._service.facts.check_plannable(scene.match, user, press.moment)
        content = await self._screens.same_reply_content(user, scene, _line_of(press))
        await self._show_here(interaction, scene, content)

    @answers_in_match("prego", late=_refuse)
    async def _begin(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Make the first move of a plan in its player's own turn; the plan keeps the others."""
        user, before, time = interaction.user.id, scene.match, pressed_at(interaction)
        try:
            match = await self._service.make_move(
                before, user, press.moment, press.argument, pressed=time
            )
        except Repeated:  # pressed twice: the move counts
            after = await self._boards.scene_after(visit_of(interaction), press, scene)
        else:
            after = replace(scene, match=match)
        try:
            news = self._screens.follow(user, before, after)
            await turn_into(interaction, await self._screens.course_content(user, news, after))
            self._keep_up_to_date(interaction, after, begun=before)
        finally:  # the move counts and is shown even if the answer fails
            await self._posting.update_or_repost(interaction, after)

    async def _store_plan(self, user: int, scene: Scene, moment: int, plan: str) -> Scene:
        match = await self._service.apply(scene.match, plans.set_plan, user, moment, plan)
        return self._private.secret_steps.note_unseen(scene, match)

    def _has_goals(self, scene: Scene) -> bool:
        return self._rendering.face(scene.match).plans_goals


@dataclass(frozen=True)
class _ShownPlan(ShownPosition):
    """The message of a plan, with the moves that it made; it changes until the plan ends."""

    screens: PlanScreens
    user: int
    match: Match  # as the message shows it
    begun: Match  # as it was when the message began to follow it
    ended: bool = False

    def is_behind(self, match: Match) -> bool:
        return not self.ended and self.match.moment < match.moment

    async def present_scene(self, scene: Scene) -> "tuple[Content, _ShownPlan]":
        news = self.screens.follow(self.user, self.begun, scene)
        content = await self.screens.course_content(self.user, news, scene)
        return content, replace(self, match=scene.match, ended=news.ended)


def _line_of(press: MatchPress) -> Line:
    """The line that a press carries; raises Denied unless it ends with an answer."""
    line, _ = read_line(press.argument)
    if not line or awaits_answer(line):
        raise Denied("A line of a plan ends with a move of your own.")
    return line
