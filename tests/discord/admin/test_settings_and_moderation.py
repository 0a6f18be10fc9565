"""Admins, moderators and players choose settings, preferences, bars and ends of matches."""

import asyncio
from typing import Any

import discord
import pytest
import simcord

import cogs.games.prowler.face
import cogs.players.preference_commands
from cogs.admin.kept_messages import Greeting
from cogs.admin.server_settings import server_settings
from cogs.frame.layout import HostLinks
from cogs.players.preference_commands import find_zone, preference_message
from cogs.presses import HubPress
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.core.posts import ACT_SECONDS
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.privacy import Privacy
from tests.discord.competitions.test_tournaments import create
from tests.discord.message import Answer, Message, Wire
from tests.discord.room import Room

SELECTS = {3, 6, 8}
NO_STORE: Any = None
"""A message is made from choices alone."""


def selects(message: Message) -> dict[str, Wire]:
    found = [each for each in message.components if each["type"] in SELECTS]
    return {each["custom_id"].removeprefix("server:"): each for each in found}


def picked(message: Message, name: str) -> list[str]:
    return [each["label"] for each in selects(message)[name]["options"] if each.get("default")]


async def chosen(room: Room) -> ServerChoices:
    return await room.service.store.choices.choices_of(ServerChoices, room.guild.id)


async def test_the_settings_show_what_holds_and_each_select_stores_its_choice(room: Room) -> None:
    message = (await room.command(room.admin, "/prowler-admin settings")).message
    assert picked(message, "pace") == ["3 days a move"]
    assert picked(message, "switches") == ["Pings", "Rated", "Machine"]
    assert len(message.components) <= 40
    await room.restart()
    hall = room.guild.create_text_channel("hall")
    for name, values in (
        ("channels", [hall]),
        ("switches", ["threads"]),
        ("pace", ["600"]),
        ("theme", ["safe"]),
        ("language", ["de"]),
    ):
        await room.pick(room.admin, message, f"server:{name}", values)
    await room.press(room.admin, message, "Moderation")
    assert picked(message, "open_challenges") == ["5 challenges"]
    assert picked(message, "presses_a_minute") == ["60 presses a minute"]
    await room.pick(room.admin, message, "server:open_challenges", ["2"])
    await room.pick(room.admin, message, "server:presses_a_minute", ["120"])
    await room.press(room.admin, message, "General")
    assert await chosen(room) == ServerChoices(
        channels=(hall.id,),
        threads=True,
        calls=False,
        rated=False,
        machine=False,
        pace=600,
        theme="safe",
        language="de",
        open_challenges=2,
        presses_a_minute=120,
    )
    assert [each["id"] for each in selects(message)["channels"]["default_values"]] == [hall.id]
    await room.pick(room.admin, message, "server:channels", [])
    await room.pick(room.admin, message, "server:language", ["server"])
    assert (await chosen(room)).channels == ()
    assert (await chosen(room)).language is None


async def test_admins_alone_choose_moderators_whoever_the_command_is_open_to(room: Room) -> None:
    message = (await room.command(room.admin, "/prowler-admin settings")).message
    role = room.guild.create_role("Wardens")
    await room.press(room.admin, message, "Moderation")
    await room.pick(room.admin, message, "server:moderators", [role])
    assert (await chosen(room)).moderators == role.id
    everyone = [str(room.guild.id)]
    everybody = await room.late_press(room.admin, message, "server:moderators", values=everyone)
    assert everybody.told.endswith("All members have this role; choose another one.")
    await room.pick(room.admin, message, "server:moderators", [])
    assert (await chosen(room)).moderators == 0
    await room.press(room.admin, message, "General")
    assert picked(message, "pace") == ["3 days a move"]
    before = await chosen(room)
    answer = await room.late_press(room.ada, message, "server:theme", values=["day"])
    assert "permission Manage Server" in answer.told
    assert await chosen(room) == before
    command = room.env.backend.find_command("prowler-admin", room.guild.id, type=1)
    assert command is not None
    room.guild.set_command_permissions(int(command["id"]), {room.ada: True})
    answer = await room.command(room.ada, "/prowler-admin settings")
    assert "permission Manage Server" in answer.told


