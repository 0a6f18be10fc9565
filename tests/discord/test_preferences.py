"""The preferences of a player, and their boards and calls from then on."""

from typing import Any

import pytest

import cogs.games.prowler.face
import cogs.players.preference_commands
from cogs.players.preference_commands import preferences, zone_named
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.match.preferences import PlayerChoices
from tests.discord.message import Answer, Message
from tests.discord.room import Room

SELECT = 3
NO_STORE: Any = None
"""A message is made from choices alone."""
USUAL = [
    *("Same as the server", "Pictures", "In your first matches", "In the channel of the match"),
    *("Off", "Off", "Members of a server", "Hidden"),
]


async def opened(room: Room) -> Message:
    answer = await room.command(room.ada, "/preferences")
    assert not answer.public
    return answer.message


async def chosen(room: Room) -> PlayerChoices:
    return await room.service.store.choices.choices_of(PlayerChoices, room.ada.id)


def picked(message: Message) -> list[str]:
    selects = [each for each in message.components if each["type"] == SELECT]
    return [o["label"] for each in selects for o in each["options"] if o.get("default")]


async def test_preferences_are_private_and_each_chosen_or_typed_one_is_kept(room: Room) -> None:
    message = await opened(room)
    assert picked(message) == USUAL
    await room.pick(room.ada, message, "mine:theme", ["safe"])
    await room.restart()
    answer = await room.pick(room.ada, message, "mine:switches", ["text_first"])
    where = "“Open my board” in `/matches` and below a reminder by direct message leads to it"
    assert where in message.text
    assert where in answer.private.text, "a new message, which a screen reader says"
    await room.pick(room.ada, message, "mine:counts", ["shown"])
    assert await chosen(room) == PlayerChoices(theme="safe", confirm=True, text_first=True)
    looks = ["Colour-blind safe, with hatching", "Words first", "Always"]
    assert picked(message) == [*looks, *USUAL[3:]]
    await room.pick(room.ada, message, "mine:theme", ["server"])
    await room.pick(room.ada, message, "mine:switches", ["pictures"])
    await room.pick(room.ada, message, "mine:counts", ["once"])
    assert (await chosen(room)).confirm is False
    await room.pick(room.ada, message, "mine:counts", ["first"])
    assert await chosen(room) == PlayerChoices()

    await room.pick(room.ada, message, "mine:calls", ["dm"])
    await room.pick(room.ada, message, "mine:quiet", ["22-8"])
    await room.pick(room.ada, message, "mine:away", ["3"])
    assert "30 days a year, of which 27 days are left" in message.text
    away = room.clock() + 3 * DAY
    assert await chosen(room) == PlayerChoices(
        calls="dm", quiet_from=22, quiet_to=8, away_until=away, away_from=room.clock()
    )
    assert picked(message) == [*USUAL[:3], "By direct message", "22:00 to 8:00", *USUAL[-2:]]
    await room.pick(room.ada, message, "mine:quiet", ["never"])
    await room.pick(room.ada, message, "mine:away", ["0"])
    await room.pick(room.ada, message, "mine:calls", ["channel"])
    assert await chosen(room) == PlayerChoices()
    typed = PlayerChoices(quiet_from=3, quiet_to=5, timezone="Europe/Berlin")
    await room.service.store.choices.put(room.ada.id, typed)
    assert "3:00 to 5:00" in picked(await opened(room)), "shown among the offered ones"

    form = await room.press(room.ada, message, "Change time zone or quiet hours")
    said = {"zone": " new  york ", "from": ["22"], "to": ["7"]}
    await room.ada.submit_modal(form.result, said)
    assert await chosen(room) == PlayerChoices(
        timezone="America/New_York", quiet_from=22, quiet_to=7
    )
    assert "From 22:00 to 7:00 calls come without a sound" in message.text
    form = await room.press(room.ada, message, "Change time zone or quiet hours")
    refused = await room.ada.submit_modal(form.result, {**said, "zone": "Narnia"})
    assert "There is no time zone “Narnia”" in Answer(room.env, refused).told
    assert (await chosen(room)).timezone == "America/New_York"


def test_a_time_zone_is_found_by_its_name_or_city_and_read_from_the_disk_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    preferences(NO_STORE, lambda: 0)
    monkeypatch.setattr(cogs.players.preference_commands, "available_timezones", None)
    for typed, found in (
        ("utc", "UTC"),
        ("Europe/Berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("são paulo", ""),
        ("sao paulo", "America/Sao_Paulo"),
        ("auckl", "Pacific/Auckland"),
        ("san", ""),
        ("", ""),
    ):
        if found:
            assert zone_named(typed) == found
        else:
            with pytest.raises(Refused):
                zone_named(typed)


def test_preferences_fit_discords_limits_in_every_language() -> None:
    for language in LANGUAGES:
        with speaking(language):
            view = preferences(NO_STORE, lambda: 0).view(PlayerChoices())
        assert view.content_length() <= 4000, language
        assert view.total_children_count <= 40, language


async def test_shared_boards_have_the_servers_colours(room: Room) -> None:
    themes: list[str] = []

    def draw(*_: object, theme: str, **__: object) -> bytes:
        themes.append(theme)
        return b""

    room.patch.setattr(cogs.games.prowler.face, "draw_board", draw)
    await room.set_up(theme="day")
    await room.prefers(room.ada, theme="safe")
    board = await room.begin()
    for player in (room.ada, room.ben):
        await room.command(player, "board", private=True)
    menu = await room.press(room.ada, board, "Menu")
    await room.press(room.ada, menu.message, "My view")
    assert themes == ["day", "safe", "day", "safe"]


async def test_a_call_to_who_wants_words_first_tells_as_much_as_others(room: Room) -> None:
    board = await room.begin()
    await room.prefers(room.ada, text_first=True, confirm=False)
    await room.play(board, ["Castle"])
    (call,) = room.calls()
    assert call.labels == [], "all read it, and nobody else knows of her choice"
    assert call.text.count("Castle") == 1
    assert "Free pathways" not in call.text
    assert call.pings == [room.ada.id]
    await room.play(board, [board.moves[0]["label"]])
    (call,) = room.calls()
    assert "Placement" not in call.text, "Ben has not asked for words"
