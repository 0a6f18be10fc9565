"""The private board on which a player plans moves while others are to move, with its screens.

Only the stored plan counts; a press adds a line to it or removes one. The buttons carry the line of
moves that their board shows, so nothing is kept in memory.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from discord import Interaction
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.match_message import Page, Rendering, Screens, with_earlier_moves
from cogs.board.player_moves import PrivateBoards, ShownPosition
from cogs.board.private_screens import SecretSteps
from cogs.board.views import match_views as views
from cogs.board.views.common_buttons import key_rows, picked_press
from cogs.board.views.match_views import PLAN, Sight
from cogs.contract.face import Face
from cogs.contract.screen import MOST_IN_A_MENU, TEXT_LIMIT, Key, Row, fitted
from cogs.contract.sign import spelled
from cogs.frame.features import answers_in_match
from cogs.frame.layout import Content, Item, first_lines, layout, menu
from cogs.frame.names import command
from cogs.frame.replies import say, turn_into
from cogs.frame.visit import pressed_at, visit_of
from cogs.presses import MatchPress, OfMatch, read_number
from prowlerbot.core import conditional_replies
from prowlerbot.core.conditional_replies import Branch, read_branches
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import listing, mark, tr, trn
from prowlerbot.match import plans
from prowlerbot.match.match import Match
from prowlerbot.match.plans import PlanCourse, follow_plan, plan_in_english
from prowlerbot.match.play import Repeated, planning_seats
from prowlerbot.match.scene import Access, Scene
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.match_service import Service

OPENS_CHOICE = "?"
"""Separates a line from the choice that is open in it, the first part of a move."""
_SAVED = mark("✅ Saved. Only you know of your plan.")
_READY = mark("✅ Ready. “{begin}” makes the first move now.")
_LONGEST_LINE = 70
"""The most characters of a line, which a custom_id carries."""

LookAhead = Callable[[AnyView, Sequence[str]], Sequence[AnyView]]
"""A view and those after a line of moves; see ``Service.look_ahead``."""


@dataclass(eq=False)
class PlanScreens:
    """The messages of a plan, from the stored plan and the line that a press carries."""

    _service: Service
    _rendering: Rendering
    _screens: Screens

    def follow(self, user: int, before: Match, scene: Scene) -> PlanCourse:
        """The course of the user's plan since a state of the match."""
        return follow_plan(before, scene.match, self._service.game(scene.match), user)

    async def content_after(self, user: int, scene: Scene, line: tuple[str, ...]) -> Content:
        """The position after a newly planned line; the whole plan if the line means several."""
        known = self._service.timeline(scene.match, user)
        if line in lines_of(read_branches(known.plan)):
            return await self.content_ahead(user, scene, line, intro=tr(_SAVED))
        return await self.overview(user, scene, saved=True)

    async def plan_content(self, user: int, news: PlanCourse, scene: Scene) -> Content:
        """The present state of a plan, and its moves since its message was drawn."""
        match, face = scene.match, self._rendering.face(scene.match)
        known = self._service.timeline(match, user)
        made = trn("Your plan made {count} move.", "Your plan made {count} moves.", news.moves)
        look = self._sight(user, scene, Page(known, known.views)).look
        told = face.news(known.views, look.names)
        told = with_earlier_moves(match, known, face, look, told, reader=known.viewer)
        course = face.plan_course(known.views[news.first_ply :], look.names)
        brought = "\n".join(course if news.moves or news.ended else ())
        latest = "" if brought and news.ended else told
        intro = "\n".join(filter(None, [made if news.moves else "", brought, latest]))
        plannable = known.viewer in planning_seats(match, known.present.seen)
        if plannable and known.viewer not in known.present.to_move and not news.ended:
            return await self.overview(user, scene, intro)
        heading = f"### {PLAN} {tr('Your plan')}"
        lines = [heading if known.plan or brought or news.ended else "", intro]
        if news.completed:
            lines.append(tr("✅ Your plan is carried out."))
        elif news.ended:
            until = () if news.end_ply is None else known.views_until(news.end_ply)
            lines.append(face.plan_end(until, views.names_in_text(match)))
        row: list[Item] = [views.button("look", match, tr("Open my board"), "👁️")]
        if plannable and face.plans_goals and 0 < len(news.rest) <= _LONGEST_LINE:
            row.append(
                views.button("preset", match, tr("Go on with the plan"), PLAN, argument=news.rest)
            )
        elif plannable:
            row.append(views.plan_button(match))
        return layout("\n".join(filter(None, lines)), rows=[row])

    async def overview(
        self, user: int, scene: Scene, intro: str = "", *, saved: bool = False
    ) -> Content:
        """The whole plan, and the ways to change it; ``saved`` if it has just been stored."""
        match, face = scene.match, self._rendering.face(scene.match)
        known = self._service.timeline(match, user)
        told = mark("Only you see this. `{command}` takes a typed plan: {example}.")
        example = f"`{face.example_of_plan(known.present)}`"
        typed = tr(told, command=command(match.game, "plan"), example=example)
        if scene.board is not None and scene.board.access is Access.INTERACTION:
            typed = tr("Only you see this.")  # perhaps its reader has no commands there
        heading, rows = f"### {PLAN} {tr('Your plan')}", _overview_rows(match, known, face)
        if saved:
            ready = _first_move(known) is not None
            intro = tr(_READY, begin=tr("Begin")) if ready else tr(_SAVED)
        planned = plan_lines(match, known, face, self._service.look_ahead, heading, typed)
        lines = [heading, intro, *planned]
        if planned:
            lines[-1] += "\n"  # an empty line ends the list
        elif face.plans_goals:
            lines.append(f"-# {face.goals_help}")
        else:
            words = tr(
                "Tell me in advance how you reply to a move. If that move is made, I play your"
                " reply at once; otherwise it is your turn as usual."
            )
            lines.append(words)
        lines.append(f"-# {typed}")
        if scene.reader_choices(user).text_first:  # a plan takes the place of their board
            rows[-1].append(views.button("lookback", match, tr("Back")))
        sight = self._sight(user, scene, Page(known, known.views))
        return await self._content(match, sight, lines, rows)

    async def goals_content(self, user: int, scene: Scene, choosing: str) -> Content:
        """The goals to add, or those of an open choice."""
        match, face = scene.match, self._rendering.face(scene.match)
        known = self._service.timeline(match, user)
        sight = self._sight(user, scene, Page(known, known.views))
        rows = face.goals(known.present, known.plan, choosing, sight.look)
        asked = face.goal_question(choosing)
        lines = [f"### {PLAN} {tr('Your plan')}", asked and f"▶️ {asked}"]
        keys = _key_rows(match, rows, (), "preset")
        back: list[Item] = [views.button("preback", match, tr("Done"))]
        if choosing:
            back.insert(0, views.button("preline", match, tr("Back")))
        return await self._content(match, sight, lines, [*keys, back])

    async def content_ahead(
        self, user: int, scene: Scene, line: tuple[str, ...], choosing: str = "", *, intro: str = ""
    ) -> Content:
        """The position after a line: the effect of an answer, or the moves to choose from."""
        match, face = scene.match, self._rendering.face(scene.match)
        known = self._service.timeline(match, user)
        positions = self._service.look_ahead(known.present, line)
        shown_views, to_move = (*known.views, *positions[1:]), _seat_to_move(positions)
        lines = [f"### {PLAN} {tr('Your plan')}", intro]
        if line:
            lines.append(face.news(shown_views, views.names_in_text(match)))
        lines += _ahead_lines(match, known, face, positions)
        row = _ahead_buttons(match, known, line)
        fits = len(",".join(line)) < _LONGEST_LINE
        room = fits and len(line) < 2 * conditional_replies.MOST_ANSWERS
        sight = self._sight(user, scene, Page(known, shown_views, choosing or None))
        action: OfMatch = "preset" if len(line) % 2 else "preline"
        keys = _key_rows(match, sight.screen.rows, line, action) if to_move and room else []
        return await self._content(match, sight, lines, [row], keys)

    async def same_reply_content(self, user: int, scene: Scene, line: tuple[str, ...]) -> Content:
        """The question after which other moves the last reply of a line also applies."""
        match, face = scene.match, self._rendering.face(scene.match)
        known = self._service.timeline(match, user)
        *before, _, answer = line
        _, *shown_views, asked, _ = self._service.look_ahead(known.present, line)
        words = f"**{face.move_words(asked, answer)}**"
        question = tr("After which other move do you play {answer}, too?", answer=words)
        lines = [f"### {PLAN} {tr('Your plan')}", f"▶️ {question}"]
        back = views.button("preline", match, tr("Back"), argument=",".join(line))
        sight = self._sight(user, scene, Page(known, (*known.views, *shown_views)))
        keys = _key_rows(match, sight.screen.rows, tuple(before), "preset", answer)
        return await self._content(match, sight, lines, [[back]], keys)

    def _sight(self, user: int, scene: Scene, page: Page) -> Sight:
        """With goals, the picture shows the way to them, and no steps of other players."""
        sight = self._screens.build_sight(user, scene, page)._replace(topics=())
        if not sight.face.plans_goals:
            return sight
        drawing = sight.face.plan_picture(sight.view, page.known.plan, sight.look)
        return sight._replace(screen=replace(sight.screen, drawings=[drawing]))

    async def _content(
        self,
        match: Match,
        sight: Sight,
        lines: Sequence[str],
        rows: Sequence[Sequence[Item]],
        keys: Sequence[Sequence[Item]] = (),
    ) -> Content:
        """The message of a sight with the ``keys`` of the next moves, if any."""
        if keys:
            screen = replace(sight.screen, drawings=sight.screen.drawings[:1])
            sight = sight._replace(screen=screen)
        text = fitted(filter(None, lines), TEXT_LIMIT, "\n")
        return await self._rendering.message(match, sight, text, [*keys, *rows], asks=True)


