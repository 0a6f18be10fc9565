"""All that the bot registers and sends suits Discord, in all languages and with outside games."""

import ast
import asyncio
import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import app_commands
from discord.http import handle_message_parameters

from cogs.board.match_menu import pages_of_parts
from cogs.competitions.command_builder import CreateOptions
from cogs.competitions.competition_commands import TournamentCommands
from cogs.composition import GamesBot
from cogs.connection.patient_bot import refused_parts
from cogs.contract.manifest import find_manifests
from cogs.frame import command_options
from cogs.frame.command_options import Command, Suggestions, suggest
from cogs.frame.layout import Button, Picture, layout
from cogs.frame.meter import LineAMinute
from cogs.frame.router import Catalogues
from prowlerbot.competitions.competition_record import Cycle
from prowlerbot.core import i18n
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from prowlerbot.games import GAMES, HOUSE
from prowlerbot.games.from_outside import registry_with_packages
from tests.cases import each_of
from tests.catalogues import ROOT, told
from tests.games.packages import put_example_beside

Wire = dict[str, Any]
_GROUP, _SUBCOMMAND = 2, 1
_SLASH = 1  # kinds of options, and the kind of a command that is typed
_NAME = re.compile(r"[-_'\w]{1,32}")
"""The name of a command or an option, without capital letters."""
_MOST, _MENUS, _PARTS, _LONGEST, _SIZE, _DEPTH = 100, 5, 25, 100, 8_000, 2
"""The most commands; menus of users, and as many of messages; options or choices; characters of a
description or choice, and of a command, each text in its longest language; levels of options.
"""


def violations(commands: list[Wire]) -> Iterator[str]:
    """The parts of the commands that Discord would refuse, each with its place."""
    kinds = [each.get("type", _SLASH) for each in commands]
    for kind in {*kinds}:
        if kinds.count(kind) > (_MOST if kind == _SLASH else _MENUS):
            yield f"{kinds.count(kind)} commands of kind {kind}"
        yield from _of_equal_names([it for it in commands if it.get("type", _SLASH) == kind], "")
    for each in commands:
        if each.get("type", _SLASH) == _SLASH:
            yield from _of_option(each, each["name"], _DEPTH)
        elif not all(0 < len(name) <= 32 for name in _forms(each, "name")):
            yield f"{each['name']}: name"
        if (size := _size(each)) > _SIZE:
            yield f"{each['name']}: {size} characters"


def _of_option(option: Wire, at: str, depth: int) -> Iterator[str]:
    """What Discord would refuse in a command or option, and in those within it."""
    for name in _forms(option, "name"):
        if not _NAME.fullmatch(name) or name != name.lower():
            yield f"{at}: name {name!r}"
    yield from (
        f"{at}: description {text!r}"
        for text in _forms(option, "description")
        if not 0 < len(text) <= _LONGEST
    )
    choices, options = option.get("choices", []), option.get("options", [])
    if len(choices) > _PARTS:
        yield f"{at}: {len(choices)} choices"
    for choice in choices:
        texts = [*_forms(choice, "name"), *([it] if isinstance(it := choice["value"], str) else [])]
        yield from (f"{at}: choice {it!r}" for it in texts if not 0 < len(it) <= _LONGEST)
    yield from _of_equal_names(choices, at)
    if len(options) > _PARTS:
        yield f"{at}: {len(options)} options"
    required = [bool(each.get("required")) for each in options]
    if required != sorted(required, reverse=True):
        yield f"{at}: a required option behind another one"
    yield from _of_equal_names(options, at)
    nested = {each["type"] for each in options} & {_GROUP, _SUBCOMMAND}
    if nested and not depth:
        yield f"{at}: nested too deep"
    for each in options:
        yield from _of_option(each, f"{at} {each['name']}", depth - 1)


