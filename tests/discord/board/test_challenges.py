"""Challenges: the players who can be asked, those who may answer, and the result."""

import pytest
import simcord

from prowlerbot.core.clock import DAY
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Phase
from prowlerbot.match.terms import Terms
from prowlerbot.opponent.choice import LEVELS
from prowlerbot.service.habit_store import Duration, HabitStore
from tests.discord.message import Answer, Message
from tests.discord.places import bring
from tests.discord.room import START, Room


@pytest.mark.tell
async def test_an_impossible_challenge_is_refused_and_others_call_their_player(room: Room) -> None:
    left = room.env.create_user("gone", global_name="@everyone *Gone*")
    two = {"opponent": room.ben, "opponent_2": room.cleo, "seats": 2}
    for group, options, told in (
        ("prowler", {"opponent": room.ada}, "yourself"),
        ("prowler", {"opponent": room.join("Robot", bot=True)}, "Bots do not play"),
        ("prowler", {"opponent": left}, r"\@everyone \*Gone\* is no longer in this server"),
        ("prowler", {"opponent": room.ben, "machine": "easy"}, "No seat is free for the machine"),
        ("tell", two, "more players than there are"),
        ("tell", {"opponent": room.ben, "opponent_2": room.ben}, "one seat only"),
    ):
        answer = await room.command(room.ada, "challenge", group=group, **options)
        assert told in answer.told
    assert room.messages() == []
    board = await room.challenge()
    assert board.pings == [room.ben.id]
    assert not board.stored.mention_everyone
    assert board.rows == [["Accept", "Decline", "Withdraw"], ["How to play", "Tutorial"]]
    board = await room.challenge(group="tell")
    answer = await room.press(room.cleo, board, "Red")
    assert answer.told == "No seat is open: this match waits for Ben."
    await room.press(room.ben, board, "Decline")
    assert board.buttons == []


@pytest.mark.expects_errors
async def test_a_challenge_that_discord_does_not_show_waits_for_no_answer(room: Room) -> None:
    for status in (429, 500):
        room.fail("callback", status)
        answer = await room.command(room.ada, "challenge", opponent=room.ben)
        assert "try again" in answer.told
        assert await room.service.open_matches(room.ada.id, "prowler") == []


async def test_a_challenge_says_how_long_it_takes_and_when_players_are_there(room: Room) -> None:
    async def moves(_: HabitStore, player: int) -> list[tuple[int, int]]:
        return [(18, 40), (19, 40)] if player == room.ben.id else []

    async def durations(_: HabitStore, game: str) -> list[Duration]:
        del game
        return [Duration(3 * DAY, Terms(pace=3 * DAY), 2, 30)] * 5

    room.patch.setattr(HabitStore, "moves_by_hour", moves)
    room.patch.setattr(HabitStore, "latest_durations", durations)
    asked = await room.challenge()
    assert "Such a match takes about 3 days." in asked.text
    assert "usually" not in asked.text, "nobody has allowed that"
    for player in (room.ada, room.ben):
        await room.prefers(player, hours_told=True)
    asked = await room.challenge()
    hours = [f"<t:{START + hour * 60 * 60}:t>" for hour in (18, 20)]
    assert f"Ben usually moves between {hours[0]} and {hours[1]}." in asked.text


async def chosen(
    room: Room, menu: str, player: simcord.MemberActor, other: simcord.MemberActor
) -> Answer:
    return Answer(room.env, await player.context_menu(room.channel, menu, other))


async def test_a_users_menu_compares_the_two_and_takes_no_bots_or_oneself(room: Room) -> None:
    board = await room.begin()
    await room.service.apply(board.match, resign, room.ben.id)
    compared = await chosen(room, "Head to head", room.ada, room.ben)
    assert not compared.public
    assert "Ada against Ben" in compared.told
    robot = room.join("Robot", bot=True)
    for menu, of_bots in (("Challenge", "another player"), ("Head to head", "Bots do not play")):
        assert of_bots in (await chosen(room, menu, room.ada, robot)).told
        assert "another player" in (await chosen(room, menu, room.ada, room.ada)).told


async def test_nobody_is_challenged_in_a_chat_of_two_that_they_do_not_see(room: Room) -> None:
    bring(room, room.patch, "chat")
    told = (await room.command(room.ada, "challenge", opponent=room.cleo)).told
    assert told.startswith("Cleo is not in this chat, and would not see the challenge.")
    assert await room.service.open_matches(room.cleo.id) == []
    assert (await room.command(room.ada, "challenge", opponent=room.ben)).public