def _overview_rows(match: Match, known: Timeline, face: Face) -> list[list[Item]]:
    """The ways to look at a plan, to change it, to begin with it and to end it."""
    rows: list[list[Item]] = []
    branches = () if face.plans_goals else read_branches(known.plan)
    options = [
        (" → ".join(line), f"preline:{carried}")
        for line in lines_of(branches)[:MOST_IN_A_MENU]
        if len(carried := ",".join(line)) <= _LONGEST_LINE
    ]
    press = MatchPress("prepick", match.id, match.moment)
    if options:
        rows.append([menu(press, tr("Look at a reply"), options)])
    if face.plans_goals and len(face.plan_goals(known.plan)) > 1:
        with spelled():
            goals = [*enumerate(_goal_lines(known, face), 1)]
        options = [(goal, f"predrop:{number}") for number, goal in goals[:MOST_IN_A_MENU]]
        rows.append([menu(press, tr("Remove a goal"), options)])
    add = tr("Add a goal") if face.plans_goals else tr("Add a reply")
    rows.append([views.button("preline", match, add, "➕")])
    if (move := _first_move(known)) is not None:
        rows[-1].insert(0, views.button("prego", match, tr("Begin"), "▶️", argument=str(move)))
    if known.plan:
        rows[-1].append(views.button("predrop", match, tr("End the plan"), "🗑️"))
    return rows