def _of_equal_names(parts: Iterable[Wire], at: str) -> Iterator[str]:
    """The names that two of these parts have in the same language."""
    parts = list(parts)
    for locale in {"", *(it for each in parts for it in each.get("name_localizations") or {})}:
        names = [(it.get("name_localizations") or {}).get(locale, it["name"]) for it in parts]
        yield from (f"{at}: {it!r} twice" for it in {*names} if names.count(it) > 1)


def _forms(part: Wire, field: str) -> list[str]:
    """A text in all languages."""
    return [part[field], *(part.get(f"{field}_localizations") or {}).values()]


def _size(part: Wire) -> int:
    texts = [max(map(len, _forms(part, each))) for each in ("name", "description") if each in part]
    value = len(str(part["value"])) if "value" in part else 0
    return sum(texts) + value + sum(map(_size, part.get("options", []) + part.get("choices", [])))


@dataclass(frozen=True)
class Registered:
    """A bot that has all its commands, and what Discord is sent of them."""

    bot: GamesBot
    tree: Any
    commands: list[Wire]


async def _registered(folder: Path) -> Registered:
    games = registry_with_packages(HOUSE.values())
    async with GamesBot(f"sqlite:///{folder}/bot.db", games, find_manifests(games)) as bot:
        await bot.add_commands()
        all_ = bot.tree.get_commands()
        sent = [await each.get_translated_payload(bot.tree, Catalogues()) for each in all_]
        # The bot takes its commands out of the tree as it closes.
        return Registered(bot, SimpleNamespace(get_commands=lambda: all_), sent)


@pytest.fixture(scope="module")
def registered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Registered]:
    """All commands in all languages, with a game of a package beside those of the house."""
    folder = tmp_path_factory.mktemp("bot")
    i18n._catalogue.cache_clear()  # so that the texts of the package are read too
    with pytest.MonkeyPatch.context() as patch:
        put_example_beside(patch, folder / "package")
        yield asyncio.run(_registered(folder))
    i18n._catalogue.cache_clear()


def test_discord_takes_all_that_is_registered(registered: Registered) -> None:
    assert [*violations(registered.commands)] == []
    names = {each["name"]: each for each in registered.commands}
    assert {*HOUSE, "four_in_a_row", "tournament", "Challenge"} <= {*names}
    for name in ("prowler", "tournament", "four_in_a_row"):
        assert "de" in names[name]["description_localizations"], name


def _refused(registered: Registered, *place: str) -> str:
    """What is said where Discord refuses the part at the end of this path."""
    errors, parts = dict[str, Any](), registered.commands
    inner = errors
    for at, name in enumerate(place):
        numbered, keys = [each["name"] for each in parts], [name]
        if name in numbered:
            number = numbered.index(name)
            keys = [*(["options"] if at else []), str(number)]
            parts = parts[number].get("options", [])
        for key in keys:
            inner = inner.setdefault(key, {})
    inner["_errors"] = [{"code": "BASE_TYPE_REQUIRED", "message": "This field is required"}]
    return _words(registered, errors)


def _words(registered: Registered, errors: Wire) -> str:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    told = {"code": 50035, "message": "Invalid Form Body", "errors": errors}
    tree = registered.tree
    error = discord.HTTPException(response, told)
    return refused_parts(tree, app_commands.CommandSyncFailure(error, tree.get_commands()))


@each_of(
    ("place", "told"),
    [
        (
            ("tournament", "create", "every", "choices", "0", "value"),
            "`/tournament create`, option `every`, `choices.0.value`",
        ),
        (("tournament", "create", "every"), "`/tournament create`, option `every`"),
        (
            ("four_in_a_row", "description_localizations", "de"),
            "`/four_in_a_row`, `description_localizations.de`",
        ),
        (("prowler", "board"), "`/prowler board`"),
        (("Challenge", "name"), "`Challenge`, `name`"),
    ],
)
def test_a_refused_part_is_told_by_its_command_and_option(
    registered: Registered, place: tuple[str, ...], told: str
) -> None:
    assert _refused(registered, *place) == f"{told}: This field is required"


