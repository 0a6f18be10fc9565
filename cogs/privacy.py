"""The asker's stored data: its export, and its deletion; their name then goes from messages."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

import discord
from discord import Interaction, app_commands
from discord.ext import commands
from discord.utils import snowflake_time

from cogs.board.board_messages import BoardMessages
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import Links, ShownMessages, rename_thread
from cogs.board.views import match_views as views
from cogs.board.views.match_boards import moved_view, thread_name, thread_view
from cogs.frame.command_options import allow_everywhere
from cogs.frame.duty_loop import DutyLoop, Later
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, HostLinks, file_named, layout
from cogs.frame.names import command
from cogs.frame.outbox import Outbox
from cogs.frame.rate_limits import LargeWork
from cogs.frame.replies import LOST, NOBODY, edit_answer, say
from cogs.presses import PlainPress
from prowlerbot.core.errors import NotFound
from prowlerbot.core.i18n import speaking, tr, trn
from prowlerbot.core.posts import ANSWER_SECONDS, Duty
from prowlerbot.match.match import SOMEONE
from prowlerbot.match.scene import REMOVE_NAMES_DUTY, Access, Board, ContentKind, Scene, Showing
from prowlerbot.privacy import DataAmount, Privacy
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.showings import ShowingStore

log = logging.getLogger(__name__)

_STEP_EVERY = 30  # seconds until the next step
_EDITS_AT_ONCE = 20  # edits in a round; Discord allows five in five seconds in a channel
_FILE_NAME = "prowler-privacy.json"


@dataclass(eq=False)
class NameRemoval:
    """Edits the messages that keep the name of a player whose data is deleted.

    Boards of matches are redrawn as usual. A duty of each server edits the others, step by step:
    left boards, shared moments, animations, profile cards, threads of matches.
    """

    _client: discord.Client
    _service: Service
    _showings: ShowingStore
    _rendering: Rendering
    _shown: ShownMessages
    _links: Links
    _outbox: Outbox
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._housekeeping = Housekeeping(self._service)
        self._duty_loop.add_handler(REMOVE_NAMES_DUTY, self._remove_next)

    async def _remove_next(self, duty: Duty) -> int | None:
        """Remove the next names in a server; returns the time of the next step there."""
        guild = int(duty.subject)
        await self.remove_names(guild)
        left = await self._showings.stale_showings(1, guild)
        return self._service.now() + _STEP_EVERY if left else None

    async def remove_names(self, guild: int | None = None) -> list[Showing]:
        """Remove the names from some messages, in one server or all; a later step repeats a failed
        edit. Returns the messages that keep their names because the bot cannot edit them.
        """
        staying: list[Showing] = []
        for showing in await self._showings.stale_showings(_EDITS_AT_ONCE, guild):
            if not self._service.serves(showing.place.guild):
                continue
            async with self._housekeeping.isolating(showing.match):
                if not await self._settle_removal(showing):
                    staying.append(showing)
        return staying

    async def _settle_removal(self, showing: Showing) -> bool:
        """Whether a name is removed now or later; False if the bot cannot remove it."""
        try:
            if showing.message <= 0:  # unknown: it is minus the id of the interaction
                if (located := await self._locate_message(showing)) is None:
                    return True
                showing = located
            is_removed = await self._remove_names_from(showing)
        except discord.NotFound:  # the message is deleted
            is_removed = True
        except discord.Forbidden:
            is_removed = False
        except LOST as error:
            log.warning("a name stays in message %d for now: %s", showing.message, error)
            return True
        await self._showings.note_name_removed(showing)
        return is_removed

    async def _locate_message(self, pending: Showing) -> Showing | None:
        """The message whose id a stop kept from the store; None if there is none, or not yet."""
        interaction_id = -pending.message
        asked_at = snowflake_time(interaction_id).timestamp()
        if self._service.now() < asked_at + ANSWER_SECONDS:
            return None
        if not self._is_member_at(pending):
            return pending

        def is_answer(message: discord.Message) -> bool:
            origin = message.interaction_metadata
            return origin is not None and origin.id == interaction_id

        found = await self._outbox.history.search(pending.place.channel, int(asked_at), is_answer)
        if found.message is None:
            await self._showings.drop_showing(pending)
            return None
        await self._showings.note_sent(pending, found.message.id)
        return replace(pending, message=found.message.id)

    async def _remove_names_from(self, showing: Showing) -> bool:
        """Remove the names from a message; False if the bot cannot remove them."""
        place = showing.place
        with speaking(await self._rendering.language(place.guild)):
            if not showing.match:  # a card or a result, or a board whose match is deleted
                gone = layout(tr("The card or result of a player was shown here."))
                if showing.kind is ContentKind.BOARD and place.channel != place.audience:
                    await rename_thread(
                        self._client, place.guild, place.channel, tr(SOMEONE), lambda _: gone
                    )
                return await self._edit_message(showing, gone)
            try:
                scene = await self._service.scene(showing.match)
            except NotFound:
                return True
            board = scene.board
            if board and (board.channel, board.message) == (place.channel, showing.message):
                return True  # upkeep redraws it, as it shows an old revision
            if showing.kind is ContentKind.BOARD:
                return await self._remove_names_from_board(showing, scene)
            return await self._edit_message(showing, self._replacement_content(scene))

    async def _remove_names_from_board(self, showing: Showing, scene: Scene) -> bool:
        """Clean a board that the match has left, its thread, or the thread's parent message."""
        match, face, place = scene.match, self._rendering.face(scene.match), showing.place
        facts = await self._showings.facts_of(match.id)
        rename = partial(rename_thread, self._client, place.guild)
        name, make_view = thread_name(match), partial(thread_view, match, face)
        # The parent message of a thread has the id of the thread.
        if showing.message in {former.channel for former in (*facts.places, *facts.former)}:
            await rename(showing.message, name, make_view)
            return True
        if place.guild and place.channel != place.audience:
            await rename(place.channel, name, make_view)
        link = await self._links.public_link_of(place.guild, place.channel, match.id)
        return await self._edit_message(showing, moved_view(match, face, link))

    def _replacement_content(self, scene: Scene) -> Content:
        """The replacement of a moment or animation: a button to the match, with present names."""
        match, gone = scene.match, tr("A picture of this match was shown here.")
        text = f"{views.match_heading(match, self._rendering.face(match))}\n{gone}"
        known = self._service.facts.timeline(match, None)
        return layout(text, rows=[[views.replay_button(match, known)]])

    async def _edit_message(self, showing: Showing, view: Content) -> bool:
        """Edit a message through the interaction that it answered, or by the bot's own rights."""
        place = showing.place
        access = Access.MEMBER if self._is_member_at(showing) else Access.INTERACTION
        board = Board(showing.match, place.guild, place.channel, showing.message, access=access)
        return bool(await self._shown.edit_board(board, view))

    def _is_member_at(self, showing: Showing) -> bool:
        """Whether the bot is a member where the message is, so its own rights count there."""
        place = showing.place
        if place.guild:
            return self._client.get_guild(place.guild) is not None
        return bool(place.audience)


