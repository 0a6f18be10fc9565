"""The menu of a match: its texts, questions to the others, claims, resigning, and hints.

A resignation needs a confirmation. The machine gives a hint in three steps, each a press.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from discord import ButtonStyle, Interaction
from discord.ext import commands

from cogs.board.board_access import Absence, Answers
from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.machine_moves import Machines
from cogs.board.match_message import Rendering
from cogs.board.player_moves import PrivateBoards
from cogs.board.private_messages import PrivateMessages
from cogs.board.private_screens import PrivateScreens, SecretSteps
from cogs.board.views import agreement_views, challenge_views, common_buttons, hint_views
from cogs.board.views.hint_views import HintScreen, most_at_once
from cogs.board.views.match_views import button, plan_button, replay_button
from cogs.board.views.results_text import ended_sentence
from cogs.contract.face import Face
from cogs.contract.screen import Drawing
from cogs.frame import router
from cogs.frame.features import about_game, about_match, answers, answers_in_match
from cogs.frame.layout import (
    Button,
    Content,
    Item,
    is_offered,
    layout,
    menu,
    nearest_page,
    page_rows,
)
from cogs.frame.names import names_in_text, other_players
from cogs.frame.replies import edit_answer, say, set_first_answer, show_in_own, turn_into
from cogs.frame.visit import bare_asker, is_moderator, visit_of
from cogs.presses import CompetitionPress, MatchPress, OfMatch, ReplayPress, RulesPress, read_number
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import get_language, label_text, listing, mark, speaking, tr
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match import agreements, leaving
from prowlerbot.match.closing import check_may_end
from prowlerbot.match.machine_help import CHOICE, WHERE, HintRequest, find_hint
from prowlerbot.match.match import Context, Match, Phase, seat_at
from prowlerbot.match.play import planning_seats
from prowlerbot.match.scene import Access, Scene
from prowlerbot.match.terms import Asked
from prowlerbot.match.timeline import Timeline
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.service.machine_service import HintService
from prowlerbot.service.match_service import Service


def _without_legend(rules: str) -> str:
    """The rules without the small print of the first paragraph, which explains the pictures."""
    first, _, rest = rules.partition("\n\n")
    kept = [line for line in first.split("\n") if not line.startswith("-# ")]
    return "\n".join(kept) + f"\n\n{rest}"


_LINES_ON_PHONE, _LETTERS_ON_PHONE = 24, 42
"""The lines of a page that fits on the screen of a phone, and the characters of a line."""


def pages_of_parts(parts: Sequence[str], between: str = "\n") -> list[str]:
    """The parts of a text, as many on a page as fit."""
    pages = [*parts[:1]]
    for part in parts[1:]:
        both = f"{pages[-1]}{between}{part}"
        seen = re.sub(r"<:\w+:\d+>", "__", both).split("\n")  # an emoji is a sign
        if sum(1 + len(line) // _LETTERS_ON_PHONE for line in seen) > _LINES_ON_PHONE:
            pages.append(part)
        else:
            pages[-1] = both
    return pages


@dataclass(eq=False)
class Menu(commands.Cog):
    _service: Service
    _rendering: Rendering
    _machines: Machines
    _messages: PrivateMessages
    _private: PrivateBoards

    @about_game("rules", mark("Read the rules in short, for your eyes only"))
    async def rules(self, interaction: Interaction, game: str) -> None:
        await say(interaction, await self._page_of_rules(interaction, RulesPress(game, 0)))

    @answers(RulesPress, "rulespage")
    async def _turn_rules(self, interaction: Interaction, press: RulesPress) -> None:
        game = self._service.games.named(press.game).key  # the id of a button is untrusted
        press = replace(press, game=game)
        await turn_into(interaction, await self._page_of_rules(interaction, press))

    async def _page_of_rules(self, interaction: Interaction, press: RulesPress) -> Content:
        game = press.game
        face, rendering = self._rendering.faces[game], self._rendering
        # Without emoji they fit side by side on a phone.
        lessons = [replace(each, emoji=None) for each in common_buttons.tutorial_buttons(face)]
        visit = visit_of(interaction)
        alone = not self._machines.seats.admits_machine(visit.server)
        begins = self._machines.can_begin(game, visit.server)
        now = [common_buttons.play_now_button(game, alone=alone)] if begins else []
        buttons = [*now, *lessons, common_buttons.another_game_button()]
        if press.match:
            look = MatchPress("look", press.match)
            buttons = [Button(tr("Open my board"), look, ButtonStyle.success), *lessons]
        if visit.reader.text_first:
            return layout(_without_legend(face.rules), rows=[buttons])
        opening, *others = face.rules.split("\n\n")  # the pictures take the first page
        paged = [opening, *pages_of_parts(others, "\n\n")]
        page, count = nearest_page(press.page, len(paged), 1)
        drawings = face.rules_drawings(visit.theme) if not page else []
        pictures = await rendering.pictures(f"rules:{game}", drawings)
        turning = page_rows(lambda to, _: replace(press, page=to), page, count)
        return layout(paged[page], pictures, [*turning, buttons])

    @answers_in_match("menu")
    async def _open_menu(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        old = press.moment != scene.match.moment or scene.match.phase is Phase.OVER
        if scene.unshared and old and not self._messages.is_help(interaction, scene.match.id):
            show = partial(self._private.show_match, interaction, scene.match, in_place=True)
            set_first_answer(interaction, show)
        match, user, face = scene.match, interaction.user.id, self._rendering.face(scene.match)
        seat, known = match.seat_of(user), self._service.facts.timeline(match, user)
        plays = seat is not None and seat not in match.left and match.phase is Phase.PLAYING
        more: list[Button] = []
        if seat is not None and plays:
            late = self._service.clocks.claimable_seats(scene, user)
            more += agreement_views.question_buttons(match, seat, known, face, late=late)
            if agreements.may_give_day(match, seat):
                given = str(len(match.terms.gifts))
                more.append(button("giveday", match, tr("Give a day"), "🎁", argument=given))
        admitted = self._machines.seats.admits_machine(scene.server)
        more += hint_views.hint_buttons(match, known, admitted=admitted)
        if seat is not None and plays and not scene.unshared:
            gains, moves = face.gains(known.present, seat), known.present.seen.moves(seat)
            more += hint_views.gains_buttons(match, moves, gains)
        if seat in planning_seats(match, known.present.seen):
            more.append(plan_button(match))
        followed = seat is None and match.phase is Phase.PLAYING and not match.terms.day
        if followed and await self._can_follow(interaction, match):
            more.append(button("follow", match, tr("Follow"), "🔔"))
        ends = self._may_end(interaction, scene)
        view = menu_view(scene, known, face, more, plays=plays, ends=ends)
        await self._messages.show_help(interaction, match.id, view)

    @staticmethod
    def _may_end(interaction: Interaction, scene: Scene) -> bool:
        """Whether the asker may end a match as a moderator of its server."""
        board, match = scene.board, scene.match
        here = board is not None and board.guild == interaction.guild_id
        if not here or match.phase is not Phase.PLAYING or not is_moderator(interaction):
            return False
        try:
            check_may_end(match, interaction.user.id)
        except Denied:
            return False
        return True

    async def _can_follow(self, interaction: Interaction, match: Match) -> bool:
        """Whether the bot could check later that somebody who sees a match here still may."""
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
        match, ended = scene.match, self._service.facts.ranks_if_cut_short(scene.match)
        present = self._service.facts.timeline(match, interaction.user.id).present
        words = self._rendering.face(match).describe(present, names_in_text(match), ended)
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
        match, words = scene.match, scene.reader_choices(interaction.user.id).text_first
        paged = [text] if words else pages_of_parts(re.split(r"\n(?=### )", text))
        if drawings and not words:
            paged.insert(0, f"### {tr('Scores')}")
        page, count = nearest_page(read_number(press.argument) or 0, len(paged), 1)
        rows = page_rows(lambda to, _: replace(press, argument=str(to)), page, count)
        shown = [] if page or words else await self._rendering.pictures(match, drawings)
        view = layout(paged[page], shown, [*rows, [button("menu", match, tr("Back"))]])
        await self._messages.show_help(interaction, match.id, view)

    @answers_in_match("rules")
    async def _show_rules(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        match = scene.match
        press = RulesPress(match.game, 0, match.id if match.phase is Phase.PLAYING else "")
        await say(interaction, await self._page_of_rules(interaction, press))


def menu_view(
    scene: Scene, known: Timeline, face: Face, more: Sequence[Button], *, plays: bool, ends: bool
) -> Content:
    """The actions besides moves, in groups, with a line about each word that needs one.

    ``more`` has the current extras, such as a question or a hint. Resigning is alone in the last
    row, so that nobody presses it by mistake; so is the button of a moderator who ``ends`` matches.
    """
    match, about = scene.match, _ABOUT_UNSHARED if scene.unshared else _ABOUT
    learning = challenge_views.introduction_row(match, face)
    if match.phase is Phase.OVER:
        learning.append(common_buttons.another_game_button())
    rows = _group_rows(_position_buttons(scene, plays=plays), about)
    rows += _group_rows(_course_buttons(match, known, plays=plays), about)
    if options := common_buttons.chapter_options(face, known):
        # No chapter is selected, so that each one can be chosen.
        press = ReplayPress("animate", match.id, known.ply, "any")
        rows.append([menu(press, tr("Watch an animation"), options)])
    rows += _group_rows(learning, about)
    if more:
        if Asked.CANCEL in map(agreement_views.question_of, more):
            words = tr("the end without a result, if all agree")
            rows.append("-# " + label_text(f"**{tr('Cancel match')}**", words))
        rows.append(more)
    if plays and known.viewer not in known.present.out:
        leave = tr("Leave") if len(match.players) > 2 else tr("Resign")
        rows.append([button("resign", match, leave, "🏳️")])
    if ends:
        rows.append([button("end", match, tr("End without a result"), "🛑")])
    return layout(f"### {tr('Menu')}\n-# {tr('match {id}', id=match.id)}", rows=rows)


def _position_buttons(scene: Scene, *, plays: bool) -> list[Button]:
    match = scene.match
    buttons = [
        button("look", match, tr("My view"), "👁️"),
        button("describe", match, tr("Describe"), "🗣️"),
        button("scores", match, tr("Scores"), "🧮"),
    ]
    if plays and not match.terms.day:
        label = tr("Show it here") if scene.unshared else tr("Repost")
        buttons.append(button("repost", match, label, "📌"))
    return buttons


def _course_buttons(match: Match, known: Timeline, *, plays: bool) -> list[Button]:
    buttons = [replay_button(match, known)]
    if not (match.terms.day and plays):
        buttons.append(button("record", match, tr("Record"), "📜"))
    if match.terms.competition:
        standings = CompetitionPress("standings", match.terms.competition)
        buttons.append(Button(tr("Standings"), standings, emoji="🏆"))
    return buttons


_ABOUT: Mapping[str, str] = {
    "look": mark("the board for you alone, in your colours"),
    "describe": mark("the position in words"),
    "repost": mark("the board again, at the end of the channel"),
    "replay": mark("the moves so far, step by step"),
    "record": mark("all moves as a file"),
}
"""The explanations of buttons by the actions of their presses."""
_ABOUT_UNSHARED = {**_ABOUT, "repost": mark("the board for everybody here")}


def _group_rows(buttons: Sequence[Button], about: Mapping[str, str]) -> list[Sequence[Item] | str]:
    """Buttons of one purpose, two side by side as on a phone, below a line that explains them."""
    buttons = [each for each in buttons if is_offered(each)]
    explanations = [
        label_text(f"**{each.label}**", tr(words))
        for each in buttons
        if isinstance(each.press, MatchPress | ReplayPress)
        and (words := about.get(each.press.action))
    ]
    line = [f"-# {' · '.join(explanations)}"] if explanations else []
    return [*line, *(buttons[at : at + 2] for at in range(0, len(buttons), 2))]


# ---------------------------------------------------------------------- questions and claims

_CLAIM = mark("Claim the win if your opponent ran out of time")
_CLAIM_OF_SEVERAL = mark("Remove players who ran out of time from a match")

_REMEMBERED = 1_000

_ANSWERS: dict[OfMatch, Callable[[Match, Context, int, Asked, int], Match]] = {
    "agree": agreements.agree,
    "refuse": agreements.refuse,
    "withdraw": agreements.withdraw,
}
"""The effect of a press about a question on the match."""


@dataclass(eq=False)
class Agreements(commands.Cog):
    """Questions of players to each other, and claims."""

    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _posting: Posting
    _private: PrivateBoards
    _absence: Absence
    _answers: Answers

    def __post_init__(self) -> None:
        self._asked: Recent[str, int] = Recent(_REMEMBERED)
        """By match, the message to the asker of its open question."""

    @answers_in_match("ask")
    async def _ask(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Ask a question from the menu or the board; the others get it in a separate message."""
        await self._put_question(interaction, scene, _question_of(press), press.moment)

    async def _put_question(
        self, interaction: Interaction, scene: Scene, asked: Asked, moment: int
    ) -> None:
        user, before = interaction.user.id, scene.match
        match = await self._service.apply(before, agreements.ask, user, asked, moment)
        try:
            if scene.unshared and match.question is None:  # no other message shows the change
                in_place = interaction.message is not None
                await self._private.show_match(interaction, match, in_place=in_place)
            else:
                await self._tell_asked(interaction, match)
        finally:  # the others get the question even if the message to the asker fails
            await self._posting.update_or_repost(interaction, replace(scene, match=match))

    async def _tell_asked(self, interaction: Interaction, match: Match) -> None:
        """Show the asker their question, in a message that later shows the answer."""
        seat = seat_at(match, interaction.user.id)
        known = self._service.facts.timeline(match, interaction.user.id)
        link = await self._boards.links.link_of(visit_of(interaction), match.id)
        words = agreement_views.asked_text(match, seat, known, self._rendering.face(match), link)
        message = await show_in_own(interaction, words)
        question = match.open_question
        if message and question is not None and question.seat == seat:
            first = interaction.message is not None and message == interaction.message.id
            self._answers.keep_answer(message, interaction, first=first)
            self._asked.keep(match.id, message)

    @about_match("draw-rest", lambda manifest, _: manifest.draw)
    async def draw(self, interaction: Interaction, match: Match) -> None:
        """Ask the others to have moves drawn, from the command."""
        scene = await self._service.scene(match.id)
        await self._put_question(interaction, scene, Asked.DRAWN, scene.match.moment)

    @answers_in_match("agree", "refuse", "withdraw")
    async def _answer_question(
        self, interaction: Interaction, press: MatchPress, scene: Scene
    ) -> None:
        """Answer or withdraw a question, from its own message or from the menu."""
        user, before = interaction.user.id, scene.match
        change, asked = _ANSWERS[press.action], _question_of(press)
        try:
            match = await self._service.apply(before, change, user, asked, press.moment, mover=user)
        except Stale as stale:
            await self._close_question(interaction, tr("This is settled."))
            await say(interaction, router.refusal_sentence(stale))
            return
        after = replace(scene, match=match)
        try:
            words = agreement_views.answered_text(match, before.question, user)
            await self._close_question(interaction, words)
            answered = await self._tell_asker(before, after, user)
            if not answered and match.question is not None and match.question.refused_by:
                await self._boards.calls.tell_refused(after)  # this calls to a turn, too
                after = await self._service.scene(match.id)
        finally:
            await self._posting.update_or_repost(interaction, after)

    async def _tell_asker(self, before: Match, scene: Scene, user: int) -> bool:
        """Replace the asker's private message with the answer; False if it is out of reach."""
        match, question = scene.match, before.question
        asked = self._asked.find(match.id)
        if asked is None or question is None:
            return False
        if match.open_question is None:
            self._asked.drop(match.id)
        asker = match.player(question.seat).id
        with speaking(scene.choices_of(question.seat).language or get_language()):
            known, face = self._service.facts.timeline(match, asker), self._rendering.face(match)
            words = agreement_views.outcome_text(before, match, user, known, face)
            return await self._answers.edit(asked, layout(words)) is not None

    async def _close_question(self, interaction: Interaction, words: str) -> None:
        """Remove the pressed message: the question itself, or the presser's own menu."""
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            await turn_into(interaction, words)
            return
        await self._boards.calls.outbox.delete_pressed(interaction)

    @answers_in_match("giveday")
    async def _give_day(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        user, count = interaction.user.id, read_number(press.argument) or 0
        match = await self._service.apply(scene.match, agreements.give_day, user, count, mover=user)
        others = listing(other_players(match, user))
        try:
            await turn_into(interaction, tr("{others} got a day more in reserve.", others=others))
        finally:
            await self._posting.update_or_repost(interaction, replace(scene, match=match))

    @about_match("time-up", lambda _, game: _CLAIM_OF_SEVERAL if game.seats[-1] > 2 else _CLAIM)
    async def ask_claim(self, interaction: Interaction, match: Match) -> None:
        await self._claim(interaction, await self._service.scene(match.id), sure=False)

    async def _claim(self, interaction: Interaction, scene: Scene, *, sure: bool) -> None:
        """Claim a match from those who ran out of time; ask first unless the player is ``sure``."""
        match, user = scene.match, interaction.user.id
        seat_at(match, user)
        kept_out = await self._absence.find_kept_out(scene) if match.terms.rated else ()
        gone = await self._absence.opponents_gone(scene, user)
        after = await self._service.claim(match.id, user, kept_out, gone, sure=sure)
        if not sure:
            await say(interaction, agreement_views.claim_question(match, after))
            return
        try:
            await turn_into(interaction, self._claimed_text(match, after))
        finally:
            await self._posting.update_or_repost(interaction, replace(scene, match=after))

    def _claimed_text(self, before: Match, after: Match) -> str:
        """The effect of the claim, and the winner if it ended a match of several players."""
        sentence = agreement_views.claimed_text(before, after)
        if after.phase is not Phase.OVER or len(after.players) == 2:
            return sentence
        known = self._service.facts.timeline(after, None)
        return f"{sentence}\n{ended_sentence(after, known, self._rendering.face(after))}"

    @answers_in_match("claim", "claim!")
    async def _press_claim(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        await self._claim(interaction, scene, sure=press.action == "claim!")


def _question_of(press: MatchPress) -> Asked:
    if press.argument not in set(Asked):
        raise Denied("There is no such question.")
    return Asked(press.argument)


# ---------------------------------------------------------------------- resigning

_RESIGN = mark("Resign your match against {others}? You lose it, and this cannot be undone.")
_END = mark("Leave your match with {others}? That ends the match and cannot be undone.")
_OFFER_SEAT = mark(
    "Leave your match with {others}? Another player can take your seat, or the machine does. This"
    " cannot be undone."
)
_TO_MACHINE = mark(
    "Leave your match with {others}? The machine takes over your seat. This cannot be undone."
)
_LEAVE = mark(
    "Leave your match with {others}? They play on, and you rank behind them. This cannot be undone."
)


@dataclass(eq=False)
class Resigning(commands.Cog):
    _service: Service
    _messages: PrivateMessages
    _posting: Posting
    _private: PrivateBoards

    @about_match("resign", mark("Resign a match; you confirm it before it counts"))
    async def ask(self, interaction: Interaction, match: Match) -> None:
        seat = seat_at(match, interaction.user.id)
        if seat in match.left:
            raise Denied("You have already left this match.")
        if match.phase is not Phase.PLAYING:
            raise Denied("Only a match that is being played can be resigned.")
        if self._service.facts.is_out(match, seat):
            raise Denied("You are out of this match, so there is nothing to give up.")
        label = tr("Leave") if len(match.players) > 2 else tr("Resign")
        row = [button("resign!", match, label), button("lookback", match, tr("Keep playing"))]
        view = layout(_resign_question(match, interaction.user.id), rows=[row])
        await self._messages.show_help(interaction, match.id, view)

    @answers_in_match("resign")
    async def _ask(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        await self.ask(interaction, scene.match)

    @answers_in_match("resign!")
    async def _resign(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        user, before = interaction.user.id, scene.match
        match = await self._service.apply(before, leaving.resign, user)
        words = _resigned_words(match, user)
        try:
            if scene.unshared:  # nothing else shows the end
                intro = "" if match.phase is Phase.OVER else words
                await self._private.show_match(interaction, match, intro, in_place=True)
            else:
                await turn_into(interaction, words)
        finally:
            await self._posting.update_or_repost(interaction, replace(scene, match=match))


def _resign_question(match: Match, user: int) -> str:
    """The question before a resignation, with its consequences for the match."""
    if not (there := other_players(match, user, there=True)):
        return tr("Resign this match? This cannot be undone.")
    if len(match.players) == 2:
        asked = _RESIGN
    elif len(match.voters) < 2 or (len(there) == 1 and not match.terms.takeover):
        asked = _END
    elif leaving.offer_seconds(match.terms) and match.player(seat_at(match, user)).former is None:
        asked = _OFFER_SEAT
    else:
        asked = _TO_MACHINE if match.terms.takeover else _LEAVE
    return tr(asked, others=listing(there))


def _resigned_words(match: Match, user: int) -> str:
    if match.phase is Phase.PLAYING:
        return tr("You have left the match; it goes on without you.")
    if len(match.players) == 2:
        return tr("You resigned against {others}.", others=listing(other_players(match, user)))
    return tr("You have resigned the match.")


# ---------------------------------------------------------------------- hints


@dataclass(eq=False)
class HintPresses(commands.Cog):
    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
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
        self._boards.machines.seats.check_allowed(scene.server)
        user, face = interaction.user.id, self._rendering.face(match)
        present, seat = self._service.facts.timeline(match, user).present, seat_at(match, user)
        gains = face.gains(present, seat)
        also = tuple(dict.fromkeys([*most_at_once([*gains]), *face.lures(present, seat)]))
        asked = HintRequest(user, press.moment, press.own, step, also)
        appraisal = self._hinting.known_appraisal(match, asked)
        if appraisal is None:  # a search may take longer than Discord waits
            if step > WHERE or self._messages.is_help(interaction, match.id):
                await interaction.response.defer()
            else:
                await interaction.response.defer(ephemeral=True, thinking=True)
            appraisal = await self._hinting.appraise(match, asked)
        after = await self._hinting.note_step(match, asked)
        try:
            await self._show(interaction, replace(scene, match=after), step, appraisal, gains)
        finally:  # the step counts even if the answer fails
            if after is not match:
                self._secret_steps.note_unseen(scene, after)

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
        steps = max(step, hint.steps if hint is not None else 0)
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
