"""The day's challenge in Discord: a card, a try on a board of one's own, its result and lists."""

import random
import re

import pytest

from cogs.daily.daily_ranking import score_words
from cogs.presses import DailyPress, DailyWay, MatchPress
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.daily.daily_days import SQUARES, start_of_day
from prowlerbot.daily.daily_service import Daily
from prowlerbot.daily.daily_store import DailyStore, try_score
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.preferences import ServerChoices
from tests.cogs.games.shown import FACES
from tests.discord.message import Message
from tests.discord.room import START, Room
from tests.discord.settling import own_context_by_the_simulated_clock
from tests.discord.tries import begun, card, ended, finished, go, pressed, settled, today, tries

pytestmark = pytest.mark.answering_machine
GAMES = ["prowler", "landgrab", "heroes"]
FOR_ALL = [*SQUARES.values()]


@pytest.fixture(autouse=True)
def time_is_simulated_and_the_secret_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a failing test fails again."""
    monkeypatch.setattr("cogs.board.machine_moves.own_context", own_context_by_the_simulated_clock)
    drawn = "prowlerbot.storage.contributions.secrets.token_hex"
    monkeypatch.setattr(drawn, lambda count: "5a" * count)


async def test_a_question_comes_before_the_one_try_that_counts_and_each_for_fun(room: Room) -> None:
    old, shown = await card(room), await card(room)
    play = str(DailyPress("play", "prowler", today(room)))
    await room.late_press(room.ada, shown, play)
    assert "This is your one try today" in shown.text
    assert shown.labels == ["Begin", "Back"]
    assert await tries(room, room.ada) == []
    await room.press(room.ada, shown, "Begin")
    await settled(room)
    assert "Daily challenge · ⏳ due" in shown.text
    (counting,) = await tries(room, room.ada)
    assert counting.counts
    await ended(room, await room.match(counting.match), random.Random(1))
    for way in (play, str(DailyPress("begin", "prowler", today(room)))):
        await room.late_press(room.ada, old, way)
        assert "You have played this one; another try is for fun." in old.text
        assert old.text.count("Not played yet.") == len(GAMES) - 1
    assert len(await tries(room, room.ada)) == 1
    await room.press(room.ada, old, "Play for fun")
    assert [each.counts for each in await tries(room, room.ada)] == [True, False]
    other = str(DailyPress("play", "landgrab", today(room)))
    room.clock.now += DAY
    await room.late_press(room.ada, old, other)
    assert "An earlier challenge" in old.text, "what counted yesterday is for fun today"


async def test_a_try_is_played_to_its_end_where_nobody_else_sees_it(room: Room) -> None:
    for number, game in enumerate(GAMES, 1):
        board = await begun(room, game)
        rng, offered = random.Random(3), set[str]()
        for _ in range(12):
            await pressed(room, board, rng, 1)
            offered |= {*board.labels}
        match = await room.match(board)
        assert ("Scores" in offered) == (game == "prowler"), "after the mid-game scoring"
        if match.phase is Phase.PLAYING:
            shown = MatchPress("plan", match.id, match.moment, "late")
            match = await ended(room, match, random.Random(3))
            await room.late_press(room.ada, board, str(shown))
        assert match.ending is Ending.PLAYED, game
        assert room.messages() == []
        assert ["Result", "Last board", "Menu"] in [row[:3] for row in board.rows]
        assert "this was your one try that counts" in board.text
        assert len(board.alts) == 1, "the sheet alone, as there"
        answer = await room.press(room.ada, board, "Result")
        assert "1 January 2026" in answer.message.text
        assert any(square in answer.message.text for square in FOR_ALL)
        (tried,) = [each for each in await tries(room, room.ada) if each.match == match.id]
        assert tried.counts
        assert tried.score == try_score(match, room.service.facts.game(match))
        assert (await card(room)).text.count("Not played yet.") == len(GAMES) - number


async def test_nobody_else_finds_a_try_before_no_other_can_count_any_more(room: Room) -> None:
    begun_match = await room.match(await begun(room))
    match = begun_match.id
    for command in ("board", "record", "replay"):
        answer = await room.command(room.ben, command, match=match)
        assert f"There is no match “{match}”" in answer.told
        own = await room.command(room.ada, command, match=match)
        assert not own.public
        assert ("Only you see your try" in own.told) is (command != "replay")
    assert room.messages() == []
    matches = await room.command(room.ada, "/matches")
    assert "My view" in matches.message.labels, "the way back to it"
    await ended(room, begun_match, random.Random(1))
    early = await room.command(room.ada, "board", match=match)
    assert "you can show yours once" in early.told
    room.clock.now = start_of_day(today(room) + 2) - 1
    early = await room.command(room.ada, "branch", match=match, move=1, machine="easy")
    assert "you can show yours once" in early.told
    room.clock.now += 1
    board = await room.command(room.ada, "board", match=match)
    assert board.public
    looked = await room.command(room.ben, "board", match=match, private=True)
    assert "Result" not in looked.message.labels


async def test_a_lost_try_stays_lost_and_others_are_for_fun(room: Room) -> None:
    menu = (await room.press(room.ada, await begun(room), "Menu")).message
    assert "Repost" not in menu.labels
    assert "Record" not in menu.labels
    asked = (await room.press(room.ada, menu, "Resign")).message
    await room.press(room.ada, asked, "Resign")
    shown = await card(room)
    assert "The try that counts came to no result." in shown.text
    assert "Play for fun" in shown.labels
    await finished(room)
    result = await go(room, "result", "prowler")
    assert "Post" not in result.message.labels
    refused = await go(room, "post", "prowler")
    assert "Only the result of the try that counts" in refused.told
    assert room.messages() == []


async def test_a_result_is_posted_without_spoilers_and_goes_with_its_player(room: Room) -> None:
    await finished(room)
    result = (await go(room, "result", "prowler")).message
    posted = await room.press(room.ada, result, "Post")
    assert posted.public
    (message,) = room.messages()
    assert "**Ada** · Prowler's Passage, challenge of 1 January 2026" in message.text
    assert any(square in message.text for square in FOR_ALL)
    assert message.labels == ["Daily challenge", "Remove"]
    assert message.pings == []
    theirs = await room.press(room.ben, message, "Daily challenge")
    assert not theirs.public
    assert theirs.message.text.count("Not played yet.") == len(GAMES)
    await room.prefers(room.ada, text_first=True)
    await room.service.store.database.write(
        "INSERT INTO daily_tries VALUES ('fun', 'prowler', $1, $2, 7, 0, 1, 1, 50, 50)",
        *(today(room), room.ada.id),
    )
    told = (await go(room, "result", "prowler")).told
    assert "**+50** (50 wealth)" in told, "another result against a rival with nothing"
    assert "All results:" in told, "for who wants words first"
    assert "1 result (you)" in told
    for each in (told, (await card(room)).text):
        assert re.search(r"Items: (ahead|level|behind); ", each), each
        assert not any(square in each for square in FOR_ALL)
    await room.delete_data(room.ada)
    assert "You have deleted your try that counted" in (await card(room)).text
    assert "Ada" not in message.text
    assert "someone" in (await go(room, "here", "prowler", by=room.ben)).told


async def test_only_days_from_the_first_to_today_open_and_a_look_stores_none(room: Room) -> None:
    shown = await card(room)
    none = await room.press(room.ada, shown, "Earlier days")
    assert "There are no earlier days." in none.told
    room.clock.now -= 30 * DAY
    days = Daily(room.service, DailyStore(room.service.store.database))
    await days.challenge_of("prowler", today(room))
    room.clock.now += 30 * DAY
    count = "SELECT COUNT(*) FROM daily_days"
    stored = await room.service.store.database.number(count)
    first = (await go(room, "earlier")).message
    assert "Further back" in first.labels
    last = (await room.press(room.ada, first, "Further back")).message
    (select,) = last.selects
    oldest = today(room) - 30
    assert [int(it["value"]) for it in select["options"]] == [*range(oldest + 4, oldest - 1, -1)]
    assert "Further back" not in last.labels
    await room.pick(room.ada, last, select["custom_id"], [str(oldest + 1)])
    ways: list[tuple[DailyWay, str]] = [("open", ""), ("play", "prowler"), ("here", "heroes")]
    for way, game in ways:
        assert "no challenges on that day" in (await go(room, way, game, oldest - 1)).told
    assert "There are no earlier days." in (await go(room, "earlier", day=oldest - 1)).told
    forged = await room.choose(room.ada, (await go(room, "earlier")).message, str(today(room)))
    assert "open what you need again" in forged.told
    for press in (
        *(DailyPress("play", "prowler", today(room) + 1), DailyPress("open", day=today(room) + 1)),
        *(DailyPress("play", "chess", today(room)), DailyPress("result", "prowler")),
    ):
        assert (await room.late_press(room.ada, shown, str(press))).told, press
    assert await tries(room, room.ada) == []
    assert await room.service.store.database.number(count) == stored


def posts(room: Room) -> list[Message]:
    return [each for each in room.messages() if "Daily challenge ·" in each.text]


async def round_at(room: Room, seconds: int) -> None:
    """A round of this process so many seconds after midnight UTC of the first day."""
    room.clock.now = START + seconds
    await room.rested()


async def test_the_best_of_the_day_before_is_told_without_a_name(room: Room) -> None:
    match = await finished(room)
    score = try_score(match, room.service.facts.game(match))
    assert score is not None
    await room.set_up(daily_channel=room.channel.id, daily_hour=9, timezone="Europe/Berlin")
    await round_at(room, DAY + 9 * HOUR)
    (post,) = posts(room)
    best = score_words(score, FACES["prowler"], alone=False)
    assert f"Best of the day before: {best}" in post.text
    assert "Ada" not in post.text
    await room.prefers(room.ada, seen="nowhere")
    await finished(room)
    await round_at(room, 2 * DAY + 9 * HOUR)
    assert "Best of the day before" not in posts(room)[1].text


async def test_a_channel_is_refused_where_the_bot_may_not_post(room: Room) -> None:
    room.deny_bot(room.channel.id, send_messages=True, read_message_history=True)
    settings = (await room.command(room.admin, "/prowler-admin settings")).message
    await room.press(room.admin, settings, "News")
    refused = await room.pick(room.admin, settings, "server:daily_channel", [room.channel])
    assert "I lack permissions in that channel: " in refused.told
    assert "Read Message History" in refused.told
    room.deny_bot(room.channel.id)
    await room.pick(room.admin, settings, "server:daily_channel", [room.channel])
    await room.pick(room.admin, settings, "server:daily_hour", ["19"])
    assert "Less than 6 hours would be left then" in settings.text
    await room.pick(room.admin, settings, "server:daily_hour", ["18"])
    await room.pick(room.admin, settings, "server:timezone", ["Asia/Tokyo"])
    chosen = await room.service.store.choices.choices_of(ServerChoices, room.guild.id)
    assert (chosen.daily_channel, chosen.daily_hour) == (room.channel.id, 18)
    await round_at(room, 9 * HOUR)
    assert len(posts(room)) == 1
    room.deny_bot(room.channel.id, send_messages=True)
    await round_at(room, DAY + 9 * HOUR)
    assert len(posts(room)) == 1
    doctor = await room.command(room.admin, "/prowler-admin doctor")
    assert "Permissions missing in" in doctor.told
    room.deny_bot(room.channel.id)
    await round_at(room, DAY + 9 * HOUR + 300)
    assert len(posts(room)) == 1, "the next one comes tomorrow"
