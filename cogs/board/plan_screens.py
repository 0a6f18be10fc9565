"""Builds the screens of a plan: the whole plan, one of its lines, and the ways to change them.

A plan has goals, or lines of moves: a move of the opponent, the player's answer, and so on. Only
the stored plan counts, and each button carries its line, so nothing is kept in memory.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from cogs.board.match_message import Page, Screens
from cogs.board.rendering import Rendering
from cogs.board.views import match_views as views
from cogs.board.views.match_boards import Sight, with_earlier_moves
from cogs.board.views.match_views import button
from cogs.contract.face import Face
from cogs.contract.screen import MOST_IN_A_MENU, TEXT_LIMIT, Key, Row, fitted
from cogs.contract.sign import spelled
from cogs.frame.layout import Content, Item, first_lines, key_rows, layout, menu
from cogs.frame.names import command, names_in_text
from cogs.presses import MatchAction, MatchPress
from prowlerbot.core import conditional_replies
from prowlerbot.core.conditional_replies import Branch, list_lines, read_branches
from prowlerbot.core.game import AnyView
from prowlerbot.core.i18n import listing, mark, tr, trn
from prowlerbot.match.match import Match
from prowlerbot.match.plans import PlanCourse, follow_plan
from prowlerbot.match.play import planning_seats
from prowlerbot.match.scene import Access, Scene
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.match_facts import MatchFacts
from prowlerbot.service.match_service import Service

_OPENS_CHOICE = "?"  # separates a line from the choice that is open in it, the first part of a move
_SAVED = mark("✅ Saved. Only you know of your plan.")
_READY = mark("✅ Ready. “{begin}” makes the first move now.")
_LONGEST_LINE = 70  # the most characters of a line, which a custom_id carries

Line: TypeAlias = tuple[str, ...]
"""A move of the opponent, the player's answer, and so on; it may end with either."""


@dataclass(frozen=True, slots=True)
class PlanInWords:
    """The plan of a player in a match: its lines of text, and the buttons that change it."""

    scene: Scene
    face: Face
    known: Timeline
    facts: MatchFacts

    @property
    def match(self) -> Match:
        return self.scene.match

    @property
    def names(self) -> list[str]:
        return names_in_text(self.match)

    def has_line(self, line: Line) -> bool:
        """Whether the plan has exactly this line up to one of its answers."""
        return line in list_lines(read_branches(self.known.plan))

    def first_move(self) -> str:
        """The planned move that the player can make now; empty without any."""
        if not self.known.plan or self.known.viewer not in self.known.present.to_move:
            return ""
        move = self.known.present.planned_move(self.known.plan)
        return "" if move is None else str(move)

    def lines(self, *around: str) -> list[str]:
        """The plan as a nested list, as far as it fits with the texts ``around``."""
        if not self.known.plan:
            return []
        if self.face.plans_goals:
            return [*self.goal_lines(), "- " + tr("Then you are asked for your next move.")]
        lines = [*self._branch_lines(self.known.present, read_branches(self.known.plan))]
        last = "- " + tr("After any other move you are asked.")
        return [*first_lines(lines, len(lines), last, *around), last]

    def _branch_lines(
        self, view: AnyView, branches: Sequence[Branch], indent: str = ""
    ) -> Iterator[str]:
        for branch in branches:
            (opponent,) = view.to_move  # such games are for two
            moves = [
                self.face.move_words(view, move)
                if move in branch.moves
                else self.face.begun_words(move)
                for move in conditional_replies.typed_forms(view.seen, branch.moves)
            ]
            # The first move stands for all of a branch: they lead to positions with one answer.
            _, before, after = self.facts.look_ahead(view, (branch.moves[0], branch.answer))
            answer = f"**{self.face.move_words(before, branch.answer)}**"
            either_move, name = listing(moves, either=True), self.names[opponent - 1]
            yield f"{indent}- {self.face.reply_words(view, name, either_move, answer)}"
            yield from self._branch_lines(after, branch.then, f"{indent}  ")

    def goal_lines(self) -> list[str]:
        words = self.face.plan_words(self.known.present, self.known.plan)
        return [f"{number}. {goal}" for number, goal in enumerate(words, 1)]

    def overview_rows(self) -> list[list[Item]]:
        """The ways to look at the plan, to change it, to begin with it and to end it."""
        rows, match, goals = list[list[Item]](), self.match, self.face.plans_goals
        branches = () if goals else read_branches(self.known.plan)
        options = [
            (" → ".join(line), f"preline:{written}")
            for line in list_lines(branches)[:MOST_IN_A_MENU]
            if len(written := _write_line(line)) <= _LONGEST_LINE
        ]
        press = MatchPress("prepick", match.id, match.moment)
        if options:
            rows.append([menu(press, tr("Look at a reply"), options)])
        if goals and len(self.face.plan_goals(self.known.plan)) > 1:
            with spelled():
                numbered = [*enumerate(self.goal_lines(), 1)][:MOST_IN_A_MENU]
            options = [(goal, f"predrop:{number}") for number, goal in numbered]
            rows.append([menu(press, tr("Remove a goal"), options)])
        add = tr("Add a goal") if goals else tr("Add a reply")
        rows.append([button("preline", match, add, "➕")])
        if move := self.first_move():
            rows[-1].insert(0, button("prego", match, tr("Begin"), "▶️", argument=move))
        if self.known.plan:
            rows[-1].append(button("predrop", match, tr("End the plan"), "🗑️"))
        return rows

    def line_buttons(self, line: Line) -> list[Item]:
        """The ways to change a planned line, and back to the whole plan."""
        done = button("preback", self.match, tr("Done"))
        if not self.has_line(line):
            return [done]
        written, same = _write_line(line), tr("Same reply to another move")
        return [
            button("predrop", self.match, tr("Remove"), "🗑️", argument=written),
            button("presame", self.match, same, "➕", argument=written),
            done,
        ]

    def question_lines(self, ahead: Sequence[AnyView]) -> list[str]:
        """The question after the positions of a line, and the effect of its last reply."""
        own_seat, seat, lines = self.known.viewer or 0, _seat_to_move(ahead), list[str]()
        if seat == own_seat:
            return ["▶️ " + tr("What is your reply?")]
        sentence = mark("What might {player} play?")
        if len(ahead) > 1:
            lines.append(self.face.gain(ahead[-2], ahead[-1], own_seat, self.names))
            sentence = mark("And what might {player} play then?")
        if seat:
            lines.append("▶️ " + tr(sentence, player=f"**{self.names[seat - 1]}**"))
        return lines


