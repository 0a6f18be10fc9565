"""Messages name the role of the host or admin who changes a tournament; ratings stay the same."""

from __future__ import annotations

import discord
import pytest
import simcord

from prowlerbot.match.agreements import resign
from prowlerbot.match.preferences import PlayerChoices
from tests.discord.competitions.test_tournaments import (
    HOUR,
    answer_to,
    begun,
    cancel,
    create,
    fay,
    only,
    pass_time,
    played_by,
)
from tests.discord.room import Room

__all__ = ["fay"]


@pytest.fixture
def gil(room: Room) -> simcord.MemberActor:
    return room.join("Gil", may=discord.Permissions(manage_guild=True))


@pytest.mark.parametrize(("by_host", "who"), [(True, "The host"), (False, "An admin")])
async def test_a_round_that_somebody_ends_says_who_did_and_who_wins_on_time_at_once(
    room: Room, gil: simcord.MemberActor, *, by_host: bool, who: str
) -> None:
    hal = room.join("Hal", may=discord.Permissions(create_events=True))
    by = hal if by_host else gil
    cup = (await create(room, hal, check_in=0)).message
    for player in (room.ada, room.ben):
        await room.press(player, cup, "Join")
    await pass_time(room, 2 * HOUR)
    board = played_by(room, room.ada)
    late = room.names[(await room.mover(board)).id]
    room.clock.now += 60
    asked = await room.command(by, "end-round", group="tournament")
    assert late in asked.told
    await room.press(by, asked.message, "End the round")
    await room.rested()
    winner = "Ben" if late == "Ada" else "Ada"
    assert f"{who} ended the round: {winner} wins on time used." in board.text
    assert "ran out of time" not in "".join(each.text for each in room.messages())
    assert "Not rated: the players did not end it themselves." in board.text
    assert await room.service.store.results.standing("prowler", room.ada.id) is None
    shown = await room.tab(room.ada, "Matches", player=room.ben)
    assert "not played out" in shown.told


async def test_an_admin_who_takes_out_a_player_is_named_at_once_to_both_of_a_match(
    room: Room, fay: simcord.MemberActor, gil: simcord.MemberActor
) -> None:
    await begun(room, fay)
    await room.service.store.choices.change(PlayerChoices, room.ben.id, calls="dm")
    board = played_by(room, room.ben)
    asked = await room.command(gil, "remove", group="tournament", player=str(room.ben.id))
    await room.press(gil, asked.message, "Take the player out")
    await room.rested()
    assert "An admin has taken Ben out of the tournament;" in board.text
    assert "Not rated: the players did not end it themselves." in board.text
    assert await room.service.store.results.standing("prowler", room.ben.id) is None
    chat = [each.text for each in room.messages(room.ben.user.dm_channel)]
    assert any("an admin has taken you out of Tournament." in text for text in chat)


async def test_words_that_an_admin_has_removed_do_not_come_back_by_their_host(
    room: Room, fay: simcord.MemberActor, gil: simcord.MemberActor
) -> None:
    cup = await begun(room, fay, name="RUDE", about="Ruder")
    assert "Its name: RUDER" in await answer_to(room, fay, "edit", name="RUDER")
    await answer_to(room, gil, "edit", delete="name")
    refused = await answer_to(room, fay, "edit", name="WORSE", about="WORSE")
    assert "An admin has changed the name, so only an admin can change it again." in refused
    assert "It has a text" in await answer_to(room, fay, "edit", about="Tea at five"), (
        "that is free"
    )
    await answer_to(room, gil, "edit", about="Tea at six")
    for words in ({"about": "WORSE"}, {"delete": "text"}):
        assert "An admin has changed the text" in await answer_to(room, fay, "edit", **words)
    assert "Its name: Cup" in await answer_to(room, gil, "edit", name="Cup")
    await pass_time(room, 1)
    assert "### Cup" in cup.text
    assert "Tea at six" in cup.text


async def test_after_a_cancellation_nobody_gives_new_words_and_an_admin_still_deletes_them(
    room: Room, fay: simcord.MemberActor, gil: simcord.MemberActor
) -> None:
    cup = await begun(room, fay, name="RUDE")
    await cancel(room, gil)
    for by in (fay, gil):
        refused = await answer_to(room, by, "edit", name="WORSE")
        assert "nobody changes its words any more" in refused
    assert "Its name: Tournament" in await answer_to(room, gil, "edit", delete="name")
    await pass_time(room, 1)
    assert "RUDE" not in cup.text


async def test_a_cancellation_is_told_on_running_boards_and_to_their_players_and_nothing_follows(
    room: Room, fay: simcord.MemberActor, gil: simcord.MemberActor
) -> None:
    await begun(room, fay)
    await room.service.store.choices.change(PlayerChoices, room.ben.id, calls="dm")
    boards = [played_by(room, player) for player in (room.ada, room.ben)]
    before = len(room.messages())
    await cancel(room, gil)
    await room.rested()
    line = "Its competition was ended early, so this match no longer counts in it."
    assert all(line in board.text for board in boards)
    (end,) = room.messages()[before:]
    assert "An admin has ended it, without a winner." in end.text
    assert "no longer count in it" in end.text
    assert {*end.pings} == {room.ada.id, room.cleo.id, fay.id}
    (chat,) = [each for each in room.messages(room.ben.user.dm_channel) if "ended it" in each.text]
    assert "no longer count in it" in chat.text
    await pass_time(room, 5 * HOUR)
    assert len(room.messages()) == before + 1
    board = boards[0]
    rematch = await room.match(board)
    assert not rematch.terms.again.released


@pytest.mark.parametrize("called", [False, True])
async def test_whom_a_rival_may_have_removed_before_the_call_or_the_start_keeps_the_place(
    room: Room, fay: simcord.MemberActor, *, called: bool
) -> None:
    role = room.guild.create_role("guard", permissions=discord.Permissions(kick_members=True))
    room.env.backend.add_member_role(room.guild.id, room.ada.id, role.id)
    cup = (await create(room, fay, check_in=900)).message
    for player in (room.ada, room.ben, fay):
        await room.press(player, cup, "Join")
    if not called:
        room.guild.remove_member(room.ben)
    await pass_time(room, 2 * HOUR - 900)
    assert room.ben.id in (await only(room)).competition.course.present
    if called:
        for player in (room.ada, room.ben, fay):
            await room.press(player, cup, "Check in")
        room.guild.remove_member(room.ben)
        await pass_time(room, 900)
        assert room.ben.id in (await only(room)).competition.course.players


@pytest.mark.parametrize("may", [False, True])
async def test_a_player_who_was_removed_is_not_paired_again_unless_a_rival_may_have_done_it(
    room: Room, fay: simcord.MemberActor, *, may: bool
) -> None:
    await begun(room, fay)
    if may:
        role = room.guild.create_role("guard", permissions=discord.Permissions(kick_members=True))
        room.env.backend.add_member_role(room.guild.id, room.ada.id, role.id)
    for match_id in (await only(room)).matches.values():
        match = await room.service.match(match_id)
        loser = next(each.id for each in match.players if each.id != room.ben.id)
        await room.service.apply(match_id, resign, loser)
    room.guild.remove_member(room.ben)
    await pass_time(room, 60)
    course = (await only(room)).competition.course
    assert course.round == 2
    assert any(room.ben.id in each.players for each in course.of_round(2)) == may
    assert (room.ben.id in course.left) != may