@pytest.mark.parametrize("page", range(4))
def test_the_message_fits_in_every_language(page: int) -> None:
    links = HostLinks(support="https://example.org")
    for language in LANGUAGES:
        with speaking(language):
            view = server_settings(NO_STORE, links, lambda: 0).view(
                ServerChoices(channels=tuple(range(1, 26)), daily_hour=23), page
            )
        assert view.total_children_count <= 40
        for item in view.walk_children():
            if isinstance(item, discord.ui.Select):
                assert all(len(option.label) <= 100 for option in item.options), language
                assert all(len(it.description or "") <= 100 for it in item.options), language


TITLES = ("Prowler's Passage", "Landgrab", "Heroes Beware")
WAYS = [["Play the machine", "Challenge", "Learn"] for _ in TITLES]


def greetings(room: Room, channel: Any = None) -> list[Message]:
    return [it for it in room.messages(channel) if "Which game would you like to play" in it.text]


async def joined(room: Room) -> None:
    """The event that Discord sends when the bot joins, and sometimes again later."""
    guild = room.bench.bot.get_guild(room.guild.id)
    assert guild is not None
    await room.feature(Greeting).on_guild_join(guild)


async def test_a_server_is_greeted_once_until_an_admin_removes_that_for_good(room: Room) -> None:
    await joined(room)
    (greeting,) = greetings(room)
    others = (["Find somebody", "Daily challenge"], ["Puzzles", "Your matches", "Help"])
    assert greeting.rows == [*WAYS, *others]
    assert len(greeting.alts) == 1
    await joined(room)
    await room.restart()
    await joined(room)
    assert [each.id for each in greetings(room)] == [greeting.id]
    board = await room.late_press(room.cleo, greeting, str(HubPress("now", "prowler")))
    assert board.public, "its buttons outlive the restart"
    assert greeting.exists
    await joined(room)
    shown = (await room.command(room.admin, "/prowler-admin settings")).message
    for custom_id in ("greeting:post", "greeting:remove"):
        refused = await room.late_press(room.ada, shown, custom_id)
        assert "Only members with the permission Manage Server" in refused.told
    assert len(greetings(room)) == 1
    answer = await room.press(room.admin, shown, "Remove it")
    assert "is removed" in answer.told
    assert greetings(room) == []
    await joined(room)
    assert greetings(room) == []
    assert "is removed" in (await room.late_press(room.admin, shown, "greeting:remove")).told
    await room.press(room.admin, shown, "Post it here")
    room.deletes(greetings(room)[0])
    answer = await room.press(room.admin, shown, "Remove it")
    assert "is removed" in answer.told, "it is gone already"


async def test_the_event_of_joining_brings_it_where_discord_greets_members(room: Room) -> None:
    hall = room.guild.create_text_channel("hall")
    room.env.backend.edit_guild(room.guild.id, {"system_channel_id": hall.id})
    greeted, post = asyncio.Event(), Greeting.post_in

    async def noted(*about: Any) -> None:
        await post(*about)
        greeted.set()

    room.patch.setattr(Greeting, "post_in", noted)
    room.bench.bot.dispatch("guild_join", room.bench.bot.get_guild(room.guild.id))
    await greeted.wait()
    assert len(greetings(room, hall)) == 1
    assert greetings(room) == []


async def test_a_bot_that_died_before_it_greeted_does_so_never(room: Room) -> None:
    room.fail("send", status=500, times=None)
    await joined(room)
    room.recover()
    await joined(room)
    assert greetings(room) == []


async def test_the_bot_greets_only_where_it_may_and_challenges_are_allowed(room: Room) -> None:
    room.deny_bot(room.channel.id, send_messages=True)
    await joined(room)
    assert greetings(room) == [], "there is no channel for it yet"
    arena, hall = (room.guild.create_text_channel(name) for name in ("arena", "hall"))
    await room.set_up(channels=(hall.id,), language="de")
    await joined(room)
    assert [each for each in room.messages(arena) if each.alts] == []
    (greeting,) = [each for each in room.messages(hall) if each.alts]
    assert "Passagen" in greeting.text or "Diebe" in greeting.text, "in the server's language"


