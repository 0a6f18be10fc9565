"""Whatever players call themselves: messages keep the limits, harm nothing and ping nobody."""

import random
import re
from pathlib import Path

import pytest

from cogs.frame.names import distinct_names, plain_name, safe_name
from prowlerbot.match.match import Ending
from tests.discord.limits import Api, messages_sent, violations
from tests.discord.room import Room

_DISCORD = Path(__file__).parents[4] / "shared" / "discord"
_API = _DISCORD / "openapi.json"
NASTY = [
    "*_~|@everyone<@1>`#-> **x** ||y||",
    "@everyone @here <@&1> <@1> <#1>",
    "\u202e\u2066evil\u2069 \u202eelif",
    "Z̷̢͚͐a̶͖͗l̶͙̊g̴̖̈o̵͍̍" * 8,
    "👩‍👩‍👧‍👦🏴‍☠️👍🏽" * 4,
    "ㅤㅤㅤ",
    "\u200b\u200d\ufeff",
    "مرحبا بك يا صديقي العزيز جدا جدا",
    "x" * 400,
    "`" * 400,
    "# heading\n> quote\n- list\n```py\ncode```",
    "https://example.com/[a](b) discord.gg/x",
    "{0} {name!r} %s \\ {",
    "ﷺ﷽𒐫𒈙⸻" * 6,
]


@pytest.fixture
def emoji() -> frozenset[str]:
    """Discord's list of emoji, if it is at hand."""
    file = _DISCORD / "emoji.txt"
    if not file.exists():
        return frozenset()
    return frozenset(line.replace("\ufe0f", "") for line in file.read_text("utf-8").split())


@pytest.mark.parametrize("nasty", [0, 8, 12])  # Markdown, length, and braces
async def test_no_name_breaks_a_message(room: Room, nasty: int, emoji: frozenset[str]) -> None:
    one, two = room.join(NASTY[nasty]), room.join(NASTY[nasty + 1])
    board = await room.challenge(one, two)
    match_id = board.match
    assert board.pings == [two.id]
    await room.press(two, board, "Accept")
    rng = random.Random(nasty)
    for ply in range(1, 28):
        await room.play_on(board, rng, ply)
        for call in room.calls():
            assert set(call.pings) <= {one.id, two.id}
            assert len(call.pings) == 1
        if ply in {2, 20}:
            await ask_for_everything(room, one, match_id)
    assert (await room.match(match_id)).ending is Ending.PLAYED
    await ask_for_everything(room, two, match_id)
    for request, body in messages_sent(room.env):
        assert list(violations(body, emoji)) == [], request.path
    for message in room.messages():
        assert not message.stored.mention_everyone
        assert message.stored.ping_role_ids == []


async def ask_for_everything(room: Room, player: object, match_id: str) -> None:
    """All that answers with names in it."""
    assert isinstance(player, type(room.ada))
    for name, options in (
        ("/matches", {}),
        ("record", {"match": match_id}),
        ("play", {"pathway": "1", "match": match_id}),
        ("play", {"pathway": "1", "match": NASTY[0] * 20}),
        ("resign", {"match": match_id}),
    ):
        await room.command(player, name, **options)
    await player.autocomplete(room.channel, "prowler board", "match", "")
    found = await room.service.match(match_id)
    if found.ending is None:
        board = next(each for each in reversed(room.messages()) if each.buttons)
        await room.press(player, board, "Scores")
        menu = (await room.press(player, board, "Menu")).message
        await room.press(player, menu, "Describe")


async def test_a_list_of_many_long_names_fits_a_message(room: Room, emoji: frozenset[str]) -> None:
    for number in range(30):
        await room.challenge(room.join(f"*_~|`[{number}]()" * 8), room.ben)
    answer = await room.command(room.ben, "/matches")
    assert "30 matches" in answer.told
    await room.prefers(room.ben, text_first=True)
    answer = await room.command(room.ben, "/matches")
    await room.press(room.ben, answer.message, "Next")
    for _, body in messages_sent(room.env):
        assert list(violations(body, emoji)) == []
    choices = await room.ben.autocomplete(room.channel, "prowler board", "match", "")
    assert len(choices) <= 25
    assert all(1 <= len(each["name"]) <= 100 for each in choices)


def test_a_name_is_one_short_line_without_markdown_and_keeps_its_letters() -> None:
    signs = set("*_~|`<>@#[]()-:/")
    for name in NASTY:
        shown = safe_name(name)
        assert shown.strip("\u2068\u2069 "), name
        assert "\n" not in shown, name
        assert len(plain_name(name).strip("\u2068\u2069")) <= 32, name
        assert not signs & {*re.sub(r"\\.", "", shown)}, name
    assert plain_name("می\u200cخواهم") == "\u2068می\u200cخواهم\u2069"
    flag = "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
    assert plain_name(flag) == flag
    assert plain_name("Eve\n# Big") == "Eve # Big"
    assert plain_name("שּׁ") == "\u2068שּׁ\u2069"


def test_equal_names_get_numbers_that_nobody_can_take() -> None:
    assert distinct_names(["Ada", "Ben", "Ada"], [3, 2, 1]) == ["Ada (2)", "Ben", "Ada (1)"]
    assert distinct_names(["someone", "someone"], [None, None]) == ["someone", "someone"]
    shown = distinct_names(["Ada (1)", "Ada", "Ada", "Machine", "Machine"], [1, 2, 3, 4, None])
    assert len(set(shown)) == 5
    assert shown[4] == "Machine", "only the person is numbered"


@pytest.mark.skipif(not _API.exists(), reason="Discord's description of its API is not at hand")
async def test_every_request_of_the_bot_is_as_discord_describes_it(room: Room) -> None:
    api = Api(_API)
    board = await room.begin()
    match_id = board.match
    await room.play_on(board, random.Random(2), 14)
    await ask_for_everything(room, room.ada, match_id)
    board = (await room.command(room.ben, "board")).message
    room.fail("callback")
    await room.play_on(board, random.Random(2))
    kinds = set()
    for request in room.env.http_requests:
        if (schema := _schema(request.method, request.path, request.json)) is not None:
            kinds.add(schema)
            values = request.json if schema == "ApplicationCommandUpdateRequest" else [request.json]
            for value in values or []:
                assert api.problems(schema, value) == []
    assert len(kinds) >= 6, kinds


def _schema(method: str, path: str, body: object) -> str | None:
    if path.endswith("/callback") and isinstance(body, dict):
        kinds = {4: "CreateMessage", 5: "CreateMessage", 7: "UpdateMessage"}
        kind = kinds.get(body["type"], "ApplicationCommandAutocomplete")
        return f"{kind}{'Interaction' if body['type'] in kinds else ''}CallbackRequest"
    if path.endswith("/commands"):
        return "ApplicationCommandUpdateRequest"
    if path.startswith("/webhooks/"):
        return {"PATCH": "IncomingWebhookUpdateRequestPartial"}.get(method)
    if "/messages" in path:
        return {"POST": "MessageCreateRequest", "PATCH": "MessageEditRequestPartial"}.get(method)
    return None
