"""The bot without a feature: a match is played, and nothing leads to what is not there."""

import json
import random
import re
from collections.abc import Iterator

import pytest

from cogs import presses
from cogs.composition import Hosting
from cogs.frame.layout import leave_out
from prowlerbot.core.errors import Hopeless
from prowlerbot.daily.daily_service import Daily
from prowlerbot.daily.daily_store import DailyStore
from prowlerbot.feature_list import CONTRIBUTIONS
from prowlerbot.match.match import Ending, Player
from prowlerbot.settings import FEATURES
from tests.discord.room import Bench, Room
from tests.opponent.quick import QuickThinkers

OLD = {
    "club": presses.PlainPress("club:open"),
    "competitions": presses.CompetitionPress("standings", "abc"),
    "daily": presses.DailyPress("open"),
    "finding": presses.FindPress("open"),
    "following": presses.MatchPress("follow", "abc"),
    "hub": presses.HubPress("open"),
    "profiles": presses.PlayerPress("profile", "prowler", 1),
    "puzzles": presses.PlainPress("puzzles:"),
    "replays": presses.ReplayPress("replay", "abc"),
    "reviews": presses.ReviewPress("review", "abc"),
    "tutorial": presses.TeachPress("prowler"),
}
"""A button of each feature that an older message may have."""
COMMANDS = {
    "club": {"server"},
    "competitions": {"tournament", "ladder", "league"},
    "daily": {"daily"},
    "finding": {"find", "avoid"},
    "following": set[str](),
    "hub": {"play", "Challenge"},
    "profiles": {"profile", "leaderboard"},
    "puzzles": {"puzzle"},
    "replays": {"prowler replay", "prowler record", "prowler animation", "prowler branch"}
    | {"Replay", "Play on"},
    "reviews": {"Review"},
    "tutorial": {"prowler tutorial"},
}


@pytest.fixture
def without() -> frozenset[str]:
    return frozenset()


@pytest.fixture
def built(
    url: str, without: frozenset[str], every_message_is_in_the_catalogues: None
) -> Iterator[Bench]:
    """Built after the bot of the catalogues, as a process states what it leaves out for one."""
    del every_message_is_in_the_catalogues
    hosting = Hosting(thinkers=QuickThinkers(), without=without)
    others = [it for it in CONTRIBUTIONS if type(it).__module__.split(".")[1] not in without]
    yield Bench(url, hosting=hosting, contributions=others)
    leave_out(())


def _sent(room: Room) -> Iterator[str]:
    """All that the bot has sent to Discord, as text."""
    for each in room.env.http_requests:
        yield json.dumps(each.json, default=str, ensure_ascii=False)


def _commands(room: Room) -> set[str]:
    """The names of all commands, those of the first game with its name."""
    (sent,) = [each.json for each in room.env.http_requests if each.path.endswith("/commands")]
    assert sent is not None
    (group,) = [each for each in sent if each["name"] == "prowler"]
    return {each["name"] for each in sent} | {f"prowler {it['name']}" for it in group["options"]}


ALL = frozenset(FEATURES)
EACH = [
    pytest.param(frozenset({feature}), id=feature, marks=pytest.mark.full)
    for feature in FEATURES
    if feature != "replays"
]


@pytest.mark.parametrize(
    "without", [pytest.param(ALL, id="all"), pytest.param(frozenset({"replays"})), *EACH]
)
async def test_without_a_feature_nothing_leads_to_it(room: Room, without: frozenset[str]) -> None:
    board = await room.begin()
    await room.press(room.ada, board, "Menu")
    await room.press(room.cleo, board, "Menu")
    await room.command(room.ada, "rules")
    for command in ("matches", "preferences", "privacy about"):
        await room.command(room.ada, f"/{command}")
    await room.command(room.admin, "/prowler-admin settings")
    await room.command(room.admin, "/prowler-admin doctor")
    if "hub" not in without:
        hub = await room.command(room.ada, "/play")
        await room.press(room.ada, hub.message, "Help")
    match_id = board.match
    board = await room.play_on(board, random.Random(1))
    assert (await room.match(match_id)).ending is Ending.PLAYED
    await room.command(room.ada, "/matches")

    commands = _commands(room)
    for feature in FEATURES:
        here = feature not in without
        assert all((each in commands) is here for each in COMMANDS[feature]), feature
        answer = await room.late_press(room.ben, board, str(OLD[feature]))
        assert (answer.told == "This bot does not offer that.") is not here, feature
    assert any('"custom_id": "menu:' in sent for sent in _sent(room))
    gone = {str(OLD[feature]).partition(":")[0] for feature in without}
    for sent in _sent(room):
        assert not gone & set(re.findall(r'"custom_id": "(\w+[!]?):', sent))
        assert {*re.findall(r"`/([a-z]+)", sent)} <= commands


async def test_the_bot_does_not_start_without_what_a_running_match_needs(room: Room) -> None:
    daily = Daily(room.service, DailyStore(room.service.store.database))
    await daily.begin_try("prowler", daily.today, Player(room.ada.id, "Ada"), room.guild.id)
    again = Bench(room.bench.url, clock=room.clock, hosting=Hosting(without=frozenset({"daily"})))
    await again.open()
    with pytest.raises(Hopeless) as refused:
        await again.bot.add_commands()
    await again.database.close()
    leave_out(())
    told = "WITHOUT leaves out daily, and matches that need it still run (1): start with daily"
    assert str(refused.value).startswith(told)
