"""The page of a server: as an answer, and as the message that the bot keeps up to date."""

import random

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from prowlerbot.club.club_store import ClubStore
from prowlerbot.club.year import Played
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from tests.discord.competitions.test_tournaments import begun, fay, pass_time, play_round
from tests.discord.room import Room

__all__ = ["fay"]
HOUR = 60 * 60
_VIEW = discord.Permissions(view_channel=True).value


async def test_the_page_has_what_its_readers_see_and_follows_what_happens(
    room: Room, fay: simcord.MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await room.command(room.ada, "server", group="")
    assert not page.public
    assert "Nobody has won anything here yet" in page.told
    assert "The challenges of the day" not in page.told, "none is posted in this server"
    choices = room.service.store.choices
    await choices.change(ServerChoices, room.guild.id, daily_channel=room.channel.id)
    page = await room.command(room.ada, "server", group="")
    assert f"- The challenges of the day · <#{room.channel.id}>" in page.told
    admin = room.join("Gil", may=discord.Permissions(manage_guild=True))
    settings = (await room.command(admin, "settings", group="prowler-admin")).message
    await room.press(admin, settings, "News and rewards")
    assert settings.text.startswith("### News and rewards\n-# Page 3 of 3 · ")
    assert settings.button("Remove it")["disabled"]
    await room.press(admin, settings, "Post it here")
    (shown,) = [each for each in room.messages() if "I keep this message up to date" in each.text]
    cup = await begun(room, fay, name="Weekly Cup")
    await pass_time(room, HOUR)
    assert "This week" in shown.text
    assert (
        f"[Weekly Cup](https://discord.com/channels/{room.guild.id}/{room.channel.id}/{cup.id})"
        in shown.text
    )
    rng = random.Random(1)
    for _ in range(2):
        await play_round(room, rng)
    await pass_time(room, HOUR)
    told = shown.text
    assert "Weekly Cup" not in told.partition("This week")[2]
    for part in ("Champions", "🥇", "Table of 2026", "**1.** Ada", "2 points", "Fastest win: "):
        assert part in told
    champion = next(it for it in room.members if f"**1.** {room.names[it.id]}" in told)
    await room.service.store.choices.change(PlayerChoices, champion.id, seen="nowhere")
    assert room.names[champion.id] not in (await room.press(room.ada, shown, "As it is now")).told
    await room.press(admin, settings, "Remove it")
    assert not shown.exists
    await room.service.store.choices.change(PlayerChoices, champion.id, seen="server")
    hide_from_all_but(room, room.ada)
    hall, reads = room.guild.create_text_channel("hall"), list[int]()
    read_played = ClubStore.read_played

    async def noted(store: ClubStore, guild: int, since: int) -> list[Played]:
        reads.append(guild)
        return await read_played(store, guild, since)

    monkeypatch.setattr(ClubStore, "read_played", noted)
    for reader, sees_it in ((room.ada, True), (room.ben, False)):
        told = (await room.command(reader, "server", group="", channel=hall)).told
        parts = "Champions", "Table of 2026", "Best of 2026"
        assert [part in told for part in parts] == [sees_it] * 3
    assert len(reads) <= 1, "the matches of a year are kept for a minute"
    settings = (await room.command(admin, "settings", group="prowler-admin", channel=hall)).message
    await room.press(admin, settings, "News and rewards")
    await room.press(admin, settings, "Post it here")
    (shown,) = room.messages(hall)
    assert room.names[champion.id] not in shown.text, "not all in this channel see the cup"


def hide_from_all_but(room: Room, *may: simcord.MemberActor) -> None:
    """Nobody else sees the channel of the room any more, but for the bot."""
    seeing = [
        Overwrite(each, OverwriteType.MEMBER, allow=_VIEW)
        for each in (room.env.backend.bot_user.id, *(it.id for it in may))
    ]
    others = Overwrite(room.guild.default_role.id, OverwriteType.ROLE, deny=_VIEW)
    room.env.backend.edit_channel(room.channel.id, {}, overwrites=[*seeing, others])