@dataclass(eq=False)
class PlanScreens:
    """The messages of a plan, from the stored plan and the line that a press carries."""

    _service: Service
    _rendering: Rendering
    _screens: Screens

    def follow(self, user: int, before: Match, scene: Scene) -> PlanCourse:
        """The course of the user's plan since a state of the match."""
        return follow_plan(before, scene.match, self._service.facts.game(scene.match), user)

    def _plan_of(self, user: int, scene: Scene) -> PlanInWords:
        face, facts = self._rendering.face(scene.match), self._service.facts
        return PlanInWords(scene, face, facts.timeline(scene.match, user), facts)

    async def saved_content(self, user: int, scene: Scene, line: Line) -> Content:
        """The position after a newly planned line; the whole plan if the line means several."""
        if self._plan_of(user, scene).has_line(line):
            return await self.line_content(user, scene, line, intro=tr(_SAVED))
        return await self.overview_content(user, scene, saved=True)

    async def course_content(self, user: int, news: PlanCourse, scene: Scene) -> Content:
        """The present state of a plan, and its moves since its message was drawn."""
        plan = self._plan_of(user, scene)
        match, face, known = plan.match, plan.face, plan.known
        made = trn("Your plan made {count} move.", "Your plan made {count} moves.", news.moves)
        look = self._sight(user, plan, known.views).look
        latest = face.news(known.views, look.names)
        latest = with_earlier_moves(match, known, face, look, latest, reader=known.viewer)
        course = face.plan_course(known.views[news.first_ply :], look.names)
        gains = "\n".join(course if news.moves or news.ended else ())
        if gains and news.ended:
            latest = ""
        intro = "\n".join(filter(None, [made if news.moves else "", gains, latest]))
        plannable = known.viewer in planning_seats(match, known.present.seen)
        if plannable and known.viewer not in known.present.to_move and not news.ended:
            return await self.overview_content(user, scene, intro)
        lines = [_heading() if known.plan or gains or news.ended else "", intro]
        if news.completed:
            lines.append(tr("✅ Your plan is carried out."))
        elif news.ended:
            until = () if news.end_ply is None else known.views_until(news.end_ply)
            lines.append(face.plan_end(until, plan.names))
        row: list[Item] = [views.own_board_button(match)]
        if plannable and face.plans_goals and 0 < len(news.rest) <= _LONGEST_LINE:
            label = tr("Go on with the plan")
            row.append(button("preset", match, label, views.PLAN, argument=news.rest))
        elif plannable:
            row.append(views.plan_button(match))
        return layout("\n".join(filter(None, lines)), rows=[row])

    async def overview_content(
        self, user: int, scene: Scene, intro: str = "", *, saved: bool = False
    ) -> Content:
        """The whole plan, and the ways to change it; ``saved`` if it has just been stored."""
        plan = self._plan_of(user, scene)
        match, face, rows = plan.match, plan.face, plan.overview_rows()
        sentence = mark("Only you see this. `{command}` takes a typed plan: {example}.")
        example = f"`{face.example_of_plan(plan.known.present)}`"
        hint = tr(sentence, command=command(match.game, "plan"), example=example)
        if scene.board is not None and scene.board.access is Access.INTERACTION:
            hint = tr("Only you see this.")  # perhaps its reader has no commands there
        if saved:
            intro = tr(_READY, begin=tr("Begin")) if plan.first_move() else tr(_SAVED)
        planned = plan.lines(_heading(), hint)
        lines = [_heading(), intro, *planned]
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
        lines.append(f"-# {hint}")
        if scene.reader_choices(user).text_first:  # a plan takes the place of their board
            rows[-1].append(button("lookback", match, tr("Back")))
        return await self._content(match, self._sight(user, plan, plan.known.views), lines, rows)

    async def goals_content(self, user: int, scene: Scene, choosing: str) -> Content:
        """The goals to add, or those of an open choice."""
        plan = self._plan_of(user, scene)
        match, face, known = plan.match, plan.face, plan.known
        sight = self._sight(user, plan, known.views)
        rows = face.goals(known.present, known.plan, choosing, sight.look)
        question = face.goal_question(choosing)
        lines = [_heading(), question and f"▶️ {question}"]
        keys = _key_rows(match, rows, (), "preset")
        back: list[Item] = [button("preback", match, tr("Done"))]
        if choosing:
            back.insert(0, button("preline", match, tr("Back")))
        return await self._content(match, sight, lines, [*keys, back])

    async def line_content(
        self, user: int, scene: Scene, line: Line, choosing: str = "", *, intro: str = ""
    ) -> Content:
        """The position after a line: the effect of an answer, or the moves to choose from."""
        plan = self._plan_of(user, scene)
        positions = self._service.facts.look_ahead(plan.known.present, line)
        shown_views = (*plan.known.views, *positions[1:])
        lines = [_heading(), intro]
        if line:
            lines.append(plan.face.news(shown_views, plan.names))
        lines += plan.question_lines(positions)
        sight = self._sight(user, plan, shown_views, choosing or None)
        may_grow = len(line) < 2 * conditional_replies.MAX_ANSWERS
        keys: list[list[Item]] = []
        if _seat_to_move(positions) and may_grow and len(_write_line(line)) < _LONGEST_LINE:
            action: MatchAction = "preset" if awaits_answer(line) else "preline"
            keys = _key_rows(plan.match, sight.screen.rows, line, action)
        return await self._content(plan.match, sight, lines, [plan.line_buttons(line)], keys)

    async def same_reply_content(self, user: int, scene: Scene, line: Line) -> Content:
        """The question after which other moves the last reply of a line also applies."""
        plan = self._plan_of(user, scene)
        *before, _, answer = line
        _, *shown_views, asked, _ = self._service.facts.look_ahead(plan.known.present, line)
        words = f"**{plan.face.move_words(asked, answer)}**"
        question = tr("After which other move do you play {answer}, too?", answer=words)
        back = button("preline", plan.match, tr("Back"), argument=_write_line(line))
        sight = self._sight(user, plan, (*plan.known.views, *shown_views))
        keys = _key_rows(plan.match, sight.screen.rows, tuple(before), "preset", answer)
        lines = [_heading(), f"▶️ {question}"]
        return await self._content(plan.match, sight, lines, [[back]], keys)

    def _sight(
        self, user: int, plan: PlanInWords, shown: Sequence[AnyView], choosing: str | None = None
    ) -> Sight:
        """With goals, the picture shows the way to them, and no steps of other players."""
        page = Page(plan.known, shown, choosing)
        sight = self._screens.build_sight(user, plan.scene, page)._replace(topics=())
        if not sight.face.plans_goals:
            return sight
        drawing = sight.face.plan_picture(sight.view, plan.known.plan, sight.look)
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
            sight = sight._replace(screen=replace(sight.screen, drawings=sight.screen.drawings[:1]))
        text = fitted(filter(None, lines), TEXT_LIMIT, "\n")
        return await self._rendering.message(match, sight, text, [*keys, *rows], asks=True)