def test_a_refusal_without_a_part_is_told_as_discord_puts_it(registered: Registered) -> None:
    too_many = {"_errors": [{"code": "MAX", "message": "Maximum number of commands (100)"}]}
    told = _words(registered, too_many)
    many = {str(at): {"name": {"_errors": [{"code": "NO", "message": "No"}]}} for at in range(4)}
    assert _words(registered, many).count("; ") == 2, "the first three are told"
    assert told.startswith("Discord answers 400 Bad Request: Invalid Form Body")
    assert "Maximum number of commands (100)" in told


def test_a_tournament_comes_back_as_its_option_says_or_said(registered: Registered) -> None:
    assert registered.bot.features is not None
    command = registered.bot.features.find_feature(TournamentCommands)
    (every,) = [each for each in command.options if each.name == "every"]
    given = CreateOptions(format="swiss", pace=600)
    values = [value for _, value in every.choices]
    read = [command.make_terms("prowler", 0, replace(given, every=str(it))).every for it in values]
    assert read == [*Cycle]
    # The command of former versions, which a client may still have, gives "" for once.
    assert command.make_terms("prowler", 0, given).every is Cycle.ONCE


MANIFESTS = find_manifests(GAMES)
TEXT_LIMIT = 4_000
_LIMITS = {
    ("SelectOption", "label"): 100,
    ("SelectOption", "description"): 100,
    ("Label", "text"): 45,
    ("Label", "description"): 100,
    ("TextInput", "label"): 45,
    ("TextInput", "placeholder"): 100,
    ("Choice", "name"): 100,
    ("Modal", "title"): 45,
}
"""By what takes a text and the name under which it does; others of that name are held to these."""
_BY_NAME = {"label": 38, "description": 100, "placeholder": 100, "title": 45}
"""A phone shows 38 letters in a line."""
_BY_PLACE = {"button": 2, "_button": 2, "Button": 0, "Key": 0}
"""Where a label stands that is handed over by its place."""


