"""After a start the bot finishes posts that a crash or a lost reply has left half done, and while
it logs in it does the work that makes its first answers as fast as later ones.
"""

from threading import Event

import discord
import pytest

from cogs.board.board_messages import WarmUp
from cogs.board.match_message import Rendering
from cogs.games.prowler.face import ProwlerFace
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Phase
from tests.discord.board.test_calls import ends_there, lose_replies
from tests.discord.board.test_threads import threads
from tests.discord.message import Message
from tests.discord.places import bring
from tests.discord.room import Room
from tests.patience import HUNG


async def unfinished(room: Room) -> int:
    noted = "SELECT 1 FROM messages WHERE kind IN ('board', 'thread') AND state = 'noted'"
    await room.service.store.write_behind()
    return len(await room.service.store.database.read(noted))


def boards(room: Room) -> list[Message]:
    """The messages with buttons, wherever they are."""
    found = [
        Message(room.env, place, message)
        for place, messages in room.env.backend.messages.items()
        for message, stored in messages.items()
        if not stored.is_ephemeral
    ]
    return [each for each in found if each.buttons]


@pytest.mark.parametrize("then", ["pressed at once", "found", "not to be looked for"])
async def test_a_challenge_of_which_nothing_is_known_stays_open(room: Room, then: str) -> None:
    with room.patch.context() as patch:
        lose_replies(patch, discord.InteractionResponse, "send_message")
        lose_replies(patch, discord.Interaction, "original_response")
        answer = await room.command(room.ada, "challenge", opponent=room.ben)
    assert "withdr" not in answer.told
    (challenge,) = boards(room)
    if then == "not to be looked for":
        room.deny_bot(room.channel.id, read_message_history=True)
        await room.env.settle()
        await room.time_passes(120)
        assert not await unfinished(room)
    if then == "found":
        await room.time_passes(120)
        stored = await room.board_row(challenge.match)
        assert stored.message == challenge.id, "it is looked after like any other"
    await room.press(room.ben, challenge, "Accept")
    assert (await room.match(challenge)).phase is Phase.PLAYING
    await room.time_passes(120)
    assert not await unfinished(room)
    assert len(boards(room)) == 1


@pytest.mark.expects_errors
@pytest.mark.parametrize(
    ("place", "may_appear", "waited_for"),
    [
        pytest.param("server", 30, 120, id="it is nowhere in the channel"),
        pytest.param("group", 14 * 60, 3 * 60, id="the bot only answers"),
    ],
)
async def test_an_unseen_challenge_waits_for_nobody_once_no_answer_can_appear(
    room: Room, place: str, may_appear: int, waited_for: int
) -> None:
    if place == "group":
        bring(room, room.patch, "group")
    shown = await room.challenge()
    with room.patch.context() as patch:
        ends_there(patch, discord.InteractionResponse, "send_message")
        await room.command(room.ada, "challenge", opponent=room.cleo)
    (unseen,) = await room.service.open_matches(room.cleo.id)
    await room.restart()
    await room.time_passes(may_appear)
    assert (await room.match(unseen.match.id)).phase is Phase.LOBBY
    await room.time_passes(waited_for)
    assert (await room.match(unseen.match.id)).phase is Phase.OVER
    assert (await room.match(shown)).phase is Phase.LOBBY
    assert not await unfinished(room)


async def test_a_thread_where_the_board_may_not_stand_is_removed_or_closed(room: Room) -> None:
    await room.set_up(threads=True)
    challenge = await room.challenge(first="me")
    room.env.inject_error("POST", "/channels/*/messages", status=403, times=1)
    await room.press(room.ben, challenge, "Accept")
    assert not await unfinished(room)
    assert all(each.thread_metadata.archived for each in threads(room))
    assert challenge.moves, "the board is in the message of the challenge"


@pytest.mark.expects_errors
async def test_the_bot_listens_though_warming_up_fails(room: Room) -> None:
    features = room.bench.bot.features
    assert features is not None

    async def fails(_: Rendering) -> None:
        raise ValueError

    room.patch.setattr(Rendering, "warm_up", fails)
    await features.find_feature(WarmUp).run()
    assert "the first answers may be slow" in room.log.text


async def test_only_a_bot_told_so_draws_ahead(room: Room) -> None:
    drawn = Event()
    pictures = ProwlerFace.pictures._replace(ahead=lambda _: [drawn.set])
    room.patch.setattr(ProwlerFace, "pictures", pictures)
    await room.restart()
    assert not drawn.is_set()
    room.bench.ahead = True
    await room.restart()
    assert drawn.wait(HUNG)


@pytest.mark.expects_errors
async def test_a_rematch_whose_message_got_lost_is_shown_when_asked_again(room: Room) -> None:
    board = await room.begin()
    await room.service.apply(board.match, resign, room.ada.id)
    await room.time_passes(60)
    with room.patch.context() as patch:
        ends_there(patch, discord.InteractionResponse, "send_message")
        await room.press(room.ada, board, "Rematch")
    answer = await room.press(room.ben, board, "Rematch")
    assert answer.public
    await room.press(room.ben, answer.message, "Accept")
    assert (await room.match(answer.message)).phase is Phase.PLAYING
