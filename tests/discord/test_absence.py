"""Who has left the server, or was removed, loses by the clock like everybody and not before."""

from collections.abc import Callable

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from prowlerbot.core.clock import DAY
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.terms import Terms
from tests.discord.message import Message
from tests.discord.places import bring
from tests.discord.room import Room


async def claimed(room: Room, board: Message, group: str = "prowler") -> tuple[str, Match]:
    answer = await room.claim(room.ada, group=group)
    return answer.told, await room.match(board)


async def test_without_a_time_limit_who_has_left_the_server_has_three_days(room: Room) -> None:
    board = await room.begin(pace=0)  # Ben opens
    assert "no time limit" in (await claimed(room, board))[0]
    room.guild.remove_member(room.ben)
    room.clock.now += 3 * DAY - 1
    told, match = await claimed(room, board)
    assert "If no move comes within 3 days, you can claim the win." in told
    assert match.phase is Phase.PLAYING
    room.clock.now += 1
    assert (await claimed(room, board))[1].ending is Ending.CLAIMED


async def test_against_somebody_who_has_left_one_moves_first_and_claims_then(room: Room) -> None:
    board = await room.begin(pace=DAY, first="me")
    await room.play(board, [board.moves[0]["label"]])
    assert await room.mover(board) == room.ada
    assert "It is your own turn" in (await claimed(room, board))[0]
    room.guild.remove_member(room.ben)
    told, _ = await claimed(room, board)
    assert "Ben can no longer be found in this server. It is your turn: move" in told
    room.clock.now += DAY // 4
    await room.play(board, [board.moves[0]["label"]])
    assert await room.mover(board) == room.ben
    (call,) = room.calls()
    assert call.pings == [room.ada.id], "who has left is not called"
    assert "has left this server, and the clock runs on" in call.text
    room.clock.now += DAY
    assert (await claimed(room, board))[1].ending is Ending.CLAIMED


async def test_the_others_of_three_are_told_who_has_left_the_server(room: Room) -> None:
    board = await room.begin_landgrab(terms=Terms(pace=DAY))
    room.guild.remove_member(room.ben)
    while await room.mover(board) != room.ben:
        await room.press(await room.mover(board), board, board.moves[0]["label"])
    calls = [call for call in room.calls() if "has left this server" in call.text]
    told = {call.pings[0]: call.text for call in calls}
    assert set(told) == {room.ada.id, room.cleo.id}
    for text in told.values():
        assert "Ben has left this server, and the clock runs on." in text
        assert "`/landgrab time-up` takes them out of the match." in text
    room.clock.now += DAY
    await claimed(room, board, "landgrab")
    match = await room.match(board)
    assert match.left == {match.seat_of(room.ben.id)}


def remove(room: Room) -> None:
    room.guild.remove_member(room.ben)


def time_out(room: Room) -> None:
    member = room.env.backend.get_member(room.guild.id, room.ben.id)
    member.timed_out_until = "2999-01-01T00:00:00+00:00"


def hide(room: Room) -> None:
    hidden = discord.Permissions(view_channel=True).value
    overwrite = Overwrite(room.ben.id, OverwriteType.MEMBER, deny=hidden)
    room.env.backend.set_overwrite(room.channel.id, overwrite)


REMOVING = ("kick_members", "ban_members", "moderate_members")
HIDING = ("manage_channels", "manage_roles", "manage_messages")


@pytest.mark.parametrize(
    ("right", "happens", "rated"),
    [
        *((right, remove, False) for right in REMOVING),
        ("moderate_members", time_out, False),
        *((right, hide, False) for right in HIDING),
        *(("speak", happens, True) for happens in (remove, hide)),
        *((right, lambda _: None, True) for right in ("kick_members", *HIDING)),
    ],
)
async def test_where_a_player_who_stays_may_keep_out_one_who_is_not_there_nobody_is_rated(
    room: Room, right: str, happens: Callable[[Room], None], *, rated: bool
) -> None:
    board = await room.begin(pace=DAY, rated="yes")
    role = room.guild.create_role("guard", permissions=discord.Permissions(**{right: True}))
    room.env.backend.add_member_role(room.guild.id, room.ada.id, role.id)
    happens(room)
    await room.env.settle()
    room.clock.now += DAY
    told, match = await claimed(room, board)
    assert (match.ending, match.terms.rated) == (Ending.CLAIMED, rated)
    assert ("The match is not rated, because" in told) is not rated


@pytest.mark.parametrize("takeover", [False, True])
async def test_who_is_made_to_leave_a_match_of_four_is_told(room: Room, *, takeover: bool) -> None:
    bring(room, room.patch, "group")
    dan, terms = room.join("Dan"), Terms(pace=DAY, takeover=takeover)
    board = await room.begin_landgrab(room.ada, room.ben, room.cleo, dan, terms=terms)
    while (mover := await room.mover(board)) != dan:
        match = await room.match(board)
        move = str((await room.position(board)).moves(match.seat_of(mover.id))[0])
        await room.service.play(match.id, mover.id, match.moment, move)
    room.clock.now += DAY + 1
    await claimed(room, board, "landgrab")
    (told,) = [call for call in room.calls() if "you had to leave" in call.text]
    assert told.pings == [dan.id]