def _heading() -> str:
    return f"### {views.PLAN} {tr('Your plan')}"


def _seat_to_move(positions: Sequence[AnyView]) -> int:
    (seat,) = positions[-1].to_move or {0}  # 0 when nobody is to move
    return seat


def _write_line(line: Line) -> str:
    return ",".join(filter(None, line))


def read_line(argument: str) -> tuple[Line, str]:
    """The line that a button carries, and the choice that is open in it, if any."""
    moves, _, choosing = argument.partition(_OPENS_CHOICE)
    return tuple(filter(None, moves.split(","))), choosing


def awaits_answer(line: Line) -> bool:
    """Whether a line ends with a move of the opponent; moves and answers alternate in it."""
    return len(line) % 2 == 1


def _key_rows(
    match: Match, rows: Sequence[Row], line: Line, move: MatchAction, answer: str = ""
) -> list[list[Item]]:
    """The keys of a board, each of which extends the line by its move and the ``answer``."""

    def action_and_argument(key: Key) -> tuple[MatchAction, str]:
        if key.opens and not answer:  # an answer is good for all moves that begin so
            return "preline", f"{_write_line(line)}{_OPENS_CHOICE}{key.argument}"
        return move, _write_line((*line, key.argument, answer))

    def custom_id(action: MatchAction, argument: str) -> str:
        return str(MatchPress(action, match.id, match.moment, argument))

    return key_rows(
        rows,
        lambda key: custom_id(*action_and_argument(key)),
        lambda key: ":".join(action_and_argument(key)),
        lambda row: custom_id("prepick", str(row)),
    )
