"""The menu of a match, the texts that it opens, and the hints of the machine step by step."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from discord import ButtonStyle, Interaction
from discord.ext import commands

from cogs.board.machine_moves import Machines
from cogs.board.private_boards import PrivateBoards, SecretSteps
from cogs.board.private_messages import PrivateMessages
from cogs.board.private_screens import PrivateScreens
from cogs.board.rendering import Rendering
from cogs.board.views import agreement_views, challenge_views, hint_views, match_views
from cogs.board.views.hint_views import HintScreen, most_at_once
from cogs.board.views.match_views import button, plan_button, replay_button
from cogs.contract.face import Face
from cogs.contract.screen import Drawing
from cogs.frame.features import answers, answers_in_match, game_command
from cogs.frame.layout import (
    Button,
    Content,
    Row,
    is_offered,
    layout,
    menu,
    nearest_page,
    page_rows,
)
from cogs.frame.names import names_in_text
from cogs.frame.permissions import is_moderator
from cogs.frame.replies import edit_answer, say, set_first_answer, turn_into
from cogs.frame.visit import bare_asker, visit_of
from cogs.presses import CompetitionPress, MatchPress, ReplayPress, RulesPress, read_number
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import label_text, mark, tr
from prowlerbot.match import agreements
from prowlerbot.match.closing import check_may_end
from prowlerbot.match.machine_help import CHOICE, WHERE, HintRequest, find_hint
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.match.play import planning_seats
from prowlerbot.match.scene import Access, Scene
from prowlerbot.match.terms import Motion
from prowlerbot.match.timeline import Timeline
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.service.machine_service import HintService
from prowlerbot.service.match_service import Service

_LINES_ON_PHONE, _LETTERS_ON_PHONE = 24, 42
"""The lines of a page that fits on the screen of a phone, and the characters of a line."""
_EXPLANATIONS: Mapping[str, str] = {
    "look": mark("the board for you alone, in your colours"),
    "describe": mark("the position in words"),
    "repost": mark("the board again, at the end of the channel"),
    "replay": mark("the moves so far, step by step"),
    "record": mark("all moves as a file"),
}
"""The explanations of buttons in the menu by the actions of their presses."""
_UNSHARED_EXPLANATIONS = {**_EXPLANATIONS, "repost": mark("the board for everybody here")}


def pages_of_parts(parts: Sequence[str], separator: str = "\n") -> list[str]:
    """The parts of a text, as many on a page as fit."""
    pages = [*parts[:1]]
    for part in parts[1:]:
        joined = f"{pages[-1]}{separator}{part}"
        lines = re.sub(r"<:\w+:\d+>", "__", joined).split("\n")  # an emoji is a sign
        if sum(1 + len(line) // _LETTERS_ON_PHONE for line in lines) > _LINES_ON_PHONE:
            pages.append(part)
        else:
            pages[-1] = joined
    return pages


@dataclass(eq=False)
class Menu(commands.Cog):
    """The menu of a match, the rules of a game, and the texts about a position."""

    _service: Service
    _rendering: Rendering
    _machines: Machines
    _messages: PrivateMessages
    _private_boards: PrivateBoards

    @game_command("rules", mark("Read the rules in short, for your eyes only"))
    async def rules(self, interaction: Interaction, game: str) -> None:
        await say(interaction, await self._page_of_rules(interaction, RulesPress(game, 0)))

    @answers(RulesPress, "rulespage")
    async def _turn_rules(self, interaction: Interaction, press: RulesPress) -> None:
        game = self._service.games.named(press.game).key  # the id of a button is untrusted
        press = replace(press, game=game)
        await turn_into(interaction, await self._page_of_rules(interaction, press))

    async def _page_of_rules(self, interaction: Interaction, press: RulesPress) -> Content:
        game, visit = press.game, visit_of(interaction)
        face = self._rendering.faces[game]
        # Without emoji they fit side by side on a phone.
        buttons = [replace(button, emoji=None) for button in match_views.tutorial_buttons(face)]
        if press.match:
            look = MatchPress("look", press.match)
            buttons.insert(0, Button(tr("Open my board"), look, ButtonStyle.success))
        else:
            if self._machines.can_begin(game, visit.server):
                is_alone = not self._machines.seats.admits_machine(visit.server)
                buttons.insert(0, match_views.play_now_button(game, alone=is_alone))
            buttons.append(match_views.another_game_button())
        if visit.reader.text_first:  # without the small print that explains the pictures
            first, _, later_text = face.rules.partition("\n\n")
            lines = [line for line in first.split("\n") if not line.startswith("-# ")]
            return layout("\n".join(lines) + f"\n\n{later_text}", rows=[buttons])
        first, *others = face.rules.split("\n\n")
        pages = [first, *pages_of_parts(others, "\n\n")]  # the pictures take the first page
        page, count = nearest_page(press.page, len(pages), 1)
        drawings = face.rules_drawings(visit.theme) if not page else []
        pictures = await self._rendering.pictures(f"rules:{game}", drawings)
        page_buttons = page_rows(lambda to, _: replace(press, page=to), page, count)
        return layout(pages[page], pictures, [*page_buttons, buttons])

    @answers_in_match("menu")
    async def _open_menu(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        match, user = scene.match, interaction.user.id
        is_outdated = press.moment != match.moment or match.phase is Phase.OVER
        if scene.unshared and is_outdated and not self._messages.is_help(interaction, match.id):
            show = partial(self._private_boards.show_match, interaction, match, in_place=True)
            set_first_answer(interaction, show)
        known, face = self._service.facts.timeline(match, user), self._rendering.face(match)
        seat, is_running = match.seat_of(user), match.phase is Phase.PLAYING
        screen = _MenuScreen(
            scene,
            known,
            face,
            seat,
            late_seats=self._service.clocks.claimable_seats(scene, user) if is_running else (),
            admits_machine=self._machines.seats.admits_machine(scene.server),
            may_follow=seat is None and await self._can_follow(interaction, match),
            may_end=self._may_end(interaction, scene),
        )
        await self._messages.show_help(interaction, match.id, screen.content())

    @staticmethod
    def _may_end(interaction: Interaction, scene: Scene) -> bool:
        """Whether the asker may end a match as a moderator of its server."""
        board, match = scene.board, scene.match
        is_here = board is not None and board.guild == interaction.guild_id
        if not is_here or match.phase is not Phase.PLAYING or not is_moderator(interaction):
            return False
        try:
            check_may_end(match, interaction.user.id)
        except Denied:
            return False
        return True

    async def _can_follow(self, interaction: Interaction, match: Match) -> bool:
        """Whether the bot could check later that somebody who sees a match here still may."""
        if match.phase is not Phase.PLAYING or match.terms.day:
            return False
        if visit_of(interaction).access is Access.MEMBER:
            return True
        asker = bare_asker(interaction.client, interaction.user.id)
        return await self._service.visibility.may_look(asker, match, None)

    @answers_in_match("scores")
    async def _show_scores(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        match, face, user = scene.match, self._rendering.face(scene.match), interaction.user.id
        known = self._service.facts.timeline(match, user)
        look = self._rendering.look(match, scene.theme_of(user))
        text = face.scores(known.present, names_in_text(match))
        await self._show_text(interaction, press, scene, text, face.table(known.views, look))

    @answers_in_match("describe")
    async def _describe(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        match, ranks = scene.match, self._service.facts.ranks_if_cut_short(scene.match)
        present = self._service.facts.timeline(match, interaction.user.id).present
        words = self._rendering.face(match).describe(present, names_in_text(match), ranks)
        await self._show_text(interaction, press, scene, words)

    async def _show_text(
        self,
        interaction: Interaction,
        press: MatchPress,
        scene: Scene,
        text: str,
        drawings: Sequence[Drawing] = (),
    ) -> None:
        """Answer with a page of a text, on the first one the ``drawings``; all of it in words."""
        match, words_first = scene.match, scene.reader_choices(interaction.user.id).text_first
        pages = [text] if words_first else pages_of_parts(re.split(r"\n(?=### )", text))
        if drawings and not words_first:
            pages.insert(0, f"### {tr('Scores')}")
        page, count = nearest_page(read_number(press.argument) or 0, len(pages), 1)
        rows = page_rows(lambda to, _: replace(press, argument=str(to)), page, count)
        pictures = [] if page or words_first else await self._rendering.pictures(match, drawings)
        view = layout(pages[page], pictures, [*rows, [button("menu", match, tr("Back"))]])
        await self._messages.show_help(interaction, match.id, view)

    @answers_in_match("rules")
    async def _show_rules(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        match = scene.match
        press = RulesPress(match.game, 0, match.id if match.phase is Phase.PLAYING else "")
        await say(interaction, await self._page_of_rules(interaction, press))


@dataclass(frozen=True, slots=True)
class _MenuScreen:
    """The actions besides moves, in groups, with a line about each word that needs one."""

    scene: Scene
    known: Timeline
    face: Face
    seat: int | None  # that of the reader
    late_seats: Collection[int]  # the seats that the reader can claim, as their time is up
    admits_machine: bool  # whether this server admits the machine
    may_follow: bool  # whether the reader may follow the match
    may_end: bool  # whether the reader may end it, as a moderator

    @property
    def _is_playing(self) -> bool:
        """Whether the reader plays in the running match."""
        match = self.scene.match
        is_player = self.seat is not None and self.seat not in match.left
        return is_player and match.phase is Phase.PLAYING

    def content(self) -> Content:
        """Resigning is alone in the last row, so that nobody presses it by mistake; so is the
        button of a moderator who may end the match.
        """
        match = self.scene.match
        explanations = _UNSHARED_EXPLANATIONS if self.scene.unshared else _EXPLANATIONS
        rows = _group_rows(self._position_buttons(), explanations)
        rows += _group_rows(self._course_buttons(), explanations)
        if options := match_views.chapter_options(self.face, self.known):
            # No chapter is selected, so that each one can be chosen.
            press = ReplayPress("animate", match.id, self.known.ply, "any")
            rows.append([menu(press, tr("Watch an animation"), options)])
        lesson_buttons = challenge_views.introduction_row(match, self.face)
        if match.phase is Phase.OVER:
            lesson_buttons.append(match_views.another_game_button())
        rows += _group_rows(lesson_buttons, explanations)
        if present_buttons := self._present_buttons():
            if Motion.CANCEL in map(agreement_views.question_of, present_buttons):
                words = tr("the end without a result, if all agree")
                rows.append("-# " + label_text(f"**{tr('Cancel match')}**", words))
            rows.append(present_buttons)
        if self._is_playing and self.known.viewer not in self.known.present.out:
            leave_label = tr("Leave") if len(match.players) > 2 else tr("Resign")
            rows.append([button("resign", match, leave_label, "🏳️")])
        if self.may_end:
            rows.append([button("end", match, tr("End without a result"), "🛑")])
        return layout(f"### {tr('Menu')}\n-# {tr('match {id}', id=match.id)}", rows=rows)

    def _position_buttons(self) -> list[Button]:
        match = self.scene.match
        buttons = [
            button("look", match, tr("My view"), "👁️"),
            button("describe", match, tr("Describe"), "🗣️"),
            button("scores", match, tr("Scores"), "🧮"),
        ]
        if self._is_playing and not match.terms.day:
            label = tr("Show it here") if self.scene.unshared else tr("Repost")
            buttons.append(button("repost", match, label, "📌"))
        return buttons

    def _course_buttons(self) -> list[Button]:
        match = self.scene.match
        buttons = [replay_button(match, self.known)]
        if not (match.terms.day and self._is_playing):
            buttons.append(button("record", match, tr("Record"), "📜"))
        if match.terms.competition:
            standings = CompetitionPress("standings", match.terms.competition)
            buttons.append(Button(tr("Standings"), standings, emoji="🏆"))
        return buttons

    def _present_buttons(self) -> list[Button]:
        """The actions that only the present position offers: questions, hints, plans, following."""
        match, known, seat, face = self.scene.match, self.known, self.seat, self.face
        buttons: list[Button] = []
        if seat is not None and self._is_playing:
            late = self.late_seats
            buttons += agreement_views.question_buttons(match, seat, known, face, late=late)
            if agreements.may_give_day(match, seat):
                gifts = str(len(match.terms.gifts))  # a later press is another gift
                buttons.append(button("giveday", match, tr("Give a day"), "🎁", argument=gifts))
        buttons += hint_views.hint_buttons(match, known, admitted=self.admits_machine)
        if seat is not None and self._is_playing and not self.scene.unshared:
            gains, moves = face.gains(known.present, seat), known.present.seen.moves(seat)
            buttons += hint_views.gains_buttons(match, moves, gains)
        if seat in planning_seats(match, known.present.seen):
            buttons.append(plan_button(match))
        if self.may_follow:
            buttons.append(button("follow", match, tr("Follow"), "🔔"))
        return buttons


def _group_rows(buttons: Sequence[Button], explanations: Mapping[str, str]) -> list[Row]:
    """Buttons of one purpose, two side by side as on a phone, below a line that explains them."""
    buttons = [each for each in buttons if is_offered(each)]
    texts = [
        label_text(f"**{each.label}**", tr(words))
        for each in buttons
        if isinstance(each.press, MatchPress | ReplayPress)
        and (words := explanations.get(each.press.action))
    ]
    line = [f"-# {' · '.join(texts)}"] if texts else []
    return [*line, *(buttons[at : at + 2] for at in range(0, len(buttons), 2))]


@dataclass(eq=False)
class HintPresses(commands.Cog):
    """The hints of the machine, each step by a press."""

    _service: Service
    _rendering: Rendering
    _machines: Machines
    _secret_steps: SecretSteps
    _hinting: HintService
    _messages: PrivateMessages
    _screens: PrivateScreens

    @answers_in_match("hint")
    async def _ask(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Show one more step, the first one in the message of help, others in the pressed one."""
        step, match = read_number(press.argument), scene.match
        if step is None or not WHERE <= step <= CHOICE:
            raise Denied("There is no such hint; open the menu again.")
        self._machines.seats.check_allowed(scene.server)
        user, face = interaction.user.id, self._rendering.face(match)
        present, seat = self._service.facts.timeline(match, user).present, seat_at(match, user)
        gains = face.gains(present, seat)
        tempting_moves = tuple(dict.fromkeys([*most_at_once([*gains]), *face.lures(present, seat)]))
        request = HintRequest(user, press.moment, press.step, step, tempting_moves)
        appraisal = self._hinting.known_appraisal(match, request)
        if appraisal is None:  # a search may take longer than Discord waits
            if step > WHERE or self._messages.is_help(interaction, match.id):
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
            appraisal = await self._hinting.appraise(match, request)
        new_match = await self._hinting.note_step(match, request)
        try:
            await self._show(interaction, replace(scene, match=new_match), step, appraisal, gains)
        finally:  # the step counts even if the answer fails
            if new_match is not match:
                self._secret_steps.note_unseen(scene, new_match)

    async def _show(
        self,
        interaction: Interaction,
        scene: Scene,
        step: int,
        appraisal: Appraisal,
        gains: Mapping[str, str],
    ) -> None:
        match, user = scene.match, interaction.user.id
        view, seat = self._service.facts.timeline(match, user).present, seat_at(match, user)
        face, keyboard = self._rendering.face(match), self._screens.keyboard(user, scene)
        screen = HintScreen(match, face, view, seat, appraisal, gains, keyboard)
        hint = find_hint(match, seat)
        steps = max(step, hint.hint_steps if hint is not None else 0)
        look = self._rendering.look(match, scene.theme_of(interaction.user.id))
        # The reasons of all moves may take a quarter of a second.
        drawings = await self._rendering.draw(partial(screen.drawings, steps, look))
        pictures = await self._rendering.pictures(match, drawings)
        content = await self._rendering.draw(partial(screen.content_to_step, steps, pictures))
        if step == WHERE or self._messages.is_help(interaction, match.id):
            await self._messages.show_help(interaction, match.id, content)
        elif interaction.response.is_done():
            await edit_answer(interaction, 0, content)
        else:
            await turn_into(interaction, content)