def _first_move(known: Timeline) -> object:
    """The planned move that the viewer can make now; None without any."""
    own_turn = known.plan and known.viewer in known.present.to_move
    return known.present.planned_move(known.plan) if own_turn else None


def plan_lines(
    match: Match, known: Timeline, face: Face, ahead: LookAhead, *around: str
) -> list[str]:
    """The viewer's plan in words, as a nested list, as far as it fits with the texts ``around``."""
    if not known.plan:
        return []
    if face.plans_goals:
        return [*_goal_lines(known, face), "- " + tr("Then you are asked for your next move.")]
    who = views.names_in_text(match)

    def branch_lines(view: AnyView, branches: Sequence[Branch], indent: str = "") -> Iterator[str]:
        for branch in branches:
            (opponent,) = view.to_move
            moves = [
                face.move_words(view, move) if move in branch.moves else face.begun_words(move)
                for move in conditional_replies.typed_forms(view.seen, branch.moves)
            ]
            _, asked, answered = ahead(view, (branch.moves[0], branch.answer))
            answer = f"**{face.move_words(asked, branch.answer)}**"
            line = face.reply_words(view, who[opponent - 1], listing(moves, either=True), answer)
            yield f"{indent}- {line}"
            yield from branch_lines(answered, branch.then, f"{indent}  ")

    lines = [*branch_lines(known.present, read_branches(known.plan))]
    last = "- " + tr("After any other move you are asked.")
    return [*first_lines(lines, len(lines), last, *around), last]


def without_goal(goals: Sequence[str], number: int) -> str:
    """A plan without one of its goals, whose numbers begin with 1.

    The next one had its way from there, so only its end stays, and the game finds a new way to it.
    """
    ends = [goal.split()[-1] for goal in goals[number : number + 1]]
    return " ".join([*goals[: number - 1], *ends, *goals[number + 1 :]])


def _goal_lines(known: Timeline, face: Face) -> list[str]:
    words = face.plan_words(known.present, known.plan)
    return [f"{number}. {goal}" for number, goal in enumerate(words, 1)]