tell = pytest.mark.tell
CANCEL = "Cancel the match"


def options_of(board: Message, at: int) -> list[str]:
    """The options of a menu: the first menu is for joining, the last for the host."""
    return [option["label"] for option in board.selects[at]["options"]]


async def opened(room: Room, group: str = "tell", **options: object) -> Message:
    answer = await room.command(room.ada, "challenge", group=group, **options)
    assert answer.public, answer.told
    return answer.message


@tell
async def test_all_who_see_an_open_challenge_may_take_it_and_nobody_is_pinged(room: Room) -> None:
    board = await opened(room, "prowler", first="me")
    assert board.pings == []
    assert "\n1. **Ada**" in board.text, "who gets which colour is not settled yet"
    assert board.labels == ["Join", "How to play", "Tutorial"]
    answer = await room.press(room.ada, board, "Join")
    assert "already in this match" in answer.told
    await room.restart()
    await room.press(room.cleo, board, "Join")
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert await room.mover(board) is room.cleo


@tell
async def test_a_match_waits_for_those_who_were_asked_unless_the_host_starts_it(room: Room) -> None:
    board = await opened(room, opponent=room.ben, opponent_2=room.cleo, machine="medium", seats=4)
    assert "\n4. Machine · Medium" in board.text
    start = board.button("Start")
    assert start["disabled"]
    refused = await room.late_press(room.ada, board, start["custom_id"])
    waits = "This match waits for Ben and Cleo; the host's menu can start it without them."
    assert refused.told == waits
    assert options_of(board, -1) == ["Start without Ben and Cleo", CANCEL]
    await room.press(room.ben, board, "Accept")
    await room.press(room.ada, board, "Start without Cleo")
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert [player.id for player in match.players] == [room.ada.id, room.ben.id, 0]


@pytest.mark.parametrize("place", ["here", "group"])
async def test_an_expired_challenge_is_put_again_once(room: Room, place: str) -> None:
    if place == "group":
        bring(room, room.patch, "group")
    expired = await room.challenge()
    await room.time_passes(8 * DAY)
    if place == "group":
        await room.press(room.ben, expired, "Accept")
    ask_again = expired.button("Ask again")["custom_id"]
    await room.press(room.ben, expired, "Ask again")
    assert expired.labels == []
    (new,) = [each for each in room.messages() if "Accept" in each.labels]
    assert new.pings == [room.ada.id]
    assert "Rematch" not in new.text
    answer = await room.late_press(room.ada, expired, ask_again)
    assert "already here" in answer.told
    assert [each.id for each in room.messages() if "Accept" in each.labels] == [new.id]


@tell
async def test_the_machine_plays_in_a_chat_that_nobody_else_reads(room: Room) -> None:
    result = await room.ada.user.slash("prowler challenge", machine="easy")
    board = Answer(room.env, result).message
    match = await room.match(board)
    assert (match.phase, match.has_machine) == (Phase.PLAYING, True)
    result = await room.ada.user.slash("prowler challenge")
    assert "Play against the machine here" in Answer(room.env, result).told
    result = await room.ada.user.slash("tell challenge")
    assert len((await room.match(Answer(room.env, result).message)).players) == 1


@tell
async def test_the_host_alone_adds_the_machine(room: Room) -> None:
    board = await opened(room, seats=3)
    added = [f"Add the machine: {level}" for level in LEVELS]
    assert options_of(board, -1) == [*added, CANCEL]
    await room.press(room.ben, board, "Red")
    menu = board.selects[-1]["custom_id"]
    for player, level, told in (
        (room.ada, "godlike", "no such level"),
        (room.ben, "easy", "Only Ada can add the machine"),
        (room.cleo, "easy", "do not play in this match"),
    ):
        assert told in (await room.late_press(player, board, menu, values=[level])).told
    assert (await room.match(board)).has_machine is False
    await room.late_press(room.ada, board, menu, values=["medium"])
    match = await room.match(board)
    assert [player.level for player in match.players] == [None, None, "medium"]
    assert match.phase is Phase.PLAYING
    assert not match.terms.rated


async def test_a_users_menu_works_in_a_group(room: Room) -> None:
    bring(room, room.patch, "group")
    offered = await chosen(room, "Challenge", room.ada, room.ben)
    asked = await room.press(room.ada, offered.message, "Prowler's Passage")
    assert asked.public
    await room.press(room.ben, asked.message, "Accept")
    assert (await room.match(asked.message)).phase is Phase.PLAYING
