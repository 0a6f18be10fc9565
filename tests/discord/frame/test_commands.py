"""The slash commands: the same as the buttons, for keyboards and screen readers, and some more."""

import re
from collections.abc import Iterator
from typing import Any

from prowlerbot.games import GAMES
from tests.catalogues import ROOT
from tests.discord.room import Room

Options = dict[str, bool]


def registered(sent: list[dict[str, Any]], *path: str) -> Iterator[tuple[str, Options]]:
    """Each command as people type it, with its options and whether they have to be given."""
    for each in sent:
        options = each.get("options", [])
        below = [it for it in options if it["type"] in {1, 2}]
        yield (
            " ".join((*path, each["name"])),
            {it["name"]: it.get("required", False) for it in options if it not in below},
        )
        yield from registered(below, *path, each["name"])


def told(cell: str) -> Iterator[tuple[str, Options, bool]]:
    """The commands in a cell of a table, with options; and whether more of them are left out."""
    group: list[str] = []
    for text in re.findall(r"`([^`]+)`", cell):
        name, *options = re.split(r" (?=\[|\w+:|…)", text.removeprefix("/"))
        if text.startswith("/"):
            group = name.split()[:-1]
        found = {it.strip("[]:"): not it.startswith("[") for it in options if it != "…"}
        yield (
            " ".join(name.split() if text.startswith("/") else [*group, name]),
            found,
            (not options or "…" in options),
        )


async def test_the_page_of_players_has_each_command_with_its_options(room: Room) -> None:
    (sent,) = [each.json for each in room.env.http_requests if each.path.endswith("/commands")]
    assert sent is not None
    page = (ROOT / "docs/playing.md").read_text(encoding="utf-8")
    there = dict(registered([each for each in sent if each.get("type", 1) == 1]))
    written = set[str]()
    for cell in re.findall(r"^\| (`/.*?) \|", page, re.MULTILINE):
        for name, options, more in told(cell):
            assert name in there, name
            assert options.items() <= there[name].items() if more else options == there[name], name
            written.add(name)
    former = {f"{game} claim" for game in GAMES} | {"landgrab draw"}
    groups = {name.rpartition(" ")[0] for name in there}
    alike = {"landgrab": ("prowler",), "heroes": ("landgrab", "prowler")}
    for name in there.keys() - written - former - groups:
        game, _, command = name.partition(" ")
        others = [f"{each} {command}" for each in alike.get(game, ())]
        assert there[name] in [there[each] for each in others if each in written], name
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`/([a-z-]+(?: [a-z-]+(?![\w:-]))*)", page + readme)
    assert {*named} <= there.keys()


async def test_a_move_that_cannot_be_is_refused_in_words_and_not_suggested(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    plain = {each["label"]: each["custom_id"][0] for each in board.moves}
    simple = [label for label, kind in plain.items() if kind == "m"]
    wild = next(label for label, kind in plain.items() if kind == "c")
    await room.play(board, [simple[0]])
    before = await room.match(board)
    for typed, told in (
        ({"pathway": "the left one @everyone"}, r"\@everyone"),
        ({"pathway": "9" * 5000}, "numbered 1 to 27"),
        ({"pathway": wild}, "wild shovel Castle"),
        ({"pathway": simple[1], "marker": "C"}, "leave out the marker"),
        ({"pathway": simple[0]}, "already taken"),
        ({"pathway": "1", "match": "`*_" * 300}, "no match"),
    ):
        answer = await room.command(room.ben, "play", **typed)
        assert told in answer.told, typed
        assert await room.match(board) == before
    assert await suggest(room, room.cleo, "") == []
    assert await suggest(room, room.ada, "") == []
    assert await suggest(room, room.ben, "zzz") == []
    await room.begin()
    (unclear,) = await suggest(room, room.ben, "")
    assert unclear["name"] == "You play several matches: choose one in the option `match` first"


async def suggest(room: Room, player: object, typed: str, **others: str) -> list[dict[str, str]]:
    found = await player.autocomplete(  # type: ignore[attr-defined]
        room.channel, "prowler play", "pathway", typed, **others
    )
    return list(found)