def lines_of(branches: Sequence[Branch], before: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Each line of a plan up to one of its answers, in the order of the plan in words."""
    lines_of_plan: list[tuple[str, ...]] = []
    for branch in branches:
        for move in branch.moves:
            line = (*before, move, branch.answer)
            lines_of_plan += [line, *lines_of(branch.then, line)]
    return lines_of_plan


def _seat_to_move(positions: Sequence[AnyView]) -> int:
    (seat,) = positions[-1].to_move or {0}  # 0 when nobody is to move
    return seat


def _ahead_lines(match: Match, known: Timeline, face: Face, ahead: Sequence[AnyView]) -> list[str]:
    """The question after the positions of a line, and the effect of its last reply."""
    names, own, to_move = views.names_in_text(match), known.viewer or 0, _seat_to_move(ahead)
    begun, lines = len(ahead) > 1, []
    if to_move == own:
        lines.append("▶️ " + tr("What is your reply?"))
    elif begun:
        lines.append(face.gain(ahead[-2], ahead[-1], own, names))
    if to_move not in {0, own}:
        player = f"**{names[to_move - 1]}**"
        asked = tr("What might {player} play?", player=player)
        if begun:
            asked = tr("And what might {player} play then?", player=player)
        lines.append(f"▶️ {asked}")
    return lines


def _ahead_buttons(match: Match, known: Timeline, line: tuple[str, ...]) -> list[Item]:
    """The ways to change a planned line, and back to the whole plan."""
    done = views.button("preback", match, tr("Done"))
    if line not in lines_of(read_branches(known.plan)):
        return [done]
    carried = ",".join(line)
    remove = views.button("predrop", match, tr("Remove"), "🗑️", argument=carried)
    same = views.button("presame", match, tr("Same reply to another move"), "➕", argument=carried)
    return [remove, same, done]


def _key_rows(
    match: Match, rows: Sequence[Row], line: tuple[str, ...], move: OfMatch, answer: str = ""
) -> list[list[Item]]:
    """The keys of a board, each of which extends the line by its move."""
    before = ",".join(line)

    def carried(key: Key) -> tuple[OfMatch, str]:
        if key.opens and not answer:  # an answer is good for all moves that begin so
            return "preline", f"{before}{OPENS_CHOICE}{key.argument}"
        return move, ",".join(filter(None, (*line, key.argument, answer)))

    def press(action: OfMatch, argument: str) -> str:
        return str(MatchPress(action, match.id, match.moment, argument))

    return key_rows(
        rows,
        lambda key: press(*carried(key)),
        lambda key: ":".join(carried(key)),
        lambda at: press("prepick", str(at)),
    )


@dataclass(eq=False)
class PlanBoards(commands.Cog):
    """The command and the presses of a plan; its latest message follows the match."""

    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _private: PrivateBoards
    _secret_steps: SecretSteps
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
            example = self._rendering.face(scene.match).plan_example
            plan = plan_in_english(typed, example) or typed
            scene = await self._store_plan(interaction, scene, scene.match.moment, plan)
        self._service.check_plannable(scene.match, user, scene.match.moment)
        content = await self._screens.overview(user, scene, saved=bool(typed))
        await self._show(interaction, scene, content)

    @answers_in_match("pre")
    async def _open(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        user, pressed = interaction.user.id, interaction.message
        self._service.check_plannable(scene.match, user, scene.match.moment)
        content = await self._screens.overview(user, scene)
        moves_on_own_board = pressed is not None and pressed.flags.ephemeral
        if moves_on_own_board and scene.reader_choices(user).text_first:
            await self._show_here(interaction, scene, content)
        else:
            await self._show(interaction, scene, content)

    async def _show(self, interaction: Interaction, scene: Scene, content: Content) -> None:
        """Show a plan in a new message, which follows the match from now on."""
        message = await say(interaction, content)
        self._keep(interaction, scene, message)
        if scene.reader_choices(interaction.user.id).text_first:
            await self._private.leave_one(interaction, scene, message)

    async def _show_here(self, interaction: Interaction, scene: Scene, content: Content) -> None:
        """Show a plan in the pressed message, which follows the match from now on."""
        await turn_into(interaction, content)
        self._keep(interaction, scene)

    def _keep(
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
    async def _show_plans(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        self._service.check_plannable(scene.match, interaction.user.id, press.moment)
        content = await self._screens.overview(interaction.user.id, scene)
        await self._show_here(interaction, scene, content)

    @answers_in_match("preline", late=_refuse)
    async def _show_line(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show the position after a line, with the moves that may follow, or the goals to add."""
        user = interaction.user.id
        self._service.check_plannable(scene.match, user, press.moment)
        moves, _, choosing = press.argument.partition(OPENS_CHOICE)
        line = tuple(filter(None, moves.split(",")))
        if self._has_goals(scene):
            content = await self._screens.goals_content(user, scene, choosing)
        else:
            content = await self._screens.content_ahead(user, scene, line, choosing)
        await self._show_here(interaction, scene, content)

    @answers_in_match("prepick", late=_refuse)
    async def _pick(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Handle an option of a menu like a button with the same effect."""
        press = picked_press(interaction, press, ("preline", "preset", "predrop"))
        picked = {"preset": self._add_to_plan, "predrop": self._cut_plan}
        handle = picked.get(press.action, self._show_line)
        await handle(interaction, press, scene)

    @answers_in_match("preset", late=_refuse)
    async def _add_to_plan(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Add a line that ends with an answer, or a goal."""
        user = interaction.user.id
        known = self._service.timeline(scene.match, user)
        if self._has_goals(scene):
            longer = f"{known.plan} {press.argument}".strip()
            scene = await self._store_plan(interaction, scene, press.moment, longer)
            content = await self._screens.overview(user, scene, saved=True)
        else:
            line = _line_of(press)
            branches = conditional_replies.with_line(read_branches(known.plan), line)
            longer = conditional_replies.write_branches(branches)
            scene = await self._store_plan(interaction, scene, press.moment, longer)
            content = await self._screens.content_after(user, scene, line)
        await self._show_here(interaction, scene, content)

    @answers_in_match("predrop", late=_refuse)
    async def _cut_plan(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Take a goal or the last answer of a line out of the plan, or end the whole plan."""
        known, plan = self._service.timeline(scene.match, interaction.user.id), ""
        if press.argument and self._has_goals(scene):
            goals = self._rendering.face(scene.match).plan_goals(known.plan)
            number = read_number(press.argument) or 0
            if not 0 < number <= len(goals):
                raise Denied("Choose one of the options in the menu.")
            plan = without_goal(goals, number)
        elif press.argument:
            before = _line_of(press)[:-1]
            branches = conditional_replies.without_line(read_branches(known.plan), before)
            plan = conditional_replies.write_branches(branches)
        scene = await self._store_plan(interaction, scene, press.moment, plan)
        content = await self._screens.overview(interaction.user.id, scene, saved=True)
        await self._show_here(interaction, scene, content)

    @answers_in_match("presame", late=_refuse)
    async def _show_same(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show the other moves that the last answer of a line may answer."""
        user = interaction.user.id
        self._service.check_plannable(scene.match, user, press.moment)
        content = await self._screens.same_reply_content(user, scene, _line_of(press))
        await self._show_here(interaction, scene, content)

    @answers_in_match("prego", late=_refuse)
    async def _begin(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Make the first move of a plan in its player's own turn; the plan keeps the others."""
        user, before, at = interaction.user.id, scene.match, pressed_at(interaction)
        try:
            match = await self._service.make_move(
                before, user, press.moment, press.argument, pressed=at
            )
        except Repeated:  # pressed twice: the move counts
            after = await self._boards.scene_after(visit_of(interaction), press, scene)
        else:
            after = replace(scene, match=match)
        try:
            news = self._screens.follow(user, before, after)
            content = await self._screens.plan_content(user, news, after)
            await turn_into(interaction, content)
            self._keep(interaction, after, begun=before)
        finally:  # the move counts and is shown even if the answer fails
            await self._posting.update_or_repost(interaction, after)

    async def _store_plan(
        self, interaction: Interaction, scene: Scene, moment: int, plan: str
    ) -> Scene:
        user = interaction.user.id
        match = await self._service.apply(scene.match, plans.set_plan, user, moment, plan)
        return self._secret_steps.note_unseen(scene, match)

    def _has_goals(self, scene: Scene) -> bool:
        return self._rendering.face(scene.match).plans_goals


@dataclass(frozen=True)
class _ShownPlan(ShownPosition):
    """The message of a plan, with the moves that it made; it changes until the plan ends."""

    screens: PlanScreens
    user: int
    match: Match
    begun: Match
    ended: bool = False

    def is_behind(self, match: Match) -> bool:
        return not self.ended and self.match.moment < match.moment

    async def present_scene(self, scene: Scene) -> "tuple[Content, _ShownPlan]":
        news = self.screens.follow(self.user, self.begun, scene)
        content = await self.screens.plan_content(self.user, news, scene)
        return content, replace(self, match=scene.match, ended=news.ended)


def _line_of(press: MatchPress) -> tuple[str, ...]:
    """A line that ends with an answer."""
    line = tuple(press.argument.split(","))
    if len(line) % 2:
        raise Denied("A line of a plan ends with a move of your own.")
    return line
