"""The asker's stored data: its export, and its deletion; their name then goes from messages."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.name_removal import EDITS_AT_ONCE, NameRemoval
from cogs.frame.command_options import allow_everywhere
from cogs.frame.duty_loop import Later
from cogs.frame.features import answers
from cogs.frame.layout import Button, HostLinks, file_named, layout
from cogs.frame.names import command
from cogs.frame.rate_limits import LargeWork
from cogs.frame.replies import NOBODY, edit_answer, say
from cogs.presses import PlainPress
from prowlerbot.core.i18n import tr, trn
from prowlerbot.privacy import DataAmount, Privacy
from prowlerbot.service.match_service import Service

_FILE_NAME = "prowler-privacy.json"


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
            for match_id in forgotten.ended[:EDITS_AT_ONCE]:  # tells opponents that they ended
                await self._boards.refresh(match_id, interaction.user.id)
            for match_id in forgotten.others[:EDITS_AT_ONCE]:
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
