"""The doctor in Discord and the health address: their reports and repairs."""

import itertools
import json
import math
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import aiohttp
import discord
import pytest
import simcord

from cogs.admin.doctor_report import OwnerNews
from cogs.admin.health_address import Address, Health
from cogs.composition import Hosting
from cogs.frame.duty_loop import Later
from cogs.frame.layout import HostLinks
from prowlerbot import __version__
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.copies.backup_service import BACKUP_CHORE, BackupPlan
from prowlerbot.match.leaving import resign
from prowlerbot.storage.duty_store import ChoreStore
from prowlerbot.storage.engines.schema import migrations
from tests.discord.admin.test_settings_and_moderation import greetings, joined
from tests.discord.competitions.test_tournaments import begun, pass_time
from tests.discord.message import Message
from tests.discord.room import Bench, Room

HOUR = 3600
ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"


@pytest.fixture
def built(tmp_path: Path) -> Bench:
    plan, address = BackupPlan(tmp_path / "backups", 24 * HOUR, 3), Address("127.0.0.1", 0)
    links = HostLinks(invite="https://example.org/invite", support="https://example.org/help")
    return Bench(f"sqlite:///{tmp_path}/prowler.db", hosting=Hosting(plan, address, links=links))


@pytest.fixture
def owner(room: Room) -> simcord.MemberActor:
    """An admin who hosts the bot."""
    room.bench.bot.owner_id = room.admin.id
    return room.admin


def wrong(message: Message) -> list[str]:
    return [line[3:] for line in message.text.splitlines() if line.startswith("⚠️")]


async def test_the_doctor_tells_the_facts_and_repair_makes_the_missing_backup(
    room: Room, owner: simcord.MemberActor, tmp_path: Path
) -> None:
    await room.begin()
    await room.time_passes(60)
    assert len(list((tmp_path / "backups").iterdir())) == 1, "made when the bot has come up"
    for file in (tmp_path / "backups").iterdir():
        file.unlink()
    message = (await room.command(owner, "/prowler-admin doctor")).message
    repair = message.button("Repair")["custom_id"]
    assert "permission Manage Server" in (await room.late_press(room.ada, message, repair)).told
    assert message.text.count("▫️ Open matches: 1") == 2, "those here and those everywhere"
    assert wrong(message) == [f"The newest backup, of <t:{room.clock.now - 60}:R>, is gone"]
    await room.press(owner, message, "Repair")
    assert wrong(message) == []
    assert f"✅ Newest backup: <t:{room.clock.now}:R>" in message.text
    assert len(list((tmp_path / "backups").iterdir())) == 1
    await room.press(owner, message, "Repair")
    assert len(list((tmp_path / "backups").iterdir())) == 1


async def test_admins_see_and_repair_their_server_alone(room: Room, tmp_path: Path) -> None:
    boards = [await room.begin() for _ in range(2)]
    await room.bench.database.write("UPDATE boards SET guild = 5 WHERE match = $1", boards[1].match)
    room.fail("edit", times=None)
    for board in boards:
        await room.service.apply(board.match, resign, room.ada.id)
    room.clock.now += HOUR
    await room.time_passes(60)
    room.recover()
    room.env.inject_error("GET", "/oauth2/applications/@me", status=500)  # then nobody owns it
    message = (await room.command(room.admin, "/prowler-admin doctor")).message
    assert wrong(message) == ["Boards that wait to be redrawn: 1"]
    assert "▫️ Open matches: 0" in message.text
    for word in ("answers", "database", "ackup", "All servers"):
        assert word not in message.text
    for file in (tmp_path / "backups").iterdir():
        file.unlink()
    await room.press(room.admin, message, "Repair")
    assert wrong(message) == []
    assert ["resigned" in board.text for board in boards] == [True, False]
    assert list((tmp_path / "backups").iterdir()) == []


async def written_by_another(room: Room) -> None:
    """All messages of the bot were written by another application, which the database knows."""
    room.env.backend.users[5] = replace(room.env.backend.bot_user, id=5)
    for messages in room.env.backend.messages.values():
        for each in messages.values():
            each.author_id = 5
    await ChoreStore(room.bench.database).note_outcome("application", {"known": 5})
    await room.restart()


def of_match(room: Room, board: Message) -> list[Message]:
    return [each for each in room.messages() if each.buttons and each.match == board.match]


@pytest.mark.expects_errors
async def test_repair_posts_anew_what_another_application_has_written_each_once(
    room: Room, owner: simcord.MemberActor
) -> None:
    await begun(room, owner)
    lobby, board = await room.challenge(room.ada, room.cleo), await room.begin()
    await joined(room)
    (greeting,) = greetings(room)
    await written_by_another(room)
    assert "Another application of Discord has written" in room.log.text
    await room.service.apply(board.match, resign, room.ada.id)
    second = await room.begin()
    await written_by_another(room)
    room.bench.bot.owner_id = owner.id
    await pass_time(room, 60)
    assert len(of_match(room, board)) == 1, "nothing is posted before the host says so"
    message = (await room.command(owner, "/prowler-admin doctor")).message
    assert [each for each in wrong(message) if "Another application" in each]
    await room.press(owner, message, "Repair")
    assert not [each for each in wrong(message) if "Another application" in each]
    for _ in range(2):
        await pass_time(room, 60, 9)
        assert [len(of_match(room, each)) for each in (lobby, second)] == [2, 2]
        assert len(greetings(room)) == 2
        mains = [each for each in room.messages() if "hosted by" in each.text]
        assert len(mains) == 2
        await room.restart()
    assert greetings(room)[-1].id != greeting.id
    await room.press(room.cleo, of_match(room, lobby)[-1], "Accept")
    await room.play(of_match(room, second)[-1], ["Castle"])
    assert (await room.match(second)).ply == 1


