"""The menu of a match and its text answers: scores, the position in words, the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from discord import Interaction

from cogs.board.machine_moves import Machines
from cogs.board.private.private_boards import PrivateBoards
from cogs.board.private.private_messages import PrivateMessages
from cogs.board.rendering import Rendering
from cogs.board.views import match_views as views
from cogs.board.views.common_buttons import (
    another_game_button,
    competition_buttons,
    play_now_button,
    tutorial_buttons,
)
from cogs.board.views.hint_views import hint_buttons
from cogs.board.views.match_views import button, replay_button
from cogs.board.views.plan_views import plan_button
from cogs.board.views.question_views import question_buttons
from cogs.board.views.record_menus import chapter_options
from cogs.contract.face import Face
from cogs.frame.features import about_game, answers_in_match
from cogs.frame.layout import Button, Content, Item, is_offered, layout, menu
from cogs.frame.replies import say, set_first_answer
from cogs.frame.visit import away, is_moderator, visit_of
from cogs.presses.addresses import MatchPress, ReplayPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import labelled
from prowlerbot.match.closing import check_may_end
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Access, Scene
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.match_service import Service


def _without_legend(rules: str) -> str:
    """The rules without the small print of the first paragraph, which explains the pictures."""
    first, _, rest = rules.partition("\n\n")
    kept = [line for line in first.split("\n") if not line.startswith("-# ")]
    return "\n".join(kept) + f"\n\n{rest}"


@dataclass(eq=False)
class Menu:
    _service: Service
    _rendering: Rendering
    _machines: Machines
    _messages: PrivateMessages
    _private: PrivateBoards

    @about_game("rules", mark("Read the rules in short, for your eyes only"))
    async def rules(self, interaction: Interaction, game: str) -> None:
        face, rendering = self._rendering.faces[game], self._rendering
        # Without emoji they fit side by side on a phone.
        lessons = [replace(each, emoji=None) for each in tutorial_buttons(face)]
        visit = visit_of(interaction)
        begins = self._machines.can_begin(game, visit.server)
        alone = not self._machines.seats.admitted(visit.server)
        now = [play_now_button(game, alone=alone)] if begins else []
        buttons = [*now, *lessons, another_game_button()]
        words = visit.reader.text_first
        drawings = [] if words else face.rules_drawings(visit.theme)
        pictures = await rendering.pictures(f"rules:{game}", drawings)
        # The pictures go between the first paragraph and the rest, which explains them.
        begin, rest = _without_legend(face.rules) if words else face.rules, ""
        if pictures:
            begin, _, rest = begin.partition("\n\n")
        await say(interaction, layout(begin, pictures, [rest, buttons] if rest else [buttons]))

    @answers_in_match("menu")
    async def _open(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        old = press.moment != scene.match.moment or scene.match.phase is Phase.OVER
        if scene.unshared and old and not self._messages.is_help(interaction, scene.match.id):
            show = partial(self._private.show, interaction, scene.match, in_place=True)
            set_first_answer(interaction, show)
        match, user, face = scene.match, interaction.user.id, self._rendering.face(scene.match)
        seat, known = match.seat_of(user), self._service.timeline(match, user)
        plays = seat is not None and seat not in match.left and match.phase is Phase.PLAYING
        more: list[Button] = []
        if seat is not None and plays:
            more += question_buttons(match, seat, known, face, late=self._service.late(scene))
        admitted = self._machines.seats.admitted(scene.server)
        more += hint_buttons(match, known, admitted=admitted)
        if plays and seat not in known.present.to_move and self._service.plannable(match, known):
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
        asker = away(interaction.client, interaction.user.id)
        return await self._service.visibility.allows(asker, match, None)

    @answers_in_match("scores")
    async def _scores(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        match = scene.match
        present = self._service.timeline(match, interaction.user.id).present
        text = self._rendering.face(match).scores(present, views.names(match))
        await self._show_text(interaction, match, text)

    @answers_in_match("describe")
    async def _describe(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        match = scene.match
        present = self._service.timeline(match, interaction.user.id).present
        ended = self._service.cut_short(match)
        words = self._rendering.face(match).describe(present, views.names(match), ended)
        await self._show_text(interaction, match, words)

    async def _show_text(self, interaction: Interaction, match: Match, text: str) -> None:
        """Answer with a text and a button back to the menu."""
        view = layout(text, rows=[[button("menu", match, tr("Back"))]])
        await self._messages.show_help(interaction, match.id, view)

    @answers_in_match("rules")
    async def _rules(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        await self.rules(interaction, scene.match.game)


def menu_view(
    scene: Scene, known: Timeline, face: Face, more: Sequence[Button], *, plays: bool, ends: bool
) -> Content:
    """The actions besides moves, in groups, with a line about each word that needs one.

    Only players can repost the board or resign. ``more`` has the current extras: a question to ask
    or to answer, a hint. Resigning is alone in the last row, so that nobody presses it by mistake;
    so is the button of a moderator, who ``ends`` matches.
    """
    match, unshared = scene.match, scene.unshared
    position = [
        button("look", match, tr("My view"), "👁️"),
        button("describe", match, tr("Describe"), "🗣️"),
        button("scores", match, tr("Scores"), "🧮"),
    ]
    course = [replay_button(match, known)]
    if plays and not match.terms.day:
        label = tr("Show it here") if unshared else tr("Repost")
        position.append(button("repost", match, label, "📌"))
    if not (match.terms.day and plays):
        course.append(button("record", match, tr("Record"), "📜"))
    if match.terms.competition:
        (standings,) = competition_buttons(match.terms.competition, "", "standings")
        course.append(replace(standings, emoji="🏆"))
    learning = [button("rules", match, tr("How to play"), "📖"), *tutorial_buttons(face)]
    about = _ABOUT | ({"repost": _FOR_ALL} if unshared else {})
    rows: list[Sequence[Item] | str] = [*_group(position, about), *_group(course, about)]
    if options := chapter_options(face, known):
        # No chapter is selected, so that each one can be chosen.
        press = ReplayPress("animate", match.id, known.ply, "any")
        rows.append([menu(press, tr("Watch an animation"), options)])
    rows += _group(learning, about)
    if more:
        rows.append(more)
    if plays and known.viewer not in known.present.out:
        leave = tr("Leave") if len(match.players) > 2 else tr("Resign")
        rows.append([button("resign", match, leave, "🏳️")])
    if ends:
        rows.append([button("end", match, tr("End without a result"), "🛑")])
    return layout(f"### {tr('Menu')}\n-# {tr('match {id}', id=match.id)}", rows=rows)


_ABOUT = {
    "look": mark("the board for you alone, in your colours"),
    "describe": mark("the position in words"),
    "repost": mark("the board again, at the end of the channel"),
    "replay": mark("the moves so far, step by step"),
    "record": mark("all moves as a file"),
}


_FOR_ALL = mark("the board for everybody here")


def _group(buttons: Sequence[Button], about: Mapping[str, str]) -> list[Sequence[Item] | str]:
    """Buttons of one purpose, two side by side as on a phone, below what they show."""
    buttons = [each for each in buttons if is_offered(each)]
    explanations = [
        labelled(f"**{each.label}**", tr(words))
        for each in buttons
        for action, words in about.items()
        if each.custom_id.startswith(f"{action}:")
    ]
    line = [f"-# {' · '.join(explanations)}"] if explanations else []
    return [*line, *(buttons[at : at + 2] for at in range(0, len(buttons), 2))]