@allow_everywhere
@dataclass(eq=False)
class PrivacyCommands(
    commands.GroupCog, group_name="privacy", group_description="Your stored data"
):
    _service: Service
    _privacy: Privacy
    _boards: BoardMessages
    _name_removal: NameRemoval
    _links: HostLinks

    def __post_init__(self) -> None:
        self._exports = LargeWork()

    @app_commands.command(
        description="The data stored about you, and the people who can see your matches"
    )
    async def about(self, interaction: Interaction) -> None:
        await say(interaction, "\n".join(filter(None, [*_about_lines(), self._links.line()])))

    @app_commands.command(description="Get all your stored data as a file")
    async def export(self, interaction: Interaction) -> None:
        with self._exports.hold_place(interaction.user.id):
            await interaction.response.defer(ephemeral=True)
            async with self._exports.lock:
                text = await self._privacy.export_data(interaction.user.id)
                file = await asyncio.to_thread(file_named, _FILE_NAME, text)
            await interaction.edit_original_response(
                content=tr(
                    "Everything stored about you. Of the people you played with, it has only the"
                    " moves and the hints they took."
                ),
                attachments=[file],
                allowed_mentions=NOBODY,
            )

    @app_commands.command(description="Delete your stored data; you confirm it first")
    async def delete(self, interaction: Interaction) -> None:
        amount = await self._privacy.data_amount(interaction.user.id)
        if not amount.anything:
            await say(interaction, tr("Nothing is stored about you."))
            return
        has_large_games = any(game.seats[-1] > 2 for game in self._service.games.values())
        text = "\n".join(_deletion_lines(amount, has_large_games=has_large_games))
        press, style = PlainPress("privacy:delete"), discord.ButtonStyle.danger
        await say(interaction, layout(text, rows=[[Button(tr("Delete everything"), press, style)]]))

    @answers(PlainPress, "privacy")
    async def _press_delete(self, interaction: Interaction, _press: PlainPress) -> None:
        await interaction.response.defer()
        forgotten = await self._privacy.delete_data(interaction.user.id)
        try:
            await self._show_state(interaction, tr("I am taking your name out of messages now …"))
        finally:  # also if that answer is lost
            for match_id in forgotten.ended[:_EDITS_AT_ONCE]:  # tells opponents that they ended
                await self._boards.refresh(match_id, interaction.user.id)
            for match_id in forgotten.others[:_EDITS_AT_ONCE]:
                await self._boards.refresh(match_id, call=False)
            for match_id in (*forgotten.ended, *forgotten.others):
                with suppress(Later):
                    await self._boards.calls.outbox.continue_posts(match_id)
            unremovable = await self._name_removal.remove_names()
        store, matches = self._service.store, {*forgotten.ended, *forgotten.others}
        staying = len(unremovable) + await store.boards.count_out_of_reach(matches)
        outdated = matches & set(await store.boards.outdated_matches())
        waiting = len(outdated) + await store.showings.count_stale()
        await self._show_state(interaction, *_remaining_name_lines(staying, waiting))

    async def _show_state(self, interaction: Interaction, *more: str) -> None:
        """Say in the answer that the data is deleted, and ``more`` about the names."""
        lines = [tr("Done: nothing about you is stored any more."), *more]
        await edit_answer(interaction, 0, layout("\n".join(lines)))