def _fields() -> Iterator[tuple[str, int, str]]:
    """Messages that stand as a whole in a field of their own, with its limit and their place."""
    for path in sorted((ROOT / "cogs").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            kind, given = "", list[tuple[str, ast.expr]]()
            match node:
                case ast.Call(func=ast.Name(id=kind) | ast.Attribute(attr=kind)):
                    given += [(word.arg or "", word.value) for word in node.keywords]
                    given += [("label", each) for each in node.args[_BY_PLACE.get(kind, 99) :][:1]]
                case ast.Assign(targets=[ast.Name(id="labels")]):
                    given.append(("label", node.value))
            for name, value in given:
                limit = _LIMITS.get((kind, name), _BY_NAME.get(name))
                for inner in ast.walk(value) if limit and kind != "command" else ():
                    match inner:
                        case ast.Call(func=ast.Name(id="tr"), args=[ast.Constant(value=str(text))]):
                            assert limit is not None
                            yield text, limit, f"{path.name}:{inner.lineno}"


def test_every_label_fits_its_field_and_those_of_buttons_a_line_of_a_phone() -> None:
    found = [*_fields()]
    assert len(found) > 100, "labels are looked for in another way than they are written"
    for language, (text, limit, place) in product(LANGUAGES, found):
        assert len(told(text, language)) <= limit, place


@each_of("language", LANGUAGES)
def test_the_rules_fit_a_message(language: Language) -> None:
    with speaking(language):
        for it in MANIFESTS.values():
            assert len(it.face.rules) <= TEXT_LIMIT
            _, *paragraphs = it.face.rules.split("\n\n")
            for page in pages_of_parts(paragraphs, "\n\n"):  # as a phone wraps its lines
                assert sum(1 + len(line) // 42 for line in page.split("\n")) <= 24
    drawn, wide = "<:tile_blue:1234567890123456789>" * 20, "m" * 42 * 11
    assert len(pages_of_parts([drawn, wide])) == 1, "an emoji is as wide as a sign"
    assert len(pages_of_parts([wide, wide, drawn])) == 2


PICTURE = Picture("board.png", b"png", "A board")
WILD = "<:wild:123456789012345678>"
BUTTONS = [
    Button("Menu", "menu:abc:3:"),
    Button("7", "m:abc:3:7", emoji="🔴", disabled=True),
    Button("Dig", "choose:abc:3:", discord.ButtonStyle.danger, WILD),
]


async def test_a_layout_is_sent_as_discord_reads_it_and_is_finished() -> None:
    view = layout("### Ada *against* Ben", [PICTURE, Picture("scores.png", b"", "")], [BUTTONS])
    assert view.is_finished()
    assert view.has_components_v2()
    with handle_message_parameters(view=view) as made:
        assert made.payload is not None
        assert discord.MessageFlags._from_value(made.payload["flags"]).components_v2
    media = [{"url": f"attachment://{name}.png"} for name in ("board", "scores")]
    board = {"media": media[0], "spoiler": False, "description": "A board"}
    plain = {"type": 2, "style": 2, "disabled": False}
    red, wild = {"id": None, "name": "🔴"}, {"id": 123456789012345678, "name": "wild"}
    assert made.payload["components"] == [
        {"type": 10, "content": "### Ada *against* Ben"},
        {"type": 12, "items": [board]},
        {"type": 12, "items": [{"media": media[1], "spoiler": False}]},
        {
            "type": 1,
            "components": [
                {**plain, "label": "Menu", "custom_id": "menu:abc:3:"},
                {**plain, "disabled": True, "label": "7", "custom_id": "m:abc:3:7", "emoji": red},
                {**plain, "style": 4, "label": "Dig", "custom_id": "choose:abc:3:", "emoji": wild},
            ],
        },
    ]


def test_more_than_discord_takes_is_refused_before_it_is_sent() -> None:
    most = layout("text", [PICTURE], ["One", *[BUTTONS] * 9, "Two"])
    assert [each["type"] for each in most.to_components()] == [10, 12, 10, *[1] * 9, 10]
    with pytest.raises(ValueError, match="components"):
        layout("text", [PICTURE], ["One", *[BUTTONS] * 9, "Two", "Three"])
    for row in ([*BUTTONS, *BUTTONS], []):
        with pytest.raises(ValueError, match="row"):
            layout("text", [], [row])


@app_commands.command(description="Type something")
async def typed_command(interaction: discord.Interaction, text: str) -> None:
    """A command with one option."""


def with_suggestions(error: Exception) -> Command:
    async def find(_: discord.Interaction, __: str) -> Suggestions:
        raise error

    suggest(typed_command, "text", find)
    return typed_command


async def suggested(command: Command, typed: str) -> object:
    interaction = cast("discord.Interaction", SimpleNamespace(user=SimpleNamespace(id=424242)))
    found = command._params["text"].autocomplete
    assert callable(found)
    return await found(interaction, typed)


async def test_a_failure_gives_no_suggestions_and_one_line_without_names(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(command_options, "_failed_suggestions", LineAMinute())
    command = with_suggestions(OverflowError("date value out of range: 9999w by 424242"))
    with caplog.at_level(logging.INFO):
        for _ in range(240):
            assert await suggested(command, "9999w") == []
    assert len(caplog.records) == 1
    assert "OverflowError" in caplog.text
    assert "424242" not in caplog.text
    assert "9999w" not in caplog.text


async def test_a_refusal_gives_no_suggestions_and_no_line(caplog: pytest.LogCaptureFixture) -> None:
    assert await suggested(with_suggestions(Denied("No.")), "x") == []
    assert caplog.records == []