USUAL = [
    *("Same as the server", "Pictures", "In your first matches", "In the channel of the match"),
    *("Off", "Off", "Members of a server", "Hidden"),
]


async def opened(room: Room) -> Message:
    answer = await room.command(room.ada, "/preferences")
    assert not answer.public
    return answer.message


async def preferred(room: Room) -> PlayerChoices:
    return await room.service.store.choices.choices_of(PlayerChoices, room.ada.id)


def chosen_labels(message: Message) -> list[str]:
    selects = [each for each in message.components if each["type"] == 3]
    return [o["label"] for each in selects for o in each["options"] if o.get("default")]


async def test_preferences_are_private_and_each_chosen_or_typed_one_is_kept(room: Room) -> None:
    message = await opened(room)
    assert chosen_labels(message) == USUAL
    await room.pick(room.ada, message, "mine:theme", ["safe"])
    await room.restart()
    answer = await room.pick(room.ada, message, "mine:switches", ["text_first"])
    where = "“Open my board” in `/matches` and below a reminder by direct message leads to it"
    assert where in message.text
    assert where in answer.private.text, "a new message, which a screen reader says"
    await room.pick(room.ada, message, "mine:counts", ["shown"])
    assert await preferred(room) == PlayerChoices(theme="safe", confirm=True, text_first=True)
    looks = ["Colour-blind safe, with hatching", "Words first", "Always"]
    assert chosen_labels(message) == [*looks, *USUAL[3:]]
    await room.pick(room.ada, message, "mine:theme", ["server"])
    await room.pick(room.ada, message, "mine:switches", ["pictures"])
    await room.pick(room.ada, message, "mine:counts", ["once"])
    assert (await preferred(room)).confirm is False
    await room.pick(room.ada, message, "mine:counts", ["first"])
    assert await preferred(room) == PlayerChoices()

    await room.pick(room.ada, message, "mine:calls", ["dm"])
    await room.pick(room.ada, message, "mine:quiet", ["22-8"])
    await room.pick(room.ada, message, "mine:away", ["3"])
    assert "30 days a year, of which 27 days are left" in message.text
    away = room.clock() + 3 * DAY
    assert await preferred(room) == PlayerChoices(
        calls="dm", quiet_from=22, quiet_to=8, away_until=away, away_from=room.clock()
    )
    assert chosen_labels(message) == [*USUAL[:3], "By direct message", "22:00 to 8:00", *USUAL[-2:]]
    await room.pick(room.ada, message, "mine:quiet", ["never"])
    await room.pick(room.ada, message, "mine:away", ["0"])
    await room.pick(room.ada, message, "mine:calls", ["channel"])
    assert await preferred(room) == PlayerChoices()
    typed = PlayerChoices(quiet_from=3, quiet_to=5, timezone="Europe/Berlin")
    await room.service.store.choices.put_choices(room.ada.id, typed)
    assert "3:00 to 5:00" in chosen_labels(await opened(room)), "shown among the offered ones"

    form = await room.press(room.ada, message, "Change time zone or quiet hours")
    said = {"zone": " new  york ", "from": ["22"], "to": ["7"]}
    await room.ada.submit_modal(form.result, said)
    assert await preferred(room) == PlayerChoices(
        timezone="America/New_York", quiet_from=22, quiet_to=7
    )
    assert "From 22:00 to 7:00 calls come without a sound" in message.text
    form = await room.press(room.ada, message, "Change time zone or quiet hours")
    refused = await room.ada.submit_modal(form.result, {**said, "zone": "Narnia"})
    assert "There is no time zone “Narnia”" in Answer(room.env, refused).told
    assert (await preferred(room)).timezone == "America/New_York"