def _about_lines() -> list[str]:
    """The rules of ``prowlerbot/match/timeline.py`` and the stored data, in words for players."""
    return [
        "### " + tr("Your matches"),
        tr(
            "- You can look at your matches anywhere. Everybody who sees the channel where a match"
            " is played can look at it, too, and play on from it; where it was before, they see"
            " what was shown there. In places that I have not joined, only the people in that"
            " channel can."
        ),
        tr("- Only its players can show a match in another channel."),
        tr("- Secret plans stay secret until the match shows them or is over."),
        tr(
            "- In the replay of a finished match, its players can make it public: then everybody"
            " with its id can look at it. One player is enough to keep it private."
        ),
        tr(
            "- Your results (profile, matches, statistics, leaderboards) are visible only on the"
            " server where you played; `{preferences}` can make them visible everywhere or nowhere."
            " Your rating is the same on all servers.",
            preferences=command("preferences"),
        ),
        "### " + tr("Your stored data"),
        tr(
            "- I store your Discord id, your latest name, your matches with all their moves, your"
            " preferences, and where I have shown your matches."
        ),
        tr(
            "- `{export}` sends you all of it as a file, and `{delete}` deletes it.",
            export=command("privacy", "export"),
            delete=command("privacy", "delete"),
        ),
        tr(
            "- After that, only a code without your name remains, as long as it matters. It says"
            " that today’s try is used, that you have left a tournament, league or ladder, that"
            " somebody avoids you, that you are barred in a server, or that you have not answered"
            " proposals."
        ),
    ]


def _deletion_lines(amount: DataAmount, *, has_large_games: bool) -> Iterator[str]:
    """The question before a deletion; a large game is one for more than two players."""
    yield "### " + tr("Delete your stored data?")
    if amount.open:
        yield trn(
            "- {count} open match ends: you resign it, or decline the challenge.",
            "- {count} open matches end: you resign them, or decline the challenges.",
            amount.open,
        )
    if amount.open and has_large_games:
        yield tr("- A match of three or four goes on without you.")
    if amount.takes_part:
        yield tr("- You lose your places on ladders, in leagues and in tournaments.")
    if amount.hosted:
        yield trn(
            "- {count} competition that you host is cancelled, as it has not begun.",
            "- {count} competitions that you host are cancelled, as they have not begun.",
            amount.hosted,
        )
    if amount.finished + amount.open:
        yield tr("- Your opponents keep the records of your matches, without your name.")
    yield tr("- Your rating, your preferences and the records you imported are deleted.")
    yield tr("- I remove your name from all messages that I know of and can edit.")
    # A blank line ends the list before the small print.
    yield "\n-# " + tr(
        "This cannot be undone. Backups keep the data until newer ones take their place. To keep"
        " everything, dismiss this message."
    )


def _remaining_name_lines(staying: int, waiting: int) -> Iterator[str]:
    """The state of the messages that have shown the name, one line each."""
    if waiting:
        yield trn(
            "- {count} message still shows your name; I keep trying to remove it.",
            "- {count} messages still show your name; I keep trying to remove it.",
            waiting,
        )
    if staying:
        yield trn(
            "- {count} message still shows your name, and I cannot edit it by myself. A board"
            " changes once a player presses a button on it. Anything else, such as an old call,"
            " stays until somebody deletes it who may do so there.",
            "- {count} messages still show your name, and I cannot edit them by myself. A board"
            " changes once a player presses a button on it. Anything else, such as an old call,"
            " stays until somebody deletes it who may do so there.",
            staying,
        )
    yield "-# " + tr(
        "I cannot take back private answers that other people have open, files that they have"
        " saved, and the line that Discord shows above an answer. Backups keep the data until"
        " newer ones take their place."
    )
