"""The time left, as players see it."""

from __future__ import annotations

from prowlerbot.match.match import Ending
from prowlerbot.match.preferences import DAY, PlayerChoices, ServerChoices
from prowlerbot.match.terms import Terms
from tests.discord.room import START, Room


async def test_the_challenge_says_how_long_a_move_may_take(room: Room) -> None:
    assert "3 days for each move" in (await room.challenge()).text
    assert "an hour for each move" in (await room.challenge(pace=3600)).text
    assert "no time limit" in (await room.challenge(pace=0)).text


async def test_a_server_chooses_its_usual_pace(room: Room) -> None:
    await room.service.store.choose(room.guild.id, ServerChoices(pace=600))
    assert "10 minutes for each move" in (await room.challenge()).text
    assert "a day for each move" in (await room.challenge(pace=DAY)).text


async def test_the_board_shows_when_the_move_is_due(room: Room) -> None:
    board = await room.begin(pace=3600)
    assert f"due <t:{START + 3600}:R>" in board.text
    room.clock.now += 100
    await room.play(board, ["Castle"])
    assert f"due <t:{START + 100 + 3600}:R>" in board.text


async def test_without_a_limit_the_board_shows_no_time(room: Room) -> None:
    assert "due" not in (await room.begin(pace=0)).text


async def test_a_player_who_is_away_has_longer(room: Room) -> None:
    await room.service.store.choose(room.ben.id, PlayerChoices(away_until=START + 5 * DAY))
    board = await room.begin(pace=3600)
    assert f"due <t:{START + 5 * DAY + 3600}:R>" in board.text
    await room.play(board, ["Castle"])
    assert f"due <t:{START + 3600}:R>" in board.text, "Ada is here"


async def test_the_deadline_goes_on_in_the_sentence_that_says_whose_turn_it_is(room: Room) -> None:
    board = await room.begin_landgrab(terms=Terms(pace=3600), map="drawn")
    turn = next(line for line in board.text.splitlines() if "⏳ due" in line)
    assert "▶️" in turn
    assert ". · ⏳" not in turn


async def test_the_list_of_matches_begins_with_the_most_urgent(room: Room) -> None:
    paces = [0, DAY, 600]
    boards = [await room.begin(pace=pace) for pace in paces]
    theirs = await room.begin(pace=600)
    await room.play(theirs, ["Castle"])
    told = (await room.command(room.ben, "matches", group="")).told
    order = [boards[2], boards[1], boards[0], theirs]
    places = [told.index(f"/{board.id})") for board in order]
    assert places == sorted(places)
    assert f"⏳ due <t:{START + 600}:R>" in told


async def test_terms_and_deadline_outlive_a_restart(room: Room) -> None:
    board = await room.begin(pace=3600)
    before = await room.match(board)
    await room.restart()
    assert await room.match(board.match) == before
    assert room.service.deadline(await room.service.scene(board.match)) == START + 3600


async def test_a_weekend_that_does_not_count_is_in_the_terms_with_the_zone_of_then(
    room: Room,
) -> None:
    thursday = START
    await room.command(room.ada, "calls", group="", timezone="Europe/Berlin")
    board = await room.challenge(first="me", pace=3 * DAY, weekend="pause")
    assert "Saturdays and Sundays do not count (time zone Europe/Berlin)." in board.text
    await room.command(room.ada, "calls", group="", timezone="Asia/Tokyo")
    await room.press(room.ben, board, "Accept")
    tuesday = thursday + 5 * DAY
    assert f"due <t:{tuesday}:R>" in board.text
    await room.command(room.ada, "calls", group="", timezone="UTC")
    assert f"<t:{tuesday}:R>" in (await room.command(room.ben, "matches", group="")).told
    room.clock.now = tuesday - 1
    assert "not up yet" in (await room.command(room.ada, "claim")).told
    room.clock.now = tuesday
    await room.command(room.ada, "claim")
    assert (await room.match(board)).ending is Ending.CLAIMED


async def test_without_a_limit_there_is_nothing_to_pause(room: Room) -> None:
    answer = await room.command(room.ada, "challenge", opponent=room.ben, pace=0, weekend="pause")
    assert "nothing to pause" in answer.told