@pytest.mark.usefixtures("owner")
async def test_the_owner_is_told_once_of_a_raised_schema_and_a_failed_backup(room: Room) -> None:
    news, chores = OwnerNews(room.bench.bot, room.service), ChoreStore(room.bench.database)

    def told() -> list[str]:
        return [each.text for each in room.chat(room.admin)]

    await news.tell_owners()
    assert told() == []
    room.bench.database.schema_before = 3
    await chores.note_outcome("owner", {})
    await news.tell_owners()
    await news.tell_owners()
    (raised,) = told()
    assert raised.startswith("⬆️ An update has raised the database from schema 3 to ")
    for problem in ("The disk is full.", "The disk is full.", "", "No."):
        await chores.note_outcome(BACKUP_CHORE, {"problem": problem})
        await news.tell_owners()
    assert told()[1:] == [
        "⚠️ The backup of the database failed: The disk is full.",
        "⚠️ The backup of the database failed: No.",
    ]
    room.fail("send", status=403, code=50007)
    await chores.note_outcome("owner", {})
    await news.tell_owners()
    assert len(told()) == 3, "a closed chat is no error"


async def test_an_owner_who_was_told_reads_no_news_again_until_all_are_reached(room: Room) -> None:
    bot, chores = room.bench.bot, ChoreStore(room.bench.database)
    first, second = sorted((room.ada, room.ben), key=lambda each: each.id)
    bot.owner_ids = {first.id, second.id}
    news = OwnerNews(bot, room.service)
    await news.tell_owners()
    await chores.note_outcome(BACKUP_CHORE, {"problem": "The disk is full."})
    chat = await bot.create_dm(discord.Object(second.id))
    room.env.inject_error("POST", f"/channels/{chat.id}/messages", status=500, times=None)
    for _ in range(2):
        with pytest.raises(Later):
            await news.tell_owners()
    room.recover()
    await news.tell_owners()
    assert [len(room.chat(each)) for each in (first, second)] == [1, 1]


async def test_each_permission_that_the_readme_asks_for_is_missed(room: Room) -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    told = readme.split("these permissions: ")[1].split(" The address")[0]
    named = re.findall(r"[A-Z]\w+(?: (?:in )?[A-Z]\w+)+", told)
    asked_for = {"View Channels", "Send Messages", "Send Messages in Threads", "Attach Files"}
    asked_for |= {"Read Message History", "Create Public Threads"}
    assert {*named} == asked_for | {"Create Events"}
    await room.set_up(threads=True)
    hall = room.guild.create_text_channel("hall")
    board = await room.challenge()
    for name, asked_in in itertools.product(asked_for, (room.channel, hall)):
        missing = name.replace("Channels", "Channel")
        room.deny_bot(room.channel.id, **{missing.lower().replace(" ", "_"): True})
        await room.env.settle()
        answer = await room.command(room.admin, "/prowler-admin doctor", channel=asked_in)
        if name != "Create Public Threads" or asked_in is room.channel:
            assert f"Permissions missing in <#{room.channel.id}>: {missing}" in answer.told
        room.deny_bot(room.channel.id)
        await room.env.settle()
    assert board.exists


async def test_the_pages_of_the_host_are_shown_where_people_look_for_them(room: Room) -> None:
    told = "-# [Invite me](<https://example.org/invite>) · [Support](<https://example.org/help>)"
    for answer in (
        await room.command(room.ada, "/privacy about"),
        await room.command(room.ada, "/play"),
        await room.command(room.admin, "/prowler-admin settings"),
    ):
        assert told in answer.told


async def fetched(bench: Bench, path: str) -> tuple[int, str]:
    health = bench.bot.get_cog("Health")
    assert isinstance(health, Health)
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{health.port}{path}") as response,
    ):
        return response.status, await response.text()


@pytest.mark.expects_errors
async def test_commands_that_discord_refuses_are_told_until_it_takes_them(room: Room) -> None:
    at = [each.name for each in room.bench.bot.tree.get_commands()].index("play")
    refused = f"Invalid Form Body\nIn {at}.name: Must be between 1 and 32 in length."
    room.env.inject_error("PUT", "*/commands", status=400, code=50035, message=refused)
    await room.restart()
    told = "Discord refuses the commands and keeps the old ones: `/play`, `name`: "
    told += "Must be between 1 and 32 in length."
    assert told in room.log.text
    assert await fetched(room.bench, "/healthz") == (200, f"ok\ndegraded: {told}\n")
    room.bench.bot.owner_id = room.admin.id
    assert told in wrong((await room.command(room.admin, "/prowler-admin doctor")).message)
    await room.restart()
    assert await fetched(room.bench, "/healthz") == (200, "ok\n")