def test_a_time_zone_is_found_by_its_name_or_city_and_read_from_the_disk_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    preference_message(NO_STORE, lambda: 0)
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
            assert find_zone(typed) == found
        else:
            with pytest.raises(Refused):
                find_zone(typed)


def test_preferences_fit_discords_limits_in_every_language() -> None:
    for language in LANGUAGES:
        with speaking(language):
            view = preference_message(NO_STORE, lambda: 0).view(PlayerChoices())
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


GROUP = "prowler-admin"
Actor = simcord.MemberActor


@pytest.fixture
async def warden(room: Room) -> Actor:
    """A moderator by the role that the settings name."""
    role = room.guild.create_role("Wardens")
    moderator = room.join("Moa")
    room.env.backend.add_member_role(room.guild.id, moderator.id, role.id)
    await room.set_up(moderators=role.id)
    command = room.env.backend.find_command(GROUP, room.guild.id, type=1)
    assert command is not None
    room.guild.set_command_permissions(int(command["id"]), {moderator: True, room.ada: True})
    return moderator


async def bar(room: Room, by: Actor, **options: Any) -> Answer:
    answer = await room.command(by, "bar", group=GROUP, **options)
    await room.time_passes(2)
    return answer


async def log_of(room: Room) -> str:
    return (await room.command(room.admin, "log", group=GROUP)).told


@pytest.mark.both_databases
async def test_a_barred_player_reads_one_sentence_for_everything(room: Room, warden: Actor) -> None:
    board = await room.begin()
    options = {"player": room.ada, "until": "in 3 days", "reason": "Rude\nwords"}
    told = await bar(room, warden, **options)
    assert "**Ada** is barred in this server until <t:" in told.told
    assert f"Open matches then: {board.match}" in await log_of(room)
    sentence = "A moderator has barred you from this bot in this server until <t:"
    for answer in (
        await room.command(room.ada, "challenge", opponent=room.cleo),
        await room.command(room.ada, "/matches"),
        await room.press(room.ada, board, "Menu"),
        await room.press(room.ada, board, "Rematch"),
    ):
        assert answer.told.startswith(sentence), answer.told
        assert "Rude words" in answer.told
    await room.time_passes(3 * 24 * 3600)
    assert (await room.command(room.ada, "challenge", opponent=room.cleo)).public


async def test_a_bar_ends_challenges_and_means_nothing_in_another_server(room: Room) -> None:
    three = await room.begin_landgrab()
    channel, (ada, ben) = room.elsewhere(room.ada, room.ben)
    answer = Answer(room.env, await ada.slash(channel, "prowler challenge", opponent=ben))
    board = await room.begin(first="me")
    moved = await room.move_board(ada, channel, board.match)
    own, other = await room.challenge(), await room.challenge(room.cleo, room.ada)
    await bar(room, room.admin, player=room.ada, reason="Spam")
    for message in (own, other):
        assert "A moderator withdrew" in message.text
        assert "Reason: Spam" in message.text
    refused = await room.command(room.cleo, "challenge", opponent=room.ada)
    assert refused.told.startswith("A moderator has barred Ada from this bot in this server")
    assert await room.service.lists.open_matches(room.cleo.id, "prowler") == []
    assert "🛑 A moderator took a player out of the match: Spam" in three.text
    assert (await room.match(three)).phase is Phase.PLAYING
    assert (await room.match(answer.message)).phase is Phase.LOBBY
    assert Answer(room.env, await ada.slash(channel, "matches")).told.startswith("###")
    refused = await room.press(room.ben, board, "Bring it back here")
    assert "has barred Ada from this bot in this server, so the match stays" in refused.told
    assert "Menu" in moved.labels


async def bars(room: Room) -> list[int]:
    found = await room.service.store.bars.bars_of_guild(room.guild.id, room.clock.now)
    return [each.player for each in found]


