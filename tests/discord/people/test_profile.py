"""The profile card in Discord: private first, with a button that shows it to all."""

from __future__ import annotations

import re
import threading

import pytest

from cogs.people import profile
from prowlerbot.match.preferences import PlayerChoices
from tests.discord.people.test_standings import final, played, resigned, totals_of
from tests.discord.room import Room


async def test_without_a_finished_match_there_is_no_card(room: Room) -> None:
    answer = await room.command(room.ada, "profile", group="", player=room.ben)
    assert answer.told == "Ben has not finished a match that you can find here."


async def test_the_card_is_private_and_its_alt_text_says_all_of_it(room: Room) -> None:
    match = await played(room, room.ada, room.ben)
    ada, ben = totals_of(room, match)
    answer = await room.command(room.ada, "profile", group="")
    assert not answer.public
    assert answer.told == "### Ada at Prowler's Passage"
    (alt,) = answer.message.alts
    won = "1 won, 0 shared, 0 lost" if ada > ben else "0 won, 0 shared, 1 lost"
    assert alt.startswith("Profile of Ada at Prowler's Passage. Provisional rating 1")
    assert "give or take" not in alt
    assert re.search(r"Place [12] of 2\.", alt)
    assert f"Matches: {won}." in alt
    assert f"Best total {ada}." in alt
    assert ("Favourite:" in alt) == bool(final(room, match).achievements[0])
    assert len(alt) <= 1024


async def test_the_card_can_be_shown_to_all(room: Room) -> None:
    await resigned(room, room.ada, room.ben)
    private = await room.command(room.ada, "profile", group="", player=room.ben)
    shared = await room.press(room.ada, private.message, "Show to all")
    assert shared.public
    assert "Ben at Prowler's Passage" in shared.message.text
    assert shared.message.buttons == []
    assert shared.message.pings == []
    assert shared.message.alts == private.message.alts


async def test_a_player_who_hides_has_a_card_for_themselves_alone_and_no_place_on_it(
    room: Room,
) -> None:
    await resigned(room, room.ada, room.ben)
    before = (await room.command(room.ben, "profile", group="", player=room.ada)).message
    await room.service.store.choose(room.ada.id, PlayerChoices(seen="nowhere"))
    answer = await room.command(room.ben, "profile", group="", player=room.ada)
    assert answer.told == "Ada has not finished a match that you can find here."
    shown = await room.press(room.ben, before, "Show to all")
    assert shown.told == "There is nothing to show any more."
    (alt,) = (await room.command(room.ada, "profile", group="")).message.alts
    assert "Provisional rating 1342." in alt
    assert "Place" not in alt


async def test_cards_are_drawn_by_the_few_threads_that_draw_all_pictures(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(room, room.ada, room.ben)
    threads: list[str] = []

    def drawn(*_: object, **__: object) -> bytes:
        threads.append(threading.current_thread().name)
        return b""

    monkeypatch.setattr(profile, "draw_profile", drawn)
    await room.command(room.ada, "profile", group="")
    assert [each.partition("_")[0] for each in threads] == ["picture"]


async def test_bots_have_no_card(room: Room) -> None:
    answer = await room.command(room.ada, "profile", group="", player=room.join("Robot", bot=True))
    assert "Bots do not play" in answer.told