async def test_metrics_count_results_and_have_what_alerts_ask(room: Room, bench: Bench) -> None:
    board = await room.begin()
    await room.press(room.cleo, board, "Menu")
    await room.late_press(room.cleo, board, board.moves[0]["custom_id"])
    await room.ben.autocomplete(room.channel, "prowler play", "pathway", "")
    text = (await fetched(bench, "/metrics"))[1]
    lines = text.splitlines()
    for line in (
        'prowler_interactions_answered_total{kind="command",result="done"} 1.0',
        'prowler_interactions_answered_total{kind="press",result="done"} 2.0',
        'prowler_interactions_answered_total{kind="press",result="refused"} 1.0',
        'prowler_interactions_answered_total{kind="suggestion",result="done"} 1.0',
        'prowler_answer_seconds_count{kind="press"} 3.0',
        "prowler_render_seconds_count 2.0",
        "prowler_open_matches 1.0",
        "prowler_boards_behind 0.0",
        f'prowler_build_info{{version="{__version__}"}} 1.0',
        f"prowler_schema {len(migrations())}.0",
        f"prowler_schema_known {len(migrations())}.0",
        "prowler_competitions_waiting 0.0",
        "prowler_machine_waiting 0.0",
    ):
        assert line in lines, text
    assert "process_resident_memory_bytes" in text
    bucket = r'(?m)^prowler_answer_seconds_bucket{kind="press",le="(.*?)"'
    bounds = [float(each) for each in re.findall(bucket, text)]
    assert bounds == sorted(set(bounds))
    assert {1, 3, math.inf} <= set(bounds), "Discord gives up after three seconds"
    told = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")}
    told |= {f"{name}_bucket" for name in told}
    alerts = (DEPLOY / "alerts.yml").read_text(encoding="utf-8")
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    panels = [each for each in board["panels"] if each["type"] != "row"]
    asked = [target["expr"] for panel in panels for target in panel["targets"]]
    assert len(asked) > len(panels) > 15
    for expression in (*asked, alerts):
        names = set(re.findall(r"\b(?:prowler|process)_[a-z_]+", expression))
        assert names, expression
        assert names <= told, names - told


@pytest.mark.usefixtures("room")
async def test_figures_follow_files_and_health_the_database(bench: Bench, tmp_path: Path) -> None:
    async def figure(name: str) -> float:
        lines = (await fetched(bench, "/metrics"))[1].splitlines()
        return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))

    (made,) = (tmp_path / "backups").glob("*.db")
    made.with_name("prowler-20261399-000000.db").write_text("of somebody else")
    bench.clock.now += HOUR
    assert await figure("prowler_backup_age_seconds") == HOUR
    bench.clock.now -= 2 * HOUR
    assert await figure("prowler_backup_age_seconds") == math.inf, "its time is still to come"
    bench.clock.now += 2 * HOUR
    made.unlink()
    assert await figure("prowler_backup_age_seconds") == math.inf
    assert await figure("prowler_disk_free_bytes") > 0
    assert await figure("prowler_database_bytes") > 0
    due = bench.clock.now - 11 * 60
    sql = "INSERT INTO duties (subject, what, at) VALUES ('c1', $1, $2)"
    await bench.database.write(sql, CompetitionDuty.STEP, due)
    assert await figure("prowler_competitions_waiting") == 1
    assert await fetched(bench, "/healthz") == (200, "ok\n")
    await bench.database.close()
    status, reason = await fetched(bench, "/healthz")
    assert status == 503
    assert "stopping" in reason


@pytest.mark.full
@pytest.mark.skipif(shutil.which("promtool") is None, reason="Prometheus is not installed")
def test_prometheus_takes_the_alerts() -> None:
    command = ["promtool", "check", "rules", str(DEPLOY / "alerts.yml")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


async def test_repair_ends_what_is_overdue_and_threads_are_told_of_once(room: Room) -> None:
    await room.challenge(room.ada, room.cleo)
    await room.set_up(channels=(room.channel.id, 5))
    room.clock.now += 25 * HOUR
    message = (await room.command(room.admin, "/prowler-admin doctor")).message
    assert wrong(message) == [
        "Deleted channels in the list of those for the bot: 1; see `/prowler-admin settings`",
        "Expired challenges that are still open: 1",
    ]
    await room.press(room.admin, message, "Repair")
    assert "🔧 **1 challenge has ended.**" in message.text
    await room.set_up(threads=True)
    for _ in range(3):
        await room.begin()
    room.deny_bot(room.channel.id, send_messages_in_threads=True)
    await room.env.settle()
    elsewhere = room.guild.create_text_channel("elsewhere")
    message = (await room.command(room.admin, "/prowler-admin doctor", channel=elsewhere)).message
    told = f"Permissions missing in 3 threads of <#{room.channel.id}>: Send Messages in Threads"
    assert [each for each in wrong(message) if "threads of" in each] == [told]