@pytest.mark.both_databases
async def test_a_moderator_ends_what_others_play_with_a_reason(room: Room, warden: Actor) -> None:
    board = await room.begin(rated="yes")
    assert "End without a result" not in (await room.press(room.cleo, board, "Menu")).private.labels
    menu = (await room.press(warden, board, "Menu")).private
    asked = await room.press(warden, menu, "End without a result")
    assert (await room.match(board)).phase is Phase.PLAYING
    await warden.submit_modal(asked.result, {"reason": "They asked me to"})
    await room.env.settle()
    assert "🛑 Ended by a moderator, without a result: They asked me to" in board.text
    match = await room.match(board)
    assert (match.ending, match.reason) == (Ending.MODERATED, "They asked me to")
    assert not match.terms.rated
    told = await log_of(room)
    assert f"ended match {board.match} (Ada and Ben) without a result" in told.replace("\\", "")
    late = await room.late_press(warden, board, f"end!:{board.match}:0:")
    assert late.told.startswith("This match is over: a moderator ended it"), "it ends once"
    board = await room.challenge()
    withdrawn = board.match
    answer = await room.give_reason(warden, board, "Withdraw", "Spam")
    assert not answer.privates, "the board that has the button tells it"
    assert "A moderator withdrew Ada's challenge to Ben." in board.text
    assert (await room.match(withdrawn)).ending is Ending.WITHDRAWN
    assert f"withdrew challenge {withdrawn} of **Ada" in await log_of(room)
    other = await room.press(room.cleo, await room.challenge(), "Withdraw")
    assert "This challenge is for Ben" in other.told


async def test_a_moderator_ends_and_bars_nothing_where_they_play(room: Room, warden: Actor) -> None:
    board = await room.challenge(warden, room.ada, rated="yes")
    await room.press(room.ada, board, "Accept")
    menu = (await room.press(warden, board, "Menu")).private
    assert "End without a result" not in menu.labels
    forged = await room.late_press(warden, board, f"end!:{board.match}:0:")
    assert forged.told.startswith("You take part in this match")
    assert (await room.match(board)).phase is Phase.PLAYING
    refused = await bar(room, warden, player=room.ada)
    assert refused.told.startswith(f"You play against Ada in match {board.match}")
    assert await bars(room) == []


@pytest.mark.both_databases
async def test_the_log_tells_all_acts_on_pages_to_admins_alone(room: Room, warden: Actor) -> None:
    settings = (await room.command(room.admin, "settings", group=GROUP)).message
    await room.pick(room.admin, settings, "server:pace", ["600"])
    await room.pick(room.admin, settings, "server:pace", ["600"])
    await bar(room, warden, player=room.ben, until="in 2 days", reason="Rude")
    hosts = room.join("Ivy", may=discord.Permissions(create_events=True))
    assert (await create(room, hosts, name="Cup")).public
    await room.command(hosts, "/tournament edit", name="Mug")
    asked = await room.command(room.admin, "/tournament cancel")
    await room.give_reason(room.admin, asked.private, "End it", "No players")
    told = await log_of(room)
    lines = [each.split("> ", 1)[1] for each in told.splitlines() if each.startswith("<t:")]
    assert "ended Mug" in lines[0]
    assert "changed the name or text of Mug" in lines[1]
    assert "created Cup" in lines[2]
    assert "barred **Ben" in lines[3]
    assert "Usual time for a move: 3 days a move → 10 minutes a move" in lines[4]
    assert len(lines) == 5, "what changes nothing is no act"
    for other in (warden, room.ada):
        refused = await room.command(other, "log", group=GROUP)
        assert "permission Manage Server" in refused.told
    for pace in ["3600", "600"] * 6:
        await room.pick(room.admin, settings, "server:pace", [pace])
    log = (await room.command(room.admin, "log", group=GROUP)).message
    assert log.text.count("<t:") == 10
    await room.press(room.admin, log, "Next")
    assert log.text.count("\n<t:") == 7


