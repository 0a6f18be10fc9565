"""A bot with twenty games of packages: every message that names all games holds them."""

from pathlib import Path

import pytest

from cogs.composition import Hosting
from cogs.contract.face import Face
from cogs.contract.manifest import Manifest
from prowlerbot.core.game import Registry
from tests.discord.message import Answer
from tests.discord.room import Bench, Room
from tests.games.nim.rules import Nim
from tests.opponent.quick import QuickThinkers


class _Game(Nim):
    def __init__(self, number: int) -> None:
        self.key = f"game_{number}"
        self.title = f"A game with a long title, number {number}"


GAMES = [_Game(number) for number in range(1, 21)]
FIRST, LAST = GAMES[0], GAMES[-1]


@pytest.fixture
def built(tmp_path: Path) -> Bench:
    bench = Bench(f"sqlite:///{tmp_path}/many.db", hosting=Hosting(thinkers=QuickThinkers()))
    bench.games = Registry(GAMES)
    bench.manifests = {it.key: Manifest(Face(it)) for it in GAMES}
    return bench


async def test_every_message_that_names_all_games_has_the_last_of_them(room: Room) -> None:
    hub = (await room.command(room.ada, "/play")).message
    (menu,) = hub.selects
    assert [each["value"] for each in menu["options"]] == [it.key for it in GAMES]
    card = await room.pick(room.ada, hub, menu["custom_id"], [LAST.key])
    assert not card.public
    assert LAST.title in card.told
    asked = Answer(room.env, await room.ada.context_menu(room.channel, "Challenge", room.ben))
    await room.pick(room.ada, asked.message, asked.message.selects[0]["custom_id"], [LAST.key])
    (challenge,) = room.messages()
    board = await room.press(room.ada, card.message, "Play the machine")
    for shown in (challenge, board.message):
        assert (await room.match(shown)).game == LAST.key
    day = (await room.command(room.ada, "/daily")).message
    assert all(it.title in day.text for it in GAMES)
    await room.pick(room.ada, day, day.selects[0]["custom_id"], [LAST.key])
    assert day.labels == ["Play", "Ranking", "Daily challenge", "Earlier days"]
    assert FIRST.title not in day.text
    offer = await room.command(room.ada, "/find")
    form = (await room.press(room.ada, offer.message, "More choices")).result.modal
    assert form is not None
    assert len(form["components"][0]["component"]["options"]) == len(GAMES)
    for name in ("profile", "leaderboard"):
        await room.command(room.ada, f"/{name}", game=LAST.key)
    refused = await room.command(room.ada, "/puzzle", game=LAST.key)
    assert "no other puzzle" in refused.told