@pytest.mark.both_databases
async def test_the_log_goes_after_90_days_and_a_bar_outlives_a_players_data(room: Room) -> None:
    chamber = room.guild.create_text_channel("chamber")
    await room.set_up(log_channel=chamber.id)
    await bar(room, room.admin, player=room.ada, reason="Ada shouts")
    await room.time_passes(20)
    (post,) = room.messages(chamber)
    assert "barred **Ada" in post.text
    assert post.pings == []
    await room.feature(Privacy).delete_data(room.ada.id)
    await room.time_passes(2)
    assert "Ada" not in post.text
    assert "barred **someone**" in post.text
    refused = await room.command(room.ada, "challenge", opponent=room.cleo)
    assert refused.told == "A moderator has barred you from this bot in this server."
    refused = await room.command(room.cleo, "challenge", opponent=room.ada)
    assert "barred" in refused.told
    assert "Ada" not in await log_of(room)
    await room.command(room.admin, "unbar", group=GROUP, player=str((await bars(room))[0]))
    assert (await room.command(room.ada, "challenge", opponent=room.cleo)).public
    await room.time_passes(ACT_SECONDS)
    await room.rested()
    assert not post.exists
    assert "Nothing so far." in await log_of(room)


async def test_a_bar_of_a_host_asks_about_their_tournaments(room: Room, warden: Actor) -> None:
    hal = room.join("Hal", may=discord.Permissions(create_events=True))
    cup = (await create(room, hal, name="Cup", starts="in 5 hours", check_in=0)).message
    mug = (await create(room, hal, name="Mug", check_in=0)).message
    await room.each_press(mug, "Join", warden, room.ben)
    await room.time_passes(2 * 3600)
    await room.rested()
    told = await bar(room, warden, player=hal)
    assert "2 competitions of theirs go on here: Mug and Cup." in told.told.replace(
        "Cup and Mug", "Mug and Cup"
    )
    assert "You have entered Mug; an admin who has not can cancel that." in told.told
    forged = await room.late_press(room.ada, cup, f"hosted:{hal.id}")
    assert forged.told.startswith("Only moderators can do that")
    pressed = await room.press(warden, told.message, "Cancel their competitions")
    assert pressed.told == "Cup is cancelled."
    await room.rested()
    assert "An admin has cancelled it." in cup.text
    (left,) = await Competitions(room.service).of_guild(room.guild.id)
    assert left.name == "Mug"
    told = await bar(room, room.admin, player=room.ben)
    assert "They are taken out of 1 competition here." in told.told


async def test_moderators_see_who_is_barred_and_bar_no_admin(room: Room, warden: Actor) -> None:
    def listed() -> Any:
        return room.command(warden, "unbar", group=GROUP)

    assert (await listed()).told == "Nobody is barred in this server."
    await room.begin()
    await bar(room, warden, player=room.ada)
    await bar(room, warden, player=room.ben, until="in 2 days")
    told = (await listed()).told
    assert "- **Ada** is barred in this server for good." in told
    assert "- **Ben** is barred in this server until <t:" in told
    await room.time_passes(2 * 24 * 3600)
    assert "Ben" not in (await listed()).told
    refused = await room.command(room.ada, "unbar", group=GROUP)
    assert "Ben" not in refused.told
    for reader, count in ((warden, 1), (room.ada, 0)):
        found = await reader.autocomplete(room.channel, f"{GROUP} unbar", "player", "a")
        assert len(found) == count, "only a moderator gets suggestions"
    for told in (
        "Ada can use this bot in this server again.",
        "Nobody of this name is barred here",
    ):
        lifted = await room.command(warden, "unbar", group=GROUP, player="ada")
        assert lifted.told.startswith(told)
    refused = await bar(room, room.ada, player=room.ben)
    assert refused.told.startswith("Only moderators can do that")
    for by, whom, words in (
        (warden, warden, "Choose another player"),
        (warden, room.admin, "Nobody bars an admin"),
        (room.admin, room.admin, "Choose another player"),
    ):
        assert words in (await bar(room, by, player=whom)).told
    other = room.join("Hal")
    chosen = await room.service.store.choices.choices_of(ServerChoices, room.guild.id)
    room.env.backend.add_member_role(room.guild.id, other.id, chosen.moderators)
    assert "Only an admin" in (await bar(room, warden, player=other)).told
    assert "is barred" in (await bar(room, room.admin, player=other)).told
    assert await bars(room) == [other.id]
